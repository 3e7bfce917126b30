//! Players who let rounds down, and what follows for them. A player is never barred from
//! contributing: a room could use such a rule to have a table to itself.

use cardroom_record::ids::AccountId;
use cardroom_rules::Millis;
use std::collections::{BTreeMap, BTreeSet};

/// After this many rounds of one hand, a tournament deals the hand without the player's link.
const MOST_IN_A_HAND: usize = 2;

/// How many lapses within how many hands are too many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Patience {
    pub(crate) lapses: u8,
    pub(crate) hands: u64,
}

/// The consequence for a player of a ring game who let a round down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lapse {
    /// The player sits out until the client joins anew.
    SitsOut,
    /// It was one time too many: the player is stood up.
    StoodUp,
}

/// The players who let rounds down.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lapses {
    /// The hands in which they did, once for each round.
    hands: BTreeMap<AccountId, Vec<u64>>,
    /// Players of a ring game who sit out because of that.
    out: BTreeSet<AccountId>,
    /// Those of them whose clients have joined anew.
    back: BTreeSet<AccountId>,
    /// The player of a tournament for whom the next round waits, and until when.
    awaited: Option<(AccountId, Millis)>,
    /// Players whose links a hand of a tournament is dealt without.
    left_out: BTreeSet<(u64, AccountId)>,
}

impl Lapses {
    /// Notes that a player of a ring game let a round down.
    pub(crate) fn in_ring(&mut self, account: AccountId, hand: u64, patience: Patience) -> Lapse {
        let lapses = self.note(account, hand, patience);
        if lapses.len() >= usize::from(patience.lapses) {
            self.hands.remove(&account);
            return Lapse::StoodUp;
        }
        self.out.insert(account);
        Lapse::SitsOut
    }

    /// Notes that a player of a tournament let a round down. The next round waits until this time
    /// for the client to join anew, unless the hand is dealt without it. Returns `true` if the
    /// floor should know.
    pub(crate) fn in_tournament(
        &mut self,
        account: AccountId,
        hand: u64,
        patience: Patience,
        until: Millis,
    ) -> bool {
        let lapses = self.note(account, hand, patience);
        let of_hand = lapses.iter().filter(|before| **before == hand).count();
        let (times, most) = (lapses.len(), usize::from(patience.lapses));
        self.left_out.retain(|(of, _)| *of == hand);
        self.awaited = None;
        if times >= most || of_hand >= MOST_IN_A_HAND {
            self.left_out.insert((hand, account));
        } else {
            self.awaited = Some((account, until));
        }
        times == most
    }

    fn note(&mut self, account: AccountId, hand: u64, patience: Patience) -> &[u64] {
        let lapses = self.hands.entry(account).or_default();
        lapses.retain(|before| before + patience.hands > hand);
        lapses.push(hand);
        lapses
    }

    /// Notes that the client of a player has joined anew.
    pub(crate) fn joined_anew(&mut self, account: AccountId) {
        if self.out.remove(&account) {
            self.back.insert(account);
        }
        self.awaited.take_if(|(awaited, _)| *awaited == account);
    }

    /// Returns how long the next round waits for a client.
    pub(crate) fn waits_until(&self) -> Option<Millis> {
        self.awaited.map(|(_, until)| until)
    }

    /// Returns `true` if a hand is dealt without the player's link.
    pub(crate) fn leaves_out(&self, account: AccountId, hand: u64) -> bool {
        self.left_out.contains(&(hand, account))
    }

    pub(super) fn has_back(&self) -> bool {
        !self.back.is_empty()
    }

    /// Takes the players who sit out because of a lapse, and whose clients have joined anew.
    pub(super) fn take_back(&mut self) -> BTreeSet<AccountId> {
        std::mem::take(&mut self.back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ADA: AccountId = AccountId(1);
    const BOB: AccountId = AccountId(2);
    const PATIENCE: Patience = Patience { lapses: 3, hands: 100 };

    #[test]
    fn the_third_lapse_in_a_hundred_hands_stands_a_player_up() {
        let mut lapses = Lapses::default();
        let mut lapse = |hand| lapses.in_ring(ADA, hand, PATIENCE);
        assert_eq!([lapse(1), lapse(50), lapse(101)], [Lapse::SitsOut; 3], "one is forgotten");
        assert_eq!(lapse(149), Lapse::StoodUp);
        assert_eq!(lapse(150), Lapse::SitsOut, "counted anew");
        assert!(lapses.take_back().is_empty());
        lapses.joined_anew(ADA);
        assert_eq!(lapses.take_back(), [ADA].into());
    }

    #[test]
    fn a_tournament_waits_for_a_client_once_and_deals_without_it_after_the_second_round() {
        let mut lapses = Lapses::default();
        let lapse =
            |lapses: &mut Lapses, hand| lapses.in_tournament(ADA, hand, PATIENCE, Millis(7_000));
        assert!(!lapse(&mut lapses, 5));
        assert_eq!(lapses.waits_until(), Some(Millis(7_000)));
        lapses.joined_anew(BOB);
        assert_eq!(lapses.waits_until(), Some(Millis(7_000)), "it waits for Ada");
        lapses.joined_anew(ADA);
        assert_eq!(lapses.waits_until(), None);
        assert!(!lapses.leaves_out(ADA, 5));
        assert!(!lapse(&mut lapses, 5));
        assert!(lapses.leaves_out(ADA, 5) && !lapses.leaves_out(ADA, 6));
        assert_eq!(lapses.waits_until(), None, "the hand is dealt");
        assert!(lapse(&mut lapses, 9), "the floor hears of the third time");
        assert!(lapses.leaves_out(ADA, 9), "one window is enough from now on");
        assert!(!lapse(&mut lapses, 104), "the floor knows");
        assert!(!lapse(&mut lapses, 110) && !lapses.leaves_out(ADA, 110), "most is forgotten");
        assert!(lapses.waits_until().is_some());
    }
}
