//! The assignment of a generator: its tables, its bots, and its visitors. It is sent to
//! generators in separate processes.

use crate::crowd::{self, Plan};
use crate::system;
use cardroom_bot::brain::Brain;
use cardroom_bot::brains::{Caller, DealersExample, RandomLegal, TightAggressive};
use cardroom_bot::swarm::Bot;
use cardroom_bot::{BuyIn, DealPart, Encoding, Settings, TableChoice, TableId, ThinkTime};
use cardroom_protocol::game::Betting;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::time::Duration;

/// The assignment of a generator.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Assignment {
    pub(crate) url: String,
    /// Whether the room is on this machine, so that one local address may not have enough ports.
    pub(crate) is_local: bool,
    /// The tables that it fills.
    pub(crate) tables: Vec<TableId>,
    /// Seats of each table, all taken by its bots.
    pub(crate) seats: u8,
    /// The number of its first bot among those of all generators. Names and seeds
    /// derive from the number.
    pub(crate) first_bot: usize,
    pub(crate) brain: BrainChoice,
    /// Each bot's buy-in, in big blinds.
    pub(crate) big_blinds: u32,
    /// How long the bots think.
    #[serde(serialize_with = "crowd::write_think_time", deserialize_with = "crowd::think_time")]
    pub(crate) think: ThinkTime,
    /// The bots' part in verifiable deals.
    pub(crate) deals: DealChoice,
    /// How often each bot cuts its connection and reconnects.
    pub(crate) drop_every: Option<Duration>,
    /// The number of tables at which each connection plays.
    pub(crate) tables_per_connection: usize,
    /// The seed of all randomness.
    pub(crate) seed: u64,
    /// Observers of each table.
    pub(crate) observers: usize,
    /// An encoding of messages, by the name that every command line uses.
    pub(crate) encoding: EncodingChoice,
    /// The limit of new connections per second.
    pub(crate) connects_per_second: u32,
    /// The visitors in addition to the players.
    pub(crate) crowds: Vec<Plan>,
    /// How long a leaving bot waits for its hand to end.
    pub(crate) leave_patience: Duration,
    /// Threads of a generator in a separate process.
    pub(crate) threads: usize,
}

/// How bets are bounded at the tables that are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(clippy::enum_variant_names, reason = "these are poker's words")]
pub(crate) enum BettingChoice {
    /// Any amount up to the stack
    NoLimit,
    /// Any amount up to the pot
    PotLimit,
    /// One size per street
    FixedLimit,
}

impl BettingChoice {
    /// Returns the protocol's value.
    pub(crate) fn betting(self) -> Betting {
        match self {
            Self::NoLimit => Betting::NoLimit,
            Self::PotLimit => Betting::PotLimit,
            Self::FixedLimit => Betting::FixedLimit,
        }
    }

    /// Returns the name in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::NoLimit => "no-limit",
            Self::PotLimit => "pot-limit",
            Self::FixedLimit => "fixed-limit",
        }
    }
}

/// How bots play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BrainChoice {
    /// Checks and calls: long hands, every street
    Caller,
    /// Any legal action, each as likely
    Random,
    /// Tight-aggressive, like people: many folds before the flop
    Tag,
    /// Like the example player of the ACPC dealer: 6 folds in 100, calls or raises any amount
    DealersExample,
}

/// The bots' part in verifiable deals.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DealChoice {
    #[default]
    Absent,
    Lends,
    Verifies,
}

impl DealChoice {
    /// Returns the setting of the bots.
    fn part(self) -> DealPart {
        match self {
            Self::Absent => DealPart::Absent,
            Self::Lends => DealPart::Lends,
            Self::Verifies => DealPart::Verifies,
        }
    }
}

/// An encoding of messages, by the name that every command line uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum EncodingChoice {
    /// Subprotocol cardroom.v1.bin
    Binary,
    /// Subprotocol cardroom.v1.json
    Json,
}

impl BrainChoice {
    /// Makes a brain for this bot.
    pub(crate) fn make(self, bot: Bot) -> Box<dyn Brain> {
        match self {
            Self::Caller => Box::new(Caller),
            Self::Random => Box::new(RandomLegal::new(bot.seed)),
            Self::Tag => Box::new(TightAggressive::new(bot.seed)),
            Self::DealersExample => Box::new(DealersExample::new(bot.seed)),
        }
    }

    /// Returns the name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Caller => "caller",
            Self::Random => "random",
            Self::Tag => "tag",
            Self::DealersExample => "dealers-example",
        }
    }
}

impl EncodingChoice {
    /// Returns the protocol's value.
    pub(crate) fn encoding(self) -> Encoding {
        match self {
            Self::Binary => Encoding::Binary,
            Self::Json => Encoding::Json,
        }
    }
}

impl Assignment {
    /// Returns the number of bots.
    pub(crate) fn bots(&self) -> usize {
        self.tables.len() * usize::from(self.seats)
    }

    /// Returns the largest number of connections.
    pub(crate) fn connections(&self) -> u64 {
        let visitors: u64 = self.crowds.iter().map(|plan| u64::from(plan.most())).sum();
        let playing = self.bots().div_ceil(self.tables_per_connection);
        (playing + self.tables.len() * self.observers) as u64 + visitors
    }

    /// Divides the work among several generators, at most one per table. Each gets whole tables, so
    /// that a table's times are on one clock, and a part of each crowd.
    pub(crate) fn shared_by(&self, generators: usize) -> Vec<Self> {
        let generators = generators.clamp(1, self.tables.len().max(1));
        let mut first_bot = self.first_bot;
        let share = |number: usize| {
            let part = |all: usize| all * number / generators..all * (number + 1) / generators;
            let tables = self.tables[part(self.tables.len())].to_vec();
            let rate = part(self.connects_per_second as usize).len().max(1);
            let crowds = self.crowds.iter();
            let part = Self {
                tables,
                first_bot,
                connects_per_second: u32::try_from(rate).unwrap_or(u32::MAX),
                crowds: crowds.map(|plan| plan.share(number, generators)).collect(),
                ..self.clone()
            };
            first_bot += part.bots();
            part
        };
        (0..generators).map(share).collect()
    }

    /// Returns the settings of the bots.
    pub(crate) fn settings(&self) -> Settings {
        Settings {
            deals: self.deals.part(),
            name_prefix: "load-".to_owned(),
            tables: TableChoice::Ids(self.tables.as_slice().into()),
            tables_per_connection: self.tables_per_connection,
            buy_in: BuyIn::BigBlinds(self.big_blinds),
            think_time: self.think,
            drop_every: self.drop_every,
            // A server under load may be slow; what it bears is measured over lasting connections.
            dead_line: None,
            leave_patience: self.leave_patience,
            ..Settings::default()
        }
    }

    /// Returns local addresses to connect from, or none if the system may choose.
    pub(crate) fn sources(&self) -> Vec<IpAddr> {
        if !self.is_local {
            return Vec::new();
        }
        system::loopback_sources(usize::try_from(self.connections()).unwrap_or(usize::MAX))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn assignment(tables: u64) -> Assignment {
        Assignment {
            url: "ws://127.0.0.1:1/ws".to_owned(),
            is_local: true,
            tables: (1..=tables).map(TableId).collect(),
            seats: 6,
            first_bot: 0,
            brain: BrainChoice::Tag,
            big_blinds: 100,
            think: "10..30".parse().unwrap(),
            deals: DealChoice::Lends,
            drop_every: Some(Duration::from_millis(1_500)),
            tables_per_connection: 1,
            seed: 7,
            observers: 1,
            encoding: EncodingChoice::Json,
            connects_per_second: 1_000,
            crowds: vec![
                toml::from_str("does = \"waits\"\nstages = [\"ramp 1500 ms to 10\", \"hold 2 s\"]")
                    .unwrap(),
                toml::from_str("does = \"leaves\"\narrivals_per_second = 3.0\nat_most = 5")
                    .unwrap(),
            ],
            leave_patience: Duration::from_secs(30),
            threads: 1,
        }
    }

    #[test]
    fn every_table_bot_and_visitor_has_one_generator() {
        let whole = assignment(10);
        let parts = whole.shared_by(3);
        let tables: Vec<_> = parts.iter().flat_map(|part| part.tables.clone()).collect();
        assert_eq!(tables, whole.tables);
        let mut next = 0;
        for part in &parts {
            assert_eq!(part.first_bot, next, "no two bots have one number");
            next += part.bots();
        }
        assert_eq!(next, 60);
        let visitors = |crowd: usize| parts.iter().map(|it| it.crowds[crowd].most()).sum::<u32>();
        assert_eq!((visitors(0), visitors(1)), (10, 5));
        let rate: u32 = parts.iter().map(|part| part.connects_per_second).sum();
        assert_eq!(rate, 1_000);
        let connections: u64 = parts.iter().map(Assignment::connections).sum();
        assert_eq!(connections, whole.connections());
        assert_eq!(whole.shared_by(99).len(), 10, "nobody is without a table");
    }

    #[test]
    fn what_is_sent_to_another_process_is_what_arrives() {
        let sent = assignment(2);
        let text = serde_json::to_string(&sent).unwrap();
        let read: Assignment = serde_json::from_str(&text).unwrap();
        assert_eq!(format!("{read:?}"), format!("{sent:?}"));
    }
}
