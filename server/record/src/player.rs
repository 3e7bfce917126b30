//! A player as tables and tournaments know them.

use crate::ids::AccountId;
use crate::look::Look;
use crate::tenure::Tenure;
use cardroom_protocol::server::Role;
use std::sync::Arc;

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

/// The host of a private table or tournament, who has the powers of the floor there, seated or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostedBy {
    pub account: AccountId,
    /// The name that others see.
    pub name: Arc<str>,
}

/// The network of a player's connection, as a number that says only which networks are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Origin(pub u128);

/// Returns `true` for a role whose accounts are shown as those of the staff.
#[must_use]
pub fn is_staff(role: Role) -> bool {
    role >= Role::Floor
}
