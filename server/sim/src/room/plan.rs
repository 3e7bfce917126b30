//! Everything that a seed determines in advance: the tables with their games and rulebooks, the
//! players, and the rates of faults.

use super::deals;
use cardroom::config::Config;
use cardroom::wiring::Rules;
use cardroom_bot::brains::{RandomLegal, TightAggressive};
use cardroom_bot::player::Settings;
use cardroom_bot::seed::{Purpose, Seed};
use cardroom_bot::{Brain, BuyIn, TableChoice, TableId, ThinkTime, TournamentPlan};
use cardroom_protocol::Encoding;
use cardroom_rules::{Betting, Forced, Game, Millis, Rulebook, Structure};
use cardroom_tournament::Setup;
use chacha20::ChaCha12Rng;
use rand::RngExt as _;
use std::sync::Arc;
use std::time::Duration;

/// The start time of every room, in milliseconds since 1970.
pub(super) const START: Millis = Millis(1_800_000_000_000);

/// The lengths of the segments. The smallest are reused every few commits.
const SEGMENT_BYTES: [usize; 3] = [2_048, 8_192, 262_144];

/// The random stream that decides whether the process seldom dies.
const SELDOM_DIES: u64 = 7_000_000;

/// Everything that a seed determines in advance.
pub(super) struct Plan {
    pub(super) seed: u64,
    pub(super) config: Config,
    pub(super) bots: Vec<BotPlan>,
    /// The structure of the tournament, if there is one in addition to the ring games.
    pub(super) structure: Option<Arc<Structure>>,
    pub(super) rates: Rates,
    /// The length of each segment of the redo log. Longer commits pass it by.
    pub(super) segment_bytes: usize,
    /// True if the operator is an administrator, not only a floor person.
    pub(super) runs_the_room: bool,
    /// The longest delay between two commands of the floor, in milliseconds.
    pub(super) rules_ms: u64,
}

pub(super) struct BotPlan {
    pub(super) seed: Seed,
    pub(super) settings: Settings,
    pub(super) encoding: Encoding,
    /// True if the bot plays by its cards. Otherwise it makes random legal actions.
    sensible: bool,
}

/// The rate of each fault: it strikes once in this number of chances, on average.
pub(super) struct Rates {
    /// Crashes before a commit, per commit.
    pub(super) crash_before: u32,
    /// Crashes after a commit and before any answer, per commit.
    pub(super) crash_after: u32,
    /// Failed commits, per commit.
    pub(super) rejected: u32,
    /// Beginnings of a time in which the disk is full, per commit.
    pub(super) full: u32,
    /// Stored commits that are reported as failed, per commit.
    pub(super) unanswered: u32,
    /// Orderly restarts of the process, per look of the run at itself.
    pub(super) restart: u32,
    /// Temporary stops of the process, per look of the run at itself.
    pub(super) stopped: u32,
    /// Slow commits, per commit.
    pub(super) late: u32,
    /// Failed reads, per read after a failure.
    pub(super) unreadable: u32,
    /// Failed reads of wallets, per read.
    pub(super) unreadable_wallet: u32,
    /// Crashes while a commit is written to the redo log, per write.
    pub(super) torn_frame: u32,
    /// Crashes after a commit was written to the redo log, per write.
    pub(super) crash_logged: u32,
    /// Writes to the redo log that find no room, per write.
    pub(super) full_frame: u32,
    /// Failed syncs of the redo log, per write. The process stops after one.
    pub(super) failed_sync: u32,
    /// Slow projections, per projection.
    pub(super) late_projection: u32,
    /// Failed projections, per projection.
    pub(super) failed_projection: u32,
    /// Projections that are stored but reported as failed, per projection.
    pub(super) unanswered_projection: u32,
    /// Crashes before a projection, per projection.
    pub(super) crash_projecting: u32,
    /// Crashes after a projection, per projection.
    pub(super) crash_projected: u32,
    /// Changed bytes in the middle of the redo log, per opening.
    pub(super) damaged_log: u32,
    /// Connections lost together with a frame, per frame of a client.
    pub(super) cut: u32,
    /// Clients that are gone without the room noticing, per frame of a client.
    pub(super) half_open: u32,
    /// Clients that stop reading for a while, per frame of a client.
    pub(super) stall: u32,
    /// Frames that arrive twice, per frame of a client.
    pub(super) twice: u32,
    /// The longest transmission time of a frame, in milliseconds.
    pub(super) delay_ms: u64,
}

impl Rates {
    /// Lets the process live longer. Much of what is wrong in a room is repaired when it opens
    /// again, and shows only if the process does not die soon.
    fn seldom_die(&mut self) {
        let deaths = [
            &mut self.crash_before,
            &mut self.crash_after,
            &mut self.restart,
            &mut self.torn_frame,
            &mut self.crash_logged,
            &mut self.failed_sync,
            &mut self.crash_projecting,
            &mut self.crash_projected,
        ];
        deaths.into_iter().for_each(|once_in| *once_in *= 20);
    }
}

impl BotPlan {
    pub(super) fn brain(&self) -> Box<dyn Brain> {
        if self.sensible {
            Box::new(TightAggressive::hasty(self.seed))
        } else {
            Box::new(RandomLegal::new(self.seed))
        }
    }
}

impl Plan {
    pub(super) fn draw(seed: u64, deals: bool, rules: &Rules) -> Self {
        let is_verifiable = deals && deals::are_verifiable(seed);
        let mut chance = chance_of(seed, 0);
        let tables: u64 = chance.random_range(1..=2);
        let mut text = ROOM.to_owned() + deals::settings(is_verifiable);
        for number in 0..tables {
            // Not every rulebook allows every table that is drawn.
            let mut drawn = std::iter::repeat_with(|| table(number, &mut chance, rules));
            let allowed = drawn.find(|entry| config(&(text.clone() + entry), rules).is_some());
            text += &allowed.expect("what is drawn has no end");
        }
        let structure = chance.random_bool(EVENTS).then(|| structure(&mut chance, rules)).flatten();
        if structure.is_some() {
            text += &format!(
                "[[tournaments]]\nname = \"{EVENT}\"\nstructure = \"{EVENT}\"\nstarts_in_minutes = 1\n"
            );
        }
        let config = config(&text, rules).expect("it is allowed");
        let count = config.tables.iter().map(|table| u64::from(table.seats)).sum::<u64>();
        // At least two players per table, because a player alone cannot play.
        let count = count.saturating_sub(chance.random_range(0..=2)).max(2 * tables);
        let mut bots: Vec<BotPlan> = (0..count)
            .map(|bot| bot_plan((seed, bot), tables, is_verifiable, &mut chance))
            .collect();
        if structure.is_some() {
            let entrants = chance.random_range(4..16);
            let late_from = usize::try_from(count + entrants).unwrap_or(usize::MAX) - 2;
            bots.extend((count..count + entrants).map(|bot| {
                let mut plan = bot_plan((seed, bot), tables, is_verifiable, &mut chance);
                let event = TournamentPlan::named(EVENT).late_from(late_from).re_entries(1);
                plan.settings.tournament = Some(event);
                plan
            }));
        }
        let often =
            |chance: &mut ChaCha12Rng, about: u32| chance.random_range(about / 2..about * 4);
        let mut rates = Rates {
            crash_before: often(&mut chance, 800),
            crash_after: often(&mut chance, 800),
            rejected: often(&mut chance, 300),
            full: often(&mut chance, 1_500),
            unanswered: often(&mut chance, 600),
            restart: often(&mut chance, 750),
            stopped: often(&mut chance, 250),
            late: often(&mut chance, 100),
            unreadable: 4,
            unreadable_wallet: 10,
            cut: often(&mut chance, 200),
            half_open: often(&mut chance, 400),
            stall: often(&mut chance, 400),
            twice: often(&mut chance, 60),
            delay_ms: chance.random_range(1..200),
            torn_frame: often(&mut chance, 1_500),
            crash_logged: often(&mut chance, 1_500),
            full_frame: often(&mut chance, 800),
            failed_sync: often(&mut chance, 2_000),
            late_projection: often(&mut chance, 20),
            failed_projection: often(&mut chance, 100),
            unanswered_projection: often(&mut chance, 100),
            crash_projecting: often(&mut chance, 250),
            crash_projected: often(&mut chance, 250),
            damaged_log: 3,
        };
        if chance_of(seed, SELDOM_DIES).random_bool(0.3) {
            rates.seldom_die();
        }
        let segment_bytes = SEGMENT_BYTES[chance.random_range(0..SEGMENT_BYTES.len())];
        let rules_ms = chance.random_range(2_000..60_000);
        let runs_the_room = chance.random_bool(0.5);
        Self { seed, config, bots, structure, rates, segment_bytes, runs_the_room, rules_ms }
    }

    /// Returns a separate random stream. Draws from it affect no other stream.
    pub(super) fn chance(&self, stream: u64) -> ChaCha12Rng {
        chance_of(self.seed, stream)
    }
}

fn chance_of(seed: u64, stream: u64) -> ChaCha12Rng {
    Seed::new(seed, u64::MAX).rng(Purpose::Custom(stream))
}

fn bot_plan(
    (run, bot): (u64, u64),
    tables: u64,
    is_verifiable: bool,
    chance: &mut ChaCha12Rng,
) -> BotPlan {
    let ids: Arc<[TableId]> = (1..=tables).map(TableId).collect();
    let buy_in = match chance.random_range(0..4) {
        0 => BuyIn::Min,
        1 => BuyIn::Max,
        _ => BuyIn::BigBlinds(chance.random_range(5..150)),
    };
    let settings = Settings {
        name_prefix: "sim".to_owned(),
        tables: TableChoice::Ids(ids),
        buy_in,
        top_up_below_percent: chance.random_range(0..100),
        wait_for_big_blind: chance.random_bool(0.3),
        straddle: chance.random_bool(0.3),
        think_time: ThinkTime::Uniform {
            min: Duration::from_millis(1),
            max: Duration::from_millis(chance.random_range(10..2_000)),
        },
        deals: deals::part(is_verifiable),
        seeded_chains: true,
        // A simulated line loses nothing silently.
        dead_line: None,
        leave_patience: Duration::from_secs(600),
        ..Settings::default()
    };
    BotPlan {
        seed: Seed::new(run, bot),
        settings,
        encoding: if chance.random_bool(0.95) { Encoding::Binary } else { Encoding::Json },
        sensible: chance.random_bool(0.4),
    }
}

/// The configuration of the room without its tables. Rate limits use a separate clock, which is not
/// simulated, so they are set out of reach.
const ROOM: &str = "[limits]
messages_per_second = 1000000
message_burst = 1000000
logins_per_minute = 1000000
guests_per_hour = 1000000
guests_per_network_hour = 1000000
seats_per_network = 1000000
accounts_per_network_day = 1000000
chat_lines_per_minute = 1000000
openings_per_hour = 1000000
rows_per_hour = 1000000
buy_ins_per_hour = 1000000
exports_per_hour = 1000000
files_per_minute = 1000000
[accounts]
refill_wait_minutes = 0
[house_bots]
enabled = false
";

/// The id and name of the tournament.
const EVENT: &str = "simulated";
/// The chance that a tournament runs in addition to the ring games.
const EVENTS: f64 = 0.35;

/// Draws a quick tournament with small tables, so that players move, tables break and
/// players go out often.
fn structure(chance: &mut ChaCha12Rng, rules: &Rules) -> Option<Arc<Structure>> {
    let mut structure = Structure::clone(rules.structures.get("test-turbo")?);
    EVENT.clone_into(&mut structure.id);
    structure.seats = chance.random_range(3..=6);
    structure.pace.between_hands_ms = Millis(chance.random_range(0..500));
    structure.pace.run_out_ms = Millis(chance.random_range(0..500));
    let books: Vec<&str> = rules.library.rulebooks().map(|book| book.id.as_str()).collect();
    let book = books[chance.random_range(0..books.len())];
    // Not every rulebook allows every structure.
    let other = Structure { rulebook: book.to_owned(), ..structure.clone() };
    let rulebook = rules.library.rulebook(book)?;
    let allowed = other.validate().is_ok() && is_played(&other, rulebook);
    Some(Arc::new(if allowed { other } else { structure }))
}

fn is_played(structure: &Structure, rulebook: &Arc<Rulebook>) -> bool {
    let setup = Setup {
        structure: Arc::new(structure.clone()),
        rulebook: Arc::clone(rulebook),
        starts_at: Some(START),
        self_run: false,
        carried: None,
    };
    setup.validate().is_ok()
}

/// Parses a configuration, if the room can use it.
fn config(text: &str, rules: &Rules) -> Option<Config> {
    let config = Config::load_text("the plan of a seed", text, [], &Default::default()).ok()?;
    config.ring_tables(&rules.library).is_ok().then_some(config)
}

/// Draws a table with any game and rulebook, and terms that fit them.
fn table(number: u64, chance: &mut ChaCha12Rng, rules: &Rules) -> String {
    let library = &rules.library;
    let books: Vec<&str> = library.rulebooks().map(|book| book.id.as_str()).collect();
    let book = books[chance.random_range(0..books.len())];
    let small = chance.random_range(1..=5);
    let mut text = format!(
        "[[tables]]\nname = \"Table {number}\"\nrulebook = \"{book}\"\nsmall_blind = {small}\n\
         big_blind = {}\nmin_buy_in = {}\nmax_buy_in = {}\nrathole_minutes = {}\n\
         between_hands_ms = {}\nrun_out_ms = {}\n",
        small * 2,
        small * 20,
        small * 400,
        chance.random_range(0..3) * 20,
        chance.random_range(0..2_000),
        chance.random_range(0..1_000),
    );
    let rotations: Vec<_> = library.rotations().collect();
    let most = if chance.random_bool(0.15) {
        let rotation = rotations[chance.random_range(0..rotations.len())];
        let games = rotation.rotation.iter().filter_map(|entry| library.game(&entry.game));
        text += &format!("game = \"{}\"\n", rotation.id);
        games.map(|game| game.max_players).min().unwrap_or(6)
    } else {
        let games: Vec<_> = library.games().collect();
        // Half of all tables play hold'em, which most players play.
        let any = games[chance.random_range(0..games.len())];
        let game = library.game("holdem").filter(|_| chance.random_bool(0.5)).unwrap_or(any);
        text += &format!("game = \"{}\"\n{}", game.id, stakes(game, small, chance));
        game.max_players
    };
    // Small tables are more likely, because few players suffice for most faults. All sizes occur.
    let mut seats = || chance.random_range(2..=most.clamp(2, 9));
    let seats = seats().min(seats());
    text + &format!("seats = {seats}\n") + &options(small, chance)
}

/// Draws the betting structure, and the forced bets in addition to the blinds.
fn stakes(game: &Game, small: u64, chance: &mut ChaCha12Rng) -> String {
    let betting = match game.betting[chance.random_range(0..game.betting.len())] {
        Betting::NoLimit => "no_limit",
        Betting::PotLimit => "pot_limit",
        Betting::FixedLimit => "fixed_limit",
    };
    let forced = match game.forced {
        Forced::BringIn => format!("bring_in = {small}\nante = 1\nante_kind = \"each\"\n"),
        Forced::Blinds if chance.random_bool(0.3) => {
            let kinds = ["each", "big_blind", "button"];
            let kind = kinds[chance.random_range(0..kinds.len())];
            format!("ante = {}\nante_kind = \"{kind}\"\n", chance.random_range(1..=small))
        }
        Forced::Blinds => String::new(),
    };
    format!("betting = \"{betting}\"\n{forced}")
}

/// Draws the options of a ring game.
fn options(small: u64, chance: &mut ChaCha12Rng) -> String {
    let mut text = String::new();
    if chance.random_bool(0.3) {
        let kinds = ["utg", "button", "mississippi"];
        text += &format!("straddle = \"{}\"\n", kinds[chance.random_range(0..kinds.len())]);
    }
    if chance.random_bool(0.3) {
        text += &format!("run_it = {}\nrun_it_ms = 2000\n", chance.random_range(2..=3));
    }
    if chance.random_bool(0.2) {
        let hands = chance.random_range(2..9);
        text += &format!("bomb_pot = {{ every_hands = {hands}, ante = {} }}\n", small * 4);
    }
    if chance.random_bool(0.4) {
        text += &format!(
            "rake = {{ basis_points = {}, cap = {}, no_flop_no_drop = {}, account = \"house:rake\" }}\n",
            chance.random_range(1..=10) * 50,
            small * 6,
            chance.random_bool(0.5)
        );
    }
    if chance.random_bool(0.2) {
        text += "time_charge = { amount = 2, every_ms = 60000, account = \"house:time\" }\n";
    }
    text
}
