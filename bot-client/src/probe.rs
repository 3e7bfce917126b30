//! The events that a load tester gets from a swarm: which bot sent or saw what, and when.
//!
//! All times are durations since the swarm's start on one clock, so times of different bots in one
//! process can be compared. [`ActionKey`] names an action. Its actor and all other players at the
//! table derive the same key independently.

use crate::model::{HandResult, Table};
use crate::player::Outcome;
use cardroom_protocol::server::Step;
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, Chips, ErrorCode, HandNo, TableId};
use std::time::Duration;

/// Names one action: the `index`-th of a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionKey {
    /// The table of the hand.
    pub table: TableId,
    /// The hand's number at the table.
    pub hand: HandNo,
    /// The action's position in the hand, from 0, not counting blinds.
    pub index: u32,
}

/// When a bot received its turn, was due to act, and acted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionTiming {
    /// When the frame with the turn was read.
    pub turn_received: Duration,
    /// When the action was due: turn and think time. Latency counts from here, even if the process
    /// was late to act.
    pub intended: Duration,
    /// When the action was handed to the socket.
    pub sent: Duration,
}

/// An action that a bot sends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SentAction {
    /// The table of the hand.
    pub table: TableId,
    /// The hand for which the action was meant.
    pub hand: HandNo,
    /// The seat of the bot.
    pub seat: u8,
    /// The bot's number for the action. An action that is sent again keeps its number.
    pub action_id: ActionId,
    /// The action that was sent.
    pub action: Action,
    /// The action's key, if the bot knows it.
    pub key: Option<ActionKey>,
    /// When the bot received its turn, was due to act, and acted.
    pub timing: ActionTiming,
}

/// An action that a bot saw in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionSeen {
    /// The bot that saw the action.
    pub bot: usize,
    /// The action's key; `None` if the bot did not see the beginning of the hand.
    pub key: Option<ActionKey>,
    /// The table of the hand.
    pub table: TableId,
    /// The seat that acted.
    pub seat: u8,
    /// When the frame was read.
    pub received: Duration,
    /// The timing of the action if this bot sent it. `None` if another player acted, or if the room
    /// acted because the time was up.
    pub own: Option<ActionTiming>,
}

/// An observer of what the bots of a swarm do. Its methods are called from many threads at once, in
/// the bots' hot path, so implementations must record and return.
#[expect(unused_variables, reason = "the bodies are for others to write")]
pub trait Probe: Send + Sync {
    /// A bot begins to connect. The attempt may fail, and others follow it.
    fn connecting(&self, bot: usize, at: Duration) {}

    /// A bot's connection is open: the hello was answered after `took`.
    fn connected(&self, bot: usize, at: Duration, took: Duration) {}

    /// A bot's connection is lost.
    fn disconnected(&self, bot: usize, at: Duration) {}

    /// A bot's connection was cut on purpose. The bot's last messages may or may not have arrived.
    /// The bot finds out after it reconnects.
    fn dropped(&self, bot: usize, at: Duration) {}

    /// A bot is logged in, for the first time or again. `wallet` is what it has away from tables.
    fn logged_in(&self, bot: usize, at: Duration, wallet: Chips) {}

    /// The server sent the amount in a bot's wallet.
    fn wallet(&self, bot: usize, at: Duration, wallet: Chips) {}

    /// A bot took a seat.
    fn seated(&self, bot: usize, at: Duration, table: TableId) {}

    /// A bot asks to leave its seat. From now on the room may act for it. Requests that the bot
    /// sends after this one may get no other answer than [`left_table`](Self::left_table).
    fn leaving(&self, bot: usize, at: Duration, table: TableId) {}

    /// A bot no longer has its seat, and `cashed_out` goes to its wallet. A call of
    /// [`wallet`](Self::wallet) with the new amount follows immediately.
    fn left_table(&self, bot: usize, at: Duration, table: TableId, cashed_out: Chips) {}

    /// A bot received a full view of its table.
    fn view(&self, bot: usize, at: Duration, table: &Table) {}

    /// A bot applies the next step of its table. `before` is the table before the step.
    fn step(&self, bot: usize, at: Duration, step: &Step, before: &Table) {}

    /// A bot sends an action for the first time.
    fn action_sent(&self, bot: usize, sent: &SentAction) {}

    /// A bot's action was accepted.
    fn action_accepted(&self, bot: usize, received: Duration, sent: &SentAction) {}

    /// A bot's action was refused.
    fn action_refused(&self, bot: usize, received: Duration, code: ErrorCode) {}

    /// A bot saw an action, its own or another's.
    fn action_seen(&self, seen: &ActionSeen) {}

    /// A bot saw a hand end.
    fn hand_ended(&self, bot: usize, at: Duration, table: TableId, result: &HandResult) {}

    /// A bot has ended, and its connection is closed.
    fn ended(&self, bot: usize, outcome: &Outcome) {}

    /// A bot met something the protocol does not allow.
    fn protocol_error(&self, bot: usize, at: Duration, what: &str) {}
}
