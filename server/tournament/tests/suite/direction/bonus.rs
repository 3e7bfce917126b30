//! Bonus chips (TFPL 6-27).

use crate::common::{Tournament, freezeout, setup};
use crate::direction::{begun, begun_with, hand, is_out, last_deal, replays, seats, stack, under};
use cardroom_rules::rulebook::BonusChips;
use cardroom_rules::{Cents, Chips, EntryNo, PlayerId, Rebuy, Structure, TableNo};
use cardroom_tournament::{Command, Event, Input, Phase, Purchase, Refusal, Report};
use std::sync::Arc;

fn give(event: &mut Tournament, entry: EntryNo, chips: u64) -> Result<(), Refusal> {
    let given = event.order(Command::GiveBonus(entry, Chips(chips))).map(drop);
    event.deliver();
    given
}

fn player(event: &Tournament, entry: EntryNo) -> PlayerId {
    event.director.entry(entry).unwrap().player
}

#[test]
fn a_bonus_comes_between_two_hands() {
    let mut event = begun(under("tfpl", 6), 6);
    let entry = seats(&event, 1)[0].1;
    give(&mut event, entry, 500).unwrap();
    assert_eq!((stack(&event, entry), event.director.chips()), (Chips(5_000), Chips(30_000)));
    hand(&mut event, 1, &[]);
    assert_eq!((stack(&event, entry), event.director.chips()), (Chips(5_500), Chips(30_500)));
    assert_eq!(event.tables.chips(), Chips(30_500), "the table has heard of it");
    assert!(give(&mut event, entry, 0).is_err());
    assert_eq!(give(&mut event, EntryNo(77), 500), Err(Refusal::NotIn(EntryNo(77))));
    replays(&event);
}

#[test]
fn other_books_give_none() {
    for book in ["tda-2024", "tnpl", "spotlight", "wptapl"] {
        let mut event = begun(under(book, 6), 6);
        let entry = seats(&event, 1)[0].1;
        assert_eq!(give(&mut event, entry, 500), Err(Refusal::NoBonuses), "{book}");
    }
}

#[test]
fn a_bonus_saves_nobody_who_loses_everything_in_the_hand() {
    let mut event = begun(under("tfpl", 6), 6);
    let [(seat, entry), (_, other)] = [seats(&event, 1)[0], seats(&event, 1)[1]];
    give(&mut event, entry, 500).unwrap();
    hand(&mut event, 1, &[seat]);
    assert!(is_out(&event, entry));
    assert_eq!(event.director.kept_bonus(player(&event, entry)), Chips(500));
    assert_eq!(event.director.chips(), Chips(30_000), "it was never in play");
    // A bonus earned after that is kept, too.
    give(&mut event, entry, 200).unwrap();
    assert_eq!(event.director.kept_bonus(player(&event, entry)), Chips(700));
    // The floor can take it away at any time.
    event.order(Command::ForfeitBonus(entry)).unwrap();
    assert_eq!(event.director.kept_bonus(player(&event, entry)), Chips::ZERO);
    assert!(event.order(Command::ForfeitBonus(entry)).is_err());
    give(&mut event, other, 300).unwrap();
    event.order(Command::ForfeitBonus(other)).unwrap();
    hand(&mut event, 1, &[]);
    assert_eq!(event.director.chips(), Chips(30_000));
    replays(&event);
}

fn with_rebuys(rulebook: &str) -> Structure {
    let mut structure = under(rulebook, 6);
    structure.entry.rebuy = Some(Rebuy {
        cost: Cents(1_000),
        chips: Chips(4_000),
        most: 0,
        until_level: 3,
        at_most: Chips::ZERO,
    });
    structure
}

#[test]
fn a_gracious_loser_adds_it_to_the_stack_that_is_bought() {
    let mut event = begun(with_rebuys("tfpl"), 6);
    let (seat, entry) = seats(&event, 1)[0];
    give(&mut event, entry, 500).unwrap();
    hand(&mut event, 1, &[seat]);
    let player = player(&event, entry);
    assert_eq!(event.director.kept_bonus(player), Chips(500));
    give(&mut event, entry, 100).unwrap();
    event.step(Input::Buy { player, what: Purchase::Rebuy }).unwrap();
    event.deliver();
    assert_eq!(stack(&event, entry), Chips(4_600));
    assert_eq!(event.director.kept_bonus(player), Chips::ZERO);
    hand(&mut event, 1, &[]);
    assert_eq!(event.tables.chips(), event.director.chips());
    replays(&event);
}

#[test]
fn who_enters_again_adds_it_to_the_new_stack() {
    let mut structure = freezeout(6, 3, 1);
    structure.rulebook = "online".to_owned();
    let mut setup = setup(structure);
    let mut rulebook = (*setup.rulebook).clone();
    rulebook.entry.bonus_chips = BonusChips::BetweenHands;
    setup.rulebook = Arc::new(rulebook);
    let mut event = begun_with(setup, 6);
    let (seat, entry) = seats(&event, 1)[0];
    give(&mut event, entry, 500).unwrap();
    hand(&mut event, 1, &[seat]);
    let player = player(&event, entry);
    event.enter(player.0).unwrap();
    event.deliver();
    let again = event.director.entry_of(player).unwrap();
    assert_eq!(stack(&event, again), Chips(5_500));
    assert_eq!(give(&mut event, entry, 100), Err(Refusal::NotIn(entry)), "the old entry is over");
    hand(&mut event, 1, &[]);
    assert_eq!(event.tables.chips(), event.director.chips());
    replays(&event);
}

#[test]
fn nobody_earns_one_while_the_hand_is_all_in() {
    let mut event = begun(under("tfpl", 6), 18);
    event.order(Command::HandForHand(true)).unwrap();
    for table in event.tables.playing() {
        hand(&mut event, table.0, &[]);
    }
    let (table, hand) = (TableNo(1), last_deal(&event, 1).hand);
    event.step(Input::Report(Report::Waiting { table, hand })).unwrap();
    let entry = seats(&event, 1)[0].1;
    assert_eq!(give(&mut event, entry, 500), Err(Refusal::AllIn));
}

#[test]
fn what_is_left_is_for_the_next_event_and_stands_in_the_results() {
    let mut event = begun(under("tfpl", 6), 2);
    let (seat, entry) = seats(&event, 1)[0];
    give(&mut event, entry, 500).unwrap();
    hand(&mut event, 1, &[seat]);
    assert_eq!(event.director.phase(), Phase::Over);
    assert!(event.log.contains(&Event::BonusLeft { entry, chips: Chips(500) }));
    let records = event.director.records();
    let bonus = |place| records.iter().find(|record| record.place == Some(place)).unwrap().bonus;
    assert_eq!((bonus(1), bonus(2)), (Chips::ZERO, Chips(500)));
    replays(&event);
}
