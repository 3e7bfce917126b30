//! A machine, which runs one process after the other. A process can be stopped: none of its tasks
//! runs then, and its sockets stay open.

use super::world::Asked;
use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::task::{AbortHandle, spawn_local};
use tokio::time::Instant;

#[derive(Default)]
pub(super) struct Station {
    /// How many faults keep the process stopped.
    stops: Cell<u32>,
    sleepers: RefCell<Vec<Waker>>,
    tasks: RefCell<Vec<AbortHandle>>,
    /// The open room of the process.
    pub(super) room: RefCell<Option<mpsc::UnboundedSender<Asked>>>,
    /// Notified when the operator hands the room over.
    pub(super) closing: Notify,
    pub(super) trouble: Trouble,
}

impl Station {
    /// Runs a task of the process. It stands still while the process is stopped.
    pub(super) fn spawn(self: &Rc<Self>, task: impl Future<Output = ()> + 'static) -> AbortHandle {
        let stoppable = Stoppable { station: Rc::clone(self), task: Box::pin(task) };
        let handle = spawn_local(stoppable).abort_handle();
        let mut tasks = self.tasks.borrow_mut();
        tasks.retain(|task| !task.is_finished());
        tasks.push(handle.clone());
        handle
    }

    pub(super) fn stop(&self) {
        self.stops.set(self.stops.get() + 1);
    }

    /// Lets the process go on, unless another fault keeps it stopped.
    pub(super) fn go_on(&self) {
        self.stops.set(self.stops.get().saturating_sub(1));
        if !self.is_stopped() {
            self.sleepers.borrow_mut().drain(..).for_each(Waker::wake);
        }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.stops.get() > 0
    }

    /// Kills the process. The next one is not stopped.
    pub(super) fn kill(&self) {
        self.stops.set(0);
        self.sleepers.borrow_mut().clear();
        self.tasks.borrow_mut().drain(..).for_each(|task| task.abort());
        self.room.borrow_mut().take();
    }
}

/// A task of a process that can be stopped.
struct Stoppable {
    station: Rc<Station>,
    task: Pin<Box<dyn Future<Output = ()>>>,
}

impl Future for Stoppable {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.station.is_stopped() {
            self.station.sleepers.borrow_mut().push(cx.waker().clone());
            return Poll::Pending;
        }
        self.task.as_mut().poll(cx)
    }
}

/// Whether something is wrong, and since when nothing is.
#[derive(Default)]
pub(super) struct Trouble {
    count: Cell<u32>,
    over_since: Cell<Option<Instant>>,
}

impl Trouble {
    pub(super) fn begin(&self) {
        self.count.set(self.count.get() + 1);
    }

    pub(super) fn end(&self) {
        self.count.set(self.count.get().saturating_sub(1));
        self.over_since.set(Some(Instant::now()));
    }

    /// Returns `true` if nothing has been wrong for this long.
    pub(super) fn is_over_for(&self, time: Duration) -> bool {
        self.count.get() == 0 && self.over_since.get().is_none_or(|since| since.elapsed() >= time)
    }
}
