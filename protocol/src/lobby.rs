//! Tables as the lobby shows them.

use crate::game::{AnteKind, Betting, BombPot, ChipValue, Game, Straddle, Switch};
use crate::ids::{Chips, TableId, TournamentId};
use serde::{Deserialize, Serialize};

/// A filter for tables. An absent field matches every table. In JSON each may be left out, so
/// `{}` is a filter.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TableFilter {
    /// Id of a game or rotation. Matches tables that play only this.
    pub game: Option<String>,
    /// Id of a game. Matches tables that play it, alone or in a rotation.
    pub plays: Option<String>,
    /// Only tables with this betting structure.
    pub betting: Option<Betting>,
    /// Only tables with at least this big blind.
    pub min_big_blind: Option<Chips>,
    /// Only tables with at most this big blind.
    pub max_big_blind: Option<Chips>,
    /// True for only tables with a free seat. False if absent in JSON.
    pub open_seats: bool,
}

/// A table as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableInfo {
    /// Id of the table.
    pub table: TableId,
    /// Name of the table.
    pub name: String,
    /// Id of the game, such as `holdem`, or of the rotation, such as `horse`.
    pub game: String,
    /// Name of the game or rotation, such as "Texas hold'em".
    pub game_name: String,
    /// Betting structure. In a rotation, that of its first game.
    pub betting: Betting,
    /// Id of the rulebook, such as `online` or `tda-2024`.
    pub rulebook: String,
    /// The small blind. In a rotation this and everything up to `ante_kind` are those
    /// of its first game.
    pub small_blind: Chips,
    /// The big blind. In fixed limit and with a bring-in it is the small bet, and the big bet
    /// is twice as much.
    pub big_blind: Chips,
    /// Amount of the ante; 0 for none.
    pub ante: Chips,
    /// The payer of the ante.
    pub ante_kind: AnteKind,
    /// The smallest chip in play. Bets and raises are multiples of it, except for the smallest
    /// legal wager and all-in.
    pub unit: Chips,
    /// Number of seats at the table.
    pub seats: u8,
    /// Number of seats taken.
    pub seated: u8,
    /// The smallest buy-in allowed.
    pub min_buy_in: Chips,
    /// The largest buy-in allowed.
    pub max_buy_in: Chips,
    /// Whether bots may play here.
    pub bots_allowed: bool,
    /// Number of hands the table has finished.
    #[serde(with = "crate::ids::safe_u64")]
    pub hands_played: u64,
    /// The average pot of recent hands.
    pub average_pot: Chips,
    /// The games in the order they are played: one game, or those of a rotation.
    pub games: Vec<Game>,
    /// When the next game of the rotation comes.
    pub switch: Switch,
    /// The straddle rule. Absent if there are no straddles.
    pub straddle: Option<Straddle>,
    /// The bomb pot rule. Absent if there are no bomb pots.
    pub bomb_pot: Option<BombPot>,
    /// The most boards that all-in players may agree to run. 1 for no such offer.
    pub max_boards: u8,
    /// The tournament that it belongs to. Players do not sit down, top up or leave
    /// there on their own.
    pub tournament: Option<TournamentId>,
    /// Whether players may wager with words and chips, which the room rules on. A plain table
    /// takes exact actions only.
    pub hybrid: bool,
    /// Name of the host of a private table, who has the floor there and may play anyway. The lobby
    /// does not show such a table. Players find it by its code.
    pub host: Option<String>,
    /// Number of players on the waiting list.
    pub waiting: u16,
    /// Number of seated players that are bots, as far as the room knows: house bots, and accounts
    /// that logged in by API token.
    pub bots: u8,
    /// Whether players may chat freely during a hand. Otherwise only fixed lines pass while
    /// a hand is contested.
    pub free_chat: bool,
    /// The stack up to which players may top up; 0 for not at all. A player without chips may buy
    /// up to the largest buy-in again.
    pub top_up_to: Chips,
    /// Whether players may show cards of folded and mucked hands when a hand is over. Cards of
    /// other hands may be shown at every table.
    pub shows_folded: bool,
    /// The value that the host gave to chips. Absent if amounts are chips only.
    pub chip_value: Option<ChipValue>,
}
