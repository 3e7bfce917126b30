//! Closes a room in order: no new hand begins, the hands in progress end, every connection gets a
//! goodbye, and the rest is stored.

use super::{Hall, OpenRoom};
use crate::hosting::HostingOffice;
use crate::inbox::{TableHandle, TableInput};
use crate::journal::Journal;
use crate::opening::OpenTable;
use crate::room::Room;
use crate::session::client::{goodbye, room_closing};
use crate::shutdown::Phase;
use crate::store::StoreError;
use crate::threads::PlayThreads;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

/// How long connections and tasks may take to end after the goodbye.
const GOODBYE_TIME: Duration = Duration::from_secs(5);

/// How long they may take if another process is the room already.
const LATE_GOODBYE_TIME: Duration = Duration::from_secs(1);

/// How long a hand-over waits for clients that do not close their side, before it stores the rest.
const PROMPT_GOODBYE_TIME: Duration = Duration::from_millis(300);

impl OpenRoom {
    /// Waits until nothing can be stored any more, and returns why.
    pub async fn lost(&self) -> StoreError {
        self.store.lost().await
    }

    /// Closes the room. Hands in progress may finish within `drain`, and every connection gets a
    /// goodbye. When this returns, everything acknowledged is on disk.
    pub async fn close(self, drain: Duration) {
        begin_to_close(&self.room);
        drain_tables(&self.room, drain).await;
        self.house_bots.stop.cancel();
        part(&self.room).await;
        drop(self.end().await);
    }

    /// Waits until an operator hands the room over.
    pub async fn handed_over(&self) {
        self.room.hand_over.asked().await;
    }

    /// Closes the room for a process that waits for its place. Hands in progress go on there, so
    /// this does not wait for them. When this returns, the lease is free.
    pub async fn hand_over(self) {
        let room = Arc::clone(&self.room);
        room.lifecycle.enter(Phase::Draining);
        self.house_bots.stop.cancel();
        send_away(&room);
        room.lifecycle.tasks.close();
        // Clients that are slow to close may read their goodbye while the next room opens.
        let _ = tokio::time::timeout(PROMPT_GOODBYE_TIME, room.lifecycle.tasks.wait()).await;
        let threads = self.end().await;
        room.lifecycle.wait_for_tasks(GOODBYE_TIME).await;
        drop(threads);
    }

    /// Ends every connection of a room whose place another process has taken. Nothing can be stored
    /// any more, so no client may hear of anything that happens here.
    pub async fn yield_to_next(&self) {
        let room = &self.room;
        room.hand_over.note_taken_over();
        send_away(room);
        room.lifecycle.wait_for_tasks(LATE_GOODBYE_TIME).await;
    }

    /// Stores the rest after every connection has got its goodbye, and frees the store. Returns the
    /// threads, on which connections may still linger.
    async fn end(self) -> PlayThreads {
        let Self { room, tables, house_bots, store, journal, writer, listeners, threads, .. } =
            self;
        finish(house_bots.task, "the house bots").await;
        wind_up(&room, tables, journal, writer).await;
        for listener in listeners {
            finish(listener, "a listener").await;
        }
        if let Some(deals) = room.deals()
            && let Err(error) = deals.log().advance().await
        {
            // The next start signs what is left.
            tracing::warn!(%error, "the log of deals was not signed to its end");
        }
        if let Err(error) = store.close().await {
            tracing::warn!(%error, "could not close the store in order");
        }
        tracing::info!("the room is closed");
        threads
    }
}

impl Hall {
    /// Closes the room like [`OpenRoom::close`].
    pub async fn close(self, drain: Duration) {
        let Self { room, tables, journal, writer, .. } = self;
        begin_to_close(&room);
        drain_tables(&room, drain).await;
        part(&room).await;
        wind_up(&room, tables, journal, writer).await;
    }
}

/// Lets in only players with a seat or an entry from here on, and sends all players the message
/// that the room closes.
fn begin_to_close(room: &Room) {
    room.lifecycle.enter(Phase::Draining);
    room.registry.send_to_players(&room_closing());
}

/// Sends every connection a goodbye, and waits for them to end.
async fn part(room: &Room) {
    send_away(room);
    room.lifecycle.wait_for_tasks(GOODBYE_TIME).await;
}

/// Sends every connection a goodbye. From here on, new connections get it at once.
fn send_away(room: &Room) {
    room.lifecycle.enter(Phase::Parting);
    let (code, text) = goodbye(room);
    room.registry.close_all(code, text);
}

/// Ends the tables, and stores everything they have left to store.
async fn wind_up(room: &Room, tables: Vec<OpenTable>, journal: Journal, writer: JoinHandle<()>) {
    // A table ends when it cannot be reached any more.
    for table in tables {
        room.registry.close_table(table.handle.id);
        drop(table.handle);
        finish(table.task, "a table").await;
    }
    for task in room.hosting().iter().flat_map(HostingOffice::wind_up) {
        finish(task, "a private table").await;
    }
    journal.close();
    finish(writer, "the journal").await;
    room.lifecycle.enter(Phase::Closed);
}

/// Asks every table, of a tournament or not, to finish its hand. Waits for all of them, at most
/// this long.
async fn drain_tables(room: &Room, at_most: Duration) {
    let mut asked = BTreeSet::new();
    let mut waiting = JoinSet::new();
    let all = async {
        loop {
            // A tournament may have opened a table meanwhile.
            for handle in room.registry.tables() {
                if asked.insert(handle.id) {
                    waiting.spawn(drain_table(handle));
                }
            }
            if waiting.join_next().await.is_none() {
                return;
            }
        }
    };
    if tokio::time::timeout(at_most, all).await.is_err() {
        let left = waiting.len();
        tracing::warn!(left, "closing with hands in progress; they go on after the next start");
    }
}

/// Lets no more hands begin at a table, and waits for the hand in progress.
async fn drain_table(table: TableHandle) {
    let (done, is_done) = oneshot::channel();
    if table.send(TableInput::Drain { done }).await.is_ok() {
        // A table that ends without an answer has nothing to finish.
        let _ = is_done.await;
    }
}

pub(super) async fn finish(task: JoinHandle<()>, what: &str) {
    match tokio::time::timeout(GOODBYE_TIME, task).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(%error, "{what} failed"),
        Err(_) => tracing::warn!("{what} did not end in time"),
    }
}
