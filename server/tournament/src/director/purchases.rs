//! Rebuys and add-ons: when a player may buy, and the time to decide before the next hand (TDA 27).

use super::state::{Discipline, Entries, PrizePool};
use super::timetable::Timetable;
use super::{Clock, Director, Step, bonus, dues, placing, prizes};
use crate::event::Event;
use crate::held::Held;
use crate::input::Purchase;
use crate::refusal::Refusal;
use crate::removal::Due;
use crate::setup::Setup;
use cardroom_rules::{Chips, EntryNo, Millis, PlayerId};

impl Director {
    /// Returns `true` if a player may buy chips now.
    #[must_use]
    pub fn may_buy(&self, player: PlayerId, what: Purchase) -> bool {
        let state = &self.state;
        let Ok(entry) = state.entries.of_player_in(player) else { return false };
        if !state.course.is_running() || state.course.day_ends() {
            return false;
        }
        match what {
            Purchase::Rebuy => {
                let offered = state.held.get(entry).map(|bust| bust.rebuy_until.is_some());
                let may_rebuy = || Sale::of(self).may_rebuy(entry, state.stack_due(entry));
                offered.unwrap_or_else(may_rebuy)
            }
            Purchase::AddOn => Sale::of(self).may_add_on(entry),
        }
    }
}

/// The chips on sale, and what each entry has bought.
#[derive(Clone, Copy)]
pub(super) struct Sale<'a> {
    setup: &'a Setup,
    times: Timetable<'a>,
    entries: &'a Entries,
    prizes: &'a PrizePool,
    due: &'a Due,
    discipline: &'a Discipline,
}

impl<'a> Sale<'a> {
    pub(super) fn of(director: &'a Director) -> Self {
        Self {
            setup: &director.setup,
            times: Timetable::of(director),
            entries: &director.state.entries,
            prizes: &director.state.prizes,
            due: &director.state.due,
            discipline: &director.state.discipline,
        }
    }

    /// Returns `true` if an entry with this stack may take another rebuy.
    fn may_rebuy(self, entry: EntryNo, stack: Chips) -> bool {
        let Some(rebuy) = &self.setup.structure.entry.rebuy else { return false };
        let is_sold = self.times.level() < rebuy.until_level && !self.prizes.are_fixed();
        let had = self.entries.purchases().of(entry).rebuys;
        is_sold && stack <= rebuy.at_most && (rebuy.most == 0 || had < rebuy.most)
    }

    /// Returns the end of the time to decide on a rebuy for a player who has just lost all chips, if
    /// one is offered. A player who is leaving gets no offer.
    pub(super) fn rebuy_until(self, entry: EntryNo, now: Millis) -> Option<Millis> {
        let leaves = self.due.removal(entry).is_some() || self.discipline.has_quit(entry);
        let offered = !leaves && self.may_rebuy(entry, Chips::ZERO);
        offered.then(|| now + self.setup.time_for_rebuy())
    }

    fn may_add_on(self, entry: EntryNo) -> bool {
        let Some(add_on) = &self.setup.structure.entry.add_on else { return false };
        let clock = self.times.schedule().clock();
        let pause = matches!(clock, Clock::BreakDue { .. } | Clock::Break { .. });
        pause
            && !self.prizes.are_fixed()
            && self.times.level() + 1 == add_on.after_level
            && !self.entries.purchases().of(entry).add_on
    }
}

pub(super) fn buy(step: &mut Step<'_>, player: PlayerId, what: Purchase) -> Result<(), Refusal> {
    let entry = step.state().entries.of_player_in(player)?;
    if !step.director.may_buy(player, what) {
        return Err(Refusal::NotForSale(what));
    }
    let (cost, chips) = step.setup().price_of(what).ok_or(Refusal::NotForSale(what))?;
    step.emit(Event::Bought { entry, what, chips, cost });
    dues::change_stack(step, entry, chips, Chips::ZERO);
    if what == Purchase::Rebuy {
        let state = step.state();
        step.bring_about(bonus::use_kept(&state.bonuses, &state.entries, entry));
    }
    Ok(())
}

pub(super) fn decline_rebuy(
    held: &Held,
    entries: &Entries,
    player: PlayerId,
) -> Result<[Event; 1], Refusal> {
    let entry = entries.of(player).ok_or(Refusal::NotEntered)?;
    if held.get(entry).is_none_or(|bust| bust.rebuy_until.is_none()) {
        return Err(Refusal::NoRebuyOffered);
    }
    Ok([Event::RebuyDeclined { entry }])
}

/// Eliminates players whose time for a rebuy is over or who declined. All players who bust in
/// the same hand are ranked together.
pub(super) fn decide_rebuys(step: &mut Step<'_>) {
    while !step.state().schedule.is_paused() {
        match step.state().held.first_deciding() {
            Some((entry, until)) if step.now >= until => {
                step.emit(Event::RebuyDeclined { entry });
            }
            _ => break,
        }
    }
    step.bring_about(prizes::fix_prizes_if_due(step.director));
    // In hand-for-hand they wait for the other tables.
    if step.state().together.is_on() {
        return;
    }
    while let Some(table) = step.state().held.decided_table() {
        let busts = step.state().held.all().filter(|bust| bust.table == table);
        let busts = busts.cloned().collect();
        placing::rank(step, busts, false);
        step.attention.insert(table);
    }
}
