//! The command line of `cardroom-bot`.

use cardroom_bot::brains::{Caller, Gestures, RandomLegal, TightAggressive};
use cardroom_bot::swarm::SwarmBuilder;
use cardroom_bot::terms::Terms;
use cardroom_bot::{
    Bot, Brain, BuyIn, Chips, Credentials, Encoding, Settings, Swarm, TableChoice, TableFilter,
    TableId, ThinkTime, TournamentId, TournamentPlan, WhichTournament,
};
use cardroom_protocol::Secret;
use cardroom_protocol::game::Betting;
use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::net::IpAddr;
use std::time::Duration;

/// Runs bots against a Cardroom server.
///
/// A line a second tells how they fare; the exit code is 0 when every bot ended as it was meant to
/// and nothing broke the protocol.
#[derive(Parser, Debug)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Arguments {
    /// What they play, where it is not ring games.
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    bots: BotArguments,
    #[command(flatten)]
    ring: RingArguments,
}

/// What bots play.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Plays a tournament to its end, and prints the results.
    ///
    /// The exit code is 0 when it was played as it should be: every bot ended as it was meant to, every
    /// entry has a place, and the prizes are the prize pool.
    Tournament(TournamentArguments),
}

/// Who the bots are and how they reach the server.
#[derive(Args, Debug)]
pub(crate) struct BotArguments {
    /// The server.
    #[arg(
        long,
        visible_alias = "server",
        default_value = "ws://127.0.0.1:7777/ws",
        env = "CARDROOM_URL"
    )]
    url: String,
    /// How many bots.
    #[arg(long, default_value_t = 1, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    bots: usize,
    /// The number of the first bot, for processes that share a server.
    #[arg(long, default_value_t = 0)]
    first_bot: usize,
    /// How they play.
    #[arg(long, value_enum, default_value_t = BrainKind::Tag)]
    brain: BrainKind,
    /// Everything random comes from it.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How long they think: none, human, milliseconds (250) or a range of them (100..500).
    #[arg(long, default_value = "none")]
    think: ThinkTime,
    /// Names are this and a number.
    #[arg(long, default_value = "bot")]
    name_prefix: String,
    /// Play with accounts that have this password, instead of as guests. They are opened where they
    /// do not exist.
    #[arg(long, env = "CARDROOM_BOT_PASSWORD", hide_env_values = true)]
    password: Option<String>,
    /// Play with API tokens, one a bot, separated by commas.
    #[arg(long, env = "CARDROOM_BOT_TOKENS", hide_env_values = true, value_delimiter = ',')]
    #[arg(conflicts_with = "password")]
    tokens: Vec<String>,
    /// Speak JSON rather than the binary encoding.
    #[arg(long)]
    json: bool,
    /// At most so many new connections a second.
    #[arg(long, default_value_t = 500)]
    connects_per_second: u32,
    /// Give up after so many failed attempts to connect in a row.
    #[arg(long, default_value_t = 8)]
    attempts: u32,
    /// Own addresses to connect from, separated by commas: one has some 28,000 ports.
    #[arg(long, value_delimiter = ',')]
    source: Vec<IpAddr>,
    /// Cut each connection about every so many seconds, and come back.
    #[arg(long, value_parser = RangedU64ValueParser::<u64>::new().range(1..))]
    drop_every: Option<u64>,
}

/// How ring games are played.
#[derive(Args, Debug)]
struct RingArguments {
    /// Where they sit: any, table numbers (3,4,5), or a filter such as
    /// game=holdem,betting=no-limit,bb=2..100.
    #[arg(long, default_value = "any", value_parser = tables)]
    tables: TableChoice,
    /// What they bring: min, max, chips (5000) or big blinds (100bb).
    #[arg(long, default_value = "100bb")]
    buy_in: BuyIn,
    /// Each bot stops after so many hands.
    #[arg(long)]
    hands: Option<u64>,
    /// Each bot stops after so many seconds.
    #[arg(long)]
    seconds: Option<u64>,
}

/// How a tournament is played.
#[derive(Args, Debug)]
pub(crate) struct TournamentArguments {
    #[command(flatten)]
    bots: BotArguments,
    /// Which tournament, by its id.
    #[arg(long, value_name = "ID", required_unless_present = "name", conflicts_with = "name")]
    tournament: Option<u64>,
    /// Which tournament, by its name; waited for where there is none yet.
    #[arg(long)]
    name: Option<String>,
    /// So many of the bots enter after the start.
    #[arg(long, default_value_t = 0)]
    late: usize,
    /// Bots that are out enter again where they may.
    #[arg(long)]
    re_enter: bool,
    /// Bots take the rebuys and add-ons they are offered.
    #[arg(long)]
    buy_chips: bool,
    /// Watch besides whether chips are made or lost, whether tables stay out of balance, whether somebody
    /// has the big blind twice running or is not dealt in, by the tournament's rulebook.
    #[arg(long)]
    pub(crate) witness: bool,
}

/// Which brain the bots have.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum BrainKind {
    /// Checks and calls.
    Caller,
    /// Anything legal.
    Random,
    /// Few hands, played hard.
    Tag,
    /// The three in turn.
    Mixed,
    /// Words and chips, at hybrid tables.
    Gestures,
}

impl BrainKind {
    fn make(self, bot: Bot) -> Box<dyn Brain> {
        match self {
            Self::Caller => Box::new(Caller),
            Self::Random => Box::new(RandomLegal::new(bot.seed)),
            Self::Tag => Box::new(TightAggressive::new(bot.seed)),
            Self::Gestures => Box::new(Gestures::new(bot.seed)),
            Self::Mixed => {
                let kinds = [Self::Tag, Self::Caller, Self::Random];
                kinds[bot.number % kinds.len()].make(bot)
            }
        }
    }
}

impl BotArguments {
    fn settings(&self) -> Settings {
        let credentials = match (&self.password, &self.tokens) {
            (Some(password), _) => Credentials::Password(Secret(password.clone())),
            (None, tokens) if tokens.is_empty() => Credentials::Guest,
            (None, tokens) => Credentials::Tokens(tokens.iter().cloned().map(Secret).collect()),
        };
        Settings {
            credentials,
            name_prefix: self.name_prefix.clone(),
            think_time: self.think,
            drop_every: self.drop_every.map(Duration::from_secs),
            ..Settings::default()
        }
    }

    fn encoding(&self) -> Encoding {
        if self.json { Encoding::Json } else { Encoding::Binary }
    }

    fn swarm(self, settings: Settings) -> SwarmBuilder {
        let brain = self.brain;
        let encoding = self.encoding();
        Swarm::builder(&self.url)
            .bots(self.bots)
            .first_bot(self.first_bot)
            .seed(self.seed)
            .boxed_brain(move |bot| brain.make(bot))
            .settings(settings)
            .encoding(encoding)
            .connects_per_second(self.connects_per_second)
            .connect_attempts(self.attempts)
            .source_addresses(self.source)
    }
}

impl Arguments {
    /// The swarm that was asked for, for ring games.
    pub(crate) fn swarm(self) -> SwarmBuilder {
        let settings = Settings {
            tables: self.ring.tables,
            buy_in: self.ring.buy_in,
            hands: self.ring.hands,
            time: self.ring.seconds.map(Duration::from_secs),
            ..self.bots.settings()
        };
        self.bots.swarm(settings)
    }
}

impl TournamentArguments {
    /// Where the server is, and how to speak to it.
    pub(crate) fn server(&self) -> (String, Encoding) {
        (self.bots.url.clone(), self.bots.encoding())
    }

    /// Which tournament is played.
    pub(crate) fn which(&self) -> WhichTournament {
        match (self.tournament, &self.name) {
            (Some(id), _) => WhichTournament::Id(TournamentId(id)),
            (None, name) => WhichTournament::Name(name.clone().unwrap_or_default()),
        }
    }

    /// The swarm that was asked for, for a tournament by these terms.
    pub(crate) fn swarm(self, terms: Option<&Terms>) -> SwarmBuilder {
        let plan = match self.which() {
            WhichTournament::Id(id) => TournamentPlan::id(id),
            WhichTournament::Name(name) => TournamentPlan::named(&name),
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

/// Reads `any`, `3,4,5`, or `game=holdem,betting=no-limit,bb=2..100`.
fn tables(text: &str) -> Result<TableChoice, String> {
    let mut filter = TableFilter { open_seats: true, ..TableFilter::default() };
    if text == "any" {
        return Ok(TableChoice::Filter(filter));
    }
    if !text.contains('=') {
        let ids = text.split(',').map(|id| id.trim().parse().map(TableId));
        let ids: Result<Vec<_>, _> = ids.collect();
        return ids
            .map(|ids| TableChoice::Ids(ids.into()))
            .map_err(|_| format!("{text:?} is neither `any`, nor table numbers, nor a filter"));
    }
    for part in text.split(',') {
        let wrong = || format!("{part:?} is not game=…, betting=… or bb=…");
        let (key, value) = part.split_once('=').ok_or_else(wrong)?;
        match key.trim() {
            "game" => filter.game = Some(value.to_owned()),
            "betting" => {
                filter.betting = Some(match value {
                    "no-limit" => Betting::NoLimit,
                    "pot-limit" => Betting::PotLimit,
                    "fixed-limit" => Betting::FixedLimit,
                    _ => return Err("betting is no-limit, pot-limit or fixed-limit".to_owned()),
                });
            }
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
            read("bot tournament --server ws://host/ws --name Major --bots 9 --late 2 --re-enter")
        else {
            panic!("a tournament")
        };
        assert_eq!(arguments.server().0, "ws://host/ws");
        assert_eq!((arguments.bots.bots, arguments.late, arguments.re_enter), (9, 2, true));
        assert!(read("bot tournament --tournament 7 --bots 2 --drop-every 5").is_ok());
        for wrong in [
            "bot tournament",
            "bot tournament --tournament 7 --name Major",
            "bot tournament --tournament 7 --hands 9",
            "bot tournament --tournament 7 --drop-every 0",
            "bot --tables 3 tournament --tournament 7",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(read("bot --tables 3 --bots 2").is_ok_and(|read| read.command.is_none()));
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
