//! The command line of `cardroom-bot`.

use cardroom_bot::brains::{Caller, RandomLegal, TightAggressive};
use cardroom_bot::swarm::SwarmBuilder;
use cardroom_bot::{
    Bot, Brain, BuyIn, Chips, Credentials, Encoding, Settings, Swarm, TableChoice, TableFilter,
    TableId, ThinkTime,
};
use cardroom_protocol::Secret;
use cardroom_protocol::game::Betting;
use clap::builder::RangedU64ValueParser;
use clap::{Parser, ValueEnum};
use std::net::IpAddr;
use std::time::Duration;

/// Runs bots against a Cardroom server.
///
/// A line a second tells how they fare; the exit code is 0 when every bot ended as it was meant to
/// and nothing broke the protocol.
#[derive(Parser, Debug)]
#[command(version)]
pub(crate) struct Arguments {
    /// The server.
    #[arg(long, default_value = "ws://127.0.0.1:7777/ws", env = "CARDROOM_URL")]
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
    /// Where they sit: any, table numbers (3,4,5), or a filter such as
    /// game=holdem,betting=no-limit,bb=2..100.
    #[arg(long, default_value = "any", value_parser = tables)]
    tables: TableChoice,
    /// What they bring: min, max, chips (5000) or big blinds (100bb).
    #[arg(long, default_value = "100bb")]
    buy_in: BuyIn,
    /// How long they think: none, human, milliseconds (250) or a range of them (100..500).
    #[arg(long, default_value = "none")]
    think: ThinkTime,
    /// Each bot stops after so many hands.
    #[arg(long)]
    hands: Option<u64>,
    /// Each bot stops after so many seconds.
    #[arg(long)]
    seconds: Option<u64>,
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
}

impl BrainKind {
    fn make(self, bot: Bot) -> Box<dyn Brain> {
        match self {
            Self::Caller => Box::new(Caller),
            Self::Random => Box::new(RandomLegal::new(bot.seed)),
            Self::Tag => Box::new(TightAggressive::new(bot.seed)),
            Self::Mixed => {
                let kinds = [Self::Tag, Self::Caller, Self::Random];
                kinds[bot.number % kinds.len()].make(bot)
            }
        }
    }
}

impl Arguments {
    /// The swarm that was asked for.
    pub(crate) fn swarm(self) -> SwarmBuilder {
        let credentials = match (self.password, self.tokens) {
            (Some(password), _) => Credentials::Password(Secret(password)),
            (None, tokens) if tokens.is_empty() => Credentials::Guest,
            (None, tokens) => Credentials::Tokens(tokens.into_iter().map(Secret).collect()),
        };
        let settings = Settings {
            credentials,
            name_prefix: self.name_prefix,
            tables: self.tables,
            buy_in: self.buy_in,
            think_time: self.think,
            hands: self.hands,
            time: self.seconds.map(Duration::from_secs),
            ..Settings::default()
        };
        let brain = self.brain;
        Swarm::builder(&self.url)
            .bots(self.bots)
            .first_bot(self.first_bot)
            .seed(self.seed)
            .boxed_brain(move |bot| brain.make(bot))
            .settings(settings)
            .encoding(if self.json { Encoding::Json } else { Encoding::Binary })
            .connects_per_second(self.connects_per_second)
            .connect_attempts(self.attempts)
            .source_addresses(self.source)
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
