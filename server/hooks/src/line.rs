//! The events that wait for one hook, in order. One is under way at a time.
//!
//! An event that fails is tried again by the schedule. Later events wait for it, but no longer than
//! five minutes. An event waits until the receiver has it, until its attempts are used up, or until
//! 10,000 wait. A hook makes at most 20 attempts a second and 60 at once, so that a receiver that
//! asks for every hand takes little from play.

use crate::schedule::delay_ms;
use crate::{Answer, Draw, EventKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many events wait for a hook at most.
pub const MAX_WAITING: usize = 10_000;
/// How long an event waits for earlier ones that fail.
const PATIENCE_MS: u64 = 5 * 60 * 1_000;
/// How long an attempt uses a hook up, on average.
const PACE_MS: u64 = 50;
/// How many attempts a hook may make at once after a rest.
const AT_ONCE: u64 = 60;
/// After this time without success a hook is turned off.
const LONGEST_FAILURE_MS: u64 = 5 * 24 * 60 * 60 * 1_000;

/// Returns `true` if an event may still be stored for a hook for which this many wait. Hands are
/// dropped first, so there is no place for one behind [`MAX_WAITING`].
#[must_use]
pub fn has_place(kind: EventKind, waiting: u64) -> bool {
    kind != EventKind::HandEnded || waiting < MAX_WAITING as u64
}

/// An event that waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Waiting {
    pub kind: EventKind,
    /// When it began to wait, in milliseconds since 1970.
    pub since_ms: u64,
    /// When its next attempt is due.
    pub due_ms: u64,
    /// How many attempts were made.
    pub attempts: u32,
    /// How many of them failed, apart from those at which the receiver was busy.
    pub failures: u32,
}

/// Why a hook is off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OffReason {
    /// The receiver answered 410.
    Gone,
    /// Nothing succeeded for five days.
    Failing,
    /// An operator turned it off.
    Operator,
}

/// Something that happened to a line. Events are named by their sequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// An event is stored, and the hook wants it. An event that was sent before is sent again.
    Added {
        event: u64,
        kind: EventKind,
    },
    /// The attempt that is under way has ended.
    Answered {
        answer: Answer,
        draw: Draw,
    },
    TurnedOff,
    TurnedOn,
    /// A deadline may have passed.
    Tick,
}

/// An attempt that has ended, to be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt {
    pub event: u64,
    /// The number of the attempt, from 1.
    pub number: u32,
    pub answer: Answer,
    /// When the next one is due; `None` if the receiver has the event, or if it is given up.
    pub again_ms: Option<u64>,
}

/// An instruction to the caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// Send this event now.
    Send { event: u64 },
    /// Store the end of an attempt.
    Ended(Attempt),
    /// An event was dropped, because too many wait.
    Dropped { event: u64, kind: EventKind },
    /// Store that the hook is off, and tell the operator.
    Off(OffReason),
}

/// The events that wait for one hook.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Line {
    waiting: BTreeMap<u64, Waiting>,
    under_way: Option<u64>,
    /// Until when the attempts so far use the hook up.
    used_until_ms: u64,
    /// When the first attempt after the last success failed.
    failing_since_ms: Option<u64>,
    off: Option<OffReason>,
}

impl Line {
    /// Restores a line from the store. An attempt that was under way when the process ended is made
    /// again.
    #[must_use]
    pub fn restored(
        waiting: BTreeMap<u64, Waiting>,
        failing_since_ms: Option<u64>,
        off: Option<OffReason>,
    ) -> Self {
        Self { waiting, under_way: None, used_until_ms: 0, failing_since_ms, off }
    }

    /// Takes an input, and returns what follows.
    pub fn on(&mut self, now_ms: u64, input: Input) -> Vec<Output> {
        let mut outputs = Vec::new();
        match input {
            Input::Added { event, kind } => self.add(now_ms, event, kind, &mut outputs),
            Input::Answered { answer, draw } => self.settle(now_ms, answer, draw, &mut outputs),
            Input::TurnedOff => self.off = Some(OffReason::Operator),
            Input::TurnedOn => self.turn_on(now_ms),
            Input::Tick => {}
        }
        if self.under_way.is_none()
            && let Some((event, waiting)) = self.next(now_ms)
        {
            waiting.attempts += 1;
            self.under_way = Some(event);
            self.used_until_ms = self.used_until_ms.max(now_ms) + PACE_MS;
            outputs.push(Output::Send { event });
        }
        outputs
    }

    /// Returns when the next attempt is due; `None` if nothing waits for a time.
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        if self.off.is_some() || self.under_way.is_some() {
            return None;
        }
        let free_ms = self.free_from_ms();
        // Thousands may wait behind one that is ready.
        let is_ready = self.ready().any(|(_, ready_ms)| ready_ms <= free_ms);
        if is_ready { Some(free_ms) } else { self.ready().map(|(_, ready_ms)| ready_ms).min() }
    }

    /// Returns what waits, by event.
    #[must_use]
    pub fn waiting(&self) -> &BTreeMap<u64, Waiting> {
        &self.waiting
    }

    #[must_use]
    pub fn failing_since_ms(&self) -> Option<u64> {
        self.failing_since_ms
    }

    #[must_use]
    pub fn off(&self) -> Option<OffReason> {
        self.off
    }

    /// Returns from when on the pace allows an attempt.
    fn free_from_ms(&self) -> u64 {
        self.used_until_ms.saturating_sub((AT_ONCE - 1) * PACE_MS)
    }

    /// Returns each event with the time from which it may be sent.
    fn ready(&self) -> impl Iterator<Item = (u64, u64)> {
        let first = self.waiting.keys().next().copied();
        self.waiting.iter().map(move |(event, waiting)| {
            let patient_ms = match first == Some(*event) {
                true => 0,
                false => waiting.since_ms.saturating_add(PATIENCE_MS),
            };
            (*event, waiting.due_ms.max(patient_ms))
        })
    }

    fn next(&mut self, now_ms: u64) -> Option<(u64, &mut Waiting)> {
        if self.off.is_some() || self.free_from_ms() > now_ms {
            return None;
        }
        let (event, _) = self.ready().find(|(_, ready_ms)| *ready_ms <= now_ms)?;
        Some((event, self.waiting.get_mut(&event)?))
    }

    fn add(&mut self, now_ms: u64, event: u64, kind: EventKind, outputs: &mut Vec<Output>) {
        let new = Waiting { kind, since_ms: now_ms, due_ms: now_ms, attempts: 0, failures: 0 };
        if self.under_way != Some(event) {
            self.waiting.insert(event, new);
        }
        if self.waiting.len() > MAX_WAITING
            && let Some(event) = self.to_drop()
            && let Some(Waiting { kind, .. }) = self.waiting.remove(&event)
        {
            outputs.push(Output::Dropped { event, kind });
        }
    }

    /// Returns the event that makes room: the oldest hand, or else the oldest event. It is never
    /// the one under way.
    fn to_drop(&self) -> Option<u64> {
        let mut events = self.waiting.iter().filter(|(event, _)| self.under_way != Some(**event));
        let oldest = events.clone().next();
        let hand = events.find(|(_, waiting)| waiting.kind == EventKind::HandEnded);
        hand.or(oldest).map(|(event, _)| *event)
    }

    fn settle(&mut self, now_ms: u64, answer: Answer, draw: Draw, outputs: &mut Vec<Output>) {
        let Some(event) = self.under_way.take() else { return };
        let Some(waiting) = self.waiting.get_mut(&event) else { return };
        let number = waiting.attempts;
        let delay = match answer {
            Answer::Success => None,
            // The event waits for the operator, who may turn the hook on again.
            Answer::Gone => Some(0),
            Answer::Busy { wait_ms } => Some(wait_ms),
            Answer::Failed => {
                waiting.failures += 1;
                delay_ms(usize::try_from(waiting.failures).unwrap_or(usize::MAX), draw)
            }
        };
        let again_ms = delay.map(|delay| now_ms.saturating_add(delay));
        match again_ms {
            Some(again_ms) => waiting.due_ms = again_ms,
            None => drop(self.waiting.remove(&event)),
        }
        outputs.push(Output::Ended(Attempt { event, number, answer, again_ms }));
        if let Some(reason) = self.judge(now_ms, answer)
            && self.off.is_none()
        {
            self.off = Some(reason);
            outputs.push(Output::Off(reason));
        }
    }

    /// Returns why the hook is turned off after this answer, if it is.
    fn judge(&mut self, now_ms: u64, answer: Answer) -> Option<OffReason> {
        match answer {
            Answer::Success => {
                self.failing_since_ms = None;
                None
            }
            Answer::Gone => Some(OffReason::Gone),
            Answer::Busy { .. } | Answer::Failed => {
                let since_ms = *self.failing_since_ms.get_or_insert(now_ms);
                let is_long = now_ms.saturating_sub(since_ms) >= LONGEST_FAILURE_MS;
                is_long.then_some(OffReason::Failing)
            }
        }
    }

    /// Turns the hook on. Everything that waits is due.
    fn turn_on(&mut self, now_ms: u64) {
        self.off = None;
        self.failing_since_ms = None;
        for waiting in self.waiting.values_mut() {
            waiting.due_ms = now_ms;
        }
    }
}

#[cfg(test)]
mod tests;
