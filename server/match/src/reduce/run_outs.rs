//! The boards that can come, and what the hands win on them.

use super::stakes::Seats;
use cardroom_cards::{Card, CardSet, HandValue, HighValue, evaluate_high};
use cardroom_rules::{DeckKind, Game, Half, HoleUse, Ranking};
use chacha20::ChaCha20Rng;
use rand::RngExt as _;

/// The cards of a complete board.
pub(super) const BOARD: usize = 5;

/// The parts of a pot that every number of winners up to ten divides, in either half of it.
const PARTS: u64 = 5_040;

/// The hands of some seats on the boards that can come. Of each board and each half of the pot it
/// has the value of every seat's hand.
pub(super) struct RunOuts {
    seats: usize,
    halves: usize,
    values: Vec<Option<Value>>,
    /// The shares that were computed before.
    shares: Vec<(Seats, Vec<f64>)>,
}

/// The value of a hand. Values of one half of a pot are of one kind, and the greater one wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Value {
    /// The best of all cards in the common ranking, which is found much faster than others.
    High(HighValue),
    Other(HandValue),
}

impl RunOuts {
    /// Values the hands of some seats on all boards that can come if at most two cards are missing,
    /// and on as many drawn ones as `most` otherwise. The mistake of drawn ones has a mean of zero.
    pub(super) fn of(
        game: &Game,
        holes: &[Vec<Card>],
        seats: Seats,
        board: &[Card],
        most: u32,
        numbers: &mut ChaCha20Rng,
    ) -> Self {
        let halves = game.showdown.len();
        let (values, shares) = (Vec::new(), Vec::new());
        let mut outs = Self { seats: holes.len(), halves, values, shares };
        let sets: Vec<CardSet> = holes.iter().map(|hole| hole.iter().collect()).collect();
        let mut add = |board: &[Card]| {
            let board_set: CardSet = board.iter().collect();
            for half in &game.showdown {
                let is_high = (half.ranking, half.hole) == (Ranking::High, HoleUse::Any);
                outs.values.extend((0..holes.len()).map(|seat| match seats & (1 << seat) {
                    0 => None,
                    _ if is_high => evaluate_high(sets[seat].union(board_set)).map(Value::High),
                    _ => value(half, &holes[seat], board),
                }));
            }
        };
        let rest = stub(game, holes, board);
        let mut complete = board.to_vec();
        match BOARD.saturating_sub(board.len()) {
            0 => add(board),
            1 => {
                for river in &rest {
                    complete.truncate(board.len());
                    complete.push(*river);
                    add(&complete);
                }
            }
            2 => {
                for (place, turn) in rest.iter().enumerate() {
                    for river in &rest[place + 1..] {
                        complete.truncate(board.len());
                        complete.extend([*turn, *river]);
                        add(&complete);
                    }
                }
            }
            missing => drawn(rest, board, missing, most, numbers, add),
        }
        outs
    }

    /// Returns the share of a pot that each seat wins on average if these seats play for it.
    pub(super) fn shares(&mut self, seats: Seats) -> &[f64] {
        let known = self.shares.iter().position(|(asked, _)| *asked == seats);
        let place = known.unwrap_or_else(|| {
            self.shares.push((seats, self.counted(seats)));
            self.shares.len() - 1
        });
        &self.shares[place].1
    }

    fn counted(&self, seats: Seats) -> Vec<f64> {
        let mut won = vec![0_u64; self.seats];
        let mut boards = 0;
        for board in self.values.chunks_exact(self.seats * self.halves) {
            boards += 1;
            let best = |half: &[Option<Value>]| {
                let played = half.iter().enumerate().filter(|(seat, _)| seats & (1 << seat) != 0);
                played.filter_map(|(_, value)| *value).max()
            };
            let halves =
                || board.chunks_exact(self.seats).filter_map(|half| Some((half, best(half)?)));
            let decided = if self.halves == 1 { 1 } else { halves().count().max(1) };
            for (half, best) in halves() {
                let wins = |seat: usize| seats & (1 << seat) != 0 && half[seat] == Some(best);
                let winners = (0..self.seats).filter(|seat| wins(*seat)).count();
                for seat in (0..self.seats).filter(|seat| wins(*seat)) {
                    won[seat] += PARTS / (decided * winners) as u64;
                }
            }
        }
        let all = (boards * PARTS).max(1) as f64;
        won.into_iter().map(|won| won as f64 / all).collect()
    }
}

/// Draws boards, independently of anything that the players do.
fn drawn(
    mut rest: Vec<Card>,
    board: &[Card],
    missing: usize,
    most: u32,
    numbers: &mut ChaCha20Rng,
    mut add: impl FnMut(&[Card]),
) {
    let mut complete = board.to_vec();
    for _ in 0..most {
        complete.truncate(board.len());
        for place in 0..missing {
            let other = numbers.random_range(place..rest.len());
            rest.swap(place, other);
            complete.push(rest[place]);
        }
        add(&complete);
    }
}

fn value(half: &Half, hole: &[Card], board: &[Card]) -> Option<Value> {
    half.ranking.value(hole, board, half.hole).map(Value::Other)
}

/// Returns the cards that can come. A card of a player who has folded cannot.
fn stub(game: &Game, holes: &[Vec<Card>], board: &[Card]) -> Vec<Card> {
    let seen: CardSet = holes.iter().flatten().chain(board).collect();
    let deck = match game.deck {
        DeckKind::Standard52 => CardSet::full52(),
        DeckKind::Short36 => CardSet::short36(),
    };
    deck.difference(seen).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decks::{Stream, generator};
    use crate::samples;
    use cardroom_cards::parse_cards;

    fn shares(game: &str, holes: &[&str], board: &str, most: u32) -> Vec<f64> {
        let game = samples::library().game(game).unwrap();
        let holes: Vec<Vec<Card>> = holes.iter().map(|hole| parse_cards(hole).unwrap()).collect();
        let seats = (1 << holes.len()) - 1;
        let mut numbers = generator(1, Stream::Equity { session: 1, deal: 1 });
        let board = parse_cards(board).unwrap();
        RunOuts::of(game, &holes, seats, &board, most, &mut numbers).shares(seats).to_vec()
    }

    fn near(left: f64, right: f64, slack: f64) -> bool {
        (left - right).abs() < slack
    }

    #[test]
    fn equities_are_those_of_other_programs() {
        // Over 990 boards, aces lose to a king that comes and to little else.
        assert!(near(shares("holdem", &["AsAh", "KsKh"], "2c7d9h", 0)[0], 0.9162, 0.001));
        // A flush draw against a set on the turn: 7 of 44 rivers do not pair the board.
        assert!(near(shares("holdem", &["AhKh", "7s7c"], "7h2h9c3d", 0)[0], 7.0 / 44.0, 1e-9));
        assert_eq!(shares("holdem", &["AhKh", "AsKs"], "2c3c4c8d9d", 0), [0.5, 0.5]);
        // Aces against kings of other suits before the flop win about 82 of 100.
        assert!(near(shares("holdem", &["AsAh", "KdKc"], "", 20_000)[0], 0.82, 0.015));
    }

    #[test]
    fn three_hands_share_what_two_of_them_tie() {
        let three = shares("holdem", &["AhKh", "AsKs", "QcQd"], "2c3c4c8d9d", 0);
        assert_eq!(three, [0.0, 0.0, 1.0]);
        let three = shares("holdem", &["AhKh", "AsKs", "TcTd"], "Ac3c4c8d9d", 0);
        assert_eq!(three, [0.5, 0.5, 0.0]);
    }

    #[test]
    fn a_pot_in_two_halves_is_shared_half_by_half() {
        // The first has the nut low and shares nothing; the second has the flush.
        let split = shares("omaha8", &["As2dKhKc", "Tc9c5d5h"], "3c7c8cJsQd", 0);
        assert_eq!(split, [0.5, 0.5]);
        // No low qualifies, and the high hand wins everything.
        let high = shares("omaha8", &["As2dKhKc", "Tc9cTd5h"], "JcQcKs9s9h", 0);
        assert_eq!(high, [1.0, 0.0]);
    }

    #[test]
    fn a_flush_beats_a_full_house_with_a_short_deck() {
        let short = shares("short-deck", &["AhKh", "7s7c"], "7h9h9cJhTd", 0);
        assert_eq!(short, [1.0, 0.0]);
        assert_eq!(shares("holdem", &["AhKh", "7s7c"], "7h9h9cJhTd", 0), [0.0, 1.0]);
    }
}
