//! The ledger of a private table: what each player brought, took and has, and who owes whom.

use crate::ids::{Chips, RequestId, TableId};
use serde::{Deserialize, Serialize};

/// Asks for the ledger of a private table: its host, players who sit there, and connections that
/// brought its code; for a while after the table has closed its host alone. Answered by
/// [`TableLedger`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetTableLedger {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// The ledger of a private table. Winnings and losses add up to the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableLedger {
    /// The request's id.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// Everybody who has had chips there, by name; at most
    /// [`MAX_LEDGER_ROWS`](crate::limits::MAX_LEDGER_ROWS), those with the most chips brought
    /// first.
    pub rows: Vec<LedgerRow>,
    /// Payments after which nobody owes anything; empty if rows are missing.
    pub settle: Vec<Settlement>,
    /// Whether no fewer payments would do. It is not certain for more than twelve winners and
    /// losers together.
    pub fewest: bool,
}

/// A player of a private table. The result is `cash_outs + stack - buy_ins - top_ups - given`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LedgerRow {
    /// The player's name.
    pub player: String,
    /// What the player sat down with, all times together.
    pub buy_ins: Chips,
    /// What the player added.
    pub top_ups: Chips,
    /// What the host gave the player, less what was taken back. The player owes it, as if it had
    /// been bought.
    pub given: Chips,
    /// What went back to the player's wallet.
    pub cash_outs: Chips,
    /// What the player has at the table; during a hand, what the player had before it.
    pub stack: Chips,
    /// How much the player is ahead; 0 for who is not.
    pub won: Chips,
    /// How much the player is behind; 0 for who is not.
    pub lost: Chips,
}

/// A payment between two players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settlement {
    /// The player who pays.
    pub from: String,
    /// The player who is paid.
    pub to: String,
    /// How much.
    pub amount: Chips,
}
