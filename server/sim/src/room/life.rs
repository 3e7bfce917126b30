//! One life of the process: the room opens on what the disk has, the players come, and it goes on
//! until the process dies or the run has seen enough.

use super::disk::Disk;
use super::notes::Fault;
use super::script::World;
use super::{floor, line};
use cardroom::clock::Clock;
use cardroom::room::Room;
use cardroom::wiring::{self, Surroundings};
use cardroom_bot::Outcome as BotOutcome;
use cardroom_rules::Millis;
use rand::RngExt as _;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// How often the run looks whether it has seen enough.
const LOOK: Duration = Duration::from_secs(1);
/// No seed takes longer on its own clock before everything is settled.
const LONGEST: Millis = Millis(8 * 3_600_000);
/// How long everybody may take to leave once nothing goes wrong any more: longer than a seat is
/// kept for who is not there.
const SETTLED_BY: Millis = Millis(3_600_000);

/// How long the process is stopped, in milliseconds: longer than what counts as a slow moment.
const STOPS: std::ops::Range<u64> = 2_600..120_000;
/// What a stop may take of everybody's time.
const STOP_COSTS: Millis = Millis(1);
/// How long the last life lasts, in which nobody comes any more.
const LAST: Duration = Duration::from_secs(5);

/// How long hands in progress may take when the process is closed.
const DRAIN: Duration = Duration::from_secs(20);

/// How a life ended.
pub(super) enum End {
    /// The process died, or was closed.
    Crashed(Millis),
    /// Everybody is gone and every chip is back.
    Over(Millis),
    /// Something is not as it must be.
    Failed,
}

/// A life from this time on; in the `last` one nobody comes any more.
pub(super) async fn live(world: Arc<World>, now: Millis, last: bool) -> End {
    let clock = Clock::starting_at(now);
    let dies = Arc::new(Notify::new());
    let life = world.watch.begin_life();
    let disk = Disk::new(&world, &world.watch, clock.clone(), &dies, life);
    let store = Arc::new(world.store.behind(Arc::new(disk)));
    let surroundings = Surroundings {
        clock: clock.clone(),
        entropy: world.entropy.clone(),
        vault: Arc::clone(&world.vault),
    };
    world.notes.tell(now, format_args!("life {life} begins"));
    let opening =
        wiring::open_without_doors(&world.plan.config, world.rules.clone(), store, surroundings);
    let failed = world.notes.wake();
    let hall = tokio::select! {
        biased;
        () = failed.notified() => return End::Failed,
        () = dies.notified() => return End::Crashed(clock.now()),
        hall = opening => hall,
    };
    let hall = match hall {
        Ok(hall) => hall,
        Err(error) => {
            world.notes.fail(format!("the room does not open again: {error}"));
            return End::Failed;
        }
    };
    if last {
        tokio::select! {
            biased;
            () = failed.notified() => return End::Failed,
            () = tokio::time::sleep(LAST) => {}
        }
        super::ending::check_nothing_is_left(&world, &hall.room);
        return End::Over(clock.now());
    }
    for bot in 0..world.bots.len() {
        tokio::spawn(line::play(Arc::clone(&world), Arc::clone(&hall.room), bot, life));
    }
    tokio::spawn(floor::preside(Arc::clone(&world), Arc::clone(&hall.room), life));
    let mut restarts = world.plan.chance(4_000_000 + life);
    let mut stops = world.plan.chance(5_000_000 + life);
    let mut settled_by = None;
    // With every other seed wallets stay at hand, and must be what the ledger says at the end; with
    // the others they come and go.
    let keeps = world.plan.seed.is_multiple_of(2);
    let mut kept = HashMap::new();
    loop {
        tokio::select! {
            biased;
            () = failed.notified() => return End::Failed,
            () = dies.notified() => return End::Crashed(clock.now()),
            () = tokio::time::sleep(LOOK) => {}
        }
        let now = clock.now();
        if keeps {
            super::ending::keep_wallets(&world, &hall.room, &mut kept);
        }
        if world.notes.failure().is_some() || super::script::has_panicked() {
            return End::Failed;
        }
        if let Some(by) = settled_by {
            if is_settled(&world, &hall.room) {
                super::ending::check_wallets(&world, &hall.room);
                return End::Over(now);
            }
            if now >= by {
                world.notes.fail(super::ending::who_is_left(&world, &hall.room));
                return End::Failed;
            }
        } else if world.notes.is_enough() {
            if world.notes.is_cut_short() {
                return End::Over(now);
            }
            world.notes.settle();
            world.notes.tell(now, format_args!("nothing goes wrong from here on"));
            // Who plays a tournament is done when it is over.
            let ring = |bot: &usize| world.plan.bots[*bot].settings.tournament.is_none();
            for bot in (0..world.bots.len()).filter(ring) {
                world.bots[bot].lock().stop(line::since_start(now), BotOutcome::Stopped);
            }
            settled_by = Some(now + SETTLED_BY);
        } else if world.notes.strikes(now, Fault::Restart, world.plan.rates.restart, &mut restarts)
        {
            world.notes.count(|counts| counts.restarts += 1);
            tokio::select! {
                biased;
                () = failed.notified() => return End::Failed,
                () = dies.notified() => {}
                () = hall.close(DRAIN) => {}
            }
            return End::Crashed(clock.now());
        } else if world.notes.strikes(now, Fault::Stopped, world.plan.rates.stopped, &mut stops) {
            stop_for(&world, &clock, Millis(stops.random_range(STOPS))).await;
        } else if now.since(super::plan::START) > LONGEST {
            world.notes.fail("hours have passed, and little has happened".to_owned());
            return End::Failed;
        }
    }
}

/// The process is stopped for so long: nobody's time passes.
async fn stop_for(world: &World, clock: &Clock, time: Millis) {
    world.notes.count(|counts| counts.stopped += 1);
    let before = clock.now();
    tokio::time::advance(Duration::from_millis(time.0)).await;
    let passed = clock.now().since(before);
    if passed > STOP_COSTS {
        world.notes.fail(format!("a stop of {} ms takes {} of everybody's time", time.0, passed.0));
    }
}

/// Whether everybody has left.
fn is_settled(world: &World, room: &Room) -> bool {
    let tables = room.registry.tables();
    world.bots.iter().all(|bot| bot.lock().outcome().is_some())
        && tables.iter().all(|table| table.info.borrow().seated == 0)
        && super::ending::no_tournament_is_on(world)
}
