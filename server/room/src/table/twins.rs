//! Copies of a table, which count as one game: chips that a player takes from one of them must come
//! back at any of them. Their hosts keep what is taken, because each core knows only its own table.
//! This state is only in memory. Each table stores the chips taken from it, and contributes them
//! when the room opens. After that, only what is stored is noted here.

use super::After;
use super::Ratholes;
use cardroom_rules::Millis;
use cardroom_tables::note_taken;
use parking_lot::Mutex;
use std::sync::Arc;

/// The chips that players have recently taken from a table or its twins. Clones share it.
#[derive(Clone, Default, Debug)]
pub struct Twins(Arc<Mutex<Arc<Ratholes>>>);

impl Twins {
    /// Adds the chips taken from a table. If a player took chips from two tables,
    /// the later time counts.
    pub(crate) fn join(&self, taken: &Ratholes) {
        let mut shared = self.0.lock();
        let shared = Arc::make_mut(&mut shared);
        for (account, (owed, until)) in taken {
            let known = shared.get(account).map_or(Millis(0), |(_, until)| *until);
            if *until > known {
                shared.insert(*account, (*owed, *until));
            }
        }
    }

    /// Notes who left or came back to one of the tables with a step that is stored.
    pub(super) fn note(&self, now: Millis, after: &[After]) {
        for after in after {
            if let After::Took { account, taken } = after {
                let mut shared = self.0.lock();
                let shared = Arc::make_mut(&mut shared);
                shared.retain(|_, (_, until)| *until > now);
                note_taken(shared, *account, *taken);
            }
        }
    }

    /// Returns what players must bring to any of the tables.
    pub(super) fn taken(&self) -> Arc<Ratholes> {
        Arc::clone(&self.0.lock())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::AccountId;
    use cardroom_rules::Chips;

    const ANN: AccountId = AccountId(1);

    #[test]
    fn of_what_several_tables_remember_the_latest_counts() {
        let twins = Twins::default();
        let taken = |owed, until| Ratholes::from([(ANN, (Chips(owed), Millis(until)))]);
        twins.join(&taken(300, 20));
        twins.join(&taken(900, 10));
        assert_eq!(*twins.taken(), taken(300, 20));
        twins.join(&taken(500, 30));
        assert_eq!(*twins.taken(), taken(500, 30));
    }

    #[test]
    fn what_is_over_is_forgotten_when_a_player_leaves_or_comes_back() {
        let twins = Twins::default();
        let took = |account, owed: Option<(u64, u64)>| After::Took {
            account: AccountId(account),
            taken: owed.map(|(owed, until)| (Chips(owed), Millis(until))),
        };
        twins.note(Millis(5), &[took(1, Some((300, 20))), took(2, Some((500, 40)))]);
        twins.note(Millis(20), &[took(3, Some((700, 50)))]);
        assert_eq!(twins.taken().keys().copied().collect::<Vec<_>>(), [AccountId(2), AccountId(3)]);
        twins.note(Millis(21), &[took(2, None)]);
        assert_eq!(twins.taken().keys().copied().collect::<Vec<_>>(), [AccountId(3)]);
    }
}
