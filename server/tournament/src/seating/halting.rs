//! Halting play at a short table (TDA 11-D, IA-11-D, TNPL B6-iv), and notices to the floor.

use super::floor_plan::FloorPlan;
use crate::report::Upcoming;
use crate::table::Table;
use cardroom_rules::{SeatSet, TableNo};

/// The rules for short tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortTables {
    /// A table halts if it has at least this many players fewer than the fullest.
    /// 0 turns halting off.
    pub halt_threshold: u8,
    /// A table with fewer players is filled or breaks (WPTAPL 31).
    pub min_players: u8,
    /// The floor gets a notice when a table is down to this number of players. 0 turns
    /// it off (Spotlight 6-20).
    pub tell_at: u8,
}

/// A notice to the floor about a short table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Short {
    /// Few players are left, and play continues.
    PlaysOn,
    /// Too few players are left: the table must be filled or broken.
    MustConsolidate,
}

impl ShortTables {
    /// Returns `true` if a table is so short that it halts as soon as the blinds are affected.
    #[must_use]
    pub fn is_armed(self, floor: &FloorPlan, table: &Table) -> bool {
        let threshold = usize::from(self.halt_threshold);
        let most = floor.most().unwrap_or(0);
        threshold > 0 && !table.breaks && !table.halt_waived && table.size() + threshold <= most
    }

    /// Returns the armed tables, by number.
    #[must_use]
    pub fn armed(self, floor: &FloorPlan) -> Vec<TableNo> {
        let below = match floor.most().unwrap_or(0).checked_sub(usize::from(self.halt_threshold)) {
            Some(most) if self.halt_threshold > 0 => most + 1,
            _ => 0,
        };
        let short = (0..below).flat_map(|size| floor.of_size(size)).copied();
        let armed =
            |table: &TableNo| floor.table(*table).is_some_and(|it| self.is_armed(floor, it));
        let mut tables: Vec<TableNo> = short.filter(armed).collect();
        tables.sort_unstable();
        tables
    }

    /// Returns `true` if a table between two hands must halt: it is armed, and the big blind would
    /// have reached the seat of an eliminated player.
    #[must_use]
    pub fn halts(self, floor: &FloorPlan, table: &Table) -> bool {
        self.is_armed(floor, table) && big_blind_reaches_open_seat(table)
    }

    /// Returns the notice to the floor about a table that has just lost a player.
    #[must_use]
    pub fn told(self, table: &Table) -> Option<Short> {
        let players = table.size();
        if players < usize::from(self.min_players) {
            return Some(Short::MustConsolidate);
        }
        (players == usize::from(self.tell_at)).then_some(Short::PlaysOn)
    }
}

/// Returns `true` if a seat vacated by an elimination lies between the last and the next big blind.
#[must_use]
pub fn big_blind_reaches_open_seat(table: &Table) -> bool {
    let Some(Upcoming::Blinds { small_blind, big_blind, .. }) = table.upcoming else {
        return false;
    };
    let mut opened = SeatSet::EMPTY;
    let by_elimination = table.vacated.iter().filter(|vacancy| vacancy.eliminated);
    by_elimination.for_each(|vacancy| opened.insert(vacancy.seat));
    opened.insert(big_blind);
    opened.next_after(small_blind).is_some_and(|seat| seat != big_blind)
}
