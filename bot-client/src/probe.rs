//! What a load tester hears from a swarm: who sent what when, and who saw it when.
//!
//! All times are durations since the swarm's start on one clock, so times from different bots of
//! one process compare. An action is named by [`ActionKey`], which its actor and everybody else at
//! the table arrive at by themselves.

use crate::model::{HandResult, Table};
use crate::player::Outcome;
use cardroom_protocol::server::Step;
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, Chips, ErrorCode, HandNo, TableId};
use std::time::Duration;

/// Names one action: the `index`-th of a hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionKey {
    /// The table.
    pub table: TableId,
    /// The hand.
    pub hand: HandNo,
    /// Which action of the hand, from 0; blinds are none.
    pub index: u32,
}

/// The moments of a bot's own action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionTiming {
    /// When the frame with the turn was read.
    pub turn_received: Duration,
    /// When the action was due: turn and think time. Latency counts from here, however late the
    /// process got around to it.
    pub intended: Duration,
    /// When it was handed to the socket.
    pub sent: Duration,
}

/// An action of a bot, as it is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SentAction {
    /// The table.
    pub table: TableId,
    /// The hand it was meant for.
    pub hand: HandNo,
    /// The bot's seat.
    pub seat: u8,
    /// The bot's own number for it. One that is sent again keeps its number.
    pub action_id: ActionId,
    /// What it is.
    pub action: Action,
    /// Which action of the hand, where the bot knows.
    pub key: Option<ActionKey>,
    /// Its moments.
    pub timing: ActionTiming,
}

/// An action seen in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionSeen {
    /// Which bot saw it.
    pub bot: usize,
    /// Which action; `None` when the beginning of the hand was not seen.
    pub key: Option<ActionKey>,
    /// The table.
    pub table: TableId,
    /// Who acted.
    pub seat: u8,
    /// When the frame was read.
    pub received: Duration,
    /// The moments of the action when this bot sent it, `None` when somebody else did (or the room,
    /// when the time was up).
    pub own: Option<ActionTiming>,
}

/// Hears what the bots of a swarm do. Called from many threads at once, in the bots' hot path:
/// implementations record and return.
#[expect(unused_variables, reason = "the bodies are for others to write")]
pub trait Probe: Send + Sync {
    /// A bot's connection is open: the hello was answered after `took`.
    fn connected(&self, bot: usize, at: Duration, took: Duration) {}

    /// A bot's connection is gone.
    fn disconnected(&self, bot: usize, at: Duration) {}

    /// A bot's connection was cut on purpose. What the bot sent last may or may not have arrived:
    /// it hears of it when it is back.
    fn dropped(&self, bot: usize, at: Duration) {}

    /// A bot is logged in, for the first time or again; `wallet` is what it holds away from tables.
    fn logged_in(&self, bot: usize, at: Duration, wallet: Chips) {}

    /// A bot was told what is in its wallet.
    fn wallet(&self, bot: usize, at: Duration, wallet: Chips) {}

    /// A bot took a seat.
    fn seated(&self, bot: usize, at: Duration, table: TableId) {}

    /// A bot asks to give its seat back. The room may act for it from now on, and what the bot
    /// sends behind that request may be answered by [`left_table`](Self::left_table) alone.
    fn leaving(&self, bot: usize, at: Duration, table: TableId) {}

    /// A bot no longer has its seat, and `cashed_out` goes to its wallet. What is in it then, a
    /// call of [`wallet`](Self::wallet) says right after.
    fn left_table(&self, bot: usize, at: Duration, table: TableId, cashed_out: Chips) {}

    /// A bot was sent a full view of its table.
    fn view(&self, bot: usize, at: Duration, table: &Table) {}

    /// A bot takes the next step of its table; `before` is the table as it was.
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
