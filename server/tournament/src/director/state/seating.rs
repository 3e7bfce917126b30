//! The seats of the players, and the orders of the floor about them.

use crate::order::{Order, OrderNo, Ordered};
use crate::report::Upcoming;
use crate::seating::{BreakingOrder, Difference, FloorPlan, Reserved, Wishes};
use crate::seq::Seq;
use crate::table::{Arrival, Doing};
use cardroom_rules::{Appended, EntryNo, Millis, Rulebook, SeatNo, TableNo};
use std::collections::BTreeMap;

/// The tables of a tournament and the orders of the floor about seats.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Seating {
    pub(super) floor: FloorPlan,
    pub(super) breaking: BreakingOrder,
    /// `true` if the floor has ordered tables balanced to a difference of one.
    pub(super) balancing_ordered: bool,
    pub(super) wishes: Wishes,
    /// `true` if any table has reported positions with blinds.
    pub(super) has_blinds: bool,
    /// How many tables may start with an extra player.
    pub(super) extra_players: u32,
    /// The tables that started with an extra player, and whether they still have the seat.
    pub(super) surplus: BTreeMap<TableNo, bool>,
    /// The tables that the floor has paused, and since when. Breaks and pauses of the tournament do
    /// not count.
    pub(super) paused: Appended<BTreeMap<TableNo, Millis>>,
}

impl Seating {
    #[must_use]
    pub fn floor(&self) -> &FloorPlan {
        &self.floor
    }

    #[must_use]
    pub fn breaking(&self) -> &BreakingOrder {
        &self.breaking
    }

    #[must_use]
    pub fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    /// Returns `true` if the floor has ordered tables balanced to a difference of one.
    pub(crate) fn is_balancing_ordered(&self) -> bool {
        self.balancing_ordered
    }

    /// Returns `true` if any table has reported positions with blinds.
    pub(crate) fn has_blinds(&self) -> bool {
        self.has_blinds
    }

    /// Returns how many tables may start with an extra player.
    pub(crate) fn extra_players(&self) -> u32 {
        self.extra_players
    }

    /// Returns the tables that still have their extra seat.
    pub(crate) fn surplus_seats(&self) -> impl Iterator<Item = TableNo> + '_ {
        self.surplus.iter().filter(|(_, open)| **open).map(|(table, _)| *table)
    }

    /// Returns the number of seats for late entries, after setting one aside for each player of a
    /// breaking table.
    pub(crate) fn open_seats(&self) -> usize {
        match self.floor.staying() == self.floor.open_tables() {
            true => self.floor.open_seats(),
            false => self.lasting_seats().saturating_sub(self.floor.players()),
        }
    }

    /// Returns `true` if the other tables have seats for all players, and as many more.
    pub(crate) fn fits_without(&self, table: TableNo, more: usize) -> bool {
        let seats = self.floor.table(table).map_or(0, |table| usize::from(table.seats));
        let own = seats - usize::from(self.surplus.get(&table) == Some(&true));
        self.floor.players() + more + own <= self.lasting_seats()
    }

    /// Returns the number of seats at tables that stay, without the extra ones. Those may close
    /// before the players of a breaking table come, because players move away from them.
    fn lasting_seats(&self) -> usize {
        let stays = |table: &TableNo| self.floor.table(*table).is_some_and(|table| !table.breaks);
        self.floor.seats() - self.surplus_seats().filter(stays).count()
    }

    /// Returns `true` if a table started with an extra seat that is closed.
    pub(crate) fn has_closed_seat(&self, table: TableNo) -> bool {
        self.surplus.get(&table) == Some(&false)
    }

    /// Returns the allowed difference in size between tables.
    pub(crate) fn difference(&self, rulebook: &Rulebook) -> Difference {
        if self.balancing_ordered {
            return Difference { few_tables: 1, many_tables: 1, fill_below: 0 };
        }
        let rule = &rulebook.seating;
        Difference {
            few_tables: rule.difference_few_tables,
            many_tables: rule.difference_many_tables,
            fill_below: rule.min_table_players,
        }
    }

    /// Returns `true` if the sizes of the tables differ by more than is allowed.
    pub(crate) fn is_uneven(&self, rulebook: &Rulebook) -> bool {
        self.difference(rulebook).is_exceeded(&self.floor)
    }

    /// Records that a table changed other than by a hand.
    pub(crate) fn touch(&mut self, table: TableNo, seq: Seq) {
        self.floor.change(table, |table| table.touched = seq);
    }

    /// Opens a table. Its players have the chips of the exchange in this break.
    pub(crate) fn open(&mut self, table: TableNo, seats: u8, exchange: Option<u16>) {
        self.floor.open(table, seats);
        self.exchange(table, exchange);
        self.breaking.opened(table);
    }

    /// Records the break whose exchange a table has made.
    pub(crate) fn exchange(&mut self, table: TableNo, exchange: Option<u16>) {
        self.floor.change(table, |table| table.exchanged = exchange);
    }

    pub(crate) fn draw_breaking_order(&mut self, tables: Vec<TableNo>) {
        self.breaking.draw(tables);
    }

    pub(crate) fn break_up(&mut self, table: TableNo) {
        self.floor.breaks(table);
        self.breaking.pass_over(&self.floor);
    }

    pub(crate) fn close(&mut self, table: TableNo) {
        let before = self.floor.open_tables();
        self.floor.close(table);
        self.surplus.remove(&table);
        self.paused.remove(&table);
        if (before, self.floor.open_tables()) == (3, 2) {
            let two = self.floor.numbers();
            for table in two {
                self.floor.change(table, |table| table.of_last_two = true);
            }
        }
    }

    pub(crate) fn allow_extra_players(&mut self, tables: u32) {
        self.extra_players = tables;
    }

    /// Opens or closes the extra seat of a table.
    pub(crate) fn surplus_seat(&mut self, table: TableNo, open: bool) {
        if !open {
            self.floor.change(table, |table| table.seats -= 1);
        }
        self.surplus.insert(table, open);
    }

    pub(crate) fn order_balancing(&mut self, on: bool) {
        self.balancing_ordered = on;
    }

    pub(crate) fn reserve(&mut self, entry: EntryNo, place: Reserved) {
        self.wishes.reserve(entry, place);
    }

    pub(crate) fn keep_apart(&mut self, one: EntryNo, other: EntryNo) {
        self.wishes.keep_apart(one, other);
    }

    pub(crate) fn let_together(&mut self, one: EntryNo, other: EntryNo) {
        self.wishes.let_together(one, other);
    }

    pub(crate) fn halt(&mut self, table: TableNo, at: Millis, ordered: bool) {
        self.floor.change(table, |table| {
            table.halted = Some(at);
            table.halt_ordered = ordered;
        });
    }

    pub(crate) fn play_on(&mut self, table: TableNo, waived: bool) {
        self.floor.change(table, |table| {
            table.halted = None;
            table.halt_ordered = false;
            table.halt_waived = waived;
        });
    }

    /// Returns `true` if the floor has paused this table.
    pub(crate) fn is_paused(&self, table: TableNo) -> bool {
        self.paused.contains_key(&table)
    }

    pub(crate) fn pause(&mut self, table: TableNo, now: Millis) {
        self.paused.insert(table, now);
    }

    /// Ends the pause of a table, which does not count for its hand in progress.
    pub(crate) fn go_on(&mut self, table: TableNo, now: Millis) {
        if let Some(since) = self.paused.remove(&table) {
            self.deal_later(table, now.since(since));
        }
    }

    /// Shifts the start of every halt.
    pub(crate) fn later(&mut self, by: Millis) {
        let halted: Vec<_> = self.floor.halted().collect();
        for (since, table) in halted {
            self.floor.change(table, |table| table.halted = Some(since + by));
        }
    }

    /// Leaves out a pause of the tournament: shifts the start of every hand in progress, and of
    /// every pause of a single table.
    pub(crate) fn stand_still(&mut self, by: Millis) {
        self.floor.numbers().into_iter().for_each(|table| self.deal_later(table, by));
        self.paused.values_mut().for_each(|since| *since = *since + by);
    }

    fn deal_later(&mut self, table: TableNo, by: Millis) {
        self.floor.change(table, |table| {
            if table.doing == Doing::Playing {
                table.dealt_at = table.dealt_at + by;
            }
        });
    }

    /// Extends the break of a table, or ends it.
    pub(crate) fn rest(&mut self, table: TableNo, until: Option<Millis>) {
        self.floor.change(table, |table| table.rests_until = until);
    }

    /// Counts a player without chips who holds a seat.
    pub(crate) fn hold(&mut self, table: TableNo) {
        self.floor.change(table, |table| table.held += 1);
    }

    pub(crate) fn unhold(&mut self, table: TableNo) {
        self.floor.change(table, |table| table.held -= 1);
    }

    pub(crate) fn seat(&mut self, table: TableNo, seat: SeatNo, entry: EntryNo) {
        self.floor.seat(table, seat, entry);
    }

    /// Counts a player who came from another table.
    pub(crate) fn count_newcomer(&mut self, table: TableNo) {
        self.floor.change(table, |table| table.newly_seated += 1);
    }

    /// Removes an entry from a table.
    pub(crate) fn take_away(&mut self, table: TableNo, entry: EntryNo, eliminated: bool) {
        self.floor.take_away(table, entry, eliminated);
    }

    /// Lets a table give up a player once the table has released the player.
    pub(crate) fn give_up(&mut self, table: TableNo, entry: EntryNo) {
        self.floor.change(table, |table| table.leaving.push(entry));
        if self.floor.table(table).is_some_and(|table| !table.breaks) {
            self.floor.gave_up(table);
        }
    }

    /// Returns `true` if an entry on the way to a table has left its old one.
    pub(crate) fn is_released(&self, entry: EntryNo, to: TableNo) -> bool {
        let arriving = self.floor.table(to).map(|table| &table.arriving);
        let known = arriving.and_then(|list| list.iter().find(|one| one.entry == entry));
        known.is_none_or(|known| known.released)
    }

    /// Announces an entry to its next table.
    pub(crate) fn expect(&mut self, to: TableNo, arrival: Arrival) {
        self.floor.change(to, |table| table.arriving.push(arrival));
    }

    /// Records that a table has released an entry.
    pub(crate) fn let_go(&mut self, from: TableNo, entry: EntryNo) {
        self.floor.change(from, |table| table.leaving.retain(|other| *other != entry));
    }

    /// Records that an entry on the way to a table has left its old one.
    pub(crate) fn release(&mut self, to: TableNo, entry: EntryNo) {
        self.floor.change(to, |table| {
            for arrival in table.arriving.iter_mut().filter(|other| other.entry == entry) {
                arrival.released = true;
            }
        });
    }

    pub(crate) fn deal_for_button(&mut self, table: TableNo) {
        self.floor.change(table, |table| {
            table.newly_seated = 0;
            table.of_last_two = false;
        });
    }

    pub(crate) fn set_positions(&mut self, table: TableNo, upcoming: Option<Upcoming>) {
        self.has_blinds |= matches!(upcoming, Some(Upcoming::Blinds { .. }));
        self.floor.set_upcoming(table, upcoming);
    }

    /// Records an order to a table. With an order to deal, its hand is in progress.
    pub(crate) fn order(&mut self, ordered: &Ordered, now: Millis) {
        self.floor.change(ordered.table, |table| match &ordered.order {
            Order::Deal(deal) => {
                table.doing = Doing::Playing;
                table.newly_seated = 0;
                table.dealt_at = now;
                table.hand = deal.hand;
                table.deal = Some(ordered.number);
            }
            _ => table.open_orders += 1,
        });
    }

    /// Records that a table has carried out an order other than to deal.
    pub(crate) fn finish_order(&mut self, table: TableNo) {
        self.floor.change(table, |table| table.open_orders -= 1);
    }

    /// Ends the hand of a table. Returns the order that dealt it.
    pub(crate) fn finish_hand(&mut self, table: TableNo) -> Option<OrderNo> {
        let mut deal = None;
        self.floor.change(table, |table| {
            table.doing = Doing::Waiting;
            deal = table.deal.take();
        });
        deal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_on_the_way_arrives_once_the_old_table_has_released_them() {
        let mut seating = Seating::default();
        let ([old, new], entry, seat) = ([TableNo(1), TableNo(2)], EntryNo(7), SeatNo(3));
        seating.open(old, 9, None);
        seating.open(new, 9, None);
        seating.seat(old, seat, entry);
        seating.give_up(old, entry);
        seating.take_away(old, entry, false);
        seating.expect(new, Arrival { entry, seat: None, released: false });
        assert!(!seating.is_released(entry, new));
        seating.let_go(old, entry);
        seating.release(new, entry);
        assert!(seating.is_released(entry, new));
        seating.floor().audit();
    }

    #[test]
    fn the_last_two_tables_are_marked() {
        let mut seating = Seating::default();
        for table in 1..=3 {
            seating.open(TableNo(table), 9, None);
        }
        let marked = |seating: &Seating| {
            seating.floor().tables().filter(|(_, table)| table.of_last_two).count()
        };
        assert_eq!(marked(&seating), 0);
        seating.close(TableNo(2));
        assert_eq!(marked(&seating), 2);
    }
}
