//! Changes that wait until no hand is in progress at a table: removals and stack corrections.

use super::Step;
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::floor::Place;
use crate::order::Order;
use crate::removal::Removal;
use cardroom_rules::{Chips, EntryNo, PlayerId, TableNo};

impl Step<'_> {
    /// Carries out the changes that waited for the end of a table's hand. Returns `true`
    /// if there were any.
    pub(super) fn settle_dues(&mut self, number: TableNo) -> bool {
        let state = &self.director.state;
        if state.due.is_empty() && state.escrow.is_settled() && state.bonuses.is_settled() {
            return false;
        }
        let Some(table) = self.director.table(number) else { return false };
        let seated: Vec<EntryNo> = table.seated().map(|(_, entry)| entry).collect();
        let mut anything = false;
        let mut stacks: Vec<(PlayerId, Chips)> = Vec::new();
        for entry in seated {
            if self.settle_at_table(entry, number) || self.settle_bonus_at_table(entry, number) {
                // Any other change follows after the table has carried out this one.
                anything = true;
            } else if let Some(why) = self.director.state.due.removal(entry) {
                self.take_out(entry, why);
                anything = true;
            } else if let Some(place) = self.director.state.due.place(entry) {
                anything |= self.move_by_order(number, place);
            } else if let Some((_, taken)) = self.director.state.due.stack(entry) {
                anything = true;
                let stack = self.director.state.stack_due(entry);
                if stack.is_zero() && !taken.is_zero() {
                    self.take_out(entry, Removal::Forfeited);
                    continue;
                }
                self.emit(Event::StackChanged { entry, stack });
                stacks.push((self.director.state.entries.player(entry), stack));
            }
        }
        if !stacks.is_empty() {
            self.order(number, Order::SetStacks { stacks });
        }
        anything
    }

    /// Carries out a move ordered by the floor if the seat is still free. Returns `true`
    /// if the player moved.
    fn move_by_order(&mut self, from: TableNo, place: Place) -> bool {
        let Place { entry, table: to, seat } = place;
        if self.director.check_place(place).is_err() {
            self.emit(Event::MoveDropped { entry });
            return false;
        }
        self.emit(Event::Moved { entry, from, to, seat });
        let player = self.director.state.entries.player(entry);
        self.order(from, Order::Release { player });
        true
    }

    /// Gives chips to a player and takes chips away, either now or after the hand.
    pub(super) fn change_stack(&mut self, entry: EntryNo, given: Chips, taken: Chips) {
        self.emit(Event::StackDue { entry, given, taken });
        match self.director.state.entries.whereabouts(entry) {
            Some(Whereabouts::Seated { table, .. }) => {
                if self.director.state.held.get(entry).is_none() {
                    self.attention.insert(table);
                    return;
                }
                // The seat was held, so no hand begins before the chips arrive.
                let stack = self.director.state.stack_due(entry);
                self.emit(Event::StackChanged { entry, stack });
                let player = self.director.state.entries.player(entry);
                self.order(table, Order::SetStacks { stacks: vec![(player, stack)] });
            }
            _ => {
                let stack = self.director.state.stack_due(entry);
                self.emit(Event::StackChanged { entry, stack });
                self.reseat(entry);
            }
        }
    }

    /// Eliminates a player below all remaining players (GAPS G-46). The chips leave the tournament.
    pub(super) fn take_out(&mut self, entry: EntryNo, why: Removal) {
        if self.director.players_left() < 2 {
            // The last remaining player has won.
            return self.emit(Event::RemovalLifted { entry });
        }
        let Some(known) = self.director.entry(entry) else { return };
        let (player, chips, whereabouts) = (known.player, known.stack, known.whereabouts);
        self.close_entry_in_the_money(1);
        self.emit(Event::Removed { entry, why, chips });
        self.place_out(&[entry], &[]);
        self.award_bounty(entry, &[]);
        if let Whereabouts::Seated { table, .. } = whereabouts {
            self.tell_of_short_table(table);
            self.order(table, Order::Remove { player });
            self.attention.insert(table);
        }
    }
}
