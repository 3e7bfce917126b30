//! Random tournaments to their winner: nobody is lost or counted twice, tables stay balanced, places
//! are complete, and the events replay to the same tournament, also after a crash at any step.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use cardroom_rules::{Cents, Chips, Millis};
use cardroom_tournament::{Director, Input, Phase, Refusal};
use common::{Tournament, freezeout, setup};

/// How many tournaments are played; `CARDROOM_TOURNAMENTS` for a long run.
fn tournaments() -> u64 {
    std::env::var("CARDROOM_TOURNAMENTS").ok().and_then(|n| n.parse().ok()).unwrap_or(40)
}

#[test]
fn every_tournament_ends_with_one_player_and_every_place() {
    for seed in 0..tournaments() {
        play(seed);
    }
}

fn play(seed: u64) {
    let mut dice = cardroom_tournament::Draws::new(seed ^ 0x00C0_FFEE);
    let seats = [2, 6, 8, 9, 10][usize::try_from(dice.below(5)).unwrap()];
    let late = u16::try_from(dice.below(4)).unwrap();
    let structure = freezeout(seats, late, dice.below(2));
    let entrants = 30 + u64::from(dice.below(60));
    let mut event = Tournament::new(setup(structure), seed);
    for player in 0..entrants {
        event.enter(player).unwrap();
    }
    if dice.below(2) == 0 {
        event.step(Input::Withdraw { player: cardroom_rules::PlayerId(3) }).unwrap();
    }
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    let mut next_player = entrants;
    let mut steps = 0_u64;
    while event.director.phase() == Phase::Running {
        steps += 1;
        assert!(steps < 200_000, "seed {seed}: no end");
        let playing = event.tables.playing();
        match dice.below(12) {
            0 => {
                event.now = event.now + Millis(u64::from(dice.below(20_000)));
                if event.director.deadline().is_some_and(|at| event.now >= at) {
                    event.step(Input::Tick).unwrap();
                }
            }
            1 if !event.director.entry_is_closed() => {
                next_player += 1;
                match event.enter(next_player) {
                    Ok(()) | Err(Refusal::EntryClosed) => {}
                    Err(error) => panic!("seed {seed}: {error}"),
                }
            }
            2 => crash(&mut event, seed),
            3..=5 => {
                if let Some(report) = event.tables.reports.pop_front() {
                    event.step(Input::Report(report)).unwrap();
                }
            }
            _ if !playing.is_empty() => {
                let count = u32::try_from(playing.len()).unwrap();
                let table = playing[usize::try_from(dice.below(count)).unwrap()];
                let now = event.now;
                event.tables.finish_hand(table, now, &mut dice);
            }
            _ => {
                if event.tables.reports.is_empty() {
                    if let Some(at) = event.director.deadline() {
                        event.now = at.max(event.now);
                        event.step(Input::Tick).unwrap();
                    }
                } else {
                    event.deliver();
                }
            }
        }
        event.director.audit();
        judge(&event, seed);
    }
    event.deliver();
    assert_eq!(event.director.phase(), Phase::Over, "seed {seed}");
    // Every place is taken, shared ones by as many as share them.
    let mut places: Vec<u32> =
        event.director.entries().filter_map(|(entry, _)| event.director.place(entry)).collect();
    places.sort_unstable();
    assert_eq!(places.len(), usize::try_from(event.director.entry_count()).unwrap());
    for (index, place) in places.iter().enumerate() {
        let first = places.iter().position(|other| other == place).unwrap();
        assert_eq!(usize::try_from(*place).unwrap(), first + 1, "seed {seed}: place {index}");
    }
    let won: Cents = event.director.entries().map(|(_, entry)| entry.prize).sum();
    assert_eq!(won, event.director.prize_pool(), "seed {seed}: the whole pool is won");
    let total: Chips = event.director.entries().map(|(_, entry)| entry.stack).sum();
    assert_eq!(total, event.director.chips(), "seed {seed}: the winner has all chips");
    assert!(event.director.tables().next().is_none(), "every table is closed");
    assert_eq!(replayed(&event), event.director, "seed {seed}: the log replays");
}

/// Tables that stay differ by no more than the rulebook allows, but for those that have not finished
/// a hand since.
fn judge(event: &Tournament, seed: u64) {
    let staying = event.director.tables().filter(|(_, table)| !table.breaks);
    let sizes: Vec<(usize, bool)> =
        staying.map(|(_, table)| (table.size(), table.is_ready())).collect();
    let least = sizes.iter().map(|(size, _)| *size).min().unwrap_or(0);
    let allowed = if sizes.len() < 4 { 2 } else { 1 };
    let excess = sizes.iter().filter(|(size, ready)| *ready && *size > least + allowed);
    let playing = event.director.clock();
    if matches!(playing, cardroom_tournament::Clock::Level { .. }) {
        assert_eq!(excess.count(), 0, "seed {seed}: {sizes:?}");
    }
}

fn replayed(event: &Tournament) -> Director {
    let mut director = Director::new(event.director.setup().clone()).unwrap();
    for logged in &event.log {
        director.apply(logged);
    }
    director
}

/// The process ends and starts again: the director is folded from its log, orders that were not done
/// are sent again, and so are the last reports.
fn crash(event: &mut Tournament, seed: u64) {
    let director = replayed(event);
    assert_eq!(director, event.director, "seed {seed}");
    event.director = director;
    let outstanding: Vec<_> = event.director.outstanding().cloned().collect();
    for ordered in outstanding {
        event.tables.take(&ordered);
    }
    event.step(Input::Recover).unwrap();
}
