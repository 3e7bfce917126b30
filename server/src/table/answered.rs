//! The number of each player's last action that counted, so that the same action sent again gets
//! the same answer. It does not keep the answers of refusals: those changed nothing, and are the
//! host's.

use cardroom_engine::Event;
use cardroom_rules::{Millis, PlayerId};
use std::collections::BTreeMap;

/// How long after giving up the seat an action may be sent again.
const KEPT: Millis = Millis::seconds(600);

/// Whose action counted last under which number, as the player chose it.
#[derive(Debug, Default)]
pub(super) struct Answered {
    numbers: BTreeMap<PlayerId, u64>,
    /// Who has no seat any more, and until when the number is kept; not known for those who had
    /// left before the table was restored.
    gone: BTreeMap<PlayerId, Option<Millis>>,
}

impl Answered {
    /// As it was stored, for a table where these sit.
    pub(super) fn restore(stored: Vec<(PlayerId, u64)>, seated: &[PlayerId]) -> Self {
        let gone = stored.iter().map(|(who, _)| *who).filter(|who| !seated.contains(who));
        let gone = gone.map(|who| (who, None)).collect();
        Self { numbers: stored.into_iter().collect(), gone }
    }

    /// As it is stored.
    pub(super) fn to_store(&self) -> Vec<(PlayerId, u64)> {
        self.numbers.iter().map(|(who, number)| (*who, *number)).collect()
    }

    /// The number of the player's last action that counted, if it is still known.
    pub(super) fn last_of(&self, who: PlayerId) -> Option<u64> {
        self.numbers.get(&who).copied()
    }

    /// An action of this player counted.
    pub(super) fn count(&mut self, who: PlayerId, number: u64) {
        self.numbers.insert(who, number);
    }

    /// Follows who comes and goes: whoever sits down begins to count anew, and the number of
    /// whoever leaves is kept for a while.
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
