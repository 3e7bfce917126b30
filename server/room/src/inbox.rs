//! Access to tables and tournaments from the rest of the room: their inboxes, and handles to them.

mod director;
mod table;

pub use director::{
    Bags, Behind, DirectorHandle, DirectorInput, EnrolOrder, Enrolment, EnterError, Entrant, Next,
};
pub use table::{ReportSender, TableHandle, TableInput};

use crate::ids::{AccountId, ConnectionId};
use crate::look::Look;
use crate::network::Subscriber;
use crate::outbox::Outbox;
use crate::store::StoredAccount;
use crate::tenure::Tenure;
use cardroom_protocol::server::Role;
use std::sync::Arc;

/// A connection as tables see it.
#[derive(Clone, Debug)]
pub struct Viewer {
    pub connection: ConnectionId,
    /// The outbox, which also knows the connection's encoding.
    pub outbox: Arc<Outbox>,
    /// The player; `None` before a sign-in.
    pub player: Option<Player>,
    /// The network it comes from; `None` for visitors and house bots, whose
    /// addresses are not compared.
    pub address: Option<Subscriber>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    pub account: AccountId,
    /// The name that others see.
    pub name: Arc<str>,
    pub bot: bool,
    pub role: Role,
    /// Whether the account belongs to the floor or to an administrator, whatever this sign-in may
    /// do. Others see it.
    pub staff: bool,
    pub look: Look,
    /// Since when it has been an account.
    pub tenure: Tenure,
}

impl From<StoredAccount> for Player {
    fn from(stored: StoredAccount) -> Self {
        let (look, tenure) = (stored.look(), stored.tenure());
        let StoredAccount { id: account, name, bot, role, .. } = stored;
        let staff = is_staff(role);
        Self { account, name: name.into(), bot, role, staff, look, tenure }
    }
}

/// Returns `true` for a role whose accounts are shown as those of the staff.
#[must_use]
pub fn is_staff(role: Role) -> bool {
    role >= Role::Floor
}

/// The inbox of the table is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SendError {
    #[error("the table is busy")]
    Busy,
    #[error("the table is closed")]
    Closed,
}
