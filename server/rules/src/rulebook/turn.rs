//! Settings on action out of turn and skipped players. A plain table rejects action out of turn, so
//! no player can be skipped there.

use serde::{Deserialize, Serialize};

/// The treatment of an action out of turn after the action to its player has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OotChanged {
    /// It is released, and all options are open (TDA 53-A).
    Released,
    /// It stays in, and leaves call or fold (TNPL H2-i).
    CommittedCallOrFold,
    /// It is released, and leaves call or fold (TFPL 3d-5).
    CallOrFold,
}

/// The action behind a silent skipped player after which the floor decides about the hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkippedThreshold {
    /// Substantial action (TDA 53-B).
    SubstantialAction,
    /// Three players have acted (TFPL 3d-8).
    ThreePlayers,
}
