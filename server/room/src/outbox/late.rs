//! Messages that may wait for the next one. Each thread of play has a queue of the outboxes with
//! such messages, and writes what is still unwritten when its time has come.

use super::Outbox;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::time::{Instant, sleep};

thread_local! {
    static LATE: RefCell<Option<Late>> = const { RefCell::new(None) };
}

/// The part of the delay within which messages are written together, so that the thread wakes up
/// less often than messages become due.
const NEARLY_DUE: u32 = 8;

/// The outboxes that are written later, from the earliest on.
#[derive(Debug)]
struct Late {
    /// How long a message may wait.
    delay: Duration,
    queue: VecDeque<(Instant, Arc<Outbox>)>,
    writer: Waker,
}

/// Writes the late messages of this thread as long as it is polled. Messages wait for `delay` at
/// most; if it is zero, none waits.
pub async fn write_late(delay: Duration) {
    if delay.is_zero() {
        return std::future::pending().await;
    }
    let late = Late { delay, queue: VecDeque::new(), writer: Waker::noop().clone() };
    LATE.set(Some(late));
    let mut timer = pin!(sleep(delay));
    poll_fn(|cx| {
        while let Some(due) = next_due(cx) {
            if timer.deadline() != due {
                timer.as_mut().reset(due);
            }
            if timer.as_mut().poll(cx).is_pending() {
                break;
            }
            while let Some((due, outbox)) = take_until(due + delay / NEARLY_DUE) {
                outbox.write_late(due);
            }
        }
        Poll::<()>::Pending
    })
    .await;
}

/// Returns how long messages may wait on this thread; `None` if they do not.
pub(super) fn delay() -> Option<Duration> {
    LATE.with_borrow(|late| late.as_ref().map(|late| late.delay))
}

/// Has an outbox written at `due`, unless everything in it is written by then.
pub(super) fn remember(due: Instant, outbox: &Arc<Outbox>) {
    LATE.with_borrow_mut(|late| {
        let Some(late) = late else { return };
        late.queue.push_back((due, Arc::clone(outbox)));
        if late.queue.len() == 1 {
            late.writer.wake_by_ref();
        }
    });
}

fn next_due(cx: &Context<'_>) -> Option<Instant> {
    LATE.with_borrow_mut(|late| {
        let late = late.as_mut()?;
        late.writer.clone_from(cx.waker());
        late.queue.front().map(|(due, _)| *due)
    })
}

fn take_until(latest: Instant) -> Option<(Instant, Arc<Outbox>)> {
    LATE.with_borrow_mut(|late| late.as_mut()?.queue.pop_front_if(|(due, _)| *due <= latest))
}
