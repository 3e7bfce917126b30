//! Plays a tournament once, with copies of the store at many moments, including every one at which
//! a table was closed. A room opens on each copy, as if the process had been killed right then, and
//! plays on to a winner, with every place, chip and cent.

use crate::tournaments::winners::{announced, open_room, standings};
use cardroom::store::prelude::*;
use cardroom::store::{MemoryStore, StreamId, Unit};
use cardroom::wiring::OpenRoom;
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::swarm::Summary;
use cardroom_bot::{Credentials, Settings, Swarm, TournamentId, TournamentPlan};
use cardroom_protocol::Secret;
use cardroom_rules::{Format, Shares};
use std::sync::Arc;
use std::time::Duration;

pub(crate) const PLAYERS: usize = 14;
const STACK: u64 = 3_000;
/// The timeout, longer than it takes to play on from any moment.
const LONG: Duration = Duration::from_secs(180);

/// Returns `true` after every 29th commit, and whenever a table has just been closed.
fn is_worth_a_crash(commits: usize, units: &[Unit]) -> bool {
    let closes = |unit: &Unit| unit.ended.iter().any(|id| matches!(id, StreamId::Table(_)));
    commits.is_multiple_of(29) || units.iter().any(closes)
}

/// Plays with the same players each time.
pub(crate) async fn play(room: &OpenRoom, tournament: TournamentId) -> Summary {
    let settings = Settings {
        credentials: Credentials::Password(Secret::from("seven deuce offsuit")),
        tournament: Some(TournamentPlan::id(tournament)),
        ..Settings::default()
    };
    let swarm = Swarm::builder(&format!("ws://{}/ws", room.address))
        .bots(PLAYERS)
        .seed(5)
        .settings(settings)
        .brain(|bot| RandomLegal::new(bot.seed))
        .run();
    tokio::time::timeout(LONG, swarm).await.expect("it goes on to the end").unwrap()
}

pub(crate) async fn assert_all_is_there(
    room: OpenRoom,
    store: &MemoryStore,
    tournament: TournamentId,
) {
    let standings = standings(&room, tournament).await;
    assert_eq!(standings.problems(), Vec::<String>::new());
    assert_eq!(standings.players.len(), PLAYERS);
    assert_eq!(standings.players[0].stack.0, PLAYERS as u64 * STACK, "the winner has every chip");
    room.close(Duration::from_secs(20)).await;
    assert!(store.ledger_audit().await.unwrap().is_empty());
    let balances = store.load_balances().await.unwrap();
    let pool = balances.iter().filter(|(name, _)| name.starts_with("tournament:"));
    assert_eq!(pool.map(|(_, balance)| balance).sum::<i64>(), 0, "the whole pool is paid out");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_from_every_moment_of_it() {
    let store = MemoryStore::new();
    let room = open_room(Arc::new(store.clone())).await;
    // It starts when every player has entered, however long the room takes to open their accounts.
    let handle = announced(&room, 0, |structure| {
        structure.format = Format::SitAndGo;
        structure.entry.max_entrants = u32::try_from(PLAYERS).unwrap();
        structure.seats = 5;
        structure.entry.re_entries = 0;
        structure.entry.late_levels = None;
        structure.prizes.shares = Shares::Curve { paid_basis_points: 3_000, least_percent: 120 };
    })
    .await;
    let tournament = TournamentId(handle.id.0);
    store.copy_when(is_worth_a_crash);
    let summary = play(&room, tournament).await;
    assert!(summary.is_success(), "{}", summary.totals);
    drop(handle);
    assert_all_is_there(room, &store, tournament).await;

    let copies = store.take_copies();
    assert!(copies.len() > 6, "{} copies", copies.len());
    for (number, copy) in copies.iter().enumerate() {
        let room = open_room(Arc::new(copy.clone())).await;
        if room.room.registry.tournament(cardroom::ids::TournamentId(tournament.0)).is_none() {
            // It was over by then.
            let kept = copy.tournament(cardroom::ids::TournamentId(tournament.0)).await.unwrap();
            assert!(kept.is_some_and(|kept| kept.results.is_some()), "copy {number}");
            continue;
        }
        let summary = play(&room, tournament).await;
        assert_eq!(summary.totals.protocol_errors, 0, "copy {number}: {}", summary.totals);
        assert!(summary.is_success(), "copy {number}: {:?}", summary.outcomes);
        assert_all_is_there(room, copy, tournament).await;
    }
}
