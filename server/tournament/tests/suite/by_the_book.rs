//! Rules of the books about entries, seats, chips and the floor, each played through the director.
use crate::common;

use cardroom_rules::{
    Break, Chips, EarlyBonus, EntryNo, Format, Level, Millis, PlayerId, SeatNo, Shares, Stage,
    Stakes, Structure, TableNo,
};
use cardroom_tournament::{
    Clock, Command, Director, Doing, Event, Input, Order, Phase, Place, Refusal, RulingState,
    Setup, Whereabouts,
};
use common::{Tournament, freezeout, setup};
use std::collections::BTreeSet;
use std::sync::Arc;

fn under(rulebook: &str) -> Structure {
    let mut structure = Structure { rulebook: rulebook.to_owned(), ..freezeout(9, 0, 0) };
    structure.prizes.shares = Shares::WinnerTakesAll;
    structure
}

fn entered(setup: Setup, entrants: u64) -> Tournament {
    let mut event = Tournament::new(setup, 11);
    for player in 1..=entrants {
        event.enter(player).unwrap();
    }
    event
}

fn begun(setup: Setup, entrants: u64) -> Tournament {
    let mut event = entered(setup, entrants);
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    event.deliver();
    event
}

fn hand(event: &mut Tournament, table: TableNo, out: &[SeatNo]) {
    event.tables.finish_with_out(table, event.now, out);
    event.deliver();
}

fn everybody_finishes(event: &mut Tournament) {
    for table in event.tables.playing() {
        hand(event, table, &[]);
    }
}

fn seat_of(event: &Tournament, entry: EntryNo) -> (TableNo, SeatNo) {
    match event.director.entry(entry).unwrap().whereabouts {
        Whereabouts::Seated { table, seat } => (table, seat),
        elsewhere => panic!("{elsewhere:?}"),
    }
}

fn stack(event: &Tournament, entry: EntryNo) -> Chips {
    event.director.entry(entry).unwrap().stack
}

fn plays(event: &Tournament, table: TableNo) -> bool {
    event.director.table(table).is_some_and(|table| table.doing == Doing::Playing)
}

/// Checks that replaying the log gives the same tournament.
fn replays(event: &Tournament) {
    let mut director = Director::new(event.director.setup().clone()).unwrap();
    for logged in &event.log {
        director.apply(logged);
    }
    assert_eq!(director, event.director);
    event.director.audit();
}

// ---- Entering -----------------------------------------------------------------------------------

// TNPL A2, TFPL 6-2, Spotlight 6-2
#[test]
fn nobody_enters_below_the_age_of_the_book() {
    for (book, age) in [("tnpl", 18), ("tfpl", 21), ("spotlight", 21)] {
        let mut event = Tournament::new(setup(under(book)), 1);
        let young = Input::Enter { player: PlayerId(1), of_age: false };
        assert_eq!(event.step(young), Err(Refusal::UnderAge(age)), "{book}");
        event.enter(1).unwrap();
    }
    let mut event = Tournament::new(setup(under("tda-2024")), 1);
    event.step(Input::Enter { player: PlayerId(1), of_age: false }).unwrap();
}

// TFPL 2b-1, Spotlight 2b-1
#[test]
fn no_hand_is_dealt_before_the_start_and_none_after_the_end() {
    let mut event = entered(setup(under("tfpl")), 2);
    event.now = Millis(999);
    event.step(Input::Tick).unwrap();
    assert_eq!((event.director.phase(), event.director.tables().count()), (Phase::Registering, 0));
    event.now = Millis(1_000);
    event.step(Input::Tick).unwrap();
    event.deliver();
    assert!(plays(&event, TableNo(1)));
    let seat = seat_of(&event, EntryNo(1)).1;
    hand(&mut event, TableNo(1), &[seat]);
    assert_eq!(event.director.phase(), Phase::Over);
    assert!(event.tables.playing().is_empty());
    assert_eq!(event.director.tables().count(), 0, "every table is closed");
    replays(&event);
}

// TDA RP-20
#[test]
fn hands_begin_at_the_second_and_after_a_break_for_all_at_once() {
    let mut event = begun(setup(under("tda-2024")), 18);
    assert_eq!(event.tables.playing().len(), 2, "both tables at the scheduled second");
    while !matches!(event.director.clock(), Clock::Break { .. }) {
        everybody_finishes(&mut event);
        if !matches!(event.director.clock(), Clock::Break { .. }) {
            event.wait();
        }
    }
    let Clock::Break { ends_at } = event.director.clock() else { panic!("a break") };
    event.now = Millis(ends_at.0 - 1);
    event.step(Input::Tick).unwrap();
    assert!(event.tables.playing().is_empty());
    event.now = ends_at;
    event.step(Input::Tick).unwrap();
    assert_eq!(event.tables.playing().len(), 2);
}

/// Returns the announced starts of play.
fn announced(event: &Tournament) -> Vec<Millis> {
    let announced = event.log.iter().filter_map(|logged| match logged {
        Event::PlayNears { at } => Some(*at),
        _ => None,
    });
    announced.collect()
}

// TDA RP-20, GAPS G-28
#[test]
fn dealers_are_told_to_prepare_their_decks_as_long_before_play_as_the_book_has_it() {
    for seconds in [60, 20, 0] {
        let mut setup = setup(under("tda-2024"));
        let mut rulebook = (*setup.rulebook).clone();
        rulebook.levels.break_warning_seconds = seconds;
        setup.rulebook = Arc::new(rulebook);
        let mut event = Tournament::new(setup, 3);
        let starts = Millis(600_000);
        event.order(Command::ChangeStart(starts)).unwrap();
        for player in 1..=18 {
            event.enter(player).unwrap();
        }
        let told_at = |at: Millis| Millis(at.0 - 1_000 * seconds);
        let first = event.director.deadline().unwrap();
        assert_eq!(first, told_at(starts), "before the start");
        event.wait();
        assert_eq!(announced(&event), vec![starts; usize::from(seconds > 0)]);
        if seconds > 0 {
            assert!(event.tables.playing().is_empty());
            event.wait();
        }
        assert_eq!((event.now, event.tables.playing().len()), (starts, 2), "once, then play");

        while !matches!(event.director.clock(), Clock::Break { .. }) {
            everybody_finishes(&mut event);
            if !matches!(event.director.clock(), Clock::Break { .. }) {
                event.wait();
            }
        }
        let Clock::Break { ends_at } = event.director.clock() else { panic!("a break") };
        event.now = Millis(told_at(ends_at).0 - 1);
        event.step(Input::Tick).unwrap();
        assert_eq!(announced(&event).len(), usize::from(seconds > 0), "not yet");
        assert_eq!(event.director.deadline(), Some(told_at(ends_at)));
        event.wait();
        let expected = if seconds > 0 { vec![starts, ends_at] } else { Vec::new() };
        assert_eq!(announced(&event), expected);
        if seconds == 20 {
            // The break was extended, so the announcement comes when that ends.
            event.order(Command::AddTime(Millis(90_000))).unwrap();
            let later = ends_at + Millis(90_000);
            assert_eq!(event.director.deadline(), Some(told_at(later)));
            event.wait();
            assert_eq!(announced(&event), [starts, ends_at, later]);
        }
        replays(&event);
    }
}

// TDA 8-B
#[test]
fn who_gives_the_chips_up_enters_again_with_a_full_stack_where_the_book_has_it() {
    let structure = |book: &str| {
        let mut structure = under(book);
        structure.entry.re_entries = 1;
        structure.entry.late_levels = Some(2);
        structure
    };
    let mut event = begun(setup(structure("tda-2024")), 18);
    let player = PlayerId(4);
    assert_eq!(event.enter(4), Err(Refusal::AlreadyEntered));
    event.step(Input::GiveUp { player }).unwrap();
    everybody_finishes(&mut event);
    assert!(!event.director.entry(EntryNo(4)).unwrap().whereabouts.is_in());
    assert_eq!(event.director.chips(), Chips(17 * 5_000), "the chips leave play");
    event.enter(4).unwrap();
    event.deliver();
    let entry = event.director.entry_of(player).unwrap();
    assert_eq!((entry, stack(&event, entry)), (EntryNo(19), Chips(5_000)));
    replays(&event);
    // A book without re-entries has no reason to give chips up.
    let refused = Director::new(setup(structure("spotlight")));
    assert!(refused.unwrap_err().contains("re-entry"));
}

// TNPL B2-iii; Spotlight 6-26
#[test]
fn who_registers_early_has_extra_chips_where_the_book_allows_it() {
    let structure = |book: &str| {
        let mut structure = under(book);
        let chips = Chips(1_000);
        structure.entry.early_bonus = Some(EarlyBonus { chips, minutes_before: 30 });
        structure
    };
    let mut early = setup(structure("tnpl"));
    early.starts_at = Some(Millis(3_600_000));
    let mut event = Tournament::new(early, 5);
    event.now = Millis(1_800_000);
    event.enter(1).unwrap();
    event.now = Millis(1_800_001);
    event.enter(2).unwrap();
    assert_eq!(stack(&event, EntryNo(1)), Chips(6_000), "half an hour before");
    assert_eq!(stack(&event, EntryNo(2)), Chips(5_000));
    let refused = Director::new(setup(structure("spotlight")));
    assert!(refused.is_err(), "everybody has the same stack");
}

// ---- Seats --------------------------------------------------------------------------------------

// TDA 9, TNPL B3, TFPL 2c-4, 2c-6, Spotlight 2c-3, 2c-5
#[test]
fn the_floor_pins_a_seat_and_keeps_two_apart_before_the_draw() {
    for seed in 0..20 {
        let mut event = Tournament::new(setup(under("tfpl")), seed);
        for player in 1..=20 {
            event.enter(player).unwrap();
        }
        let place = Place { entry: EntryNo(7), table: TableNo(2), seat: Some(SeatNo(4)) };
        event.order(Command::PinSeat(place)).unwrap();
        event.order(Command::PinSeat(place)).unwrap();
        let pinned = |entry, table, seat| {
            Command::PinSeat(Place { entry, table: TableNo(table), seat: Some(SeatNo(seat)) })
        };
        let taken =
            |table, seat| Err(Refusal::SeatTaken { table: TableNo(table), seat: SeatNo(seat) });
        assert_eq!(event.order(pinned(EntryNo(8), 2, 4)), taken(2, 4), "it is another's");
        assert_eq!(event.order(pinned(EntryNo(8), 2, 200)), taken(2, 200), "there is no such seat");
        let nowhere = event.order(pinned(EntryNo(8), 0, 1));
        assert_eq!(nowhere, Err(Refusal::UnknownTable(TableNo(0))));
        event.order(Command::KeepApart(EntryNo(1), EntryNo(2))).unwrap();
        event.now = Millis(1_000);
        event.step(Input::Tick).unwrap();
        assert_eq!(seat_of(&event, EntryNo(7)), (TableNo(2), SeatNo(4)));
        assert_ne!(seat_of(&event, EntryNo(1)).0, seat_of(&event, EntryNo(2)).0);
        let late = event.order(Command::PinSeat(place));
        assert_eq!(late, Err(Refusal::HasBegun), "nobody chooses a seat afterwards");
    }
}

// TDA RP-6, RP-16, 63; TFPL 2c-8
#[test]
fn whoever_is_moved_takes_chips_and_penalty_along_whether_there_or_not() {
    let mut event = begun(setup(under("tda-2024")), 16);
    let entry = EntryNo(3);
    let (from, seat) = seat_of(&event, entry);
    let to = if from == TableNo(1) { TableNo(2) } else { TableNo(1) };
    event.tables.absent.insert(PlayerId(3));
    event.order(Command::MissHands(entry, 5)).unwrap();
    hand(&mut event, from, &[]);
    let chips = event.director.chips();
    event.order(Command::Move(Place { entry, table: to, seat: None })).unwrap();
    assert_eq!(seat_of(&event, entry), (from, seat), "not before the hand is over");
    let had = stack(&event, entry);
    hand(&mut event, from, &[]);
    hand(&mut event, to, &[]);
    assert_eq!(seat_of(&event, entry).0, to);
    assert_eq!((stack(&event, entry), event.director.chips()), (had, chips));
    assert_eq!(
        event.director.discipline().penalties().hands(entry),
        4,
        "one was missed before the move"
    );
    assert!(event.director.discipline().absences().since(entry).is_some());
    replays(&event);
}

// TNPL K1
#[test]
fn the_floor_places_players_at_a_feature_table_between_hands() {
    let mut event = begun(setup(under("tnpl")), 16);
    let here: Vec<EntryNo> =
        event.director.table(TableNo(1)).unwrap().seated().map(|(_, entry)| entry).collect();
    let elsewhere = (1..=16).map(EntryNo).find(|entry| !here.contains(entry)).unwrap();
    let place = Place { entry: elsewhere, table: TableNo(1), seat: None };
    event.order(Command::Move(place)).unwrap();
    hand(&mut event, TableNo(2), &[]);
    hand(&mut event, TableNo(1), &[]);
    assert_eq!(seat_of(&event, elsewhere).0, TableNo(1));
    replays(&event);
}

// ---- Levels and breaks --------------------------------------------------------------------------

// TDA RP-7
#[test]
fn no_hand_begins_shortly_before_a_break_where_the_house_has_it_so() {
    for (seconds, begins) in [(0, true), (90, false)] {
        let mut structure = under("tda-2024");
        let level = Level { seconds: 300, stakes: Stakes::no_limit(50, 100) };
        let last = Level { seconds: 300, stakes: Stakes::no_limit(100, 200) };
        let pause = Break { seconds: 120, new_unit: None };
        structure.stages = vec![Stage::Level(level), Stage::Break(pause), Stage::Level(last)];
        let mut setup = setup(structure);
        Arc::make_mut(&mut setup.rulebook).levels.no_hand_before_break_seconds = seconds;
        let mut event = begun(setup, 9);
        event.now = Millis(1_000 + 215_000);
        hand(&mut event, TableNo(1), &[]);
        assert_eq!(plays(&event, TableNo(1)), begins, "{seconds} seconds");
    }
}

// TDA 24-B, TNPL D2-ii
#[test]
fn an_exchange_of_chips_is_told_with_every_stack_and_adds_up() {
    let mut structure = under("tda-2024");
    let level = |big: u64, unit: u64| {
        let stakes = Stakes { unit: Chips(unit), ..Stakes::no_limit(big / 2, big) };
        Stage::Level(Level { seconds: 300, stakes })
    };
    let pause = Break { seconds: 120, new_unit: Some(Chips(100)) };
    structure.stages = vec![level(50, 25), Stage::Break(pause), level(200, 100)];
    let mut event = begun(setup(structure), 9);
    let uneven: Vec<EntryNo> = (1..=9).map(EntryNo).collect();
    for (entry, odd) in uneven.iter().zip([25, 50, 75, 25, 50, 75, 25, 50, 25]) {
        event.order(Command::SetStack(*entry, Chips(5_000 + odd))).unwrap();
    }
    hand(&mut event, TableNo(1), &[]);
    let before = event.director.chips();
    assert_eq!(before, Chips(45_400));
    while !matches!(event.director.clock(), Clock::Break { .. }) {
        event.wait();
        everybody_finishes(&mut event);
    }
    let told = event.log.iter().find_map(|logged| match logged {
        Event::ChipsExchanged { race, stacks, .. } => Some((race.clone(), stacks.clone())),
        _ => None,
    });
    let (race, stacks) = told.expect("everybody is told");
    let race = race.expect("TDA has a race");
    let after: Chips = race.stacks.iter().map(|(_, chips)| *chips).sum();
    assert_eq!(
        (race.stacks.len(), after),
        (9, Chips(45_400)),
        "sixteen odd chips are four new ones"
    );
    assert_eq!(race.dealt.iter().map(|(_, cards)| cards.len()).sum::<usize>(), 16);
    for (entry, chips) in stacks {
        assert_eq!(stack(&event, entry), chips);
    }
    assert_eq!(event.director.chips(), Chips(45_400));
    assert!((1..=9).map(EntryNo).all(|entry| stack(&event, entry).0.is_multiple_of(100)));
    replays(&event);
}

// ---- The floor ----------------------------------------------------------------------------------

// TFPL 6-27, TDA 9
#[test]
fn chips_from_the_floor_come_between_two_hands_and_can_be_taken_back() {
    let mut event = begun(setup(under("tfpl")), 9);
    let entry = EntryNo(5);
    event.order(Command::SetStack(entry, Chips(6_000))).unwrap();
    let ruling = event.director.seq();
    assert_eq!(stack(&event, entry), Chips(5_000), "not while a hand is played");
    hand(&mut event, TableNo(1), &[]);
    assert_eq!((stack(&event, entry), event.director.chips()), (Chips(6_000), Chips(46_000)));
    event.order(Command::Undo(ruling)).unwrap();
    hand(&mut event, TableNo(1), &[]);
    assert_eq!((stack(&event, entry), event.director.chips()), (Chips(5_000), Chips(45_000)));
    replays(&event);
}

// TFPL 2a-7, Spotlight 2a-7; TDA RP-15
#[test]
fn the_floor_knows_what_a_player_was_warned_and_punished_for() {
    let mut event = begun(setup(under("tfpl")), 9);
    let entry = EntryNo(2);
    event.order(Command::Warn(entry)).unwrap();
    event.order(Command::Warn(entry)).unwrap();
    event.order(Command::MissHands(entry, 3)).unwrap();
    let penalties = event.director.discipline().penalties();
    assert_eq!((penalties.warnings(entry), penalties.hands(entry)), (2, 3));
    assert_eq!(penalties.warnings(EntryNo(3)), 0);
    let about: Vec<_> = event.director.rulings().iter().map(|ruling| &ruling.command).collect();
    assert_eq!(
        about,
        [&Command::Warn(entry), &Command::Warn(entry), &Command::MissHands(entry, 3)]
    );
    let told = |ruling: &cardroom_tournament::Ruling| {
        ruling.state == RulingState::Made && !ruling.reason.is_empty() && ruling.rule.is_some()
    };
    assert!(event.director.rulings().iter().all(told), "with reason and rule");
    replays(&event);
}

// TNPL A9, TFPL 6-24, Spotlight 6-22
#[test]
fn the_house_refuses_a_player_and_takes_an_entry_back() {
    let mut event = entered(setup(under("tfpl")), 3);
    event.order(Command::RemoveEntry(EntryNo(2))).unwrap();
    assert_eq!(event.director.entry_count(), 2);
    let returned = event.log.iter().any(|logged| {
        matches!(logged, Event::Refunded { entry: EntryNo(2), amount } if amount.0 == 1_100)
    });
    assert!(returned, "with the whole price");
    event.order(Command::Ban(EntryNo(2), 14)).unwrap();
    assert_eq!(event.enter(2), Err(Refusal::Banned));
    replays(&event);
}

// ---- The end ------------------------------------------------------------------------------------

// TFPL 6-15, Spotlight 6-13
#[test]
fn everybody_has_a_place_in_the_end_without_signing_out() {
    let mut event = begun(setup(under("spotlight")), 20);
    let mut hands = 0;
    while event.director.phase() == Phase::Running {
        hands += 1;
        assert!(hands < 10_000, "no end");
        let Some(table) = event.tables.playing().first().copied() else {
            event.wait();
            continue;
        };
        let mut draws = event.draws.clone();
        event.tables.finish_hand(table, event.now, &mut draws);
        event.draws = draws;
        event.deliver();
    }
    let places: Vec<u32> = (1..=20).map(|e| event.director.place(EntryNo(e)).unwrap()).collect();
    assert_eq!(places.iter().filter(|place| **place == 1).count(), 1);
    for place in BTreeSet::from_iter(places.iter().copied()) {
        let better = places.iter().filter(|other| **other < place).count();
        assert_eq!(u32::try_from(better).unwrap() + 1, place, "shared places are counted");
    }
}

// TNPL A8; TFPL 6-17; WPTAPL 2
#[test]
fn without_a_deal_it_is_played_until_one_has_all_chips() {
    let mut event = begun(setup(under("wptapl")), 4);
    let orders = |event: &Tournament| {
        let deals = event.log.iter().filter(|logged| {
            matches!(logged, Event::Ordered(ordered) if matches!(ordered.order, Order::Deal(_)))
        });
        deals.count()
    };
    for left in (1..4).rev() {
        let dealt = orders(&event);
        let table = event.tables.playing()[0];
        let seat = event.director.table(table).unwrap().seated().next().unwrap().0;
        hand(&mut event, table, &[seat]);
        assert_eq!(event.director.players_left(), left);
        assert_eq!(orders(&event) > dealt, left > 1);
    }
    assert_eq!(event.director.phase(), Phase::Over);
    assert_eq!(event.director.setup().structure.format, Format::Open);
    let winner = (1..=4).map(EntryNo).find(|entry| event.director.place(*entry) == Some(1));
    assert_eq!(stack(&event, winner.unwrap()), Chips(20_000));
}
