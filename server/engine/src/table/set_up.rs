//! The next hand of a match between bots: stacks, button and game are set, so that a hand depends
//! on none before it. A room has no such tables.

use super::state::MOST_CHIPS;
use super::{Step, Table};
use crate::event::Event;
use crate::input::HandSetUp;
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::{Chips, SeatSet};

impl HandSetUp {
    /// Sets up the next hand, or changes nothing.
    pub(super) fn carry_out(&self, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.check(step.table)?;
        for (seat, stack) in &self.stacks {
            let taken = step.table.checked_seat(*seat)?;
            let sits_out = taken.sat_out_at.is_some();
            if taken.stack != *stack {
                step.emit(Event::StackReset { seat: *seat, stack: *stack });
            }
            if sits_out {
                step.emit(Event::SatIn { seat: *seat });
            }
        }
        if step.table.state.rotation.play() != self.play {
            step.emit(Event::GameChanged { play: self.play, by: None, at: step.now });
        }
        step.emit(Event::ButtonPlaced { seat: self.button });
        if self.offers_choice {
            let until = step.now + step.table.setup.rulebook.clock.base_ms;
            step.emit(Event::ChoiceOffered { seat: self.button, until });
        }
        Ok(())
    }

    fn check(&self, table: &Table) -> Result<(), Refusal> {
        table.setup.occupancy.check_players_decide()?;
        if table.hand.is_some() {
            return Err(RefusalKind::HandInProgress.into());
        }
        if usize::from(self.play) >= table.setup.plays.len() {
            return Err(RefusalKind::UnknownGame.into());
        }
        table.checked_seat(self.button)?;
        let mut seen = SeatSet::EMPTY;
        let mut sum = Chips::ZERO;
        for (seat, stack) in &self.stacks {
            table.checked_seat(*seat)?;
            if stack.is_zero() || seen.contains(*seat) {
                return Err(RefusalKind::NothingToDo.into());
            }
            seen.insert(*seat);
            sum = sum.checked_add(*stack).unwrap_or(Chips(u64::MAX));
        }
        // A player who is not named keeps a stack, which counts, too.
        let others = table.state.seats.occupied().filter(|(seat, _)| !seen.contains(*seat));
        let others: Chips = others.map(|(_, seat)| seat.chips()).sum();
        if sum > MOST_CHIPS.saturating_sub(others) {
            return Err(RefusalKind::TopUpTooLarge { max: MOST_CHIPS }.into());
        }
        Ok(())
    }
}
