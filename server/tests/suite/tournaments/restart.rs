//! Kills the server process in the middle of a tournament, again and again. The tournament
//! continues where it was, and everything announced stays true. Places, prizes and levels never
//! change afterwards, no chips are lost or doubled, and every cent of the pool is paid once. On
//! SQLite and on PostgreSQL.

use crate::support::Postgres;
use crate::support::killed::{Field, Server};
use cardroom::config::Synchronous;
use cardroom::store::prelude::*;
use cardroom::store::{PostgresStore, SqliteStore};
use cardroom_bot::connection::{Connection, Endpoint};
use cardroom_bot::standings::Standings;
use cardroom_bot::{EntryEnd, TournamentId};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{
    EntryState, TournamentEvent, TournamentState, WatchTournament,
};
use cardroom_protocol::{Encoding, EntryId, Money, RequestId, Seq};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const PLAYERS: usize = 36;
const STACK: u64 = 3_000;
const BUY_IN: u64 = 100;
const FEE: u64 = 7;
/// The timeout, longer than all of it takes.
const LONG: Duration = Duration::from_secs(240);
/// A tournament that opens four tables.
const FIELD: Field = Field {
    entrants: PLAYERS,
    seats: 9,
    paid_basis_points: 2_500,
    between_hands_ms: 0,
    level_seconds: 1,
    verifiable: false,
    settings: "[store]\nsynchronous = \"normal\"\n",
};

/// Everything that a watcher received, through all the server's lives.
#[derive(Default, Debug)]
struct Told {
    seq: Seq,
    level: u16,
    entries: u32,
    players_left: Option<u32>,
    /// Place and prize of every player who is out.
    out: BTreeMap<EntryId, (u32, Money)>,
    over: bool,
}

impl Told {
    fn note(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::TournamentSnapshot(snapshot) => {
                let view = snapshot.view;
                assert!(view.seq >= self.seq, "a step that was told is stored: {self:?}");
                assert!(view.info.level >= self.level, "{self:?}");
                assert!(view.info.entries >= self.entries, "{self:?}");
                let left = self.players_left.unwrap_or(u32::MAX);
                assert!(view.info.level == 0 || view.info.players_left <= left, "{self:?}");
                self.seq = view.seq;
                self.over = view.info.state == TournamentState::Finished;
            }
            ServerMessage::TournamentStep(step) => {
                assert_eq!(step.seq, Seq(self.seq.0 + 1), "no step is left out");
                self.seq = step.seq;
                for event in step.events.0 {
                    self.note_event(event);
                }
            }
            _ => {}
        }
    }

    fn note_event(&mut self, event: TournamentEvent) {
        match event {
            TournamentEvent::EntryMade(made) => {
                assert_eq!(made.entries, self.entries + 1);
                self.entries = made.entries;
            }
            TournamentEvent::LevelBegan(began) => {
                assert!(began.level.level >= self.level, "levels do not begin again");
                self.level = began.level.level;
            }
            TournamentEvent::PlayerOut(out) => {
                let before = self.out.insert(out.entry, (out.place, out.prize));
                assert_eq!(before, None, "nobody is out twice");
                self.players_left = Some(out.players_left);
            }
            TournamentEvent::TournamentEnded(_) => self.over = true,
            _ => {}
        }
    }
}

/// Watches through restarts, to the end.
async fn watch(url: String, tournament: TournamentId, told: Arc<Mutex<Told>>) {
    let endpoint = Endpoint::resolve(&url).await.unwrap();
    let request = RequestId(1);
    while !told.lock().unwrap().over {
        let opened = Connection::open(&endpoint, Encoding::Binary, None).await;
        let Ok(mut connection) = opened else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let watch = WatchTournament { request, tournament, on: true };
        if connection.send(&[watch.into()]).await.is_err() {
            continue;
        }
        while let Ok(decoded) = connection.receive().await {
            let mut told = told.lock().unwrap();
            decoded.messages.into_iter().for_each(|message| told.note(message));
            if told.over {
                break;
            }
        }
    }
}

/// Returns the current standings, in which no chips are lost or doubled.
async fn standings(url: &str, tournament: TournamentId) -> Standings {
    let endpoint = Endpoint::resolve(url).await.unwrap();
    let standings = Standings::read(&endpoint, Encoding::Binary, tournament).await.unwrap();
    assert_eq!(standings.players.len(), PLAYERS);
    standings
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_where_it_was_killed() {
    goes_on_where_it_was_killed("sqlite").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_goes_on_where_it_was_killed_on_postgres() {
    let Some(database) = Postgres::database().await else { return };
    goes_on_where_it_was_killed(&database.url()).await;
}

/// Opens the store of a room that is not running.
async fn open_store(directory: &Path, url: &str) -> Box<dyn Store> {
    if url == "sqlite" {
        let file = directory.join("data").join("cardroom.sqlite");
        Box::new(SqliteStore::open(&file, Synchronous::Normal, 0).await.unwrap())
    } else {
        Box::new(PostgresStore::open(url, Synchronous::Full, 0).await.unwrap())
    }
}

async fn goes_on_where_it_was_killed(url: &str) {
    let directory = tempfile::tempdir().unwrap();
    let mut server = Server::open(directory.path(), url, &FIELD);
    let tournament = server.announced().await;
    let told = Arc::new(Mutex::new(Told::default()));
    let watcher = tokio::spawn(watch(server.url(), tournament, Arc::clone(&told)));
    let swarm = server.bots(tournament, PLAYERS).await;
    // At four tables, at three, at two, and at the last one.
    for over in [2, 10, 20, 29] {
        let deadline = Instant::now() + LONG;
        while swarm.totals().entries_over < over {
            assert!(Instant::now() < deadline, "nobody is out any more: {}", swarm.totals());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        server.kill_and_start();
        let in_between = standings(&server.url(), tournament).await;
        // Until a table reports, its old stacks stand, so this holds at every moment.
        let chips: u64 = in_between.players.iter().map(|row| row.stack.0).sum();
        assert_eq!(chips, PLAYERS as u64 * STACK, "after {over} were out");
        assert_eq!(in_between.info.state, TournamentState::Running, "it was killed while it ran");
    }
    let summary = tokio::time::timeout(LONG, swarm.join()).await.expect("it ends in time");
    assert!(summary.is_success(), "{} {:?}", summary.totals, summary.outcomes);
    let totals = summary.totals;
    assert_eq!(totals.illegal_choices, 0, "{totals}");
    // A player who is moved while the server is down returns to the new seat without a message
    // about the move.
    assert!(totals.reconnects > 60 && totals.moves > 0, "{} moves, {totals}", totals.moves);
    tokio::time::timeout(LONG, watcher).await.expect("the end is told").unwrap();

    let end = standings(&server.url(), tournament).await;
    assert_eq!(end.problems(), Vec::<String>::new());
    assert_eq!(end.info.prize_pool, Money(PLAYERS as u64 * BUY_IN));
    assert_eq!(end.players[0].stack.0, PLAYERS as u64 * STACK, "the winner has all the chips");
    for row in &end.players {
        let place = row.place.unwrap();
        let result = summary.results.iter().find(|result| result.entry == row.entry).unwrap();
        assert_eq!((result.end, result.prize), (EntryEnd::Place(place), row.prize), "{row:?}");
        if let Some(out) = told.lock().unwrap().out.get(&row.entry) {
            assert_eq!(*out, (place, row.prize), "what was announced stays: {row:?}");
        }
        assert_ne!(row.state, EntryState::Withdrawn);
    }
    assert!(told.lock().unwrap().out.len() > PLAYERS / 2, "the watcher saw most of it");

    server.kill();
    let store = open_store(directory.path(), url).await;
    assert_eq!(store.ledger_audit().await.unwrap(), [], "balances are the sums of transfers");
    let balances: BTreeMap<String, i64> =
        store.load_balances().await.unwrap().into_iter().collect();
    assert_eq!(balances[&format!("tournament:{}", tournament.0)], 0, "the whole pool is paid");
    assert_eq!(balances["house:fees"], i64::try_from(PLAYERS as u64 * FEE).unwrap());
    let wallets: i64 = balances
        .iter()
        .filter(|(name, _)| name.starts_with("wallet:"))
        .map(|(_, balance)| balance)
        .sum();
    let granted = i64::try_from(PLAYERS).unwrap() * 5_000;
    assert_eq!(wallets + balances["house:fees"], granted, "every prize once, every price once");
}
