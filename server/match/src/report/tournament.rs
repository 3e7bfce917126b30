//! The part of a report that only a match of tournaments has.

use crate::run::{Bot, Outcome, Settings};
use crate::score::tallies;
use crate::tournament::DECISION;
use serde::Serialize;

/// The unit of all scores of such a match.
pub(super) const UNIT: &str = "thousandths of the buy-in";

/// The tournament that was played, and the places of the bots in it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TournamentReport {
    pub id: String,
    pub name: String,
    /// The unit of `rate`, `half_width`, `deviation` and `scores`. A score is a prize less an even
    /// share of the pool.
    pub unit: &'static str,
    /// In cents, without the fee.
    pub buy_in: u64,
    /// In cents; 0 if no tournament was played to its end.
    pub pool: u64,
    /// How long each decision takes on the tournament's clock.
    pub decision_ms: u64,
    pub bots: Vec<PlacesReport>,
}

/// The places of a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PlacesReport {
    pub bot: String,
    pub tournaments: usize,
    /// How often it came first, second and so on.
    pub places: Vec<u32>,
    pub mean_place: f64,
    /// Its part of all prize pools, in percent.
    pub pool_percent: f64,
}

/// Reports the tournaments of a match, if it has any.
pub(super) fn tournament(
    settings: &Settings,
    bots: &[Bot],
    outcome: &Outcome,
) -> Option<TournamentReport> {
    let terms = settings.conduct.tournament.as_ref()?;
    let mut finished = outcome.sessions.iter().filter_map(|session| session.finish.as_ref());
    let places = tallies(&outcome.sessions).into_iter().map(|tally| {
        let sum: u64 = (1_u64..).zip(&tally.places).map(|(at, n)| at * u64::from(*n)).sum();
        PlacesReport {
            bot: bots[tally.player].name.clone(),
            tournaments: tally.tournaments,
            mean_place: sum as f64 / tally.tournaments.max(1) as f64,
            places: tally.places,
            pool_percent: tally.pool_percent,
        }
    });
    Some(TournamentReport {
        id: terms.id().to_owned(),
        name: terms.name().to_owned(),
        unit: UNIT,
        buy_in: terms.buy_in(),
        pool: finished.next().map_or(0, |finish| finish.pool),
        decision_ms: DECISION.0,
        bots: places.collect(),
    })
}
