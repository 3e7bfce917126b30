//! The button and blinds of real tournaments, hand after hand, at a site with dead buttons and at
//! one whose button moves. The data lies beside the repository in `../shared/hands`.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;
mod data;

use cardroom_engine::Table;
use cardroom_rules::{ButtonRule, Stakes};
use common::{Play, setup, with_rules};
use data::{read, say};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Positions as seat numbers from 0; `None` where nobody is.
type Seats = (Option<u8>, Option<u8>, Option<u8>);

fn seat(value: &Value) -> Option<u8> {
    value.as_u64().map(|seat| u8::try_from(seat - 1).unwrap_or(u8::MAX))
}

/// The positions of the hand that follows `last` with these players. The new ones among them come
/// in as newcomers do; the others owe nothing.
fn next(
    rule: ButtonRule,
    last: &Value,
    players: &BTreeSet<u8>,
    before: &BTreeSet<u8>,
) -> (u8, Seats) {
    let setup = with_rules(setup(Stakes::no_limit(50, 100)), |rules| rules.button = rule);
    let mut play = Play::new(setup.clone(), &[]);
    for player in players {
        play.sit(*player, 10_000, false);
    }
    let mut state = serde_json::to_value(play.table.snapshot().unwrap()).unwrap();
    for player in players {
        let newcomer = !before.contains(player);
        state["seats"][usize::from(*player)]["owes"] = json!({ "small": false, "big": newcomer });
    }
    state["positions"] = last.clone();
    play.table = Table::restore(setup, state).unwrap();
    play.next_hand();
    let (button, small, big) = play.positions();
    (button, (players.contains(&button).then_some(button), small, Some(big)))
}

/// Compares each hand with the one before it, and counts those that go otherwise.
fn follow(file: &str, rule: ButtonRule, known: &[&str]) {
    let Some(text) = read(file) else { return };
    let (mut same, mut otherwise, mut unknown_seats) = (0, Vec::new(), 0);
    for line in text.lines() {
        let sequence: Value = serde_json::from_str(line).unwrap();
        let hands = sequence["hands"].as_array().unwrap();
        if hands.iter().flat_map(players).any(|seat| seat >= 10) {
            // The site numbered the players, not the seats.
            unknown_seats += hands.len();
            continue;
        }
        // The positions and players of the hand before, once all three positions are known.
        let mut last: Option<(Value, BTreeSet<u8>)> = None;
        for hand in hands {
            let id = hand["hand_id"].as_str().unwrap();
            let real = (seat(&hand["button"]), seat(&hand["sb"]), seat(&hand["bb"]));
            let seated = players(hand);
            let mut button = real.0;
            let mut small = real.1;
            if let Some((before, dealt_before)) = &last {
                let (engines, positions) = next(rule, before, &seated, dealt_before);
                if positions == real {
                    same += 1;
                    // Dead positions are seats all the same.
                    button = Some(engines);
                    small = small.or(seat_number(&before["big"]));
                } else {
                    otherwise.push(id.to_owned());
                    say(&format!("{file} {id}: {positions:?}, at the site {real:?}"));
                }
            }
            let dealt = seated.difference(&seats_of(&hand["seated_not_dealt"])).copied().collect();
            let complete = button.is_some() && small.is_some() && real.2.is_some();
            let positions = json!({ "button": button, "small": small, "big": real.2 });
            last = complete.then_some((positions, dealt));
        }
    }
    say(&format!("{file}: {same} hands as at the site, {} otherwise", otherwise.len()));
    say(&format!("{file}: {unknown_seats} hands left out: players are numbered, seats are not"));
    assert!(same > 100);
    assert_eq!(otherwise, known);
}

fn players(hand: &Value) -> BTreeSet<u8> {
    seats_of(&hand["clockwise"])
}

fn seats_of(list: &Value) -> BTreeSet<u8> {
    list.as_array().into_iter().flatten().filter_map(seat).collect()
}

fn seat_number(value: &Value) -> Option<u8> {
    value.as_u64().map(|seat| u8::try_from(seat).unwrap())
}

#[test]
fn dead_buttons() {
    follow("button-sequences/bovada.jsonl", ButtonRule::Dead, &[]);
}

/// In the one hand that is named, the big blind went all-in with the ante and posted no blind.
#[test]
fn moving_buttons() {
    follow("button-sequences/pokerstars.jsonl", ButtonRule::Moving, &["47655901719"]);
}
