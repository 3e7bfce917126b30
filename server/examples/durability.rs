//! Measures the cost of durability. The table core plays the same hands without sockets, and the
//! same group-commit writer stores them in each store in turn.
//!
//! `cargo run --release -p cardroom --example durability -- --postgres URL`, where the URL names an
//! empty database. Without a URL, PostgreSQL is skipped.
#![allow(clippy::print_stdout, reason = "a program that prints a table")]

use anyhow::Context as _;
use cardroom::cashier::{Cashier, Hold};
use cardroom::config::{Config, Synchronous};
use cardroom::entropy::Dealer;
use cardroom::ids::{AccountId, ConnectionId, TableId};
use cardroom::inbox::Player;
use cardroom::journal::{Journal, JournalSettings};
use cardroom::look::Look;
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, PostgresStore, SqliteStore, StoredStream, Transfer, Unit};
use cardroom::table::{After, CoreInput, Outputs, TableCore, TableDescription};
use cardroom::tenure::Tenure;
use cardroom::threads::Threads;
use cardroom::vault::Vault;
use cardroom_engine::{Legal, Occupancy, TableSetup};
use cardroom_protocol::client::{Act, Sit};
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::server::Role;
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, RequestId, TurnToken};
use cardroom_rules::{Chips, HandNo, Millis, RingTerms, Stakes, Switch};
use clap::Parser;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const SEATS: u8 = 6;
const BUY_IN: Chips = Chips(100_000_000);

/// Plays the same hands into each store in turn, and prints the hands per second.
#[derive(Parser)]
struct Arguments {
    /// Number of tables that play at the same time.
    #[arg(long, default_value_t = 200)]
    tables: u64,
    /// Seconds on each store.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Number of turns of each store.
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// URL of an empty PostgreSQL database.
    #[arg(long, value_name = "URL")]
    postgres: Option<String>,
    /// Directory for SQLite's files, which are not deleted.
    #[arg(long, value_name = "DIRECTORY", default_value = "target/durability")]
    directory: PathBuf,
}

/// The work of one store in one turn.
#[derive(Clone, Copy, Default)]
struct Played {
    hands: u64,
    steps: u64,
    /// The size of encoded records and snapshots.
    bytes: u64,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    if cfg!(debug_assertions) {
        println!("THIS IS A DEBUG BUILD: the figures mean nothing.");
    }
    println!("{} tables of {SEATS}, {} s on each store", arguments.tables, arguments.seconds);
    println!(
        "{:<34} {:>9} {:>9} {:>11} {:>11}",
        "", "hands/s", "steps/s", "bytes/hand", "bytes/step"
    );
    for round in 0..arguments.rounds {
        for (name, store, records) in stores(&arguments, round).await? {
            let settings = JournalSettings { records, ..JournalSettings::default() };
            let played = play(&arguments, Arc::clone(&store), settings).await?;
            store.close().await?;
            let per_second = |count: u64| count / arguments.seconds.max(1);
            let Played { hands, steps, bytes } = played;
            let (hand, step) = (bytes / hands.max(1), bytes / steps.max(1));
            let (hands, steps) = (per_second(hands), per_second(steps));
            println!("{name:<34} {hands:>9} {steps:>9} {hand:>11} {step:>11}");
        }
    }
    Ok(())
}

/// Opens all stores. Those in files are new.
async fn stores(
    arguments: &Arguments,
    round: u32,
) -> anyhow::Result<Vec<(&'static str, Arc<dyn Store>, bool)>> {
    let mut stores: Vec<(&str, Arc<dyn Store>, bool)> = Vec::new();
    for (name, file, synchronous, records) in [
        ("journal off (SQLite, wallets only)", "off", Synchronous::Normal, false),
        ("SQLite, WAL, normal", "normal", Synchronous::Normal, true),
        ("SQLite, WAL, full", "full", Synchronous::Full, true),
    ] {
        let path = arguments.directory.join(format!("{}-{file}-{round}", std::process::id()));
        let path = path.join("cardroom.sqlite");
        stores.push((name, Arc::new(SqliteStore::open(&path, synchronous, 0).await?), records));
    }
    // PostgreSQL runs only once, because the streams of an earlier round would still exist.
    if let Some(url) = arguments.postgres.as_ref().filter(|_| round == 0) {
        let store = PostgresStore::open(url, Synchronous::Full, 0).await?;
        anyhow::ensure!(store.load_balances().await?.is_empty(), "the database must be empty");
        stores.push(("PostgreSQL, synchronous_commit=on", Arc::new(store), true));
    }
    Ok(stores)
}

/// Plays all tables until the time is over.
async fn play(
    arguments: &Arguments,
    store: Arc<dyn Store>,
    settings: JournalSettings,
) -> anyhow::Result<Played> {
    let grants = (0..arguments.tables * u64::from(SEATS)).map(|number| Transfer {
        id: format!("signup:{number}"),
        from: LedgerAccount::Bank,
        to: LedgerAccount::Wallet(AccountId(number + 1)),
        amount: BUY_IN,
        at_ms: 1,
    });
    store.commit(&[Unit { transfers: grants.collect(), ..Unit::default() }]).await?;
    let (journal, writer) =
        Journal::start_with(store, Cashier::default(), settings, &Threads::none());
    let vault = Arc::new(Vault::in_memory());
    let setup = setup()?;
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let mut tables = JoinSet::new();
    for number in 0..arguments.tables {
        let table = Playing::new(TableId(number + 1), &setup, &journal, &vault)?;
        tables.spawn(table.until(end));
    }
    let mut all = Played::default();
    while let Some(played) = tables.join_next().await {
        let Played { hands, steps, bytes } = played??;
        all.hands += hands;
        all.steps += steps;
        all.bytes += bytes;
    }
    journal.close();
    writer.await?;
    Ok(all)
}

/// Makes a six-seat no-limit table from the shipped files, without any waiting times.
fn setup() -> anyhow::Result<TableSetup> {
    let library = Config::default().library()?;
    let stakes = Stakes::no_limit(50, 100);
    Ok(TableSetup {
        plays: library.plays("holdem", &stakes).context("hold'em is shipped")?.0,
        switch: Switch::Never,
        rulebook: library.rulebook("online").context("this rulebook is shipped")?.clone(),
        ring: Arc::new(RingTerms {
            sit_out_ms: Millis::seconds(600),
            ..RingTerms::bare(Chips(100), BUY_IN)
        }),
        seats: SEATS,
        hybrid: false,
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    })
}

/// A table whose players answer immediately, on a clock that only they advance.
struct Playing {
    id: TableId,
    core: TableCore,
    journal: Journal,
    vault: Arc<Vault>,
    dealer: Dealer,
    now: Millis,
    actions: u64,
    played: Played,
    setup: TableSetup,
}

impl Playing {
    fn new(
        id: TableId,
        setup: &TableSetup,
        journal: &Journal,
        vault: &Arc<Vault>,
    ) -> anyhow::Result<Self> {
        let description = TableDescription {
            name: format!("Table {id}"),
            bots_allowed: true,
            rotation: None,
            event: None,
            hosted_by: None,
            free_chat: false,
        };
        let core = TableCore::open(id, description, Some(setup), &StoredStream::default())?;
        let (journal, vault, setup) = (journal.clone(), Arc::clone(vault), setup.clone());
        let (dealer, now) = (Dealer::from_entropy(), Millis(1_000_000));
        let played = Played::default();
        Ok(Self { id, core, journal, vault, dealer, now, actions: 0, played, setup })
    }

    async fn until(mut self, end: Instant) -> anyhow::Result<Played> {
        let setup = Some(self.setup.clone());
        self.on(CoreInput::Recover { setup }).await?;
        let first = (self.id.0 - 1) * u64::from(SEATS) + 1;
        let accounts = (first..).take(usize::from(SEATS)).map(AccountId);
        let cashier = Cashier::load(accounts.map(|account| (account, BUY_IN)));
        for seat in 0..SEATS {
            let purse = cashier.purse(self.player(seat).account);
            let hold = purse.context("a player without a wallet")?.hold(BUY_IN)?;
            self.sit(seat, hold).await?;
        }
        self.played = Played::default();
        while Instant::now() < end {
            self.step().await?;
        }
        Ok(self.played)
    }

    async fn step(&mut self) -> anyhow::Result<()> {
        self.now = self.now + Millis(10);
        if let Some((seat, turn, legal)) = self.core.table().turn() {
            self.actions += 1;
            let (turn, action_id) = (TurnToken(turn.0), ActionId(self.actions));
            let action = choose(&legal, turn.0.wrapping_mul(2_654_435_761) >> 7);
            let action = TableAction::Act(Act { table: self.wire_id(), turn, action_id, action });
            let connection = ConnectionId(u64::from(seat.0));
            let player = self.player(seat.0);
            return self.on(CoreInput::Act { connection, player, action }).await;
        }
        self.now = self.now.max(self.core.deadline().context("the table waits for nothing")?);
        let Some(game) = self.core.wants_deck(self.now) else {
            return self.on(CoreInput::Tick).await;
        };
        let decks = self.dealer.decks(game);
        let hand = HandNo(self.core.table().last_hand().0 + 1);
        let sealed = Some(self.vault.seal(self.id, hand, &decks));
        let draw = self.dealer.draw();
        self.on(CoreInput::Deck { decks, sealed, draw }).await
    }

    async fn sit(&mut self, seat: u8, hold: Hold) -> anyhow::Result<()> {
        let request = Box::new(TableRequest::Sit(Sit {
            request: RequestId(1),
            table: self.wire_id(),
            seat: Some(seat),
            buy_in: hold.amount().0.into(),
            wait_for_big_blind: false,
        }));
        let (connection, player) = (ConnectionId(u64::from(seat)), Some(self.player(seat)));
        self.on(CoreInput::Request {
            connection,
            player,
            request,
            hold: Some(hold.held()),
            drawn: Vec::new(),
        })
        .await
    }

    fn wire_id(&self) -> cardroom_protocol::TableId {
        cardroom_protocol::TableId(self.id.0)
    }

    /// Processes one input until it is applied and durable.
    async fn on(&mut self, input: CoreInput) -> anyhow::Result<()> {
        let Outputs { unit, after, .. } = self.core.on(self.now, input);
        let snapshot = unit.snapshot.as_ref().map_or(0, |snapshot| snapshot.payload.len());
        let records: usize = unit.records.iter().map(|record| record.payload.len()).sum();
        self.played.bytes += (snapshot + records) as u64;
        self.played.steps += unit.records.len() as u64;
        if !unit.is_empty() {
            self.journal.commit(unit).await?;
        }
        let over = after.iter().filter(|after| matches!(after, After::HandOver(_))).count();
        self.played.hands += over as u64;
        Ok(())
    }

    fn player(&self, seat: u8) -> Player {
        let number = (self.id.0 - 1) * u64::from(SEATS) + u64::from(seat) + 1;
        let (account, name) = (AccountId(number), format!("player {number}").into());
        let (look, tenure) = (Look::of(account), Tenure::ALWAYS);
        Player { account, name, bot: false, role: Role::Player, staff: false, look, tenure }
    }
}

/// Chooses an action: folds about half of the time against a bet, and raises now and then.
fn choose(legal: &Legal, dice: u64) -> Action {
    let to = |raise: bool, to: Chips| {
        let to = cardroom_protocol::Chips(to.0);
        if raise { Action::RaiseTo(to) } else { Action::Bet(to) }
    };
    match (dice % 10, legal.wager) {
        (0, Some(wager)) => to(wager.raise, wager.min_to),
        (1..=5, _) if legal.fold && !legal.check => Action::Fold,
        _ if legal.check => Action::Check,
        _ if legal.call.is_some() => Action::Call,
        _ => Action::Fold,
    }
}
