//! Settings on action out of turn and skipped players. A plain table rejects action out of turn, so
//! no player can be skipped there.

use super::IrregularFold;
use serde::{Deserialize, Serialize};

/// Action out of turn, and skipped players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurnRule {
    /// The treatment of an action out of turn after the action has changed (rule 53-A). If it has
    /// not changed, the action binds.
    pub oot_changed: OotChanged,
    /// Whether a call by a player in between changes the action, as a bet or
    /// raise does (TFPL 3d-7).
    pub oot_call_changes_action: bool,
    /// Whether an action out of turn can stand as a bet or raise; otherwise it is
    /// a call (TFPL 3d-5).
    pub oot_may_raise: bool,
    /// Whether a check out of turn bars a bet or raise on the next turn (TFPL 3d-7).
    pub oot_check_bars_raise: bool,
    /// The treatment of a fold out of turn (rules 53-A, 58).
    pub oot_fold: IrregularFold,
    /// The action behind a skipped player after which the floor decides about the hand (rule 53-B).
    pub skipped_threshold: SkippedThreshold,
}

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
