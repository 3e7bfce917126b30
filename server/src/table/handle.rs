//! What the rest of the room holds of a table: a bounded inbox and the lobby's view of it.

use super::night::Night;
use super::orders::LevelPlays;
use crate::accounts::Look;
use crate::cashier::Hold;
use crate::ids::{AccountId, ConnectionId, TableId};
use crate::network::Subscriber;
use crate::session::outbox::Outbox;
use crate::store::StoredAccount;
use crate::tenure::Tenure;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_protocol::hybrid::{Gesture, TableCommand};
use cardroom_protocol::limits::MAX_DISCARDS;
use cardroom_protocol::lobby::TableInfo;
use cardroom_protocol::server::Role;
use cardroom_protocol::table::{Action, EmoteKind};
use cardroom_protocol::{ActionId, RequestId, Seq, TurnToken};
use cardroom_rules::{Chips, Millis};
use cardroom_tournament::{Ordered, Report};
use std::sync::Arc;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

/// Somebody who can hear from a table: one connection.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub connection: ConnectionId,
    /// Where messages for it go. It knows the connection's encoding.
    pub outbox: Arc<Outbox>,
    /// Who it is; `None` before a login.
    pub player: Option<Player>,
    /// Where it comes from; `None` for visitors and house bots, whose addresses are not compared.
    pub address: Option<Subscriber>,
}

/// An account at the tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub account: AccountId,
    /// The name others see.
    pub name: Arc<str>,
    /// Whether it plays by program.
    pub bot: bool,
    /// What it may do.
    pub role: Role,
    /// How others see it.
    pub look: Look,
    /// Since when it has been an account.
    pub tenure: Tenure,
}

impl From<StoredAccount> for Player {
    fn from(stored: StoredAccount) -> Self {
        let (look, tenure) = (stored.look(), stored.tenure());
        let StoredAccount { id: account, name, bot, role, .. } = stored;
        Self { account, name: name.into(), bot, role, look, tenure }
    }
}

/// What a table's inbox takes.
#[derive(Debug)]
pub enum TableInput {
    /// The account's connection is there (again): it gets a full view and every step from here
    /// on, whether seated or, with `observe`, just watching. `request` is answered when present.
    Attach {
        viewer: Viewer,
        /// The request to answer.
        request: Option<RequestId>,
    },
    /// A connection that may watch the table has logged in: a watcher gets the view of its account.
    Recognize {
        /// The connection, with its account.
        viewer: Viewer,
    },
    /// The connection is gone: no more messages for it; a seat it played stays and its clock runs
    /// on.
    Detach { connection: ConnectionId },
    /// A viewer wants something.
    Request {
        viewer: Viewer,
        /// Repeated in the answer.
        request: RequestId,
        /// When its last byte was read.
        stamp: Millis,
        /// When it was put into the inbox, for the room's figures.
        asked_at: Instant,
        what: TableRequest,
    },
    /// The director of the tournament orders something.
    Order {
        ordered: Ordered,
        /// Who the players are that it names.
        people: Vec<Player>,
        /// What is played at each level, as the floor has it now.
        levels: Arc<[LevelPlays]>,
    },
    /// The director of the tournament has started and wants to hear of the last hand.
    ReportAgain,
    /// An account has sat down at another ring table.
    SeatedElsewhere {
        /// Whose seat it is.
        account: AccountId,
    },
    /// An operator makes a player leave when the hand in progress is over. Does nothing at a table
    /// of a tournament, or for somebody without a seat.
    Remove {
        /// Whose seat it is.
        account: AccountId,
    },
    /// A player, or the host, has another name from now on.
    Introduce {
        /// Who it is now.
        player: Player,
    },
    /// Somebody wants the ledger of the night; `None` is answered where none is kept.
    Night {
        /// Answered with the ledger as it is stored.
        reply: tokio::sync::oneshot::Sender<Option<Night>>,
    },
    /// The table closes: when the hand in progress is over everybody is paid out.
    Close,
    /// No new hands; answers when the hand in progress is over and everything is stored.
    Drain {
        /// Dropped, or answered, when the table is quiet.
        done: tokio::sync::oneshot::Sender<()>,
    },
}

/// What a viewer can want of a table. The answer goes to its outbox.
#[derive(Debug)]
pub enum TableRequest {
    /// No more steps; a seated player keeps getting them.
    Unobserve,
    /// The hand in progress so far.
    HandSoFar,
    /// A seat. The hold is settled when the seat is taken and stored, released otherwise.
    Sit {
        /// Which; `None` for the first free one.
        seat: Option<u8>,
        /// The buy-in, held in the wallet.
        hold: Hold,
        /// Rather wait for the big blind than post.
        wait_for_big_blind: bool,
    },
    TopUp {
        /// The chips, held in the wallet.
        hold: Hold,
    },
    /// Not to be dealt in.
    SitOut,
    /// To be dealt in again.
    SitIn,
    Leave,
    /// How the seat is handled.
    SetPreferences {
        /// Rather wait for the big blind than post.
        wait_for_big_blind: bool,
        auto_muck: bool,
        straddle: bool,
    },
    Act {
        /// The decision it answers.
        turn: TurnToken,
        /// Chosen by the client.
        action_id: ActionId,
        action: Action,
    },
    /// Cards to give away.
    Discard {
        /// The decision it answers.
        turn: TurnToken,
        /// Chosen by the client.
        action_id: ActionId,
        /// The cards; none to stand pat.
        cards: ArrayVec<Card, MAX_DISCARDS>,
    },
    Gesture {
        /// The decision it is meant for, where it is for one.
        turn: Option<TurnToken>,
        /// Chosen by the client.
        action_id: ActionId,
        /// What was said and moved.
        gesture: Box<Gesture>,
    },
    /// Cards to turn over at the showdown.
    ShowCards {
        cards: ArrayVec<Card, MAX_DISCARDS>,
    },
    /// To see a hand that was not tabled.
    AskToSee {
        seat: u8,
    },
    /// The cards that would have come.
    RabbitHunt,
    /// Whether they may be shown.
    RabbitConsent {
        agrees: bool,
    },
    /// The clock on the player on turn.
    CallClock,
    /// To get in line for a seat.
    JoinLine,
    /// To get out of it.
    LeaveLine,
    /// Nothing: who was in line has logged in again. It is not answered.
    BackInLine,
    /// To be on the floor for this table, or not any more.
    Attend {
        on: bool,
    },
    /// A command of the floor.
    Direct(Box<FloorOrder>),
    /// The command of a host to give chips to a player.
    GiveChips {
        order: Box<FloorOrder>,
        /// The chips, held in the host's wallet.
        hold: Hold,
    },
    /// On how many boards the hand may be run out.
    RunIt {
        /// At most so many.
        boards: u8,
    },
    /// The next hand's game.
    ChooseGame {
        /// Which of the table's games, from 0.
        game: u8,
    },
    ShowOrMuck {
        show: bool,
    },
    /// An emote for everybody to see.
    Emote {
        emote: EmoteKind,
    },
    /// A line of chat, checked for length and characters already.
    Chat {
        text: String,
    },
}

/// The way for a table's reports to the director of its tournament. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ReportSender {
    inbox: mpsc::Sender<Report>,
}

impl ReportSender {
    /// Reports that go into this inbox.
    #[must_use]
    pub fn new(inbox: mpsc::Sender<Report>) -> Self {
        Self { inbox }
    }

    /// Waits for a place in the inbox. A director that is gone hears nothing; it asks again when it
    /// is back.
    pub async fn send(&self, report: Report) {
        let _ = self.inbox.send(report).await;
    }
}

/// A command of the floor, with what is kept of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FloorOrder {
    /// The last step the operator has seen.
    pub seq: Seq,
    /// Why; checked for length and characters already.
    pub reason: String,
    /// The rule it rests on; checked already.
    pub rule: Option<String>,
    pub command: TableCommand,
}

/// A table, as others hold it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct TableHandle {
    pub id: TableId,
    /// What the lobby shows; changes are seen through the channel.
    pub info: watch::Receiver<Arc<TableInfo>>,
    /// Who hosts it, where it is private: no list shows it, and only who was invited reaches it.
    pub hosted_by: Option<AccountId>,
    inbox: mpsc::Sender<TableInput>,
}

/// The table has more in its inbox than it can queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SendError {
    #[error("the table is busy")]
    Busy,
    /// The table is gone.
    #[error("the table is closed")]
    Closed,
}

impl TableHandle {
    /// A handle on the table behind an inbox.
    #[must_use]
    pub fn new(
        id: TableId,
        inbox: mpsc::Sender<TableInput>,
        info: watch::Receiver<Arc<TableInfo>>,
    ) -> Self {
        Self { id, info, hosted_by: None, inbox }
    }

    /// The same for a private table.
    #[must_use]
    pub fn hosted_by(self, host: Option<AccountId>) -> Self {
        Self { hosted_by: host, ..self }
    }

    /// Whether no list shows it.
    #[must_use]
    pub fn is_private(&self) -> bool {
        self.hosted_by.is_some()
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

    /// Waits for a place in the inbox: for a lost connection, which must not be forgotten.
    pub async fn send(&self, input: TableInput) -> Result<(), SendError> {
        self.inbox.send(input).await.map_err(|_| SendError::Closed)
    }

    /// What is the most to bring now, seen from outside: the lobby's word on it.
    #[must_use]
    pub fn buy_in_limits(&self) -> (Chips, Chips) {
        let info = self.info.borrow();
        (Chips(info.min_buy_in.0), Chips(info.max_buy_in.0))
    }
}
