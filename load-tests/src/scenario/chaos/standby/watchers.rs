//! Spectators who keep their connection to a room that stands still. When it wakes, another one has
//! taken its place: it may say goodbye, and that nothing can be stored. A step may still be on its
//! way to them if it was stored before. It must be in the history that the new room goes on with.

use crate::scenario::told::Told;
use cardroom_bot::connection::{Connection, ConnectionError, Endpoint, EndpointError};
use cardroom_bot::{Encoding, Table, TableId};
use cardroom_protocol::client::Observe;
use cardroom_protocol::server::Step;
use cardroom_protocol::{RequestId, ServerMessage};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::Instant;

/// The most tables to watch. A sample suffices, and watching all would double the room's traffic.
const MOST_TABLES: u32 = 20;
/// How long the room may take to show the tables.
const SHOWN_WITHIN: Duration = Duration::from_secs(10);
/// How long a connection may stay open after its room has ended.
const CLOSED_WITHIN: Duration = Duration::from_secs(30);

/// A message of the room, and when it was received.
type Received = (Instant, ServerMessage);

/// One connection that watches tables, and reads until the room closes it.
pub(super) struct Watchers {
    reading: JoinHandle<Vec<Received>>,
}

/// Why tables cannot be watched.
#[derive(Debug, thiserror::Error)]
pub(super) enum WatchError {
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error("the room does not show its tables in time")]
    TimedOut,
}

impl Watchers {
    /// Connects with one machine, and waits until it shows its first tables.
    pub(super) async fn open(url: &str, tables: u32) -> Result<Self, WatchError> {
        let endpoint = Endpoint::resolve(url).await?;
        let mut connection = Connection::open(&endpoint, Encoding::Binary, None).await?;
        let tables = tables.min(MOST_TABLES);
        let observe =
            |table| Observe { request: RequestId(table), table: TableId(u64::from(table)) }.into();
        let wanted: Vec<_> = (1..=tables).map(observe).collect();
        connection.send(&wanted).await?;
        let (shown, is_shown) = oneshot::channel();
        let reading = tokio::spawn(read(connection, tables, shown));
        let is_shown = tokio::time::timeout(SHOWN_WITHIN, is_shown).await;
        if !matches!(is_shown, Ok(Ok(()))) {
            reading.abort();
            return Err(WatchError::TimedOut);
        }
        Ok(Self { reading })
    }

    /// Reads until the room has closed the connection, and judges the messages since it woke.
    /// `life` is the life before the take-over. Returns the number of late steps.
    pub(super) async fn judge(mut self, woken: Instant, life: u64, told: &Told) -> u64 {
        let Ok(Ok(received)) = tokio::time::timeout(CLOSED_WITHIN, &mut self.reading).await else {
            self.reading.abort();
            told.fault("a room that was taken over keeps its connections open".to_owned());
            return 0;
        };
        let mut tables: BTreeMap<TableId, Table> = BTreeMap::new();
        let mut late = 0;
        for (at, message) in received {
            match message {
                ServerMessage::TableSnapshot(snapshot) if at < woken => {
                    tables.insert(snapshot.table, Table::from_snapshot(snapshot));
                }
                ServerMessage::Step(step) => {
                    if at >= woken {
                        late += u64::from(hear(told, life, &tables, &step));
                    }
                    if let Some(table) = tables.get_mut(&step.table) {
                        // The players' audit has judged a step that does not fit.
                        let _ = table.apply(&step);
                    }
                }
                ServerMessage::Goodbye(_) | ServerMessage::StoringFails(_) => {}
                other if at >= woken => {
                    told.fault(format!("a room that was taken over says {other:?}"));
                }
                _ => {}
            }
        }
        late
    }
}

/// Records a late step. Returns `false` if its table was never shown.
fn hear(told: &Told, life: u64, tables: &BTreeMap<TableId, Table>, step: &Step) -> bool {
    let before = tables.get(&step.table);
    before.inspect(|before| told.late_step(life, step, before)).is_some()
}

/// Reads until the connection ends. Reports when all tables have been shown.
async fn read(
    mut connection: Connection,
    tables: u32,
    shown: oneshot::Sender<()>,
) -> Vec<Received> {
    let mut received = Vec::new();
    let mut shown = Some(shown);
    let mut missing = tables;
    while let Ok(frame) = connection.receive().await {
        let now = Instant::now();
        for message in frame.messages {
            missing -= u32::from(matches!(message, ServerMessage::Done(_)) && missing > 0);
            received.push((now, message));
        }
        if missing == 0
            && let Some(shown) = shown.take()
        {
            // The other end has given up if it is gone.
            let _ = shown.send(());
        }
    }
    received
}
