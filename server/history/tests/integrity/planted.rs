//! Thousands of real hands of players who played against each other, with a planted pair. The hands
//! are beside the repository, in `shared/hands`. Without them the test reports that it was skipped.

use super::built::Built;
use cardroom_history::integrity::{Addresses, Report, Tally};
use cardroom_protocol::history::HandRecord;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};

/// Writes a line directly to the terminal, because the test harness hides the
/// output of passing tests.
fn say(line: &str) {
    writeln!(stderr(), "{line}").expect("standard error is open");
}

/// Returns the hands of Pluribus against people, in order. If they are missing, says
/// so and returns `None`.
fn real_hands() -> Option<Vec<HandRecord>> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let folder = above.map(|above| above.join("shared/hands/phh/pluribus")).find(|it| it.is_dir());
    let Some(folder) = folder else {
        say("SKIPPED: shared/hands/phh/pluribus is not there");
        return None;
    };
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut hands = Vec::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        for hand in text.split("\n[").filter(|hand| hand.contains("actions")) {
            let number = u64::try_from(hands.len()).unwrap();
            hands.extend(read(number, hand));
        }
    }
    Some(hands)
}

fn value<'a>(hand: &'a str, key: &str) -> Vec<&'a str> {
    let line = hand.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = ["));
    let list = line.unwrap().trim_end_matches(']').split(',');
    list.map(|item| item.trim().trim_matches('\'')).collect()
}

fn numbers(hand: &str, key: &str) -> Option<Vec<u64>> {
    value(hand, key).into_iter().map(|number| number.parse().ok()).collect()
}

/// Reads a hand in poker hand history format. `None` for the few that end with half a chip.
fn read(number: u64, hand: &str) -> Option<HandRecord> {
    let (stacks, ends) = (numbers(hand, "starting_stacks")?, numbers(hand, "finishing_stacks")?);
    let players: Vec<(&str, u64)> = value(hand, "players").into_iter().zip(stacks).collect();
    let mut built = Built::new(number, &players);
    for action in value(hand, "actions") {
        let words: Vec<&str> = action.split(' ').collect();
        let seat = || words[0][1..].parse::<u8>().unwrap() - 1;
        built = match words[..] {
            ["d", "dh", ..] => built,
            ["d", "db", cards] => built.board(cards),
            [_, "cbr", to] => built.raises(seat(), to.parse().unwrap()),
            [_, "cc"] => built.calls(seat()),
            [_, "f"] => built.folds(seat()),
            [_, "sm", cards] => built.shows(seat(), cards),
            [_, "sm"] => built,
            _ => panic!("{action}"),
        };
    }
    Some(built.ends_with(&ends))
}

fn report(hands: &[HandRecord]) -> Report {
    let mut tally = Tally::new(50_000);
    let mut accounts: BTreeMap<&str, u64> = BTreeMap::new();
    for hand in hands {
        let mut players = Vec::new();
        for player in &hand.seats {
            let next = u64::try_from(accounts.len()).unwrap() + 1;
            players.push((*accounts.entry(&player.name).or_insert(next), player.seat));
        }
        tally.count(hand, &players);
    }
    tally.report(&Addresses::new())
}

fn marked(report: &Report) -> Vec<String> {
    let marked = report.pairs.iter().map(|pair| &pair.pair).filter(|pair| pair.stands_out);
    let told = |measure: &cardroom_protocol::integrity::IntegrityMeasure| {
        format!("{} of {:?}: {}", measure.measure, measure.player, measure.rarity)
    };
    let line = |pair: &cardroom_protocol::integrity::IntegrityPair| {
        let measures = pair.measures.iter().filter(|measure| measure.stands_out).map(told);
        format!("{} and {}: {}", pair.payer, pair.receiver, measures.collect::<Vec<_>>().join(", "))
    };
    marked.map(line).collect()
}

/// Builds a hand in which two of the six share their money. One raises, is reraised, calls half
/// a stack and folds.
fn dumps(number: u64) -> HandRecord {
    let names = ["Bill", "Joe", "Dumper", "Partner", "Eddie", "Budd"];
    let players: Vec<(&str, u64)> = names.into_iter().map(|name| (name, 10_000)).collect();
    let raised = Built::new(number, &players).raises(2, 1_000).raises(3, 3_000);
    let called = raised.everyone_folds([4, 5, 0, 1]).calls(2).board("2c7d9h");
    called.calls(2).raises(3, 3_000).calls(2).board("Ts").raises(3, 4_000).folds(2).wins(3)
}

/// Puts the pair into a part of the real hands, where they play like two others.
fn plays_along(hands: &mut [HandRecord]) {
    for player in hands.iter_mut().take(600).flat_map(|hand| &mut hand.seats) {
        match &*player.name {
            "MrWhite" => player.name = "Dumper".to_owned(),
            "MrBrown" => player.name = "Partner".to_owned(),
            _ => {}
        }
    }
}

/// Builds a hand in which the pair is alone after the flop and neither bets.
fn checks_down(number: u64) -> HandRecord {
    let names = ["Bill", "Joe", "Dumper", "Partner", "Eddie", "Budd"];
    let players: Vec<(&str, u64)> = names.into_iter().map(|name| (name, 10_000)).collect();
    let called = Built::new(number, &players).raises(2, 250).calls(3).everyone_folds([4, 5, 0, 1]);
    let flop = called.board("2c7d9h").calls(2).calls(3);
    let river = flop.board("Ts").calls(2).calls(3).board("Qs").calls(2).calls(3);
    // Chips go back and forth.
    river.wins(2 + u8::from(number.is_multiple_of(2)))
}

#[test]
fn a_pair_that_checks_its_hands_down_stands_out_by_that_alone() {
    let Some(mut hands) = real_hands() else { return };
    plays_along(&mut hands);
    hands.extend((0..40).map(|number| checks_down(1_000_000 + number)));
    let report = report(&hands);
    let first = &report.pairs[0].pair;
    let names = [&*first.payer, &*first.receiver];
    assert!(names.contains(&"Dumper") && names.contains(&"Partner"), "{names:?}");
    let marked = first.measures.iter().filter(|measure| measure.stands_out);
    let marked: Vec<&str> = marked.map(|measure| &*measure.measure).collect();
    assert_eq!(marked[0], "checked_down", "{marked:?}");
    assert!(marked[1..].iter().all(|measure| *measure == "bets_and_raises"), "{marked:?}");
    let others = report.pairs[1..].iter().filter(|pair| pair.pair.stands_out);
    assert!(others.count() <= 1);
}

#[test]
fn honest_players_do_not_stand_out_and_a_planted_pair_comes_first() {
    let Some(mut hands) = real_hands() else { return };
    let honest = report(&hands);
    let marks = marked(&honest);
    say(&format!("{} hands, {} pairs, marked: {marks:#?}", honest.hands, honest.pairs.len()));
    assert!(honest.hands > 6_000 && honest.pairs.len() > 50);
    // One mark in twenty reports is expected by chance.
    assert!(marks.len() <= 1, "{marks:?}");

    plays_along(&mut hands);
    let without = report(&hands);
    assert!(marked(&without).len() <= 1, "{:?}", marked(&without));
    hands.extend((0..25).map(|number| dumps(1_000_000 + number)));
    let planted = report(&hands);
    let first = &planted.pairs[0].pair;
    assert_eq!((&*first.payer, &*first.receiver), ("Dumper", "Partner"));
    assert!(first.stands_out);
    for id in ["net_flow", "large_pots_lost", "large_folds"] {
        let measure = first.measures.iter().find(|measure| measure.measure == id).unwrap();
        assert!(measure.stands_out, "{measure:?}");
        let dumped = measure.hands.iter().filter(|hand| hand.hand.0 >= 1_000_000);
        assert!(dumped.count() >= 5, "{measure:?}");
    }
    let honest = planted.pairs[1..].iter().filter(|pair| pair.pair.stands_out);
    assert!(honest.count() <= 1, "{:?}", marked(&planted));
}
