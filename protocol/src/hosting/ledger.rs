//! The ledger of a private table: what each player brought, took and has, and the
//! payments that settle it.

use crate::game::ChipValue;
use crate::ids::{Chips, RequestId, TableId};
use serde::{Deserialize, Serialize};

/// Asks for the ledger of a private table. Its host, players who sit there, and
/// connections that used its code may ask; for a while after the table has closed, only
/// its host. Answered by [`TableLedger`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GetTableLedger {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// The ledger of a private table. Winnings and losses add up to the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TableLedger {
    /// Id of the request that this answers.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// All players who have had chips there, by name. At most
    /// [`MAX_LEDGER_ROWS`](crate::limits::MAX_LEDGER_ROWS): those who brought the most chips.
    pub rows: Vec<LedgerRow>,
    /// Payments that settle all debts. Empty if rows are missing.
    pub settle: Vec<Settlement>,
    /// Whether no smaller number of payments would do. Never certain for more than twelve
    /// winners and losers together.
    pub fewest: bool,
    /// The value that the host gave to chips. Absent if amounts are chips only.
    pub chip_value: Option<ChipValue>,
}

/// A player's row in the ledger. The result is
/// `cash_outs + taken + stack - buy_ins - top_ups - given`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LedgerRow {
    /// Name of the player.
    pub player: String,
    /// Chips the player sat down with, all times together.
    pub buy_ins: Chips,
    /// Chips the player added later.
    pub top_ups: Chips,
    /// Chips that the host added to the stack. The player owes them like a purchase.
    pub given: Chips,
    /// Chips that the host took off the stack.
    pub taken: Chips,
    /// Chips that the player left with.
    pub cash_outs: Chips,
    /// Chips the player has at the table. During a hand: the chips before it.
    pub stack: Chips,
    /// The player's winnings; 0 for a player who is not ahead.
    pub won: Chips,
    /// The player's losses; 0 for a player who is not behind.
    pub lost: Chips,
}

/// A payment between two players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settlement {
    /// Name of the player who pays.
    pub from: String,
    /// Name of the player who is paid.
    pub to: String,
    /// Number of chips to pay.
    pub amount: Chips,
}
