//! The number of each player's last accepted action, so that a repeated action gets the same
//! answer. Answers to refused actions are not stored here, because those changed nothing.
//! The core keeps them.

use cardroom_engine::Event;
use cardroom_rules::{Millis, PlayerId};
use std::collections::BTreeMap;

/// How long after leaving the seat an action may be repeated.
const KEPT: Millis = Millis::seconds(600);

/// The number of each player's last accepted action, as chosen by the player.
#[derive(Debug, Default)]
pub(super) struct Answered {
    numbers: BTreeMap<PlayerId, u64>,
    /// Players who left their seats, and until when their numbers are kept. `None` for players who
    /// left before the table was restored.
    gone: BTreeMap<PlayerId, Option<Millis>>,
}

impl Answered {
    /// Restores the stored numbers for a table where these players sit.
    pub(super) fn restore(stored: Vec<(PlayerId, u64)>, seated: &[PlayerId]) -> Self {
        let gone = stored.iter().map(|(who, _)| *who).filter(|who| !seated.contains(who));
        let gone = gone.map(|who| (who, None)).collect();
        Self { numbers: stored.into_iter().collect(), gone }
    }

    /// Returns the numbers for the store.
    pub(super) fn to_store(&self) -> Vec<(PlayerId, u64)> {
        self.numbers.iter().map(|(who, number)| (*who, *number)).collect()
    }

    /// Returns the number of the player's last accepted action, if it is still known.
    pub(super) fn last_of(&self, who: PlayerId) -> Option<u64> {
        self.numbers.get(&who).copied()
    }

    /// Notes an accepted action of this player.
    pub(super) fn count(&mut self, who: PlayerId, number: u64) {
        self.numbers.insert(who, number);
    }

    /// Follows players who come and go. A player who sits down starts without a number. The number
    /// of a player who leaves is kept for a while.
    pub(super) fn note(&mut self, at: Millis, event: &Event) {
        match event {
            Event::SeatTaken { player, .. } | Event::Placed { player, .. } => {
                self.numbers.remove(player);
                self.gone.remove(player);
            }
            Event::SeatLeft { player, .. } if self.numbers.contains_key(player) => {
                self.gone.insert(*player, Some(at + KEPT));
            }
            Event::HandEnded { .. } | Event::HandVoided { .. } if !self.gone.is_empty() => {
                for until in self.gone.values_mut() {
                    until.get_or_insert(at + KEPT);
                }
                let is_kept = |until: &mut Option<Millis>| until.is_some_and(|until| until > at);
                for (who, _) in self.gone.extract_if(.., |_, until| !is_kept(until)) {
                    self.numbers.remove(&who);
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_rules::{Chips, HandNo, SeatNo};

    const WHO: PlayerId = PlayerId(7);

    fn left() -> Event {
        Event::SeatLeft { seat: SeatNo(1), player: WHO, cashed_out: Chips(0) }
    }

    fn hand_over() -> Event {
        Event::HandVoided { hand: HandNo(1), at: Millis(0), reason: String::new() }
    }

    #[test]
    fn whoever_left_is_remembered_for_ten_minutes() {
        let mut answered = Answered::default();
        answered.count(WHO, 3);
        answered.note(Millis(1_000), &left());
        answered.note(Millis(600_999), &hand_over());
        assert_eq!(answered.to_store(), [(WHO, 3)]);
        answered.note(Millis(601_000), &hand_over());
        assert_eq!(answered.to_store(), []);
    }

    #[test]
    fn whoever_had_left_before_is_remembered_from_the_first_hand_on() {
        let mut answered = Answered::restore(vec![(WHO, 3), (PlayerId(8), 5)], &[PlayerId(8)]);
        answered.note(Millis(50_000), &hand_over());
        answered.note(Millis(649_999), &hand_over());
        assert_eq!(answered.last_of(WHO), Some(3));
        answered.note(Millis(650_000), &hand_over());
        assert_eq!(answered.to_store(), [(PlayerId(8), 5)]);
    }
}
