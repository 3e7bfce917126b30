//! The server's performance targets, line by line. Each line is a figure with a bound. Lines that
//! belong together are measured together, once in each round, and the medians of the rounds are
//! judged. `trials` measures the lines, and `lines` lists the bounds.

mod lines;
mod trials;

use super::bench::Bench;
use super::ring::RingArguments;
use super::rounds::Rounds;
use super::{Concluded, ScenarioError, write_end};
use crate::limits::Limits;
use crate::report::Conclusion;
use crate::target::TargetArguments;
use lines::{Judged, LINES, Line, Verdict};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use tokio_util::sync::CancellationToken;
use trials::{Measured, SETUPS, Trial, Trials};

/// The targets to measure.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TargetsArguments {
    /// Targets to measure, such as bytes,journal [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = name)]
    only: Vec<String>,
    /// Play one short round with a twentieth of the tables and connections, only to show that it
    /// works
    #[arg(long, conflicts_with_all = ["rounds", "seconds", "warm_up"])]
    quick: bool,
    /// URL of a PostgreSQL database, for the target that needs one; an empty database is made
    /// beside it each time
    #[arg(long, value_name = "URL", env = "CARDROOM_LOAD_POSTGRES", hide_env_values = true)]
    postgres: Option<String>,
    #[command(flatten)]
    rounds: Rounds,
    #[command(flatten)]
    target: TargetArguments,
}

/// Parses the name of a line.
fn name(text: &str) -> Result<String, String> {
    if LINES.iter().any(|line| line.name == text) {
        return Ok(text.to_owned());
    }
    let names: Vec<&str> = LINES.iter().map(|line| line.name).collect();
    Err(format!("there are {}", names.join(", ")))
}

/// The numbers of tables and connections for the lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct Sizes {
    /// Six-seat tables of a busy room.
    tables: u32,
    /// Tables with three players.
    threes: u32,
    /// Tables at which each connection plays.
    shared: u32,
    /// Idle connections in addition to a busy room.
    idle: u32,
    /// The scale of the scenario `idle`, in thousandths.
    idle_permille: u32,
    /// Numbers of tables that share one load.
    growth: [u32; 4],
    /// Tables that play at people's pace.
    people: u32,
}

impl Sizes {
    const FULL: Self = Self {
        tables: 300,
        threes: 30,
        shared: 100,
        idle: 15_000,
        idle_permille: 1_000,
        growth: [10, 100, 1_000, 3_000],
        people: 3_000,
    };
    const QUICK: Self = Self {
        tables: 15,
        threes: 3,
        shared: 5,
        idle: 750,
        idle_permille: 50,
        growth: [2, 5, 10, 20],
        people: 20,
    };
}

/// The results of a run.
#[derive(Serialize)]
pub(crate) struct TargetsReport {
    rounds: u32,
    seconds: f64,
    sizes: Sizes,
    /// Whether the sizes are those for which the targets are defined.
    full_size: bool,
    lines: Vec<Judged>,
    faults: Vec<String>,
    limits: Limits,
}

/// Measures all selected targets, in turns.
pub(crate) async fn run(
    arguments: &TargetsArguments,
    generator_threads: usize,
    interrupted: CancellationToken,
) -> Result<TargetsReport, ScenarioError> {
    if !arguments.target.starts_server() {
        return Err(ScenarioError::OwnRoom);
    }
    let rounds = arguments.rounds();
    let sizes = if arguments.quick { Sizes::QUICK } else { Sizes::FULL };
    let trials = Trials {
        sizes,
        rounds: rounds.clone(),
        target: arguments.target.clone(),
        postgres: arguments.postgres.clone(),
    };
    let wanted = SETUPS.iter().filter(|setup| arguments.wants(setup.trial));
    let mut measured: Vec<Measured> = wanted.map(Measured::of).collect();
    let mut bench = Bench::new(rounds.clone(), generator_threads, interrupted);
    let measure =
        bench.in_turns(&mut measured, async |bench, into| trials.measure(bench, into).await);
    measure.await?;
    let judge = |line: &Line| {
        let trial = measured.iter().find(|it| Some(it.setup.trial) == line.trial());
        let values = trial.and_then(|trial| trial.values.get(line.name));
        let why = trial.and_then(|trial| trial.why.as_deref());
        let without = line.trial().filter(|_| trial.is_none()).map(|_| "give --postgres URL");
        line.judge(values.map_or(&[], Vec::as_slice), why.or(without))
    };
    let lines = LINES.iter().filter(|line| arguments.names(line)).map(judge).collect();
    let full_size = sizes == Sizes::FULL;
    let (rounds, seconds) = (rounds.count(), rounds.seconds);
    let Bench { faults, limits, .. } = bench;
    Ok(TargetsReport { rounds, seconds, sizes, full_size, lines, faults, limits })
}

impl TargetsArguments {
    fn rounds(&self) -> Rounds {
        if self.quick { Rounds::new(1, 2.0, 0.5) } else { self.rounds.clone() }
    }

    fn names(&self, line: &Line) -> bool {
        self.only.is_empty() || self.only.iter().any(|name| name == line.name)
    }

    fn wants(&self, trial: Trial) -> bool {
        let needs_postgres = trial == Trial::Postgres && self.postgres.is_none();
        !needs_postgres && LINES.iter().any(|line| line.trial() == Some(trial) && self.names(line))
    }
}

impl Concluded for TargetsReport {
    fn conclusion(&self) -> Conclusion {
        let holds = self.lines.iter().all(|line| line.verdict != Verdict::Breach);
        Conclusion::of(&self.faults, &self.limits, holds)
    }
}

impl Display for TargetsReport {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "medians of {} rounds of {} s; SQLite, NORMAL", self.rounds, self.seconds)?;
        for line in &self.lines {
            writeln!(f, "{line}")?;
        }
        let count = |verdict| self.lines.iter().filter(|line| line.verdict == verdict).count();
        let [pass, breach, not] = [Verdict::Pass, Verdict::Breach, Verdict::NotMeasured].map(count);
        writeln!(f, "{pass} pass, {breach} breached, {not} not measured")?;
        if !self.full_size {
            writeln!(f, "note:   the sizes are a twentieth: these are not the targets' figures")?;
        }
        write_end(f, &self.faults, &self.limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        targets: TargetsArguments,
    }

    fn arguments(line: &str) -> Result<TargetsArguments, String> {
        let line = Command::try_parse_from(line.split_ascii_whitespace());
        line.map(|line| line.targets).map_err(|error| error.to_string())
    }

    #[test]
    fn only_what_a_line_needs_is_measured() {
        let trials = |line: &str| {
            let arguments = arguments(line).unwrap();
            SETUPS.iter().map(|it| it.trial).filter(|it| arguments.wants(*it)).collect::<Vec<_>>()
        };
        assert_eq!(trials("targets --only bytes"), [Trial::Floors]);
        assert_eq!(trials("targets --only bytes,growth"), [Trial::Floors, Trial::Growth]);
        assert!(trials("targets --only engine").is_empty(), "that is another program's");
        let without = trials("targets");
        assert_eq!(without.len(), SETUPS.len() - 1, "there is no PostgreSQL: {without:?}");
        assert_eq!(trials("targets --postgres postgres://x/y").len(), SETUPS.len());
        assert!(arguments("targets --only speed").unwrap_err().contains("journal"));
        assert!(arguments("targets --quick --rounds 3").is_err());
    }

    #[test]
    fn a_breach_is_told_and_what_was_not_measured_is_none() {
        let judge = |name: &str, values: &[f64]| {
            let line = LINES.iter().find(|line| line.name == name).unwrap();
            line.judge(values, None)
        };
        let mut report = TargetsReport {
            rounds: 3,
            seconds: 10.0,
            sizes: Sizes::FULL,
            full_size: true,
            lines: vec![judge("bytes", &[590.0, 700.0, 300.0]), judge("engine", &[])],
            faults: Vec::new(),
            limits: Limits::default(),
        };
        assert_eq!(report.conclusion(), Conclusion::Ok);
        let said = report.to_string();
        assert!(said.contains("1 pass, 0 breached, 1 not measured"), "{said}");
        report.lines.push(judge("rate-raw", &[0.7, 0.55, 0.5]));
        assert_eq!(report.conclusion(), Conclusion::ThresholdsBroken, "the least is asked for");
        report.faults.push("a chip was lost".to_owned());
        assert_eq!(report.conclusion(), Conclusion::Faults);
    }
}
