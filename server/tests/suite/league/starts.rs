//! The season of a tournament: its start decides, also after the floor changed it. And leagues that
//! a room does not offer.

use crate::league::room::{
    PASSWORD, Visitor, WATCH, announced_for, config, open, open_as, play, process,
};
use cardroom::wiring::OpenRoom;
use cardroom_protocol::league::ListLeagues;
use cardroom_protocol::past::GetResults;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::tournament::{
    CountsFor, DirectTournament, TournamentCommand, TournamentView, WatchTournament,
};
use cardroom_protocol::{RequestId, TimeMs, TournamentId};
use std::path::Path;
use std::process::Command;

const REQUEST: RequestId = RequestId(9);

const LEAGUE: &str = r#"
id = "club"
name = "Club Nights"
points = "10 - place"
[[seasons]]
id = "long"
name = "The Long One"
from = 2020-01-01
until = 2090-12-31
[[seasons]]
id = "far"
name = "The Far One"
from = 2091-01-01
until = 2091-12-31
"#;
/// Days within the second season, and after it.
const FAR: u64 = 3_830_000_000_000;
const BEYOND: u64 = 3_900_000_000_000;

fn write_league(directory: &Path) {
    std::fs::create_dir_all(directory.join("rules/leagues")).unwrap();
    std::fs::write(directory.join("rules/leagues/club.toml"), LEAGUE).unwrap();
}

async fn view(visitor: &mut Visitor, tournament: TournamentId) -> TournamentView {
    let watch = WatchTournament { request: WATCH, tournament, on: true };
    let view = visitor.ask(watch, |message| match message {
        ServerMessage::TournamentSnapshot(snapshot) => Some(*snapshot.view),
        _ => None,
    });
    view.await
}

/// Returns the season that the tournament says it counts for.
async fn season(visitor: &mut Visitor, tournament: TournamentId) -> Option<String> {
    let CountsFor { league, season } = view(visitor, tournament).await.info.counts_for.unwrap();
    assert_eq!(league, "Club Nights");
    season
}

async fn direct(visitor: &mut Visitor, tournament: TournamentId, command: TournamentCommand) {
    let seq = view(visitor, tournament).await.seq;
    let (reason, rule) = ("the hall is taken".to_owned(), None);
    let order = DirectTournament { request: REQUEST, tournament, seq, reason, rule, command };
    assert_eq!(visitor.order(order).await, None);
}

/// Gives a command of the floor in a terminal. Returns what it prints.
fn types(room: &OpenRoom, words: &[&str]) -> String {
    let run = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["floor", "--url", &format!("ws://{}/ws", room.address), "--user", "Dora"])
        .env("CARDROOM_FLOOR_PASSWORD", PASSWORD)
        .args(["--reason", "the hall is taken"])
        .args(words)
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

#[test]
fn a_tournament_counts_for_the_season_of_its_start_also_after_the_start_changed() {
    let directory = tempfile::tempdir().unwrap();
    write_league(directory.path());
    let nights = process(moved(directory.path()));
    process(played(directory.path(), nights));
}

/// Announces two tournaments, and moves them.
async fn moved(directory: &Path) -> [TournamentId; 2] {
    let room = open(directory).await;
    let mut cleo = Visitor::named(&room, "Cleo", Role::Floor).await;
    drop(Visitor::named(&room, "Dora", Role::Floor).await);
    let now = room.room.clock.now().0;
    let far = announced_for(&room, "Far", Some("club"), FAR - now, |_| {}).await;
    let beyond = announced_for(&room, "Beyond", Some("club"), BEYOND - now, |_| {}).await;
    assert_eq!(season(&mut cleo, far).await.as_deref(), Some("The Far One"));
    assert_eq!(season(&mut cleo, beyond).await, None, "it says that it counts for none");

    let start = |at| TournamentCommand::ChangeStart(TimeMs(at));
    direct(&mut cleo, far, start(BEYOND)).await;
    assert_eq!(season(&mut cleo, far).await, None);
    let ruling = view(&mut cleo, far).await.seq;
    direct(&mut cleo, far, TournamentCommand::Undo(ruling)).await;
    assert_eq!(season(&mut cleo, far).await.as_deref(), Some("The Far One"));
    direct(&mut cleo, far, start(now + 86_400_000)).await;
    assert_eq!(season(&mut cleo, far).await.as_deref(), Some("The Long One"));

    let number = beyond.to_string();
    let out = types(&room, &["change-start", &number, "2091-03-01T20:00:00Z"]);
    assert!(out.contains("Counts for Club Nights, The Far One"), "{out}");
    let out = types(&room, &["change-start", &number, "2095-03-01T20:00:00Z"]);
    assert!(out.contains("Counts for no season of Club Nights"), "{out}");
    drop(cleo);
    room.close(std::time::Duration::from_secs(20)).await;
    [far, beyond]
}

/// Plays both after a restart.
async fn played(directory: &Path, [far, beyond]: [TournamentId; 2]) {
    let room = open(directory).await;
    let mut cleo = Visitor::named(&room, "Cleo", Role::Floor).await;
    assert_eq!(season(&mut cleo, far).await.as_deref(), Some("The Long One"), "it is remembered");
    assert_eq!(season(&mut cleo, beyond).await, None);
    // The start that begins it falls in the season of today.
    for night in [far, beyond] {
        play(&room, 3, night).await;
        let get = || GetResults { request: REQUEST, tournament: night, from: 0 };
        let results = loop {
            let answer = cleo.ask(get(), |message| match message {
                ServerMessage::ResultPage(page) => Some(Some(page)),
                ServerMessage::Refused(_) => Some(None),
                _ => None,
            });
            if let Some(page) = answer.await {
                break page;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        };
        assert_eq!(results.event.season.as_deref(), Some("long"));
        assert!(results.rows.iter().all(|row| row.points.is_some()));
    }
    drop(cleo);
    room.close(std::time::Duration::from_secs(20)).await;
}

/// Returns the leagues that a room offers over the protocol, and in a terminal.
async fn offered(directory: &Path, builtin: bool) -> (Vec<String>, String) {
    let mut config = config(directory);
    config.server.builtin_leagues = builtin;
    let room = open_as(directory, &config).await;
    let mut visitor = Visitor::of(&room).await;
    let list = visitor.ask(ListLeagues { request: REQUEST }, |message| match message {
        ServerMessage::LeagueList(list) => Some(list),
        _ => None,
    });
    let leagues = list.await.leagues.into_iter().map(|league| league.league).collect();
    drop(visitor);
    room.close(std::time::Duration::from_secs(20)).await;
    let run = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["league", "list"])
        .args(["--set", &format!("server.rules_dir={}", directory.join("rules").display())])
        .args(["--set", &format!("server.builtin_leagues={builtin}"), "--set", "tournaments=[]"])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    (leagues, String::from_utf8(run.stdout).unwrap())
}

#[test]
fn built_in_leagues_are_not_offered_if_the_room_does_not_want_them() {
    let directory = tempfile::tempdir().unwrap();
    write_league(directory.path());
    let (leagues, printed) = process(offered(directory.path(), true));
    assert_eq!(leagues, ["club", "house-league"]);
    assert!(printed.contains("house-league") && printed.contains("Club Nights"), "{printed}");
    let (leagues, printed) = process(offered(directory.path(), false));
    assert_eq!(leagues, ["club"]);
    assert!(!printed.contains("house-league") && printed.contains("Club Nights"), "{printed}");
}
