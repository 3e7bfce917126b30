//! Hand-for-hand play, and the decision of the floor against it.

use crate::hand_for_hand::HandForHand;

/// Whether the tables play hand-for-hand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Together {
    pub(crate) hand_for_hand: Option<HandForHand>,
    /// `true` if the floor ended hand-for-hand, so it does not begin again automatically.
    pub(crate) waived: bool,
}
