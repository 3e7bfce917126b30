//! Faults that the simulation plants with the feature `planted`. Without it there are none, and the
//! compiler removes the code behind each question.

#[cfg(feature = "planted")]
pub(crate) use cardroom_planted::{Fault, is_planted};

#[cfg(not(feature = "planted"))]
pub(crate) use none::{Fault, is_planted};

#[cfg(not(feature = "planted"))]
mod none {
    /// The faults that this crate knows, as in `cardroom-planted`.
    #[derive(Clone, Copy)]
    pub(crate) enum Fault {
        AnswerForgotten,
        BurnSkipped,
        CardsToNeighbour,
        LinkIgnored,
        OpenedAgain,
        OtherDeck,
        OtherLabel,
        PackExchanged,
        SeatMoved,
        SeedTwice,
        SnapshotAhead,
        SpareNotOpened,
        StepTwice,
    }

    /// Returns `false`, since no fault is planted.
    #[inline(always)]
    pub(crate) const fn is_planted(_: Fault) -> bool {
        false
    }
}
