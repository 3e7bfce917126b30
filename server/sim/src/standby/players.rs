//! The players: each knows both machines, and sends an action until a room has acknowledged it.

use super::world::{Asked, Machine, World};
use std::rc::Rc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

/// How long a player waits for an answer, before it tries the other machine.
const PATIENCE: Duration = Duration::from_secs(4);
/// The time between two actions, and between two attempts, in milliseconds.
const THINKS: std::ops::Range<u64> = 50..1_500;
const AGAIN: std::ops::Range<u64> = 100..500;

/// Plays while the run lasts.
pub(super) async fn play(world: Rc<World>, player: usize) {
    let mut machine: Machine = 0;
    for action in 1.. {
        sleep(Duration::from_millis(world.draw(THINKS))).await;
        while !ask(&world, machine, player, action).await {
            machine = 1 - machine;
            sleep(Duration::from_millis(world.draw(AGAIN))).await;
        }
        world.count(|counts| counts.actions += 1);
    }
}

/// Sends an action to the room on a machine. Returns `true` if it is acknowledged.
async fn ask(world: &World, machine: Machine, player: usize, action: u64) -> bool {
    let Some(room) = world.stations[machine].room.borrow().clone() else { return false };
    let (answer, answered) = oneshot::channel();
    if room.send(Asked { player, action, answer }).is_err() {
        return false;
    }
    matches!(timeout(PATIENCE, answered).await, Ok(Ok(true)))
}
