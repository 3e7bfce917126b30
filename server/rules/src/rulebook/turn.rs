//! Settings about acting out of turn and being skipped. A plain table refuses the first, so that
//! the second cannot happen there.

use serde::{Deserialize, Serialize};

/// What becomes of an action out of turn once the action to its player has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OotChanged {
    /// It goes back; all options are open (TDA 53-A).
    Released,
    /// It stays in; call or fold (TNPL H2-i).
    CommittedCallOrFold,
    /// It goes back; call or fold (TFPL 3d-5).
    CallOrFold,
}

/// How much has to happen behind a skipped player who keeps silent before the hand is the floor's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkippedThreshold {
    /// Substantial action (TDA 53-B).
    SubstantialAction,
    /// Three players have acted (TFPL 3d-8).
    ThreePlayers,
}
