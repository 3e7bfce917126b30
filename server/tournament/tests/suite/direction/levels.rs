//! Changes of the levels that have not begun, and undoing them (TNPL A9; TFPL 6-24, 6-28; Spotlight
//! 6-22, 6-25).

use crate::common::{Tournament, setup};
use crate::direction::{begun, hand, last_deal, left, replays, winner_takes_all};
use cardroom_rules::{Break, Chips, Format, Level, Millis, Stage, Stakes, Structure};
use cardroom_tournament::{Clock, Command, Director, Event, Refusal};

fn level(big: u64, seconds: u64) -> Stage {
    Stage::Level(Level { seconds, stakes: Stakes::no_limit(big / 2, big) })
}

/// A structure without late entry, so that no rulebook restricts the level at which entry closes.
fn closed(book: &str) -> Structure {
    let mut structure = winner_takes_all(book, 9);
    structure.format = Format::SitAndGo;
    (structure.entry.min_entrants, structure.entry.max_entrants) = (18, 18);
    structure.entry.late_levels = None;
    structure
}

/// Returns the big blind and the length of every level, and 0 and the length of every break.
fn sheet(event: &Tournament) -> Vec<(u64, u64)> {
    let stages = event.director.structure().stages.iter();
    let line = |stage: &Stage| match stage {
        Stage::Level(level) => (level.stakes.big_blind.0, level.seconds),
        Stage::Break(pause) => (0, pause.seconds),
    };
    stages.map(line).collect()
}

fn big_blind(event: &Tournament) -> u64 {
    event.director.terms().level_terms(event.director.level()).unwrap().stakes.big_blind.0
}

/// Advances to the next level and deals a hand in it.
fn next_level(event: &mut Tournament) {
    let (level, before) = (event.director.level(), event.director.clock());
    while event.director.level() == level {
        event.wait();
        for table in event.tables.playing() {
            hand(event, table.0, &[]);
        }
        assert!(event.director.clock() != before || event.director.level() > level);
    }
}

/// Checks that the tournament has the same levels after a replay and from its snapshot.
fn comes_back(event: &Tournament) {
    replays(event);
    let text = serde_json::to_string(&event.director.snapshot()).unwrap();
    let mut text = serde_json::Deserializer::from_str(&text);
    let restored = Director::restore(event.director.setup().clone(), &mut text).unwrap();
    assert_eq!(restored, event.director);
}

#[test]
fn levels_change_from_the_next_one_on() {
    for book in ["tnpl", "tfpl", "spotlight", "tda-2024"] {
        let mut event = begun(closed(book), 18);
        assert_eq!(big_blind(&event), 50);
        let before = left(&event);
        let stages = vec![
            level(80, 600),
            Stage::Break(Break { seconds: 60, new_unit: None }),
            level(120, 300),
        ];
        event.order(Command::ChangeLevels(stages)).unwrap();
        assert_eq!(sheet(&event), [(50, 300), (80, 600), (0, 60), (120, 300)], "{book}");
        assert_eq!(
            (big_blind(&event), left(&event)),
            (50, before),
            "the level that is played stays"
        );
        comes_back(&event);
        next_level(&mut event);
        assert_eq!((big_blind(&event), left(&event)), (80, Millis(600_000)));
        assert_eq!(last_deal(&event, 1).level, 1);
        let view = event.director.view(event.now);
        assert_eq!(view.next_break.unwrap().after, Some(Millis(600_000)));
        comes_back(&event);
    }
}

#[test]
fn a_change_is_taken_back_until_the_next_level_begins() {
    let mut event = begun(closed("tnpl"), 18);
    let announced = sheet(&event);
    event.order(Command::ChangeLevels(vec![level(80, 600), level(200, 600)])).unwrap();
    let first = event.director.seq();
    event.order(Command::ChangeLevels(vec![level(100, 60), level(300, 60)])).unwrap();
    let second = event.director.seq();
    assert_eq!(sheet(&event), [(50, 300), (100, 60), (300, 60)]);
    event.order(Command::Undo(second)).unwrap();
    assert_eq!(sheet(&event), [(50, 300), (80, 600), (200, 600)]);
    event.order(Command::Undo(first)).unwrap();
    assert_eq!(sheet(&event), announced);
    comes_back(&event);

    event.order(Command::ChangeLevels(vec![level(80, 600), level(200, 600)])).unwrap();
    let third = event.director.seq();
    next_level(&mut event);
    assert!(matches!(event.order(Command::Undo(third)), Err(Refusal::CannotUndo(_))));
    assert_eq!(big_blind(&event), 80);
}

#[test]
fn a_last_level_gets_its_time_where_others_follow_it_now() {
    let mut structure = closed("tnpl");
    structure.stages = vec![level(50, 300)];
    let mut event = begun(structure, 18);
    assert_eq!(event.director.clock(), Clock::Level { ends_at: None });
    event.order(Command::ChangeLevels(vec![level(100, 300)])).unwrap();
    let ruling = event.director.seq();
    assert_eq!(left(&event), Millis(300_000));
    event.order(Command::Undo(ruling)).unwrap();
    assert_eq!(event.director.clock(), Clock::Level { ends_at: None });
    event.order(Command::ChangeLevels(vec![level(100, 300)])).unwrap();
    next_level(&mut event);
    assert_eq!((big_blind(&event), event.director.clock()), (100, Clock::Level { ends_at: None }));
    comes_back(&event);
}

#[test]
fn before_the_start_all_levels_may_change() {
    let mut event = Tournament::new(setup(closed("tnpl")), 7);
    for player in 1..18 {
        event.enter(player).unwrap();
    }
    event.order(Command::ChangeLevels(vec![level(20, 120), level(40, 120)])).unwrap();
    assert_eq!(sheet(&event), [(20, 120), (40, 120)]);
    event.enter(18).unwrap();
    event.deliver();
    assert_eq!((big_blind(&event), left(&event)), (20, Millis(120_000)));
    comes_back(&event);
}

#[test]
fn what_no_structure_may_have_no_change_may_have_either() {
    let mut event = begun(closed("tnpl"), 18);
    let coarse = |unit| {
        let mut stakes = Stakes::no_limit(100, 200);
        stakes.unit = Chips(unit);
        Stage::Level(Level { seconds: 300, stakes })
    };
    let pause = |new_unit| Stage::Break(Break { seconds: 60, new_unit });
    for wrong in [
        vec![],
        vec![level(100, 0)],
        vec![level(100, 300), pause(None)],
        vec![pause(None), pause(None), level(100, 300)],
        // No color-up is announced that takes the small chips out of play.
        vec![coarse(100)],
        vec![level(100, 300), pause(Some(Chips(100))), level(200, 300)],
        vec![level(0, 300)],
    ] {
        let before = event.director.clone();
        let answer = event.order(Command::ChangeLevels(wrong.clone()));
        assert!(matches!(answer, Err(Refusal::BadLevels(_))), "{wrong:?}: {answer:?}");
        assert_eq!(event.director, before, "a refusal changes nothing");
    }
    let announced = vec![level(100, 300), pause(Some(Chips(100))), coarse(100)];
    event.order(Command::ChangeLevels(announced)).unwrap();
    while !event.log.iter().any(|logged| matches!(logged, Event::ChipsExchanged { .. })) {
        next_level(&mut event);
    }
    event.director.audit();
    comes_back(&event);
}
