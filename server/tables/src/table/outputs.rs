//! The results of an input to a table's core.

use crate::history::PlayedHand;
use arrayvec::ArrayVec;
use cardroom_protocol::server::{ServerMessage, Step};
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_record::{Held, Unit};
use cardroom_rules::{Chips, Millis};
use cardroom_tournament::Report;

/// The results of an input.
#[derive(Debug, Default)]
pub struct Outputs {
    /// Must be durable before anything else here happens; may be empty.
    pub unit: Unit,
    /// The same messages for every connection in the
    /// [`audience`](super::TableCore::audience). If the next hand begins in the same unit
    /// ([`go_on`](super::TableCore::go_on)), there are two steps.
    pub steps: ArrayVec<Step, 2>,
    /// For single connections, after the step and in the same frame.
    pub private: Vec<(ConnectionId, ServerMessage)>,
    /// For every attached connection; not part of the game.
    pub aside: Option<ServerMessage>,
    pub after: Vec<After>,
    /// The hand that ended with the unit, to be stored with it.
    pub played: Option<Box<PlayedHand>>,
    /// Whether the table looks different in the lobby.
    pub info_changed: bool,
}

/// An effect on the rest of the room, once a step is durable.
#[derive(Debug)]
pub enum After {
    /// Settles the hold of the request, because its chips are on the table.
    Settle(Held),
    /// A player left with these chips, and must bring them back to this table or a copy of it until
    /// this time; `None` for a player who has come back. Only a table that has copies says so. It
    /// must be noted before anyone hears of the step.
    Took { account: AccountId, taken: Option<(Chips, Millis)> },
    /// Chips came back to a wallet, and its owner is notified.
    Credit(AccountId),
    /// An account has a seat here.
    Seated(AccountId),
    /// An account has no seat here any more.
    Unseated(AccountId),
    /// An account is on the waiting list.
    Waits(AccountId),
    /// An account is not on the waiting list any more.
    WaitsNot(AccountId),
    /// Sends a message to an account, wherever it is connected.
    Tell(AccountId, Box<ServerMessage>),
    /// Tells a player who does not see the page. It is worth nothing after `until`.
    Notice { account: AccountId, notice: Notice, until: Millis },
    /// The configured setup, or the new terms of a host, do not fit the table, for this reason.
    KeptSetup(String),
    /// An action was accepted.
    Acted,
    /// A hand is over; contains every player's chips here after it.
    HandOver(Vec<(AccountId, Chips)>),
    /// Sends a report to the director of the tournament.
    Report(Report),
    /// A player of a tournament keeps withholding links from its deals. The floor should know.
    Withholds(AccountId),
}

/// The subject of a notice to a player who does not see the page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notice {
    /// It is the player's turn.
    Turn,
    /// A private table deals its first hand.
    TableBegins,
    /// A seat is held for a player on the waiting list.
    SeatFree,
}
