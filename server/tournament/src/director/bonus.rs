//! Bonus chips (TFPL 6-27). A bonus comes into a stack between two hands. Of a hand in which its
//! player loses everything it is no part: the player is out, and keeps the bonus for a stack that is
//! bought or entered anew. What is left when the tournament is over is for the next event, if that
//! is one the book knows this for: the floor is told, and the results say it.

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

    pub(super) fn check_bonus(&self, number: EntryNo, chips: Chips) -> Result<(), Refusal> {
        if self.setup.rulebook.entry.bonus_chips != BonusChips::BetweenHands {
            return Err(Refusal::NoBonuses);
        }
        if chips.is_zero() {
            return Err(Refusal::NotNow("A bonus has at least one chip."));
        }
        let entry = self.entry(number).ok_or(Refusal::NotIn(number))?;
        let is_last = self.entry_of(entry.player) == Some(number);
        match entry.whereabouts {
            // The player has another entry by now.
            _ if !is_last => Err(Refusal::NotIn(number)),
            Whereabouts::Withdrawn => Err(Refusal::NotIn(number)),
            Whereabouts::Seated { table, .. } if self.is_all_in(table) => Err(Refusal::AllIn),
            _ => Ok(()),
        }
    }

    /// Returns `true` if everybody left in the hand of a table is known to be all-in.
    fn is_all_in(&self, table: TableNo) -> bool {
        let h4h = self.state.hand_for_hand.as_ref();
        h4h.is_some_and(|h4h| h4h.waiting.contains(&table) || h4h.revealing.contains(&table))
    }

    pub(super) fn check_forfeited_bonus(&self, number: EntryNo) -> Result<(), Refusal> {
        let entry = self.entry(number).ok_or(Refusal::NotIn(number))?;
        let bonuses = &self.state.bonuses;
        if (bonuses.due(number) + bonuses.kept(entry.player)).is_zero() {
            return Err(Refusal::NotNow(
                "This player has no bonus outside the stack. Forfeit chips of the stack instead.",
            ));
        }
        Ok(())
    }
}

impl Step<'_> {
    pub(super) fn give_bonus(&mut self, entry: EntryNo, chips: Chips) {
        self.emit(Event::BonusDue { entry, chips });
        let director = &*self.director;
        let is_in = director.is_in(entry).is_ok();
        if !is_in || director.state.held.get(entry).is_some() {
            return self.keep_bonus(entry);
        }
        self.settle_bonus_when_due(entry);
    }

    pub(super) fn forfeit_bonus(&mut self, entry: EntryNo) {
        let bonuses = &self.director.state.bonuses;
        let chips = bonuses.due(entry) + bonuses.kept(self.director.player(entry));
        self.emit(Event::BonusForfeited { entry, chips });
    }

    /// A player has bought a stack or entered anew, and adds the bonus that was kept.
    pub(super) fn use_bonus(&mut self, entry: EntryNo) {
        let chips = self.director.kept_bonus(self.director.player(entry));
        if !chips.is_zero() {
            self.emit(Event::BonusUsed { entry, chips });
            self.settle_bonus_when_due(entry);
        }
    }

    fn settle_bonus_when_due(&mut self, entry: EntryNo) {
        match self.director.entry(entry).map(|known| known.whereabouts) {
            Some(Whereabouts::Seated { table, .. }) => {
                self.attention.insert(table);
            }
            _ => {
                self.settle_bonus(entry);
            }
        }
    }

    /// A bonus comes into a stack that has chips. Says whether one did.
    pub(super) fn settle_bonus(&mut self, entry: EntryNo) -> bool {
        let chips = self.director.state.bonuses.due(entry);
        if chips.is_zero() || self.director.stack(entry).is_zero() {
            return false;
        }
        self.emit(Event::BonusAdded { entry, chips });
        true
    }

    /// The same at a table that plays no hand.
    pub(super) fn settle_bonus_at_table(&mut self, entry: EntryNo, table: TableNo) -> bool {
        if !self.settle_bonus(entry) {
            return false;
        }
        let stacks = vec![(self.director.player(entry), self.director.stack(entry))];
        self.order(table, Order::SetStacks { stacks });
        true
    }

    /// A player is out, or decides on a rebuy, and a bonus has not come into play.
    pub(super) fn keep_bonus(&mut self, entry: EntryNo) {
        let chips = self.director.state.bonuses.due(entry);
        if !chips.is_zero() {
            self.emit(Event::BonusKept { entry, chips });
        }
    }

    /// The tournament is over: the floor hears who keeps a bonus.
    pub(super) fn tell_of_bonuses(&mut self) {
        let kept: Vec<(PlayerId, Chips)> = self.director.state.bonuses.all_kept().collect();
        for (player, chips) in kept {
            if let Some(entry) = self.director.entry_of(player) {
                self.emit(Event::BonusLeft { entry, chips });
            }
        }
    }
}
