//! Tables as the lobby shows them.

use crate::game::{AnteKind, Betting, BombPot, Game, Straddle, Switch};
use crate::ids::{Chips, TableId, TournamentId};
use serde::{Deserialize, Serialize};

/// Which tables to list. An absent part matches every table; in JSON each may be left out, so `{}`
/// is a filter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableFilter {
    /// The id of a game or rotation: tables that play this and nothing else.
    pub game: Option<String>,
    /// The id of a game: tables that play it, alone or in turn with others.
    pub plays: Option<String>,
    /// The betting structure.
    pub betting: Option<Betting>,
    /// Big blind at least this.
    pub min_big_blind: Option<Chips>,
    /// Big blind at most this.
    pub max_big_blind: Option<Chips>,
    /// True for only tables with a free seat; absent in JSON: false.
    pub open_seats: bool,
}

/// A table as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// The table.
    pub table: TableId,
    /// Its name.
    pub name: String,
    /// The id of the game, such as `holdem`, or of the rotation, such as `horse`.
    pub game: String,
    /// Its name, such as "Texas hold'em".
    pub game_name: String,
    /// The betting structure; of a rotation that of its first game.
    pub betting: Betting,
    /// The rulebook's id, such as `online` or `tda-2024`.
    pub rulebook: String,
    /// The small blind; of a rotation, as everything up to `ante_kind`, that of its first game.
    pub small_blind: Chips,
    /// The big blind. In fixed limit and with a bring-in it is the small bet, and the big bet is
    /// twice as much.
    pub big_blind: Chips,
    /// The ante; 0 where there is none.
    pub ante: Chips,
    /// Who pays it.
    pub ante_kind: AnteKind,
    /// The smallest chip in play: bets and raises are multiples of it, except the smallest legal
    /// one and all-in.
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
    /// What is played, in turn: one game, or those of a rotation.
    pub games: Vec<Game>,
    /// When the next of them comes.
    pub switch: Switch,
    /// Who may straddle, where anybody may.
    pub straddle: Option<Straddle>,
    /// Which hands are bomb pots, where some are.
    pub bomb_pot: Option<BombPot>,
    /// The most boards that all-in players may agree to run: 1 for no such offer.
    pub max_boards: u8,
    /// The tournament it belongs to: nobody sits down, tops up or leaves there by themselves.
    pub tournament: Option<TournamentId>,
    /// Whether wagers made by words and chips are ruled on here; a plain table takes exact actions
    /// only.
    pub hybrid: bool,
    /// Who hosts it, at a private table: the host has the floor there and may play all the same. No
    /// lobby shows such a table; who has its code finds it.
    pub host: Option<String>,
    /// How many wait in line for a seat.
    pub waiting: u16,
    /// How many of the seated play by program, as far as the room knows: house bots, and accounts
    /// that came in by API token.
    pub bots: u8,
    /// Whether players chat freely during a hand. Where not, only fixed lines pass while a hand is
    /// contested.
    pub free_chat: bool,
    /// How far a stack can be topped up; 0 for not at all. After losing all chips, a player can buy up to
    /// the largest buy-in again.
    pub top_up_to: Chips,
}
