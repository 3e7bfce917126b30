//! Entries before and after the start: who may enter, and who leaves again with a refund. Nothing
//! here seats a player.

use super::effects::Effects;
use super::money::Money;
use super::state::{Discipline, Entries, Phase};
use super::timetable::Timetable;
use super::{Director, Step, bonus};
use crate::entries::is_early;
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::setup::Setup;
use cardroom_rules::{CarriedStacks, Chips, EntryNo, Millis, PlayerId, Stage};
use std::collections::BTreeMap;

impl Director {
    /// Returns `true` if the tournament takes entries now.
    #[must_use]
    pub fn is_open(&self) -> bool {
        Registration::of(self).is_open()
    }

    /// Checks whether a player may enter now.
    ///
    /// # Errors
    /// The reason why not.
    pub fn may_enter(&self, player: PlayerId, of_age: bool) -> Result<(), Refusal> {
        Registration::of(self).may_enter(player, of_age)
    }
}

/// The desk where players enter: the terms, and the entries that there are.
#[derive(Clone, Copy)]
pub(super) struct Registration<'a> {
    setup: &'a Setup,
    times: Timetable<'a>,
    money: Money<'a>,
    entries: &'a Entries,
    discipline: &'a Discipline,
}

impl<'a> Registration<'a> {
    pub(super) fn of(director: &'a Director) -> Self {
        Self {
            setup: &director.setup,
            times: Timetable::of(director),
            money: Money::of(director),
            entries: &director.state.entries,
            discipline: &director.state.discipline,
        }
    }

    fn is_open(self) -> bool {
        self.takes_entries().is_ok() && self.is_early_enough()
    }

    fn is_early_enough(self) -> bool {
        !self.times.course().is_running() || self.times.is_late_entry_open()
    }

    pub(super) fn may_enter(self, player: PlayerId, of_age: bool) -> Result<(), Refusal> {
        self.takes_entries()?;
        if !self.is_early_enough() {
            return Err(Refusal::EntryClosed);
        }
        self.may_be_entered(player)?;
        match self.setup.min_age() {
            Some(age) if !of_age => Err(Refusal::UnderAge(age)),
            _ => Ok(()),
        }
    }

    /// Checks whether the floor may enter a player, by arrangement if necessary (Spotlight 6-3).
    pub(super) fn may_be_entered_by_floor(self, player: PlayerId) -> Result<(), Refusal> {
        self.takes_entries()?;
        self.may_be_entered(player)
    }

    fn takes_entries(self) -> Result<(), Refusal> {
        match self.times.course().phase() {
            Phase::Over | Phase::Cancelled => Err(Refusal::Over),
            _ if self.entries.are_closed() => Err(Refusal::EntryClosed),
            // Players who come from a first day entered there.
            _ if self.setup.carried.is_some() => Err(Refusal::EntryClosed),
            _ if self.setup.structure.entry.qualified_only => Err(Refusal::EntryClosed),
            Phase::Registering | Phase::Running => Ok(()),
        }
    }

    fn may_be_entered(self, player: PlayerId) -> Result<(), Refusal> {
        if self.discipline.is_banned(player) {
            return Err(Refusal::Banned);
        }
        let terms = &self.setup.structure.entry;
        if !terms.alternates && self.entries.count() >= terms.max_entrants {
            return Err(Refusal::Full);
        }
        if self.times.course().is_running() && self.is_in_the_points() {
            return Err(Refusal::InThePoints);
        }
        if let Some(last) = self.entries.of(player).and_then(|last| self.entries.get(last)) {
            if last.whereabouts.is_in() {
                return Err(Refusal::AlreadyEntered);
            }
            let played = last.whereabouts != Whereabouts::Withdrawn;
            if last.re_entries + u32::from(played) > terms.re_entries {
                return Err(Refusal::NoFurtherEntry);
            }
        }
        Ok(())
    }

    /// Returns `true` if all remaining players score, so that no player may enter any more
    /// (TFPL 6-4; GAPS G-67).
    fn is_in_the_points(self) -> bool {
        let scoring = match self.setup.structure.prizes.points_places {
            0 => self.money.places_paid().min(self.money.most_places_paid()),
            places => places,
        };
        self.setup.rulebook.entry.late_not_in_points && self.entries.left() <= scoring
    }

    /// Returns the starting stack of an entry made now.
    fn entry_stack(self, now: Millis) -> Chips {
        let terms = &self.setup.structure.entry;
        let full = terms.starting_stack;
        if self.times.course().is_registering() {
            let starts_at = self.times.schedule().starts_at();
            let bonus = terms.early_bonus.as_ref();
            let early = bonus.filter(|bonus| is_early(bonus, starts_at, now));
            return full + early.map_or(Chips::ZERO, |bonus| bonus.chips);
        }
        let late = self.setup.late_stack();
        let in_break = matches!(self.times.stage(), Some(Stage::Break(_)));
        let level = self.times.level() + u16::from(in_break && late.looks_past_breaks());
        let terms = self.setup.level_terms(level);
        let big_blind = terms.map_or(Chips::ZERO, |level| level.stakes.big_blind);
        late.stack(full, u64::from(self.times.level()) + 1, big_blind)
    }

    /// Carries a player over from a first day. Of several stacks the best counts, and repeating this
    /// has no effect.
    pub(super) fn carry_over(
        self,
        player: PlayerId,
        stack: Chips,
        at: Millis,
    ) -> Result<Option<Event>, Refusal> {
        if self.setup.carried.is_none() {
            return Err(Refusal::NotNow("No players come to this tournament from another day."));
        }
        if !self.times.course().is_registering() {
            return Err(Refusal::HasBegun);
        }
        if stack.is_zero() {
            return Err(Refusal::NotNow("A player from another day needs chips."));
        }
        Ok(match self.entries.of_player_in(player).ok() {
            Some(entry) if self.entries.stack(entry) < stack => {
                Some(Event::StackChanged { entry, stack })
            }
            Some(_) => None,
            None => {
                let entry = self.entries.next()?;
                Some(Event::Entered { entry, player, at, stack })
            }
        })
    }

    pub(super) fn check_in(self, player: PlayerId) -> Result<Option<Event>, Refusal> {
        if !self.setup.structure.entry.check_in {
            return Err(Refusal::NoCheckIn);
        }
        self.times.course().must_not_have_begun()?;
        let entry = self.entries.of_player_in(player)?;
        Ok((!self.entries.is_checked_in(entry)).then_some(Event::CheckedIn { entry }))
    }

    pub(super) fn withdraw(self, player: PlayerId) -> Result<[Event; 2], Refusal> {
        self.times.course().must_not_have_begun()?;
        if self.setup.carried.is_some() {
            return Err(Refusal::NotNow("A player from a first day cannot withdraw."));
        }
        let entry = self.entries.registered(player).ok_or(Refusal::NotEntered)?;
        Ok(self.money.withdraw(entry))
    }

    /// Withdraws players who have not checked in when the tournament begins. They may enter late.
    pub(super) fn withdraw_who_is_not_there(self) -> Effects {
        let mut effects = Effects::default();
        if self.setup.structure.entry.check_in {
            for (number, entry) in self.entries.all() {
                let registered = entry.whereabouts == Whereabouts::Registered;
                if registered && !self.entries.is_checked_in(number) {
                    effects.append(self.money.withdraw(number));
                }
            }
        }
        effects
    }

    /// Returns the entry of a player who may give up their chips for a new one (TDA 8-B).
    pub(super) fn give_up(self, player: PlayerId) -> Result<EntryNo, Refusal> {
        self.times.course().must_run()?;
        let entry = self.entries.of_player_in(player)?;
        if !self.setup.rulebook.entry.forfeit_to_re_enter || !self.is_open() {
            return Err(Refusal::NotNow("Chips cannot be given up for a new entry now."));
        }
        let played = self.entries.get(entry).map_or(0, |known| known.re_entries);
        if played >= self.setup.structure.entry.re_entries {
            return Err(Refusal::NoFurtherEntry);
        }
        Ok(entry)
    }
}

pub(super) fn make_entry(step: &mut Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    let stack = Registration::of(step.director).entry_stack(step.now);
    let entry = step.state().entries.next()?;
    step.emit(Event::Entered { entry, player, at: step.now, stack });
    if let Some(worth) = step.ticket.take() {
        step.emit(Event::TicketUsed { entry, worth });
    }
    let state = step.state();
    step.bring_about(bonus::use_kept(&state.bonuses, &state.entries, entry));
    Ok(())
}

/// Returns one stack for each player, in the order of the bags. Of several stacks of a player the
/// best counts, or the sum, as the structure says.
pub(super) fn one_stack_each(
    bags: Vec<(PlayerId, Chips)>,
    carried: CarriedStacks,
) -> Vec<(PlayerId, Chips)> {
    let mut stacks: BTreeMap<PlayerId, Chips> = BTreeMap::new();
    for (player, stack) in &bags {
        let so_far = stacks.entry(*player).or_default();
        *so_far = match carried {
            CarriedStacks::Best => (*so_far).max(*stack),
            CarriedStacks::Sum => *so_far + *stack,
        };
    }
    let each = bags.into_iter().filter_map(|(player, _)| stacks.remove_entry(&player));
    each.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_brings_the_best_bag_or_all_of_them() {
        let [ada, bob] = [PlayerId(1), PlayerId(2)];
        let bags =
            [(ada, 300), (bob, 100), (ada, 500)].map(|(player, chips)| (player, Chips(chips)));
        let best = one_stack_each(bags.to_vec(), CarriedStacks::Best);
        assert_eq!(best, [(ada, Chips(500)), (bob, Chips(100))]);
        let sum = one_stack_each(bags.to_vec(), CarriedStacks::Sum);
        assert_eq!(sum, [(ada, Chips(800)), (bob, Chips(100))]);
    }
}
