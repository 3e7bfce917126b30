//! Called clocks. On a hybrid table no clock runs until it is called.

use crate::floor::{FloorEvent, Ground};
use crate::hand::Phase;
use crate::refusal::RefusalKind;
use crate::table::{Step, Table, turn};
use cardroom_rules::rulebook::{CalledClock, ClockCaller};
use cardroom_rules::{Chips, Millis, SeatNo};

pub(crate) fn call_clock(
    step: &mut Step<'_>,
    seat: SeatNo,
    asked_by: Option<SeatNo>,
    level: Option<Millis>,
) -> Result<(), RefusalKind> {
    let table = &*step.table;
    table.checked_seat(seat)?;
    // A plain table times every player anyway (GAPS G-11).
    table.setup.check_people_deal()?;
    let hand = table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    let Phase::Turn(turn) = hand.phase else { return Err(RefusalKind::NotYourTurn) };
    if turn.seat != seat {
        return Err(RefusalKind::NotYourTurn);
    }
    if hand.betting.called_clock().is_some() {
        return Err(RefusalKind::NothingToDo);
    }
    let rule = table.setup.rulebook.called_clock;
    if asked_by.is_some() && rule.called_by == ClockCaller::DealerOrFloor {
        return Err(RefusalKind::NotYoursToCall);
    }
    let base_ms = table.setup.rulebook.clock.base_ms;
    let on_turn_since = Millis(turn.deadline.0.saturating_sub(base_ms.0));
    if step.now.since(on_turn_since) < Millis::seconds(rule.not_before_seconds) {
        return Err(RefusalKind::TooEarly);
    }
    if rule.facing_bet_only && step.terms().legal(seat).call.is_none_or(Chips::is_zero) {
        return Err(RefusalKind::NotFacingABet);
    }
    let (base, count) = spans(rule, level);
    let counts_from = step.now + base;
    let until = counts_from + count;
    step.rule(Ground::CalledClock, FloorEvent::ClockCalled { seat, counts_from, until });
    Ok(())
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
