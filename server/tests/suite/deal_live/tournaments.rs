//! Tournaments whose deals can be verified: bots of the library lend links at each table that they
//! are moved to, and every hand of every table is proven, through restarts too.

use super::{hands_of, open_room, python_accepts};
use crate::support::killed::{Field, Server};
use crate::tournaments::winners::{LONG, announced};
use cardroom::config::{Config, Synchronous};
use cardroom::history::{Histories, Viewer};
use cardroom::ids::{AccountId, TableId as RoomTableId};
use cardroom::store::prelude::*;
use cardroom::store::{MemoryStore, SqliteStore};
use cardroom::vault::Vault;
use cardroom::wiring;
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::{Swarm, TournamentId, TournamentPlan};
use cardroom_deal::{Document, Known, Outcome, Proof, Verified, verify_session};
use cardroom_protocol::server::Role;
use cardroom_rules::{Format, Shares};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

const PLAYERS: usize = 11;
/// More tables than a tournament here ever opens.
const MOST_TABLES: u64 = 30;

/// Verifies all hands of a table in a row, as the floor may see them. Returns its rounds, and the
/// proofs as they are exported.
async fn verified(
    store: &dyn Store,
    histories: &Histories,
    table: u64,
) -> (Vec<Verified>, Vec<String>) {
    let viewer = Viewer { account: AccountId(u64::MAX), role: Role::Floor };
    let (mut proofs, mut files): (Vec<Proof>, Vec<String>) = (Vec::new(), Vec::new());
    for hand in hands_of(store, table).await {
        for file in histories.proofs(viewer, RoomTableId(table), hand.hand).await.unwrap() {
            match Document::read(file.as_bytes()).unwrap().0 {
                Document::Proofs(read) => proofs.extend(read),
                Document::History(_) => panic!("a proof is no history"),
            }
            files.push(file);
        }
    }
    let verified = verify_session(&proofs, &Known::default());
    (verified.unwrap_or_else(|fraud| panic!("table {table}: {fraud:?}")), files)
}

/// Verifies every table. Returns all rounds.
async fn verified_everywhere(store: &dyn Store, histories: &Histories) -> Vec<Verified> {
    let mut rounds = Vec::new();
    for table in 1..=MOST_TABLES {
        let (of_table, files) = verified(store, histories, table).await;
        let Some(first) = of_table.first() else { continue };
        assert_eq!(first.opening.hand, 1, "no hand of table {table} is missing");
        let folder = tempfile::tempdir().unwrap();
        let key = data_encoding::HEXLOWER.encode(&first.opening.key);
        let file = folder.path().join("table.json");
        std::fs::write(&file, format!("[{}]", files[..files.len().min(12)].join(","))).unwrap();
        python_accepts(&file, &key);
        rounds.extend(of_table);
    }
    rounds
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_hand_of_a_tournament_is_proven_with_the_links_of_its_players() {
    let store = MemoryStore::new();
    let room = open_room("", &store).await;
    let handle = announced(&room, 0, |structure| {
        structure.format = Format::SitAndGo;
        structure.entry.max_entrants = u32::try_from(PLAYERS).unwrap();
        structure.seats = 5;
        structure.entry.re_entries = 0;
        structure.entry.late_levels = None;
        structure.prizes.shares = Shares::Curve { paid_basis_points: 3_000, least_percent: 120 };
    })
    .await;
    let swarm = Swarm::builder(&format!("ws://{}/ws", room.address))
        .bots(PLAYERS)
        .seed(23)
        .brain(|bot| RandomLegal::new(bot.seed))
        .tournament(TournamentPlan::id(TournamentId(handle.id.0)))
        .run();
    let summary = tokio::time::timeout(LONG, swarm).await.expect("it ends in time").unwrap();
    let totals = summary.totals;
    assert!(summary.is_success(), "{totals}");
    assert_eq!(totals.protocol_errors, 0, "{totals}");
    assert!(totals.moves > 0, "{totals}");

    let histories = room.room.histories().unwrap().clone();
    let rounds = verified_everywhere(&store, &histories).await;
    let tables: BTreeSet<u64> = rounds.iter().map(|round| round.opening.table).collect();
    assert!(tables.len() >= 3, "{tables:?}");
    let dealt: Vec<_> =
        rounds.iter().filter(|round| round.seal.outcome == Outcome::Played).collect();
    assert!(totals.deals_verified > dealt.len() as u64, "each by several players: {totals}");
    let seats: usize = dealt.iter().map(|round| round.opening.dealt.len()).sum();
    let links: usize = dealt.iter().map(|round| round.opening.roster.len()).sum();
    // Players who were just moved join during their first hand at a table.
    assert!(links * 10 > seats * 9, "{links} links for {seats} hands of players");
    assert!(dealt.iter().all(|round| round.opening.roster.len() >= 2), "also the first hands");
    room.close(Duration::from_secs(20)).await;
}

/// Its pauses are long enough to be killed in.
const FIELD: Field = Field {
    entrants: PLAYERS,
    seats: 6,
    paid_basis_points: 3_000,
    between_hands_ms: 200,
    level_seconds: 3,
    verifiable: true,
    settings: "[deal]\nwindow_ms = 20000\n",
};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_that_is_killed_again_and_again_proves_every_hand_under_one_key() {
    let directory = tempfile::tempdir().unwrap();
    let mut server = Server::open(directory.path(), "sqlite", &FIELD);
    let tournament = server.announced().await;
    let swarm = server.bots(tournament, PLAYERS).await;
    let mut kills = 0;
    let deadline = Instant::now() + LONG;
    let mut verified_before = 0;
    while swarm.totals().entries_over < PLAYERS as u64 - 4 {
        assert!(Instant::now() < deadline, "{}", swarm.totals());
        tokio::time::sleep(Duration::from_millis(20)).await;
        let verified = swarm.totals().deals_verified;
        if verified >= verified_before + 40 && kills < 6 {
            server.kill_and_start();
            (verified_before, kills) = (verified, kills + 1);
        }
    }
    let summary = tokio::time::timeout(LONG, swarm.join()).await.expect("it ends in time");
    let totals = summary.totals;
    assert!(summary.is_success(), "{totals} {:?}", summary.outcomes);
    assert_eq!(totals.protocol_errors, 0, "{totals}");
    assert!(kills >= 2, "{kills} kills, {totals}");
    server.kill();

    // Another room reads what is stored.
    let data = directory.path().join("data");
    let store = SqliteStore::open(&data.join("cardroom.sqlite"), Synchronous::Full, 0).await;
    let store: Arc<dyn Store> = Arc::new(store.unwrap());
    let text = "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
                [house_bots]\nenabled = false\n";
    let config = Config::load_text("test", text, [], &Default::default()).unwrap();
    let vault = Vault::open(&data.join("keys")).unwrap();
    let key = vault.deal_keys(0).unwrap().key.public();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    let room = wiring::open_with(&config, Arc::clone(&store), vault, figures).await.unwrap();
    let histories = room.room.histories().unwrap().clone();
    let rounds = verified_everywhere(store.as_ref(), &histories).await;
    assert!(rounds.iter().all(|round| round.opening.key == key), "the room keeps its key");
    let count = |outcome| rounds.iter().filter(|round| round.seal.outcome == outcome).count();
    let blamed = rounds.iter().filter(|round| round.seal.blame.is_some()).count();
    eprintln!(
        "{kills} kills: {} hands played, {} void, {} rounds given up",
        count(Outcome::Played),
        count(Outcome::Void),
        count(Outcome::GivenUp)
    );
    assert!(count(Outcome::Played) > 20);
    assert_eq!(blamed, 0, "no player is blamed for the end of the process");
    room.close(Duration::from_secs(20)).await;
}
