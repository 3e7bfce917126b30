//! Rebuys and add-ons: when a player may buy, and the time to decide before the next hand (TDA 27).

use super::{Clock, Director, Step};
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
                offered.unwrap_or_else(|| self.may_rebuy(entry, self.state.stack_due(entry)))
            }
            Purchase::AddOn => self.may_add_on(entry),
        }
    }

    /// Returns `true` if an entry with this stack may take another rebuy.
    pub(super) fn may_rebuy(&self, entry: EntryNo, stack: Chips) -> bool {
        let Some(rebuy) = self.rebuys_now() else { return false };
        let had = self.state.entries.purchases().of(entry).rebuys;
        stack <= rebuy.at_most && (rebuy.most == 0 || had < rebuy.most)
    }

    fn rebuys_now(&self) -> Option<&Rebuy> {
        let rebuy = self.setup.structure.entry.rebuy.as_ref()?;
        (self.level() < rebuy.until_level && !self.state.prizes.are_fixed()).then_some(rebuy)
    }

    fn may_add_on(&self, entry: EntryNo) -> bool {
        let Some(add_on) = &self.setup.structure.entry.add_on else { return false };
        let pause =
            matches!(self.state.schedule.clock(), Clock::BreakDue { .. } | Clock::Break { .. });
        let pause = pause && !self.state.prizes.are_fixed();
        pause
            && self.level() + 1 == add_on.after_level
            && !self.state.entries.purchases().of(entry).add_on
    }
}

impl Step<'_> {
    pub(super) fn buy(&mut self, player: PlayerId, what: Purchase) -> Result<(), Refusal> {
        let entry = self.director.state.entries.of_player_in(player)?;
        if !self.director.may_buy(player, what) {
            return Err(Refusal::NotForSale(what));
        }
        let (cost, chips) = self.director.setup.price_of(what).ok_or(Refusal::NotForSale(what))?;
        self.emit(Event::Bought { entry, what, chips, cost });
        self.change_stack(entry, chips, Chips::ZERO);
        if what == Purchase::Rebuy {
            self.use_bonus(entry);
        }
        Ok(())
    }

    pub(super) fn decline_rebuy(&mut self, player: PlayerId) -> Result<(), Refusal> {
        let entry = self.director.entry_of(player).ok_or(Refusal::NotEntered)?;
        let bust = self.director.state.held.get(entry);
        if bust.is_none_or(|bust| bust.rebuy_until.is_none()) {
            return Err(Refusal::NoRebuyOffered);
        }
        self.emit(Event::RebuyDeclined { entry });
        Ok(())
    }

    /// Eliminates players whose time for a rebuy is over or who declined. All players who bust in
    /// the same hand are ranked together.
    pub(super) fn decide_rebuys(&mut self) {
        while !self.director.state.schedule.is_paused() {
            match self.director.state.held.first_deciding() {
                Some((entry, until)) if self.now >= until => {
                    self.emit(Event::RebuyDeclined { entry });
                }
                _ => break,
            }
        }
        self.fix_prizes_if_due();
        // In hand-for-hand they wait for the other tables.
        if self.director.state.together.is_on() {
            return;
        }
        while let Some(table) = self.director.state.held.decided_table() {
            let busts = self.director.state.held.all().filter(|bust| bust.table == table);
            let busts = busts.cloned().collect();
            self.rank(busts, false);
            self.attention.insert(table);
        }
    }
}
