//! Experiments in turns. Machines are noisy, so each experiment is measured once in every round,
//! one after the other, and the medians of the rounds count.
//!
//! `curve`, `floor`, `ratio` and `targets` are lists of experiments. An experiment plays rooms and
//! floors on the bench, which collects everything that went wrong.

use super::ScenarioError;
use super::cost::Cost;
use super::ring::{self, Beside, RingArguments};
use super::rounds::Rounds;
use super::walls::{Company, Heard};
use crate::crowd::Plan;
use crate::figures::Figures;
use crate::floor::{FloorProcess, Kind, Players, Traffic};
use crate::limits::Limits;
use crate::progress;
use crate::report::Environment;
use cardroom_bot::ThinkTime;
use parking_lot::Mutex;
use std::fmt::Display;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Something that is measured once in each round.
pub(super) trait Experiment: Display {
    /// Notes why it has no figures.
    fn is_missing(&mut self, why: String);
}

/// Runs the servers that experiments need, and collects their faults.
pub(super) struct Bench {
    rounds: Rounds,
    generator_threads: usize,
    interrupted: CancellationToken,
    /// The environment of the last room.
    pub(super) environment: Environment,
    /// Descriptions of everything that went wrong.
    pub(super) faults: Vec<String>,
    /// Refusals by limits of the server.
    pub(super) limits: Limits,
}

impl Bench {
    pub(super) fn new(
        rounds: Rounds,
        generator_threads: usize,
        interrupted: CancellationToken,
    ) -> Self {
        Self {
            rounds,
            generator_threads,
            interrupted,
            environment: Environment::default(),
            faults: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// Measures all experiments once in each round, until an interrupt. What goes wrong in one of
    /// them is a fault, and the others are still measured.
    ///
    /// # Errors
    /// Fails if the command line cannot be used.
    pub(super) async fn in_turns<E: Experiment>(
        &mut self,
        experiments: &mut [E],
        mut measure: impl AsyncFnMut(&mut Self, &mut E) -> Result<(), ScenarioError>,
    ) -> Result<(), ScenarioError> {
        let count = self.rounds.count();
        for round in 1..=count {
            for experiment in experiments.iter_mut() {
                progress::announce(&format!("round {round} of {count}: {experiment}"));
                let before = self.faults.len();
                let measured = measure(self, experiment).await;
                for fault in self.faults.split_off(before) {
                    self.fault(format!("{experiment}: {fault}"));
                }
                match measured {
                    Ok(()) | Err(ScenarioError::Interrupted) => {}
                    // The machine is too small for this one, which is not the server's fault.
                    Err(ScenarioError::Files(error)) => experiment.is_missing(error.to_string()),
                    Err(error @ ScenarioError::NoMeasurement) => {
                        experiment.is_missing(error.to_string());
                    }
                    Err(error) if error.is_usage() => return Err(error),
                    Err(error) => self.fault(format!("{experiment}: {error}")),
                }
                if self.interrupted.is_cancelled() {
                    self.fault("interrupted: the run was cut short".to_owned());
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Plays a ring game once.
    ///
    /// # Errors
    /// Fails if it cannot be played, or if something happened that makes its figures meaningless.
    pub(super) async fn room(
        &mut self,
        room: &RingArguments,
        crowds: &[Plan],
    ) -> Result<Figures, ScenarioError> {
        self.play(room, Beside { crowds, ..Beside::default() }).await
    }

    /// Plays a ring game once, perhaps in company. Returns what the company heard, too.
    ///
    /// # Errors
    /// Fails for the same reasons as [`Self::room`].
    pub(super) async fn room_in_company(
        &mut self,
        room: &RingArguments,
        company: Option<Company>,
    ) -> Result<(Figures, Heard), ScenarioError> {
        let heard = Mutex::default();
        let company = company.map(|company| (company, &heard));
        let figures = self.play(room, Beside { company, ..Beside::default() }).await?;
        Ok((figures, heard.into_inner()))
    }

    async fn play(
        &mut self,
        room: &RingArguments,
        beside: Beside<'_>,
    ) -> Result<Figures, ScenarioError> {
        let interrupted = self.interrupted.clone();
        let report = ring::run(room, beside, self.generator_threads, interrupted).await?;
        let is_measurement = report.faults.is_empty() && !report.figures.limits.bound();
        self.faults.extend(report.faults);
        self.limits.add(report.figures.limits.clone());
        self.environment = report.environment;
        if is_measurement { Ok(report.figures) } else { Err(ScenarioError::NoMeasurement) }
    }

    /// Measures a floor once, with these think times of its players.
    ///
    /// # Errors
    /// Fails if the floor cannot be measured.
    pub(super) async fn floor(
        &self,
        kind: Kind,
        traffic: Traffic,
        think: ThinkTime,
    ) -> Result<Cost, ScenarioError> {
        let [warm_up, seconds] =
            [self.rounds.warm_up, self.rounds.seconds].map(Duration::from_secs_f64);
        let measure = async {
            let server = FloorProcess::start(kind, traffic).await?;
            let players = Players::connect(server.address(), traffic, think).await?;
            players.measure(&server, warm_up, seconds).await
        };
        let measured = self.interrupted.run_until_cancelled(measure).await;
        Ok(Cost::of_floor(&measured.ok_or(ScenarioError::Interrupted)??))
    }

    /// Notes a fault, once.
    fn fault(&mut self, fault: String) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::{self, Formatter};

    #[derive(Default)]
    struct Counted {
        number: u32,
        measured: u32,
        why: Option<String>,
    }

    impl Display for Counted {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            write!(f, "experiment {}", self.number)
        }
    }

    impl Experiment for Counted {
        fn is_missing(&mut self, why: String) {
            self.why = Some(why);
        }
    }

    fn three() -> [Counted; 3] {
        [1, 2, 3].map(|number| Counted { number, ..Counted::default() })
    }

    fn bench() -> Bench {
        progress::be_quiet();
        Bench::new(Rounds::new(2, 1.0, 0.0), 1, CancellationToken::new())
    }

    #[tokio::test]
    async fn one_that_goes_wrong_does_not_stop_the_others() {
        let (mut bench, mut all, mut order) = (bench(), three(), Vec::new());
        let measured = bench.in_turns(&mut all, async |bench, one| {
            order.push(one.number);
            match one.number {
                1 => return Err(ScenarioError::NoMeasurement),
                2 => return Err(ScenarioError::Lost("it is gone".to_owned())),
                3 => bench.faults.push("a chip was lost".to_owned()),
                _ => {}
            }
            one.measured += 1;
            Ok(())
        });
        measured.await.unwrap();
        assert_eq!(order, [1, 2, 3, 1, 2, 3], "each has its turn in each round");
        assert_eq!(all.each_ref().map(|one| one.measured), [0, 0, 2]);
        assert!(all[0].why.is_some() && all[1].why.is_none());
        let faults =
            ["experiment 2: the server is lost: it is gone", "experiment 3: a chip was lost"];
        assert_eq!(bench.faults, faults, "each is named once");
    }

    #[tokio::test]
    async fn an_interrupt_ends_the_rounds_and_a_wrong_command_line_all_of_it() {
        let (mut bench, mut all) = (bench(), three());
        let measured = bench.in_turns(&mut all, async |bench, one| {
            one.measured += 1;
            bench.interrupted.cancel();
            Err(ScenarioError::Interrupted)
        });
        measured.await.unwrap();
        assert_eq!(all.each_ref().map(|one| one.measured), [1, 0, 0]);
        assert_eq!(bench.faults, ["interrupted: the run was cut short"]);
        let wrong = bench.in_turns(&mut all, async |_, _| Err(ScenarioError::OwnRoom)).await;
        assert!(matches!(wrong, Err(ScenarioError::OwnRoom)));
    }
}
