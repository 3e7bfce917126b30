//! Bonus chips (TFPL 6-27). A bonus is added to a stack between two hands. If its player loses the
//! whole stack in the hand in progress, the player is out, because the bonus was not in play. The
//! player keeps the bonus for the next stack bought or entered with. A bonus left at the end of the
//! tournament is for the next one, if the rulebook allows that there. The floor is notified, and
//! the results list it.

use super::Director;
use super::effects::Effects;
use super::state::{Entries, Together};
use crate::bonus::Bonuses;
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

/// Checks a bonus by the floor.
pub(super) fn check_bonus(
    entries: &Entries,
    together: &Together,
    rule: BonusChips,
    number: EntryNo,
    chips: Chips,
) -> Result<(), Refusal> {
    if rule != BonusChips::BetweenHands {
        return Err(Refusal::NoBonuses);
    }
    if chips.is_zero() {
        return Err(Refusal::NotNow("A bonus has at least one chip."));
    }
    let entry = entries.get(number).ok_or(Refusal::NotIn(number))?;
    let is_last = entries.of(entry.player) == Some(number);
    match entry.whereabouts {
        // The player has a later entry.
        _ if !is_last => Err(Refusal::NotIn(number)),
        Whereabouts::Withdrawn => Err(Refusal::NotIn(number)),
        Whereabouts::Seated { table, .. } if together.is_all_in(table) => Err(Refusal::AllIn),
        _ => Ok(()),
    }
}

pub(super) fn check_forfeited_bonus(
    bonuses: &Bonuses,
    entries: &Entries,
    number: EntryNo,
) -> Result<(), Refusal> {
    let entry = entries.get(number).ok_or(Refusal::NotIn(number))?;
    if (bonuses.due(number) + bonuses.kept(entry.player)).is_zero() {
        return Err(Refusal::NotNow(
            "This player has no bonus outside the stack. Forfeit chips of the stack instead.",
        ));
    }
    Ok(())
}

/// Gives a bonus to a player with a stack, or lets a player without one keep it.
pub(super) fn give_bonus(
    bonuses: &Bonuses,
    entries: &Entries,
    entry: EntryNo,
    chips: Chips,
    has_stack: bool,
) -> Effects {
    let due = bonuses.due(entry) + chips;
    let mut effects = Effects::from([Event::BonusDue { entry, chips }]);
    match has_stack {
        true => effects.append(add_when_due(entries, entry, due)),
        false => effects.emit(Event::BonusKept { entry, chips: due }),
    }
    effects
}

pub(super) fn forfeit_bonus(bonuses: &Bonuses, entry: EntryNo, player: PlayerId) -> Event {
    Event::BonusForfeited { entry, chips: bonuses.due(entry) + bonuses.kept(player) }
}

/// Adds the kept bonus to the stack of a player who bought chips or entered again.
pub(super) fn use_kept(bonuses: &Bonuses, entries: &Entries, entry: EntryNo) -> Effects {
    let chips = bonuses.kept(entries.player(entry));
    if chips.is_zero() {
        return Effects::default();
    }
    let mut effects = Effects::from([Event::BonusUsed { entry, chips }]);
    effects.append(add_when_due(entries, entry, bonuses.due(entry) + chips));
    effects
}

/// Adds a due bonus when the hand at the player's table is over, or at once if there is none.
fn add_when_due(entries: &Entries, entry: EntryNo, due: Chips) -> Effects {
    let mut effects = Effects::default();
    match entries.table_of(entry) {
        Some(table) => effects.attend(table),
        None => effects.append(add(entries, entry, due)),
    }
    effects
}

/// Adds a due bonus to a stack that has chips.
fn add(entries: &Entries, entry: EntryNo, chips: Chips) -> Option<Event> {
    let adds = !chips.is_zero() && !entries.stack(entry).is_zero();
    adds.then_some(Event::BonusAdded { entry, chips })
}

/// Does the same at a table without a hand in progress, and sends the table the new stack.
pub(super) fn add_at_table(
    bonuses: &Bonuses,
    entries: &Entries,
    entry: EntryNo,
    table: TableNo,
) -> Effects {
    let chips = bonuses.due(entry);
    let mut effects = Effects::from(add(entries, entry, chips));
    if !effects.is_empty() {
        let stack = entries.stack(entry) + chips;
        let stacks = vec![(entries.player(entry), stack)];
        effects.order(table, Order::SetStacks { stacks });
    }
    effects
}

/// Keeps a due bonus for a player who is out or may still rebuy.
pub(super) fn keep_bonus(bonuses: &Bonuses, entry: EntryNo) -> Option<Event> {
    let chips = bonuses.due(entry);
    (!chips.is_zero()).then_some(Event::BonusKept { entry, chips })
}

/// Notifies the floor at the end of the tournament which players keep a bonus.
pub(super) fn tell_of_bonuses(bonuses: &Bonuses, entries: &Entries) -> Vec<Event> {
    let kept = bonuses.all_kept();
    let left = kept.filter_map(|(player, chips)| {
        entries.of(player).map(|entry| Event::BonusLeft { entry, chips })
    });
    left.collect()
}
