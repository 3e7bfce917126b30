//! Private tables and tournaments: opened by a player on terms within the room's limits, and reached by a
//! code. Nothing here says what a host may do there: that is the floor's (`hybrid`, `tournament`).

mod ledger;
mod tournaments;

pub use ledger::{GetTableLedger, LedgerRow, Settlement, TableLedger};
pub use tournaments::{
    GetHostedTournaments, HostTournament, HostableStructure, HostedStart, HostedTournament,
    HostedTournaments, InvitedToTournament, TournamentHosted, TournamentHostingLimits,
    TournamentTerm, TournamentTerms, TournamentTermsRefused,
};

use crate::game::{AnteKind, Betting, BombPot, Straddle};
use crate::ids::{Chips, RequestId, TableId};
use crate::lobby::TableInfo;
use serde::{Deserialize, Serialize};

/// Asks what this account may host, and what it hosts now. Answered by [`Hosting`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetHosting {
    /// Repeated in the answer.
    pub request: RequestId,
}

/// Opens a private table. Answered by [`Hosted`], or by [`TermsRefused`] where a term is outside the
/// room's limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostTable {
    /// Repeated in the answer.
    pub request: RequestId,
    /// What is played there, and for what.
    pub terms: TableTerms,
}

/// Closes a private table: the hand in progress is played to its end, all players get their chips
/// back, and the code leads nowhere. Answered by [`Done`](crate::server::Done) as soon as it is
/// certain to happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CloseHosted {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// Comes in with the code of a private table or tournament. Answered by [`Invited`] or
/// [`InvitedToTournament`]; from then on this connection may watch it, and sit down or enter there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UseInvitation {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The code: capital letters or not, with or without hyphens and spaces.
    pub code: String,
}

/// The game and stakes of a private table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableTerms {
    /// Its name: 1 to 40 characters.
    pub name: String,
    /// The id of a game, or of a rotation of games.
    pub game: String,
    /// The id of the rulebook.
    pub rulebook: String,
    /// The betting structure. A rotation has its own for each game.
    pub betting: Betting,
    /// The small blind.
    pub small_blind: Chips,
    /// The big blind; in fixed limit also the small bet.
    pub big_blind: Chips,
    /// The bring-in of a game that has one instead of blinds; `big_blind` is its small bet.
    pub bring_in: Chips,
    /// The ante; 0 for none.
    pub ante: Chips,
    /// Who pays it.
    pub ante_kind: AnteKind,
    /// How many seats.
    pub seats: u8,
    /// The smallest buy-in.
    pub min_buy_in: Chips,
    /// The largest buy-in.
    pub max_buy_in: Chips,
    /// The time for every decision, in seconds.
    pub act_seconds: u16,
    /// The time bank of each player, in seconds; 0 for none.
    pub bank_seconds: u16,
    /// Who may straddle, where anybody may.
    pub straddle: Option<Straddle>,
    /// Which hands are bomb pots, where some are.
    pub bomb_pot: Option<BombPot>,
    /// The most boards that all-in players may agree to run: 1 for no such offer.
    pub max_boards: u8,
    /// Whether wagers may be made by words and chips, and are ruled on.
    pub hybrid: bool,
    /// Whether accounts may play here by program.
    pub bots_allowed: bool,
    /// Whether players chat freely during a hand.
    pub free_chat: bool,
    /// The pause between hands, in milliseconds.
    pub between_hands_ms: u32,
    /// The stack up to which players may top up, at most `max_buy_in`; 0 if only a player without
    /// chips may buy more. A fixed starting stack is a `min_buy_in` equal to `max_buy_in`.
    pub top_up_to: Chips,
}

/// Which of the terms is outside the room's limits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Term {
    /// The name.
    Name,
    /// The game.
    Game,
    /// The rulebook.
    Rulebook,
    /// The betting structure.
    Betting,
    /// The blinds, the bring-in, or how they go together.
    Blinds,
    /// The ante, or who pays it.
    Ante,
    /// How many seats.
    Seats,
    /// The buy-ins.
    BuyIn,
    /// The time for a decision.
    ActTime,
    /// The time bank.
    TimeBank,
    /// The straddle.
    Straddle,
    /// The bomb pot.
    BombPot,
    /// How many boards may be run.
    Boards,
    /// Wagers by words and chips.
    Hybrid,
    /// Free chat during a hand.
    Chat,
    /// The pause between hands.
    BetweenHands,
    /// How far stacks may be topped up.
    TopUps,
}

/// The limits for hosting, and what this account hosts now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hosting {
    /// The request's id.
    pub request: RequestId,
    /// Whether this account may host at all.
    pub allowed: bool,
    /// Within which limits.
    pub limits: HostingLimits,
    /// The account's private tables that are open.
    pub tables: Vec<HostedTable>,
}

/// The limits that the operator has set for private tables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostingLimits {
    /// How many private tables an account may have at a time.
    pub per_account: u8,
    /// The most seats of a table.
    pub seats: u8,
    /// The largest big blind, and the largest ante.
    pub max_big_blind: Chips,
    /// The largest buy-in.
    pub max_buy_in: Chips,
    /// The least time for a decision, in seconds.
    pub min_act_seconds: u16,
    /// The most time for a decision, in seconds.
    pub max_act_seconds: u16,
    /// The largest time bank, in seconds.
    pub max_bank_seconds: u16,
    /// A table at which nobody sits for so long closes by itself, in seconds.
    pub close_empty_seconds: u32,
    /// What may be played.
    pub games: Vec<HostableGame>,
    /// By which rulebooks.
    pub rulebooks: Vec<Choice>,
    /// Whether free chat during a hand may be among the terms.
    pub free_chat: bool,
    /// The shortest pause between hands, in milliseconds.
    pub min_between_ms: u32,
    /// The longest pause between hands, in milliseconds.
    pub max_between_ms: u32,
}

/// A game or a rotation that may be played at a private table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostableGame {
    /// Its id.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The most players it takes.
    pub max_players: u8,
    /// Whether some game of it has a bring-in: then an ante and a bring-in are needed.
    pub bring_in: bool,
    /// Whether some game of it has blinds.
    pub blinds: bool,
}

/// Something to choose, by its id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// Its id.
    pub id: String,
    /// Its name, for people.
    pub name: String,
}

/// A private table, as its host sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostedTable {
    /// The table.
    pub info: TableInfo,
    /// Who has this may come in.
    pub code: String,
}

/// A private table is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hosted {
    /// The request's id.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// Who has this may come in: ten letters and digits. The page of the room takes it as
    /// `/#/join/CODE`.
    pub code: String,
}

/// The terms of a private table are outside the room's limits, or do not go together;
/// nothing was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TermsRefused {
    /// The request's id.
    pub request: RequestId,
    /// Which of them.
    pub term: Term,
    /// A sentence for people, with the limit.
    pub message: String,
}

/// Answers a code that leads to a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Invited {
    /// The request's id.
    pub request: RequestId,
    /// The table.
    pub info: TableInfo,
}
