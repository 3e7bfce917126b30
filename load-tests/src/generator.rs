//! A load generator: bots, observers and visitors at its tables, and their recorder. A run has one
//! in this process or several in separate processes. Other modules evaluate the results.

mod assignment;
mod fleet;
mod process;
mod status;

pub(crate) use assignment::{Assignment, BettingChoice, BrainChoice, DealChoice, EncodingChoice};
pub(crate) use fleet::Fleet;
pub(crate) use process::{GeneratorError, serve};
pub(crate) use status::{Order, Remains, Status};

use crate::crowd::{Crowds, Dispersed, Place};
use crate::limits;
use crate::observers::{Observers, Watch};
use crate::process_stats::{self, ProcessUse};
use crate::pulse::Pulse;
use crate::recorder::Recorder;
use crate::system;
use cardroom_bot::connection::{Endpoint, EndpointError};
use cardroom_bot::{Outcome, Swarm};
use futures_util::FutureExt as _;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long stopped bots may take beyond their own patience.
const STOP_GRACE: Duration = Duration::from_secs(15);

/// A generator that is running.
pub(crate) struct Generator {
    assignment: Assignment,
    swarm: Swarm,
    recorder: Arc<Recorder>,
    observers: Observers,
    /// The visitors, once they are started.
    crowds: Option<Crowds>,
    pulse: Pulse,
    /// This process's usage when the measurement began.
    begun: Option<ProcessUse>,
    /// CPU time used during the measurement.
    cpu: Option<Duration>,
    /// Bots that did not end as planned, by reason.
    ended: BTreeMap<String, u64>,
}

impl Generator {
    /// Starts the bots and the observers.
    pub(crate) async fn start(assignment: Assignment) -> Result<Self, EndpointError> {
        let recorder = Recorder::new(assignment.bots(), &assignment.tables)
            .sharing(assignment.first_bot, assignment.tables_per_connection);
        let recorder = Arc::new(recorder);
        let brain = assignment.brain;
        let swarm = Swarm::builder(&assignment.url)
            .bots(assignment.bots())
            .first_bot(assignment.first_bot)
            .seed(assignment.seed)
            .settings(assignment.settings())
            .boxed_brain(move |bot| brain.make(bot))
            .encoding(assignment.encoding.encoding())
            .connects_per_second(assignment.connects_per_second)
            .source_addresses(assignment.sources())
            .probe(recorder.clone())
            .start()
            .await?;
        let watch = Watch {
            endpoint: Endpoint::resolve(&assignment.url).await?,
            encoding: assignment.encoding.encoding(),
            recorder: recorder.clone(),
            start: Instant::now() - swarm.time(),
            connects_per_second: assignment.connects_per_second,
        };
        let observers = Observers::start(&watch, &assignment.tables, assignment.observers);
        Ok(Self {
            assignment,
            swarm,
            recorder,
            observers,
            crowds: None,
            pulse: Pulse::start(),
            begun: None,
            cpu: None,
            ended: BTreeMap::new(),
        })
    }

    /// Executes an order and returns the status.
    pub(crate) async fn obey(&mut self, order: Order) -> Result<Status, EndpointError> {
        match order {
            Order::Tell => Ok(self.status()),
            Order::SendCrowds => {
                self.send_crowds().await?;
                Ok(self.status())
            }
            Order::Begin => {
                if let Some(crowds) = &self.crowds {
                    crowds.begin();
                }
                self.recorder.take_recent();
                self.pulse.forget();
                self.begun = process_stats::own();
                // The window of times opens together with the counters, so that both
                // cover the same actions.
                self.recorder.begin(self.swarm.time());
                Ok(self.status())
            }
            Order::End => {
                self.recorder.end(self.swarm.time());
                self.pulse.stop();
                let used = process_stats::own().zip(self.begun);
                self.cpu = used.map(|(end, begin)| end.cpu.saturating_sub(begin.cpu));
                Ok(self.status())
            }
        }
    }

    async fn send_crowds(&mut self) -> Result<(), EndpointError> {
        let assignment = &self.assignment;
        if assignment.crowds.is_empty() {
            return Ok(());
        }
        let place = Place {
            endpoint: Endpoint::resolve(&assignment.url).await?,
            encoding: assignment.encoding.encoding(),
            sources: assignment.sources(),
            tables: assignment.tables.clone(),
            seed: assignment.seed.wrapping_add(assignment.first_bot as u64),
            connects_per_second: assignment.connects_per_second,
        };
        self.crowds = Some(Crowds::start(&assignment.crowds, place));
        Ok(())
    }

    fn status(&mut self) -> Status {
        while let Some(Some(outcome)) = self.swarm.next_outcome().now_or_never() {
            note(&mut self.ended, &outcome);
        }
        Status {
            bots: self.swarm.totals(),
            seated: self.recorder.seated(),
            running: self.swarm.running() as u64,
            watching: self.observers.watching(),
            actions: self.recorder.actions(),
            observed: self.observers.traffic(),
            visits: self.crowds.as_ref().map(Crowds::visits),
            used: process_stats::own(),
            recent: self.recorder.take_recent(),
            lag: self.pulse.take_worst(),
        }
    }

    /// Makes all bots leave their seats and end. A hand may take up to `patience` to end.
    pub(crate) async fn leave(mut self, patience: Duration) -> Remains {
        // The counters end with the swarm, so they are also read before the wait.
        let mut bots = self.swarm.totals();
        let mut limits = self.swarm.limits();
        let stopped = tokio::time::timeout(patience + STOP_GRACE, self.swarm.stop()).await;
        let has_stopped = stopped.is_ok();
        if let Ok(summary) = stopped {
            bots = summary.totals;
            limits = summary.limits;
            summary.outcomes.iter().for_each(|outcome| note(&mut self.ended, outcome));
        }
        let mut dispersed = match self.crowds.take() {
            Some(crowds) => Some(crowds.disperse().await),
            None => None,
        };
        if let Some(dispersed) = &mut dispersed {
            limits::add(&mut limits, std::mem::take(&mut dispersed.limits));
        }
        let (errors, refused) = self.observers.stop().await;
        limits::add(&mut limits, refused);
        let mut recording = self.recorder.recording();
        recording.latencies.generator_lag = self.pulse.stop();
        Remains {
            bots,
            ended: self.ended,
            has_stopped,
            has_crowds: dispersed.is_some(),
            dispersed: dispersed.unwrap_or_else(Dispersed::default),
            observers_lost: errors.len() as u64,
            observer_error: errors.first().map(ToString::to_string),
            recording,
            limits,
            busiest: self.cpu,
        }
    }
}

/// Counts a bot that did not end as planned.
fn note(ended: &mut BTreeMap<String, u64>, outcome: &Outcome) {
    if !outcome.is_success() {
        *ended.entry(outcome.to_string()).or_default() += 1;
    }
}

/// Raises the limits of this process for the connections of one generator.
pub(crate) fn allow(assignment: &Assignment) -> Result<(), system::TooManyFiles> {
    system::allow_connections(assignment.connections())
}
