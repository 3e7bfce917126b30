//! Access to a table from the rest of the room: a bounded inbox and the lobby's view of it.

use super::{Player, SendError, Viewer};
use crate::cashier::Hold;
use crate::ids::{AccountId, ConnectionId, TableId};
use crate::night::Night;
use crate::noted::Noted;
use cardroom_protocol::deal::LendLink;
use cardroom_protocol::hosting::Term;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_rules::Millis;
use cardroom_tables::{LevelPlays, PrivateTerms};
use cardroom_tournament::{Ordered, Report};
use std::sync::Arc;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// An input to a table's inbox.
#[derive(Debug)]
pub enum TableInput {
    /// Connects an account, perhaps again. It gets a full view and every step from then on, whether
    /// seated or just watching.
    Attach {
        viewer: Viewer,
        /// The request to watch, which is answered; `None` for other reasons to attach.
        request: Option<RequestId>,
    },
    /// Notes that a watching connection has signed in. It gets the view of its account.
    Recognize {
        /// The connection, with its account.
        viewer: Viewer,
    },
    /// Disconnects a connection. Its seat stays, and the clock of that seat keeps running.
    Detach { connection: ConnectionId },
    /// Handles an action of a viewer. The answer goes to its outbox.
    Act {
        viewer: Viewer,
        /// When its last byte was read.
        stamp: Millis,
        /// When it was put into the inbox, for metrics.
        asked_at: Instant,
        action: TableAction,
    },
    /// Handles a request of a viewer. The answer goes to its outbox.
    Request {
        viewer: Viewer,
        /// When its last byte was read.
        stamp: Millis,
        request: Noted<Box<TableRequest>>,
        /// The chips of a request for a seat or for chips, held in the wallet; `None` at a table
        /// with chips of its own. The hold is settled when they are on the table and stored,
        /// released otherwise.
        hold: Option<Hold>,
    },
    /// A link to an opening of the table.
    Lend {
        viewer: Viewer,
        /// When its last byte was read.
        stamp: Millis,
        link: LendLink,
    },
    /// Notes that a player on the waiting list has signed in again.
    BackInLine { viewer: Viewer },
    /// An instruction of the tournament's director.
    Order {
        ordered: Ordered,
        /// The players that it names.
        people: Vec<Player>,
        /// The games and stakes of each level, as the floor has changed them.
        levels: Arc<[LevelPlays]>,
    },
    /// The director of the tournament has started, and needs the report of the last hand again.
    ReportAgain,
    /// An account has sat down at another ring table.
    SeatedElsewhere {
        /// Leaves the waiting list of this table.
        account: AccountId,
    },
    /// Makes a player leave when the hand in progress is over, by order of an operator. Does
    /// nothing at a tournament table, or for an account without a seat.
    Remove {
        /// The account of the seat.
        account: AccountId,
    },
    /// Changes the name of a player or the host.
    Introduce {
        /// The player with the new name.
        player: Player,
    },
    /// Requests the ledger of the night.
    Night {
        /// Gets the ledger as it is stored; `None` if the table keeps none.
        reply: tokio::sync::oneshot::Sender<Option<Night>>,
    },
    /// Uses the terms that the host has changed, from the next hand.
    ChangeTerms { by: Player, terms: Box<PrivateTerms>, what: Vec<Term> },
    /// Requests the player who may become the host of a private table.
    NextHost {
        asked_by: AccountId,
        /// The name of the player; `None` if the sender follows a host who is gone.
        to: Option<String>,
        /// Gets the player, or the reason of a refusal.
        reply: tokio::sync::oneshot::Sender<Result<Player, (ErrorCode, String)>>,
    },
    /// Another player hosts the table.
    ChangeHost { by: Player, host: Player },
    /// Closes the table. When the hand in progress is over, all players are paid out.
    Close,
    /// Stops new hands. Answers when the hand in progress is over and everything is stored.
    Drain {
        /// Answered or dropped when the table is quiet.
        done: tokio::sync::oneshot::Sender<()>,
    },
}

/// A handle that sends a table's reports to the director of its tournament. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ReportSender {
    inbox: mpsc::Sender<Report>,
}

impl ReportSender {
    /// Creates a sender for this inbox.
    #[must_use]
    pub fn new(inbox: mpsc::Sender<Report>) -> Self {
        Self { inbox }
    }

    /// Waits for a place in the inbox. If the director is gone, the report is dropped. The director
    /// requests it again when it is back.
    pub async fn send(&self, report: Report) {
        let _ = self.inbox.send(report).await;
    }
}

/// A handle to a table. Cheap to clone.
#[derive(Clone, Debug)]
pub struct TableHandle {
    pub id: TableId,
    /// The table as the lobby shows it. The channel signals changes.
    pub info: watch::Receiver<Arc<TableInfo>>,
    /// The host of a private table. No list shows it, and only invited accounts can reach it.
    pub hosted_by: Option<AccountId>,
    inbox: mpsc::Sender<TableInput>,
}

impl TableHandle {
    /// Creates a handle to the table behind an inbox.
    #[must_use]
    pub fn new(
        id: TableId,
        inbox: mpsc::Sender<TableInput>,
        info: watch::Receiver<Arc<TableInfo>>,
    ) -> Self {
        Self { id, info, hosted_by: None, inbox }
    }

    /// Returns the handle of a private table.
    #[must_use]
    pub fn hosted_by(self, host: Option<AccountId>) -> Self {
        Self { hosted_by: host, ..self }
    }

    /// Returns `true` if no list shows it.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.hosted_by.is_some()
    }

    /// Returns `true` if it is a ring game that the lobby lists.
    #[must_use]
    pub fn is_in_lobby(&self) -> bool {
        !self.is_private() && self.info.borrow().tournament.is_none()
    }

    /// Returns `true` if its chips come from no wallet, because a buy-in makes them.
    #[must_use]
    pub fn has_own_chips(&self) -> bool {
        self.is_private() && self.info.borrow().tournament.is_none()
    }

    /// Puts an input into the inbox without waiting.
    ///
    /// # Errors
    /// The inbox is full, or the table is gone.
    pub fn try_send(&self, input: TableInput) -> Result<(), SendError> {
        self.inbox.try_send(input).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => SendError::Busy,
            mpsc::error::TrySendError::Closed(_) => SendError::Closed,
        })
    }

    /// Puts an input into the inbox that must not get lost and that has no answer. If the inbox is
    /// full, returns a future that waits for a place.
    #[must_use]
    pub fn insist(&self, input: TableInput) -> Option<impl Future<Output = ()> + use<>> {
        insist(&self.inbox, input)
    }

    /// Waits for a place in the inbox, for inputs that must not get lost, such as a disconnect.
    pub async fn send(&self, input: TableInput) -> Result<(), SendError> {
        self.inbox.send(input).await.map_err(|_| SendError::Closed)
    }
}

fn insist<T>(inbox: &mpsc::Sender<T>, input: T) -> Option<impl Future<Output = ()> + use<T>> {
    let Err(mpsc::error::TrySendError::Full(input)) = inbox.try_send(input) else { return None };
    let inbox = inbox.clone();
    Some(async move {
        // The table may close meanwhile.
        let _ = inbox.send(input).await;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_input_without_an_answer_waits_for_a_place_in_a_full_inbox() {
        let (sender, mut inbox) = mpsc::channel(1);
        assert!(insist(&sender, 1).is_none(), "there is a place");
        let waits = insist(&sender, 2).expect("the inbox is full");
        let waiting = tokio::spawn(waits);
        assert_eq!(inbox.recv().await, Some(1));
        assert_eq!(inbox.recv().await, Some(2));
        waiting.await.unwrap();
        drop(inbox);
        assert!(insist(&sender, 3).is_none(), "the table is gone");
    }
}
