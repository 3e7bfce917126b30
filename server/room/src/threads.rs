//! The threads of play. Each has a runtime of its own with tables and the connections of their
//! players, so that an action passes from its frame to its answers on one thread. Everything else
//! runs on the program's own runtime.

use crate::ids::TableId;
use crate::{lock_step, outbox};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use tokio::runtime::{Builder, Handle};
use tokio_util::sync::{CancellationToken, DropGuard};

/// After how many actions in a row on another thread a connection moves there.
const ACTIONS_TO_MOVE: u32 = 8;

/// The threads of play. They end when this value is dropped.
#[derive(Debug)]
pub struct PlayThreads {
    threads: Threads,
    /// Ends the threads when it is dropped.
    _stop: DropGuard,
}

/// The way to the threads of play. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Threads {
    /// Empty if everything runs on the runtime of its caller.
    runtimes: Arc<[Handle]>,
    /// The thread of the next connection.
    next: Arc<AtomicUsize>,
}

/// One of the threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ThreadNo(usize);

impl ThreadNo {
    /// Returns its place among all threads.
    pub fn index(self) -> usize {
        self.0
    }
}

/// The thread of a connection. It follows its player, but not each action of a player with tables
/// on several threads.
#[derive(Debug)]
pub struct Home {
    thread: ThreadNo,
    /// The thread of the last actions that went elsewhere ...
    elsewhere: ThreadNo,
    /// ... and how many they were, without one that did not.
    actions: u32,
}

impl Home {
    pub fn new(thread: ThreadNo) -> Self {
        Self { thread, elsewhere: thread, actions: 0 }
    }

    pub fn thread(&self) -> ThreadNo {
        self.thread
    }

    /// Notes an action at a table of this thread.
    pub fn acts_on(&mut self, thread: ThreadNo) {
        if thread == self.thread {
            self.actions = 0;
        } else if thread == self.elsewhere {
            self.actions += 1;
        } else {
            (self.elsewhere, self.actions) = (thread, 1);
        }
    }

    /// Returns `true` if the connection has to move. It is at home on the other thread then.
    pub fn moves(&mut self) -> bool {
        if self.actions < ACTIONS_TO_MOVE {
            return false;
        }
        (self.thread, self.actions) = (self.elsewhere, 0);
        true
    }
}

impl PlayThreads {
    /// Starts this many threads; as many as the machine has cores if it is 0. Messages that may wait
    /// for others wait for `gather`.
    ///
    /// # Errors
    /// The system refuses a thread.
    pub fn start(count: usize, gather: Duration) -> io::Result<Self> {
        let count = match count {
            0 => thread::available_parallelism().map_or(1, usize::from),
            count => count,
        };
        let stop = CancellationToken::new();
        let runtimes: io::Result<Vec<Handle>> = (0..count)
            .map(|number| {
                let runtime = Builder::new_current_thread().enable_all().build()?;
                let (handle, stopped) = (runtime.handle().clone(), stop.clone());
                thread::Builder::new().name(format!("play-{number}")).spawn(move || {
                    let both =
                        async { tokio::join!(outbox::write_late(gather), lock_step::wait_awake()) };
                    runtime.block_on(stopped.run_until_cancelled_owned(both))
                })?;
                Ok(handle)
            })
            .collect();
        Ok(Self { threads: Threads::on(runtimes?), _stop: stop.drop_guard() })
    }

    /// Returns the way to these threads.
    #[must_use]
    pub fn threads(&self) -> Threads {
        self.threads.clone()
    }
}

impl Threads {
    /// Returns no threads: everything runs on the runtime of its caller.
    #[must_use]
    pub fn none() -> Self {
        Self::on(Vec::new())
    }

    fn on(runtimes: Vec<Handle>) -> Self {
        Self { runtimes: runtimes.into(), next: Arc::default() }
    }

    /// Returns all threads; the one of the caller if there are none.
    pub fn all(&self) -> impl Iterator<Item = ThreadNo> {
        (0..self.runtimes.len().max(1)).map(ThreadNo)
    }

    /// Returns the thread of a table.
    #[must_use]
    pub fn of_table(&self, table: TableId) -> ThreadNo {
        let count = self.runtimes.len().max(1);
        let number = usize::try_from(table.0 % count as u64);
        ThreadNo(number.expect("it is smaller than a usize"))
    }

    /// Returns the threads one after another, for connections without a table.
    #[must_use]
    pub fn next(&self) -> ThreadNo {
        ThreadNo(self.next.fetch_add(1, Ordering::Relaxed) % self.runtimes.len().max(1))
    }

    /// Returns the runtime of a thread.
    ///
    /// # Panics
    /// Panics outside of a runtime if there are no threads.
    #[must_use]
    pub fn runtime(&self, thread: ThreadNo) -> Handle {
        self.runtimes.get(thread.0).cloned().unwrap_or_else(Handle::current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_follows_its_player_and_does_not_go_back_and_forth() {
        let [here, there, third] = [0, 1, 2].map(ThreadNo);
        let mut home = Home::new(here);
        let acts = |home: &mut Home, thread, count| {
            (0..count).for_each(|_| home.acts_on(thread));
            home.moves()
        };
        for _ in 0..100 {
            assert!(!acts(&mut home, there, ACTIONS_TO_MOVE - 1), "it plays on both");
            assert!(!acts(&mut home, here, 1));
        }
        assert!(!acts(&mut home, third, 1) && !acts(&mut home, there, ACTIONS_TO_MOVE - 1));
        assert!(acts(&mut home, there, 1));
        assert_eq!(home.thread(), there);
        assert!(!acts(&mut home, there, 100), "it is at home");
    }

    #[tokio::test]
    async fn tables_and_connections_are_spread_over_the_threads_that_end_with_their_owner() {
        let play = PlayThreads::start(2, Duration::ZERO).unwrap();
        let threads = play.threads();
        let names = [1, 2, 3].map(|table| {
            let runtime = threads.runtime(threads.of_table(TableId(table)));
            runtime.spawn(async { thread::current().name().map(str::to_owned) })
        });
        let names = futures_util::future::join_all(names).await;
        let names = names.into_iter().map(|name| name.unwrap().unwrap());
        assert!(names.eq(["play-1", "play-0", "play-1"]));
        assert_ne!(threads.next(), threads.next());
        let runtime = threads.runtime(ThreadNo(0));
        drop(play);
        assert!(runtime.spawn(std::future::pending::<()>()).await.unwrap_err().is_cancelled());
    }
}
