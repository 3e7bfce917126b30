//! The results of an input to a tournament's core.

use crate::results::CorrectionError;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::tournament::{RematchOffered, TournamentStep};
use cardroom_record::Player;
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_record::{HeldPrice, StoredBan, Unit};
use cardroom_rules::Chips;
use cardroom_tournament::{Event, Refusal};

/// The results of an input.
#[derive(Debug, Default)]
pub struct Outputs {
    /// Must be durable before anything else here happens; may be empty.
    pub unit: Unit,
    /// The events, to be announced with [`say`](super::DirectorCore::say) once new tables have
    /// their ids.
    pub events: Vec<Event>,
    pub private: Vec<(ConnectionId, ServerMessage)>,
    pub after: Vec<After>,
}

/// An effect on the rest of the room, once a step is durable.
#[derive(Debug)]
pub enum After {
    /// A player is known from now on, by name and look. Comes before everything that names players.
    Introduce(Player),
    /// Settles the hold of a price, because it is paid.
    Settle(HeldPrice),
    /// Money came back to a wallet, and its owner is notified.
    Credit(AccountId),
    /// A ticket was won or returned.
    Ticket(AccountId),
    /// An account has an entry here.
    Entered(AccountId),
    /// Chips of an account wait for the next day.
    Bagged(AccountId, Chips),
    /// An account has no entry here any more.
    Left(AccountId),
    /// A rematch was offered to an account, wherever it is connected.
    Rematch(AccountId, RematchOffered),
    /// An account is banned from tournaments of this kind, or the ban is lifted.
    Banned(StoredBan),
    /// An account is banned from the chat at the tournament's tables, or the ban is lifted.
    Muted(AccountId, bool),
    /// The survivors of first days could not be entered, for this reason.
    NotCarriedOver(Refusal),
    /// The report of a table was rejected, for this reason.
    RejectedReport(Refusal),
    /// The results have no points, because the league's formula failed for this reason.
    NoPoints(CorrectionError),
}

/// The messages about a step.
#[derive(Debug, Default)]
pub struct Said {
    /// For all watchers, the same for each; `None` if they get a full view or nothing.
    pub step: Option<TournamentStep>,
    /// Whether all watchers get a full view instead.
    pub whole: bool,
    /// For single accounts, wherever they are connected.
    pub personal: Vec<(AccountId, ServerMessage)>,
}
