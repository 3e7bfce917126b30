//! How long tables stood still between two lives of the room, as their players saw it.

use cardroom_bot::TableId;
use std::collections::BTreeMap;
use std::time::Duration;

/// The gaps at all tables that were measured since they were last taken.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::scenario) struct Gaps {
    /// From the last frame of one life to the first frame of the next one.
    pub(in crate::scenario) frames: Vec<Duration>,
    /// From the last frame of one life to the first step of the next one, with which play goes on.
    pub(in crate::scenario) steps: Vec<Duration>,
}

/// The times at which players received frames of each table.
#[derive(Default)]
pub(super) struct Times {
    tables: BTreeMap<TableId, Received>,
    gaps: Gaps,
}

struct Received {
    life: u64,
    last: Duration,
    /// The last frame of the life before, until a step of this life arrives.
    before: Option<Duration>,
}

impl Times {
    /// Records a frame that a player received over a connection of this life.
    pub(super) fn frame(&mut self, table: TableId, life: u64, at: Duration, is_step: bool) {
        let first = Received { life, last: at, before: None };
        let received = self.tables.entry(table).or_insert(first);
        if life < received.life {
            // It was on its way when another player was back already.
            return;
        }
        if life > received.life {
            self.gaps.frames.push(at.saturating_sub(received.last));
            *received = Received { life, last: at, before: Some(received.last) };
        }
        if is_step && let Some(before) = received.before.take() {
            self.gaps.steps.push(at.saturating_sub(before));
        }
        received.last = received.last.max(at);
    }

    /// Removes and returns the gaps that were measured so far.
    pub(super) fn take(&mut self) -> Gaps {
        std::mem::take(&mut self.gaps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: TableId = TableId(1);

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_gap_lasts_from_the_last_frame_of_one_life_to_the_first_of_the_next() {
        let mut times = Times::default();
        times.frame(TABLE, 0, ms(100), true);
        times.frame(TABLE, 0, ms(900), true);
        times.frame(TABLE, 1, ms(1_500), false);
        times.frame(TABLE, 1, ms(1_700), true);
        times.frame(TABLE, 1, ms(1_900), true);
        assert_eq!(times.take(), Gaps { frames: vec![ms(600)], steps: vec![ms(800)] });
        assert_eq!(times.take(), Gaps::default());
        times.frame(TABLE, 2, ms(2_000), true);
        assert_eq!(times.take(), Gaps { frames: vec![ms(100)], steps: vec![ms(100)] });
    }

    #[test]
    fn a_late_frame_of_the_old_room_shortens_no_gap() {
        let mut times = Times::default();
        times.frame(TABLE, 0, ms(0), true);
        times.frame(TABLE, 1, ms(500), false);
        times.frame(TABLE, 0, ms(600), true);
        times.frame(TABLE, 1, ms(900), true);
        assert_eq!(times.take(), Gaps { frames: vec![ms(500)], steps: vec![ms(900)] });
    }

    #[test]
    fn every_table_has_its_own_times() {
        let mut times = Times::default();
        times.frame(TABLE, 0, ms(0), true);
        times.frame(TableId(2), 0, ms(400), true);
        times.frame(TABLE, 1, ms(500), true);
        times.frame(TableId(2), 1, ms(500), true);
        assert_eq!(times.take().frames, [ms(500), ms(100)]);
    }
}
