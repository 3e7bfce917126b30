//! Keeps connections alive while the match waits for other players: sends what was put aside, and
//! answers pings. A client may take a connection for dead that is silent for a few seconds.

use super::seat::Guarded;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// How often each connection is looked after.
const ROUND: Duration = Duration::from_millis(500);

/// The connections of an entrant.
#[derive(Default)]
pub(super) struct Keeper {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    has_thread: bool,
    seats: Vec<Weak<Guarded>>,
}

impl Keeper {
    pub(super) fn new() -> Arc<Self> {
        Arc::default()
    }

    /// Looks after a connection as long as it lasts.
    pub(super) fn keep(self: &Arc<Self>, seat: &Arc<Guarded>) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.seats.retain(|seat| seat.strong_count() > 0);
        state.seats.push(Arc::downgrade(seat));
        if !state.has_thread {
            let keeper = Arc::downgrade(self);
            let thread = std::thread::Builder::new().name("keeper".to_owned());
            // Without a thread, connections wait for their turns.
            state.has_thread = thread.spawn(move || run(&keeper)).is_ok();
        }
    }

    fn seats(&self) -> Vec<Arc<Guarded>> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.seats.iter().filter_map(Weak::upgrade).collect()
    }
}

fn run(keeper: &Weak<Keeper>) {
    loop {
        std::thread::sleep(ROUND);
        let Some(keeper) = keeper.upgrade() else { return };
        for seat in keeper.seats() {
            // One that is taken is being asked.
            if let Ok(mut seat) = seat.try_lock() {
                seat.tend();
            }
        }
    }
}
