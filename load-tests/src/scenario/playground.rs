//! A room with bots, from the first connection to the final check of the books.

use super::ScenarioError;
use crate::chips::{self, Books, Ledger, RoomBooks};
use crate::figures::{Distribution, Figures, Moment, Sample};
use crate::generator::{Fleet, Order, Status};
use crate::limits::{Limits, Reasons};
use crate::process_stats::{self, ProcessUse};
use crate::progress::{Glance, Point, Progress, Recently, UPDATE_EVERY};
use crate::server_process::ServerProcess;
use crate::sounding::Sounding;
use crate::target::Room;
use cardroom_bot::counters::Totals;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The time between two points of the series.
const MOMENT: Duration = Duration::from_secs(1);
/// How much longer the bots are measured if no hand has ended, because no hand says nothing.
const FIRST_HAND_WITHIN: Duration = Duration::from_secs(20);
/// How long the room may take to report that the last seat is free.
const BOOKS_WITHIN: Duration = Duration::from_secs(3);

/// A room with bots in it.
pub(crate) struct Playground {
    room: Room,
    fleet: Fleet,
    stands: Stands,
    progress: Progress,
    sounding: Sounding,
    /// Canceled when the program must end.
    interrupted: CancellationToken,
    begin: Instant,
    /// The last status of the generators.
    status: Status,
    /// The server's usage at that time.
    server: Option<ProcessUse>,
    server_asked: Option<Instant>,
    /// The times of `action_rtt` that do not belong to a moment yet.
    times: Distribution,
    recently: Recently,
}

/// The clients of a run, and the state of the room before they connected.
#[derive(Debug, Default)]
pub(crate) struct Stands {
    /// The number of bots that play.
    pub(crate) bots: u64,
    /// The number of connections that only watch.
    pub(crate) observers: u64,
    /// The number of connections of both.
    pub(crate) connections: u64,
    /// The server's usage before any client connected.
    pub(crate) idle_server: Option<ProcessUse>,
    /// The kernel's memory at that time, if the server is on this machine.
    pub(crate) idle_kernel_bytes: Option<u64>,
    /// The room's ledger at that time.
    pub(crate) ledger: Option<Ledger>,
    /// The server's counts of refusals by limits at that time.
    pub(crate) limits: Option<Reasons>,
    /// Whether some visitors do not read, so that the server must disconnect them.
    pub(crate) slow_clients: bool,
}

/// The results of a playground after all bots have left.
#[derive(Debug)]
pub(crate) struct Closing {
    pub(crate) figures: Figures,
    pub(crate) refusals: BTreeMap<String, u64>,
    pub(crate) books: Books,
    pub(crate) chips: chips::Verdict,
    pub(crate) faults: Vec<String>,
}

impl Playground {
    /// Makes a playground whose bots are connecting.
    pub(crate) fn new(
        room: Room,
        fleet: Fleet,
        stands: Stands,
        progress: Progress,
        interrupted: CancellationToken,
    ) -> Self {
        Self {
            sounding: Sounding::start(room.url().to_owned()),
            room,
            fleet,
            stands,
            progress,
            interrupted,
            begin: Instant::now(),
            status: Status::default(),
            server: None,
            server_asked: None,
            times: Distribution::default(),
            recently: Recently::default(),
        }
    }

    /// Waits until all bots and observers are in place. The fault says which are not.
    pub(crate) async fn fill(&mut self, within: Duration) -> Result<Option<String>, ScenarioError> {
        self.progress.phase("seating", None);
        let begin = Instant::now();
        loop {
            self.wait(UPDATE_EVERY.min(Duration::from_millis(50))).await?;
            let Status { seated, watching, running, .. } = self.status;
            let Stands { bots, observers, .. } = self.stands;
            if seated >= bots && watching >= observers {
                return Ok(None);
            }
            if begin.elapsed() > within || running == 0 {
                return Ok(Some(format!(
                    "after {:.0} s only {seated} of {bots} bots had a seat, and {watching} of \
                     {observers} observers a view",
                    begin.elapsed().as_secs_f64(),
                )));
            }
        }
    }

    /// Starts the crowds, and lets all bots play without measuring.
    pub(crate) async fn warm_up(&mut self, time: Duration) -> Result<(), ScenarioError> {
        self.progress.phase("warm-up", Some(time));
        self.look(Order::SendCrowds).await?;
        self.wait(time).await
    }

    /// Measures for some time, and longer if no hand has ended, or until an interrupt. Returns
    /// `true` if it was cut short.
    pub(crate) async fn measure(
        &mut self,
        time: Duration,
        figures: &mut Figures,
    ) -> Result<bool, ScenarioError> {
        self.progress.phase("measuring", Some(time));
        figures.begin = self.sample(Order::Begin).await?;
        self.sounding.forget();
        self.times = Distribution::default();
        let until = Instant::now() + time;
        let latest = until + FIRST_HAND_WITHIN;
        let mut before = figures.begin;
        loop {
            let now = Instant::now();
            let left = if now < until { until - now } else { latest - now };
            let is_interrupted = match self.wait(left.min(MOMENT)).await {
                Ok(()) => false,
                Err(ScenarioError::Interrupted) => true,
                Err(error) => return Err(error),
            };
            let now = Instant::now();
            let has_hands = self.status.bots.hands > figures.begin.bots.hands;
            let is_last = is_interrupted || now >= latest || (now >= until && has_hands);
            let after = self.sample(if is_last { Order::End } else { Order::Tell }).await?;
            let times = std::mem::take(&mut self.times);
            figures.series.push(Moment::between(figures.begin.at, &before, &after, &times));
            before = after;
            if is_last {
                figures.end = after;
                figures.latencies.server_lag = self.sounding.stop();
                return Ok(is_interrupted);
            }
        }
    }

    /// Makes the bots leave their seats, closes the room, and checks the books.
    pub(crate) async fn close(mut self, mut figures: Figures, patience: Duration) -> Closing {
        self.progress.phase("leaving", None);
        self.progress.update("the bots give their seats back");
        let own = self.room.process().is_some();
        let (remains, errors) = self.fleet.leave(patience).await;
        let mut faults: Vec<String> = errors.iter().map(ToString::to_string).collect();
        if errors.is_empty() && !remains.has_stopped {
            faults.push("bots did not stop when they were told to".to_owned());
        }
        if let Some(error) = remains.observer_error {
            faults.push(format!("an observer lost its connection: {error}"));
        }
        let (dispersed, recording) = (remains.dispersed, remains.recording);
        let room_books = RoomBooks {
            on_tables: chips_on_tables(&self.room).await,
            before: self.stands.ledger,
            after: self.room.ledger().await,
        };
        let wallets = [recording.wallets, dispersed.wallets].concat();
        let books = Books::of(&wallets, room_books, remains.bots.refills);
        let chips = books.verdict(own);
        let server_lag = std::mem::take(&mut figures.latencies.server_lag);
        figures.latencies = recording.latencies;
        figures.latencies.server_lag = server_lag;
        figures.latencies.visit_entered = dispersed.entered;
        figures.latencies.list_answered = dispersed.answered;
        figures.latencies.reader_closed = dispersed.closed;
        figures.visits = remains.has_crowds.then_some(dispersed.visits);
        figures.whole_run = remains.bots;
        figures.observers_lost = remains.observers_lost;
        figures.idle_server = self.stands.idle_server;
        figures.idle_kernel_bytes = self.stands.idle_kernel_bytes;
        figures.busiest_generator = remains.busiest;
        let visitors = figures.end.visits.map_or(0, |visits| visits.present);
        figures.connections = self.stands.connections + visitors;
        figures.limits = Limits::of(
            remains.limits,
            self.stands.limits.as_ref(),
            self.room.limits().await,
            self.stands.slow_clients,
        );
        figures.actions_unanswered = recording.actions_unanswered;
        figures.actions_busy =
            ["busy", "rate_limited"].iter().filter_map(|code| recording.refusals.get(*code)).sum();
        faults.extend(bot_faults(&remains.ended, &remains.bots, &recording.messages));
        let broken = dispersed.failures.iter();
        faults.extend(broken.map(|(why, count)| format!("{count} visits broke: {why}")));
        if figures.actions_unanswered > 0 {
            faults.push(format!("{} actions were never answered", figures.actions_unanswered));
        }
        match &chips {
            chips::Verdict::Broken { reason } => {
                faults.push(format!("chips were not conserved: {reason}"));
            }
            chips::Verdict::Unknown { reason } if own => {
                faults.push(format!("whether chips were conserved is not known: {reason}"));
            }
            _ => {}
        }
        self.progress.phase("closing", None);
        self.progress.update("the server stops");
        let log = self.room.process().map(|process| process.log_tail());
        if let Err(fault) = self.room.close().await {
            faults.push(fault);
        } else if let (false, Some(log)) = (faults.is_empty(), log) {
            faults.push(format!("about the server{log}"));
        }
        self.progress.finish();
        let mut refusals = recording.refusals;
        refusals.extend(dispersed.refused);
        Closing { figures, refusals, books, chips, faults }
    }

    /// Waits, and shows the progress.
    async fn wait(&mut self, time: Duration) -> Result<(), ScenarioError> {
        let until = Instant::now() + time;
        loop {
            self.look(Order::Tell).await?;
            let now = Instant::now();
            if now >= until {
                return Ok(());
            }
            tokio::select! {
                () = tokio::time::sleep_until(until.min(now + UPDATE_EVERY)) => {}
                () = self.interrupted.cancelled() => return Err(ScenarioError::Interrupted),
            }
        }
    }

    /// Sends an order, stores and shows the status, and returns its time.
    async fn look(&mut self, order: Order) -> Result<Duration, ScenarioError> {
        // A server on another machine is queried over the network, and no
        // more often than necessary.
        let is_due = self.server_asked.is_none_or(|at| at.elapsed() >= MOMENT);
        if self.room.process().is_some() || is_due {
            self.ask_server().await;
        }
        self.status = self.fleet.obey(order).await?;
        let at = self.begin.elapsed();
        self.times.add(&self.status.recent);
        self.recently.add(Point {
            at,
            hands: self.status.bots.hands,
            actions: self.status.actions,
            server: self.server,
            generator: self.status.used,
            times: self.status.recent.clone(),
            server_lag: self.sounding.take_worst(),
            generator_lag: Some(self.status.lag),
        });
        self.progress.show(&self.glance());
        Ok(at)
    }

    async fn ask_server(&mut self) {
        self.server = self.room.usage().await;
        self.server_asked = Some(Instant::now());
    }

    fn glance(&self) -> Glance {
        let bots = self.status.bots;
        Glance {
            seated: self.status.seated,
            bots: self.stands.bots,
            watching: self.status.watching,
            visitors: self.status.visits.map(|visits| visits.present),
            refused: bots.actions_refused,
            lost: bots.disconnects,
            protocol_errors: bots.protocol_errors,
            ..self.recently.glance()
        }
    }

    async fn sample(&mut self, order: Order) -> Result<Sample, ScenarioError> {
        self.ask_server().await;
        let at = self.look(order).await?;
        Ok(Sample {
            at,
            bots: self.status.bots,
            actions: self.status.actions,
            observed: self.status.observed,
            visits: self.status.visits,
            server: self.server,
            switches: self.room.process().and_then(ServerProcess::switches),
            generator: self.status.used,
            machine: process_stats::machine(),
            kernel_bytes: self.room.process().and_then(|_| process_stats::kernel_bytes()),
        })
    }
}

/// Returns the chips on tables after all bots have left. Waits a moment if there are some.
async fn chips_on_tables(room: &Room) -> Option<u64> {
    let begin = Instant::now();
    loop {
        let chips = room.state().await?.chips_on_tables?;
        if chips == 0 || begin.elapsed() > BOOKS_WITHIN {
            return Some(chips);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Lists the faults of bots, none of which occurs in a healthy room.
fn bot_faults(ended: &BTreeMap<String, u64>, totals: &Totals, messages: &[String]) -> Vec<String> {
    let ended = ended.iter().map(|(why, count)| format!("{count} bots ended: {why}"));
    let mut faults: Vec<String> = ended.collect();
    let counted = [
        (totals.protocol_errors, "protocol errors"),
        (totals.actions_refused, "actions were refused"),
        (totals.illegal_choices, "choices of the bots were not legal"),
        (totals.disconnects, "connections were lost"),
        (totals.resyncs, "tables had to be asked for anew"),
    ];
    let counted = counted.into_iter().filter(|(count, _)| *count > 0);
    faults.extend(counted.map(|(count, what)| format!("{count} {what}")));
    faults.extend(messages.iter().map(|message| format!("protocol error of {message}")));
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiet_run_has_no_faults() {
        assert!(bot_faults(&BTreeMap::new(), &Totals::default(), &[]).is_empty());
    }

    #[test]
    fn what_must_not_happen_is_told_once_with_its_count() {
        let ended = BTreeMap::from([("unreachable: refused".to_owned(), 2)]);
        let totals = Totals { actions_refused: 3, disconnects: 1, ..Totals::default() };
        let faults = bot_faults(&ended, &totals, &[]);
        assert_eq!(
            faults,
            [
                "2 bots ended: unreachable: refused",
                "3 actions were refused",
                "1 connections were lost"
            ]
        );
    }
}
