//! Requests of players and operators at a table beyond exact actions.

use super::commands::TableCommand;
use super::gestures::Gesture;
use crate::ids::{ActionId, RequestId, Seq, TableId, TurnToken};
use crate::limits::MAX_DISCARDS;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// Speaks or moves chips at a hybrid table, in turn or out of turn. Answered by
/// [`ActionAccepted`](crate::server::ActionAccepted) or
/// [`ActionRefused`](crate::server::ActionRefused). The ruling is in the step, for everyone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MakeGesture {
    /// Id of the table.
    pub table: TableId,
    /// The turn that it is meant for. Refused with `stale_turn` if that turn is over. If absent, it
    /// counts whatever turn it is, and so it may be out of turn.
    pub turn: Option<TurnToken>,
    /// As in [`Act`](crate::client::Act), which shares the sequence of ids.
    pub action_id: ActionId,
    /// The words and motions of the player.
    pub gesture: Box<Gesture>,
}

/// Turns over one's own cards, for the whole table. From `HandEnded` until the next `HandStarted`
/// any of the cards that the player held at the end, one or all; `CardsShown` reports it. A folded
/// or mucked hand is refused with `given_up_stays_down` unless
/// [`TableInfo::shows_folded`](crate::lobby::TableInfo::shows_folded), and a request that arrives
/// after the next hand began with `next_hand_began`. During a hand only at the showdown, if players
/// show their own hands there, and then all cards or none (`show_all_or_none`). Answered by
/// [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShowCards {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// The cards to show.
    pub cards: ArrayVec<Card, MAX_DISCARDS>,
}

/// Asks to see a hand at the showdown that was not
/// tabled. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskToSee {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Seat of the player whose hand it is.
    pub seat: u8,
}

/// Asks for the cards that would have come, as the winner of a hand without a
/// showdown. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RabbitHunt {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Answers a request for the cards that would have come, as a player who called the initial
/// bet. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RabbitConsent {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// Whether the cards may be shown.
    pub agrees: bool,
}

/// Calls the clock on the player to act, at hybrid tables if the book lets players do
/// so. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CallClock {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
}

/// Starts or stops attending a hybrid table as the floor. Its tickets wait for an
/// operator who attends it. The operator must watch the table and may not play
/// there. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AttendTable {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// True to start, false to stop.
    pub on: bool,
}

/// Gives a command of the floor at a table. Answered by [`Done`](crate::server::Done).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectTable {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Id of the table.
    pub table: TableId,
    /// The last step that the operator has seen. If play has moved on since, the command
    /// is refused with `seq_moved`.
    pub seq: Seq,
    /// The reason, for everyone to read: at most 280 characters.
    pub reason: String,
    /// The rule behind the command, such as `TDA 52-A`: at most 40 characters.
    pub rule: Option<String>,
    /// The command to carry out.
    pub command: TableCommand,
}

/// Asks for a page of the floor's commands at tables. Floor only, except for hosts at their own
/// tables. Answered by [`AuditPage`](crate::hybrid::AuditPage).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListAudit {
    /// Id of the request, repeated in the answer.
    pub request: RequestId,
    /// Only commands at this table. Absent for all tables.
    pub table: Option<TableId>,
    /// Number of commands to skip, the latest first.
    pub from: u32,
}
