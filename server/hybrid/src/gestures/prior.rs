//! Chips of an earlier bet that are not pulled in (TDA 46 and its illustrations).

use super::facing::{Facing, Judged, Prior, Pushed, Standing};
use super::silent;
use crate::memory::Front;
use cardroom_engine::{Clause, MOST_IN_ONE_MOTION, RefusalKind, RulingOption};
use cardroom_rules::Chips;

/// Judges new chips together with those of an earlier bet. Returns `None` if the new chips are
/// judged alone, on top of those already in front (46-C-1).
pub(super) fn judge(facing: &Facing, pushed: &Pushed) -> Option<Judged> {
    match pushed.prior {
        Prior::None | Prior::LeftAlone | Prior::FullyPulled => None,
        // IA-46 situation 5: the gesture may mean a bet of all chips, so the floor gets another
        // option.
        Prior::Gathered => {
            let mut judged = match pushed.chips.len() {
                1 => facing.call(Clause::Overchip),
                _ => silent::several(facing, pushed),
            };
            let apart = facing.call(Clause::PriorChips).as_option();
            if let Judged::Stands(standing) = &mut judged {
                standing.or_else = apart.filter(|other| Some(*other) != judged_option(standing));
            }
            Some(judged)
        }
        // 46-C-2: all chips finally in front count together.
        Prior::PartlyPulled | Prior::Covers => {
            let last = pushed.last && facing.book.wager.last_chips_all_in;
            Some(if last || facing.reaches_half(pushed.total) {
                facing.wager(pushed.total, Clause::PriorChips)
            } else {
                facing.call(Clause::PriorChips)
            })
        }
    }
}

fn judged_option(standing: &Standing) -> Option<RulingOption> {
    Judged::Stands(*standing).as_option()
}

/// Returns the chips in front after a motion that takes some back and puts others out.
///
/// # Errors
/// The player does not have these chips.
pub(super) fn put_out(
    facing: &Facing,
    chips: &[Chips],
    pulled: &[Chips],
    already_pulled: Option<Chips>,
) -> Result<Pushed, RefusalKind> {
    let (added, taken) = (value(chips)?, value(pulled)?);
    let front = &facing.front;
    check_pulled(front, pulled, taken)?;
    let kept = front.value - taken;
    // The value in front before any chips were taken back on this turn.
    let before = front.value + already_pulled.unwrap_or_default();
    let behind = (facing.all_in_to() - front.value) + taken;
    if added > behind {
        return Err(RefusalKind::ChipsNotThere);
    }
    let prior = if before.is_zero() {
        Prior::None
    } else if before >= facing.call_to() && !(kept.is_zero() && chips.len() < 2) {
        Prior::Covers
    } else if kept == before {
        Prior::LeftAlone
    } else if kept.is_zero() {
        Prior::FullyPulled
    } else {
        Prior::PartlyPulled
    };
    Ok(Pushed {
        total: kept + added,
        chips: chips.to_vec(),
        last: added == behind && !added.is_zero(),
        prior,
        added,
    })
}

/// Returns the chips in front after all of them were moved forward with new ones.
///
/// # Errors
/// The player does not have these chips.
pub(super) fn gather(facing: &Facing, chips: &[Chips]) -> Result<Pushed, RefusalKind> {
    let mut pushed = put_out(facing, chips, &[], None)?;
    let front = &facing.front;
    if front.value.is_zero() {
        return Ok(pushed);
    }
    match &front.chips {
        Some(known) => pushed.chips.extend(known),
        None => pushed.chips.push(front.value),
    }
    pushed.prior = Prior::Gathered;
    Ok(pushed)
}

/// Returns the value of some chips.
///
/// # Errors
/// A chip has no value, there are too many chips, or their sum overflows.
pub(super) fn value(chips: &[Chips]) -> Result<Chips, RefusalKind> {
    if chips.len() > MOST_IN_ONE_MOTION || chips.iter().any(|chip| chip.is_zero()) {
        return Err(RefusalKind::ChipsNotThere);
    }
    let sum = chips.iter().try_fold(Chips::ZERO, |sum, chip| sum.checked_add(*chip));
    sum.ok_or(RefusalKind::ChipsNotThere)
}

fn check_pulled(front: &Front, pulled: &[Chips], taken: Chips) -> Result<(), RefusalKind> {
    if taken > front.value {
        return Err(RefusalKind::ChipsNotThere);
    }
    let Some(known) = &front.chips else { return Ok(()) };
    let mut left = known.clone();
    for chip in pulled {
        let place = left.iter().position(|other| other == chip);
        left.swap_remove(place.ok_or(RefusalKind::ChipsNotThere)?);
    }
    Ok(())
}
