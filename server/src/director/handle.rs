//! What the rest of the room holds of a tournament: bounded inboxes and the lobby's view of it.

use super::enrol::EnrolOrder;
use super::host::Bags;
use crate::cashier::Hold;
use crate::ids::{AccountId, ConnectionId, TournamentId};
use crate::table::Viewer;
use crate::table::handle::{Player, ReportSender, SendError};
use cardroom_protocol::tournament::{
    DealProposal, DirectTournament, Purchase, TournamentInfo, TournamentState,
};
use cardroom_protocol::{DealId, Money, RequestId};
use cardroom_rules::Millis;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot, watch};

/// What a tournament's inbox takes, besides the reports of its tables.
#[derive(Debug)]
pub enum DirectorInput {
    /// An account has come back: it hears where it sits, and what it may do.
    Arrived { viewer: Viewer },
    /// A connection that may watch has logged in: a watcher gets the view of its account.
    Recognize {
        /// The connection, with its account.
        viewer: Viewer,
    },
    /// A connection is gone: no more steps for it.
    Detach { connection: ConnectionId },
    /// What a first day that is over leaves to the next.
    Bags {
        /// Where to; nothing where nobody waits for that.
        answer: oneshot::Sender<Option<Bags>>,
    },
    /// Those who went on from this first day play in another tournament now.
    HandOver {
        to: TournamentId,
        /// Told once that is durable.
        done: oneshot::Sender<()>,
    },
    /// A player, or the host, has another name from now on.
    Introduce(Player),
    /// A roster is to be entered.
    Enrol(Box<EnrolOrder>),
    /// A connection wants something.
    Request {
        viewer: Viewer,
        /// Repeated in the answer.
        request: RequestId,
        /// When its last byte was read.
        stamp: Millis,
        what: TournamentRequest,
    },
}

/// What a connection can want of a tournament. The answer goes to its outbox.
#[derive(Debug)]
pub enum TournamentRequest {
    /// A full view, then every step.
    Watch,
    Unwatch,
    /// Levels, breaks and terms.
    Structure,
    /// A page of the players.
    Players {
        /// How many to pass over.
        from: u32,
    },
    /// A page of the tables.
    Tables {
        /// How many to pass over.
        from: u32,
    },
    /// A page of the prizes.
    Payouts {
        /// How many to pass over.
        from: u32,
    },
    /// A page of the rulings.
    Rulings {
        /// How many to pass over.
        from: u32,
    },
    /// The rules that people keep.
    HouseRules,
    /// An entry. The hold is settled when the entry is made and stored, released otherwise.
    Enter {
        /// The price, held in the wallet.
        hold: Hold,
        /// Attests the age the rulebook asks for.
        of_age: bool,
    },
    /// To take the entry back.
    Withdraw,
    /// The player is there for the start.
    CheckIn,
    /// Chips. The hold is settled when they are bought and stored, released otherwise.
    Buy {
        /// The cost, held in the wallet.
        hold: Hold,
        what: Purchase,
    },
    DeclineRebuy,
    /// To leave for good.
    Quit,
    /// A command of the floor.
    Direct {
        command: Box<DirectTournament>,
        /// Given by who owns the event or the room: needs no second operator.
        owner: bool,
        /// Whom it registers, where it does: with the price held in the own wallet.
        entrant: Option<Entrant>,
    },
    /// Something this tournament does not have.
    NotHere(&'static str),
    /// A deal among those who are left.
    ProposeDeal {
        proposal: DealProposal,
        /// What is kept for the winner.
        for_winner: Money,
    },
    /// A vote on a deal.
    Vote {
        deal: DealId,
        accept: bool,
    },
}

/// Somebody whom the floor registers.
#[derive(Debug)]
pub struct Entrant {
    pub player: Player,
    /// The price, held in the wallet: settled when the entry is made and stored, released
    /// otherwise.
    pub hold: Hold,
}

/// A tournament, as others hold it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct DirectorHandle {
    pub id: TournamentId,
    /// What the lobby shows; changes are seen through the channel.
    pub info: watch::Receiver<Arc<TournamentInfo>>,
    /// What an entry costs.
    pub price: cardroom_rules::Cents,
    /// What a rebuy and the add-on cost, where there are any.
    pub sold: [Option<cardroom_rules::Cents>; 2],
    /// Who announced it; `None` for the room itself.
    pub announced_by: Option<AccountId>,
    /// Who has this may come in, where it is private.
    pub code: Option<Arc<str>>,
    inbox: mpsc::Sender<DirectorInput>,
    reports: ReportSender,
}

impl DirectorHandle {
    /// A handle on the tournament behind these inboxes.
    #[must_use]
    pub fn new(
        id: TournamentId,
        announced_by: Option<AccountId>,
        price: cardroom_rules::Cents,
        sold: [Option<cardroom_rules::Cents>; 2],
        info: watch::Receiver<Arc<TournamentInfo>>,
        inbox: mpsc::Sender<DirectorInput>,
        reports: ReportSender,
    ) -> Self {
        Self { id, info, price, sold, announced_by, code: None, inbox, reports }
    }

    /// The same, private where there is a code.
    #[must_use]
    pub fn with_code(self, code: Option<&str>) -> Self {
        Self { code: code.map(Arc::from), ..self }
    }

    /// Whether no list shows it, and only who has the code finds it.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.code.is_some()
    }

    /// Whether it is over, and only remembered.
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

    /// Waits for a place in the inbox: for a login or a lost connection, which must not be
    /// forgotten.
    pub async fn send(&self, input: DirectorInput) -> Result<(), SendError> {
        self.inbox.send(input).await.map_err(|_| SendError::Closed)
    }

    /// The way for its tables' reports.
    #[must_use]
    pub fn reports(&self) -> ReportSender {
        self.reports.clone()
    }
}
