//! One run: the room, its players, and the measurements while they play.

use crate::heard::{Ears, Heard};
use crate::process;
use crate::seat::{self, Party};
use anyhow::Context as _;
use cardroom::clock::Clock;
use cardroom::config::{Config, Overrides, Synchronous};
use cardroom::entropy::Entropy;
use cardroom::room::Room;
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, SqliteStore};
use cardroom::threads::Threads;
use cardroom::vault::Vault;
use cardroom::wiring::{self, Rules, Surroundings};
use cardroom_bot::player::{Outcome, Shared};
use cardroom_bot::{BuyIn, Credentials, DealPart, Settings, TableChoice, TableId, ThinkTime};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

const LIMITS: &str = include_str!("../../../config/load.toml");
/// The name of the players' threads.
const PLAYERS: &str = "players";
/// How many players log in at the same time.
const AT_THE_DOOR: usize = 256;
/// The time limit for all players to leave. A run that exceeds it is incomplete.
const LEAVING: Duration = Duration::from_secs(600);
/// How long tables may take to close. They have no players left to wait for.
const DRAIN: Duration = Duration::from_secs(20);

pub(crate) struct Run {
    pub(crate) tables: u32,
    pub(crate) players: u32,
    pub(crate) seats: u8,
    pub(crate) think: ThinkTime,
    pub(crate) warm_up: Duration,
    pub(crate) time: Duration,
    pub(crate) player_threads: usize,
    pub(crate) seed: u64,
    pub(crate) journal: bool,
    pub(crate) directory: PathBuf,
    pub(crate) end: End,
}

/// How a run ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// All players leave, and the room closes.
    Leave,
    /// The process dies in the middle of play.
    Crash,
    /// The room opens the data in its directory, without players, and closes again.
    Open,
}

/// The results of a run.
pub(crate) struct Ran {
    pub(crate) tables: u32,
    pub(crate) players: u32,
    pub(crate) opening: Duration,
    pub(crate) seating: Duration,
    pub(crate) time: Duration,
    pub(crate) actions: u64,
    pub(crate) hands: u64,
    pub(crate) room_cpu: Duration,
    pub(crate) player_cpu: Duration,
    pub(crate) memory_before: u64,
    pub(crate) memory_open: u64,
    pub(crate) memory_play: u64,
    pub(crate) heard: Heard,
    pub(crate) chips: String,
}

impl Ran {
    pub(crate) fn room_cpu_per_action(&self) -> Option<Duration> {
        let actions = u32::try_from(self.actions).ok().filter(|actions| *actions > 0)?;
        Some(self.room_cpu / actions)
    }
}

/// Opens the room, lets all players play, and closes it. There is nothing to tell if it only opens.
pub(crate) fn run(run: Run) -> anyhow::Result<Option<Ran>> {
    let players = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(run.player_threads)
        .thread_name(PLAYERS)
        .enable_time()
        .build()?;
    let room =
        tokio::runtime::Builder::new_multi_thread().thread_name("room").enable_all().build()?;
    let ran = room.block_on(open_and_play(run, players.handle()));
    players.shutdown_background();
    ran
}

async fn open_and_play(run: Run, players: &tokio::runtime::Handle) -> anyhow::Result<Option<Ran>> {
    let config = config(&run)?;
    let memory_before = process::memory()?;
    let opened = Instant::now();
    let file = run.directory.join("cardroom.sqlite");
    std::fs::create_dir_all(&run.directory)?;
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&file, Synchronous::Normal, 0).await?);
    let surroundings = Surroundings {
        clock: Clock::start(),
        entropy: Entropy::of_the_system(),
        vault: Arc::new(Vault::open(&run.directory.join("keys"))?),
        threads: Threads::none(),
    };
    let rules = Rules::of(&config)?;
    let hall = wiring::open_without_doors(&config, rules, Arc::clone(&store), surroundings).await?;
    let opening = opened.elapsed();
    if run.end == End::Open {
        println!("opened {} tables in {:.1} s", run.tables, opening.as_secs_f64());
        hall.close(DRAIN).await;
        return Ok(None);
    }
    let memory_open = process::memory()?;

    let ears = Arc::new(Ears::new());
    let party = Arc::new(party(&run, Arc::clone(&hall.room), Arc::clone(&ears)));
    let came = Instant::now();
    let mut seated = fill(&run, &party, players).await?;
    let seating = came.elapsed();
    tokio::time::sleep(run.warm_up).await;

    let totals = &hall.room.totals;
    let before = (totals.actions(), totals.hands(), process::cpu(PLAYERS)?);
    let began = Instant::now();
    ears.begin();
    tokio::time::sleep(run.time).await;
    let (time, after) = (began.elapsed(), process::cpu(PLAYERS)?);
    let (actions, hands) = (totals.actions() - before.0, totals.hands() - before.1);
    let heard = ears.end();
    let memory_play = process::memory()?;
    if run.end == End::Crash {
        println!(
            "{actions} actions in {time:.1?}; it dies now and leaves {}",
            run.directory.display()
        );
        std::process::abort();
    }

    party.stop.cancel();
    let left = tokio::time::timeout(LEAVING, everybody(&mut seated)).await;
    let left = left.context("somebody did not leave")??;
    hall.close(DRAIN).await;
    let chips = chips(store.as_ref(), left).await?;
    store.close().await?;
    Ok(Some(Ran {
        tables: run.tables,
        players: run.players,
        opening,
        seating,
        time,
        actions,
        hands,
        room_cpu: after.others.saturating_sub(before.2.others),
        player_cpu: after.named.saturating_sub(before.2.named),
        memory_before,
        memory_open,
        memory_play,
        heard,
        chips,
    }))
}

fn config(run: &Run) -> anyhow::Result<Config> {
    let mut flags = Overrides::default();
    flags.set(
        "tables",
        format!(
            "[{{ name = \"Hall\", copies = {}, seats = {}, small_blind = 5, big_blind = 10, \
             min_buy_in = 400, max_buy_in = 1000, between_hands_ms = 0, run_out_ms = 0 }}]",
            run.tables, run.seats
        ),
    );
    flags.set("accounts.signup_grant", "1000000000");
    let mode = if run.journal { "on" } else { "off" };
    flags.set("store.journal", mode);
    Ok(Config::load_text("load.toml", LIMITS, [], &flags)?)
}

fn party(run: &Run, room: Arc<Room>, ears: Arc<Ears>) -> Party {
    let mut tables: Vec<_> =
        room.registry.tables().iter().map(|table| TableId(table.id.0)).collect();
    tables.sort_unstable();
    let settings = Settings {
        credentials: Credentials::Guest,
        tables: TableChoice::Ids(tables.into()),
        buy_in: BuyIn::BigBlinds(100),
        think_time: run.think,
        deals: DealPart::Absent,
        dead_line: None,
        leave_patience: LEAVING,
        ..Settings::default()
    };
    Party {
        room,
        sessions: tokio::runtime::Handle::current(),
        shared: Arc::new(Shared { settings, probe: Some(ears), ..Shared::default() }),
        start: tokio::time::Instant::now(),
        seed: run.seed,
        stop: CancellationToken::new(),
    }
}

/// Logs all players in. Returns when the last one has found a table.
async fn fill(
    run: &Run,
    party: &Arc<Party>,
    players: &tokio::runtime::Handle,
) -> anyhow::Result<JoinSet<anyhow::Result<Outcome>>> {
    let door = Arc::new(Semaphore::new(AT_THE_DOOR));
    let mut seated = JoinSet::new();
    for number in 0..run.players {
        let comes_in = Arc::clone(&door).acquire_owned().await?;
        seated.spawn_on(seat::play(Arc::clone(party), number, comes_in), players);
    }
    let all = u32::try_from(AT_THE_DOOR)?;
    let _everybody_is_in = door.acquire_many(all).await?;
    Ok(seated)
}

/// Waits until all players have left. Returns the number of players by how they ended.
async fn everybody(
    seated: &mut JoinSet<anyhow::Result<Outcome>>,
) -> anyhow::Result<BTreeMap<String, u32>> {
    let mut left = BTreeMap::new();
    while let Some(outcome) = seated.join_next().await {
        let how = match outcome? {
            Ok(outcome) => outcome.to_string(),
            Err(error) => format!("{error:#}"),
        };
        *left.entry(how).or_default() += 1;
    }
    Ok(left)
}

/// Summarizes the ledger after all players have left.
async fn chips(store: &dyn Store, left: BTreeMap<String, u32>) -> anyhow::Result<String> {
    let (mut granted, mut wallets, mut elsewhere) = (0_i128, 0_i128, 0_i128);
    for (name, balance) in store.load_balances().await? {
        match LedgerAccount::parse(&name).context("an account without a form")? {
            LedgerAccount::Bank => granted -= i128::from(balance),
            LedgerAccount::Wallet(_) => wallets += i128::from(balance),
            _ => elsewhere += i128::from(balance),
        }
    }
    anyhow::ensure!(
        granted == wallets + elsewhere,
        "{granted} granted, {wallets} and {elsewhere} left"
    );
    let left: Vec<_> = left.iter().map(|(how, count)| format!("{count} {how}")).collect();
    let left = left.join(", ");
    Ok(format!("{granted} granted, {wallets} in wallets, {elsewhere} elsewhere; left: {left}"))
}
