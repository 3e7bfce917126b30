//! Connections that only watch. They count what they read, and time each action that they see.

use crate::figures::Traffic;
use crate::limits::Reasons;
use crate::recorder::Recorder;
use cardroom_bot::connection::{Connection, ConnectionError, Endpoint, frame_bytes};
use cardroom_bot::notices::is_limit;
use cardroom_bot::probe::ActionKey;
use cardroom_bot::{Encoding, TableEvent, TableId};
use cardroom_protocol::client::{Observe, Ping};
use cardroom_protocol::{HandNo, RequestId, ServerMessage};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

pub(crate) struct Observers {
    tasks: JoinSet<Result<(), ConnectionError>>,
    stop: CancellationToken,
    counters: Arc<Counters>,
}

#[derive(Debug, Default)]
struct Counters {
    watching: AtomicU64,
    frames: AtomicU64,
    bytes: AtomicU64,
    limits: Mutex<Reasons>,
}

impl Counters {
    /// Reasons a refusal by a limit of the server.
    fn limit(&self, reason: String) {
        *self.limits.lock().entry(reason).or_default() += 1;
    }
}

/// The settings that all observers share.
#[derive(Clone)]
pub(crate) struct Watch {
    pub(crate) endpoint: Endpoint,
    pub(crate) encoding: Encoding,
    /// Records the actions that observers see.
    pub(crate) recorder: Arc<Recorder>,
    /// The start of the recorder's clock.
    pub(crate) start: Instant,
    /// The number of connections opened per second.
    pub(crate) connects_per_second: u32,
}

impl Observers {
    /// Starts observers for each table.
    pub(crate) fn start(watch: &Watch, tables: &[TableId], per_table: usize) -> Self {
        let stop = CancellationToken::new();
        let counters = Arc::new(Counters::default());
        let mut tasks = JoinSet::new();
        let seats = tables.iter().flat_map(|&table| std::iter::repeat_n(table, per_table));
        for (number, table) in seats.enumerate() {
            let wait = Duration::from_secs(1) / watch.connects_per_second.max(1);
            let wait = wait * u32::try_from(number).unwrap_or(u32::MAX);
            let observer = Observer { number, table, hand: None };
            let (watch, counters, stop) = (watch.clone(), Arc::clone(&counters), stop.clone());
            tasks.spawn(async move {
                let work = async {
                    tokio::time::sleep(wait).await;
                    observer.work(&watch, &counters).await
                };
                stop.run_until_cancelled(work).await.unwrap_or(Ok(()))
            });
        }
        Self { tasks, stop, counters }
    }

    /// Returns the number of observers that have a view of their table.
    pub(crate) fn watching(&self) -> u64 {
        self.counters.watching.load(Ordering::Relaxed)
    }

    /// Returns the traffic received so far.
    pub(crate) fn traffic(&self) -> Traffic {
        Traffic {
            frames: self.counters.frames.load(Ordering::Relaxed),
            bytes: self.counters.bytes.load(Ordering::Relaxed),
        }
    }

    /// Stops the observers, and returns why some had ended before, and what limits of the server
    /// refused.
    pub(crate) async fn stop(mut self) -> (Vec<ConnectionError>, Reasons) {
        self.stop.cancel();
        let mut errors = Vec::new();
        while let Some(ended) = self.tasks.join_next().await {
            errors.extend(ended.ok().and_then(Result::err));
        }
        for error in errors.iter().filter(|error: &&ConnectionError| error.is_limit()) {
            self.counters.limit(error.refusal().unwrap_or_else(|| error.to_string()));
        }
        let limits = self.counters.limits.lock().clone();
        (errors, limits)
    }
}

struct Observer {
    number: usize,
    table: TableId,
    /// The hand and its number of actions so far; `None` until one begins.
    hand: Option<(HandNo, u32)>,
}

impl Observer {
    async fn work(mut self, watch: &Watch, counters: &Counters) -> Result<(), ConnectionError> {
        let mut connection = Connection::open(&watch.endpoint, watch.encoding, None).await?;
        let request = RequestId(1);
        connection.send(&[Observe { request, table: self.table }.into()]).await?;
        let idle = u64::from(connection.welcome().idle_timeout_ms.max(2_000));
        let mut keep_alive = tokio::time::interval(Duration::from_millis(idle / 2));
        loop {
            tokio::select! {
                payload = connection.receive_payload() => {
                    let payload = payload?;
                    let received = watch.start.elapsed();
                    counters.frames.fetch_add(1, Ordering::Relaxed);
                    let bytes = frame_bytes(payload.len()) as u64;
                    counters.bytes.fetch_add(bytes, Ordering::Relaxed);
                    for message in connection.decode(&payload)?.messages {
                        self.take(&message, received, watch, counters);
                    }
                }
                _ = keep_alive.tick() => {
                    connection.send(&[Ping { nonce: 0 }.into()]).await?;
                }
            }
        }
    }

    fn take(
        &mut self,
        message: &ServerMessage,
        received: Duration,
        watch: &Watch,
        counters: &Counters,
    ) {
        match message {
            ServerMessage::TableSnapshot(_) => {
                self.hand = None;
                counters.watching.fetch_add(1, Ordering::Relaxed);
            }
            ServerMessage::Step(step) => {
                for event in &step.events.0 {
                    if let Some(key) = self.follow(event) {
                        watch.recorder.observed(self.number, key, received);
                    }
                }
            }
            ServerMessage::Refused(refused) if is_limit(refused.code) => {
                counters.limit(format!("request {}", refused.code));
            }
            ServerMessage::Goodbye(goodbye) if is_limit(goodbye.code) => {
                counters.limit(format!("goodbye {}", goodbye.code));
            }
            _ => {}
        }
    }

    /// Derives the keys of actions as their actors do.
    fn follow(&mut self, event: &TableEvent) -> Option<ActionKey> {
        match event {
            TableEvent::HandStarted(started) => self.hand = Some((started.hand, 0)),
            TableEvent::HandEnded(_) | TableEvent::HandVoided(_) => self.hand = None,
            TableEvent::Acted(acted) => {
                let (hand, index) = self.hand?;
                self.hand = Some((hand, index + 1));
                let key = ActionKey { table: self.table, hand, index };
                return (!acted.timed_out).then_some(key);
            }
            _ => {}
        }
        None
    }
}
