//! Brackets, shootouts and first days.

use crate::direction::common::{Tournament, setup};
use crate::direction::{begun, replays, under, winner_takes_all};
use cardroom_rules::{Cents, Chips, EntryNo, Format, Millis, PlayerId};
use cardroom_tournament::{Carried, Event, Input, Phase, Refusal};

/// Plays all tables until the tournament is over.
fn play_out(event: &mut Tournament) {
    let mut steps = 0;
    while event.director.phase() == Phase::Running {
        steps += 1;
        assert!(steps < 10_000, "no end");
        let playing = event.tables.playing();
        if playing.is_empty() {
            event.wait();
            continue;
        }
        for table in playing {
            let now = event.now;
            let mut draws = event.draws.clone();
            event.tables.finish_hand(table, now, &mut draws);
            event.draws = draws;
            event.deliver();
            event.director.audit();
        }
        event.now = event.now + Millis(10_000);
        if event.director.deadline().is_some_and(|at| at <= event.now) {
            event.step(Input::Tick).unwrap();
            event.deliver();
        }
    }
    event.deliver();
    replays(event);
}

#[test]
fn a_bracket_of_eleven_has_byes_and_starts_each_match_anew() {
    let mut structure = winner_takes_all("tda-2024", 2);
    structure.format = Format::HeadsUp;
    structure.entry.max_entrants = 11;
    let mut setup = setup(structure);
    setup.starts_at = None;
    let mut event = Tournament::new(setup, 5);
    for player in 1..=11 {
        event.enter(player).unwrap();
    }
    assert_eq!(event.director.phase(), Phase::Running, "it starts when it is full");
    assert_eq!(event.director.tables().count(), 3, "five have no opponent, so that eight are left");
    event.deliver();
    play_out(&mut event);
    assert_eq!(event.director.round(), 4);
    let stacks: Vec<(u32, Chips)> = event
        .log
        .iter()
        .filter_map(|logged| match logged {
            Event::RoundBegan { round, stack } => Some((*round, *stack)),
            _ => None,
        })
        .collect();
    assert_eq!(stacks, [1, 2, 3, 4].map(|round| (round, Chips(5_000))));
    let places: Vec<u32> = (1..=11).filter_map(|e| event.director.place(EntryNo(e))).collect();
    assert_eq!((places.len(), places.iter().filter(|place| **place == 1).count()), (11, 1));
}

#[test]
fn a_shootout_plays_every_table_down_to_one() {
    let mut structure = winner_takes_all("tda-2024", 6);
    structure.format = Format::Shootout;
    let mut event = begun(structure, 30);
    assert_eq!(event.director.tables().count(), 5);
    play_out(&mut event);
    assert_eq!(event.director.round(), 2, "five winners meet at one table");
    let moved = event.log.iter().any(|logged| matches!(logged, Event::Moved { .. }));
    assert!(!moved, "nobody moves between tables");
}

#[test]
fn a_first_day_ends_with_its_survivors_who_play_the_next_one() {
    let mut structure = under("tda-2024", 6);
    structure.format = Format::Flight { survivors_basis_points: 2_000 };
    let mut event = begun(structure, 30);
    play_out(&mut event);
    assert_eq!(event.director.phase(), Phase::Over);
    let survivors: Vec<(PlayerId, Chips)> = event.director.carried_over().collect();
    assert!((1..=6).contains(&survivors.len()));
    assert_eq!(survivors.iter().map(|(_, stack)| *stack).sum::<Chips>(), Chips(150_000));
    assert!(event.director.entries().all(|(_, entry)| entry.prize.is_zero()));

    let mut next = setup(under("tda-2024", 6));
    next.carried = Some(Carried { entries: 60, pool: Cents(60_000) });
    let mut event = Tournament::new(next, 5);
    for (player, stack) in &survivors {
        event.step(Input::CarryOver { player: *player, stack: *stack }).unwrap();
        // From another first day with a smaller stack: the best stack counts.
        event.step(Input::CarryOver { player: *player, stack: Chips(1) }).unwrap();
    }
    event.step(Input::CarryOver { player: PlayerId(500), stack: Chips(9_000) }).unwrap();
    event.step(Input::CarryOver { player: PlayerId(500), stack: Chips(12_000) }).unwrap();
    assert_eq!(event.enter(600), Err(Refusal::EntryClosed), "nobody else enters");
    assert_eq!(event.director.chips(), Chips(162_000));
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    event.deliver();
    play_out(&mut event);
    let won: Cents = event.director.entries().map(|(_, entry)| entry.prize).sum();
    let places = event.director.payouts().places;
    let paid: Cents = places.iter().take(survivors.len() + 1).copied().sum();
    assert_eq!(won, paid);
}
