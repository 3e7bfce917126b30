//! Who moves where: tables that break, tables that give up a player, seats for whoever waits.

use super::Step;
use crate::event::Event;
use crate::order::{Entering, Order};
use crate::report::Upcoming;
use crate::table::Table;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

impl Step<'_> {
    /// Seats for those who entered late. Where there is none, a new table is opened as soon as it can
    /// be played at.
    pub(super) fn seat_waiting(&mut self) {
        while let Some(entry) = self.director.state.waiting.first().copied() {
            let floor = &self.director.state.floor;
            // Seats that a breaking table's players need are not given away.
            if floor.staying() > 0 && floor.seats() > floor.players() {
                let Some(table) = self.shortest_with_room() else { return };
                let Some(seat) = self.random_seat(table) else { return };
                self.emit(Event::Seated { entry, table, seat });
                self.order_to_sit(entry, table, seat, Entering::Newcomer);
            } else {
                let seats = usize::from(self.table_size());
                let group: Vec<EntryNo> =
                    self.director.state.waiting.iter().copied().take(seats).collect();
                if group.len() < 2 {
                    return;
                }
                let table = self.open_table(&group, self.table_size());
                let mut order = self.director.state.breaking_order
                    [self.director.state.breaking_next..]
                    .to_vec();
                let places = u32::try_from(order.len() + 1).expect("tables are counted by u32");
                let place = usize::try_from(self.draws().below(places)).expect("an index");
                order.insert(place, table);
                self.emit(Event::BreakingOrderDrawn { tables: order });
            }
        }
    }

    /// Tables that are not needed any more break after their hand: in the order drawn, as soon as
    /// their players fit into the free seats of the others; the last two become the final table.
    pub(super) fn break_tables(&mut self) {
        loop {
            let floor = &self.director.state.floor;
            let (staying, players) = (floor.staying(), floor.players());
            if staying < 2 {
                return;
            }
            if staying == 2 && players == floor.players_staying() {
                if players > usize::from(self.final_size()) {
                    return;
                }
                let both: Vec<TableNo> =
                    floor.tables().filter(|(_, table)| !table.breaks).map(|(no, _)| no).collect();
                for table in both {
                    self.emit(Event::TableBreaks { table });
                    self.attention.insert(table);
                }
                return;
            }
            let next = self.director.state.breaking_order[self.director.state.breaking_next..]
                .iter()
                .copied()
                .find(|table| floor.table(*table).is_some_and(|table| !table.breaks));
            let Some(table) = next else { return };
            let seats = floor.table(table).map_or(0, |table| usize::from(table.seats));
            if staying == 2 || players > floor.seats() - seats {
                return;
            }
            self.emit(Event::TableBreaks { table });
            self.attention.insert(table);
        }
    }

    /// The players of a table that breaks draw seats at the others.
    pub(super) fn dissolve(&mut self, number: TableNo) {
        if self.director.state.floor.staying() == 0 {
            return self.combine();
        }
        for entry in self.everybody_at(number) {
            let Some(to) = self.shortest_with_room() else { return };
            let seat = self.random_seat(to);
            self.emit(Event::Moved { entry, to, seat });
            self.attention.insert(to);
        }
        self.order(number, Order::Close);
    }

    /// Everybody left sits down at one final table.
    fn combine(&mut self) {
        let tables: Vec<TableNo> =
            self.director.state.floor.tables().map(|(table, _)| table).collect();
        let ready =
            |table: &TableNo| self.director.table(*table).is_some_and(|table| table.is_ready());
        if !tables.iter().all(ready) {
            return;
        }
        let entries: Vec<EntryNo> =
            tables.iter().flat_map(|table| self.everybody_at(*table)).collect();
        for table in tables {
            self.order(table, Order::Close);
        }
        let size = u8::try_from(entries.len()).expect("a table has at most ten players");
        self.open_table(&entries, size.max(self.final_size()));
    }

    /// Who sits at a table or is on the way there, in random order.
    fn everybody_at(&mut self, number: TableNo) -> Vec<EntryNo> {
        let Some(table) = self.director.table(number) else { return Vec::new() };
        let mut entries: Vec<EntryNo> = table.seated().map(|(_, entry)| entry).collect();
        entries.extend(table.arriving.iter().map(|arrival| arrival.entry));
        self.draws().shuffle(&mut entries);
        entries
    }

    /// A table with too many players gives up the one who has the next big blind (TDA 11-A, 11-C).
    pub(super) fn give_up_a_player(&mut self, number: TableNo) -> bool {
        let floor = &self.director.state.floor;
        let Some(least) = floor.least() else { return false };
        let Some(table) = floor.table(number) else { return false };
        if table.size() <= least + self.largest_difference() {
            return false;
        }
        let mover = match table.upcoming {
            Some(Upcoming::Blinds { big_blind, .. }) => table.players[big_blind.index()],
            Some(Upcoming::NoBlinds { .. }) => {
                let players: Vec<EntryNo> = table.seated().map(|(_, entry)| entry).collect();
                let count = u32::try_from(players.len()).expect("a table has at most ten players");
                let drawn = usize::try_from(self.draws().below(count)).expect("below ten");
                players.get(drawn).copied()
            }
            None => None,
        };
        let Some(entry) = mover else { return false };
        let Some(to) = self.shortest_with_room() else { return false };
        self.emit(Event::Moved { entry, to, seat: None });
        let player = self.director.player(entry);
        self.order(number, Order::Release { player });
        true
    }

    /// Whoever arrived between two hands sits down. Says whether somebody did.
    pub(super) fn place_arrivals(&mut self, number: TableNo) -> bool {
        let mut placed = false;
        loop {
            let Some(table) = self.director.table(number) else { return placed };
            let next = table.arriving.iter().copied().find(|arrival| arrival.released);
            let Some(arrival) = next else { return placed };
            let (seat, entering) = match arrival.seat {
                Some(seat) => (seat, Entering::FromBrokenTable),
                None => worst_seat(table),
            };
            self.emit(Event::Seated { entry: arrival.entry, table: number, seat });
            self.order_to_sit(arrival.entry, number, seat, entering);
            placed = true;
        }
    }

    fn order_to_sit(&mut self, entry: EntryNo, table: TableNo, seat: SeatNo, entering: Entering) {
        let known = self.director.entry(entry).expect("an entry of this tournament");
        let (player, chips) = (known.player, known.stack);
        self.order(table, Order::Seat { seat, player, chips, entering });
    }

    /// A random one of the tables that have the fewest players.
    fn shortest_with_room(&mut self) -> Option<TableNo> {
        let floor = &self.director.state.floor;
        let least = floor.least()?;
        let count = u32::try_from(floor.of_size(least).len()).expect("tables are counted by u32");
        let drawn = usize::try_from(self.draws().below(count)).expect("an index");
        let table = *self.director.state.floor.of_size(least).get(drawn)?;
        self.director.table(table).is_some_and(Table::has_room).then_some(table)
    }

    fn random_seat(&mut self, table: TableNo) -> Option<SeatNo> {
        let free: Vec<SeatNo> = self.director.table(table)?.free_seats().collect();
        let count = u32::try_from(free.len()).expect("a table has at most ten seats");
        let drawn = usize::try_from(self.draws().below(count)).expect("below ten");
        free.get(drawn).copied()
    }

    /// By how many players two tables may differ: two while there are two or three tables, then one
    /// (GAPS G-32).
    fn largest_difference(&self) -> usize {
        if self.director.state.floor.staying() < 4 { 2 } else { 1 }
    }

    /// How many sit down at the final table at most (TDA RP-9).
    pub(super) fn final_size(&self) -> u8 {
        match self.table_size() {
            8 | 9 => 9,
            6 | 7 => 7,
            other => other,
        }
    }
}

/// The seat with the worst position: the big blind, or the one that has it soonest; never the small
/// blind, nor behind it where nobody is dealt in (TDA 11-A).
fn worst_seat(table: &Table) -> (SeatNo, Entering) {
    let free: Vec<SeatNo> = table.free_seats().collect();
    let first = free.first().copied().unwrap_or(SeatNo(0));
    let Some(Upcoming::Blinds { button, small_blind, single_big_blind, .. }) = table.upcoming
    else {
        return (first, Entering::Balanced);
    };
    if let Some(seat) = single_big_blind.filter(|seat| free.contains(seat)) {
        return (seat, Entering::SingleBigBlind);
    }
    let seats = table.seats;
    let distance = |from: SeatNo, to: SeatNo| (to.0 + seats - from.0) % seats;
    let behind_the_button = distance(button, small_blind);
    let allowed = free.iter().filter(|seat| {
        let from_button = distance(button, **seat);
        **seat != small_blind && !(1..behind_the_button).contains(&from_button)
    });
    let worst = allowed.min_by_key(|seat| distance(small_blind, **seat)).copied();
    (worst.unwrap_or(first), Entering::Balanced)
}
