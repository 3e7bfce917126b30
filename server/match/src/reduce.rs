//! Takes luck out of a result (Burch, Schmid, Moravčík, Morrill and Bowling, "AIVAT", AAAI 2018).
//! `--reduce chance` takes out the luck of the cards, and `--reduce aivat` also that of the actions
//! which a player draws from stated probabilities. `--equity` takes out only the luck of the cards
//! that come when no decision is left. [`VALUE.md`](../../VALUE.md) has the formulas.
//!
//! Whenever cards are dealt, the value of a seat jumps, and the jump has a mean of zero over the
//! cards that could have come, whatever the players do. The same holds for an action over those
//! that a player could have drawn. The sum of the jumps is luck. The result less the luck has the
//! same mean as the result, and less spread.
//!
//! The value function is fixed, and was fitted to no hand.

mod run_outs;
mod stakes;

use self::run_outs::{BOARD, RunOuts};
pub(crate) use self::stakes::{Effect, Stake, stakes};
use self::stakes::{called, live, pots};
use cardroom_cards::Card;
use cardroom_rules::{Deal, Forced, Game, Play};
use chacha20::ChaCha20Rng;

/// The name and version of the value function.
pub const VALUE: &str = "value.v1";

/// The boards that are drawn to estimate equities before the flop for two players. The mistake of
/// an estimate has a mean of zero, and is independent of everything else.
const BOARDS: u32 = 2_000;
/// The boards for a hand that ended before the flop, where little depends on it.
const BOARDS_WITHOUT_FLOP: u32 = 100;
/// The boards where no decision is left before the flop, for any number of players.
const BOARDS_OF_ALL_INS: u32 = 10_000;
/// The cards on the board from which on all boards that can come are looked at.
const FLOP: usize = 3;

/// The kinds of luck that a result can be without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reduction {
    /// The luck of the cards.
    Chance,
    /// The luck of the cards and of the actions that are drawn from stated probabilities.
    Aivat,
}

impl Reduction {
    /// Returns the name in reports and on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chance => "chance",
            Self::Aivat => "aivat",
        }
    }
}

/// How many chips of each seat's result were luck, by number of the seat. They add up to zero.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Luck {
    /// The luck of all cards.
    pub cards: Vec<f64>,
    /// The luck of the cards that came when no decision was left.
    pub at_the_end: Vec<f64>,
    /// The luck of the actions that were drawn from stated probabilities.
    pub actions: Vec<f64>,
    /// How many actions of each seat were drawn from stated probabilities.
    pub drawn: Vec<u32>,
}

/// Everything in a hand that was left to chance.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Story {
    pub(crate) chances: Vec<Chance>,
    pub(crate) draws: Vec<Draw>,
    /// How often cards had been dealt when a player decided for the last time.
    pub(crate) last_decision: usize,
}

/// Cards that were dealt, with what they were dealt for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Chance {
    pub(crate) stakes: Vec<Stake>,
    /// The board cards; empty for the players' own.
    pub(crate) cards: Vec<Card>,
}

/// An action that was drawn from stated probabilities.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Draw {
    pub(crate) seat: usize,
    /// How often cards had been dealt.
    pub(crate) dealt: usize,
    /// The stakes before the action.
    pub(crate) stakes: Vec<Stake>,
    /// The actions with their probabilities, which add up to 1.
    pub(crate) options: Vec<(Effect, f64)>,
    /// Which of them was drawn.
    pub(crate) taken: usize,
}

/// Returns `true` if the value function knows all these games: those with blinds, in which players
/// get cards only once, face down, and keep them, and a board of five decides.
#[must_use]
pub(crate) fn knows(plays: &[Play]) -> bool {
    plays.iter().all(|play| knows_game(&play.game))
}

fn knows_game(game: &Game) -> bool {
    let Some((first, later)) = game.streets.split_first() else { return false };
    let is_down = |deal: &Deal| matches!(deal, Deal::Down(_));
    let is_board = |deal: &Deal| matches!(deal, Deal::Burn | Deal::Board(_));
    let downs = first.deal.iter().filter(|deal| is_down(deal)).count();
    let fits = first.deal.iter().all(|deal| is_down(deal) || is_board(deal)) && downs == 1;
    let later_fits = later.iter().flat_map(|street| &street.deal).all(is_board);
    game.forced == Forced::Blinds && fits && later_fits && game.board_cards() == BOARD
}

/// Returns the luck in a hand between players who held these cards.
pub(crate) fn luck(numbers: ChaCha20Rng, game: &Game, holes: &[Vec<Card>], story: &Story) -> Luck {
    let mut table = OpenTable::new(numbers, game, holes, story);
    let mut luck = Luck {
        cards: vec![0.0; holes.len()],
        at_the_end: vec![0.0; holes.len()],
        actions: vec![0.0; holes.len()],
        drawn: vec![0; holes.len()],
    };
    for (place, chance) in story.chances.iter().enumerate() {
        let jump = table.jump(place, chance);
        add(&mut luck.cards, &jump);
        if place >= story.last_decision {
            add(&mut luck.at_the_end, &jump);
        }
    }
    for draw in &story.draws {
        add(&mut luck.actions, &table.surprise(draw));
        luck.drawn[draw.seat] += 1;
    }
    luck
}

/// A table on which all hands are turned over, street by street.
struct OpenTable {
    /// The boards that can come, after each time that cards were dealt.
    streets: Vec<RunOuts>,
    seats: usize,
}

impl OpenTable {
    fn new(mut numbers: ChaCha20Rng, game: &Game, holes: &[Vec<Card>], story: &Story) -> Self {
        let seats = holes.len();
        let mut board = Vec::new();
        let boards: Vec<Vec<Card>> = story
            .chances
            .iter()
            .map(|chance| {
                board.extend(&chance.cards);
                board.clone()
            })
            .collect();
        let most = boards_to_draw(seats, &boards, story);
        let streets = boards.iter().zip(&story.chances).map(|(board, chance)| {
            RunOuts::of(game, holes, live(&chance.stakes), board, most, &mut numbers)
        });
        Self { streets: streets.collect(), seats }
    }

    /// Returns how much cards changed the value of each seat.
    fn jump(&mut self, place: usize, chance: &Chance) -> Vec<f64> {
        let mut jumps = vec![0.0; self.seats];
        for (pot, seats) in pots(&chance.stakes) {
            let before = match place.checked_sub(1) {
                Some(before) => self.streets[before].shares(seats).to_vec(),
                // Hands of which nothing is known are worth the same.
                None => equal_shares(self.seats, seats),
            };
            let after = self.streets[place].shares(seats);
            for ((jump, before), after) in jumps.iter_mut().zip(before).zip(after) {
                *jump += pot as f64 * (after - before);
            }
        }
        balanced(jumps)
    }

    /// Returns how much more each seat has after an action than after an average one.
    fn surprise(&mut self, draw: &Draw) -> Vec<f64> {
        let mut average = vec![0.0; self.seats];
        let mut taken = Vec::new();
        for (place, (effect, probability)) in draw.options.iter().enumerate() {
            let value = self.value(draw, *effect);
            for (average, value) in average.iter_mut().zip(&value) {
                *average += probability * value;
            }
            if place == draw.taken {
                taken = value;
            }
        }
        balanced(taken.iter().zip(average).map(|(taken, average)| taken - average).collect())
    }

    /// Returns how much each seat wins or loses if all who owe chips after an action call, and no
    /// player bets any more.
    fn value(&mut self, draw: &Draw, effect: Effect) -> Vec<f64> {
        let stakes = called(&draw.stakes, draw.seat, effect);
        let mut value: Vec<f64> = stakes.iter().map(|stake| -(stake.paid as f64)).collect();
        for (pot, seats) in pots(&stakes) {
            let street = draw.dealt.checked_sub(1).and_then(|dealt| self.streets.get_mut(dealt));
            let shares = match street {
                Some(street) if seats.count_ones() > 1 => street.shares(seats).to_vec(),
                _ => equal_shares(self.seats, seats),
            };
            for (value, share) in value.iter_mut().zip(shares) {
                *value += pot as f64 * share;
            }
        }
        value
    }
}

/// Returns how many boards are drawn where three or more cards are missing.
fn boards_to_draw(seats: usize, boards: &[Vec<Card>], story: &Story) -> u32 {
    let before_flop = boards.iter().filter(|board| board.len() < FLOP).count();
    let has_flop = boards.len() > before_flop;
    let shared = |boards: u32| 2 * boards / u32::try_from(seats).unwrap_or(u32::MAX).max(2);
    match has_flop {
        true if story.last_decision <= before_flop => BOARDS_OF_ALL_INS,
        false if story.draws.is_empty() => shared(BOARDS_WITHOUT_FLOP),
        _ => shared(BOARDS),
    }
}

fn equal_shares(seats: usize, playing: stakes::Seats) -> Vec<f64> {
    let share = 1.0 / f64::from(playing.count_ones().max(1));
    (0..seats).map(|seat| if playing & (1 << seat) == 0 { 0.0 } else { share }).collect()
}

/// Makes the amounts add up to zero to the last bit: what one wins, others lose.
fn balanced(mut amounts: Vec<f64>) -> Vec<f64> {
    if let Some((last, others)) = amounts.split_last_mut() {
        *last = -others.iter().sum::<f64>();
    }
    amounts
}

fn add(sums: &mut [f64], amounts: &[f64]) {
    for (sum, amount) in sums.iter_mut().zip(amounts) {
        *sum += amount;
    }
}

#[cfg(test)]
mod tests;
