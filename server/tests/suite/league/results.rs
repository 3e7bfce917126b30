//! Results stay available over the protocol, over HTTP and on the command line, before and after a
//! restart.

use crate::league::room::{LONG, Visitor, announced, get, open, play, process};
use cardroom::wiring::OpenRoom;
use cardroom_bot::connection::Endpoint;
use cardroom_bot::standings::Standings;
use cardroom_protocol::past::{GetResults, ListPastEvents, PastEventPage, ResultPage};
use cardroom_protocol::server::{Refused, ServerMessage};
use cardroom_protocol::tournament::{GetHouseRules, GetStructure};
use cardroom_protocol::{Encoding, ErrorCode, Money, RequestId, TournamentId};
use cardroom_rules::{BountyKind, BountyTerms, Cents, Shares};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const REQUEST: RequestId = RequestId(5);

async fn past(visitor: &mut Visitor, from: u32) -> PastEventPage {
    let list = ListPastEvents { request: REQUEST, league: None, season: None, from };
    let page = visitor.ask(list, |message| match message {
        ServerMessage::PastEventPage(page) => Some(page),
        _ => None,
    });
    page.await
}

async fn results(visitor: &mut Visitor, tournament: TournamentId, from: u32) -> ResultPage {
    let get = GetResults { request: REQUEST, tournament, from };
    let page = visitor.ask(get, |message| match message {
        ServerMessage::ResultPage(page) => Some(page),
        _ => None,
    });
    page.await
}

async fn refused(visitor: &mut Visitor, tournament: TournamentId) -> ErrorCode {
    let get = GetResults { request: REQUEST, tournament, from: 0 };
    let code = |message| match message {
        ServerMessage::Refused(Refused { code, .. }) => Some(code),
        _ => None,
    };
    visitor.ask(get, code).await
}

/// Returns all results, in every available form.
async fn told(room: &OpenRoom, tournament: TournamentId) -> (PastEventPage, ResultPage, String) {
    let mut visitor = Visitor::of(room).await;
    let list = past(&mut visitor, 0).await;
    let page = results(&mut visitor, tournament, 0).await;
    let (status, _, csv) = get(room, &format!("/results/{tournament}.csv")).await;
    assert_eq!(status, 200);
    (list, page, csv)
}

#[test]
fn results_are_told_in_every_way_before_and_after_a_restart() {
    let directory = tempfile::tempdir().unwrap();
    let told = process(before(directory.path()));
    command_line_says_the_same(directory.path(), told.0, &told.1.1, &told.1.2);
    process(after(directory.path(), told.0, &told.1));
    command_line_says_the_same(directory.path(), told.0, &told.1.1, &told.1.2);
}

/// Plays two tournaments, and returns the results of one.
async fn before(directory: &Path) -> (TournamentId, (PastEventPage, ResultPage, String)) {
    let room = open(directory).await;
    let first = announced(&room, "First", |structure| {
        structure.prizes.shares = Shares::Curve { paid_basis_points: 4_000, least_percent: 120 };
        structure.bounty = Some(BountyTerms { amount: Cents(50), kind: BountyKind::Fixed });
    })
    .await;
    let mut visitor = Visitor::of(&room).await;
    assert_eq!(refused(&mut visitor, first).await, ErrorCode::NotAllowedNow, "it is not over");
    assert_eq!(refused(&mut visitor, TournamentId(99)).await, ErrorCode::UnknownTournament);
    assert_eq!(past(&mut visitor, 0).await.total, 0);
    play(&room, 7, first).await;
    let second = announced(&room, "=Second", |_| {}).await;
    play(&room, 3, second).await;
    is_over(&mut visitor, second).await;

    let page = results(&mut visitor, first, 0).await;
    agrees_with_the_director(&room, first, &page).await;
    assert_eq!((page.total, page.event.players, page.event.entries), (7, 7, 7));
    assert_eq!((page.event.prize_pool, page.event.fee), (Money(700), Money(7)));
    assert_eq!(page.event.winners, [page.rows[0].name.clone()]);
    let of = |part: fn(&_) -> u64| page.rows.iter().map(part).sum::<u64>();
    assert_eq!(of(|row: &cardroom_protocol::past::ResultRow| row.prize.0), 700);
    assert_eq!(of(|row| row.bounties.0), 350);
    assert!(of(|row| u64::from(row.knocked_out)) >= 6, "several may knock out one");
    assert_eq!(results(&mut visitor, first, 5).await.rows, page.rows[5..]);
    let list = past(&mut visitor, 0).await;
    let names: Vec<&str> = list.events.iter().map(|event| &*event.name).collect();
    assert_eq!((list.total, &*names), (2, &["=Second", "First"][..]), "the latest first");
    assert_eq!(past(&mut visitor, 1).await.events, list.events[1..]);
    let before = told(&room, first).await;
    files_say_the_same(&room, first, &page).await;
    command_line_says_the_same(directory, first, &before.1, &before.2);
    drop(visitor);
    room.close(Duration::from_secs(20)).await;
    (first, before)
}

/// Opens the room again.
async fn after(
    directory: &Path,
    first: TournamentId,
    before: &(PastEventPage, ResultPage, String),
) {
    let room = open(directory).await;
    assert!(room.room.registry.tournaments().is_empty(), "what is over does not come back");
    assert_eq!(&told(&room, first).await, before);
    let mut visitor = Visitor::of(&room).await;
    let sheet = GetStructure { request: REQUEST, tournament: first };
    let sheet = visitor.ask(sheet, |message| match message {
        ServerMessage::StructureSheet(sheet) => Some(sheet),
        _ => None,
    });
    let sheet = sheet.await;
    assert_eq!((sheet.tournament, sheet.stages.len()), (first, 6));
    let rules = GetHouseRules { request: REQUEST, tournament: first };
    let rules = visitor.ask(rules, |message| match message {
        ServerMessage::HouseRules(rules) => Some(rules),
        _ => None,
    });
    assert_eq!(rules.await.tournament, first);
    room.close(Duration::from_secs(20)).await;
}

/// Waits until a tournament has results.
async fn is_over(visitor: &mut Visitor, tournament: TournamentId) {
    let over = async {
        while !past(visitor, 0).await.events.iter().any(|event| event.tournament == tournament) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(LONG, over).await.expect("it ends in time");
}

/// Compares the results with the director's standings, which are still available for a while.
async fn agrees_with_the_director(room: &OpenRoom, tournament: TournamentId, page: &ResultPage) {
    let endpoint = Endpoint::resolve(&format!("ws://{}/ws", room.address)).await.unwrap();
    let live = Standings::read(&endpoint, Encoding::Binary, tournament).await.unwrap();
    assert_eq!(live.problems(), Vec::<String>::new());
    let mut said: Vec<_> =
        page.rows.iter().map(|row| (row.place, &row.name, row.prize, row.bounties)).collect();
    let mut is: Vec<_> =
        live.players.iter().map(|row| (row.place, &row.name, row.prize, row.bounties)).collect();
    said.sort();
    is.sort();
    assert_eq!(said, is);
}

async fn files_say_the_same(room: &OpenRoom, tournament: TournamentId, page: &ResultPage) {
    let (status, head, json) = get(room, &format!("/results/{tournament}.json")).await;
    assert_eq!(status, 200);
    assert!(head.contains("content-type: application/json"), "{head}");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["site"], &json["name"]), (&"The Club".into(), &"First".into()));
    let players = json["players"].as_array().unwrap();
    assert_eq!(players.len(), page.rows.len());
    for row in &page.rows {
        let player = players.iter().find(|player| player["player"] == *row.name).unwrap();
        assert_eq!(player["place"], Value::from(row.place.unwrap()));
        assert_eq!(player["prize"], Value::from(row.prize.0), "chips, as on the page");
    }
    let (status, head, ots) = get(room, &format!("/results/{tournament}.ots")).await;
    assert_eq!(status, 200);
    assert!(head.contains(&format!("filename=\"results-{tournament}.ots\"")), "{head}");
    let ots: Value = serde_json::from_str(&ots).unwrap();
    assert_eq!(ots["ots"]["player_count"], Value::from(page.total));
    let finishes = ots["ots"]["tournament_finishes_and_winnings"].as_array().unwrap();
    assert_eq!(finishes[0]["player_name"], *page.rows[0].name);
    for missing in ["/results/99.csv", "/results/1.pdf", "/results/", "/results/x.json"] {
        assert_eq!(get(room, missing).await.0, 404, "{missing}");
    }
}

/// Compares the output of `cardroom results`, which works whether the room is open or closed.
fn command_line_says_the_same(
    directory: &Path,
    tournament: TournamentId,
    page: &ResultPage,
    csv: &str,
) {
    let run = |arguments: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_cardroom"))
            .arg("results")
            .args(arguments)
            .args(["--set", "server.name=The Club", "--data-dir"])
            .arg(directory.join("data"))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&run.stderr).into_owned();
        (run.status.success(), String::from_utf8(run.stdout).unwrap(), error)
    };
    let number = tournament.to_string();
    let (done, text, error) = run(&["export", &number, "--format", "csv"]);
    assert!(done, "{error}");
    assert_eq!(text, csv);
    let (done, text, error) = run(&["list"]);
    assert!(done, "{error}");
    assert!(text.contains("First") && text.contains("2 of 2 tournaments"), "{text}");
    let (done, text, error) = run(&["show", &number]);
    assert!(done, "{error}");
    assert!(text.lines().nth(1).unwrap().trim_start().starts_with("1  "), "{text}");
    for row in &page.rows {
        let line = text.lines().skip(1).find(|line| line.contains(&row.name));
        let prize = line.expect("everybody has a line").split_once("  prize ").unwrap().1;
        let prize = prize.split_whitespace().next();
        assert_eq!(
            prize,
            Some(row.prize.0.to_string().as_str()),
            "in chips, as on the page: {text}"
        );
    }
    let (done, _, error) = run(&["show", "99"]);
    assert!(!done && error.contains("No tournament has this number"), "{error}");
}
