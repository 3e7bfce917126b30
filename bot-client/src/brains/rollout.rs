//! Decides by simulated continuations, in every game.
//!
//! At each decision it deals the hidden cards many times (`worlds`). A deal counts the more, the
//! better the opponents' hands fit what they have bet (`reading`). In each deal it plays every
//! action that it considers to the end of the hand, with simple players (`continuation`), and takes
//! the action that wins the most. It uses only what its seat sees, and the same seed gives the same
//! decisions.

mod continuation;
mod reading;
mod worlds;

use self::continuation::{Plan, Spot};
use self::reading::Reading;
use self::worlds::{World, worlds};
use super::tight_aggressive::wager;
use crate::model::Hand;
use crate::seed::{Purpose, Seed};
use crate::{Action, Brain, Chips, Choices, LegalActions, Table, TableEvent};
use chacha20::ChaCha12Rng;

/// The normal number of deals for a decision.
const DEALS: u32 = 240;
/// The sizes of bets and raises that it considers, in percent of the pot after a call.
const SIZES: [u64; 3] = [50, 100, 200];
/// The largest all-in that it considers, in percent of the pot after a call. Simple players do not
/// know which hands call a larger one.
const LARGEST: u64 = 400;
/// A bet or raise must be better than a check or a call by this many standard errors, because the
/// best of several estimates is too high.
const SURE: f64 = 0.7;

/// Plays every game by simulated continuations against the hands that the betting suggests.
#[derive(Debug)]
pub struct Rollout {
    rng: ChaCha12Rng,
    /// How often the hidden cards are dealt for a decision.
    deals: u32,
    reading: Reading,
}

impl Rollout {
    /// Makes a brain that plays the same hands the same way for the same seed.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self::with_budget(seed, DEALS)
    }

    /// Makes a brain that deals the hidden cards this many times for each decision. The time of a
    /// decision grows with it.
    #[must_use]
    pub fn with_budget(seed: Seed, deals: u32) -> Self {
        let deals = deals.max(1);
        Self { rng: seed.rng(Purpose::Play), deals, reading: Reading::default() }
    }

    /// Returns the action that wins the most.
    fn best(&mut self, table: &Table, hand: &Hand, legal: &LegalActions) -> Action {
        let worlds = worlds(table, hand, &self.reading, self.deals, &mut self.rng);
        let Some(spot) = Spot::of(table, hand, &self.reading).filter(|_| !worlds.is_empty()) else {
            return legal.check_or_call();
        };
        let passive = legal.check_or_call();
        let results = |plan: Plan| -> Vec<f64> {
            worlds.iter().map(|world| spot.play(plan, world)).collect()
        };
        let to_call = legal.call.map_or(0, |call| call.0);
        let stays = results(Plan::Stay(to_call));
        let (mut base, mut best, mut most) = (stays.clone(), passive, mean(&worlds, &stays));
        if most < 0.0 && legal.fold && !legal.check && legal.bring_in.is_none() {
            (base, best, most) = (vec![0.0; worlds.len()], Action::Fold, 0.0);
        }
        for action in wagers(table, legal) {
            let (Action::Bet(to) | Action::RaiseTo(to)) = action else { continue };
            let bets = results(Plan::Wager(to.0));
            let gains: Vec<f64> = bets.iter().zip(&base).map(|(bet, base)| bet - base).collect();
            let sure = mean(&worlds, &bets) - SURE * error(&worlds, &gains);
            if sure > most {
                (best, most) = (action, sure);
            }
        }
        best
    }
}

impl Brain for Rollout {
    fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
        let Some(hand) = &table.hand else { return legal.check_or_fold() };
        if legal.wager.is_none() && (legal.check || legal.call.is_none()) {
            return legal.check_or_call();
        }
        self.best(table, hand, legal)
    }

    fn hand_started(&mut self, _table: &Table) {
        self.reading = Reading::default();
    }

    fn saw(&mut self, table: &Table, event: &TableEvent) {
        if let (TableEvent::Acted(acted), Some(hand)) = (event, &table.hand) {
            self.reading.note(table, hand, acted);
        }
    }
}

/// Returns the bets and raises to consider.
fn wagers(table: &Table, legal: &LegalActions) -> Vec<Action> {
    let Some(range) = legal.wager else { return Vec::new() };
    let call = table.to_call().0;
    let bet = table.hero().map_or(0, |hero| hero.bet.0);
    let pot = table.pot_total().0 + call;
    let of_pot = |percent: u64| Chips(bet + call + pot.saturating_mul(percent) / 100);
    let all_in = Some(range.max_to).filter(|to| range.fixed || *to <= of_pot(LARGEST));
    let sizes = SIZES.into_iter().map(of_pot).chain(all_in);
    let mut wagers = Vec::new();
    for to in sizes {
        let action = wager(table, legal, to);
        if !wagers.contains(&action) {
            wagers.push(action);
        }
    }
    wagers
}

/// Returns the mean of results over the deals, by their weights.
fn mean(worlds: &[World], results: &[f64]) -> f64 {
    let all: f64 = worlds.iter().map(|world| world.weight).sum();
    let sum: f64 = worlds.iter().zip(results).map(|(world, result)| world.weight * result).sum();
    sum / all
}

/// Returns the standard error of the mean.
fn error(worlds: &[World], results: &[f64]) -> f64 {
    let mean = mean(worlds, results);
    let all: f64 = worlds.iter().map(|world| world.weight).sum();
    let squares = worlds
        .iter()
        .zip(results)
        .map(|(world, result)| (world.weight / all * (result - mean)).powi(2));
    squares.sum::<f64>().sqrt()
}
