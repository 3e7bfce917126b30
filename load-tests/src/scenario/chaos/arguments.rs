//! The faults to cause, as the command line names them, and the room and the bots for them.

use super::standby::StandbyArguments;
use super::{LONGEST_WAIT, hooks, monitor, tournaments};
use crate::scenario::ScenarioError;
use crate::scenario::told::Told;
use crate::server_process::{self, Launch, Offer, RingTables};
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::swarm::SwarmBuilder;
use cardroom_bot::{BuyIn, DealPart, Settings, Swarm, TableChoice, ThinkTime};
use cardroom_protocol::lobby::TableInfo;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long a leaving bot waits for its hand to end.
const LEAVE_PATIENCE: Duration = Duration::from_secs(20);
/// How many seconds a closing room waits for its hands. Most end within one, but a shared disk may
/// be slow for a long time.
const HANDS_END_WITHIN: u32 = 30;

/// The faults to cause, and how often.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ChaosArguments {
    /// Number of times to kill the server, or with --standby to bring about a take-over
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(super) kills: u32,
    /// Seed of all mishaps and of the bots
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of ring tables, every seat taken by a bot
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=2_000))]
    pub(super) tables: u32,
    /// Seats at each table
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    pub(super) seats: u8,
    /// Entrants of each sit-and-go; one follows the other
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(2..=500))]
    pub(super) entrants: u32,
    /// How long the bots think: none, milliseconds (250) or a range of them (100..500)
    #[arg(long, default_value = "5..60", value_name = "TIME")]
    pub(super) think: ThinkTime,
    /// Seconds that a sit-and-go may take to end after the last kill
    #[arg(long, default_value_t = 180, value_name = "SECONDS")]
    pub(super) finish: u64,
    /// Ask the server to close instead of killing it; hands in progress end, and no player may be
    /// interrupted
    #[arg(long)]
    pub(super) gently: bool,
    /// Deal so that anybody can verify it: all bots verify their hands, and `cardroom deal monitor`
    /// follows the room throughout
    #[arg(long, conflicts_with = "standby")]
    pub(super) deals: bool,
    /// Kill the server between the commit of an event for hooks and the attempt to send it; a
    /// receiver on this machine must get every event, and no other
    #[arg(long, conflicts_with_all = ["gently", "standby"])]
    pub(super) hooks: bool,
    /// Path of libfaketime.so.1: the server's wall clock jumps back and forth by up to two hours,
    /// also while it is down
    #[arg(long, value_name = "LIBRARY", value_parser = library)]
    pub(super) clock_library: Option<PathBuf>,
    /// Seconds after which no further kill follows
    #[arg(long, default_value_t = 7_200, value_name = "SECONDS")]
    pub(super) within: u64,
    /// Store of the server: sqlite, or the URL of an empty PostgreSQL database
    #[arg(long, default_value = "sqlite", value_name = "STORE")]
    #[arg(env = "CARDROOM_LOAD_STORE", hide_env_values = true)]
    pub(super) store: String,
    /// Program of the server [default: `cardroom` beside this program]
    #[arg(long, value_name = "PATH")]
    pub(super) server: Option<PathBuf>,
    /// Further argument for the server, such as --server-arg=--set=store.synchronous=normal; may be
    /// repeated
    #[arg(long = "server-arg", value_name = "ARG", allow_hyphen_values = true)]
    pub(super) server_arguments: Vec<OsString>,
    /// Directory of the server's files [default: a temporary one, which is removed]
    #[arg(long, value_name = "DIR")]
    pub(super) data_dir: Option<PathBuf>,
    #[command(flatten)]
    pub(super) standby: StandbyArguments,
}

impl ChaosArguments {
    pub(super) fn ring_bots(&self) -> usize {
        self.tables as usize * usize::from(self.seats)
    }

    pub(super) fn field(&self) -> usize {
        self.entrants as usize
    }

    /// Returns the bots' part in verifiable deals.
    pub(super) fn part_in_deals(&self) -> DealPart {
        if self.deals { DealPart::Verifies } else { DealPart::Absent }
    }

    pub(super) fn is_on_postgres(&self) -> bool {
        self.store.starts_with("postgres")
    }

    pub(super) fn launch(&self) -> Result<Launch, ScenarioError> {
        let tables = RingTables::new(self.tables, self.seats);
        let announced = tournaments::announced(self.field());
        let mut arguments = self.server_arguments.clone();
        if self.deals {
            arguments.extend(monitor::SETTINGS.map(OsString::from));
        }
        arguments.push(format!("--set=store.url={}", self.store).into());
        if self.hooks {
            arguments.extend(hooks::settings());
        }
        if self.gently {
            arguments.push(format!("--set=server.drain_seconds={HANDS_END_WITHIN}").into());
        }
        Ok(Launch {
            program: server_process::find(self.server.as_deref())?,
            arguments,
            data_dir: self.data_dir.clone(),
            offer: Offer::Both(tables, announced),
            tls: None,
            clock_library: self.clock_library.clone(),
            network: None,
        })
    }

    pub(super) fn swarm(&self, url: &str, tables: &[TableInfo], told: &Arc<Told>) -> SwarmBuilder {
        let ring = tables.iter().filter(|table| table.tournament.is_none());
        let settings = Settings {
            deals: self.part_in_deals(),
            name_prefix: "chaos-".to_owned(),
            tables: TableChoice::Ids(ring.map(|table| table.table).collect()),
            buy_in: BuyIn::BigBlinds(100),
            think_time: self.think,
            leave_patience: LEAVE_PATIENCE,
            ..Settings::default()
        };
        Swarm::builder(url)
            .bots(self.ring_bots())
            .seed(self.seed)
            .settings(settings)
            .brain(|bot| RandomLegal::new(bot.seed))
            .connect_attempts(u32::MAX)
            .longest_wait(LONGEST_WAIT)
            .probe(told.clone())
    }
}

/// Checks that the library exists. The loader ignores a missing one, and the
/// clock would never jump.
fn library(path: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(path);
    path.is_file().then_some(path).ok_or("there is no such file".to_owned())
}
