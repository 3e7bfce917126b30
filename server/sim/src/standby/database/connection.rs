//! A connection to the database, over which a process asks and commits.

use super::super::world::{Machine, Moment};
use super::{Change, Database, KEPT_ALIVE, Rows, Server};
use cardroom::store::Seen;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The connection to the server is lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::standby) struct Lost;

/// A connection of a process on a machine. Dropping it closes it.
pub(in crate::standby) struct Connection {
    database: Database,
    machine: Machine,
    pub(in crate::standby) session: i32,
}

impl Connection {
    pub(super) fn new(database: Database, machine: Machine, session: i32) -> Self {
        Self { database, machine, session }
    }

    /// Waits for as long as a message takes from one end to the other.
    async fn travel(&self) -> Result<(), Lost> {
        self.database.wait().await;
        let given_up = Instant::now() + KEPT_ALIVE;
        loop {
            {
                let server = self.database.server.borrow();
                if !server.cut.contains(&self.machine) {
                    let is_open = server.sessions.contains_key(&self.session);
                    return if is_open { Ok(()) } else { Err(Lost) };
                }
            }
            if Instant::now() >= given_up {
                return Err(Lost);
            }
            sleep(Duration::from_millis(20)).await;
        }
    }

    /// Asks the server something that it answers at once.
    async fn ask<T>(&self, asked: impl FnOnce(&mut Server, Moment) -> T) -> Result<T, Lost> {
        self.travel().await?;
        let now = self.database.now();
        let answer = asked(&mut self.database.server.borrow_mut(), now);
        self.database.changed.notify_waiters();
        self.travel().await?;
        Ok(answer)
    }

    /// Takes the lock, and reads how often rooms have opened the database.
    pub(in crate::standby) async fn take_lock(&self) -> Result<(bool, i64), Lost> {
        self.ask(|server, _| {
            let is_locked = *server.lock.get_or_insert(self.session) == self.session;
            (is_locked, server.rows.epoch)
        })
        .await
    }

    /// Looks at the lease.
    pub(in crate::standby) async fn look(&self) -> Result<Seen, Lost> {
        self.ask(|server, now| Seen {
            now,
            session: server.lock,
            beat: server.rows.beat.map(|(_, at)| at),
        })
        .await
    }

    /// Ends a session that holds the lock, unless its room has beaten within this time. Returns
    /// `true` if it did, and calls `note` with its machine at that moment.
    pub(in crate::standby) async fn end_silent(
        &self,
        session: i32,
        ttl: Moment,
        note: impl FnOnce(Option<Machine>),
    ) -> Result<bool, Lost> {
        self.ask(|server, now| {
            let is_silent = server.rows.beat.is_some_and(|(_, at)| at < now - ttl);
            let ends = server.lock == Some(session) && is_silent;
            if ends {
                note(server.sessions.get(&session).map(|session| session.machine));
            }
            if ends && self.database.keeps_silent.get() {
                server.lock = None;
            } else if ends {
                server.end(session);
            }
            ends
        })
        .await
    }

    /// Ends the session of a lost connection, if it still holds the lock.
    pub(in crate::standby) async fn end_lost(&self, session: i32) -> Result<(), Lost> {
        self.ask(|server, _| {
            if server.lock == Some(session) {
                server.end(session);
            }
        })
        .await
    }

    /// Beats for a room that counted its opening with this number. Returns `false` if another
    /// process has the lease.
    pub(in crate::standby) async fn beat(&self, life: u64, epoch: i64) -> Result<bool, Lost> {
        self.ask(|server, at| {
            let is_its = server.rows.beat.is_some_and(|(holder, _)| holder == life);
            let beats = is_its && server.rows.epoch <= epoch;
            if beats {
                server.append(self.session, Change::Beat { life, at });
            }
            beats
        })
        .await
    }

    /// Enters a process as the room.
    pub(in crate::standby) async fn claim(&self, life: u64) -> Result<(), Lost> {
        self.ask(|server, at| server.append(self.session, Change::Claimed { life, at })).await
    }

    /// Reads everything.
    pub(in crate::standby) async fn read(&self) -> Result<Rows, Lost> {
        self.ask(|server, _| server.rows.clone()).await
    }

    /// Commits a change, and waits until the server answers. An error does not say whether the
    /// change is stored.
    pub(in crate::standby) async fn commit(&self, change: Change) -> Result<(), Lost> {
        self.travel().await?;
        self.database.server.borrow_mut().append(self.session, change);
        self.database.changed.notify_waiters();
        loop {
            let changed = self.database.changed.notified();
            {
                let server = self.database.server.borrow();
                if server.sessions.get(&self.session).is_none_or(|one| !one.is_waiting) {
                    break;
                }
            }
            changed.await;
        }
        self.travel().await
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut server = self.database.server.borrow_mut();
        if !server.cut.contains(&self.machine) {
            server.desert(self.session);
        } else if let Some(session) = server.sessions.get_mut(&self.session) {
            session.is_closed = true;
        }
        drop(server);
        self.database.changed.notify_waiters();
    }
}
