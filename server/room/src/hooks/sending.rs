//! The task of one hook: it reads what waits, sends it, and stores how that ended. It decides
//! nothing. An attempt that is under way when the process ends is made again. While many wait, it
//! reads and stores many together, because play needs the connection that writes, too.

use super::attempt::attempt;
use super::terms::{Kept, off_text};
use super::{Inner, State};
use crate::metrics::{HOOK_DROPPED, HOOK_FAILED, HOOK_OFF, HOOK_SENT};
use crate::push::now_ms;
use crate::store::{EndedAttempt, StoreError, StoredDelivery, StoredWaiting};
use cardroom_hooks::{Answer, Attempt, Draw, EventKind, Input, Line, Output, Waiting};
use futures_util::future::BoxFuture;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Weak};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until};
use tokio_util::task::AbortOnDropHandle;

/// How long the task gathers new events before it reads them. A read waits until everything that is
/// committed is in the database.
const GATHERED_FOR: Duration = Duration::from_millis(100);
/// The same while many wait, and how long ends of attempts are gathered before they are stored.
const GATHERED_LONGER_FOR: Duration = Duration::from_secs(1);
/// How many ends of attempts wait at most to be stored. After a crash the receiver gets these
/// events again.
const STORED_TOGETHER: usize = 64;
/// How long the task waits before it asks a store again that failed.
const STORE_RETRY: Duration = Duration::from_secs(2);
/// The most events in one read.
const READ_TOGETHER: u32 = 500;
/// How long deliveries are stored.
const DELIVERIES_LAST_MS: u64 = 30 * 24 * 60 * 60 * 1_000;
/// How often old deliveries are deleted.
const FORGET_EVERY: Duration = Duration::from_secs(60 * 60);

/// An order for a task.
#[derive(Debug)]
pub(super) enum Order {
    /// The hook is as an administrator wants it from now on.
    Change(Box<Kept>, oneshot::Sender<Result<bool, StoreError>>),
    TurnOn(oneshot::Sender<Result<bool, StoreError>>),
    TurnOff(oneshot::Sender<Result<bool, StoreError>>),
    /// Sends an event again.
    Again {
        event: u64,
        kind: EventKind,
        done: oneshot::Sender<Result<bool, StoreError>>,
    },
    /// Returns the hook as it is.
    Show(oneshot::Sender<Box<Kept>>),
}

/// The end of an attempt.
struct Ended {
    event: u64,
    kind: EventKind,
    began_ms: u64,
    took_ms: u64,
    answer: Answer,
    status: Option<u16>,
    error: Option<String>,
}

struct Task {
    office: Weak<Inner>,
    state: Arc<State>,
    kept: Kept,
    line: Line,
    /// Every event before this one was read.
    next: u64,
    look_at: Option<Instant>,
    under_way: Option<BoxFuture<'static, Ended>>,
    ends: Ends,
}

/// Ends of attempts that are not stored yet.
#[derive(Default)]
struct Ends {
    unstored: Vec<EndedAttempt>,
    /// When they are stored at the latest.
    due: Option<Instant>,
}

/// Reads what waits for a hook, and starts its task.
pub(super) async fn start(
    office: &Arc<Inner>,
    kept: Kept,
    state: Arc<State>,
    inbox: mpsc::Receiver<Order>,
) -> Result<JoinHandle<()>, StoreError> {
    let mut waiting = std::collections::BTreeMap::new();
    let mut next = 0;
    loop {
        let read = office.store.waiting_events(kept.hook.id, next, READ_TOGETHER).await?;
        let Some(last) = read.last().map(|last| last.event) else { break };
        next = last + 1;
        waiting.extend(read.into_iter().filter_map(waits));
    }
    let line = Line::restored(waiting, kept.failing_since_ms, kept.off);
    let office = Arc::downgrade(office);
    let (look_at, under_way, ends) = (None, None, Ends::default());
    let task = Task { office, state, kept, line, next, look_at, under_way, ends };
    Ok(tokio::spawn(task.run(inbox)))
}

/// Returns a stored event as the line has it; `None` for one of a newer program.
fn waits(stored: StoredWaiting) -> Option<(u64, Waiting)> {
    let StoredWaiting { event, kind, since_ms, due_ms, attempts, failures } = stored;
    let kind = EventKind::parse(&kind)?;
    Some((event, Waiting { kind, since_ms, due_ms, attempts, failures }))
}

impl Task {
    async fn run(mut self, mut inbox: mpsc::Receiver<Order>) {
        let mut forget_at = Instant::now() + FORGET_EVERY;
        // A deadline may have passed before the start, and events may have come since the read.
        self.look_at = Some(Instant::now());
        if !self.on(Input::Tick).await {
            return;
        }
        loop {
            self.state.waiting.store(self.line.waiting().len() as u64, Ordering::Relaxed);
            let state = Arc::clone(&self.state);
            let deadline = self.line.deadline().map(until);
            let goes_on = tokio::select! {
                biased;
                order = inbox.recv() => match order {
                    Some(order) => self.obey(order).await,
                    None => false,
                },
                ended = answered(&mut self.under_way) => self.settle(ended).await,
                () = state.look.notified(), if self.look_at.is_none() => {
                    let many = self.line.waiting().len() >= READ_TOGETHER as usize;
                    let gathered_for = if many { GATHERED_LONGER_FOR } else { GATHERED_FOR };
                    self.look_at = Some(Instant::now() + gathered_for);
                    true
                }
                () = sleep_or_wait(self.look_at) => self.read().await,
                () = sleep_or_wait(self.ends.due) => self.store_ends().await,
                () = sleep_or_wait(deadline) => self.on(Input::Tick).await,
                () = sleep_until(forget_at) => {
                    forget_at = Instant::now() + FORGET_EVERY;
                    self.forget().await
                }
            };
            if !goes_on {
                return;
            }
        }
    }

    /// Reads the events that are new. Returns `false` if the office is gone, as all of these do.
    async fn read(&mut self) -> bool {
        self.look_at = None;
        let Some(office) = self.office.upgrade() else { return false };
        let read = office.store.waiting_events(self.kept.hook.id, self.next, READ_TOGETHER).await;
        drop(office);
        let read = match read {
            Ok(read) => read,
            Err(error) => {
                tracing::debug!(hook = self.kept.hook.id, %error, "could not read what waits");
                self.look_at = Some(Instant::now() + STORE_RETRY);
                return true;
            }
        };
        if let Some(last) = read.last() {
            self.next = last.event + 1;
        }
        // A later event rings again.
        let has_more = read.len() >= READ_TOGETHER as usize;
        self.look_at = has_more.then(Instant::now);
        let mut outputs = Vec::new();
        for (event, waiting) in read.into_iter().filter_map(waits) {
            outputs.extend(self.line.on(now_ms(), Input::Added { event, kind: waiting.kind }));
        }
        self.follow(outputs).await
    }

    /// Gives the line an input, and does what follows.
    async fn on(&mut self, input: Input) -> bool {
        let outputs = self.line.on(now_ms(), input);
        self.follow(outputs).await
    }

    async fn follow(&mut self, outputs: Vec<Output>) -> bool {
        let Some(office) = self.office.upgrade() else { return false };
        let mut dropped = Vec::new();
        for output in outputs {
            match output {
                Output::Send { event } => self.send(&office, event),
                Output::Dropped { event, .. } => dropped.push(event),
                // The end of the attempt has both.
                Output::Ended(_) | Output::Off(_) => {}
            }
        }
        let others = self.state.without_place.swap(0, Ordering::Relaxed);
        let count = others + dropped.len() as u64;
        if count > 0 {
            metrics::counter!(HOOK_DROPPED).increment(count);
            self.kept.dropped += count;
            let stored = office.store.drop_waiting(self.kept.hook.id, &dropped, others).await;
            if let Err(error) = stored {
                tracing::warn!(%error, "could not drop events of a hook");
            }
        }
        true
    }

    fn send(&mut self, office: &Arc<Inner>, event: u64) {
        let kind = self.line.waiting().get(&event).map_or(EventKind::Test, |waits| waits.kind);
        let (kept, office) = (self.kept.clone(), Arc::downgrade(office));
        self.under_way = Some(Box::pin(async move {
            let began_ms = now_ms();
            let begun = Instant::now();
            // In a task of its own it goes on while this one waits for the store. Otherwise it
            // could hold the one connection that writes, and wait here to be polled.
            let attempt = tokio::spawn(async move { attempt(&office, &kept, event).await });
            let broken = |_| (Answer::Failed, None, Some("the attempt broke off".to_owned()));
            let (answer, status, error) =
                AbortOnDropHandle::new(attempt).await.unwrap_or_else(broken);
            let took_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
            Ended { event, kind, began_ms, took_ms, answer, status, error }
        }));
    }

    /// Stores how an attempt ended, and goes on.
    async fn settle(&mut self, ended: Ended) -> bool {
        let draw = Draw::new(rand::random());
        let outputs = self.line.on(now_ms(), Input::Answered { answer: ended.answer, draw });
        let was_off = self.kept.off.is_some();
        (self.kept.failing_since_ms, self.kept.off) =
            (self.line.failing_since_ms(), self.line.off());
        let attempt = outputs.iter().find_map(|output| match output {
            Output::Ended(attempt) => Some(*attempt),
            _ => None,
        });
        let hook = self.kept.hook.id;
        match ended.answer {
            Answer::Success => metrics::counter!(HOOK_SENT).increment(1),
            Answer::Gone | Answer::Busy { .. } | Answer::Failed => {
                metrics::counter!(HOOK_FAILED).increment(1);
            }
        }
        if let Some(off) = self.kept.off.filter(|_| !was_off) {
            metrics::counter!(HOOK_OFF).increment(1);
            tracing::warn!(hook, reason = off_text(off), "a hook was turned off");
        }
        if let Some(attempt) = attempt {
            let is_plain = ended.answer == Answer::Success && !self.line.waiting().is_empty();
            self.ends.add(self.ended(ended, attempt), is_plain);
        }
        if self.ends.are_due() && !self.store_ends().await {
            return false;
        }
        self.follow(outputs).await
    }

    fn ended(&self, ended: Ended, attempt: Attempt) -> EndedAttempt {
        let failures = self.line.waiting().get(&attempt.event).map_or(0, |waits| waits.failures);
        EndedAttempt {
            delivery: StoredDelivery {
                id: 0,
                hook: self.kept.hook.id,
                event: ended.event,
                kind: ended.kind.name().to_owned(),
                attempt: attempt.number,
                at_ms: ended.began_ms,
                took_ms: ended.took_ms,
                status: ended.status,
                error: ended.error,
            },
            again: attempt.again_ms.map(|due_ms| (due_ms, failures)),
            failing_since_ms: self.kept.failing_since_ms,
            off: self.kept.off.map(off_text),
        }
    }

    /// Stores the ends of attempts, however long that takes: the next event must not overtake them.
    async fn store_ends(&mut self) -> bool {
        let Ends { unstored, .. } = std::mem::take(&mut self.ends);
        if unstored.is_empty() {
            return true;
        }
        loop {
            let Some(office) = self.office.upgrade() else { return false };
            let stored = office.clerk().store(unstored.clone()).await;
            drop(office);
            match stored {
                Ok(()) => return true,
                Err(error) => {
                    tracing::debug!(hook = self.kept.hook.id, %error, "could not store deliveries");
                    tokio::time::sleep(STORE_RETRY).await;
                }
            }
        }
    }

    async fn obey(&mut self, order: Order) -> bool {
        // An order is about what the store has.
        if !self.store_ends().await {
            return false;
        }
        let Some(office) = self.office.upgrade() else { return false };
        match order {
            Order::Show(shown) => drop(shown.send(Box::new(self.kept.clone()))),
            Order::Again { event, kind, done } => {
                let result = office.store.send_again(self.kept.hook.id, event, now_ms()).await;
                let waits = matches!(result, Ok(true));
                drop(done.send(result));
                return !waits || self.on(Input::Added { event, kind }).await;
            }
            Order::Change(kept, done) => {
                let Kept { hook, secrets, .. } = *kept;
                let changed = Kept { hook, secrets, ..self.kept.clone() };
                let result = office.store.change_hook(&changed.stored(&office.vault)).await;
                if result.is_ok() {
                    self.kept = changed;
                }
                // The receiver is gone if the administrator gave up waiting.
                drop(done.send(result));
            }
            Order::TurnOn(done) => return self.turn(&office, Input::TurnedOn, done).await,
            Order::TurnOff(done) => return self.turn(&office, Input::TurnedOff, done).await,
        }
        true
    }

    /// Turns the hook on or off, once that is stored.
    async fn turn(
        &mut self,
        office: &Arc<Inner>,
        input: Input,
        done: oneshot::Sender<Result<bool, StoreError>>,
    ) -> bool {
        let mut line = self.line.clone();
        let outputs = line.on(now_ms(), input);
        let (failing_since_ms, off) = (line.failing_since_ms(), line.off());
        let changed = Kept { failing_since_ms, off, ..self.kept.clone() };
        let result = office.store.change_hook(&changed.stored(&office.vault)).await;
        let is_stored = result.is_ok();
        drop(done.send(result));
        if !is_stored {
            return true;
        }
        (self.line, self.kept) = (line, changed);
        self.follow(outputs).await
    }

    /// Deletes old deliveries of every hook.
    async fn forget(&mut self) -> bool {
        let Some(office) = self.office.upgrade() else { return false };
        let before_ms = now_ms().saturating_sub(DELIVERIES_LAST_MS);
        if let Err(error) = office.store.forget_deliveries(before_ms).await {
            tracing::warn!(%error, "could not delete old deliveries of hooks");
        }
        true
    }
}

impl Ends {
    /// Adds an end, in the order in which attempts were made. One that changes when the event or
    /// the hook goes on does not wait for others.
    fn add(&mut self, ended: EndedAttempt, may_wait: bool) {
        self.unstored.push(ended);
        let now = Instant::now();
        match may_wait && self.unstored.len() < STORED_TOGETHER {
            true => drop(self.due.get_or_insert(now + GATHERED_LONGER_FOR)),
            false => self.due = Some(now),
        }
    }

    fn are_due(&self) -> bool {
        self.due.is_some_and(|due| due <= Instant::now())
    }
}

/// Waits for the attempt that is under way, or for ever.
async fn answered(under_way: &mut Option<BoxFuture<'static, Ended>>) -> Ended {
    match under_way {
        Some(attempt) => {
            let ended = attempt.await;
            *under_way = None;
            ended
        }
        None => std::future::pending().await,
    }
}

fn until(due_ms: u64) -> Instant {
    Instant::now() + Duration::from_millis(due_ms.saturating_sub(now_ms()))
}

async fn sleep_or_wait(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}
