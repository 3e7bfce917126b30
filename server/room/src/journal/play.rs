//! The writers of the threads of play.

use super::{Books, CommitError, Commits, Waiting};
use parking_lot::Mutex as Cell;
use std::sync::Arc;
use tokio::sync::{Mutex, Notify};
use tokio_util::sync::CancellationToken;

/// Units of play that wait for a commit, of one thread or of all.
#[derive(Debug)]
pub(super) struct Play {
    books: Books,
    /// The most units in one transaction.
    group: usize,
    /// `None` once the journal is closed.
    waiting: Cell<Option<Vec<Waiting>>>,
    /// Held by the writer that commits.
    turn: Mutex<()>,
}

/// The writer of one thread of play.
#[derive(Clone, Debug)]
pub(super) struct OfThread {
    play: Arc<Play>,
    has_units: Arc<Notify>,
}

impl OfThread {
    pub(super) fn on(play: Arc<Play>) -> Self {
        Self { play, has_units: Arc::default() }
    }

    /// # Errors
    /// The journal is closed.
    pub(super) fn add(&self, waiting: Waiting) -> Result<(), CommitError> {
        self.play.waiting.lock().as_mut().ok_or(CommitError::Closed)?.push(waiting);
        self.has_units.notify_one();
        Ok(())
    }

    /// Writes until the journal is closed. By the time this has its turn, every task of the thread
    /// that was ready has added its unit.
    pub(super) async fn write(self, closing: CancellationToken) {
        while closing.run_until_cancelled(self.has_units.notified()).await.is_some() {
            self.play.write_all().await;
        }
        self.play.close().await;
    }
}

impl Play {
    pub(super) fn new(books: Books, group: usize) -> Arc<Self> {
        let waiting = Cell::new(Some(Vec::new()));
        Arc::new(Self { books, group, waiting, turn: Mutex::default() })
    }

    /// Commits the units that wait, unless another writer did meanwhile.
    async fn write_all(&self) {
        let _turn = self.turn.lock().await;
        let waiting = self.waiting.lock().as_mut().map(std::mem::take);
        self.write_groups(waiting.unwrap_or_default()).await;
    }

    /// Commits the units that still wait, and takes no more.
    async fn close(&self) {
        let _turn = self.turn.lock().await;
        let waiting = self.waiting.lock().take();
        self.write_groups(waiting.unwrap_or_default()).await;
    }

    async fn write_groups(&self, mut waiting: Vec<Waiting>) {
        while !waiting.is_empty() {
            let rest = waiting.split_off(self.group.min(waiting.len()));
            self.books.write_group(waiting, Commits::Play).await;
            waiting = rest;
        }
    }
}
