//! What players and operators ask of a table besides exact actions.

use super::commands::TableCommand;
use super::gestures::Gesture;
use crate::ids::{ActionId, RequestId, Seq, TableId, TurnToken};
use crate::limits::MAX_DISCARDS;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// Says something or moves chips, in turn or out of turn; on hybrid tables. Answered by
/// [`ActionAccepted`](crate::server::ActionAccepted) or
/// [`ActionRefused`](crate::server::ActionRefused). The ruling is in the step, for everyone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MakeGesture {
    /// The table.
    pub table: TableId,
    /// The turn it is meant for: refused with `stale_turn` where that is over. Absent: whatever
    /// turn it is, so that it may be out of turn.
    pub turn: Option<TurnToken>,
    /// As in [`Act`](crate::client::Act): one sequence for both.
    pub action_id: ActionId,
    /// What was said and moved.
    pub gesture: Box<Gesture>,
}

/// Turns cards over at the showdown, where players do so themselves: all of them, or it is refused
/// with `show_all_or_none`. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShowCards {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// Which cards.
    pub cards: ArrayVec<Card, MAX_DISCARDS>,
}

/// Asks to see a hand at the showdown that was not tabled. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskToSee {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// Whose hand.
    pub seat: u8,
}

/// Asks for the cards that would have come, as the winner of a hand that was not shown down.
/// Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RabbitHunt {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// Answers that, as a player who called the initial bet. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RabbitConsent {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// Whether they may be shown.
    pub agrees: bool,
}

/// Asks for the clock on the player on turn; on hybrid tables, where the book lets players.
/// Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallClock {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
}

/// Begins or ends to attend a hybrid table on the floor: its tickets wait for whoever does. The
/// table has to be watched, and no operator attends one where they play. Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttendTable {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// True to begin, false to end.
    pub on: bool,
}

/// Gives a command of the floor at a table. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectTable {
    /// Repeated in the answer.
    pub request: RequestId,
    /// The table.
    pub table: TableId,
    /// The last step the operator has seen. Where play has moved on since, the command is refused
    /// with `seq_moved`.
    pub seq: Seq,
    /// Why, for everybody to read: at most 280 characters.
    pub reason: String,
    /// The rule it rests on, such as `TDA 52-A`: at most 40 characters.
    pub rule: Option<String>,
    /// What to do.
    pub command: TableCommand,
}

/// Asks for a page of what the floor has commanded at tables; for the floor. Answered by
/// [`AuditPage`](crate::hybrid::AuditPage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListAudit {
    /// Repeated in the answer.
    pub request: RequestId,
    /// At which table; absent: at all of them.
    pub table: Option<TableId>,
    /// How many to pass over, the latest first.
    pub from: u32,
}
