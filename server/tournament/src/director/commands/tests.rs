//! Commands of the floor before a tournament begins.

use crate::{
    Command, Director, Event, FloorOrder, Input, Operator, Refusal, Setup, Undo, WallScene,
};
use cardroom_rules::{
    Chips, EntryNo, EntryTerms, Level, Library, Millis, PlayerId, Stage, Stakes, Structure, TableNo,
};

const ADA: EntryNo = EntryNo(1);
const BOB: EntryNo = EntryNo(2);

/// Returns a tournament with check-in that Ada and Bob have entered.
fn before_the_start() -> Director {
    let holdem = include_str!("../../../../../config/games/holdem.toml");
    let tda = include_str!("../../../../../config/rulebooks/tda-2024.toml");
    let library = Library::parse([("holdem", holdem)], [("tda-2024", tda)]).unwrap();
    let entry = EntryTerms {
        starting_stack: Chips(5_000),
        min_entrants: 2,
        max_entrants: 100,
        check_in: true,
        ..EntryTerms::default()
    };
    let stage = Stage::Level(Level { seconds: 300, stakes: Stakes::no_limit(10, 20) });
    let structure = Structure {
        rulebook: "tda-2024".to_owned(),
        game: "holdem".to_owned(),
        seats: 9,
        entry,
        stages: vec![stage],
        ..Structure::default()
    };
    let mut director = Director::new(Setup {
        structure: structure.into(),
        rulebook: library.rulebook("tda-2024").unwrap().clone(),
        starts_at: Some(Millis(60_000)),
        carried: None,
        self_run: false,
    })
    .unwrap();
    for player in [PlayerId(1), PlayerId(2)] {
        director.step(Millis(0), 7, Input::Enter { player, of_age: true }).unwrap();
    }
    director
}

/// Gives a command, and returns how it can be undone and the events that follow the ruling.
fn order(director: &mut Director, command: Command) -> Result<(Undo, Vec<Event>), Refusal> {
    let operator = Operator { account: PlayerId(900), owner: false };
    let (seen, reason) = (director.seq(), "For the test.".to_owned());
    let order = FloorOrder { operator, seen, reason, rule: None, command };
    let mut events = director.step(Millis(1_000), 7, Input::Floor(order))?;
    let ruled = events.iter().position(|event| matches!(event, Event::Ruled(_))).unwrap();
    let follows = events.split_off(ruled + 1);
    Ok((director.rulings().last().unwrap().undo, follows))
}

#[test]
fn chips_that_no_entry_brought_are_counted() {
    let mut director = before_the_start();
    assert_eq!(director.chips_beyond(ADA, Chips(50_000)), Some(Chips(45_000)));
    assert_eq!(director.chips_beyond(ADA, Chips(4_000)), None);
    order(&mut director, Command::SetStack(ADA, Chips(4_000))).unwrap();
    assert_eq!(director.chips_beyond(BOB, Chips(6_000)), None, "they were Ada's");
    assert_eq!(director.chips_beyond(BOB, Chips(6_001)), Some(Chips(1)));
    order(&mut director, Command::SetStack(ADA, Chips(50_000))).unwrap();
    let given = director.rulings().last().unwrap().seq;
    assert_eq!(director.chips_beyond(BOB, Chips(5_001)), Some(Chips(45_001)));
    order(&mut director, Command::Undo(given)).unwrap();
    assert_eq!(director.chips_beyond(BOB, Chips(6_000)), None);
}

#[test]
fn a_ruling_says_whether_it_can_be_undone() {
    let mut director = before_the_start();
    let ruled = |director: &mut Director, command| {
        order(director, command).unwrap();
        director.rulings().last().unwrap().seq
    };
    let start = ruled(&mut director, Command::ChangeStart(Millis(90_000)));
    let warned = ruled(&mut director, Command::Warn(ADA));
    let muted = ruled(&mut director, Command::Mute(BOB));
    assert_eq!([start, warned, muted].map(|seq| director.can_undo(seq)), [true, false, true]);
    ruled(&mut director, Command::Undo(muted));
    assert!(!director.can_undo(muted), "it is undone");
    director.step(Millis(80_000), 7, Input::CheckIn { player: PlayerId(1) }).unwrap();
    director.step(Millis(80_000), 7, Input::CheckIn { player: PlayerId(2) }).unwrap();
    director.step(Millis(90_000), 7, Input::Tick).unwrap();
    assert!(!director.can_undo(start), "the tournament has begun");
}

#[test]
fn what_the_floor_can_order_before_the_start() {
    let begins = Millis(90_000);
    for (command, expected) in [
        (Command::Pause, Err(Refusal::NotBegun)),
        (Command::AddTime(begins), Err(Refusal::NotBegun)),
        (Command::ChangeStart(begins), Ok(Undo::Start(Some(Millis(60_000))))),
        (Command::RemoveEntry(ADA), Ok(Undo::Never)),
        (Command::KeepApart(ADA, BOB), Ok(Undo::Inverse)),
        (Command::BreakTable(TableNo(1)), Err(Refusal::NotBegun)),
        (Command::Warn(ADA), Ok(Undo::Never)),
        (Command::Warn(EntryNo(3)), Err(Refusal::NotIn(EntryNo(3)))),
        (Command::MissHands(ADA, 1), Err(Refusal::NotBegun)),
        (
            Command::SetStack(ADA, Chips(4_000)),
            Ok(Undo::Stack { entry: ADA, given: Chips(0), taken: Chips(1_000) }),
        ),
        (Command::Mute(BOB), Ok(Undo::Inverse)),
        (Command::AnnounceFor("Hello".to_owned(), 10), Ok(Undo::Inverse)),
        (Command::Wall(WallScene::Clock, 0), Ok(Undo::Inverse)),
        (Command::NewSeatCodes, Ok(Undo::Never)),
        (Command::CheckIn(ADA), Ok(Undo::Never)),
        (Command::CheckIn(EntryNo(3)), Err(Refusal::NotIn(EntryNo(3)))),
    ] {
        let found = order(&mut before_the_start(), command.clone()).map(|(undo, _)| undo);
        assert_eq!(found, expected, "{command:?}");
    }
}

#[test]
fn the_floor_checks_in_a_player_once_and_the_tournament_starts_with_that_player() {
    let mut director = before_the_start();
    let (_, follows) = order(&mut director, Command::CheckIn(ADA)).unwrap();
    assert_eq!(follows, [Event::CheckedIn { entry: ADA }]);
    let again = order(&mut director, Command::CheckIn(ADA)).map(|_| ());
    assert_eq!(again, Err(Refusal::NotNow("This player is checked in already.")));
    order(&mut director, Command::CheckIn(BOB)).unwrap();
    director.step(Millis(60_000), 7, Input::Tick).unwrap();
    assert_eq!(director.players_left(), 2);
    let late = order(&mut director, Command::CheckIn(BOB)).map(|_| ());
    assert_eq!(late, Err(Refusal::HasBegun));
}

#[test]
fn a_ruling_that_changes_a_subject_marks_it() {
    let mut director = before_the_start();
    let touched = |director: &Director| director.entry(ADA).unwrap().touched;
    let before = touched(&director);
    order(&mut director, Command::Mute(ADA)).unwrap();
    assert_eq!(touched(&director), before);
    order(&mut director, Command::Warn(ADA)).unwrap();
    assert_eq!(touched(&director), director.seq());
}
