//! Reads the players' hands from their betting.

use crate::model::{Hand, Table};
use crate::{Action, Chips};
use cardroom_protocol::table::Acted;

/// How much of the final strength of a hand its player knows at the beginning.
const KNOWN_AT_FIRST: f64 = 0.45;
/// How often a player bets or raises with a hand too weak for it, and with one that is strong.
const BLUFFS: f64 = 0.12;
const RAISES: f64 = 0.85;
/// The strength from which a small bet is made for value. A larger one needs more.
const BETS_FROM: f64 = 0.55;
/// The strength from which a player raises rather than calls.
const RAISES_FROM: f64 = 0.86;

/// The actions of a hand so far.
#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct Reading {
    seen: Vec<Seen>,
}

#[derive(Clone, Copy, PartialEq, Debug)]
struct Seen {
    seat: u8,
    street: u8,
    /// How much of the final strength of a hand was known.
    known: f64,
    act: Act,
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Act {
    Check,
    /// A call, with the part of the pot that it paid.
    Call(f64),
    /// A bet or raise, with its size as a part of the pot.
    Raise(f64),
}

impl Reading {
    /// Notes an action that the table has already carried out.
    pub(super) fn note(&mut self, table: &Table, hand: &Hand, acted: &Acted) {
        let pot = table.pot_total().0.max(1) as f64;
        let added = acted.added.0 as f64;
        let act = match acted.action {
            Action::Check => Act::Check,
            Action::Call => Act::Call(added / pot),
            Action::Bet(_) | Action::RaiseTo(_) => Act::Raise(added / (pot - added).max(1.0)),
            Action::Fold | Action::BringIn => return,
        };
        let known = known(streets_left(table, hand));
        self.seen.push(Seen { seat: acted.seat, street: hand.street, known, act });
    }

    /// Returns `true` if a seat has acted on this street.
    pub(super) fn has_acted(&self, seat: u8, street: u8) -> bool {
        self.seen.iter().any(|seen| (seen.seat, seen.street) == (seat, street))
    }

    /// Returns how well a hand of this final strength fits what its player did.
    pub(super) fn fit(&self, seat: u8, strength: f64) -> f64 {
        let of_seat = self.seen.iter().filter(|seen| seen.seat == seat);
        of_seat.map(|seen| seen.fit(strength)).product()
    }
}

impl Seen {
    fn fit(&self, strength: f64) -> f64 {
        self.known * self.act.chance(strength) + (1.0 - self.known) * self.act.average()
    }
}

impl Act {
    /// Returns how often a player who knows the strength of a hand does this.
    fn chance(self, strength: f64) -> f64 {
        match self {
            Self::Check => 0.95 - 0.45 * strength,
            Self::Call(_) if strength >= RAISES_FROM => 0.5,
            Self::Call(price) if strength >= calls_from(price) => 0.8,
            Self::Call(_) => 0.2,
            Self::Raise(size) => {
                let above = (strength - bets_from(size)) / 0.2 + 0.5;
                BLUFFS + (RAISES - BLUFFS) * above.clamp(0.0, 1.0)
            }
        }
    }

    /// Returns how often a player does it with any hand.
    fn average(self) -> f64 {
        match self {
            Self::Check => 0.725,
            Self::Call(price) => {
                let from = calls_from(price).min(RAISES_FROM);
                0.2 * from + 0.8 * (RAISES_FROM - from) + 0.5 * (1.0 - RAISES_FROM)
            }
            Self::Raise(size) => BLUFFS + (RAISES - BLUFFS) * (1.0 - bets_from(size)),
        }
    }
}

/// Returns the strength from which a player bets this part of the pot for value.
fn bets_from(size: f64) -> f64 {
    BETS_FROM + 0.12 * size.min(2.0)
}

/// Returns the strength from which a player pays this part of the pot.
pub(super) fn calls_from(price: f64) -> f64 {
    0.15 + price
}

/// Returns how much of the final strength of a hand is known. The streets that come and all streets
/// after the first are given.
pub(super) fn known((left, all): (u8, u8)) -> f64 {
    let past = if all == 0 { 1.0 } else { 1.0 - f64::from(left.min(all)) / f64::from(all) };
    KNOWN_AT_FIRST + (1.0 - KNOWN_AT_FIRST) * past
}

/// Returns how many streets come after this one, and how many come after the first.
pub(super) fn streets_left(table: &Table, hand: &Hand) -> (u8, u8) {
    let game = &hand.game;
    let count = |cards: usize| u8::try_from(cards).unwrap_or(u8::MAX);
    if game.board_cards > 0 {
        let dealt = count(hand.board().len());
        let left = if dealt < 3 { 3 } else { game.board_cards.saturating_sub(dealt) };
        return (left.min(3), 3);
    }
    if game.draws > 0 {
        return (game.draws.saturating_sub(hand.draws), game.draws);
    }
    let has_up_cards = game.bring_in > Chips(0);
    let first = if has_up_cards { 3 } else { game.hole_cards };
    let all = game.hole_cards.saturating_sub(first);
    (game.hole_cards.saturating_sub(count(table.cards.len())).min(all), all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(acts: &[Act], known: f64, strength: f64) -> f64 {
        let seen = acts.iter().map(|act| Seen { seat: 1, street: 0, known, act: *act }).collect();
        Reading { seen }.fit(1, strength)
    }

    #[test]
    fn a_raise_speaks_for_a_strong_hand_and_more_on_the_river() {
        let raise = [Act::Raise(0.7)];
        let odds = |known: f64| fits(&raise, known, 0.9) / fits(&raise, known, 0.2);
        assert!(odds(0.45) > 1.5 && odds(1.0) > 2.0 * odds(0.45), "{} {}", odds(0.45), odds(1.0));
        let twice = [Act::Raise(0.7), Act::Raise(1.0)];
        assert!(fits(&twice, 1.0, 0.9) / fits(&twice, 1.0, 0.2) > odds(1.0));
        assert!(fits(&[Act::Check], 1.0, 0.9) < fits(&[Act::Check], 1.0, 0.2));
        assert!(fits(&[Act::Call(0.3)], 1.0, 0.6) > fits(&[Act::Call(0.3)], 1.0, 0.2));
        assert_eq!(Reading::default().fit(1, 0.3), 1.0, "nothing is known of a silent player");
    }

    #[test]
    fn the_average_is_that_of_all_strengths() {
        for act in [Act::Check, Act::Call(0.25), Act::Call(0.5), Act::Raise(0.5), Act::Raise(2.0)] {
            let strengths = (0..1_000).map(|step| (f64::from(step) + 0.5) / 1_000.0);
            let mean = strengths.map(|strength| act.chance(strength)).sum::<f64>() / 1_000.0;
            assert!((mean - act.average()).abs() < 0.02, "{act:?}: {mean} {}", act.average());
        }
    }

    #[test]
    fn more_is_known_with_every_street() {
        let all: Vec<f64> = (0..=3).map(|left| known((left, 3))).collect();
        assert!(all.is_sorted_by(|more, less| more > less) && all[0] == 1.0, "{all:?}");
        assert_eq!(known((0, 0)), 1.0);
    }
}
