//! The moved start of a tournament as feeds have published it. Moves and a cancellation raise its
//! sequence number.

use cardroom_rules::Millis;

/// The moved start of a tournament, as feeds have published it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Published {
    pub start: Millis,
    /// `SEQUENCE` of RFC 5545: how often the start was moved.
    pub sequence: u32,
    /// When the feed first published this start.
    pub at: Millis,
}

impl Published {
    /// Returns the state to publish for a tournament with this start. It is the state `before` if
    /// the start is still the same. Without one, feeds have published the `announced` start.
    ///
    /// If the floor moves a start and moves it back between two readings, no feed published it, so
    /// the sequence number stays.
    #[must_use]
    pub fn now(
        before: Option<Self>,
        announced: Millis,
        start: Millis,
        now: Millis,
    ) -> Option<Self> {
        let published = before.map_or(announced, |before| before.start);
        if published == start {
            return before;
        }
        let sequence = before.map_or(0, |before| before.sequence).saturating_add(1);
        Some(Self { start, sequence, at: now })
    }

    /// Returns the sequence number of a tournament that was canceled.
    #[must_use]
    pub fn canceled(before: Option<Self>) -> u32 {
        before.map_or(0, |before| before.sequence).saturating_add(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNOUNCED: Millis = Millis(100);

    #[test]
    fn a_moved_start_raises_the_sequence_and_moving_it_back_raises_it_again() {
        assert_eq!(Published::now(None, ANNOUNCED, ANNOUNCED, Millis(1)), None);
        let moved = Published::now(None, ANNOUNCED, Millis(150), Millis(2));
        assert_eq!(moved, Some(Published { start: Millis(150), sequence: 1, at: Millis(2) }));
        assert_eq!(Published::now(moved, ANNOUNCED, Millis(150), Millis(3)), moved, "as before");
        let back = Published::now(moved, ANNOUNCED, ANNOUNCED, Millis(4));
        assert_eq!(back, Some(Published { start: ANNOUNCED, sequence: 2, at: Millis(4) }));
    }

    #[test]
    fn a_cancellation_comes_after_every_move() {
        assert_eq!(Published::canceled(None), 1);
        let moved = Published::now(None, ANNOUNCED, Millis(150), Millis(2));
        assert_eq!(Published::canceled(moved), 2);
    }
}
