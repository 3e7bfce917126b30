//! Private tables and tournaments. A player opens one on terms within the room's limits, and others
//! find it by its code. The host's commands there are those of the floor (`hybrid`, `tournament`).

mod desk;
mod ledger;
mod tournaments;

pub use desk::{
    BuyInAnswer, BuyInAsked, BuyInSettled, BuyInWaits, ChangeTable, HandOver, HostOrder,
    HostedTerms, SeatChips, SeatedPlayer,
};
pub use ledger::{GetTableLedger, LedgerRow, Settlement, TableLedger};
pub use tournaments::{
    GetHostedTournaments, HostTournament, HostableStructure, HostedStart, HostedTournament,
    HostedTournaments, InvitedToTournament, TournamentHosted, TournamentHostingLimits,
    TournamentTerm, TournamentTerms, TournamentTermsRefused,
};

use crate::game::{AnteKind, Betting, BombPot, ChipValue, Straddle};
use crate::ids::{Chips, RequestId, TableId};
use crate::lobby::TableInfo;
use serde::{Deserialize, Serialize};

/// Asks for the limits of hosting and the tables that this account hosts
/// now. Answered by [`Hosting`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHosting {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
}

/// Opens a private table. Answered by [`Hosted`], or by [`TermsRefused`] if a term is
/// outside the room's limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostTable {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The terms of the table.
    pub terms: TableTerms,
}

/// Closes a private table. The hand in progress is played to its end, all players get their
/// chips back, and the code stops working. Answered by [`Done`](crate::server::Done) as soon as
/// the closing is certain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseHosted {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Uses the code of a private table or tournament. From then on this connection may watch it, and
/// sit down or enter there. Answered by [`Invited`] or [`InvitedToTournament`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseInvitation {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// The code. Case, hyphens and spaces do not matter.
    pub code: String,
}

/// The game and stakes of a private table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableTerms {
    /// Name of the table: 1 to 40 characters.
    pub name: String,
    /// Id of a game or a rotation of games.
    pub game: String,
    /// Id of the rulebook.
    pub rulebook: String,
    /// Betting structure. A rotation has its own for each game.
    pub betting: Betting,
    /// Amount of the small blind.
    pub small_blind: Chips,
    /// Amount of the big blind; in fixed limit also the small bet.
    pub big_blind: Chips,
    /// The bring-in of a game that has one instead of blinds. Its small bet is `big_blind`.
    pub bring_in: Chips,
    /// Amount of the ante; 0 for none.
    pub ante: Chips,
    /// The payer of the ante.
    pub ante_kind: AnteKind,
    /// Number of seats at the table.
    pub seats: u8,
    /// The smallest buy-in allowed.
    pub min_buy_in: Chips,
    /// The largest buy-in allowed.
    pub max_buy_in: Chips,
    /// Time for each decision, in seconds.
    pub act_seconds: u16,
    /// Time bank of each player, in seconds; 0 for none.
    pub bank_seconds: u16,
    /// The straddle rule. Absent if there are no straddles.
    pub straddle: Option<Straddle>,
    /// The bomb pot rule. Absent if there are no bomb pots.
    pub bomb_pot: Option<BombPot>,
    /// The most boards that all-in players may agree to run. 1 for no such offer.
    pub max_boards: u8,
    /// Whether players may wager with words and chips, which the room rules on.
    pub hybrid: bool,
    /// Whether bots may play here.
    pub bots_allowed: bool,
    /// Whether players may chat freely during a hand.
    pub free_chat: bool,
    /// Pause between hands, in milliseconds.
    pub between_hands_ms: u32,
    /// The stack up to which players may top up, at most `max_buy_in`. 0 if only a player without
    /// chips may buy more. For a fixed starting stack, set `min_buy_in` equal to `max_buy_in`.
    pub top_up_to: Chips,
    /// Whether the host approves each buy-in and top-up of the others. In JSON, this term and those
    /// after it may be absent: they are then `false`, 0 or empty.
    #[serde(default)]
    pub approve_buy_ins: bool,
    /// Whether players are dealt in at once when they sit down or come back. They pay no blind for
    /// it, and owe none that they missed.
    #[serde(default)]
    pub free_entry: bool,
    /// When the table closes, after the hand in progress, in milliseconds since 1970. 0 if it stays
    /// open until the host closes it.
    #[serde(default, with = "crate::ids::safe_u64")]
    pub ends_at_ms: u64,
    /// A note for everyone at the table, such as the address of a call: at most 120 characters.
    #[serde(default)]
    pub note: String,
    /// The value that players give to chips among themselves. Absent for none.
    pub chip_value: Option<ChipValue>,
}

/// A term that is outside the room's limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Term {
    /// Name of the table.
    Name,
    /// Game or rotation of games.
    Game,
    /// Id of the rulebook.
    Rulebook,
    /// Betting structure of the game.
    Betting,
    /// The blinds, the bring-in, or their combination.
    Blinds,
    /// The ante, or its payer.
    Ante,
    /// Number of seats at the table.
    Seats,
    /// Smallest or largest buy-in.
    BuyIn,
    /// Time for a decision.
    ActTime,
    /// Time bank of a player.
    TimeBank,
    /// The straddle rule chosen.
    Straddle,
    /// The bomb pot rule.
    BombPot,
    /// Number of boards that may be run.
    Boards,
    /// Wagers by words and chips.
    Hybrid,
    /// Free chat during a hand.
    Chat,
    /// Pause between two hands.
    BetweenHands,
    /// Limit for topping up stacks.
    TopUps,
    /// The host's approval of buy-ins.
    Approval,
    /// Blinds of players who sit down or come back.
    Entry,
    /// The time at which the table closes.
    End,
    /// The note for everyone at the table.
    Note,
    /// Value of a chip.
    ChipValue,
}

/// The limits for hosting, and the tables that this account hosts now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hosting {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Whether this account may host at all.
    pub allowed: bool,
    /// Limits for the terms of a table.
    pub limits: HostingLimits,
    /// The account's private tables that are open.
    pub tables: Vec<HostedTable>,
}

/// The operator's limits for private tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostingLimits {
    /// The most private tables an account may have at a time.
    pub per_account: u8,
    /// The most seats a table may have.
    pub seats: u8,
    /// The largest big blind and the largest ante.
    pub max_big_blind: Chips,
    /// The largest buy-in allowed.
    pub max_buy_in: Chips,
    /// The shortest time for a decision, in seconds.
    pub min_act_seconds: u16,
    /// The longest time for a decision, in seconds.
    pub max_act_seconds: u16,
    /// The largest time bank, in seconds.
    pub max_bank_seconds: u16,
    /// Time after which an empty table closes, in seconds.
    pub close_empty_seconds: u32,
    /// Games and rotations to choose from.
    pub games: Vec<HostableGame>,
    /// Rulebooks to choose from.
    pub rulebooks: Vec<Choice>,
    /// Whether the terms may allow free chat during a hand.
    pub free_chat: bool,
    /// The shortest pause between hands, in milliseconds.
    pub min_between_ms: u32,
    /// The longest pause between hands, in milliseconds.
    pub max_between_ms: u32,
}

/// A game or a rotation that may be played at a private table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostableGame {
    /// Id of the game or rotation.
    pub id: String,
    /// Name of the game, for people.
    pub name: String,
    /// The most players it allows.
    pub max_players: u8,
    /// Whether any of its games has a bring-in. The terms then need an ante and a bring-in.
    pub bring_in: bool,
    /// Whether any of its games has blinds.
    pub blinds: bool,
}

/// An option, given by its id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Id of the option.
    pub id: String,
    /// Name of the option, for people.
    pub name: String,
}

/// A private table, as its host sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostedTable {
    /// The table as the lobby describes one.
    pub info: TableInfo,
    /// Code that lets players in.
    pub code: String,
}

/// A private table is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hosted {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Code that lets players in: ten letters and digits. The web client
    /// takes it as `/#/join/CODE`.
    pub code: String,
}

/// The terms of a private table are outside the room's limits or contradict each other.
/// No table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TermsRefused {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The term at fault.
    pub term: Term,
    /// A sentence for people, which states the limit.
    pub message: String,
}

/// Answers a code that leads to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invited {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// The table as the lobby describes one.
    pub info: TableInfo,
}
