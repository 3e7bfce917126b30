//! Tables as the lobby shows them.

use crate::ids::{Chips, TableId};
use serde::{Deserialize, Serialize};

/// How bets are bounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Betting {
    /// Any amount from the minimum up to the whole stack.
    NoLimit,
    /// Any amount from the minimum up to the pot.
    PotLimit,
    /// One size per street.
    FixedLimit,
}

/// Which tables to list. An absent part matches every table; in JSON each may be left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableFilter {
    /// The game's id, as in [`TableInfo::game`].
    pub game: Option<String>,
    /// The betting structure.
    pub betting: Option<Betting>,
    /// Big blind at least this.
    pub min_big_blind: Option<Chips>,
    /// Big blind at most this.
    pub max_big_blind: Option<Chips>,
    /// Only tables with a free seat.
    pub open_seats: bool,
}

/// Who pays an ante.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum AnteKind {
    /// Nobody.
    None,
    /// Everybody dealt in.
    Each,
    /// The big blind, for the table.
    BigBlind,
    /// The button, for the table.
    Button,
}

/// A table as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub name: String,
    /// The game's id, such as `holdem`.
    pub game: String,
    /// The game's name, such as "Texas hold'em".
    pub game_name: String,
    /// The betting structure.
    pub betting: Betting,
    /// The rulebook's id, such as `online` or `tda-2024`.
    pub rulebook: String,
    /// The small blind.
    pub small_blind: Chips,
    /// The big blind.
    pub big_blind: Chips,
    /// The ante; 0 where there is none.
    pub ante: Chips,
    /// Who pays it.
    pub ante_kind: AnteKind,
    /// The smallest chip in play: bets and raises are multiples of it, except all-in.
    pub unit: Chips,
    /// How many seats the table has.
    pub seats: u8,
    /// How many are taken.
    pub seated: u8,
    /// The smallest buy-in.
    pub min_buy_in: Chips,
    /// The largest buy-in.
    pub max_buy_in: Chips,
    /// Whether accounts may play here by program.
    pub bots_allowed: bool,
    /// How many hands the table has finished.
    #[serde(with = "crate::ids::safe_u64")]
    pub hands_played: u64,
    /// The average pot of recent hands.
    pub average_pot: Chips,
}
