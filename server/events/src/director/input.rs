//! The inputs of a tournament's core.

use cardroom_protocol::requests::TournamentRequest;
use cardroom_record::HeldPrice;
use cardroom_record::Player;
use cardroom_record::ids::{ConnectionId, TournamentId};
use cardroom_rules::Millis;
use cardroom_tournament::Report;
use std::sync::Arc;

/// An input to a tournament's core.
#[derive(Debug)]
pub enum CoreInput {
    Request {
        connection: ConnectionId,
        /// Its player; `None` before a sign-in.
        player: Option<Player>,
        request: Box<TournamentRequest>,
        behind: Behind,
        /// The price of an entry or of chips. The host keeps the hold, and releases it after the
        /// step unless [`After::Settle`](super::After::Settle) says that it is settled.
        price: Option<HeldPrice>,
    },
    Arrived {
        connection: ConnectionId,
        player: Player,
    },
    /// A watching connection has signed in.
    Recognize {
        connection: ConnectionId,
        player: Player,
    },
    Detach {
        connection: ConnectionId,
    },
    /// Enters the survivors of the first days with their chips.
    CarryOver,
    /// The survivors of this first day now play in another tournament.
    HandOver {
        to: TournamentId,
    },
    Report(Report),
    /// This many players lost their connections at once.
    ConnectionsLost(u32),
    /// Most of them are back.
    ConnectionsBack,
    /// The next house bot enters at this time; `None` if no more of them come.
    BotAt(Option<Millis>),
    /// Gives way to another private tournament, unless somebody has entered.
    CancelUnused,
    /// The time of [`deadline`](super::DirectorCore::deadline) has passed.
    Tick,
    /// The process has just started.
    Recover,
}

/// Facts that the host adds to a request.
#[derive(Debug, Default)]
pub struct Behind {
    /// A command is from the owner of the event or the room, so no second operator is needed.
    pub owner: bool,
    /// The player to enter, if a command does so.
    pub entrant: Option<Player>,
    /// The tournament in which a rematch is played.
    pub next: Option<Box<Next>>,
}

/// A tournament that a player offers as a rematch.
#[derive(Clone, Debug)]
pub struct Next {
    pub id: TournamentId,
    /// The code of a private tournament.
    pub code: Option<Arc<str>>,
    /// The id of its structure.
    pub structure: String,
}
