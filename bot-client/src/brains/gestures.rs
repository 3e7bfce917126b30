//! Regular and irregular wagers as people make them, drawn from a seed. This brain exercises the
//! rules of a hybrid table.

use super::RandomLegal;
use crate::gestures::{change_for, push, raise_to, say, say_amount, say_figure, with_chips};
use crate::seed::{Purpose, Seed};
use crate::{Action, Brain, Chips, DiscardRange, Gesture, LegalActions, Table};
use cardroom_cards::CardSet;
use cardroom_protocol::hybrid::{Limit, Words};
use chacha20::ChaCha12Rng;
use rand::RngExt as _;

/// The denominations on the table, as multiples of its unit.
const CHIPS: [u64; 5] = [1, 5, 20, 100, 500];

/// Plays like [`RandomLegal`], but at hybrid tables it speaks and pushes chips. Usually it follows
/// the rules. Now and then it puts in too much or too little, is unclear, or acts out of turn.
#[derive(Debug)]
pub struct Gestures {
    plain: RandomLegal,
    rng: ChaCha12Rng,
}

impl Gestures {
    /// Makes a brain that does the same things at the same tables for the same seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self { plain: RandomLegal::new(seed), rng: seed.rng(Purpose::Custom(1)) }
    }

    fn one_in(&mut self, count: u32) -> bool {
        self.rng.random_ratio(1, count)
    }

    /// Makes a "check" or an equivalent gesture.
    fn check(&mut self) -> Gesture {
        match self.rng.random_range(0..8) {
            // A call with nothing to call is a check.
            0 => say(Words::Call),
            _ => say(Words::Check),
        }
    }

    fn call(&mut self, table: &Table, amount: Chips) -> Gesture {
        let sizes = sizes(table);
        let larger = sizes.iter().copied().find(|size| *size > amount.0);
        let larger = larger.filter(|size| table.hero().is_some_and(|hero| hero.stack.0 >= *size));
        let exact = change_for(amount, &sizes);
        match (self.rng.random_range(0..10), exact, larger) {
            // One large chip.
            (0..3, _, Some(chip)) => push(&[(chip, 1)]),
            (3..5, Some(chips), _) => push(&chips),
            (5, Some(chips), _) => with_chips(Words::Call, &chips),
            // Less than the call takes.
            (6, _, _) if amount.0 > 2 * sizes[0] => push(&[(sizes[0], 2)]),
            (7, _, _) => say_amount(Words::Amount, amount),
            // An invalid word, which binds the player only to a call or a fold.
            (8, _, _) if self.one_in(4) => say(Words::Check),
            _ => say(Words::Call),
        }
    }

    fn wager(&mut self, table: &Table, legal: &LegalActions, to: Chips) -> Gesture {
        let (sizes, bet) = (sizes(table), table.hero().map_or(0, |hero| hero.bet.0));
        let to_call = legal.call.map_or(0, |call| call.0);
        let least = legal.wager.map_or(to.0, |wager| wager.min_to.0);
        let exact = change_for(Chips(to.0.saturating_sub(bet)), &sizes);
        // The call plus a little more than half of the minimum raise, in small chips.
        let half = to_call + (least.saturating_sub(bet + to_call) * 3).div_ceil(5);
        let half = half - half % sizes[0];
        let words = if to_call > 0 { Words::Raise } else { Words::Bet };
        match (self.rng.random_range(0..12), exact) {
            (0..3, Some(chips)) => push(&chips),
            (3, Some(chips)) => with_chips(words, &chips),
            // The next word or push adds the amount.
            (4, _) => say(words),
            (5, _) => say(Words::Pot),
            (6, _) => say(Words::AllIn),
            (7, _) => say_figure(self.rng.random_range(1..10)),
            (8 | 9, _) => match change_for(Chips(half), &sizes[..1]) {
                Some(chips) if half > 0 => push(&chips),
                _ => say_amount(words, to),
            },
            (10, _) if self.one_in(4) => say(Words::Conditional),
            _ if to_call > 0 => raise_to(to),
            _ => say_amount(Words::Bet, to),
        }
    }
}

impl Brain for Gestures {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        self.plain.act(table, legal)
    }

    fn discard(&mut self, table: &Table, range: DiscardRange) -> CardSet {
        self.plain.discard(table, range)
    }

    fn run_it(&mut self, table: &Table, most: u8) -> u8 {
        self.plain.run_it(table, most)
    }

    fn choose_game(&mut self, table: &Table) -> Option<u8> {
        self.plain.choose_game(table)
    }

    fn gesture(&mut self, table: &Table, legal: &LegalActions) -> Option<Gesture> {
        let limit = table.hybrid.as_ref()?.limit(table.hero_seat?);
        if let (Some(Limit::Wager), Some(range)) = (limit, legal.wager) {
            // The amount that the player is bound to.
            return Some(raise_to(range.min_to));
        }
        if limit.is_some() || legal.bring_in.is_some() || self.one_in(8) {
            return None;
        }
        Some(match self.plain.act(table, legal) {
            Action::Fold => say(Words::Fold),
            Action::Check => self.check(),
            Action::Call => self.call(table, legal.call.unwrap_or_default()),
            Action::Bet(to) | Action::RaiseTo(to) => self.wager(table, legal, to),
            Action::BringIn => return None,
        })
    }

    fn interject(&mut self, table: &Table) -> Option<Gesture> {
        let waits = table.hybrid.as_ref()?.has_acted_out_of_turn(table.hero_seat?);
        if waits || !self.one_in(10) {
            return None;
        }
        Some(match self.rng.random_range(0..6) {
            0 => say(Words::Fold),
            1 => say(Words::Raise),
            2 => push(&[(sizes(table)[1], 1)]),
            3 => say(Words::Check),
            _ => say(Words::Call),
        })
    }
}

/// Returns the denominations of the table, the smallest first.
fn sizes(table: &Table) -> [u64; 5] {
    CHIPS.map(|chip| chip * table.info.unit.0.max(1))
}
