//! The command line of `cardroom-bot`.

use crate::token::TokenArguments;
use cardroom_bot::brains::{
    Caller, DealersExample, Gestures, Maniac, RandomLegal, Rollout, TightAggressive,
};
use cardroom_bot::connection::Endpoint;
use cardroom_bot::exec::Programs;
use cardroom_bot::hosting::PrivateTable;
use cardroom_bot::swarm::SwarmBuilder;
use cardroom_bot::terms::Terms;
use cardroom_bot::{
    Bot, Brain, BuyIn, Chips, Credentials, DealPart, Encoding, Settings, Swarm, TableChoice,
    TableFilter, TableId, ThinkTime, TournamentId, TournamentPlan, WhichTournament,
};
use cardroom_command_line::documents::Documents;
use cardroom_protocol::Secret;
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::hosting::TableTerms;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::io::{self, BufRead};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The text of `--help` after the options.
const AFTER_HELP: &str = "\
Environment:
  CARDROOM_CA_FILE  PEM file with further trusted CAs, for wss:// addresses
  RUST_LOG          Log lines to write, such as debug [default: warn]
  NO_COLOR          Any value turns colors off

Exit codes: 0 every bot ended as planned and nothing broke the protocol; 1 otherwise; 2 the \
command line cannot be used; 130 interrupted by Ctrl-C.";

/// Run bots against a Cardroom server
///
/// Without a command they play ring games. A line per second on standard error shows how they fare,
/// and a summary follows on standard output.
#[derive(Parser, Debug)]
#[command(name = "cardroom-bot", version, args_conflicts_with_subcommands = true)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The kind of game to play; ring games by default.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    bots: BotArguments,
    #[command(flatten)]
    ring: RingArguments,
}

/// Games that bots play.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play a tournament to its end, and print the results
    ///
    /// The exit code is 0 if every bot ended as planned, every entry has a place, and the prizes
    /// add up to the prize pool.
    Tournament(TournamentArguments),
    /// Open a private table, print its code, play there until the bots are done, and close it
    ///
    /// The room must let the account host. If it does not let guests host, give the bots accounts
    /// with --password-stdin.
    Host(HostArguments),
    /// Play with a program that speaks lines, one process for each table
    ///
    /// Each decision is one line of JSON on its standard input, and its answer one on its standard
    /// output: see protocol/LINES.md. The program ends with this one.
    Exec(ExecArguments),
    /// Make, list and revoke the API tokens of an account
    ///
    /// Reads the password from standard input or a prompt, and then a code for each step that needs
    /// the second factor. The login replaces the player's own connection.
    Token(TokenArguments),
    #[command(flatten)]
    Documents(Documents),
}

/// How many bots there are, and how they play.
#[derive(Args, Debug)]
pub(crate) struct BotArguments {
    /// Number of bots
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    bots: usize,
    /// Number of the first bot, for several processes that share a server
    #[arg(long, value_name = "N", default_value_t = 0)]
    first_bot: usize,
    /// How the bots play
    #[arg(long, value_enum, default_value_t = BrainKind::Tag)]
    brain: BrainKind,
    #[command(flatten)]
    line: LineArguments,
}

/// The bots' accounts, and how they reach the server.
#[derive(Args, Debug)]
pub(crate) struct LineArguments {
    /// Address of the server: ws:// or, with TLS, wss://. Commas separate the addresses of a room
    /// on several machines, which are tried in turn; or repeat the option. CARDROOM_CA_FILE names a
    /// PEM file with further trusted CAs
    #[arg(long, default_value = "ws://127.0.0.1:7777/ws", env = "CARDROOM_URL")]
    #[arg(value_delimiter = ',')]
    url: Vec<String>,
    /// Seed of everything random
    #[arg(long, value_name = "SEED", default_value_t = 0)]
    seed: u64,
    /// How long the bots think: none, human, milliseconds (250) or a range of them (100..500)
    #[arg(long, value_name = "TIME", default_value = "none")]
    think: ThinkTime,
    /// Start of each bot's name; its number follows
    #[arg(long, value_name = "PREFIX", default_value = "bot")]
    name_prefix: String,
    /// Play with accounts that have this password, not as guests; accounts that do not exist are
    /// created. Other users of this machine can read arguments: for a password that matters, use
    /// the variable or --password-stdin
    #[arg(long, env = "CARDROOM_BOT_PASSWORD", hide_env_values = true)]
    password: Option<String>,
    /// Read the password from the first line of standard input
    #[arg(long, conflicts_with_all = ["tokens", "tokens_stdin"])]
    password_stdin: bool,
    /// Play with API tokens, one for each bot, separated by commas. Other users of this machine can
    /// read arguments: use the variable or --tokens-stdin
    #[arg(long, env = "CARDROOM_BOT_TOKENS", hide_env_values = true, value_delimiter = ',')]
    #[arg(conflicts_with = "password")]
    tokens: Vec<String>,
    /// Play with this API token, or with that of a match, which `cardroom match` gives to the
    /// programs that it starts
    #[arg(long, env = "CARDROOM_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// Read API tokens from standard input, one per line
    #[arg(long, conflicts_with = "password")]
    tokens_stdin: bool,
    /// Take no part in verifiable deals
    #[arg(long)]
    no_deal: bool,
    /// Folder for evidence against a room whose deal fails a check
    #[arg(long, value_name = "DIR", default_value = "cardroom-evidence")]
    evidence: PathBuf,
    /// Encoding of the messages on the wire
    #[arg(long, value_enum, default_value_t = EncodingName::Binary)]
    encoding: EncodingName,
    /// New connections per second, at most
    #[arg(long, value_name = "RATE", default_value_t = 500)]
    connects_per_second: u32,
    /// Failed attempts to connect in a row after which a bot gives up, though not in the ten
    /// seconds after it lost a connection
    #[arg(long, value_name = "N", default_value_t = 8)]
    attempts: u32,
    /// Local addresses to connect from, separated by commas; each has about 28,000 ports
    #[arg(long, value_name = "ADDRESSES", value_delimiter = ',')]
    source: Vec<IpAddr>,
    /// Cut each connection about every N seconds, and reconnect [default: never]
    #[arg(long, value_name = "SECONDS")]
    #[arg(value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    drop_every: Option<u64>,
}

/// How ring games are played.
#[derive(Args, Debug)]
struct RingArguments {
    /// Tables to play at: any, numbers (3,4,5), or a filter such as
    /// game=holdem,betting=no-limit,bb=2..100
    #[arg(long, value_name = "TABLES", default_value = "any", value_parser = tables)]
    tables: TableChoice,
    /// Play at the private table with this code
    #[arg(long, conflicts_with = "tables")]
    code: Option<String>,
    /// Number of bots that share one account and one connection, each at a table of its own
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "code")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=4_096))]
    tables_per_connection: usize,
    /// Join the waiting list of a full table instead of looking for another
    #[arg(long)]
    wait: bool,
    #[command(flatten)]
    stay: StayArguments,
}

/// The chips that bots bring to a ring game, and how long they stay.
#[derive(Args, Debug)]
struct StayArguments {
    /// Buy-in: min, max, chips (5000) or big blinds (100bb)
    #[arg(long, value_name = "AMOUNT", default_value = "100bb")]
    buy_in: BuyIn,
    /// Hands after which each bot stops [default: never]
    #[arg(long, value_name = "N")]
    hands: Option<u64>,
    /// Seconds after which each bot stops [default: never]
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
}

/// How a tournament is played.
#[derive(Args, Debug)]
pub(crate) struct TournamentArguments {
    #[command(flatten)]
    bots: BotArguments,
    /// Number of the tournament
    #[arg(long, value_name = "ID", conflicts_with = "name")]
    #[arg(required_unless_present_any = ["name", "code"])]
    tournament: Option<u64>,
    /// Name of the tournament; the bots wait until it is announced
    #[arg(long)]
    name: Option<String>,
    /// Code of a private tournament
    #[arg(long, conflicts_with_all = ["tournament", "name", "witness"])]
    code: Option<String>,
    /// Number of bots that enter after the start
    #[arg(long, value_name = "N", default_value_t = 0)]
    late: usize,
    /// Re-enter with bots that are out, where the rulebook allows it
    #[arg(long)]
    re_enter: bool,
    /// Take every rebuy and add-on that is offered
    #[arg(long)]
    buy_chips: bool,
    /// Watch the tournament, too: fail if chips appear or vanish, if tables stay out of balance, or
    /// if a player has the big blind twice in a row or is not dealt in against the rulebook
    #[arg(long)]
    pub(crate) witness: bool,
    /// The rulebook that balances tables and seats newcomers like the tournament's own, if that is
    /// none of the room's
    #[arg(long, value_name = "RULEBOOK", requires = "witness")]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(Terms::RULEBOOKS))]
    pub(crate) witness_like: Option<String>,
}

/// Which table is opened, and how it is played at.
#[derive(Args, Debug)]
pub(crate) struct HostArguments {
    #[command(flatten)]
    bots: BotArguments,
    /// Name of the table
    #[arg(long, default_value = "Bots and friends")]
    table_name: String,
    /// Id of the game or rotation
    #[arg(long, default_value = "holdem")]
    game: String,
    /// Id of the rulebook
    #[arg(long, default_value = "online")]
    rulebook: String,
    /// Betting structure: no-limit, pot-limit or fixed-limit
    #[arg(long, default_value = "no-limit", value_parser = betting)]
    betting: Betting,
    /// Small and big blind
    #[arg(long, value_name = "SMALL/BIG", default_value = "5/10", value_parser = blinds)]
    blinds: (Chips, Chips),
    /// Number of seats
    #[arg(long, value_name = "N", default_value_t = 6)]
    seats: u8,
    #[command(flatten)]
    stay: StayArguments,
}

/// Which program plays, and where.
#[derive(Args, Debug)]
pub(crate) struct ExecArguments {
    #[command(flatten)]
    line: LineArguments,
    /// Number of tables to play at, with one process for each, over one connection
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(conflicts_with_all = ["code", "tournament", "tournament_name", "tournament_code"])]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=4_096))]
    tables: usize,
    /// Tables to play at: any, numbers (3,4,5), or a filter such as
    /// game=holdem,betting=no-limit,bb=2..100
    #[arg(long, value_name = "TABLES", default_value = "any", value_parser = tables)]
    at: TableChoice,
    /// Play at the private table with this code
    #[arg(long, conflicts_with = "at")]
    code: Option<String>,
    /// Join the waiting list of a full table instead of looking for another
    #[arg(long)]
    wait: bool,
    /// Play the tournament with this number
    #[arg(long, value_name = "ID", group = "event", conflicts_with_all = ["at", "code", "wait"])]
    tournament: Option<u64>,
    /// Play the tournament of this name; the bot waits until it is announced
    #[arg(long, value_name = "NAME", group = "event")]
    #[arg(conflicts_with_all = ["at", "code", "wait"])]
    tournament_name: Option<String>,
    /// Play the private tournament with this code
    #[arg(long, value_name = "CODE", group = "event")]
    #[arg(conflicts_with_all = ["at", "code", "wait"])]
    tournament_code: Option<String>,
    /// Re-enter the tournament after going out, where the rulebook allows it
    #[arg(long, requires = "event")]
    re_enter: bool,
    /// Take every rebuy and add-on of the tournament
    #[arg(long, requires = "event")]
    buy_chips: bool,
    #[command(flatten)]
    stay: StayArguments,
    /// Mistakes after which the program is out and its bot leaves
    #[arg(long, value_name = "N", default_value_t = 10)]
    faults: u32,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Which brain the bots have.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum BrainKind {
    /// Checks and calls
    Caller,
    /// Anything legal, at random
    Random,
    /// Tight-aggressive: few hands, played hard
    Tag,
    /// Like the example player of the ACPC dealer
    DealersExample,
    /// Bets and raises with anything
    Maniac,
    /// Plays the rest of the hand many times before each decision
    Rollout,
    /// tag, caller and random in turn
    Mixed,
    /// Words and chips, at hybrid tables
    Gestures,
}

/// An encoding of messages, by the name that every command line uses.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum EncodingName {
    /// Subprotocol cardroom.v1.bin
    Binary,
    /// Subprotocol cardroom.v1.json
    Json,
}

impl BrainKind {
    fn make(self, bot: Bot) -> Box<dyn Brain> {
        match self {
            Self::Caller => Box::new(Caller),
            Self::Random => Box::new(RandomLegal::new(bot.seed)),
            Self::Tag => Box::new(TightAggressive::new(bot.seed)),
            Self::DealersExample => Box::new(DealersExample::new(bot.seed)),
            Self::Maniac => Box::new(Maniac::new(bot.seed)),
            Self::Rollout => Box::new(Rollout::new(bot.seed)),
            Self::Gestures => Box::new(Gestures::new(bot.seed)),
            Self::Mixed => {
                let kinds = [Self::Tag, Self::Caller, Self::Random];
                kinds[bot.number % kinds.len()].make(bot)
            }
        }
    }
}

/// Why secrets cannot be read from standard input.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("Standard input cannot be read: {0}")]
    Read(#[from] io::Error),
    #[error("Standard input has no {0}. Write it there, on a line.")]
    Missing(&'static str),
}

impl Arguments {
    /// Returns `true` if a single bot plays ring games or a match.
    pub(crate) fn is_one_bot(&self) -> bool {
        self.command.is_none() && self.bots.bots == 1 && self.ring.tables_per_connection == 1
    }

    /// Reads the password or the tokens from standard input if an option requests it.
    pub(crate) fn read_secrets(&mut self, input: impl BufRead) -> Result<(), InputError> {
        let bots = match &mut self.command {
            Some(Command::Tournament(arguments)) => &mut arguments.bots.line,
            Some(Command::Host(arguments)) => &mut arguments.bots.line,
            Some(Command::Exec(arguments)) => &mut arguments.line,
            Some(Command::Token(_) | Command::Documents(_)) | None => &mut self.bots.line,
        };
        bots.read_secrets(input)
    }
}

impl LineArguments {
    /// Returns the addresses of the server, with commas between them.
    fn url(&self) -> String {
        self.url.join(",")
    }

    /// Reads the secrets. They replace those from the environment.
    fn read_secrets(&mut self, input: impl BufRead) -> Result<(), InputError> {
        let mut lines = input.lines();
        if self.password_stdin {
            let password = lines.next().transpose()?;
            self.password = Some(password.ok_or(InputError::Missing("password"))?);
            self.tokens.clear();
        } else if self.tokens_stdin {
            let lines: Vec<String> = lines.collect::<Result<_, _>>()?;
            let tokens = lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty());
            self.tokens = tokens.map(str::to_owned).collect();
            self.password = None;
            if self.tokens.is_empty() {
                return Err(InputError::Missing("token"));
            }
        }
        Ok(())
    }

    fn settings(&self) -> Settings {
        let credentials = match (&self.password, self.tokens.as_slice()) {
            (Some(password), _) => Credentials::Password(Secret(password.clone())),
            (None, []) => match &self.token {
                Some(token) => Credentials::Tokens([Secret(token.clone())].into()),
                None => Credentials::Guest,
            },
            (None, tokens) => Credentials::Tokens(tokens.iter().cloned().map(Secret).collect()),
        };
        Settings {
            credentials,
            name_prefix: self.name_prefix.clone(),
            deals: if self.no_deal { DealPart::Absent } else { DealPart::Verifies },
            evidence: self.evidence.clone(),
            think_time: self.think,
            drop_every: self.drop_every.map(Duration::from_secs),
            ..Settings::default()
        }
    }

    fn encoding(&self) -> Encoding {
        match self.encoding {
            EncodingName::Binary => Encoding::Binary,
            EncodingName::Json => Encoding::Json,
        }
    }

    /// Builds a swarm of one bot.
    fn swarm(self, settings: Settings) -> SwarmBuilder {
        let encoding = self.encoding();
        Swarm::builder(&self.url())
            .seed(self.seed)
            .settings(settings)
            .encoding(encoding)
            .connects_per_second(self.connects_per_second)
            .connect_attempts(self.attempts)
            .source_addresses(self.source)
    }
}

impl BotArguments {
    fn settings(&self) -> Settings {
        self.line.settings()
    }

    fn encoding(&self) -> Encoding {
        self.line.encoding()
    }

    fn swarm(self, settings: Settings) -> SwarmBuilder {
        let brain = self.brain;
        self.line
            .swarm(settings)
            .bots(self.bots)
            .first_bot(self.first_bot)
            .boxed_brain(move |bot| brain.make(bot))
    }
}

impl ExecArguments {
    /// Starts what starts the programs.
    pub(crate) fn programs(&self) -> io::Result<Arc<Programs>> {
        Programs::new(self.command.clone(), self.faults)
    }

    /// Builds the swarm of these programs.
    pub(crate) fn swarm(self, programs: &Arc<Programs>) -> SwarmBuilder {
        let plan = match (self.tournament, &self.tournament_name, &self.tournament_code) {
            (Some(id), ..) => Some(TournamentPlan::id(TournamentId(id))),
            (None, Some(name), _) => Some(TournamentPlan::named(name)),
            (None, None, Some(code)) => Some(TournamentPlan::by_code(code)),
            (None, None, None) => None,
        };
        let re_entries = if self.re_enter { u32::MAX } else { 0 };
        let plan = plan.map(|plan| plan.re_entries(re_entries));
        let plan = plan.map(|plan| if self.buy_chips { plan.buys_chips() } else { plan });
        let settings = Settings {
            tables: self.at,
            code: self.code,
            tables_per_connection: self.tables,
            waits_in_line: self.wait,
            tournament: plan,
            ..self.stay.added_to(self.line.settings())
        };
        let programs = Arc::clone(programs);
        self.line
            .swarm(settings)
            .bots(self.tables)
            .boxed_brain(move |bot| Box::new(programs.brain(bot)))
    }
}

impl Arguments {
    /// Builds the swarm for ring games.
    pub(crate) fn swarm(self) -> SwarmBuilder {
        let settings = Settings {
            tables: self.ring.tables,
            code: self.ring.code,
            tables_per_connection: self.ring.tables_per_connection,
            waits_in_line: self.ring.wait,
            ..self.ring.stay.added_to(self.bots.settings())
        };
        self.bots.swarm(settings)
    }
}

impl StayArguments {
    fn added_to(&self, settings: Settings) -> Settings {
        Settings {
            buy_in: self.buy_in,
            hands: self.hands,
            time: self.seconds.map(Duration::from_secs),
            ..settings
        }
    }
}

impl HostArguments {
    /// Opens the private table for an account that no bot uses.
    pub(crate) async fn open(&self) -> anyhow::Result<PrivateTable> {
        let endpoint = Endpoint::resolve(&self.bots.line.url()).await?;
        let credentials = self.bots.settings().credentials;
        let name = format!("{}-host", self.bots.line.name_prefix);
        let host = (&credentials, &*name);
        Ok(PrivateTable::open(endpoint, self.bots.encoding(), host, self.terms()).await?)
    }

    fn terms(&self) -> TableTerms {
        let (small_blind, big_blind) = self.blinds;
        TableTerms {
            name: self.table_name.clone(),
            game: self.game.clone(),
            rulebook: self.rulebook.clone(),
            betting: self.betting,
            small_blind,
            big_blind,
            bring_in: Chips(0),
            ante: Chips(0),
            ante_kind: AnteKind::None,
            seats: self.seats,
            min_buy_in: Chips(big_blind.0.saturating_mul(40)),
            max_buy_in: Chips(big_blind.0.saturating_mul(100)),
            act_seconds: 25,
            bank_seconds: 60,
            straddle: None,
            bomb_pot: None,
            max_boards: 1,
            hybrid: false,
            bots_allowed: true,
            // Bots send only canned lines.
            free_chat: false,
            between_hands_ms: 3_000,
            top_up_to: Chips(big_blind.0.saturating_mul(100)),
            approve_buy_ins: false,
            free_entry: false,
            ends_at_ms: 0,
            note: String::new(),
            chip_value: None,
        }
    }

    /// Builds the swarm that plays at the table with this code.
    pub(crate) fn swarm(self, code: &str) -> SwarmBuilder {
        let settings = Settings {
            code: Some(code.to_owned()),
            waits_in_line: true,
            ..self.stay.added_to(self.bots.settings())
        };
        self.bots.swarm(settings)
    }
}

impl TournamentArguments {
    /// Returns the server's URL and the encoding to use.
    pub(crate) fn server(&self) -> (String, Encoding) {
        (self.bots.line.url(), self.bots.encoding())
    }

    pub(crate) fn which(&self) -> WhichTournament {
        match (self.tournament, &self.code, &self.name) {
            (Some(id), ..) => WhichTournament::Id(TournamentId(id)),
            (None, Some(code), _) => WhichTournament::Code(code.clone()),
            (None, None, name) => WhichTournament::Name(name.clone().unwrap_or_default()),
        }
    }

    /// Returns the code of a private tournament.
    pub(crate) fn code(&self) -> Option<String> {
        self.code.clone()
    }

    /// Builds the swarm for a tournament with these terms.
    pub(crate) fn swarm(self, terms: Option<&Terms>) -> SwarmBuilder {
        let plan = match self.which() {
            WhichTournament::Id(id) => TournamentPlan::id(id),
            WhichTournament::Name(name) => TournamentPlan::named(&name),
            WhichTournament::Code(code) => TournamentPlan::by_code(&code),
        };
        let end = self.bots.first_bot.saturating_add(self.bots.bots);
        let mut plan = plan.late_from(end.saturating_sub(self.late));
        if let Some(terms) = terms {
            plan = plan.by(terms);
        }
        if self.re_enter {
            plan = plan.re_entries(u32::MAX);
        }
        if self.buy_chips {
            plan = plan.buys_chips();
        }
        let settings = Settings { tournament: Some(plan), ..self.bots.settings() };
        self.bots.swarm(settings)
    }
}

fn betting(text: &str) -> Result<Betting, String> {
    match text {
        "no-limit" => Ok(Betting::NoLimit),
        "pot-limit" => Ok(Betting::PotLimit),
        "fixed-limit" => Ok(Betting::FixedLimit),
        _ => Err("Write no-limit, pot-limit or fixed-limit.".to_owned()),
    }
}

/// Parses blinds such as `5/10`.
fn blinds(text: &str) -> Result<(Chips, Chips), String> {
    let chips = |text: &str| text.trim().parse().map(Chips);
    let both = text.split_once('/').map(|(small, big)| (chips(small), chips(big)));
    match both {
        Some((Ok(small), Ok(big))) => Ok((small, big)),
        _ => Err(format!("{text:?} is not a pair of blinds. Write them like 5/10.")),
    }
}

/// Parses `any`, `3,4,5`, or `game=holdem,betting=no-limit,bb=2..100`.
fn tables(text: &str) -> Result<TableChoice, String> {
    let mut filter = TableFilter { open_seats: true, ..TableFilter::default() };
    if text == "any" {
        return Ok(TableChoice::Filter(filter));
    }
    if !text.contains('=') {
        let ids = text.split(',').map(|id| id.trim().parse().map(TableId));
        let ids: Result<Vec<_>, _> = ids.collect();
        return ids.map(|ids| TableChoice::Ids(ids.into())).map_err(|_| {
            format!(
                "{text:?} is not a choice of tables. Write any, numbers like 3,4,5, or a filter."
            )
        });
    }
    for part in text.split(',') {
        let wrong =
            || format!("{part:?} is not a filter. Write game=ID, betting=NAME or bb=MIN..MAX.");
        let (key, value) = part.split_once('=').ok_or_else(wrong)?;
        match key.trim() {
            "game" => filter.game = Some(value.to_owned()),
            "betting" => filter.betting = Some(betting(value)?),
            "bb" => {
                let chips = |text: &str| text.parse().map(Chips).map_err(|_| wrong());
                let (min, max) = value.split_once("..").unwrap_or((value, value));
                filter.min_big_blind = Some(chips(min)?);
                filter.max_big_blind = Some(chips(max)?);
            }
            _ => return Err(wrong()),
        }
    }
    Ok(TableChoice::Filter(filter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory as _;
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_a_page_and_is_completed() {
        assert_eq!(cardroom_command_line::documents::lacking::<Arguments>().unwrap(), [""; 0]);
    }

    #[test]
    fn what_cannot_play_is_refused() {
        for wrong in [["--bots", "0"], ["--buy-in", "0bb"], ["--buy-in", "0"]] {
            assert!(Arguments::try_parse_from(["test", wrong[0], wrong[1]]).is_err(), "{wrong:?}");
        }
        assert!(Arguments::try_parse_from(["test", "--bots", "1"]).is_ok());
    }

    #[test]
    fn reads_what_to_play() {
        let read = |text: &str| Arguments::try_parse_from(text.split(' '));
        let Ok(Arguments { command: Some(Command::Tournament(arguments)), .. }) =
            read("bot tournament --url ws://host/ws --name Major --bots 9 --late 2 --re-enter")
        else {
            panic!("a tournament")
        };
        assert_eq!(arguments.server().0, "ws://host/ws");
        for several in ["--url ws://a,ws://b", "--url ws://a --url ws://b"] {
            let Ok(Arguments { command: Some(Command::Tournament(arguments)), .. }) =
                read(&format!("bot tournament {several} --name Major --bots 9"))
            else {
                panic!("{several}")
            };
            assert_eq!(arguments.server().0, "ws://a,ws://b", "{several}");
        }
        assert_eq!((arguments.bots.bots, arguments.late, arguments.re_enter), (9, 2, true));
        assert!(read("bot tournament --tournament 7 --bots 2 --drop-every 5").is_ok());
        assert!(read("bot --code K7QX2M9RTA --wait --hands 3").is_ok());
        let Ok(Arguments { command: Some(Command::Tournament(private)), .. }) =
            read("bot tournament --code K7QX2M9RTA --bots 3")
        else {
            panic!("a private tournament")
        };
        assert_eq!(private.which(), WhichTournament::Code("K7QX2M9RTA".to_owned()));
        let Ok(Arguments { command: Some(Command::Host(host)), .. }) =
            read("bot host --bots 3 --blinds 1/2 --betting pot-limit --game omaha --hands 9")
        else {
            panic!("a table")
        };
        let terms = host.terms();
        assert_eq!((terms.small_blind, terms.big_blind), (Chips(1), Chips(2)));
        assert_eq!((&*terms.game, terms.betting), ("omaha", Betting::PotLimit));
        for wrong in [
            "bot tournament",
            "bot tournament --tournament 7 --name Major",
            "bot tournament --tournament 7 --code K7QX2M9RTA",
            "bot tournament --code K7QX2M9RTA --witness",
            "bot tournament --tournament 7 --witness-like tnpl",
            "bot tournament --tournament 7 --witness --witness-like hoyle",
            "bot --code K7QX2M9RTA --tables 3",
            "bot host --blinds 10",
            "bot tournament --tournament 7 --hands 9",
            "bot tournament --tournament 7 --drop-every 0",
            "bot --tables 3 tournament --tournament 7",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(read("bot --tables 3 --bots 2").is_ok_and(|read| read.command.is_none()));
    }

    #[test]
    fn reads_which_program_plays() {
        let read = |text: &str| Arguments::try_parse_from(text.split(' '));
        let Ok(Arguments { command: Some(Command::Exec(exec)), .. }) =
            read("bot exec --url ws://host/ws --tables 3 --at 4,5,6 -- python3 mine.py --deep")
        else {
            panic!("a program")
        };
        assert_eq!(exec.command, ["python3", "mine.py", "--deep"]);
        assert_eq!((exec.tables, exec.faults), (3, 10));
        for right in [
            "bot exec --code K7QX2M9RTA -- ./mine",
            "bot exec --tournament 7 --re-enter -- ./mine",
            "bot exec --tournament-name Major --buy-chips -- ./mine",
            "bot exec --tournament-code K7QX2M9RTA -- ./mine",
        ] {
            assert!(read(right).is_ok(), "{right}");
        }
        for wrong in [
            "bot exec",
            "bot exec python3 mine.py",
            "bot exec --brain tag -- ./mine",
            "bot exec --code K7QX2M9RTA --tables 2 -- ./mine",
            "bot exec --tournament 7 --tables 2 -- ./mine",
            "bot exec --tournament 7 --tournament-name Major -- ./mine",
            "bot exec --tournament 7 --code K7QX2M9RTA -- ./mine",
            "bot exec --re-enter -- ./mine",
            "bot exec --tables 0 -- ./mine",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn secrets_come_from_standard_input() {
        let read = |line: &str, input: &str| {
            let mut read = Arguments::try_parse_from(line.split(' ')).unwrap();
            read.read_secrets(input.as_bytes())?;
            Ok::<_, InputError>(match read.command {
                Some(Command::Host(host)) => host.bots.settings().credentials,
                _ => read.bots.settings().credentials,
            })
        };
        let password = |credentials| match credentials {
            Credentials::Password(Secret(password)) => password,
            other => panic!("{other:?}"),
        };
        assert_eq!(
            password(read("bot --password-stdin", "seven deuce\nmore").unwrap()),
            "seven deuce"
        );
        assert_eq!(password(read("bot host --password-stdin", "x\n").unwrap()), "x");
        assert!(read("bot --password-stdin", "").is_err());
        let tokens = read("bot --tokens-stdin", "one\n\n two \n").unwrap();
        let Credentials::Tokens(tokens) = tokens else { panic!("{tokens:?}") };
        let tokens: Vec<_> = tokens.iter().map(|token| &*token.0).collect();
        assert_eq!(tokens, ["one", "two"]);
        assert!(read("bot --tokens-stdin", "\n").is_err());
        let token = read("bot --token one", "ignored\n").unwrap();
        assert_eq!(token, Credentials::Tokens(["one".into()].into()));
        assert!(matches!(read("bot", "ignored\n"), Ok(Credentials::Guest)));
    }

    #[test]
    fn the_encoding_has_a_name_and_json_is_not_a_flag() {
        let encoding = |arguments: &[&str]| {
            let read = Arguments::try_parse_from([&["bot"], arguments].concat());
            read.map(|read| read.bots.encoding())
        };
        assert_eq!(encoding(&[]).unwrap(), Encoding::Binary);
        assert_eq!(encoding(&["--encoding", "binary"]).unwrap(), Encoding::Binary);
        assert_eq!(encoding(&["--encoding", "json"]).unwrap(), Encoding::Json);
        assert!(encoding(&["--encoding", "bin"]).is_err());
        assert!(encoding(&["--json"]).is_err());
    }

    #[test]
    fn reads_tables() {
        let ids = TableChoice::Ids([TableId(3), TableId(5)].into());
        assert_eq!(tables("3, 5"), Ok(ids));
        let Ok(TableChoice::Filter(filter)) = tables("betting=pot-limit,bb=2..100") else {
            panic!("a filter")
        };
        assert_eq!(filter.betting, Some(Betting::PotLimit));
        assert_eq!(
            (filter.min_big_blind, filter.max_big_blind),
            (Some(Chips(2)), Some(Chips(100)))
        );
        assert!(filter.open_seats);
        for wrong in ["", "all", "1,x", "bb=x", "limit=no", "game"] {
            assert!(tables(wrong).is_err(), "{wrong}");
        }
    }
}
