//! The examples do what they claim.

use crate::common::*;
use crate::fake_server::FakeServer;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::server::*;
use cardroom_protocol::table::*;
use cardroom_protocol::{Chips, Encoding};
use std::process::Stdio;

const TWENTY_LINES: &str = include_str!("../../examples/twenty_lines.rs");
const TOURNAMENT: &str = include_str!("../../examples/tournament.rs");
const README: &str = include_str!("../../README.md");

#[test]
fn twenty_lines_are_enough() {
    for example in [TWENTY_LINES, TOURNAMENT] {
        let lines = example.lines().filter(|line| !line.is_empty() && !line.starts_with("//!"));
        let lines = lines.count();
        assert!(lines <= 20, "{lines} lines");
    }
}

#[test]
fn the_readme_shows_the_examples_as_they_are() {
    for example in [TWENTY_LINES, TOURNAMENT] {
        let code = example.lines().filter(|line| !line.starts_with("//!"));
        let code = code.collect::<Vec<_>>().join("\n");
        assert!(README.contains(code.trim()), "README.md and an example differ: {code}");
    }
}

/// The README begins with the bot of the line protocol's page.
#[test]
fn the_readme_begins_with_the_five_lines() {
    let page = include_str!("../../../protocol/LINES.md");
    let code = |text: &'static str| text.split("```").nth(1).unwrap().strip_prefix("python\n");
    let five = code(README).expect("the first code is Python");
    assert_eq!(code(page), Some(five));
    assert_eq!(five.lines().count(), 5);
}

/// The Python example plays a hand against the fake server and exits cleanly.
#[tokio::test]
async fn the_python_bot_plays_a_hand() {
    let server = FakeServer::start().await;
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/json_bot.py");
    let spawned = tokio::process::Command::new("python3")
        .args([script, &server.url()])
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn();
    let child = match spawned {
        Ok(child) => child,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("python3 is not installed: its example was not tried");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let mut client = server.accept().await;
    let ClientMessage::LoginGuest(login) = client.hear().await else { panic!("no login") };
    client.say(&[logged_in(login.request, 5_000, &[])]).await;
    let ClientMessage::ListTables(list) = client.hear().await else { panic!("no list") };
    let tables = TableList { request: list.request, tables: vec![info()], last: true };
    client.say(&[tables.into()]).await;
    let ClientMessage::Observe(_) = client.hear().await else { panic!("it does not look") };
    client.say(&[snapshot(view(10, vec![seat(0, "villain", 1_000)], None))]).await;
    let ClientMessage::Sit(sit) = client.hear().await else { panic!("it does not sit down") };
    let taken = SeatTaken {
        seat: 1,
        name: "snake".to_owned(),
        stack: sit.buy_in,
        bot: true,
        avatar: 0,
        color: 0,
        staff: false,
    };
    let seated = Seated { request: sit.request, table: TABLE, seat: 1 };
    let legal = call_or_raise(5, 20, 1_000);
    client.say(&[step(11, vec![taken.into()]), seated.into()]).await;
    client
        .say(&[step(12, hand_begins(1)), hole_cards(12, 1, "As Kd"), your_turn(12, 71, legal)])
        .await;
    let ClientMessage::Act(act) = client.hear().await else { panic!("it does not act") };
    assert_eq!((act.table, act.action), (TABLE, Action::Call));
    let accepted = ActionAccepted { table: TABLE, action_id: act.action_id };
    let end = vec![
        acted(1, Action::Call, 5),
        acted(0, Action::Fold, 0),
        BetsCollected { pots: vec![Pot { amount: Chips(20), seats: vec![1] }] }.into(),
        awarded(1, 20),
        HandEnded { hand: cardroom_protocol::HandNo(1) }.into(),
    ];
    client.say(&[step(13, end), accepted.into()]).await;
    let ClientMessage::Leave(_) = client.hear().await else { panic!("it does not leave") };
    let left = LeftTable {
        table: TABLE,
        cashed_out: Chips(1_010),
        reason: "left".to_owned(),
        stayed: Chips(0),
    };
    client.say(&[left.into()]).await;
    client.wait_for_close().await;
    let output = child.wait_with_output().await.unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}");
    for told in ["As Kd", "villain", "Call", "hand 1 is over"] {
        assert!(printed.contains(told), "{told:?} is missing in:\n{printed}");
    }
    assert_eq!(Encoding::Json.subprotocol(), "cardroom.v1.json");
}
