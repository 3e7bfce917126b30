//! The conditions of an entry other than its price: its time, and the players that the tournament
//! is for.

use crate::tournaments::people::{Line, open_event, people};
use crate::tournaments::winners::open_room_with;
use cardroom::director::announce;
use cardroom::store::MemoryStore;
use cardroom::store::prelude::*;
use cardroom::verify;
use cardroom_bot::TournamentId;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::tournament::{CheckIn, GetStructure, TournamentCommand};
use cardroom_protocol::{Chips as WireChips, ErrorCode, TimeMs};
use cardroom_rules::{Chips, EarlyBonus, Millis};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const MINUTE: u64 = 60_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_enters_early_has_more_chips_and_keeps_them_when_the_start_is_moved() {
    let room = open_room_with(Arc::new(MemoryStore::new()), Path::new("")).await;
    let all = people(&room, ["Ada", "Bea", "Cem", "Cleo"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let event = open_event(&room, "test-turbo", Some(60 * MINUTE), |structure| {
        structure.entry.starting_stack = Chips(3_000);
        structure.entry.early_bonus = Some(EarlyBonus { chips: Chips(500), minutes_before: 30 });
    })
    .await;
    let tournament = TournamentId(event.id.0);
    let mut cleo = Line::open(&room, &all[3]).await;
    let sheet = |request| GetStructure { request, tournament }.into();
    let sheet = cleo.ask(sheet, |message| match message {
        ServerMessage::StructureSheet(sheet) => Some(sheet.early_bonus),
        _ => None,
    });
    let bonus = sheet.await.unwrap().expect("everybody can read of it");
    assert_eq!((bonus.chips, bonus.minutes_before), (WireChips(500), 30));

    Line::open(&room, &all[0]).await.enter(tournament).await.unwrap();
    // Half an hour before the start it is too late.
    let start = TimeMs(room.room.clock.now().0 + 29 * MINUTE);
    cleo.direct(tournament, TournamentCommand::ChangeStart(start)).await;
    Line::open(&room, &all[1]).await.enter(tournament).await.unwrap();
    // A player who withdraws and enters again is late.
    let start = TimeMs(room.room.clock.now().0 + 31 * MINUTE);
    cleo.direct(tournament, TournamentCommand::ChangeStart(start)).await;
    Line::open(&room, &all[2]).await.enter(tournament).await.unwrap();
    let mut stacks: Vec<(String, u64)> =
        cleo.players(tournament).await.into_iter().map(|row| (row.name, row.stack.0)).collect();
    stacks.sort();
    let has = |name: &str, stack| (name.to_owned(), stack);
    assert_eq!(stacks, [has("Ada", 3_500), has("Bea", 3_000), has("Cem", 3_500)]);
    drop((cleo, event));
    room.close(Duration::from_secs(20)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_not_of_the_age_of_the_book_or_not_there_at_the_start_does_not_play() {
    let store = Arc::new(MemoryStore::new());
    let room = open_room_with(Arc::clone(&store) as Arc<dyn Store>, Path::new("")).await;
    let all = people(&room, ["Ada", "Bea", "Cem", "Cleo"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let event = open_event(&room, "test-turbo", Some(60 * MINUTE), |structure| {
        structure.rulebook = "tnpl".to_owned();
        structure.entry.re_entries = 0;
        structure.entry.late_levels = None;
        structure.entry.check_in = true;
        structure.entry.starting_stack = Chips(100_000);
    })
    .await;
    let tournament = TournamentId(event.id.0);
    let wallet = async |who: usize| {
        let purse = room.room.accounts.purse(all[who].account).await;
        purse.unwrap().available().0
    };
    let before = wallet(0).await;
    let mut lines = Vec::new();
    for person in &all[..3] {
        lines.push(Line::open(&room, person).await);
    }
    let young = lines[0].attest_and_enter(tournament, false).await;
    assert_eq!(young, Err(ErrorCode::UnderAge), "players are 18 in this book");
    assert_eq!(wallet(0).await, before, "nothing is held");
    for line in &mut lines {
        line.enter(tournament).await.unwrap();
    }
    // Ada and Bea are present.
    for line in &mut lines[..2] {
        line.order(|request| CheckIn { request, tournament }.into()).await.unwrap();
    }
    assert!(wallet(2).await < before);
    let mut cleo = Line::open(&room, &all[3]).await;
    let start = TimeMs(room.room.clock.now().0 + 300);
    cleo.direct(tournament, TournamentCommand::ChangeStart(start)).await;
    let returned = lines[2].told(|message| match message {
        ServerMessage::EntryReturned(returned) => Some(returned.tournament),
        _ => None,
    });
    assert_eq!(returned.await, tournament);
    assert_eq!(wallet(2).await, before, "Cem has the price back");
    for line in &mut lines[..2] {
        line.told(|message| matches!(message, ServerMessage::NewSeat(_)).then_some(())).await;
    }
    drop((cleo, lines, event));
    room.close(Duration::from_secs(20)).await;
    assert_eq!(verify::ledger(&*store).await.unwrap().wrong, Vec::<String>::new());
}

const LEAGUE: &str = r#"
id = "members"
name = "Members"
points = "entrants - place"
members = ["Ada", "Bea"]
[[seasons]]
id = "long"
name = "The Long One"
from = 2020-01-01
until = 2090-12-31
"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_members_enter_what_is_for_members_whoever_enters_them() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(directory.path().join("leagues")).unwrap();
    std::fs::write(directory.path().join("leagues/members.toml"), LEAGUE).unwrap();
    let room = open_room_with(Arc::new(MemoryStore::new()), directory.path()).await;
    let all = people(&room, ["Ada", "Bea", "Cem", "Cleo"]).await;
    room.room.accounts.set_role("Cleo", Role::Floor).await.unwrap();
    let office = room.room.tournaments().unwrap();
    let structure = Arc::clone(&office.structures["test-turbo"]);
    let starts_at = Millis(room.room.clock.now().0 + 60 * MINUTE);
    let terms = (Some(starts_at), false, true);
    let announcement = office.announcement(&structure, terms, Some("members")).unwrap();
    let event = announce(announcement, "Night".to_owned(), None, &office.services).await.unwrap();
    let tournament = TournamentId(event.id.0);
    let wallet = async |who: usize| {
        let purse = room.room.accounts.purse(all[who].account).await;
        purse.unwrap().available().0
    };

    Line::open(&room, &all[0]).await.enter(tournament).await.unwrap();
    let before = wallet(2).await;
    let refused = Line::open(&room, &all[2]).await.enter(tournament).await;
    assert_eq!(refused, Err(ErrorCode::Forbidden), "Cem is no member");
    let mut cleo = Line::open(&room, &all[3]).await;
    let enter = |name: &str| TournamentCommand::EnterPlayer(name.to_owned());
    let by_floor = cleo.try_direct(tournament, enter("Cem")).await;
    assert_eq!(by_floor, Err(ErrorCode::Forbidden), "nor by the floor");
    let report = cleo.import(tournament, "name\nBea\nCem\n", 1_000).await.unwrap();
    assert_eq!((report.entered, report.problems.len()), (0, 1), "nor by a roster");
    assert_eq!(report.problems[0].line, 3);
    assert!(report.problems[0].what.contains("members"), "{report:?}");
    assert_eq!(wallet(2).await, before, "nothing is held");
    let report = cleo.import(tournament, "name\nBea\n", 1_000).await.unwrap();
    assert_eq!(report.entered, 1);
    drop((cleo, event, office));
    room.close(Duration::from_secs(20)).await;
}
