//! Waiting awake in lock-step play. Where one table plays alone on its thread and its players
//! answer within microseconds, a thread that sleeps between two actions spends as much on falling
//! asleep and waking up as on an action. So it looks for the next one for a moment before it
//! sleeps. A thread never does that with several busy tables, or while players think.

use crate::ids::TableId;
use std::cell::RefCell;
use std::future::poll_fn;
use std::task::{Poll, Waker};
use std::time::{Duration, Instant};

/// The time in which an action follows the last answer in lock-step.
const QUICK: Duration = Duration::from_micros(120);
/// After how many such actions in a row at one table its thread waits awake.
const IN_A_ROW: u32 = 16;
/// How long a thread waits awake for the next action.
const AWAKE: Duration = Duration::from_micros(60);

thread_local! {
    static PACE: RefCell<Option<Pace>> = const { RefCell::new(None) };
}

/// The pace of the actions on a thread of play.
#[derive(Debug)]
struct Pace {
    /// Where the last action was, and when it was answered.
    last: Option<(TableId, Instant)>,
    /// How many actions in a row were quick.
    in_a_row: u32,
    /// Until when the thread waits awake.
    awake_until: Option<Instant>,
    waiter: Waker,
}

impl Pace {
    fn new() -> Self {
        Self { last: None, in_a_row: 0, awake_until: None, waiter: Waker::noop().clone() }
    }

    fn came(&mut self, table: TableId, now: Instant) {
        let last = self.last.replace((table, now));
        let is_quick = last.is_some_and(|(last, at)| last == table && now < at + QUICK);
        self.in_a_row = if is_quick { self.in_a_row.saturating_add(1) } else { 0 };
        self.awake_until = None;
    }

    /// Notes that the last action is answered. Returns `true` if the thread waits awake for the
    /// next one.
    fn answered(&mut self, now: Instant) -> bool {
        if let Some((_, at)) = &mut self.last {
            *at = now;
        }
        self.awake_until = (self.in_a_row >= IN_A_ROW).then(|| now + AWAKE);
        self.awake_until.is_some()
    }

    fn is_awake(&mut self, now: Instant) -> bool {
        self.awake_until = self.awake_until.filter(|until| now < *until);
        self.awake_until.is_some()
    }
}

/// Keeps this thread awake where that pays, as long as it is polled.
pub(crate) async fn wait_awake() {
    PACE.set(Some(Pace::new()));
    loop {
        poll_fn(|cx| {
            let is_awake = with_pace(|pace| {
                pace.waiter.clone_from(cx.waker());
                pace.is_awake(Instant::now())
            });
            if is_awake == Some(true) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        // The runtime looks for frames and does not sleep, because this is ready again.
        tokio::task::yield_now().await;
    }
}

/// Notes that an action has come at a table, which ends the wait for it.
pub(crate) fn came(table: TableId) {
    with_pace(|pace| pace.came(table, Instant::now()));
}

/// Notes that the action that came last is answered.
pub(crate) fn answered() {
    with_pace(|pace| {
        if pace.answered(Instant::now()) {
            pace.waiter.wake_by_ref();
        }
    });
}

/// Calls a function with the pace of this thread, if it is one of play.
fn with_pace<T>(with: impl FnOnce(&mut Pace) -> T) -> Option<T> {
    PACE.with_borrow_mut(|pace| pace.as_mut().map(with))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: TableId = TableId(1);
    const STEP: Duration = Duration::from_micros(80);
    /// An action that waits for a sync takes longer than what counts as quick.
    const WORK: Duration = Duration::from_micros(200);

    /// Returns whether the thread waits awake after each of these actions.
    fn waits(actions: impl IntoIterator<Item = (TableId, Duration)>) -> Vec<bool> {
        let (mut pace, mut now) = (Pace::new(), Instant::now());
        let acts = actions.into_iter().map(|(table, later)| {
            now += later;
            pace.came(table, now);
            now += WORK;
            pace.answered(now)
        });
        acts.collect()
    }

    #[test]
    fn a_thread_waits_awake_after_quick_actions_in_a_row_at_one_table() {
        let after = waits([(TABLE, STEP); 20]);
        assert_eq!(after.iter().position(|waits| *waits), Some(16));
        assert!(after[16..].iter().all(|waits| *waits));
    }

    #[test]
    fn a_player_who_thinks_and_an_action_elsewhere_let_the_thread_sleep() {
        for other in [(TABLE, QUICK), (TableId(2), STEP)] {
            let mut actions = [(TABLE, STEP); 40];
            actions[20] = other;
            let after = waits(actions);
            assert!(after[19] && !after[20..36].iter().any(|waits| *waits) && after[38]);
        }
        let two_matches = (0..100).map(|number| (TableId(number % 2), STEP));
        assert!(!waits(two_matches).contains(&true));
    }

    #[test]
    fn a_thread_waits_for_a_moment_only() {
        let (mut pace, now) = (Pace::new(), Instant::now());
        for number in 0..20 {
            pace.came(TABLE, now + STEP * number);
            pace.answered(now + STEP * number);
        }
        let last = now + STEP * 19;
        assert!(pace.is_awake(last + AWAKE - Duration::from_nanos(1)));
        assert!(!pace.is_awake(last + AWAKE) && pace.awake_until.is_none());
    }

    #[tokio::test]
    async fn other_threads_note_nothing_and_a_thread_of_play_waits_and_sleeps_again() {
        let act = || {
            came(TABLE);
            answered();
        };
        act();
        assert!(PACE.with_borrow(Option::is_none));
        let play = async {
            tokio::task::yield_now().await;
            for _ in 0..20 {
                act();
            }
            assert!(PACE.with_borrow(|pace| pace.as_ref().unwrap().awake_until.is_some()));
            tokio::time::sleep(Duration::from_millis(5)).await;
            assert!(PACE.with_borrow(|pace| pace.as_ref().unwrap().awake_until.is_none()));
            (0..20).for_each(|_| act());
            came(TABLE);
            assert!(PACE.with_borrow(|pace| pace.as_ref().unwrap().awake_until.is_none()));
        };
        tokio::select! {
            () = wait_awake() => unreachable!("it goes on as long as it is polled"),
            () = play => {}
        }
    }
}
