//! The beginning of a tournament: the draw for seats, the first buttons, the first level.

use super::{Phase, Step};
use crate::event::Event;
use crate::order::{Chair, Order};
use cardroom_rules::{EntryNo, Format, SeatNo, TableNo};

impl Step<'_> {
    /// Begins when it is time, or full where it has none.
    pub(super) fn begin_if_due(&mut self) {
        let director = &*self.director;
        if director.state.phase != Phase::Registering {
            return;
        }
        let terms = &director.setup.structure.entry;
        let due = match director.setup.starts_at {
            Some(at) => self.now >= at,
            None => director.entry_count() >= terms.max_entrants,
        };
        if !due {
            return;
        }
        if director.entry_count() < terms.min_entrants.max(2) {
            let reason = "too few players registered".to_owned();
            return self.emit(Event::Cancelled { reason });
        }
        self.emit(Event::Began { at: self.now });
        self.begin_stage(0);
        let waits = self.director.setup.starts_at.is_none();
        if waits || self.director.setup.structure.entry.late_levels.unwrap_or(0) == 0 {
            self.close_entry();
        }
        self.draw_seats();
    }

    /// Everybody draws a seat: as few tables as there can be, of sizes that differ by one at most.
    fn draw_seats(&mut self) {
        let seats = self.table_size();
        let mut entries: Vec<EntryNo> = self.director.state.waiting.iter().copied().collect();
        let tables = entries.len().div_ceil(usize::from(seats)).max(1);
        self.draws().shuffle(&mut entries);
        let (least, more) = (entries.len() / tables, entries.len() % tables);
        let mut rest = entries.as_slice();
        for index in 0..tables {
            let (group, others) = rest.split_at(least + usize::from(index < more));
            rest = others;
            self.open_table(group, seats);
        }
        let mut order: Vec<TableNo> =
            self.director.state.floor.tables().map(|(table, _)| table).collect();
        self.draws().shuffle(&mut order);
        self.emit(Event::BreakingOrderDrawn { tables: order });
    }

    /// Opens a table with these players in random seats and the button at a random player.
    pub(super) fn open_table(&mut self, entries: &[EntryNo], seats: u8) -> TableNo {
        let table = self.director.state.floor.next_number();
        self.emit(Event::TableOpened { table, seats });
        let mut free: Vec<SeatNo> = (0..seats).map(SeatNo).collect();
        self.draws().shuffle(&mut free);
        let mut players: Vec<Chair> = Vec::with_capacity(entries.len());
        for (entry, seat) in entries.iter().zip(free) {
            self.emit(Event::Seated { entry: *entry, table, seat });
            let known = self.director.entry(*entry).expect("an entry of this tournament");
            players.push(Chair { seat, player: known.player, chips: known.stack });
        }
        players.sort_unstable_by_key(|chair| chair.seat);
        let count = u32::try_from(players.len()).expect("a table has at most ten players");
        let drawn = usize::try_from(self.draws().below(count)).expect("below ten");
        let button = players.get(drawn).map_or(SeatNo(0), |chair| chair.seat);
        self.order(table, Order::Open { seats, players, button });
        table
    }

    /// How many seats a table of this tournament has.
    pub(super) fn table_size(&self) -> u8 {
        match self.director.setup.structure.format {
            Format::HeadsUp => 2,
            _ => self.director.setup.structure.seats,
        }
    }
}
