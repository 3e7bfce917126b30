//! The door through which newcomers come: a few at a time, so that a sign-in never waits for the
//! accounts of many others to be stored. Those outside take [turns](super::turns) by their networks.

use super::AccountError;
use super::turns::{Place, Turns};
use parking_lot::Mutex;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;

/// How many newcomers are let in at once. More would not make the store faster, which writes one
/// account after the other.
const AT_ONCE: usize = 4;
/// The longest that a newcomer waits outside, in milliseconds. A room that has just opened may meet
/// thousands of players at once.
const PATIENCE_MS: u64 = 60_000;

pub(super) struct Door {
    state: Arc<Mutex<State>>,
    /// Times are counted from here.
    begun: Instant,
}

struct State {
    /// How many more may come in at once.
    free: usize,
    outside: Turns<oneshot::Sender<Inside>>,
}

/// A newcomer who was let in. Dropping this lets in the next.
#[must_use]
pub(super) struct Inside {
    door: Option<(Arc<Mutex<State>>, Instant)>,
}

impl Door {
    /// Creates a door. At most `most` newcomers wait outside.
    pub(super) fn new(most: usize) -> Self {
        let state = State { free: AT_ONCE, outside: Turns::new(most, PATIENCE_MS) };
        Self { state: Arc::new(Mutex::new(state)), begun: Instant::now() }
    }

    /// Waits until a newcomer from this address may come in.
    ///
    /// # Errors
    /// [`AccountError::Busy`] if too many are waiting, or the wait is too long.
    pub(super) async fn enter(&self, from: IpAddr) -> Result<Inside, AccountError> {
        let (let_in, turn) = oneshot::channel();
        {
            let mut state = self.state.lock();
            if state.free > 0 {
                state.free -= 1;
                return Ok(self.inside());
            }
            // The newcomer who gives way is refused here.
            let _ = state.outside.push(ms_since(self.begun), Place::stranger(from), let_in);
        }
        turn.await.map_err(|_| AccountError::Busy)
    }

    fn inside(&self) -> Inside {
        Inside { door: Some((Arc::clone(&self.state), self.begun)) }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        let Some((state, begun)) = self.door.take() else { return };
        let mut next = Self { door: Some((Arc::clone(&state), begun)) };
        loop {
            // Those who waited too long are refused here.
            let (let_in, _) = state.lock().outside.pop(ms_since(begun));
            let Some(let_in) = let_in else { break };
            match let_in.send(next) {
                Ok(()) => return,
                // This one has gone away.
                Err(again) => next = again,
            }
        }
        next.door = None;
        state.lock().free += 1;
    }
}

fn ms_since(begun: Instant) -> u64 {
    u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn network(number: u8) -> IpAddr {
        IpAddr::from([192, 0, number, 1])
    }

    async fn all_inside(door: &Door) -> Vec<Inside> {
        let mut inside = Vec::new();
        for number in 0..AT_ONCE {
            inside.push(door.enter(network(u8::try_from(number).unwrap())).await.unwrap());
        }
        inside
    }

    /// Has newcomers wait outside, and returns their tasks.
    async fn waiting(
        door: &Arc<Door>,
        networks: &[u8],
    ) -> Vec<tokio::task::JoinHandle<Result<Inside, AccountError>>> {
        let mut tasks = Vec::new();
        for (place, number) in networks.iter().enumerate() {
            let (door, from) = (Arc::clone(door), network(*number));
            let entering = Arc::clone(&door);
            tasks.push(tokio::spawn(async move { entering.enter(from).await }));
            while door.state.lock().outside.len() <= place {
                tokio::task::yield_now().await;
            }
        }
        tasks
    }

    #[tokio::test]
    async fn a_few_come_in_at_once_and_the_next_when_one_has_gone() {
        let door = Arc::new(Door::new(10));
        let mut inside = all_inside(&door).await;
        let mut tasks = waiting(&door, &[7]).await;
        assert!(!tasks[0].is_finished());
        drop(inside.pop());
        let next = tasks.remove(0).await.unwrap();
        assert!(next.is_ok());
    }

    #[tokio::test]
    async fn a_newcomer_from_another_network_does_not_wait_for_all_of_a_crowd() {
        let door = Arc::new(Door::new(100));
        let mut inside = all_inside(&door).await;
        let mut tasks = waiting(&door, &[1, 1, 1, 1, 1, 2]).await;
        let (mut honest, mut passed) = (tasks.pop().unwrap(), 0);
        while !honest.is_finished() {
            drop(inside.pop().expect("the second turn is theirs"));
            passed += 1;
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert!((&mut honest).await.unwrap().is_ok());
        assert_eq!(passed, 2, "one of the crowd was before them");
    }

    #[tokio::test]
    async fn a_newcomer_who_goes_away_keeps_no_place() {
        let door = Arc::new(Door::new(10));
        let inside = all_inside(&door).await;
        for task in waiting(&door, &[1, 2, 3]).await {
            task.abort();
            assert!(task.await.is_err_and(|ended| ended.is_cancelled()));
        }
        drop(inside);
        let again = tokio::time::timeout(Duration::from_secs(5), all_inside(&door)).await;
        assert_eq!(again.expect("all places are free again").len(), AT_ONCE);
    }

    #[tokio::test]
    async fn too_many_outside_are_told_so() {
        let door = Arc::new(Door::new(1));
        let _inside = all_inside(&door).await;
        let crowd = waiting(&door, &[1]).await.remove(0);
        let more = Arc::clone(&door);
        let second = tokio::spawn(async move { more.enter(network(1)).await });
        assert_eq!(crowd.await.unwrap().err(), Some(AccountError::Busy), "the oldest gives way");
        second.abort();
    }
}
