//! Ring games: identical tables with a bot in every seat, and as many hands as the server can deal.

use super::ranges::{parse_seconds, seconds, some_seconds, whole};
use super::walls::{Company, Heard, Present};
use super::{Closing, Playground, ScenarioError, Stands};
use crate::crowd::{self, Plan};
use crate::figures::Figures;
use crate::generator::{Assignment, BettingChoice, BrainChoice, DealChoice, EncodingChoice, Fleet};
use crate::process_stats;
use crate::progress::Progress;
use crate::report::{Environment, Report};
use crate::server_process::{Offer, RingTables};
use crate::system::{self, TooManyFiles};
use crate::target::{Room, TargetArguments};
use crate::thresholds::Threshold;
use cardroom_bot::{TableId, ThinkTime};
use cardroom_protocol::lobby::TableInfo;
use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long a leaving bot waits for its hand to end: a minute if the room has next to no
/// processor.
const LEAVE_PATIENCE: Duration = Duration::from_secs(120);
/// How long seating may take beyond the time for connecting. Debug builds hash passwords slowly.
const SEATING_GRACE: Duration = Duration::from_secs(if cfg!(debug_assertions) { 150 } else { 30 });
/// How long to wait until the memory of a new server is stable.
const SETTLE: Duration = Duration::from_millis(300);

/// The ring games to play.
#[derive(Clone, Debug, clap::Args, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct RingArguments {
    /// Number of tables
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    #[serde(deserialize_with = "whole::<_, _, 1, 1_000_000>")]
    tables: u32,
    /// Seats at each table, all taken by bots
    #[arg(long, default_value_t = 6, value_parser = clap::value_parser!(u8).range(2..=10))]
    #[serde(deserialize_with = "whole::<_, _, 2, 10>")]
    seats: u8,
    /// Seconds to measure; more if no hand has ended by then
    #[arg(long, default_value_t = 30.0, value_parser = parse_seconds, value_name = "N")]
    #[serde(deserialize_with = "seconds")]
    seconds: f64,
    /// Seconds of play before that, which are not measured
    #[arg(long, default_value_t = 3.0, value_parser = parse_seconds, value_name = "N")]
    #[serde(deserialize_with = "seconds")]
    warm_up: f64,
    /// Betting structure
    #[arg(long, value_enum, default_value_t = BettingChoice::NoLimit)]
    betting: BettingChoice,
    /// Buy-in of each bot, in big blinds
    #[arg(long, default_value_t = 100, value_name = "N",
          value_parser = clap::value_parser!(u32).range(10..=10_000))]
    #[serde(deserialize_with = "whole::<_, _, 10, 10_000>")]
    big_blinds: u32,
    /// How the bots play
    #[arg(long, value_enum, default_value_t = BrainChoice::Tag)]
    brain: BrainChoice,
    /// How long the bots think: none, human, milliseconds (250) or a range of them (100..500)
    #[arg(long, default_value_t = ThinkTime::None, value_name = "TIME")]
    #[serde(deserialize_with = "crowd::think_time")]
    think: ThinkTime,
    /// Seed of everything random about the bots
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Connections per table that only watch
    #[arg(long, default_value_t = 0, value_name = "K")]
    observers: usize,
    /// Encoding of the messages on the wire
    #[arg(long, value_enum, default_value_t = EncodingChoice::Binary)]
    encoding: EncodingChoice,
    /// New connections per second, at most
    #[arg(long, default_value_t = 1_000, value_name = "RATE")]
    connects_per_second: u32,
    /// Cut each connection about every N seconds, and reconnect [default: never]
    #[arg(long, value_parser = parse_seconds, value_name = "N")]
    #[serde(deserialize_with = "some_seconds")]
    drop_every: Option<f64>,
    /// Number of tables at which each connection plays, with a brain at each
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=4_096))]
    #[serde(deserialize_with = "whole::<_, _, 1, 4_096>")]
    tables_per_connection: u32,
    /// Number of processes for the bots, each with its own tables
    #[arg(long, default_value_t = 1, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=64))]
    #[serde(deserialize_with = "whole::<_, _, 1, 64>")]
    generators: u32,
    /// The bots' part in verifiable deals.
    #[arg(skip)]
    #[serde(skip)]
    deals: DealChoice,
    #[command(flatten)]
    #[serde(skip)]
    target: TargetArguments,
}

/// The additional parts of a run: its scenario, visitors, company and thresholds.
#[derive(Clone, Copy, Default)]
pub(crate) struct Beside<'a> {
    /// The name of the scenario's file, if there is one.
    pub(crate) name: Option<&'a str>,
    pub(crate) crowds: &'a [Plan],
    /// Hooks and walls, and what they hear.
    pub(crate) company: Option<(Company, &'a Mutex<Heard>)>,
    pub(crate) thresholds: &'a [Threshold],
}

/// Plays ring games and reports.
pub(crate) async fn run(
    arguments: &RingArguments,
    beside: Beside<'_>,
    generator_threads: usize,
    interrupted: CancellationToken,
) -> Result<Report, ScenarioError> {
    arguments.target.check()?;
    arguments.check()?;
    arguments.allow_connections(beside.crowds)?;
    let mut progress = Progress::new();
    progress.phase("starting", None);
    progress.update(if arguments.target.starts_server() {
        "the server starts"
    } else {
        "looking at the server"
    });
    let shape = RingTables {
        betting: arguments.betting.betting(),
        most_big_blinds: arguments.big_blinds,
        ..RingTables::new(arguments.tables, arguments.seats)
    };
    let room = arguments.target.open(Offer::Ring(shape)).await?;
    tokio::time::sleep(SETTLE).await;
    let stands = Stands {
        bots: arguments.bots() as u64,
        observers: arguments.observers_in_all(),
        connections: arguments.connections(),
        idle_server: room.usage().await,
        idle_kernel_bytes: room.process().and_then(|_| process_stats::kernel_bytes()),
        ledger: room.ledger().await,
        limits: room.limits().await,
        slow_clients: beside.crowds.iter().any(Plan::stalls),
    };
    let (found, server) = room.tables().await?;
    let tables = arguments.choose(&found)?;
    let environment = environment(&room, server);
    let present: Option<Present> = match beside.company {
        Some((company, _)) => Some(company.join(&room).await?),
        None => None,
    };
    let generators = arguments.generators() as usize;
    let threads = (generator_threads / generators).max(1);
    let assignment = arguments.assignment(&room, tables, beside.crowds, threads);
    let fleet = Fleet::start(assignment, generators).await?;
    let mut playground = Playground::new(room, fleet, stands, progress, interrupted);

    let mut figures = Figures {
        seats: arguments.seats.into(),
        generator_threads: threads as u64,
        ..Figures::default()
    };
    let played = arguments.play(&mut playground, &mut figures).await;
    let (mut faults, cut_short) = match played {
        // All bots leave in an orderly way, even after an interrupt.
        Err(error) => {
            playground.close(Figures::default(), Duration::from_secs(2)).await;
            return Err(error);
        }
        Ok(played) => played,
    };
    if cut_short {
        faults.push("interrupted: the run was cut short".to_owned());
    }
    if let Some((present, (_, heard))) = present.zip(beside.company) {
        let (came, missed) = present.leave().await;
        *heard.lock() = came;
        faults.extend(missed);
    }
    let closing = playground.close(figures, LEAVE_PATIENCE).await;
    if faults.is_empty() && closing.figures.counted().hands == 0 {
        faults.push("no hand ended while measuring".to_owned());
    }
    Ok(arguments.report(environment, closing, faults, beside))
}

impl RingArguments {
    /// Makes settings for tight-aggressive bots that do not think, with these times.
    pub(super) fn measured(
        tables: u32,
        seats: u8,
        (seconds, warm_up): (f64, f64),
        target: TargetArguments,
    ) -> Self {
        Self {
            tables,
            seats,
            seconds,
            warm_up,
            betting: BettingChoice::NoLimit,
            big_blinds: 100,
            brain: BrainChoice::Tag,
            think: ThinkTime::None,
            seed: 1,
            observers: 0,
            encoding: EncodingChoice::Binary,
            connects_per_second: 1_000,
            drop_every: None,
            tables_per_connection: 1,
            generators: 1,
            deals: DealChoice::Absent,
            target,
        }
    }

    /// Makes settings for six-seat tables that share a load, in actions per
    /// second, whatever their number.
    pub(super) fn sharing(
        tables: u32,
        load: f64,
        (seconds, warm_up): (f64, f64),
        target: TargetArguments,
    ) -> Self {
        // Each table acts once in this time.
        let pace = f64::from(tables) / load;
        // Measuring begins after all tables have acted.
        let times = (seconds, warm_up + pace * 3.0);
        Self::measured(tables, 6, times, target).thinking(spread(pace))
    }

    /// Sets the bots' think time.
    pub(super) fn thinking(self, think: ThinkTime) -> Self {
        Self { think, ..self }
    }

    /// Sets the bots' brain.
    pub(super) fn played_by(self, brain: BrainChoice) -> Self {
        Self { brain, ..self }
    }

    /// Sets the bots' part in verifiable deals.
    pub(super) fn dealing(self, deals: DealChoice) -> Self {
        Self { deals, ..self }
    }

    /// Sets the bots' stacks, in big blinds.
    pub(super) fn deep(self, big_blinds: u32) -> Self {
        Self { big_blinds, ..self }
    }

    /// Sets the number of tables at which each connection plays.
    pub(super) fn tables_per_connection(self, tables_per_connection: u32) -> Self {
        Self { tables_per_connection, ..self }
    }

    /// Scales the size and the time.
    pub(super) fn scaled(self, size: f64, time: f64) -> Self {
        Self {
            tables: crowd::scaled(self.tables, size),
            tables_per_connection: self.tables_per_connection.min(crowd::scaled(self.tables, size)),
            seconds: self.seconds * time,
            warm_up: self.warm_up * time,
            ..self
        }
    }

    /// Sets the server under test.
    pub(super) fn at(self, target: &TargetArguments) -> Self {
        Self { target: target.clone(), ..self }
    }

    /// Seats all bots, warms up and measures. Returns the faults, and whether the
    /// run was cut short.
    async fn play(
        &self,
        playground: &mut Playground,
        figures: &mut Figures,
    ) -> Result<(Vec<String>, bool), ScenarioError> {
        // The seated bots play on. The figures may show what the others lack.
        if let Some(fault) = playground.fill(self.seating_time()).await? {
            return Ok((vec![fault], false));
        }
        playground.warm_up(Duration::from_secs_f64(self.warm_up)).await?;
        let time = Duration::from_secs_f64(self.seconds);
        Ok((Vec::new(), playground.measure(time, figures).await?))
    }

    /// Returns the number of generators. Each has at least one table.
    fn generators(&self) -> u32 {
        self.generators.min(self.tables)
    }

    /// Raises the limit of open files. A server that this process starts shares its limit. Separate
    /// generators raise their own.
    fn allow_connections(&self, crowds: &[Plan]) -> Result<(), TooManyFiles> {
        if self.generators() > 1 && !self.target.starts_server() {
            return Ok(());
        }
        let visitors: u64 = crowds.iter().map(|plan| u64::from(plan.most())).sum();
        system::allow_connections(self.connections() + visitors)
    }

    fn bots(&self) -> usize {
        self.tables as usize * usize::from(self.seats)
    }

    fn observers_in_all(&self) -> u64 {
        u64::from(self.tables) * self.observers as u64
    }

    /// Returns the number of connections of bots and observers. Each generator may have one that
    /// plays at fewer tables than the others.
    fn connections(&self) -> u64 {
        let shared = u64::from(self.tables_per_connection);
        let uneven = u64::from(self.generators()) - 1;
        (self.bots() as u64).div_ceil(shared)
            + if shared > 1 { uneven } else { 0 }
            + self.observers_in_all()
    }

    /// Checks that each generator has enough tables for each of its connections.
    fn check(&self) -> Result<(), ScenarioError> {
        let tables = self.tables / self.generators();
        let wanted = self.tables_per_connection;
        if wanted > tables {
            return Err(ScenarioError::TooManyPerConnection { tables, wanted });
        }
        Ok(())
    }

    fn seating_time(&self) -> Duration {
        let rate = self.connects_per_second.max(1);
        let connecting = Duration::from_secs(self.connections() / u64::from(rate));
        connecting * 3 + SEATING_GRACE
    }

    /// Chooses tables with enough free seats, the emptiest first.
    fn choose(&self, found: &[TableInfo]) -> Result<Vec<TableId>, ScenarioError> {
        let free = |table: &TableInfo| table.seats.saturating_sub(table.seated);
        let fits = |table: &&TableInfo| {
            table.bots_allowed
                && table.betting == self.betting.betting()
                && free(table) >= self.seats
        };
        let mut fitting: Vec<_> = found.iter().filter(fits).collect();
        fitting.sort_by_key(|table| (table.seated, table.table));
        let wanted = self.tables as usize;
        if fitting.len() < wanted {
            let found = fitting.len();
            let (wanted, seats) = (self.tables, self.seats);
            let betting = self.betting.name();
            return Err(ScenarioError::TooFewTables { found, betting, wanted, seats });
        }
        Ok(fitting.iter().take(wanted).map(|table| table.table).collect())
    }

    /// Makes the assignment for all generators together.
    fn assignment(
        &self,
        room: &Room,
        tables: Vec<TableId>,
        crowds: &[Plan],
        threads: usize,
    ) -> Assignment {
        Assignment {
            url: room.url().to_owned(),
            is_local: room.process().is_some(),
            tables,
            seats: self.seats,
            first_bot: 0,
            brain: self.brain,
            big_blinds: self.big_blinds,
            think: self.think,
            deals: self.deals,
            drop_every: self.drop_every.map(Duration::from_secs_f64),
            tables_per_connection: self.tables_per_connection as usize,
            seed: self.seed,
            observers: self.observers,
            encoding: self.encoding,
            connects_per_second: self.connects_per_second,
            crowds: crowds.to_vec(),
            leave_patience: LEAVE_PATIENCE,
            threads,
        }
    }

    fn report(
        &self,
        environment: Environment,
        closing: Closing,
        mut faults: Vec<String>,
        beside: Beside<'_>,
    ) -> Report {
        faults.extend(closing.faults);
        let thresholds = beside.thresholds.iter().map(|it| it.judge(&closing.figures)).collect();
        let crowds: Vec<String> = beside.crowds.iter().map(Plan::to_string).collect();
        let with =
            if crowds.is_empty() { String::new() } else { format!("; {}", crowds.join("; ")) };
        let mut setup = self.setup();
        setup["crowds"] = crowds.into();
        Report {
            scenario: beside.name.unwrap_or("ring").to_owned(),
            headline: self.headline() + &with,
            setup,
            environment,
            figures: closing.figures,
            refusals: closing.refusals,
            books: closing.books,
            chips: closing.chips,
            faults,
            thresholds,
        }
    }

    pub(super) fn headline(&self) -> String {
        let observers = match self.observers {
            0 => String::new(),
            count => format!(" and {count} observers each"),
        };
        let shared = match self.tables_per_connection {
            1 => String::new(),
            count => format!(", {count} tables per connection"),
        };
        let generators = match self.generators() {
            1 => String::new(),
            count => format!(", {count} generators"),
        };
        format!(
            "{} {} tables of {} seats{observers}{shared}; {} brains, think time {}, {}, seed {}{generators}; {} s \
             after {} s of warm-up",
            self.tables,
            self.betting.name(),
            self.seats,
            self.brain.name(),
            self.think,
            self.encoding.encoding().subprotocol(),
            self.seed,
            self.seconds,
            self.warm_up,
        )
    }

    fn setup(&self) -> serde_json::Value {
        json!({
            "tables": self.tables,
            "seats": self.seats,
            "seconds": self.seconds,
            "warm_up_seconds": self.warm_up,
            "betting": self.betting.name(),
            "big_blinds": self.big_blinds,
            "brain": self.brain.name(),
            "think": self.think.to_string(),
            "seed": self.seed,
            "observers_per_table": self.observers,
            "encoding": self.encoding.encoding().subprotocol(),
            "connects_per_second": self.connects_per_second,
            "drop_every_seconds": self.drop_every,
            "tables_per_connection": self.tables_per_connection,
            "generators": self.generators(),
            "server_arguments": self.target.server_arguments(),
        })
    }
}

/// Returns think times with this mean, in seconds. The spread keeps tables from acting in step.
pub(super) fn spread(mean: f64) -> ThinkTime {
    let time = |part: f64| Duration::from_secs_f64(mean * part);
    ThinkTime::Uniform { min: time(0.5), max: time(1.5) }
}

fn environment(room: &Room, server: String) -> Environment {
    let data_dir = room.process().map(|process| process.data_dir());
    Environment {
        server,
        url: room.url().to_owned(),
        own_server: room.process().is_some(),
        data_file_system: data_dir.and_then(system::file_system),
        cores: process_stats::cores(),
        cpu: process_stats::cpu_model(),
        debug_build: cfg!(debug_assertions),
    }
}

impl Default for RingArguments {
    /// Returns the defaults of the command line.
    fn default() -> Self {
        Self::measured(100, 6, (30.0, 3.0), TargetArguments::default())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use cardroom_bot::Chips;
    use cardroom_protocol::game::{AnteKind, Betting, Switch};
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        ring: RingArguments,
    }

    fn arguments(line: &str) -> RingArguments {
        Line::try_parse_from(line.split_ascii_whitespace()).unwrap().ring
    }

    pub(crate) fn table(table: u64, seats: u8, seated: u8, bots_allowed: bool) -> TableInfo {
        TableInfo {
            table: TableId(table),
            name: format!("Load {table}"),
            game: "holdem".to_owned(),
            game_name: "Texas hold'em".to_owned(),
            betting: Betting::NoLimit,
            rulebook: "online".to_owned(),
            small_blind: Chips(5),
            big_blind: Chips(10),
            ante: Chips(0),
            ante_kind: AnteKind::None,
            unit: Chips(1),
            seats,
            seated,
            min_buy_in: Chips(400),
            max_buy_in: Chips(1_000),
            bots_allowed,
            hands_played: 0,
            average_pot: Chips(0),
            games: Vec::new(),
            switch: Switch::Never,
            straddle: None,
            bomb_pot: None,
            max_boards: 1,
            tournament: None,
            hybrid: false,
            host: None,
            waiting: 0,
            bots: 0,
            free_chat: false,
            top_up_to: Chips(200),
            shows_folded: true,
            chip_value: None,
        }
    }

    #[test]
    fn bots_play_where_there_is_room_for_all_of_them() {
        let arguments = arguments("load --tables 2 --seats 3");
        let found = [
            table(1, 6, 4, true),
            table(2, 6, 3, true),
            table(3, 3, 0, false),
            table(4, 3, 0, true),
        ];
        assert_eq!(arguments.choose(&found).unwrap(), [TableId(4), TableId(2)]);
        let error = arguments.choose(&found[..3]).unwrap_err().to_string();
        assert!(error.contains("has 1 no-limit tables with 3 free seats, and 2 are"), "{error}");
        let limit = self::arguments("load --tables 1 --seats 2 --betting fixed-limit");
        assert!(limit.choose(&found).is_err(), "another game is not what was asked for");
    }

    #[test]
    fn nonsense_on_the_command_line_is_refused() {
        for line in ["--tables 0", "--seats 1", "--seats 11", "--seconds -1", "--seconds nan"] {
            let line = format!("load {line}");
            assert!(Line::try_parse_from(line.split_ascii_whitespace()).is_err(), "{line}");
        }
        assert_eq!(arguments("load --tables 200 --seats 9 --observers 2").connections(), 2_200);
        let shared = arguments("load --tables 7 --seats 3 --tables-per-connection 2");
        assert_eq!(shared.connections(), 11);
        assert!(shared.check().is_ok());
        let error = arguments("load --tables 7 --tables-per-connection 8").check().unwrap_err();
        assert!(error.is_usage(), "{error}");
        assert_eq!(arguments("load --think 100..500").think.to_string(), "100..500");
    }
}
