//! Hand-for-hand: the barrier, the deduction from the level, shared places, and waiting all-in
//! hands.

use crate::direction::common::Tournament;
use crate::direction::{
    begun, hand, last_deal, left, plays, replays, seats, stack, under, winner_takes_all,
};
use cardroom_rules::{Chips, EntryNo, Millis, Shares, TableNo};
use cardroom_tournament::{
    Clock, Command, Doing, Event, HandFinished, Input, Order, PenaltyCause, PenaltyDue, Refusal,
    Report, Seq, Standing,
};

/// Nine of eighteen left at two tables: 27 entrants and 8 paid, on the bubble.
fn bubble(rulebook: &str) -> Tournament {
    bubble_after(rulebook, |_| ())
}

/// The same, with something before each hand that is played on the way.
fn bubble_after(rulebook: &str, mut before: impl FnMut(&mut Tournament)) -> Tournament {
    let mut structure = under(rulebook, 6);
    structure.prizes.shares = Shares::Curve { paid_basis_points: 5_000, least_percent: 100 };
    let mut event = begun(structure, 18);
    let mut round = 0;
    while event.director.hand_for_hand().is_none() {
        round += 1;
        assert!(round < 100);
        let tables: Vec<TableNo> = event.director.tables().map(|(table, _)| table).collect();
        for table in tables {
            let known = event.director.table(table).unwrap();
            if known.doing != Doing::Playing || event.director.hand_for_hand().is_some() {
                continue;
            }
            let out = known.seated().next().unwrap().0;
            before(&mut event);
            hand(&mut event, table.0, &[out]);
        }
    }
    event
}

// TDA RP-8-A to D
#[test]
fn on_the_bubble_all_tables_play_each_hand_together() {
    let mut event = bubble("tda-2024");
    assert_eq!((event.director.players_left(), event.director.places_paid()), (10, 9));
    assert_eq!(event.director.hand_for_hand().unwrap().hands, 0);
    let before = left(&event);
    // The hands in progress are the first of hand-for-hand.
    let playing: Vec<TableNo> = event.tables.playing();
    assert!(!playing.is_empty());
    for table in &playing {
        assert!(event.director.hand_for_hand().unwrap().playing);
        hand(&mut event, table.0, &[]);
    }
    assert_eq!(event.director.hand_for_hand().unwrap().hands, 1);
    assert_eq!(left(&event), Millis(before.0 - 120_000), "two minutes for the hand");
    event.now = event.now + Millis(3_600_000);
    event.step(Input::Tick).unwrap();
    assert_eq!(left(&event), Millis(before.0 - 120_000), "and no other time");
    let tables: Vec<TableNo> = event.tables.playing();
    assert_eq!(tables.len(), 2, "all were dealt the next one");
    assert!(last_deal(&event, tables[0].0).hand_for_hand);
    hand(&mut event, tables[0].0, &[]);
    assert_eq!(event.tables.playing(), &tables[1..], "nobody is dealt another one before");
    replays(&event);
}

// TDA RP-8-D
#[test]
fn what_a_level_lacks_comes_off_the_next_one() {
    let mut event = bubble("tda-2024");
    let level = event.director.level();
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    event.order(Command::SetClock { level, left: Millis(90_000) }).unwrap();
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    assert_eq!((event.director.level(), left(&event)), (level + 1, Millis(270_000)));
}

#[test]
fn a_ruling_on_the_clock_stands_once_hand_for_hand_has_changed_the_clock() {
    let changed =
        Err(Refusal::CannotUndo("The clock has changed since, so this cannot be undone."));
    let add = |event: &mut Tournament| {
        event.order(Command::AddTime(Millis(1_000))).unwrap();
        event.director.seq()
    };
    let mut added = Seq(0);
    let mut event = bubble_after("tda-2024", |event| added = add(event));
    let undone = event.order(Command::Undo(added)).map(|_| ());
    assert_eq!(undone, changed, "the level is counted by hands now");
    added = add(&mut event);
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    assert_eq!(event.director.hand_for_hand().unwrap().hands, 1);
    let undone = event.order(Command::Undo(added)).map(|_| ());
    assert_eq!(undone, changed, "the hand has come off the level");
    added = add(&mut event);
    let out = seats(&event, event.tables.playing()[0].0)[0].0;
    for (table, out) in event.tables.playing().into_iter().zip([&[out][..], &[]]) {
        hand(&mut event, table.0, out);
    }
    assert!(event.director.hand_for_hand().is_none(), "the bubble has burst");
    let undone = event.order(Command::Undo(added)).map(|_| ());
    assert_eq!(undone, changed, "the level is counted by time again");
    assert!(matches!(event.director.clock(), Clock::Level { ends_at: Some(_) }));
    replays(&event);
}

// GAPS G-46
#[test]
fn a_player_disqualified_while_other_tables_play_gets_no_share_of_the_prize() {
    let mut event = bubble("tda-2024");
    while event.tables.playing().len() < 2 {
        for table in event.tables.playing() {
            hand(&mut event, table.0, &[]);
        }
    }
    let [first, second] = event.tables.playing()[..] else { panic!("two tables") };
    let (seat, entry) = seats(&event, first.0)[0];
    let (other_seat, other) = seats(&event, second.0)[0];
    hand(&mut event, first.0, &[seat]);
    event.order(Command::Disqualify { entry, keeps_prize: false }).unwrap();
    hand(&mut event, second.0, &[other_seat]);
    assert_eq!([entry, other].map(|entry| event.director.place(entry)), [Some(9), Some(9)]);
    let withheld =
        |logged: &Event| matches!(logged, Event::PrizeWithheld { entry: one, .. } if *one == entry);
    let won =
        |logged: &Event| matches!(logged, Event::PrizeWon { entry: one, .. } if *one == other);
    assert!(event.log.iter().any(withheld) && event.log.iter().any(won));
    replays(&event);
}

// TDA RP-8-A and GAPS G-41
#[test]
fn who_is_out_on_the_same_hand_shares_the_place_or_is_ranked_by_stacks() {
    for (rulebook, places) in [("tda-2024", [9, 9]), ("online", [9, 10])] {
        let mut event = bubble(rulebook);
        while event.tables.playing().len() < 2 {
            for table in event.tables.playing() {
                hand(&mut event, table.0, &[]);
            }
        }
        let mut out = Vec::new();
        for table in event.tables.playing() {
            let poorest = seats(&event, table.0)
                .into_iter()
                .min_by_key(|(_, entry)| stack(&event, *entry))
                .unwrap();
            out.push((stack(&event, poorest.1), poorest.1));
            let now = event.now;
            event.tables.finish_with_out(table, now, &[poorest.0]);
            event.deliver();
        }
        out.sort_unstable();
        out.reverse();
        let had = |entry: EntryNo| event.director.place(entry).unwrap();
        if out[0].0 == out[1].0 {
            assert_eq!([had(out[0].1), had(out[1].1)], [9, 9], "equal stacks share");
        } else {
            assert_eq!([had(out[0].1), had(out[1].1)], places, "{rulebook}");
        }
        assert!(event.director.hand_for_hand().is_none(), "the bubble has burst");
        assert!(matches!(event.director.clock(), Clock::Level { .. }));
        replays(&event);
    }
}

// TDA RP-8-F
#[test]
fn all_in_hands_wait_face_down_for_the_other_tables() {
    let mut event = bubble("tda-2024");
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    let [first, second] = event.tables.playing()[..] else { panic!("two tables") };
    let waits = |event: &Tournament, table: TableNo| cardroom_tournament::Report::Waiting {
        table,
        hand: event.director.table(table).unwrap().hand,
    };
    let reveals = |event: &Tournament| -> Vec<TableNo> {
        let orders = event.director.outstanding();
        let reveal = orders.filter(|ordered| ordered.order == Order::Reveal);
        reveal.map(|ordered| ordered.table).collect()
    };
    let report = waits(&event, second);
    event.step(Input::Report(report.clone())).unwrap();
    event.step(Input::Report(report)).unwrap();
    assert!(reveals(&event).is_empty(), "the other table still plays");
    let report = waits(&event, first);
    event.step(Input::Report(report)).unwrap();
    assert_eq!(reveals(&event), [first], "one after another, by number");
    hand(&mut event, first.0, &[]);
    let revealed = event.log.iter().filter(
        |logged| matches!(logged, Event::Ordered(ordered) if ordered.order == Order::Reveal),
    );
    assert_eq!(revealed.count(), 2, "then the next");
    hand(&mut event, second.0, &[]);
    assert_eq!(event.director.hand_for_hand().unwrap().hands, 2);
    replays(&event);
}

// TDA 35-E with 22: the table reports it in time, and only if the hand eliminated no player.
#[test]
fn a_hand_that_was_void_after_all_leaves_everybody_the_chips_from_before() {
    let mut event = begun(winner_takes_all("tnpl", 6), 6);
    let hand = last_deal(&event, 1).hand;
    let before: Vec<(EntryNo, Chips)> =
        seats(&event, 1).iter().map(|(_, entry)| (*entry, stack(&event, *entry))).collect();
    let players = seats(&event, 1).into_iter().map(|(seat, entry)| Standing {
        seat,
        player: event.director.entry(entry).unwrap().player,
        started_with: stack(&event, entry),
        stack: stack(&event, entry),
        hand_rank: None,
        eliminated_by: Default::default(),
        absent: false,
    });
    let (table, upcoming) = (TableNo(1), event.director.table(TableNo(1)).unwrap().upcoming);
    let (at, players) = (event.now, players.collect());
    let void = HandFinished { table, hand, at, void: true, players, upcoming };
    // A hand in progress cannot be undone.
    let undone = |finished: HandFinished| Input::Report(Report::HandUndone(Box::new(finished)));
    assert_eq!(event.step(undone(void.clone())), Ok(Vec::new()));

    let mut finished = HandFinished { void: false, ..void.clone() };
    finished.players[0].stack += Chips(500);
    finished.players[1].stack -= Chips(500);
    let [winner, loser] = [0, 1].map(|index| before[index]);
    event.tables.forget_hand(TableNo(1));
    let player = void.players[0].player;
    let due = PenaltyDue { table, hand, player, cause: PenaltyCause::ExclusiveNuts };
    event.step(Input::Report(Report::PenaltyDue(due))).unwrap();
    assert_eq!(event.director.discipline().penalties().hands(winner.0), 1);
    event.step(Input::Report(Report::HandFinished(Box::new(finished)))).unwrap();
    assert_eq!(stack(&event, winner.0), winner.1 + Chips(500));
    assert_eq!(last_deal(&event, 1).hand.0, hand.0 + 1, "the next one is ordered already");

    let mut short = void.clone();
    short.players[1].stack -= Chips(1);
    assert!(matches!(event.step(undone(short)), Err(Refusal::BadReport { .. })));
    event.step(undone(void.clone())).unwrap();
    assert!(
        event.director.discipline().penalties().is_empty(),
        "what was earned in the hand is void, too"
    );
    event.step(Input::Report(Report::PenaltyDue(due))).unwrap();
    assert!(event.director.discipline().penalties().is_empty(), "and stays so");
    assert_eq!([winner, loser].map(|(entry, _)| stack(&event, entry)), [winner.1, loser.1]);
    // A repeated report after the next hand changes nothing.
    self::hand(&mut event, 1, &[]);
    self::hand(&mut event, 1, &[]);
    assert_eq!(event.step(undone(void)), Ok(Vec::new()));
    replays(&event);
}

#[test]
fn the_floor_begins_hand_for_hand_and_ends_it() {
    let mut event = begun(winner_takes_all("tda-2024", 6), 18);
    event.order(Command::HandForHand(true)).unwrap();
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    assert_eq!(event.director.hand_for_hand().unwrap().hands, 1);
    event.order(Command::HandForHand(false)).unwrap();
    assert!(event.director.hand_for_hand().is_none());
    let first = event.tables.playing()[0];
    hand(&mut event, first.0, &[]);
    assert!(plays(&event, first.0), "tables play on their own");
    replays(&event);
}
