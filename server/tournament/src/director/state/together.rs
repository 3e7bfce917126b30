//! Hand-for-hand play, and the decision of the floor against it.

use crate::hand_for_hand::HandForHand;
use cardroom_rules::{Millis, TableNo};

/// Whether the tables play hand-for-hand.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Together {
    pub(super) hand_for_hand: Option<HandForHand>,
    /// `true` if the floor ended hand-for-hand, so it does not begin again automatically.
    pub(super) waived: bool,
}

impl Together {
    pub(crate) fn hand_for_hand(&self) -> Option<&HandForHand> {
        self.hand_for_hand.as_ref()
    }

    pub(crate) fn is_on(&self) -> bool {
        self.hand_for_hand.is_some()
    }

    pub(crate) fn is_waived(&self) -> bool {
        self.waived
    }

    /// Returns the time to deduct from the next level, while hand-for-hand is on.
    pub(crate) fn carried(&self) -> Option<Millis> {
        self.hand_for_hand.as_ref().map(|h4h| h4h.carried)
    }

    /// Returns `true` if all players left in the hand at a table are known to be all-in.
    pub(crate) fn is_all_in(&self, table: TableNo) -> bool {
        let h4h = self.hand_for_hand.as_ref();
        h4h.is_some_and(|h4h| h4h.waiting.contains(&table) || h4h.revealing.contains(&table))
    }

    pub(crate) fn begin(&mut self, ordered: bool, playing: bool) {
        self.hand_for_hand = Some(HandForHand { ordered, playing, ..HandForHand::default() });
    }

    /// Records that a table waits with all-in hands face down.
    pub(crate) fn wait(&mut self, table: TableNo) {
        if let Some(h4h) = &mut self.hand_for_hand {
            h4h.waiting.insert(table);
        }
    }

    pub(crate) fn reveal(&mut self, table: TableNo) {
        if let Some(h4h) = &mut self.hand_for_hand {
            h4h.reveals(table);
        }
    }

    /// Records that a table has finished its hand.
    pub(crate) fn finish_at(&mut self, table: TableNo) {
        if let Some(h4h) = &mut self.hand_for_hand {
            h4h.finished(table);
        }
    }

    /// Begins a hand at all tables.
    pub(crate) fn deal(&mut self) {
        if let Some(h4h) = &mut self.hand_for_hand {
            h4h.playing = true;
        }
    }

    /// Ends a hand at all tables. `carried` is deducted from the next level.
    pub(crate) fn finish(&mut self, carried: Millis) {
        if let Some(h4h) = &mut self.hand_for_hand {
            h4h.playing = false;
            h4h.hands += 1;
            h4h.carried = carried;
        }
    }

    pub(crate) fn end(&mut self, waived: bool) {
        self.hand_for_hand = None;
        self.waived = waived;
    }

    /// Ends hand-for-hand with the tournament.
    pub(crate) fn stop(&mut self) {
        self.hand_for_hand = None;
    }
}
