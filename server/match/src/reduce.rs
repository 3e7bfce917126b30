//! Takes the luck of the cards out of a result (`--reduce chance`): the chance terms of AIVAT
//! (Burch, Schmid, Moravčík, Morrill and Bowling, AAAI 2018). `--equity` takes out only the luck
//! of the cards that come when no decision is left.
//!
//! The value function `value.v1` of a seat is the pot times the seat's equity: its share of the
//! pots if the hands were turned over and the rest of the board were dealt. Whenever cards are
//! dealt, the value jumps, and the jump has a mean of zero over the cards that could have come,
//! whatever the players do. The sum of the jumps is luck. The result less the luck has the same
//! mean as the result, and less spread.
//!
//! The function is fixed, and was fitted to no hand. It knows hold'em for two players.

use cardroom_cards::{Card, CardSet, evaluate_high};
use cardroom_rules::{DeckKind, Forced, Play};
use chacha20::ChaCha20Rng;
use rand::RngExt as _;
use std::cmp::Ordering;

/// The name and version of the value function.
pub const VALUE: &str = "value.v1";

/// The boards that are drawn to estimate equities before the flop. The mistake of an estimate has
/// a mean of zero, and is independent of everything else.
const BOARDS: u32 = 2_000;
/// The boards for a hand that ended before the flop, where little depends on it.
const BOARDS_WITHOUT_FLOP: u32 = 100;

/// The boards where both players are all-in before the flop.
const BOARDS_OF_ALL_INS: u32 = 10_000;

/// How many chips of the first seat's result were luck. The second seat's luck is the opposite.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Luck {
    /// The luck of all cards.
    pub all: f64,
    /// The luck of the cards that came when no decision was left.
    pub at_the_end: f64,
}

/// Cards that were dealt, with the pot that they were dealt for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chance {
    pub(crate) pot: u64,
    /// The board cards; empty for the players' own.
    pub(crate) cards: Vec<Card>,
}

/// Returns `true` if the value function knows the game.
#[must_use]
pub(crate) fn knows(plays: &[Play], seats: usize) -> bool {
    let is_hold_em = |play: &Play| {
        let game = &play.game;
        let plain = game.id == "holdem" && game.deck == DeckKind::Standard52;
        plain && game.forced == Forced::Blinds && game.hole_cards() == 2 && game.board_cards() == 5
    };
    seats == 2 && plays.iter().all(is_hold_em)
}

/// Returns the luck in a hand. `last_decision` is the number of times that cards had been dealt
/// when a player decided for the last time.
pub(crate) fn luck(
    mut numbers: ChaCha20Rng,
    hole: [CardSet; 2],
    dealt: &[Chance],
    last_decision: usize,
) -> Luck {
    let has_flop = dealt.iter().any(|chance| !chance.cards.is_empty());
    let boards = match (has_flop, last_decision) {
        (false, _) => BOARDS_WITHOUT_FLOP,
        (true, ..=1) => BOARDS_OF_ALL_INS,
        (true, _) => BOARDS,
    };
    let mut board = CardSet::new();
    // Two hands of which nothing is known are worth the same.
    let mut before = 0.5;
    let mut luck = Luck::default();
    for (place, Chance { pot, cards }) in dealt.iter().enumerate() {
        board = cards.iter().fold(board, |board, card| with(board, *card));
        let after = if board.is_empty() {
            estimated(hole, boards, &mut numbers)
        } else {
            equity(hole, board)
        };
        let jump = *pot as f64 * (after - before);
        luck.all += jump;
        if place >= last_decision {
            luck.at_the_end += jump;
        }
        before = after;
    }
    luck
}

/// Returns the first hand's share of the pot over all boards that can come. The flop is dealt.
fn equity(hole: [CardSet; 2], board: CardSet) -> f64 {
    let rest = stub(hole, board);
    let (mut won, mut dealt) = (0_u32, 0_u32);
    let mut count = |board: CardSet| {
        won += halves(hole, board);
        dealt += 2;
    };
    match board.len() {
        5 => count(board),
        4 => rest.iter().for_each(|river| count(with(board, *river))),
        _ => {
            for (place, turn) in rest.iter().enumerate() {
                let board = with(board, *turn);
                rest[place + 1..].iter().for_each(|river| count(with(board, *river)));
            }
        }
    }
    f64::from(won) / f64::from(dealt.max(1))
}

/// Estimates the first hand's share of the pot before the flop, without bias.
fn estimated(hole: [CardSet; 2], boards: u32, numbers: &mut ChaCha20Rng) -> f64 {
    let mut rest = stub(hole, CardSet::new());
    let mut won = 0;
    for _ in 0..boards {
        let mut board = CardSet::new();
        for place in 0..5 {
            let other = numbers.random_range(place..rest.len());
            rest.swap(place, other);
            board = with(board, rest[place]);
        }
        won += halves(hole, board);
    }
    f64::from(won) / f64::from(2 * boards.max(1))
}

/// Returns the halves of the pot that the first hand wins.
fn halves(hole: [CardSet; 2], board: CardSet) -> u32 {
    let [first, second] = hole.map(|hole| evaluate_high(hole.union(board)));
    match first.cmp(&second) {
        Ordering::Greater => 2,
        Ordering::Equal => 1,
        Ordering::Less => 0,
    }
}

fn with(mut board: CardSet, card: Card) -> CardSet {
    board.insert(card);
    board
}

fn stub(hole: [CardSet; 2], board: CardSet) -> Vec<Card> {
    let seen = hole[0].union(hole[1]).union(board);
    CardSet::full52().difference(seen).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decks::{Stream, decks, generator};
    use crate::samples;
    use cardroom_cards::parse_cards;

    fn set(cards: &str) -> CardSet {
        parse_cards(cards).unwrap().into_iter().collect()
    }

    fn near(left: f64, right: f64, slack: f64) -> bool {
        (left - right).abs() < slack
    }

    #[test]
    fn equities_are_those_of_other_programs() {
        // Over 990 boards, aces lose to a king that comes and to little else.
        let aces = [set("AsAh"), set("KsKh")];
        assert!(near(equity(aces, set("2c7d9h")), 0.9162, 0.001));
        // A flush draw against a set on the turn: 7 of 44 rivers do not pair the board.
        assert!(near(equity([set("AhKh"), set("7s7c")], set("7h2h9c3d")), 7.0 / 44.0, 1e-9));
        assert_eq!(equity([set("AhKh"), set("AsKs")], set("2c3c4c8d9d")), 0.5);
        // Aces against kings of other suits before the flop win about 82 of 100.
        let mut numbers = generator(1, Stream::Equity { session: 1, deal: 1 });
        let aces = [set("AsAh"), set("KdKc")];
        assert!(near(estimated(aces, 20_000, &mut numbers), 0.82, 0.015));
    }

    /// The jumps of the value have a mean of zero, whatever the pots are.
    #[test]
    fn luck_is_worth_nothing_on_average() {
        let game = samples::library().game("holdem").unwrap();
        let deals = 150;
        let all: Vec<f64> = (1..=deals)
            .map(|deal| {
                let order = decks(5, deal, game).deck;
                let cards = order.cards();
                let hole = [0, 1].map(|seat| [cards[seat], cards[seat + 2]].iter().collect());
                let dealt = [(150, 4..4), (400, 5..8), (900, 9..10), (2_000, 11..12)];
                let dealt = dealt.map(|(pot, at)| Chance { pot, cards: cards[at].to_vec() });
                let numbers = generator(5, Stream::Equity { session: 1, deal });
                luck(numbers, hole, &dealt, 4).all
            })
            .collect();
        let estimate = crate::stats::Estimate::of(&all, 1, 30);
        let error = estimate.deviation / f64::from(deals).sqrt();
        assert!(estimate.mean.abs() < 3.0 * error, "{estimate:?}");
        assert!(estimate.deviation > 300.0, "there is luck in a deal: {estimate:?}");
    }

    #[test]
    fn an_all_in_counts_by_what_it_was_worth() {
        let hole = [set("AsAh"), set("KdKc")];
        let dealt = ["", "2c7d9h", "3s", "Kh"].map(|cards| {
            let pot = if cards.is_empty() { 150 } else { 40_000 };
            Chance { pot, cards: parse_cards(cards).unwrap() }
        });
        let numbers = || generator(1, Stream::Equity { session: 1, deal: 1 });
        // The aces lose 20,000, of which they would keep 0.82 * 40,000 - 20,000.
        let early = luck(numbers(), hole, &dealt, 1);
        assert!(near(-20_000.0 - early.at_the_end, 12_800.0, 600.0), "{early:?}");
        assert!(near(early.all - early.at_the_end, 150.0 * 0.32, 3.0), "{early:?}");
        // All-in on the turn: kings have two cards left among 44.
        let late = luck(numbers(), hole, &dealt, 3);
        assert!(near(late.at_the_end, -40_000.0 * 42.0 / 44.0, 1e-6), "{late:?}");
        assert_eq!(luck(numbers(), hole, &dealt, 4).at_the_end, 0.0);
    }

    #[test]
    fn only_hold_em_for_two_has_a_value() {
        let plays = |id: &str| {
            let choice = samples::choice(id);
            let terms = crate::game::Terms::new(samples::library(), samples::library(), &choice);
            terms.unwrap().plays
        };
        assert!(knows(&plays("holdem"), 2));
        assert!(!knows(&plays("holdem"), 3));
        assert!(!knows(&plays("omaha"), 2) && !knows(&plays("short-deck"), 2));
        assert!(!knows(&plays("horse"), 2));
    }
}
