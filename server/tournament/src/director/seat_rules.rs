//! What rulebook and structure say about seats, put together for [`seating`](crate::seating).

use super::Director;
use crate::seating::{Difference, ShortTables, final_table_size};
use cardroom_rules::Format;
use cardroom_rules::rulebook::{FirstButton, RedrawButton};

/// A new table is opened for those who enter late only where so many could sit at it (GAPS G-37).
const FEWEST_AT_A_NEW_TABLE: u8 = 3;

impl Director {
    /// How many seats a table of this tournament has.
    pub(super) fn table_size(&self) -> u8 {
        match self.setup.structure.format {
            Format::HeadsUp => 2,
            _ => self.setup.structure.seats,
        }
    }

    /// How many sit down at the final table at most.
    pub(super) fn final_size(&self) -> u8 {
        final_table_size(self.table_size(), 10)
    }

    /// By how many players tables may differ.
    pub(super) fn difference(&self) -> Difference {
        Difference { few_tables: 2, many_tables: 1, fill_below: self.short_tables().min_players }
    }

    /// When a table is short. Halting is for full tables; with fewer seats it is the floor's to
    /// order (TDA 11-D, TNPL B6-iv).
    pub(super) fn short_tables(&self) -> ShortTables {
        let full_tables = self.table_size() >= 8;
        ShortTables { halt_threshold: if full_tables { 3 } else { 0 }, min_players: 0, tell_at: 0 }
    }

    /// Whether a moved player may have a single big blind (GAPS G-25).
    pub(super) fn has_single_big_blind(&self) -> bool {
        true
    }

    /// Whether the highest card has the first button.
    pub(super) fn deals_for_first_button(&self) -> bool {
        self.setup.rulebook.first_button == FirstButton::HighCard
    }

    /// Whether the button is dealt for again on such an occasion.
    pub(super) fn deals_for_button_on(&self, occasion: RedrawButton) -> bool {
        self.setup.rulebook.redraw_button.contains(&occasion)
    }

    /// How many are enough to open a table for those who enter late.
    pub(super) fn fewest_at_a_new_table(&self) -> usize {
        usize::from(FEWEST_AT_A_NEW_TABLE.min(self.table_size()))
    }

    /// How many seats stay open where a table breaks while one may still enter: whoever comes next
    /// should not need the table again.
    pub(super) fn seats_kept_for_entries(&self) -> usize {
        if self.state.entry_closed { 0 } else { usize::from(self.table_size().div_ceil(2)) }
    }
}
