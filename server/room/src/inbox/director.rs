//! Access to a tournament from the rest of the room: bounded inboxes and the lobby's view of it.

use super::{Player, ReportSender, SendError, Viewer};
use crate::accounts::AccountError;
use crate::cashier::Hold;
use crate::ids::{AccountId, ConnectionId, TournamentId};
use crate::noted::Noted;
use crate::roster::Problem;
use crate::store::StoreError;
use cardroom_events::{Bags, Behind, EnrolOrder, SeatFound, SeatLetters};
use cardroom_protocol::requests::TournamentRequest;
use cardroom_protocol::tournament::{TournamentInfo, TournamentState};
use cardroom_rules::{Cents, Millis};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot, watch};

/// An input to a tournament's inbox, apart from its tables' reports.
#[derive(Debug)]
pub enum DirectorInput {
    /// An account has come back. It gets its seat and its choices.
    Arrived { viewer: Viewer },
    /// Notes that a watching connection has signed in. It gets the view of its account.
    Recognize {
        /// The connection, with its account.
        viewer: Viewer,
    },
    /// Disconnects a connection, which gets no more steps.
    Detach { connection: ConnectionId },
    /// Requests the chips and the pool that a completed first day passes on.
    Bags {
        /// Gets `None` if no next day is due.
        answer: oneshot::Sender<Option<Bags>>,
    },
    /// Notes that the survivors of this first day now play in another tournament.
    HandOver {
        to: TournamentId,
        /// Answered once that is durable.
        done: oneshot::Sender<()>,
    },
    /// Changes the name of a player or the host.
    Introduce(Player),
    /// Enters the players of a roster.
    Enrol {
        /// When the order arrived.
        stamp: Millis,
        order: Box<EnrolOrder>,
        /// The prices: settled when all players are entered and stored, released otherwise.
        holds: Vec<Hold>,
        /// Gets the number of entered players once they are durable, or the reason why none was.
        reply: oneshot::Sender<Result<u32, EnterError>>,
    },
    /// Notes how long it is until the next house bot enters; `None` if no more of them come.
    BotIn(Option<Millis>),
    /// Looks up the seat that a code shows.
    FindSeat {
        letters: SeatLetters,
        /// Gets `None` if no entry has this code.
        answer: oneshot::Sender<Option<SeatFound>>,
    },
    /// Gives way to another private tournament, unless somebody has entered.
    CancelUnused,
    /// Handles a request of a viewer. The answer goes to its outbox.
    Request {
        viewer: Viewer,
        /// When its last byte was read.
        stamp: Millis,
        request: Noted<Box<TournamentRequest>>,
        behind: Behind,
        /// The price of an entry or of chips, held in the wallet. The hold is settled when they are
        /// given and stored, released otherwise.
        hold: Option<Hold>,
    },
}

/// A handle to a tournament. Cheap to clone.
#[derive(Clone, Debug)]
pub struct DirectorHandle {
    pub id: TournamentId,
    /// The tournament as the lobby shows it. The channel signals changes.
    pub info: watch::Receiver<Arc<TournamentInfo>>,
    pub price: Cents,
    /// The prices of a rebuy and of the add-on, if available.
    pub sold: [Option<Cents>; 2],
    /// The account that announced it; `None` for the room itself.
    pub announced_by: Option<AccountId>,
    /// The code that admits players to a private tournament.
    pub code: Option<Arc<str>>,
    inbox: mpsc::Sender<DirectorInput>,
    reports: ReportSender,
}

impl DirectorHandle {
    /// Creates a handle to the tournament behind these inboxes.
    #[must_use]
    pub fn new(
        id: TournamentId,
        announced_by: Option<AccountId>,
        price: Cents,
        sold: [Option<Cents>; 2],
        info: watch::Receiver<Arc<TournamentInfo>>,
        inbox: mpsc::Sender<DirectorInput>,
        reports: ReportSender,
    ) -> Self {
        Self { id, info, price, sold, announced_by, code: None, inbox, reports }
    }

    /// Sets the code, which makes the tournament private.
    #[must_use]
    pub fn with_code(self, code: Option<&str>) -> Self {
        Self { code: code.map(Arc::from), ..self }
    }

    /// Returns `true` if no list shows it, so that it can only be found with its code.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.code.is_some()
    }

    /// Returns `true` if it is over and only kept for requests.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let state = self.info.borrow().state;
        matches!(state, TournamentState::Finished | TournamentState::Cancelled)
    }

    /// Puts an input into the inbox without waiting.
    ///
    /// # Errors
    /// The inbox is full, or the tournament is gone.
    pub fn try_send(&self, input: DirectorInput) -> Result<(), SendError> {
        self.inbox.try_send(input).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => SendError::Busy,
            mpsc::error::TrySendError::Closed(_) => SendError::Closed,
        })
    }

    /// Waits for a place in the inbox, for inputs that must not get lost, such as a
    /// sign-in or a disconnect.
    pub async fn send(&self, input: DirectorInput) -> Result<(), SendError> {
        self.inbox.send(input).await.map_err(|_| SendError::Closed)
    }

    /// Returns what the seat code with these letters shows; `None` if no entry has it.
    ///
    /// # Errors
    /// The inbox is full, or the tournament is gone.
    pub async fn find_seat(&self, letters: SeatLetters) -> Result<Option<SeatFound>, SendError> {
        let (answer, found) = oneshot::channel();
        self.try_send(DirectorInput::FindSeat { letters, answer })?;
        found.await.map_err(|_| SendError::Closed)
    }

    /// Returns the sender for its tables' reports.
    #[must_use]
    pub fn reports(&self) -> ReportSender {
        self.reports.clone()
    }
}

/// The reason why the roster was not entered.
#[derive(Debug, thiserror::Error)]
pub enum EnterError {
    /// Some lines of the roster are wrong.
    #[error("something is wrong with {} lines", .0.len())]
    Problems(Vec<Problem>),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Wallet(#[from] AccountError),
    #[error("there is no such tournament")]
    Gone,
    #[error("the room could not store this; nobody was entered")]
    NotStored,
}
