//! The properties of a table apart from its rules.

use crate::ids::{AccountId, TournamentId};
use cardroom_rules::TableNo;
use cardroom_tables::LevelPlays;
use std::sync::Arc;

/// The properties of a table apart from its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableDescription {
    /// The name in the lobby.
    pub name: String,
    /// Whether programs may play here.
    pub bots_allowed: bool,
    /// The rotation, if the table plays several games in turn.
    pub rotation: Option<RotationName>,
    /// The table's place in its tournament, if it belongs to one.
    pub event: Option<EventTable>,
    /// The host of a private table.
    pub hosted_by: Option<HostedBy>,
    /// Whether players chat freely during a hand.
    pub free_chat: bool,
}

impl TableDescription {
    /// Returns `true` if the table has chips of its own, which its players' buy-ins make and their
    /// cash-outs end. No wallet is involved. Tournament chips are no such chips.
    pub(super) fn has_own_chips(&self) -> bool {
        self.hosted_by.is_some() && self.event.is_none()
    }

    /// Returns `true` if an account hosts this table. Only private tables have a host.
    pub(super) fn is_hosted_by(&self, account: AccountId) -> bool {
        self.hosted_by.as_ref().is_some_and(|host| host.account == account)
    }
}

/// The host of a private table, who has the powers of the floor there, seated or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostedBy {
    pub account: AccountId,
    /// The name that others see.
    pub name: Arc<str>,
}

/// A table's place in its tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventTable {
    pub tournament: TournamentId,
    pub number: TableNo,
    /// The games and stakes of each level.
    pub levels: Arc<[LevelPlays]>,
}

/// The id and name of a rotation of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RotationName {
    /// An id such as `horse`.
    pub id: String,
    /// A name such as "HORSE".
    pub name: String,
}
