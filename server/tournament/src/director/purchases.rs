//! Rebuys and add-ons: when a player may buy, and the time to decide before the next hand (TDA 27).

use super::{Clock, Director, Step, bonus, dues, placing, prizes};
use crate::event::Event;
use crate::input::Purchase;
use crate::refusal::Refusal;
use cardroom_rules::{Chips, EntryNo, PlayerId, Rebuy};

impl Director {
    /// Returns `true` if a player may buy chips now.
    #[must_use]
    pub fn may_buy(&self, player: PlayerId, what: Purchase) -> bool {
        let Ok(entry) = self.state.entries.of_player_in(player) else { return false };
        if !self.state.course.is_running() || self.state.course.day_ends() {
            return false;
        }
        match what {
            Purchase::Rebuy => {
                let offered = self.state.held.get(entry).map(|bust| bust.rebuy_until.is_some());
                offered.unwrap_or_else(|| may_rebuy(self, entry, self.state.stack_due(entry)))
            }
            Purchase::AddOn => may_add_on(self, entry),
        }
    }
}

/// Returns `true` if an entry with this stack may take another rebuy.
pub(super) fn may_rebuy(director: &Director, entry: EntryNo, stack: Chips) -> bool {
    let Some(rebuy) = rebuys_now(director) else { return false };
    let had = director.state.entries.purchases().of(entry).rebuys;
    stack <= rebuy.at_most && (rebuy.most == 0 || had < rebuy.most)
}

fn rebuys_now(director: &Director) -> Option<&Rebuy> {
    let rebuy = director.setup.structure.entry.rebuy.as_ref()?;
    (director.level() < rebuy.until_level && !director.state.prizes.are_fixed()).then_some(rebuy)
}

fn may_add_on(director: &Director, entry: EntryNo) -> bool {
    let Some(add_on) = &director.setup.structure.entry.add_on else { return false };
    let pause =
        matches!(director.state.schedule.clock(), Clock::BreakDue { .. } | Clock::Break { .. });
    let pause = pause && !director.state.prizes.are_fixed();
    pause
        && director.level() + 1 == add_on.after_level
        && !director.state.entries.purchases().of(entry).add_on
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
        bonus::use_bonus(step, entry);
    }
    Ok(())
}

pub(super) fn decline_rebuy(step: &mut Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    let entry = step.director.entry_of(player).ok_or(Refusal::NotEntered)?;
    let bust = step.state().held.get(entry);
    if bust.is_none_or(|bust| bust.rebuy_until.is_none()) {
        return Err(Refusal::NoRebuyOffered);
    }
    step.emit(Event::RebuyDeclined { entry });
    Ok(())
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
    prizes::fix_prizes_if_due(step);
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
