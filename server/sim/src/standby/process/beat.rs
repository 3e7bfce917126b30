//! The beat of a room, which ends when another process has the lease.

use super::super::database::{Connection, Lost};
use super::super::planted::Flaw;
use super::{Process, Writer};
use cardroom::store::BEAT_MS;
use std::cell::{Cell, RefCell};
use std::rc::{Rc, Weak};
use std::time::Duration;
use tokio::sync::{Mutex, Notify};
use tokio::task::AbortHandle;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// How long a beat may take, and how soon to try again.
const BEAT_WITHIN: Duration = Duration::from_secs(2);
const BEAT_AGAIN: Duration = Duration::from_millis(250);

/// The lease of a room, and the task that beats. Dropping it ends the beat.
pub(super) struct Lease {
    /// How often rooms have opened the database. Above every number until it is known.
    pub(super) epoch: Cell<i64>,
    /// The writer, which connects again when the beat does.
    pub(super) writer: RefCell<Weak<Mutex<Writer>>>,
    pub(super) taken_over: Notify,
    beat: Cell<Option<AbortHandle>>,
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(beat) = self.beat.take() {
            beat.abort();
        }
    }
}

impl Process {
    /// Beats until another process has the lease.
    pub(super) fn begin_to_beat(&self, connection: Connection) -> Rc<Lease> {
        let (writer, taken_over, beat) = Default::default();
        let lease = Rc::new(Lease { epoch: Cell::new(i64::MAX), writer, taken_over, beat });
        let beating = Beat {
            process: self.clone(),
            connection: Some(connection),
            lease: Rc::downgrade(&lease),
        };
        lease.beat.set(Some(self.world.stations[self.machine].spawn(beating.run())));
        lease
    }
}

/// The task that beats.
struct Beat {
    process: Process,
    connection: Option<Connection>,
    lease: Weak<Lease>,
}

impl Beat {
    async fn run(mut self) {
        let mut due = interval(Duration::from_millis(BEAT_MS));
        due.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            due.tick().await;
            let Some(lease) = self.lease.upgrade() else { return };
            match timeout(BEAT_WITHIN, self.beat(&lease)).await.unwrap_or(Err(Lost)) {
                Ok(true) => {}
                Ok(false) => return lease.taken_over.notify_one(),
                Err(Lost) => {
                    self.connection = None;
                    due.reset_after(BEAT_AGAIN);
                }
            }
        }
    }

    async fn beat(&mut self, lease: &Lease) -> Result<bool, Lost> {
        let Process { world, machine, life } = &self.process;
        let writer = lease.writer.borrow().upgrade();
        if let Some(writer) = writer.as_ref().filter(|_| self.process.has(Flaw::BeatBehindWriter)) {
            let writer = writer.lock().await;
            return writer.connection.as_ref().ok_or(Lost)?.beat(*life, lease.epoch.get()).await;
        }
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let connection = world.database.connect(*machine).await?;
                if let Some(writer) = writer {
                    // A quiet room would leave its lock free.
                    let process = self.process.clone();
                    world.stations[*machine].spawn(async move { process.check(&writer).await });
                }
                connection
            }
        };
        let beaten = connection.beat(*life, lease.epoch.get()).await?;
        self.connection = Some(connection);
        Ok(beaten)
    }
}
