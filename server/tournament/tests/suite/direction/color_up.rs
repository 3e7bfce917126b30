//! Color-ups at the floor's discretion, between two hands (TDA 25-B, TNPL D3-ii, WPTAPL 13).

use crate::common::Tournament;
use crate::direction::{begun, hand, plays, replays, seats, stack, winner_takes_all};
use cardroom_rules::rulebook::ColourUpChoice;
use cardroom_rules::{Chips, Level, Stage, Stakes, Structure, TableNo};
use cardroom_tournament::prizes::{Race, cards_of_race, draw_cards, race};
use cardroom_tournament::{ColorUp, ColorUpRefusal, Command, Draws, Event, Refusal};

/// Levels in chips of 25, none of which needs chips below 100.
fn in_small_chips(book: &str) -> Structure {
    let mut structure = winner_takes_all(book, 9);
    structure.stages = [100, 200, 400, 800]
        .map(|small| {
            let stakes = Stakes { unit: Chips(25), ..Stakes::no_limit(small, 2 * small) };
            Stage::Level(Level { seconds: 3_000, stakes })
        })
        .to_vec();
    structure
}

/// A tournament in which every player has odd chips: 5,025, 5,050 or 5,075.
fn with_odd_chips(book: &str) -> Tournament {
    let mut event = begun(in_small_chips(book), 18);
    for table in [1, 2] {
        for (index, (_, entry)) in seats(&event, table).into_iter().enumerate() {
            let odd = 25 * (1 + u64::try_from(index).unwrap() % 3);
            event.order(Command::SetStack(entry, Chips(5_000 + odd))).unwrap();
        }
        hand(&mut event, table, &[]);
    }
    event
}

fn color_up(table: Option<u32>, unit: u64, method: Option<ColourUpChoice>) -> Command {
    Command::ColorUp(ColorUp { table: table.map(TableNo), unit: Chips(unit), method })
}

fn exchanges(event: &Tournament) -> Vec<(TableNo, Option<Race>)> {
    let exchanged = event.log.iter().filter_map(|logged| match logged {
        Event::ChipsExchanged { table: Some(table), race, .. } => Some((*table, race.clone())),
        _ => None,
    });
    exchanged.collect()
}

fn in_play_is_whole(event: &Tournament, table: u32, unit: u64) -> bool {
    seats(event, table).iter().all(|(_, entry)| stack(event, *entry).0.is_multiple_of(unit))
}

#[test]
fn all_tables_color_up_when_their_hands_are_over() {
    let mut event = with_odd_chips("tda-2024");
    let before = event.director.chips();
    event.order(color_up(None, 100, None)).unwrap();
    assert_eq!(exchanges(&event), [], "hands are played to their end");
    let units = event.director.structure().levels().map(|level| level.stakes.unit.0);
    assert_eq!(units.collect::<Vec<_>>(), [100; 4], "the stakes have no smaller chips");
    hand(&mut event, 2, &[]);
    assert!(in_play_is_whole(&event, 2, 100) && plays(&event, 2));
    hand(&mut event, 1, &[]);
    assert!(in_play_is_whole(&event, 1, 100) && plays(&event, 1));
    let raced = exchanges(&event);
    assert_eq!(raced.len(), 2);
    // At each table 18 chips of 25 make four and a half of 100, so five are raced for (24-A).
    for (_, race) in raced {
        let race = race.unwrap();
        assert_eq!(race.awards, 5, "{race:?}");
    }
    assert_eq!(event.director.chips().0, before.0 + 100);
    for table in [1, 2] {
        hand(&mut event, table, &[]);
    }
    assert_eq!(exchanges(&event).len(), 2, "once is enough");
    let sum: u64 = event.director.entries().map(|(_, entry)| entry.stack.0).sum();
    assert_eq!((event.tables.chips().0, sum), (sum, event.director.chips().0));
    replays(&event);
}

#[test]
fn a_race_of_the_floor_can_be_run_again_from_the_log() {
    let mut event = with_odd_chips("tda-2024");
    event.order(color_up(None, 100, None)).unwrap();
    hand(&mut event, 1, &[]);
    let mut stacks = Vec::new();
    let mut checked = 0;
    for pair in event.log.windows(2) {
        if let Event::HandFinished { stacks: told, table: TableNo(1), .. } = &pair[0] {
            stacks = told.clone();
        }
        let [Event::Drawn { seed }, Event::ChipsExchanged { race: Some(held), .. }] = pair else {
            continue;
        };
        let by_seat: Vec<_> = seats(&event, 1)
            .into_iter()
            .map(|(seat, entry)| (seat, stacks.iter().find(|(who, _)| *who == entry).unwrap().1))
            .collect();
        let cards = cards_of_race(&by_seat, Chips(25), Chips(100)).unwrap();
        let cards = draw_cards(cards, &mut Draws::new(*seed));
        let rule = &event.director.setup().rulebook.colour_up;
        assert_eq!(race(&by_seat, Chips(25), Chips(100), rule, &cards).unwrap(), *held);
        checked += 1;
    }
    assert_eq!(checked, 1);
}

#[test]
fn one_table_may_color_up_alone() {
    let mut event = with_odd_chips("tda-2024");
    event.order(color_up(Some(1), 100, None)).unwrap();
    for table in [1, 2] {
        hand(&mut event, table, &[]);
    }
    assert!(in_play_is_whole(&event, 1, 100));
    assert!(!in_play_is_whole(&event, 2, 100), "the others keep their small chips");
    let units = event.director.structure().levels().map(|level| level.stakes.unit.0);
    assert_eq!(units.collect::<Vec<_>>(), [25; 4]);
    let unknown = event.order(color_up(Some(9), 100, None));
    assert_eq!(unknown, Err(Refusal::UnknownTable(TableNo(9))));
    replays(&event);
}

#[test]
fn the_book_says_how_or_leaves_it_to_the_floor() {
    let (race, round_up) = (Some(ColourUpChoice::Race), Some(ColourUpChoice::RoundUp));
    // TDA 24-A races; TFPL 6-5 and Spotlight 6-4 round up; TNPL D2 and WPTAPL 13 leave it open.
    for (book, method, raced) in [
        ("tda-2024", None, Some(true)),
        ("tda-2024", round_up, None),
        ("tfpl", None, Some(false)),
        ("tfpl", race, None),
        ("spotlight", round_up, Some(false)),
        ("tnpl", race, Some(true)),
        ("tnpl", round_up, Some(false)),
        ("wptapl", race, Some(true)),
        ("wptapl", round_up, Some(false)),
    ] {
        let mut event = with_odd_chips(book);
        let answer = event.order(color_up(None, 100, method));
        let Some(raced) = raced else {
            let refusal = Refusal::ColorUp(ColorUpRefusal::Method);
            assert_eq!(answer, Err(refusal), "{book}");
            continue;
        };
        answer.unwrap();
        let before: Vec<_> = seats(&event, 1);
        hand(&mut event, 1, &[]);
        assert!(in_play_is_whole(&event, 1, 100), "{book}");
        let held = exchanges(&event).remove(0).1;
        assert_eq!(held.is_some(), raced, "{book}");
        assert_eq!(before, seats(&event, 1), "{book}: nobody is raced out");
        replays(&event);
    }
    let mut online = with_odd_chips("online");
    let refusal = Refusal::ColorUp(ColorUpRefusal::Never);
    assert_eq!(online.order(color_up(None, 100, None)), Err(refusal));
}

#[test]
fn chips_that_are_still_needed_stay_in_play() {
    let mut event = with_odd_chips("tda-2024");
    let refused = |event: &mut Tournament, unit| match event.order(color_up(None, unit, None)) {
        Err(Refusal::ColorUp(refusal)) => refusal,
        other => panic!("{unit}: {other:?}"),
    };
    assert_eq!(refused(&mut event, 25), ColorUpRefusal::Unit(Chips(25)));
    assert_eq!(refused(&mut event, 30), ColorUpRefusal::Unit(Chips(25)));
    assert_eq!(refused(&mut event, 500), ColorUpRefusal::Needed(1));
    event.order(color_up(None, 50, None)).unwrap();
    hand(&mut event, 1, &[]);
    hand(&mut event, 2, &[]);
    assert_eq!(refused(&mut event, 75), ColorUpRefusal::Unit(Chips(50)));
    event.order(color_up(None, 100, None)).unwrap();
    hand(&mut event, 1, &[]);
    hand(&mut event, 2, &[]);
    assert!(in_play_is_whole(&event, 1, 100) && in_play_is_whole(&event, 2, 100));
    // Later levels may not need the chips that are out of play.
    let small = Stage::Level(Level { seconds: 60, stakes: Stakes::no_limit(150, 300) });
    let gone = event.order(Command::ChangeLevels(vec![small]));
    assert!(matches!(gone, Err(Refusal::BadLevels(_))), "{gone:?}");
    let stakes = Stakes { unit: Chips(100), ..Stakes::no_limit(200, 400) };
    let large = Stage::Level(Level { seconds: 60, stakes });
    event.order(Command::ChangeLevels(vec![large])).unwrap();
    replays(&event);
}
