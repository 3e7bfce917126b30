//! The differences between rankings: the ace in a straight, and the hands that a straight beats.
//!
//! The evaluator is compiled once for each, so the choice costs nothing at run time.

pub(crate) trait Straights {
    /// The place of the ace below the lowest rank, in a mask whose bit 1 is the deuce; 0 if the
    /// ace is only high.
    const LOW_ACE: u32;
    /// Whether a straight beats three of a kind.
    const BEAT_TRIPS: bool;
}

/// The full deck: the lowest straight is 5-4-3-2-A.
pub(crate) enum AceEitherWay {}

impl Straights for AceEitherWay {
    const LOW_ACE: u32 = 1;
    const BEAT_TRIPS: bool = true;
}

/// Deuce-to-seven: A-5-4-3-2 is an ace high.
pub(crate) enum AceAlwaysHigh {}

impl Straights for AceAlwaysHigh {
    const LOW_ACE: u32 = 0;
    const BEAT_TRIPS: bool = true;
}

/// The short deck: the lowest straight is 9-8-7-6-A.
pub(crate) enum AceBelowSix {}

impl Straights for AceBelowSix {
    const LOW_ACE: u32 = 1 << 4;
    const BEAT_TRIPS: bool = true;
}

/// The short deck where three of a kind beats a straight.
pub(crate) enum AceBelowSixTripsFirst {}

impl Straights for AceBelowSixTripsFirst {
    const LOW_ACE: u32 = AceBelowSix::LOW_ACE;
    const BEAT_TRIPS: bool = false;
}
