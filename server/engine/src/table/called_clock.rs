//! Called clocks. On a hybrid table no clock runs until it is called.

use crate::floor::{FloorEvent, Ground};
use crate::hand::Phase;
use crate::refusal::RefusalKind;
use crate::table::corrections::{Corrected, Corrections, by};
use crate::table::{Step, Table, turn};
use cardroom_rules::rulebook::{CalledClock, ClockCaller};
use cardroom_rules::{Chips, Millis, SeatNo};

impl Corrections<'_> {
    pub(super) fn call_clock(
        &self,
        seat: SeatNo,
        asked_by: Option<SeatNo>,
        level: Option<Millis>,
    ) -> Corrected {
        self.seat(seat)?;
        // A plain table times every player anyway (GAPS G-11).
        self.setup.check_people_deal()?;
        let hand = self.hand()?;
        let Phase::Turn(turn) = hand.phase else { return Err(RefusalKind::NotYourTurn) };
        if turn.seat != seat {
            return Err(RefusalKind::NotYourTurn);
        }
        if hand.betting.called_clock().is_some() {
            return Err(RefusalKind::NothingToDo);
        }
        let rule = self.setup.rulebook.called_clock;
        if asked_by.is_some() && rule.called_by == ClockCaller::DealerOrFloor {
            return Err(RefusalKind::NotYoursToCall);
        }
        let base_ms = self.setup.rulebook.clock.base_ms;
        let on_turn_since = Millis(turn.deadline.0.saturating_sub(base_ms.0));
        if self.now.since(on_turn_since) < Millis::seconds(rule.not_before_seconds) {
            return Err(RefusalKind::TooEarly);
        }
        let to_call = self.terms()?.legal(seat).call;
        if rule.facing_bet_only && to_call.is_none_or(Chips::is_zero) {
            return Err(RefusalKind::NotFacingABet);
        }
        let (base, count) = spans(rule, level);
        let counts_from = self.now + base;
        let until = counts_from + count;
        by(Ground::CalledClock, FloorEvent::ClockCalled { seat, counts_from, until })
    }
}

/// Ends the turn after a called clock runs out: the hand is dead, or is checked if
/// the rulebook says so.
pub(crate) fn expire_called_clock(step: &mut Step<'_>, seat: SeatNo) {
    let until = step.table.hand.as_ref().and_then(|hand| hand.betting.called_clock());
    if until.is_some_and(|(_, until)| step.now >= until) {
        turn::act_for(step, seat);
        step.advance();
    }
}

/// Returns the thinking time and the count after it, which are shorter in short levels (TNPL D6).
fn spans(rule: CalledClock, level: Option<Millis>) -> (Millis, Millis) {
    let whole = Millis::seconds(60 * rule.scale_below_level_minutes);
    let of = |seconds: u64| {
        let span = Millis::seconds(seconds);
        match level {
            Some(level) if level < whole => Millis(span.0 * level.0 / whole.0),
            _ => span,
        }
    };
    (of(rule.base_seconds), of(rule.count_seconds))
}

impl Table {
    /// Returns the seconds left in the count of a called clock, once the count has begun.
    #[must_use]
    pub fn countdown(&self, now: Millis) -> Option<u64> {
        let (counts_from, until) = self.hand.as_ref()?.betting.called_clock()?;
        let now = self.time(now);
        (now >= counts_from).then(|| until.since(now).0.div_ceil(1_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_levels_have_shorter_clocks() {
        let rule = CalledClock {
            base_seconds: 50,
            count_seconds: 10,
            not_before_seconds: 0,
            facing_bet_only: false,
            scale_below_level_minutes: 30,
            called_by: ClockCaller::PlayerAtSeat,
        };
        let minutes = |minutes: u64| Some(Millis::seconds(60 * minutes));
        assert_eq!(spans(rule, minutes(30)), (Millis::seconds(50), Millis::seconds(10)));
        assert_eq!(spans(rule, minutes(15)), (Millis::seconds(25), Millis::seconds(5)));
        assert_eq!(spans(rule, None), (Millis::seconds(50), Millis::seconds(10)));
    }
}
