//! The last actions of one table and when each was intended, for the bots that see them later.

use cardroom_bot::probe::ActionKey;
use std::time::Duration;

/// How many actions to keep. A table has one action under way at a time, but the next player may
/// act before the last one has read the previous action.
const KEPT: usize = 16;

/// An action under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Flight {
    pub(super) key: ActionKey,
    pub(super) intended: Duration,
    pub(super) sent: Duration,
}

/// The last actions of one table.
#[derive(Debug, Default)]
pub(super) struct Flights {
    last: [Option<Flight>; KEPT],
    next: usize,
}

impl Flights {
    /// Adds an action. Returns the time since the one before.
    pub(super) fn take_off(&mut self, flight: Flight) -> Option<Duration> {
        let before = self.last[(self.next + KEPT - 1) % KEPT];
        self.last[self.next] = Some(flight);
        self.next = (self.next + 1) % KEPT;
        before.map(|before| flight.intended.saturating_sub(before.intended))
    }

    /// Finds a recent action.
    pub(super) fn find(&self, key: ActionKey) -> Option<Flight> {
        self.last.iter().flatten().find(|flight| flight.key == key).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_bot::TableId;
    use cardroom_protocol::HandNo;

    fn flight(index: u32) -> Flight {
        let key = ActionKey { table: TableId(1), hand: HandNo(1), index };
        let intended = Duration::from_millis(u64::from(index) * 3);
        Flight { key, intended, sent: intended }
    }

    #[test]
    fn the_last_actions_are_found_and_older_ones_forgotten() {
        let mut flights = Flights::default();
        assert_eq!(flights.take_off(flight(0)), None);
        for index in 1..=20 {
            assert_eq!(flights.take_off(flight(index)), Some(Duration::from_millis(3)));
        }
        assert_eq!(flights.find(flight(20).key), Some(flight(20)));
        assert_eq!(flights.find(flight(5).key), Some(flight(5)));
        assert_eq!(flights.find(flight(4).key), None);
    }
}
