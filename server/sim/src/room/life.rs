//! One life of the process. The room opens from the disk and the players connect. The life ends
//! when the process dies or the run has seen enough.

use super::disk::Disk;
use super::notes::Fault;
use super::script::World;
use super::{floor, line};
use cardroom::clock::Clock;
use cardroom::room::Room;
use cardroom::store::prelude::*;
use cardroom::store::{MemoryStore, StoreError};
use cardroom::threads::Threads;
use cardroom::wiring::{self, Hall, Surroundings};
use cardroom_bot::Outcome as BotOutcome;
use cardroom_rules::Millis;
use rand::RngExt as _;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// How often to check whether the run has seen enough.
const LOOK: Duration = Duration::from_secs(1);
/// The longest simulated time that a seed may take before it settles.
const LONGEST: Millis = Millis(8 * 3_600_000);
/// How long all players may take to leave after the last fault. It is longer than a seat is kept
/// for an absent player.
const SETTLED_BY: Millis = Millis(3_600_000);

/// How long the process is stopped, in milliseconds: longer than the limit of a slow moment.
const STOPS: std::ops::Range<u64> = 2_600..120_000;
/// The most that a stop may advance the room's clock.
const STOP_COSTS: Millis = Millis(1);
/// How long the last life lasts, in which no player connects.
const LAST: Duration = Duration::from_secs(5);

/// How long hands in progress may take when the process closes.
const DRAIN: Duration = Duration::from_secs(20);

/// How a life ended.
pub(super) enum End {
    /// The process died or was closed.
    Crashed(Millis),
    /// All players have left and all chips are back.
    Over(Millis),
    /// At least one check failed.
    Failed,
}

/// Runs one life from this time on. In the `last` one no player connects.
pub(super) async fn live(world: Arc<World>, now: Millis, last: bool) -> End {
    let clock = Clock::starting_at(now);
    let dies = Arc::new(Notify::new());
    let life = world.watch.begin_life();
    let disk = Disk::new(&world, &world.watch, clock.clone(), &dies, life);
    let mut damages = world.plan.chance(6_000_000 + life);
    if world.notes.strikes(now, Fault::DamagedLog, world.plan.rates.damaged_log, &mut damages) {
        must_refuse_damage(&world).await;
    }
    let gated = world.store.behind(Arc::new(disk));
    let opening = tokio::select! {
        biased;
        () = dies.notified() => return End::Crashed(clock.now()),
        opening = gated.behind_log(&world.segments) => opening,
    };
    let store = match opening {
        Ok(store) => Arc::new(store),
        // The process ends, and the operator starts it again.
        Err(StoreError::Database(_)) => return End::Crashed(clock.now()),
        Err(error) => {
            world.notes.fail(format!("the store does not open again: {error}"));
            return End::Failed;
        }
    };
    let surroundings = Surroundings {
        clock: clock.clone(),
        entropy: world.entropy.clone(),
        vault: Arc::clone(&world.vault),
        threads: Threads::none(),
    };
    world.notes.tell(now, format_args!("life {life} begins"));
    let opening = wiring::open_without_doors(
        &world.plan.config,
        world.rules.clone(),
        store.clone(),
        surroundings,
    );
    let failed = world.notes.wake();
    let hall = tokio::select! {
        biased;
        () = failed.notified() => return End::Failed,
        () = dies.notified() => return End::Crashed(clock.now()),
        _ = store.lost() => return End::Crashed(clock.now()),
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
    // With every other seed, wallets stay loaded and must match the ledger at the end. With the
    // other seeds they are loaded and dropped.
    let keeps = world.plan.seed.is_multiple_of(2);
    let mut kept = HashMap::new();
    loop {
        tokio::select! {
            biased;
            () = failed.notified() => return End::Failed,
            () = dies.notified() => return End::Crashed(clock.now()),
            _ = store.lost() => return End::Crashed(clock.now()),
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
            // Tournament players finish when their tournament does.
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
                _ = store.lost() => {}
                () = close(hall, &store) => {}
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

/// Closes the room and its store. A store that cannot be closed leaves the rest to its log.
async fn close(hall: Hall, store: &MemoryStore) {
    hall.close(DRAIN).await;
    drop(store.close().await);
}

/// Changes a byte of the redo log in front of another commit, and checks that no room opens on it.
/// Then the disk reads well again.
async fn must_refuse_damage(world: &World) {
    let whole = world.segments.bytes();
    let is_damaged = match world.store.unprojected(&world.segments) {
        Ok(ahead) if ahead > 1 => world.store.damage_log(&world.segments) == Ok(true),
        _ => false,
    };
    if is_damaged {
        world.notes.count(|counts| counts.damaged += 1);
        let opened = world.store.behind_log(&world.segments).await;
        if !matches!(opened, Err(StoreError::Damaged(_))) {
            world.notes.fail("a redo log with a hole in it is opened".to_owned());
        }
    }
    world.segments.set_bytes(whole);
}

/// Stops the process for this long. The room's clock must not advance.
async fn stop_for(world: &World, clock: &Clock, time: Millis) {
    world.notes.count(|counts| counts.stopped += 1);
    let before = clock.now();
    tokio::time::advance(Duration::from_millis(time.0)).await;
    let passed = clock.now().since(before);
    if passed > STOP_COSTS {
        world.notes.fail(format!("a stop of {} ms takes {} of everybody's time", time.0, passed.0));
    }
}

/// Returns `true` if all players have left.
fn is_settled(world: &World, room: &Room) -> bool {
    let tables = room.registry.tables();
    world.bots.iter().all(|bot| bot.lock().outcome().is_some())
        && tables.iter().all(|table| table.info.borrow().seated == 0)
        && super::ending::no_tournament_is_on(world)
}
