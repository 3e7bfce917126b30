//! Access to tables and tournaments from the rest of the room: their inboxes, and handles to them.

mod director;
mod table;

pub use director::{DirectorHandle, DirectorInput, EnterError};
pub use table::{ReportSender, TableHandle, TableInput};

pub use crate::store::{Player, is_staff};

use crate::ids::ConnectionId;
use crate::network::Subscriber;
use crate::outbox::Outbox;
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

/// The inbox of the table is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SendError {
    #[error("the table is busy")]
    Busy,
    #[error("the table is closed")]
    Closed,
}
