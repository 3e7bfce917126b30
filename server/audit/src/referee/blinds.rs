//! The movement of the blinds and the button from hand to hand.

use crate::Verdict;
use cardroom_protocol::HandNo;

/// The blinds of a hand.
#[derive(Clone, Default)]
pub(super) struct Blinds {
    pub(super) hand: HandNo,
    pub(super) small: Option<u8>,
    pub(super) big: Option<u8>,
    pub(super) dealt: Vec<u8>,
}

impl Blinds {
    /// Checks that the big blind has moved to the next player, and the button to the last small
    /// blind (TDA 32: a dead button).
    pub(super) fn follow(&self, last: &Self, button: u8) -> Verdict {
        let (Some(big), Some(before)) = (self.big, last.big) else { return Ok(()) };
        if self.hand.0 != last.hand.0 + 1 {
            return Ok(());
        }
        let stayed: Vec<u8> =
            self.dealt.iter().copied().filter(|seat| last.dealt.contains(seat)).collect();
        if stayed.len() < 2 {
            return Ok(());
        }
        if big == before {
            return Err(format!("seat {big} has the big blind twice running"));
        }
        let passed = clockwise(before, big).find(|seat| stayed.contains(seat));
        if let Some(passed) = passed {
            return Err(format!("the big blind passes seat {passed} over"));
        }
        let many = last.dealt.len() > 2 && self.dealt.len() > 2;
        if let Some(small) = last.small.filter(|small| many && *small != button && *small != big) {
            return Err(format!("the button is not where the small blind was, at seat {small}"));
        }
        Ok(())
    }

    /// Returns the players strictly between two seats.
    pub(super) fn between(&self, from: u8, to: u8) -> impl Iterator<Item = u8> + '_ {
        clockwise(from, to).filter(|seat| self.dealt.contains(seat))
    }
}

/// Returns the seats strictly between two seats, clockwise, or all others if the two are the same.
fn clockwise(from: u8, to: u8) -> impl Iterator<Item = u8> {
    const MOST_SEATS: u8 = 16;
    (1..=MOST_SEATS).map(move |step| (from + step) % MOST_SEATS).take_while(move |seat| *seat != to)
}
