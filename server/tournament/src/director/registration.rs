//! Entries and withdrawals.

use super::{Director, Phase, Step, bonus, prizes, refunds};
use crate::entries::is_early;
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::refusal::Refusal;
use cardroom_rules::{CarriedStacks, Chips, EntryNo, PlayerId, Stage};
use std::collections::BTreeMap;

impl Director {
    /// Returns `true` if the tournament takes entries now.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let late = !self.state.course.is_running()
            || self.level() < self.setup.open_levels(self.state.schedule.starts_at());
        takes_entries(self).is_ok() && late
    }

    /// Checks whether a player may enter now.
    ///
    /// # Errors
    /// The reason why not.
    pub fn may_enter(&self, player: PlayerId, of_age: bool) -> Result<(), Refusal> {
        takes_entries(self)?;
        if self.state.course.is_running()
            && self.level() >= self.setup.open_levels(self.state.schedule.starts_at())
        {
            return Err(Refusal::EntryClosed);
        }
        may_be_entered(self, player)?;
        match self.setup.min_age() {
            Some(age) if !of_age => Err(Refusal::UnderAge(age)),
            _ => Ok(()),
        }
    }
}

fn takes_entries(director: &Director) -> Result<(), Refusal> {
    match director.state.course.phase() {
        Phase::Over | Phase::Cancelled => Err(Refusal::Over),
        _ if director.state.entries.are_closed() => Err(Refusal::EntryClosed),
        // Players who come from a first day entered there.
        _ if director.setup.carried.is_some() => Err(Refusal::EntryClosed),
        _ if director.setup.structure.entry.qualified_only => Err(Refusal::EntryClosed),
        Phase::Registering | Phase::Running => Ok(()),
    }
}

fn may_be_entered(director: &Director, player: PlayerId) -> Result<(), Refusal> {
    if director.state.discipline.is_banned(player) {
        return Err(Refusal::Banned);
    }
    let terms = &director.setup.structure.entry;
    if !terms.alternates && director.entry_count() >= terms.max_entrants {
        return Err(Refusal::Full);
    }
    if director.state.course.is_running() && is_in_the_points(director) {
        return Err(Refusal::InThePoints);
    }
    if let Some(last) = director.entry_of(player).and_then(|last| director.entry(last)) {
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

/// Returns the starting stack of an entry made now.
pub(super) fn entry_stack(director: &Director, now: cardroom_rules::Millis) -> Chips {
    let terms = &director.setup.structure.entry;
    let full = terms.starting_stack;
    if director.state.course.is_registering() {
        let bonus = terms.early_bonus.as_ref();
        let early = bonus.filter(|bonus| is_early(bonus, director.state.schedule.starts_at(), now));
        return full + early.map_or(Chips::ZERO, |bonus| bonus.chips);
    }
    let in_break =
        matches!(director.setup.stage(director.state.schedule.stage()), Some(Stage::Break(_)));
    let level =
        director.level() + u16::from(in_break && director.setup.late_stack().looks_past_breaks());
    let big_blind =
        director.setup.level_terms(level).map_or(Chips::ZERO, |level| level.stakes.big_blind);
    director.setup.late_stack().stack(full, u64::from(director.level()) + 1, big_blind)
}

pub(super) fn enter(step: &mut Step<'_>, player: PlayerId, of_age: bool) -> Result<(), Refusal> {
    step.director.may_enter(player, of_age)?;
    make_entry(step, player)
}

/// Checks whether the floor may enter a player, by arrangement if necessary (Spotlight 6-3).
pub(super) fn may_be_entered_by_floor(step: &Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    takes_entries(step.director)?;
    may_be_entered(step.director, player)
}

pub(super) fn make_entry(step: &mut Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    let (entry, stack) = (step.state().entries.next()?, entry_stack(step.director, step.now));
    step.emit(Event::Entered { entry, player, at: step.now, stack });
    if let Some(worth) = step.ticket.take() {
        step.emit(Event::TicketUsed { entry, worth });
    }
    bonus::use_bonus(step, entry);
    Ok(())
}

/// Carries all players over from the first days. Of several stacks of a player the best counts,
/// or the sum, as the structure says. Repeating this has no effect.
pub(super) fn carry_all_over(
    step: &mut Step<'_>,
    bags: Vec<(PlayerId, Chips)>,
) -> Result<(), Refusal> {
    let mut stacks: BTreeMap<PlayerId, Chips> = BTreeMap::new();
    for (player, stack) in &bags {
        let so_far = stacks.entry(*player).or_default();
        *so_far = match step.setup().structure.entry.carried {
            CarriedStacks::Best => (*so_far).max(*stack),
            CarriedStacks::Sum => *so_far + *stack,
        };
    }
    // Entries are numbered in the order of the bags.
    for (player, _) in bags {
        if let Some(stack) = stacks.remove(&player) {
            carry_over(step, player, stack)?;
        }
    }
    Ok(())
}

/// Carries a player over from a first day. Of several stacks the best counts.
pub(super) fn carry_over(
    step: &mut Step<'_>,
    player: PlayerId,
    stack: Chips,
) -> Result<(), Refusal> {
    if step.setup().carried.is_none() {
        return Err(Refusal::NotNow("No players come to this tournament from another day."));
    }
    if !step.state().course.is_registering() {
        return Err(Refusal::HasBegun);
    }
    if stack.is_zero() {
        return Err(Refusal::NotNow("A player from another day needs chips."));
    }
    let known = step.state().entries.of_player_in(player).ok();
    match known {
        Some(entry) if step.state().entries.stack(entry) < stack => {
            step.emit(Event::StackChanged { entry, stack });
        }
        Some(_) => {}
        None => {
            let entry = step.state().entries.next()?;
            step.emit(Event::Entered { entry, player, at: step.now, stack });
        }
    }
    Ok(())
}

pub(super) fn check_in(step: &mut Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    if !step.setup().structure.entry.check_in {
        return Err(Refusal::NoCheckIn);
    }
    step.state().course.must_not_have_begun()?;
    let entry = step.state().entries.of_player_in(player)?;
    if !step.state().entries.is_checked_in(entry) {
        step.emit(Event::CheckedIn { entry });
    }
    Ok(())
}

pub(super) fn withdraw(step: &mut Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    let director = &*step.director;
    director.state.course.must_not_have_begun()?;
    if director.setup.carried.is_some() {
        return Err(Refusal::NotNow("A player from a first day cannot withdraw."));
    }
    let entry = director.entry_of(player).ok_or(Refusal::NotEntered)?;
    let known = director.entry(entry).map(|entry| entry.whereabouts);
    if known != Some(Whereabouts::Registered) {
        return Err(Refusal::NotEntered);
    }
    withdraw_entry(step, entry);
    Ok(())
}

/// Returns the entry of a player who is registered for the start.
pub(super) fn registered_entry(director: &Director, player: PlayerId) -> Option<EntryNo> {
    let entry = director.entry_of(player)?;
    let known = director.entry(entry)?;
    (known.whereabouts == Whereabouts::Registered).then_some(entry)
}

pub(super) fn withdraw_entry(step: &mut Step<'_>, entry: EntryNo) {
    step.emit(Event::Withdrawn { entry });
    refunds::refund_entry(step, entry, refunds::paid_by(step.director, entry));
}

/// Refunds alternates who got no seat before entry closed.
pub(super) fn send_alternates_home(step: &mut Step<'_>) {
    let state = step.state();
    let free = step.setup().most_seated().saturating_sub(state.seating.floor().players());
    let home = state.entries.waiting().iter().copied().skip(free);
    let home: Vec<EntryNo> = home.filter(|entry| !state.escrow.is_unseated(*entry)).collect();
    for entry in home {
        withdraw_entry(step, entry);
    }
}

/// Withdraws players who have not checked in when the tournament begins. They may enter late.
pub(super) fn withdraw_who_is_not_there(step: &mut Step<'_>) {
    if !step.setup().structure.entry.check_in {
        return;
    }
    let state = step.state();
    let missing: Vec<EntryNo> = step
        .director
        .entries()
        .filter(|(number, entry)| {
            let registered = entry.whereabouts == Whereabouts::Registered;
            registered && !state.entries.is_checked_in(*number)
        })
        .map(|(number, _)| number)
        .collect();
    for entry in missing {
        withdraw_entry(step, entry);
    }
}

/// Returns the number of levels during which the floor may enter a player
/// by arrangement (Spotlight 6-3).
pub(super) fn last_entry_level(director: &Director) -> u16 {
    let late = director.setup.open_levels(director.state.schedule.starts_at());
    if late == 0 { 0 } else { late.max(director.setup.rulebook.entry.late_levels_arranged) }
}

/// Returns `true` if all remaining players score, so that no player may enter any more
/// (TFPL 6-4; GAPS G-67).
fn is_in_the_points(director: &Director) -> bool {
    let scoring = match director.setup.structure.prizes.points_places {
        0 => director.places_paid().min(prizes::most_places_paid(director)),
        places => places,
    };
    director.setup.rulebook.entry.late_not_in_points && director.players_left() <= scoring
}
