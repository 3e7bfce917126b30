//! The report of a match, as its JSON file has it. `text` says it in sentences.

mod faults;
mod reductions;
mod timing;
mod tournament;

pub use reductions::{PolicyReport, ReducedReport, ReductionReport};
pub use tournament::{PlacesReport, TournamentReport};

use crate::reduce;
use crate::run::{Bot, End, Outcome, Settings};
use crate::schedule::{self, Format, Seatings};
use crate::score::{Counts, Scores, scores, tournament_scores};
use crate::session::Stopped;
use crate::stats::{CONFIDENCE, Drift, Estimate, LEAST_FOR_INTERVAL, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

/// The format of the file, which `match.v1.schema.json` describes. Fields are only ever added.
pub const FORMAT: &str = "cardroom.match.v1";

/// Everything that is known of a match. Without `timing`, it follows from the command alone.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    pub format: &'static str,
    /// The version of the program.
    pub version: &'static str,
    /// The options that decide the result.
    pub command: Vec<String>,
    pub seed: u64,
    pub game: GameReport,
    pub schedule: ScheduleReport,
    /// The file of the decks; absent if they follow from the seed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<DeckReport>,
    /// The tournament that each deal is; absent in a match of hands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentReport>,
    pub bots: Vec<BotReport>,
    pub ended: EndReport,
    pub hands: u64,
    pub decisions: u64,
    /// How luck was taken out of the reduced results; absent without `--reduce`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduction: Option<ReductionReport>,
    pub tables: Vec<TableReport>,
    pub faults: Vec<FaultReport>,
    pub timing: Timing,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameReport {
    pub name: String,
    pub stakes: String,
    /// The unit of results: a big blind, or a small bet in games with a bring-in.
    pub unit: &'static str,
    pub unit_chips: u64,
    pub stack: u64,
    pub rulebook: String,
    /// Whether all hands are of one game, which has a board or not.
    #[serde(skip)]
    pub is_one_game: bool,
    #[serde(skip)]
    pub has_board: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ScheduleReport {
    pub format: &'static str,
    pub seatings: &'static str,
    /// `reset` if every hand starts from full stacks, and `carry` if they are played on with.
    pub stacks: &'static str,
    /// How often each deal is played at a table.
    pub times: u64,
    pub deals: u32,
    /// How many lives the players have in each seating.
    pub sessions: u32,
}

/// The file that the decks are from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DeckReport {
    pub decks: u32,
    pub sha256: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BotReport {
    pub name: String,
    pub player: String,
    /// The command that starts it and its arguments; absent for a brain.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The protocol that it speaks, with its version; absent for a brain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub protocol: Option<&'static str>,
    /// SHA-256 of its file; absent for a brain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EndReport {
    pub how: &'static str,
    /// Says why the match stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The results of the bots that met at a table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TableReport {
    /// How often its deals were complete.
    pub deals: usize,
    pub results: Vec<ResultReport>,
    /// Whether the first bot's hands depend on each other. Absent with few hands, and with several
    /// lives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drift: Option<DriftReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestReport>,
    pub scores: Vec<DealReport>,
}

/// A bot's results at a table, in thousandths of a big blind a hand, or of the buy-in a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ResultReport {
    pub bot: String,
    pub rate: f64,
    /// Half the width of the interval; absent with fewer than 30 deals.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
    pub deviation: f64,
    /// In big blinds for 100 hands; absent in tournaments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub big_blinds_per_100: Option<f64>,
    /// `better` or `worse` than zero, or `open`.
    pub verdict: &'static str,
    /// The result in which all-in hands count by their equity; absent without `--equity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equity: Option<ReducedReport>,
    /// The result without luck; absent without `--reduce`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reduced: Option<ReducedReport>,
    /// The same hands as if they had not been paired; absent if they were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unpaired: Option<UnpairedReport>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UnpairedReport {
    pub rate: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
    pub deviation: f64,
    pub hands: usize,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DriftReport {
    pub lag_one: f64,
    pub lag_one_is_significant: bool,
    /// The second half less the first.
    pub halves: f64,
    pub halves_differ: bool,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TestReport {
    pub low: f64,
    pub high: f64,
    pub log_likelihood_ratio: f64,
    /// `at_most_low`, `at_least_high` or `open`.
    pub verdict: &'static str,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DealReport {
    pub deal: u32,
    /// The mean of each bot over the seatings, in the order of `results`.
    pub scores: Vec<f64>,
}

/// The faults of one kind of a bot.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FaultReport {
    pub bot: String,
    pub kind: &'static str,
    pub count: usize,
    /// The first of them.
    pub session: u32,
    pub hand: u32,
    pub deal: u32,
    pub detail: String,
    /// The first bytes of its line, escaped.
    pub line: String,
}

/// The part of a report that differs from run to run.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Timing {
    pub seconds: f64,
    pub jobs: usize,
    pub bots: Vec<BotTiming>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotTiming {
    pub bot: String,
    pub decisions: u64,
    pub mean_us: f64,
    pub p99_us: f64,
}

/// Reports a match. `command` has the options that decide the result. `is_simultaneous` widens
/// the intervals so that all of them are right together.
#[must_use]
pub fn report(
    settings: &Settings,
    bots: &[Bot],
    outcome: &Outcome,
    command: Vec<String>,
    is_simultaneous: bool,
    jobs: usize,
) -> Report {
    let terms = &settings.conduct.terms;
    let groups = schedule::groups(settings.format, bots.len());
    let seats = groups.first().map_or(2, Vec::len);
    let tests = match (is_simultaneous, settings.format) {
        (false, _) => 1,
        (true, Format::Table) => bots.len(),
        (true, _) => groups.len(),
    };
    let tables = (0..groups.len()).map(|group| table(settings, bots, outcome, group, tests));
    let all: Vec<usize> = (0..seats).collect();
    let hands = outcome.sessions.iter().flat_map(|session| &session.hands);
    Report {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION"),
        command,
        seed: settings.conduct.seed,
        game: GameReport {
            name: terms.name(),
            stakes: terms.stakes(),
            unit: terms.unit(),
            unit_chips: terms.big_blind(),
            stack: terms.stack.0,
            rulebook: terms.rulebook.id.clone(),
            is_one_game: terms.plays.len() == 1,
            has_board: terms.plays.iter().all(|play| play.game.board_cards() > 0),
        },
        schedule: ScheduleReport {
            format: match settings.format {
                Format::RoundRobin => "round_robin",
                Format::Gauntlet => "gauntlet",
                Format::Table => "table",
            },
            seatings: match settings.seatings {
                Seatings::Rotate => "rotate",
                Seatings::All => "all",
                Seatings::One => "one",
            },
            stacks: settings.conduct.stacks.name(),
            times: schedule::seatings(settings.seatings, &all).len() as u64,
            deals: settings.deals,
            sessions: settings.sessions,
        },
        deck: settings
            .conduct
            .decks
            .as_ref()
            .map(|given| DeckReport { decks: given.count(), sha256: given.sha256.clone() }),
        tournament: tournament::tournament(settings, bots, outcome),
        bots: bots.iter().map(bot_report).collect(),
        ended: ended(&outcome.end),
        hands: hands.clone().count() as u64,
        decisions: hands.map(|hand| u64::from(hand.decisions)).sum(),
        reduction: reductions::reduction(settings, bots, outcome),
        tables: tables.collect(),
        faults: faults::faults(bots, outcome),
        timing: timing::timing(bots, outcome, jobs),
    }
}

fn bot_report(bot: &Bot) -> BotReport {
    let Bot { name, player, sha256, entrant } = bot;
    BotReport {
        name: name.clone(),
        player: player.clone(),
        command: entrant.command(),
        protocol: entrant.protocol(),
        sha256: sha256.clone(),
    }
}

fn ended(end: &End) -> EndReport {
    let (how, reason) = match end {
        End::Complete => ("complete", None),
        End::Early => ("early", None),
        End::Stopped(stopped) => {
            let how = match stopped {
                Stopped::Interrupted => "interrupted",
                Stopped::NotReady(_) => "not_ready",
                Stopped::Strict(_) => "strict",
                Stopped::Broken { .. } => "broken",
            };
            (how, Some(stopped.to_string()))
        }
    };
    EndReport { how, reason }
}

fn table(
    settings: &Settings,
    bots: &[Bot],
    outcome: &Outcome,
    group: usize,
    tests: usize,
) -> TableReport {
    let sessions = outcome.sessions.iter().filter(|session| session.plan.group == group);
    let played = sessions.map(|session| (&session.plan, session.hands.as_slice()));
    let is_of_hands = settings.conduct.tournament.is_none();
    let scored = if is_of_hands {
        scores(played.clone(), settings, Counts::Chips)
    } else {
        tournament_scores(outcome.sessions.iter(), settings)
    };
    let by_equity =
        settings.counts_equity.then(|| scores(played.clone(), settings, Counts::Equity));
    let reduced = settings.reduction.map(Counts::reduced);
    let without_luck = reduced.map(|counts| scores(played, settings, counts));
    let is_paired = schedule::seatings(settings.seatings, &scored.players).len() > 1;
    let results = scored.players.iter().enumerate().map(|(place, player)| {
        let whole = estimate(&scored, settings, place, tests);
        let unpaired = is_paired.then(|| {
            let hands = Estimate::of(&scored.hands[place], tests, LEAST_FOR_INTERVAL);
            UnpairedReport {
                rate: hands.mean,
                half_width: hands.half_width,
                deviation: hands.deviation,
                hands: hands.count,
            }
        });
        let reduced = |scored: &Scores| {
            let rest = estimate(scored, settings, place, tests);
            let hands = Estimate::of(&scored.hands[place], tests, LEAST_FOR_INTERVAL);
            ReducedReport {
                value: reduce::VALUE,
                rate: rest.mean,
                half_width: rest.half_width,
                deviation: rest.deviation,
                hand_deviation: hands.deviation,
            }
        };
        ResultReport {
            bot: bots[*player].name.clone(),
            rate: whole.mean,
            half_width: whole.half_width,
            deviation: whole.deviation,
            // A thousandth of a big blind a hand is a tenth of one in a hundred hands.
            big_blinds_per_100: is_of_hands.then_some(whole.mean / 10.0),
            verdict: match whole.is_above_zero() {
                Some(true) => "better",
                Some(false) => "worse",
                None => "open",
            },
            unpaired,
            equity: by_equity.as_ref().map(reduced),
            reduced: without_luck.as_ref().map(reduced),
        }
    });
    let drift = (settings.sessions == 1).then(|| Drift::of(&scored.sessions)).flatten();
    let test = outcome.test.filter(|_| group == 0).and_then(|(ratio, verdict)| {
        let Some(crate::run::Early::Test(test)) = settings.early else { return None };
        let verdict = match verdict {
            Verdict::AtMostLow => "at_most_low",
            Verdict::AtLeastHigh => "at_least_high",
            Verdict::Open => "open",
        };
        Some(TestReport { low: test.low, high: test.high, log_likelihood_ratio: ratio, verdict })
    });
    TableReport {
        results: results.collect(),
        deals: scored.deals.len(),
        drift: drift.map(drift_report),
        test,
        scores: scored
            .deals
            .iter()
            .map(|deal| DealReport { deal: deal.deal, scores: deal.scores.clone() })
            .collect(),
    }
}

fn drift_report(drift: Drift) -> DriftReport {
    let Drift { lag_one, halves, lag_one_is_significant, halves_differ } = drift;
    DriftReport { lag_one, lag_one_is_significant, halves, halves_differ }
}

/// Estimates a rate over the deals, or over the lives of the players if they have several.
fn estimate(scored: &Scores, settings: &Settings, place: usize, tests: usize) -> Estimate {
    let deals: Vec<f64> = scored.deals.iter().map(|deal| deal.scores[place]).collect();
    if settings.sessions == 1 {
        return Estimate::of(&deals, tests, LEAST_FOR_INTERVAL);
    }
    let mut lives: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for deal in &scored.deals {
        lives.entry(deal.part).or_default().push(deal.scores[place]);
    }
    let mean = |scores: &Vec<f64>| scores.iter().sum::<f64>() / scores.len() as f64;
    let means: Vec<f64> = lives.values().map(mean).collect();
    Estimate::of(&means, tests, if deals.len() < LEAST_FOR_INTERVAL { usize::MAX } else { 2 })
}

/// Returns the share of intervals that are right, in percent.
#[must_use]
pub fn confidence_percent() -> f64 {
    CONFIDENCE * 100.0
}

#[cfg(test)]
mod tests;
