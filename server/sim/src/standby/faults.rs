//! The faults of a run: what goes wrong, when, and for how long. Several may hold at a time.

use super::database::KEPT_ALIVE;
use super::world::{Machine, Moment, World};
use std::rc::Rc;
use std::time::Duration;
use tokio::task::{JoinSet, spawn_local};
use tokio::time::sleep;

/// How many faults a run has.
const FAULTS: std::ops::Range<u64> = 10..20;
/// The time between the beginnings of two faults, in milliseconds.
const BETWEEN: std::ops::Range<u64> = 500..15_000;
/// The longest that a process is stopped or cut off, in milliseconds.
const STOPPED: std::ops::Range<u64> = 500..60_000;
/// How long the database is away, in milliseconds.
const AWAY: std::ops::Range<u64> = 200..10_000;
/// How long the replica is missing, in milliseconds.
const MISSING: std::ops::Range<u64> = 1_000..30_000;
/// The most by which the clock of a promoted replica's machine differs, in milliseconds.
const CLOCK_AHEAD: Moment = 3_000;

/// Brings about the faults of a run, and returns when the last one is over.
pub(super) async fn bring_about(world: &Rc<World>) {
    let mut under_way = JoinSet::new();
    for number in 0..world.draw(FAULTS) {
        sleep(millis(world, BETWEEN)).await;
        if world.has_failed() {
            break;
        }
        let fault = draw(world);
        world.note(format_args!("fault {number}: {fault:?}"));
        let world = Rc::clone(world);
        under_way.spawn_local(async move {
            world.trouble.begin();
            fault.happen(&world).await;
            world.trouble.end();
        });
    }
    while under_way.join_next().await.is_some() {}
}

#[derive(Clone, Copy, Debug)]
enum Fault {
    Killed(Machine),
    /// The operator hands the room over.
    HandedOver(Machine),
    /// The process stands still.
    Stopped(Machine),
    /// The machine does not reach the database. Its players reach it.
    Cut(Machine),
    /// The database restarts, perhaps without the last of what nobody waited for.
    Restarted {
        loses_the_last: bool,
    },
    /// The replica takes the place of the database.
    Promoted,
    ReplicaMissing,
    /// The replica is missing, the database restarts, and the replica is promoted before it has got
    /// what the restart showed as done.
    PromotedBehind,
}

fn draw(world: &World) -> Fault {
    let machine = usize::from(world.draw(0..2) == 1);
    // A room is more interesting than a process that waits.
    let machine = world.database.holder().filter(|_| world.draw(0..3) > 0).unwrap_or(machine);
    let has_replica = world.database.has_replica();
    match world.draw(0..if has_replica { 15 } else { 10 }) {
        0..2 => Fault::Killed(machine),
        2..5 => Fault::Stopped(machine),
        5..7 => Fault::Cut(machine),
        7..9 => Fault::Restarted { loses_the_last: world.draw(0..2) == 0 },
        9 => Fault::HandedOver(machine),
        10 => Fault::Promoted,
        11..13 => Fault::ReplicaMissing,
        _ => Fault::PromotedBehind,
    }
}

impl Fault {
    async fn happen(self, world: &Rc<World>) {
        match self {
            Self::Killed(machine) => {
                world.count(|counts| counts.kills += 1);
                world.stations[machine].kill();
            }
            Self::HandedOver(machine) => {
                let station = &world.stations[machine];
                if station.room.borrow().is_some() {
                    world.count(|counts| counts.hand_overs += 1);
                    station.closing.notify_one();
                }
            }
            Self::Stopped(machine) => {
                world.count(|counts| counts.stops += 1);
                let station = Rc::clone(&world.stations[machine]);
                station.trouble.begin();
                station.stop();
                sleep(millis(world, STOPPED)).await;
                station.go_on();
                station.trouble.end();
            }
            Self::Cut(machine) => {
                world.count(|counts| counts.cuts += 1);
                let station = Rc::clone(&world.stations[machine]);
                station.trouble.begin();
                world.database.cut(machine, true);
                let database = world.database.clone();
                spawn_local(async move {
                    sleep(KEPT_ALIVE).await;
                    database.end_silent_machine(machine);
                });
                sleep(millis(world, STOPPED)).await;
                world.database.cut(machine, false);
                station.trouble.end();
            }
            Self::Restarted { loses_the_last } => restart(world, loses_the_last).await,
            Self::Promoted => promote(world).await,
            Self::ReplicaMissing => {
                world.count(|counts| counts.missing += 1);
                world.database.link_replica(false);
                sleep(millis(world, MISSING)).await;
                world.database.link_replica(true);
            }
            Self::PromotedBehind => {
                world.count(|counts| counts.missing += 1);
                world.database.link_replica(false);
                sleep(millis(world, 50..3_000)).await;
                restart(world, false).await;
                sleep(millis(world, 500..10_000)).await;
                promote(world).await;
            }
        }
    }
}

async fn restart(world: &World, loses_the_last: bool) {
    world.count(|counts| counts.restarts += 1);
    world.outages.begin();
    world.database.go_down(loses_the_last);
    sleep(millis(world, AWAY)).await;
    world.database.come_up();
    world.outages.end();
}

async fn promote(world: &World) {
    world.count(|counts| counts.promotions += 1);
    world.outages.begin();
    let ahead = i64::try_from(world.draw(0..6_000)).unwrap_or_default() - CLOCK_AHEAD;
    world.database.promote(ahead);
    sleep(millis(world, AWAY)).await;
    world.database.come_up();
    world.outages.end();
}

fn millis(world: &World, range: std::ops::Range<u64>) -> Duration {
    Duration::from_millis(world.draw(range))
}
