//! The clerk of all hooks: it stores how attempts ended, those of several hooks together. Most
//! events are sent to several hooks at once, and play needs the connection that writes, too.

use crate::store::{EndedAttempt, Store, StoreError};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::sleep;
use tokio_util::task::AbortOnDropHandle;

/// How long the clerk waits for the ends of other hooks.
const GATHERED_FOR: Duration = Duration::from_millis(50);
/// How many hooks may wait for the clerk to take their ends.
const INBOX: usize = 32;

/// Ends to be stored, and who waits for that.
struct Entry {
    ended: Vec<EndedAttempt>,
    stored: oneshot::Sender<Result<(), StoreError>>,
}

/// The way to the clerk.
#[derive(Debug)]
pub(super) struct Clerk {
    entries: mpsc::Sender<Entry>,
    /// Ends the clerk with the office.
    _task: AbortOnDropHandle<()>,
}

impl Clerk {
    pub(super) fn start(store: Arc<dyn Store>) -> Self {
        let (entries, inbox) = mpsc::channel(INBOX);
        Self { entries, _task: AbortOnDropHandle::new(tokio::spawn(write(store, inbox))) }
    }

    /// Stores ends in their order, all of them or none.
    pub(super) async fn store(&self, ended: Vec<EndedAttempt>) -> Result<(), StoreError> {
        let closed = || StoreError::NotWritten("the clerk of the hooks has ended".to_owned());
        let (stored, result) = oneshot::channel();
        self.entries.send(Entry { ended, stored }).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }
}

async fn write(store: Arc<dyn Store>, mut inbox: mpsc::Receiver<Entry>) {
    let mut entries = Vec::new();
    while let Some(first) = inbox.recv().await {
        entries.push(first);
        sleep(GATHERED_FOR).await;
        while let Ok(entry) = inbox.try_recv() {
            entries.push(entry);
        }
        let mut together = Vec::new();
        entries.iter_mut().for_each(|entry| together.append(&mut entry.ended));
        let result = store.end_attempts(&together).await;
        for entry in entries.drain(..) {
            // A task that has ended waits for nothing.
            drop(entry.stored.send(result.clone()));
        }
    }
}
