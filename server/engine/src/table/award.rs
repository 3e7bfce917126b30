//! The award of the pots, less the rake.

use super::Step;
use crate::event::Event;
use crate::hand::Hand;
use crate::showdown::{self, Part};
use crate::split;
use arrayvec::ArrayVec;
use cardroom_rules::{Game, MAX_SEATS, Rake};

/// Awards each pot to its winners, side pots first (TDA 21), less the rake. A pot is divided
/// among its boards first, then among the halves with a qualifying hand.
pub(super) fn all_pots(
    step: &mut Step<'_>,
    parts: impl Fn(&Hand, &Game, usize) -> ArrayVec<Part, 6>,
) {
    if let Some(rake) = &step.table.setup.ring.rake {
        let taken = step.hand().rake(rake);
        step.emit_all(taken);
    }
    for pot in (0..step.hand().middle.pots().len()).rev() {
        let hand = step.hand();
        let amount = hand.middle.pots()[pot].amount;
        if amount.is_zero() {
            continue;
        }
        let parts = parts(hand, step.table.game(), pot);
        let unit = step.table.stakes().unit;
        let number = u8::try_from(pot).expect("a table has at most ten pots");
        let boards = parts.chunk_by(|one, other| one.board == other.board);
        let of_boards = split::into_parts(amount, boards.clone().count(), unit);
        for (halves, amount) in boards.zip(of_boards) {
            let of_halves = split::into_parts(amount, halves.len(), unit);
            for (part, amount) in halves.iter().zip(of_halves) {
                if amount.is_zero() {
                    continue;
                }
                let rule = step.book().showdown.odd_chip;
                let order = showdown::odd_chip_order(step.hand(), step.table.game(), rule, part);
                let shares = split::among_winners(amount, &order, unit);
                let Part { board, half, .. } = *part;
                step.emit(Event::PotAwarded { pot: number, board, half, shares });
            }
        }
    }
}

impl Hand {
    /// Takes the rake from the pots, main pot first, up to its cap.
    fn rake(&self, rake: &Rake) -> ArrayVec<Event, MAX_SEATS> {
        let mut taken = ArrayVec::new();
        if rake.no_flop_no_drop && self.street.is_first() {
            return taken;
        }
        let mut left = rake.cap;
        for (pot, pool) in self.middle.pots().iter().enumerate() {
            let amount = pool.amount.basis_points_floor(rake.basis_points).min(left);
            if !amount.is_zero() {
                left -= amount;
                let pot = u8::try_from(pot).expect("a table has at most ten pots");
                taken.push(Event::RakeTaken { pot, amount });
            }
        }
        taken
    }
}
