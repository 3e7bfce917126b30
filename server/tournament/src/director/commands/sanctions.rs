//! Penalties, and changes of stacks (TDA 71).

use crate::director::state::{Entries, Rulings};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::floor::{RulingState, Undo};
use crate::penalties::{Penalties, rounds_in_hands};
use crate::refusal::Refusal;
use crate::seating::FloorPlan;
use cardroom_rules::{Chips, EntryNo};

pub(super) fn check_hands(entry: EntryNo, hands: u32) -> Result<Undo, Refusal> {
    if hands == 0 {
        return Err(Refusal::NotNow("A penalty lasts at least one hand."));
    }
    Ok(Undo::Penalty { entry, added: hands, lifted: 0 })
}

/// Checks a penalty of some rounds, of which the rulebook allows this many; 0 for no limit.
pub(super) fn check_rounds(
    entries: &Entries,
    floor: &FloorPlan,
    most: u8,
    entry: EntryNo,
    rounds: u8,
) -> Result<Undo, Refusal> {
    if most > 0 && rounds > most {
        return Err(Refusal::TooManyRounds(most));
    }
    let table = match entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. } | Whereabouts::Moving { to: table }) => {
            floor.table(table)
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

pub(super) fn check_lifting(penalties: &Penalties, entry: EntryNo) -> Result<Undo, Refusal> {
    let lifted = penalties.hands(entry);
    if lifted == 0 {
        return Err(Refusal::NotNow("This player has no penalty."));
    }
    Ok(Undo::Penalty { entry, added: 0, lifted })
}

/// Checks that the chips to take are some of the stack that is due after the hand.
pub(super) fn check_forfeit(entry: EntryNo, stack: Chips, chips: Chips) -> Result<Undo, Refusal> {
    if chips.is_zero() || chips >= stack {
        return Err(Refusal::NotNow("Take some of the chips, and leave some."));
    }
    Ok(Undo::Stack { entry, given: Chips::ZERO, taken: chips })
}

/// Checks a new stack in place of the one that is due after the hand.
pub(super) fn check_stack(entry: EntryNo, stack: Chips, chips: Chips) -> Result<Undo, Refusal> {
    if chips.is_zero() || chips == stack {
        return Err(Refusal::NotNow("Choose a new stack above 0 that differs from the old one."));
    }
    let given = chips.saturating_sub(stack);
    Ok(Undo::Stack { entry, given, taken: stack.saturating_sub(chips) })
}

/// Returns how many more chips than the entries brought are in play once a stack that is due is set
/// to this, if that adds any. The floor may give chips that it has taken before.
pub(in crate::director) fn chips_beyond(
    rulings: &Rulings,
    due: Chips,
    chips: Chips,
) -> Option<Chips> {
    let more = chips.saturating_sub(due);
    let made = rulings.all().iter().filter(|ruling| ruling.state == RulingState::Made);
    let (given, taken) =
        made.fold((more, Chips::ZERO), |(given, taken), ruling| match ruling.undo {
            Undo::Stack { given: more, taken: less, .. } => (given + more, taken + less),
            _ => (given, taken),
        });
    let beyond = given.saturating_sub(taken);
    (!more.is_zero() && !beyond.is_zero()).then_some(beyond)
}

/// Adds and lifts the hands of a ruling, by what undoing it takes.
pub(super) fn penalize(penalties: &Penalties, undo: Undo) -> Option<Event> {
    let Undo::Penalty { entry, added, lifted } = undo else { return None };
    let hands = (penalties.hands(entry) + added).saturating_sub(lifted);
    Some(Event::PenaltySet { entry, hands })
}
