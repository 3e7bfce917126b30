//! The times that a table waits for, each with a name. [`Input::Tick`](crate::Input::Tick) acts on
//! them, and [`Input::StartHand`](crate::Input::StartHand) on the next hand.

use super::Table;
use crate::hand::Phase;
use cardroom_rules::Millis;

/// Something that happens at a time, unless the table changes before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deadline {
    /// The next hand may begin.
    NextHand,
    /// The time of the player on turn ends, or its time bank begins.
    Turn,
    /// The clock called on the player on turn ends.
    CalledClock,
    /// A run-out, a pause between streets, a showdown or a vote ends.
    HandGoesOn,
    /// A question is answered without the floor, or a call without its player.
    Ruling,
    /// A seat is freed because its player was away for too long.
    Eviction,
}

/// Every deadline, and whether it is watched while the hand waits for a ruling and stands still.
const WATCHED: [(Deadline, bool); Deadline::Eviction as usize + 1] = [
    (Deadline::NextHand, false),
    (Deadline::Turn, false),
    (Deadline::CalledClock, false),
    (Deadline::HandGoesOn, false),
    (Deadline::Ruling, true),
    (Deadline::Eviction, true),
];

impl Deadline {
    #[inline]
    fn at(self, table: &Table) -> Option<Millis> {
        let hand = table.hand.as_ref();
        match (self, hand.map(|hand| hand.phase)) {
            (Self::NextHand, None) => table.can_start().then(|| table.state.schedule.not_before()),
            (Self::Turn, Some(Phase::Turn(turn))) if table.setup.times_every_turn() => {
                let bank = table.state.seats.get(turn.seat).map_or(Millis(0), |seat| seat.bank);
                Some(turn.ends(bank, table.setup.rulebook.clock.grace_ms))
            }
            (Self::CalledClock, Some(Phase::Turn(_))) if !table.setup.times_every_turn() => {
                hand?.betting.called_clock_ends()
            }
            (
                Self::HandGoesOn,
                Some(
                    Phase::RunOut { until }
                    | Phase::Held { until }
                    | Phase::Showdown { until }
                    | Phase::AwardHeld { until }
                    | Phase::RunItVote { until, .. }
                    | Phase::Offer { until, .. },
                ),
            ) => Some(until),
            (Self::Ruling, _) => table.waiting_until(),
            (Self::Eviction, _) => table.outside_play(Millis(0)).next_eviction(),
            (Self::NextHand | Self::Turn | Self::CalledClock | Self::HandGoesOn, _) => None,
        }
    }
}

/// Returns the next deadline and its time. At a paused table there is none.
pub(super) fn next(table: &Table) -> Option<(Millis, Deadline)> {
    if table.is_paused() {
        return None;
    }
    let stands_still = table.waiting_until().is_some();
    let watched = WATCHED.into_iter().filter(|(_, always)| *always || !stands_still);
    let due = watched.filter_map(|(deadline, _)| Some((deadline.at(table)?, deadline)));
    due.min_by_key(|(at, _)| *at)
}

#[cfg(test)]
mod tests {
    use super::WATCHED;

    #[test]
    fn each_deadline_is_in_the_table_once() {
        for (index, (deadline, _)) in WATCHED.into_iter().enumerate() {
            assert_eq!(deadline as usize, index, "{deadline:?}");
        }
    }
}
