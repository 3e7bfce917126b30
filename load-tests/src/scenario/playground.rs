//! A room with bots in it, from the first connection to the closed books.

use super::ScenarioError;
use crate::chips::{self, Books, Ledger, RoomBooks};
use crate::crowd::{Crowds, Dispersed};
use crate::figures::{Figures, Moment, Sample};
use crate::observers::Observers;
use crate::process_stats::{self, ProcessUse};
use crate::progress::{Progress, UPDATE_EVERY};
use crate::pulse::Pulse;
use crate::recorder::Recorder;
use crate::target::Room;
use cardroom_bot::counters::Totals;
use cardroom_bot::{Outcome, Swarm};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How long bots that were told to stop may take beyond their own patience.
const STOP_GRACE: Duration = Duration::from_secs(15);
/// How long a point of the series stands for.
const MOMENT: Duration = Duration::from_secs(1);
/// How long the room may take to tell that the last seat was given back.
const BOOKS_WITHIN: Duration = Duration::from_secs(3);

/// A room with bots in it.
pub(crate) struct Playground {
    pub(crate) room: Room,
    pub(crate) swarm: Swarm,
    pub(crate) bots: u64,
    pub(crate) recorder: Arc<Recorder>,
    pub(crate) observers: Observers,
    pub(crate) observer_count: u64,
    /// Who come and go beside the players; they begin to come when everybody has a seat.
    pub(crate) crowds: Option<Crowds>,
    pub(crate) idle_server: Option<ProcessUse>,
    /// The room's ledger before anybody had connected.
    pub(crate) ledger_before: Option<Ledger>,
    pub(crate) progress: Progress,
    /// Cancelled when somebody wants the program to end.
    pub(crate) interrupted: CancellationToken,
    pub(crate) outcomes: Vec<Outcome>,
}

/// What is left of a playground when everybody has gone.
#[derive(Debug)]
pub(crate) struct Closing {
    pub(crate) figures: Figures,
    pub(crate) refusals: BTreeMap<String, u64>,
    pub(crate) books: Books,
    pub(crate) chips: chips::Verdict,
    pub(crate) faults: Vec<String>,
}

impl Playground {
    /// Waits until everybody is in their places; a fault says who is not.
    pub(crate) async fn fill(&mut self, within: Duration) -> Result<Option<String>, ScenarioError> {
        self.progress.phase("seating", None);
        let begin = Instant::now();
        loop {
            let (seated, watching) = (self.recorder.seated(), self.observers.watching());
            if seated >= self.bots && watching >= self.observer_count {
                return Ok(None);
            }
            if begin.elapsed() > within || self.outcomes.len() as u64 == self.bots {
                return Ok(Some(format!(
                    "after {:.0} s only {seated} of {} bots had a seat, and {watching} of {} \
                     observers a view",
                    begin.elapsed().as_secs_f64(),
                    self.bots,
                    self.observer_count,
                )));
            }
            let message = format!("{seated} of {} bots have a seat", self.bots);
            self.wait(UPDATE_EVERY.min(Duration::from_millis(50)), |_, _| message.clone()).await?;
        }
    }

    /// Lets everybody play without measuring.
    pub(crate) async fn warm_up(&mut self, time: Duration) -> Result<(), ScenarioError> {
        self.progress.phase("warm-up", Some(time));
        self.wait(time, |_, now| format!("{} hands", now.hands)).await
    }

    /// Measures for some time, or until somebody interrupts; true when it was cut short.
    pub(crate) async fn measure(&mut self, time: Duration, figures: &mut Figures) -> bool {
        self.progress.phase("measuring", Some(time));
        let pulse = Pulse::start();
        if let Some(crowds) = &self.crowds {
            crowds.begin();
        }
        figures.begin = self.sample().await;
        // The window opens with the sample: what it counts is what is timed.
        self.recorder.begin(figures.begin.at);
        let (begin, recorder) = (figures.begin, self.recorder.clone());
        let message = |at: Duration, now: Totals| {
            let counted = now - begin.bots;
            let seconds = at.saturating_sub(begin.at).as_secs_f64().max(1e-3);
            format!(
                "{:.0} hands/s  {:.0} actions/s  {} refused  {} lost  {} errors",
                per(counted.hands, seconds),
                per(recorder.actions() - begin.actions, seconds),
                now.actions_refused,
                now.disconnects,
                now.protocol_errors,
            )
        };
        self.recorder.take_recent();
        let until = Instant::now() + time;
        let mut before = begin;
        let waited = loop {
            let left = until.saturating_duration_since(Instant::now());
            let waited = self.wait(left.min(MOMENT), message).await;
            let after = self.sample().await;
            let recent = self.recorder.take_recent();
            figures.series.push(Moment::between(begin.at, &before, &after, &recent));
            before = after;
            if waited.is_err() || Instant::now() >= until {
                break waited;
            }
        };
        figures.end = before;
        self.recorder.end(figures.end.at);
        figures.latencies.generator_lag = pulse.stop().await;
        waited.is_err()
    }

    /// Lets the bots give their seats back, closes the room and the books.
    pub(crate) async fn close(mut self, mut figures: Figures, patience: Duration) -> Closing {
        self.progress.phase("leaving", None);
        self.progress.update("the bots give their seats back");
        let own = self.room.process().is_some();
        let mut faults = Vec::new();
        // The bots' counters end with the swarm, so they are read before it is waited for as well.
        let mut whole_run = self.swarm.totals();
        match tokio::time::timeout(patience + STOP_GRACE, self.swarm.stop()).await {
            Ok(summary) => {
                whole_run = summary.totals;
                self.outcomes.extend(summary.outcomes);
            }
            Err(_) => faults.push("bots did not stop when they were told to".to_owned()),
        }
        let dispersed = match self.crowds.take() {
            Some(crowds) => {
                let dispersed = crowds.disperse().await;
                figures.visits = Some(dispersed.visits);
                dispersed
            }
            None => Dispersed::default(),
        };
        figures.observers_lost = 0;
        for error in self.observers.stop().await {
            figures.observers_lost += 1;
            if figures.observers_lost == 1 {
                faults.push(format!("an observer lost its connection: {error}"));
            }
        }
        let room_books = RoomBooks {
            on_tables: chips_on_tables(&self.room).await,
            before: self.ledger_before,
            after: self.room.ledger().await,
        };
        let recording = self.recorder.recording();
        let wallets = [recording.wallets, dispersed.wallets].concat();
        let books = Books::of(&wallets, room_books, whole_run.refills);
        let chips = books.verdict(own);
        let lag = std::mem::take(&mut figures.latencies.generator_lag);
        figures.latencies = recording.latencies;
        figures.latencies.generator_lag = lag;
        figures.latencies.visit_entered = dispersed.entered;
        figures.latencies.list_answered = dispersed.answered;
        figures.latencies.reader_closed = dispersed.closed;
        figures.whole_run = whole_run;
        figures.idle_server = self.idle_server;
        figures.connections = self.bots + self.observer_count + dispersed.visits.present;
        figures.actions_unanswered = recording.actions_unanswered;
        figures.actions_busy =
            ["busy", "rate_limited"].iter().filter_map(|code| recording.refusals.get(*code)).sum();
        faults.extend(bot_faults(&self.outcomes, &whole_run, &recording.messages));
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

    /// Waits, shows how it goes, and keeps the outcomes of bots that end in the meantime.
    async fn wait(
        &mut self,
        time: Duration,
        message: impl Fn(Duration, Totals) -> String,
    ) -> Result<(), ScenarioError> {
        let until = Instant::now() + time;
        loop {
            let message = message(self.swarm.time(), self.swarm.totals());
            self.progress.update(&message);
            let now = Instant::now();
            if now >= until {
                return Ok(());
            }
            let next = until.min(now + UPDATE_EVERY);
            let anybody_left = self.swarm.running() > 0;
            tokio::select! {
                () = tokio::time::sleep_until(next) => {}
                () = self.interrupted.cancelled() => return Err(ScenarioError::Interrupted),
                outcome = self.swarm.next_outcome(), if anybody_left => {
                    self.outcomes.extend(outcome);
                }
            }
        }
    }

    async fn sample(&self) -> Sample {
        // A remote room takes a moment to answer: it is asked first.
        let server = self.room.usage().await;
        Sample {
            at: self.swarm.time(),
            bots: self.swarm.totals(),
            actions: self.recorder.actions(),
            observed: self.observers.traffic(),
            visits: self.crowds.as_ref().map(Crowds::visits),
            server,
            generator: process_stats::own(),
            machine: process_stats::machine(),
        }
    }
}

/// What is on tables when everybody should have left; asked again for a moment while some is there.
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

/// What must not happen to bots in a room that is well.
fn bot_faults(outcomes: &[Outcome], totals: &Totals, messages: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut ended = BTreeMap::<String, u64>::new();
    for outcome in outcomes.iter().filter(|outcome| !outcome.is_success()) {
        *ended.entry(outcome.to_string()).or_default() += 1;
    }
    faults.extend(ended.into_iter().map(|(why, count)| format!("{count} bots ended: {why}")));
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

#[expect(clippy::cast_precision_loss, reason = "no run counts to 2^53")]
fn per(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiet_run_has_no_faults() {
        let outcomes = [Outcome::Stopped, Outcome::Stopped];
        assert_eq!(bot_faults(&outcomes, &Totals::default(), &[]), Vec::<String>::new());
    }

    #[test]
    fn what_must_not_happen_is_told_once_with_its_count() {
        let outcomes = [
            Outcome::Unreachable("refused".to_owned()),
            Outcome::Stopped,
            Outcome::Unreachable("refused".to_owned()),
        ];
        let totals = Totals { actions_refused: 3, disconnects: 1, ..Totals::default() };
        let faults = bot_faults(&outcomes, &totals, &[]);
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
