//! A library for writing poker bots.
//!
//! A bot is a [`Brain`]: it sees the [`Table`] as its seat does and answers with an [`Action`]. The
//! library does the rest: it connects, logs in, finds a table, sits down, keeps the table up to
//! date, buys chips when the bot is broke, and reconnects after a lost connection. A [`Swarm`] runs
//! any number of bots in one process from one seed.
//!
//! The crate only speaks the protocol and does not depend on the engine or the server, so a bot
//! knows exactly what a player knows.
//!
//! ```
//! use cardroom_bot::{Action, Brain, Choices, LegalActions, Table};
//!
//! /// Raises aces before the flop and gives up everything else.
//! struct Nit;
//!
//! impl Brain for Nit {
//!     fn act(&mut self, table: &Table, legal: &LegalActions) -> Action {
//!         let aces = table.cards.iter().all(|card| card.rank() == cardroom_cards::Rank::Ace);
//!         if aces { legal.pot_wager().unwrap_or(legal.check_or_call()) } else { legal.check_or_fold() }
//!     }
//! }
//! ```
//!
//! The modules, from the pure parts outwards: [`model`] (the table), [`brain`] and [`brains`],
//! [`player`] (one bot's decisions, without sockets or clocks), [`connection`],
//! [`drive`](mod@drive) (one bot on one connection after another), [`swarm`], and [`witness`] (a
//! tournament seen from outside).
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod brain;
pub mod choices;
pub mod draws;
pub mod gestures;
pub mod lines;
pub mod model;
pub mod policy;
pub mod seed;
pub mod think;

pub mod brains;

pub mod counters;
pub mod evidence;
pub mod notices;
pub mod player;
pub mod probe;
pub mod standings;
pub mod terms;
pub mod tournament;
pub mod verdict;
pub mod winnings;

pub mod connection;
pub mod drive;
pub mod exec;
pub mod hosting;
pub mod program;
mod standstill;
pub mod swarm;
pub mod tokens;
pub mod witness;

pub use brain::Brain;
pub use cardroom_cards::Card;
pub use cardroom_protocol::game::Game;
pub use cardroom_protocol::hybrid::Gesture;
pub use cardroom_protocol::lobby::TableFilter;
pub use cardroom_protocol::table::{Action, DiscardRange, LegalActions, TableEvent, WagerRange};
pub use cardroom_protocol::{Chips, Encoding, Money, TableId, TournamentId};
pub use choices::Choices;
pub use model::Table;
pub use player::{BuyIn, Credentials, DeadLine, DealPart, Outcome, Settings, TableChoice};
pub use policy::Policy;
pub use probe::Probe;
pub use seed::Seed;
pub use swarm::{Bot, Swarm};
pub use think::ThinkTime;
pub use tournament::{EntryEnd, EntryResult, TournamentPlan, WhichTournament};

/// Checks that the examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
