//! Penalties, and changes of stacks (TDA 71).

use crate::director::{Director, Step, dues};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::floor::{Ruling, RulingState, Undo};
use crate::penalties::rounds_in_hands;
use crate::refusal::Refusal;
use cardroom_rules::{Chips, EntryNo};

pub(super) fn check_hands(
    director: &Director,
    entry: EntryNo,
    hands: u32,
) -> Result<Undo, Refusal> {
    director.state.course.must_run()?;
    director.state.entries.must_be_in(entry)?;
    if hands == 0 {
        return Err(Refusal::NotNow("A penalty lasts at least one hand."));
    }
    Ok(Undo::Penalty { entry, added: hands, lifted: 0 })
}

pub(super) fn check_rounds(
    director: &Director,
    entry: EntryNo,
    rounds: u8,
) -> Result<Undo, Refusal> {
    let entries = &director.state.entries;
    director.state.course.must_run()?;
    entries.must_be_in(entry)?;
    let most = director.setup.most_penalty_rounds();
    if most > 0 && rounds > most {
        return Err(Refusal::TooManyRounds(most));
    }
    let table = match entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. } | Whereabouts::Moving { to: table }) => {
            director.table(table)
        }
        _ => None,
    };
    let table = table.ok_or(Refusal::NotNow(
        "This player has no table, so a round has no length. Count the penalty in hands.",
    ))?;
    let added = rounds_in_hands(rounds, table.size());
    if added == 0 {
        return Err(Refusal::NotNow("A penalty lasts at least one round."));
    }
    Ok(Undo::Penalty { entry, added, lifted: 0 })
}

pub(super) fn check_lifting(director: &Director, entry: EntryNo) -> Result<Undo, Refusal> {
    director.state.course.must_run()?;
    let lifted = director.state.discipline.penalties().hands(entry);
    if lifted == 0 {
        return Err(Refusal::NotNow("This player has no penalty."));
    }
    Ok(Undo::Penalty { entry, added: 0, lifted })
}

pub(super) fn check_picking_up(director: &Director, entry: EntryNo) -> Result<Undo, Refusal> {
    director.state.course.must_run()?;
    director.state.entries.must_be_in(entry)?;
    if !director.may_be_picked_up(entry) {
        return Err(Refusal::NotNow("This player has not been away for long enough."));
    }
    Ok(Undo::Removal(entry))
}

pub(super) fn check_forfeit(
    director: &Director,
    entry: EntryNo,
    chips: Chips,
) -> Result<Undo, Refusal> {
    director.state.course.must_run()?;
    director.state.entries.must_be_in(entry)?;
    if chips.is_zero() || chips >= director.state.stack_due(entry) {
        return Err(Refusal::NotNow("Take some of the chips, and leave some."));
    }
    Ok(Undo::Stack { entry, given: Chips::ZERO, taken: chips })
}

pub(super) fn check_stack(
    director: &Director,
    entry: EntryNo,
    chips: Chips,
) -> Result<Undo, Refusal> {
    // Players need not begin with the same stack (Spotlight 6-26).
    if !director.state.course.is_registering() {
        director.state.course.must_run()?;
    }
    director.state.entries.must_be_in(entry)?;
    let stack = director.state.stack_due(entry);
    if chips.is_zero() || chips == stack {
        return Err(Refusal::NotNow("Choose a new stack above 0 that differs from the old one."));
    }
    let given = chips.saturating_sub(stack);
    Ok(Undo::Stack { entry, given, taken: stack.saturating_sub(chips) })
}

/// Returns how many more chips than the entries brought are in play once a stack is set, if that
/// adds any. The floor may give chips that it has taken before.
pub(in crate::director) fn chips_beyond(
    director: &Director,
    entry: EntryNo,
    chips: Chips,
) -> Option<Chips> {
    let more = chips.saturating_sub(director.state.stack_due(entry));
    let made = director.rulings().iter().filter(|ruling| ruling.state == RulingState::Made);
    let (given, taken) =
        made.fold((more, Chips::ZERO), |(given, taken), ruling| match ruling.undo {
            Undo::Stack { given: more, taken: less, .. } => (given + more, taken + less),
            _ => (given, taken),
        });
    let beyond = given.saturating_sub(taken);
    (!more.is_zero() && !beyond.is_zero()).then_some(beyond)
}

/// Adds and lifts the hands of a ruling.
pub(super) fn penalize(step: &mut Step<'_>, ruling: &Ruling) {
    if let Undo::Penalty { entry, added, lifted } = ruling.undo {
        let hands = step.state().discipline.penalties().hands(entry);
        let hands = (hands + added).saturating_sub(lifted);
        step.emit(Event::PenaltySet { entry, hands });
    }
}

/// Gives and takes the chips of a ruling.
pub(super) fn change_stack(step: &mut Step<'_>, ruling: &Ruling) {
    if let Undo::Stack { entry, given, taken } = ruling.undo {
        dues::change_stack(step, entry, given, taken);
    }
}
