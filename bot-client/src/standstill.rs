//! Recognizes bots that cannot go on: no hand is played, and the room gives no more chips.

use std::time::Duration;

/// The longest time without a hand, longer than a room takes that grants chips every minute.
const LONGEST: Duration = Duration::from_secs(100);

/// Watches how many hands are played.
#[derive(Debug, Default)]
pub(crate) struct Standstill {
    hands: u64,
    since: Duration,
}

impl Standstill {
    /// Returns `true` if no hand has ended for too long while bots have no chips.
    pub(crate) fn is_reached(&mut self, now: Duration, hands: u64, out_of_chips: bool) -> bool {
        if hands != self.hands || !out_of_chips {
            *self = Self { hands, since: now };
        }
        now.saturating_sub(self.since) >= LONGEST
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_stand_still_without_hands_and_chips_only() {
        let mut still = Standstill::default();
        let mut at =
            |seconds, hands, out| still.is_reached(Duration::from_secs(seconds), hands, out);
        assert!(!at(0, 0, false) && !at(500, 0, false), "they may wait for others");
        assert!(!at(550, 7, true) && !at(600, 8, true), "others still play");
        assert!(!at(699, 8, true) && at(700, 8, true));
        assert!(!at(701, 8, false), "chips were granted");
        assert!(!at(800, 8, true) && at(801, 8, true));
    }
}
