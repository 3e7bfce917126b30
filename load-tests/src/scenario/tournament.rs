//! Tournaments: a field of bots under each rulebook, played to the winner, with late entries,
//! re-entries and cut connections. A witness counts chips and compares tables.
//!
//! It measures nothing but time. It checks that tournaments are played correctly.

use super::ScenarioError;
use super::ranges::whole;
use crate::crowd;
use crate::progress::{Progress, UPDATE_EVERY};
use crate::server_process::{Announced, Offer};
use crate::system;
use crate::target::{Room, TargetArguments};
use cardroom_bot::brains::TightAggressive;
use cardroom_bot::connection::Endpoint;
use cardroom_bot::standings::Standings;
use cardroom_bot::swarm::{Summary, SwarmBuilder};
use cardroom_bot::terms::Terms;
use cardroom_bot::witness::{Seen, Witness};
use cardroom_bot::{
    DealPart, Encoding, Outcome, Settings, Swarm, ThinkTime, TournamentPlan, WhichTournament,
    verdict,
};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use toml::{Table, Value};

/// The structure, without the parts in which rulebooks differ.
const STRUCTURE: &str = include_str!("tournament.toml");
/// The name of the tournament in the lobby.
const NAME: &str = "Load";
/// How long bots have to enter. A bot that finds the tournament full of other
/// players waits no longer.
const ENTRY_MINUTES: u32 = 1;
/// How long the room may take to end a finished tournament.
const CLOSING: Duration = Duration::from_secs(30);

/// The tournaments to play.
#[derive(Clone, Debug, clap::Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct TournamentArguments {
    /// Rulebooks, separated by commas; one tournament under each, one after the other
    #[arg(long, value_delimiter = ',', value_name = "IDS", value_parser = rulebook)]
    #[arg(default_values_t = Terms::RULEBOOKS.map(str::to_owned))]
    #[serde(deserialize_with = "rulebooks")]
    rulebooks: Vec<String>,
    /// Number of bots that enter, late ones included
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(2..=20_000))]
    #[serde(deserialize_with = "whole::<_, _, 2, 20_000>")]
    entrants: u32,
    /// Percentage of them that enter after the start
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(0..=90))]
    #[serde(deserialize_with = "whole::<_, _, 0, 90>")]
    late_percent: u32,
    /// Re-entries of a bot that is out, where the rulebook allows them
    #[arg(long, default_value_t = 1, value_name = "N")]
    re_entries: u32,
    /// Cut each connection about every N seconds; 0 for never
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    drop_every: u64,
    /// Seconds that a level lasts
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=3_600))]
    #[serde(deserialize_with = "whole::<_, _, 1, 3_600>")]
    level: u32,
    /// How long the bots think: none, human, milliseconds (250) or a range of them (100..500)
    #[arg(long, default_value = "10..40", value_name = "TIME")]
    #[serde(deserialize_with = "crowd::think_time")]
    think: ThinkTime,
    /// Seconds after which a tournament has failed
    #[arg(long, default_value_t = 1_200, value_name = "SECONDS")]
    within: u64,
    /// Seed of everything random about the bots
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    #[serde(skip)]
    target: TargetArguments,
}

impl Default for TournamentArguments {
    /// Returns the defaults of the command line.
    fn default() -> Self {
        Self {
            rulebooks: Terms::RULEBOOKS.map(str::to_owned).to_vec(),
            entrants: 1_000,
            late_percent: 10,
            re_entries: 1,
            drop_every: 30,
            level: 12,
            think: ThinkTime::Uniform {
                min: Duration::from_millis(10),
                max: Duration::from_millis(40),
            },
            within: 1_200,
            seed: 1,
            target: TargetArguments::default(),
        }
    }
}

fn rulebooks<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let ids = Vec::<String>::deserialize(deserializer)?;
    ids.iter().map(|id| rulebook(id).map_err(D::Error::custom)).collect()
}

fn rulebook(text: &str) -> Result<String, String> {
    match Terms::of(text) {
        Some(_) => Ok(text.to_owned()),
        None => Err(format!("one of {}", Terms::RULEBOOKS.join(", "))),
    }
}

/// The results of one tournament.
pub(crate) struct Played {
    rulebook: String,
    summary: Summary,
    seen: Seen,
    /// Everything that was wrong.
    problems: Vec<String>,
}

impl Played {
    /// Returns `true` if nothing was wrong.
    pub(crate) fn is_ok(&self) -> bool {
        self.problems.is_empty()
    }
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (totals, seen) = (&self.summary.totals, &self.seen);
        write!(
            f,
            "{}: {} entries ({} late, {} again), {} hands in {:.0} s, {} moves, {} connections cut, {} \
             back\n  {seen}",
            self.rulebook,
            seen.entries,
            totals.late_entries,
            seen.re_entries,
            totals.hands,
            self.summary.time.as_secs_f64(),
            totals.moves,
            totals.drops,
            totals.reconnects,
        )?;
        for (reason, count) in &self.summary.limits {
            write!(f, "\n  refused by a limit of the server: {count} {reason}")?;
        }
        self.problems.iter().try_for_each(|problem| write!(f, "\n  wrong: {problem}"))
    }
}

/// Plays a tournament under each rulebook, and reports each as soon as it is over. Returns whether
/// all of them were correct.
pub(crate) async fn run(
    arguments: &TournamentArguments,
    interrupted: CancellationToken,
    mut tell: impl FnMut(&Played) -> std::io::Result<()>,
) -> Result<bool, ScenarioError> {
    arguments.target.check()?;
    if !arguments.target.starts_server() {
        return Err(ScenarioError::OwnServer);
    }
    system::allow_connections(u64::from(arguments.entrants))?;
    let mut all = true;
    for rulebook in &arguments.rulebooks {
        if interrupted.is_cancelled() {
            break;
        }
        let played = arguments.play(rulebook, &interrupted).await?;
        all &= played.is_ok();
        tell(&played).map_err(ScenarioError::Tell)?;
    }
    Ok(all)
}

impl TournamentArguments {
    /// Scales the number of entrants.
    pub(super) fn scaled(self, size: f64) -> Self {
        Self { entrants: crowd::scaled(self.entrants, size).max(2), ..self }
    }

    /// Sets the server under test.
    pub(super) fn at(self, target: &TargetArguments) -> Self {
        Self { target: target.clone(), ..self }
    }

    async fn play(
        &self,
        rulebook: &str,
        interrupted: &CancellationToken,
    ) -> Result<Played, ScenarioError> {
        let announced = Announced {
            name: NAME.to_owned(),
            structure: NAME.to_lowercase(),
            text: structure(rulebook, self.level, self.re_entries),
            starts_in_minutes: Some(ENTRY_MINUTES),
        };
        let room = self.target.open(Offer::Tournament(announced)).await?;
        let endpoint = Endpoint::resolve(room.url()).await?;
        let which = WhichTournament::Name(NAME.to_owned());
        let witness = Witness::find(&endpoint, Encoding::Binary, &which, None).await?;
        let terms = witness.terms();
        let watching = tokio::spawn(witness.watch());
        let swarm = self.swarm(room.url(), &terms).start().await?;
        let mut problems = Vec::new();
        let summary = self.watch(swarm, rulebook, interrupted, &mut problems).await;
        let seen = self.judge(&endpoint, rulebook, &summary, watching, &mut problems).await;
        problems.extend(books(&room).await);
        if let Err(error) = room.close().await {
            problems.push(error);
        }
        Ok(Played { rulebook: rulebook.to_owned(), summary, seen, problems })
    }

    fn swarm(&self, url: &str, terms: &Terms) -> SwarmBuilder {
        let bots = usize::try_from(self.entrants).unwrap_or(usize::MAX);
        let plan = TournamentPlan::named(NAME)
            .late_from(bots - bots * usize::try_from(self.late_percent).unwrap_or(0) / 100)
            .re_entries(self.re_entries)
            .by(terms);
        let settings = Settings {
            deals: DealPart::Absent,
            name_prefix: "load-".to_owned(),
            tournament: Some(plan),
            think_time: self.think,
            drop_every: (self.drop_every > 0).then(|| Duration::from_secs(self.drop_every)),
            ..Settings::default()
        };
        Swarm::builder(url)
            .bots(bots)
            .seed(self.seed)
            .settings(settings)
            .brain(|bot| TightAggressive::new(bot.seed))
            .connect_attempts(100)
    }

    /// Waits until all bots have ended or the time is up, and shows the progress.
    async fn watch(
        &self,
        mut swarm: Swarm,
        rulebook: &str,
        interrupted: &CancellationToken,
        problems: &mut Vec<String>,
    ) -> Summary {
        let mut progress = Progress::new();
        progress.phase("playing", None);
        let mut outcomes: Vec<Outcome> = Vec::new();
        let mut look = tokio::time::interval(UPDATE_EVERY);
        let too_late = Duration::from_secs(self.within + u64::from(ENTRY_MINUTES) * 60);
        while !swarm.stop_token().is_cancelled() {
            tokio::select! {
                outcome = swarm.next_outcome() => match outcome {
                    Some(outcome) => outcomes.push(outcome),
                    None => break,
                },
                _ = look.tick() => {
                    let totals = swarm.totals();
                    let over = totals.entries_over;
                    let (entries, hands) = (totals.entries, totals.hands);
                    progress.update(&format!("{rulebook}: {over} of {entries} out, {hands} hands"));
                    if swarm.time() > too_late {
                        problems.push(format!("it is not over after {} s", too_late.as_secs()));
                        swarm.stop_token().cancel();
                    }
                }
                () = interrupted.cancelled() => {
                    problems.push("interrupted".to_owned());
                    swarm.stop_token().cancel();
                }
            }
        }
        progress.finish();
        let time = swarm.time();
        let stopped = swarm.stop().await;
        outcomes.extend(stopped.outcomes.iter().cloned());
        Summary { outcomes, time, ..stopped }
    }

    /// Checks the tournament from the bots, the standings and the witness.
    async fn judge(
        &self,
        endpoint: &Endpoint,
        rulebook: &str,
        summary: &Summary,
        watching: JoinHandle<Result<Seen, cardroom_bot::connection::ConnectionError>>,
        problems: &mut Vec<String>,
    ) -> Seen {
        let abort = watching.abort_handle();
        let seen = match tokio::time::timeout(CLOSING, watching).await {
            Ok(Ok(Ok(seen))) => Some(seen),
            Ok(Ok(Err(error))) => {
                problems.push(format!("the witness: {error}"));
                None
            }
            Ok(Err(error)) => {
                problems.push(format!("the witness: {error}"));
                None
            }
            Err(_) => {
                abort.abort();
                problems.push("the witness has not seen the end".to_owned());
                None
            }
        };
        let standings = match summary.results.first().map(|result| result.tournament) {
            Some(tournament) => {
                Standings::read_final(endpoint, Encoding::Binary, tournament, None).await
            }
            None => {
                problems.push("nobody has played".to_owned());
                return seen.unwrap_or_default();
            }
        };
        match standings {
            Ok(standings) => {
                problems.extend(verdict::problems(summary, &standings, seen.as_ref()));
            }
            Err(error) => problems.push(format!("the standings: {error}")),
        }
        let seen = seen.unwrap_or_default();
        problems.extend(self.missing(rulebook, summary, &seen));
        seen
    }

    /// Lists requested events that did not happen, and so were not tested.
    fn missing(&self, rulebook: &str, summary: &Summary, seen: &Seen) -> Vec<String> {
        let totals = &summary.totals;
        let again = self.re_entries > 0 && takes_re_entries(rulebook);
        let due = [
            (self.late_percent > 0 && totals.late_entries == 0, "nobody came late"),
            (again && seen.re_entries == 0, "nobody entered again"),
            (self.drop_every > 0 && totals.drops == 0, "no connection was cut"),
            (totals.reconnects < totals.drops / 2, "those who were cut off did not come back"),
            (seen.counts == 0, "the chips were never counted"),
            (seen.comparisons == 0, "the tables were never compared"),
        ];
        due.iter()
            .filter(|(is_missing, _)| *is_missing)
            .map(|(_, what)| (*what).to_owned())
            .collect()
    }
}

/// Checks the room's own books after the tournament.
async fn books(room: &Room) -> Option<String> {
    let Some(ledger) = room.ledger().await else {
        return Some("the room does not tell its ledger".to_owned());
    };
    let is_balanced = ledger.balanced && ledger.differences.is_empty();
    (!is_balanced).then(|| format!("the ledger is not balanced: {ledger:?}"))
}

/// Returns `true` if a rulebook has re-entries and antes and leaves the end of late entry to the
/// tournament. The leagues have none of these.
fn takes_re_entries(rulebook: &str) -> bool {
    matches!(rulebook, "tda-2024" | "tnpl" | "online")
}

/// Makes the structure for a rulebook.
fn structure(rulebook: &str, level_seconds: u32, re_entries: u32) -> String {
    let mut file: Table = STRUCTURE.parse().expect("a test reads it");
    file.insert("rulebook".to_owned(), rulebook.into());
    let open = takes_re_entries(rulebook);
    if let Some(Value::Table(entry)) = file.get_mut("entry")
        && open
    {
        entry.insert("late_levels".to_owned(), 3.into());
        entry.insert("re_entries".to_owned(), i64::from(re_entries).into());
    }
    let Some(Value::Table(levels)) = file.get_mut("levels") else { return file.to_string() };
    levels.insert("seconds".to_owned(), i64::from(level_seconds).into());
    let rows = levels.get_mut("rows").and_then(Value::as_array_mut);
    for row in rows.into_iter().flatten().filter_map(Value::as_table_mut) {
        if rulebook == "online" {
            row.remove("new_unit");
        }
        let big_blind = row.get("blinds").and_then(|blinds| blinds.get(1)?.as_integer());
        if let Some(big_blind) = big_blind.filter(|big_blind| open && *big_blind >= 400) {
            row.insert("ante".to_owned(), big_blind.into());
        }
    }
    file.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        tournament: TournamentArguments,
    }

    #[test]
    fn every_rulebook_is_played_unless_some_are_named() {
        let read = |line: &[&str]| Line::try_parse_from([&["load"][..], line].concat());
        let all = read(&[]).unwrap().tournament;
        assert_eq!((all.rulebooks.len(), all.entrants), (6, 1_000));
        let some = read(&["--rulebooks", "tfpl,online"]).unwrap().tournament;
        assert_eq!(some.rulebooks, ["tfpl", "online"]);
        assert!(read(&["--rulebooks", "hoyle"]).is_err());
        assert!(read(&["--entrants", "1"]).is_err());
    }

    #[test]
    fn a_structure_has_what_its_rulebook_knows() {
        let read = |rulebook: &str| -> Table { structure(rulebook, 9, 2).parse().unwrap() };
        for rulebook in Terms::RULEBOOKS {
            let file = read(rulebook);
            assert_eq!(file["rulebook"].as_str(), Some(rulebook));
            assert_eq!(file["levels"]["seconds"].as_integer(), Some(9));
            let again = file["entry"].get("re_entries").is_some();
            assert_eq!(again, takes_re_entries(rulebook), "{rulebook}");
            assert_eq!(structure(rulebook, 9, 2).contains("ante = 400"), again, "{rulebook}");
        }
        assert!(!structure("online", 9, 2).contains("new_unit"));
        assert!(structure("tfpl", 9, 2).contains("new_unit"));
    }
}
