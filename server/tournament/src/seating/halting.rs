//! Halting play on a short table (TDA 11-D, IA-11-D, TNPL B6-iv), and whom to tell about one.

use super::floor_plan::FloorPlan;
use crate::report::Upcoming;
use crate::table::Table;
use cardroom_rules::{SeatSet, TableNo};

/// When a table is short, and what follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortTables {
    /// By how many players a table is short of the fullest when it is to halt; 0 where none ever
    /// is.
    pub halt_threshold: u8,
    /// Tables have at least so many players; one with fewer is filled or breaks (WPTAPL 31).
    pub min_players: u8,
    /// The floor is told when a table comes down to so many players; 0 for never (Spotlight 6-20).
    pub tell_at: u8,
}

/// What the floor is told about a short table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
pub enum Short {
    /// It has few players and plays on.
    PlaysOn,
    /// It has too few: it is to be filled or broken.
    MustConsolidate,
}

impl ShortTables {
    /// Whether a table is so short that it halts as soon as the blinds are impacted.
    #[must_use]
    pub fn is_armed(self, floor: &FloorPlan, table: &Table) -> bool {
        let threshold = usize::from(self.halt_threshold);
        let most = floor.most().unwrap_or(0);
        threshold > 0 && !table.breaks && !table.halt_waived && table.size() + threshold <= most
    }

    /// The tables that are so short, by number.
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

    /// Whether a table that is between two hands is to halt now: it is armed, and the big blind
    /// would have come to a seat whose player is out.
    #[must_use]
    pub fn halts(self, floor: &FloorPlan, table: &Table) -> bool {
        self.is_armed(floor, table) && big_blind_reaches_open_seat(table)
    }

    /// What the floor is told about a table that has just lost a player.
    #[must_use]
    pub fn told(self, table: &Table) -> Option<Short> {
        let players = table.size();
        if players < usize::from(self.min_players) {
            return Some(Short::MustConsolidate);
        }
        (players == usize::from(self.tell_at)).then_some(Short::PlaysOn)
    }
}

/// Whether a seat that was opened by an elimination lies between the last big blind and the next
/// one.
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
