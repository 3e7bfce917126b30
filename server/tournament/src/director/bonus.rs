//! Bonus chips (TFPL 6-27). A bonus is added to a stack between two hands. If its player loses the
//! whole stack in the hand in progress, the player is out, because the bonus was not in play. The
//! player keeps the bonus for the next stack bought or entered with. A bonus left at the end of the
//! tournament is for the next one, if the rulebook allows that there. The floor is notified, and
//! the results list it.

use super::{Director, Step};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::order::Order;
use crate::refusal::Refusal;
use cardroom_rules::rulebook::BonusChips;
use cardroom_rules::{Chips, EntryNo, PlayerId, TableNo};

impl Director {
    /// Returns the bonus chips that a player keeps without a stack.
    #[must_use]
    pub fn kept_bonus(&self, player: PlayerId) -> Chips {
        self.state.bonuses.kept(player)
    }
}

pub(super) fn check_bonus(
    director: &Director,
    number: EntryNo,
    chips: Chips,
) -> Result<(), Refusal> {
    if director.setup.rulebook.entry.bonus_chips != BonusChips::BetweenHands {
        return Err(Refusal::NoBonuses);
    }
    if chips.is_zero() {
        return Err(Refusal::NotNow("A bonus has at least one chip."));
    }
    let entry = director.entry(number).ok_or(Refusal::NotIn(number))?;
    let is_last = director.entry_of(entry.player) == Some(number);
    match entry.whereabouts {
        // The player has a later entry.
        _ if !is_last => Err(Refusal::NotIn(number)),
        Whereabouts::Withdrawn => Err(Refusal::NotIn(number)),
        Whereabouts::Seated { table, .. } if director.state.together.is_all_in(table) => {
            Err(Refusal::AllIn)
        }
        _ => Ok(()),
    }
}

pub(super) fn check_forfeited_bonus(director: &Director, number: EntryNo) -> Result<(), Refusal> {
    let entry = director.entry(number).ok_or(Refusal::NotIn(number))?;
    let bonuses = &director.state.bonuses;
    if (bonuses.due(number) + bonuses.kept(entry.player)).is_zero() {
        return Err(Refusal::NotNow(
            "This player has no bonus outside the stack. Forfeit chips of the stack instead.",
        ));
    }
    Ok(())
}

pub(super) fn give_bonus(step: &mut Step<'_>, entry: EntryNo, chips: Chips) {
    step.emit(Event::BonusDue { entry, chips });
    let director = &*step.director;
    let is_in = director.state.entries.must_be_in(entry).is_ok();
    if !is_in || director.state.held.get(entry).is_some() {
        return keep_bonus(step, entry);
    }
    settle_bonus_when_due(step, entry);
}

pub(super) fn forfeit_bonus(step: &mut Step<'_>, entry: EntryNo) {
    let bonuses = &step.state().bonuses;
    let chips = bonuses.due(entry) + bonuses.kept(step.state().entries.player(entry));
    step.emit(Event::BonusForfeited { entry, chips });
}

/// Adds the kept bonus to the stack of a player who bought chips or entered again.
pub(super) fn use_bonus(step: &mut Step<'_>, entry: EntryNo) {
    let chips = step.director.kept_bonus(step.state().entries.player(entry));
    if !chips.is_zero() {
        step.emit(Event::BonusUsed { entry, chips });
        settle_bonus_when_due(step, entry);
    }
}

fn settle_bonus_when_due(step: &mut Step<'_>, entry: EntryNo) {
    match step.state().entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. }) => {
            step.attention.insert(table);
        }
        _ => {
            settle_bonus(step, entry);
        }
    }
}

/// Adds a due bonus to a stack that has chips. Returns `true` if there was one to add.
pub(super) fn settle_bonus(step: &mut Step<'_>, entry: EntryNo) -> bool {
    let chips = step.state().bonuses.due(entry);
    if chips.is_zero() || step.state().entries.stack(entry).is_zero() {
        return false;
    }
    step.emit(Event::BonusAdded { entry, chips });
    true
}

/// Does the same at a table without a hand in progress, and sends the table the new stack.
pub(super) fn settle_bonus_at_table(step: &mut Step<'_>, entry: EntryNo, table: TableNo) -> bool {
    if !settle_bonus(step, entry) {
        return false;
    }
    let stacks = vec![(step.state().entries.player(entry), step.state().entries.stack(entry))];
    step.order(table, Order::SetStacks { stacks });
    true
}

/// Keeps a due bonus for a player who is out or may still rebuy.
pub(super) fn keep_bonus(step: &mut Step<'_>, entry: EntryNo) {
    let chips = step.state().bonuses.due(entry);
    if !chips.is_zero() {
        step.emit(Event::BonusKept { entry, chips });
    }
}

/// Notifies the floor at the end of the tournament which players keep a bonus.
pub(super) fn tell_of_bonuses(step: &mut Step<'_>) {
    let kept: Vec<(PlayerId, Chips)> = step.state().bonuses.all_kept().collect();
    for (player, chips) in kept {
        if let Some(entry) = step.director.entry_of(player) {
            step.emit(Event::BonusLeft { entry, chips });
        }
    }
}
