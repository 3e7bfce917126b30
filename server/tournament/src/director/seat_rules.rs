//! Settings of rulebook and structure for [`seating`](crate::seating).

use super::Director;
use crate::seating::{Difference, ShortTables};
use cardroom_rules::rulebook::{FirstButton, RedrawButton};
use cardroom_rules::{Format, Millis};

impl Director {
    /// Returns the number of seats at a table of this tournament.
    pub(super) fn table_size(&self) -> u8 {
        match self.setup.structure.format {
            Format::HeadsUp => 2,
            _ => self.setup.structure.seats,
        }
    }

    /// Returns the largest number of players at the final table.
    pub(super) fn final_size(&self) -> u8 {
        self.setup.structure.final_table_players(&self.setup.rulebook)
    }

    /// Returns the allowed difference in size between tables.
    pub(super) fn difference(&self) -> Difference {
        if self.state.seating.balancing_ordered {
            return Difference { few_tables: 1, many_tables: 1, fill_below: 0 };
        }
        let rule = &self.setup.rulebook.seating;
        Difference {
            few_tables: rule.difference_few_tables,
            many_tables: rule.difference_many_tables,
            fill_below: rule.min_table_players,
        }
    }

    /// Returns the rules for short tables. At small tables only the floor can order a halt
    /// (TDA 11-D, TNPL B6-iv).
    pub(super) fn short_tables(&self) -> ShortTables {
        let rule = &self.setup.rulebook.seating;
        let halts = self.table_size() >= rule.halt_seats_least;
        ShortTables {
            halt_threshold: if halts { rule.halt_threshold } else { 0 },
            min_players: rule.min_table_players,
            tell_at: rule.notify_at_players,
        }
    }

    /// Returns the longest halt of a table that no player can be moved to.
    pub(super) fn longest_halt(&self) -> Millis {
        let minutes = self.setup.rulebook.seating.halt_minutes_most;
        Millis::seconds(minutes.saturating_mul(60))
    }

    /// Returns `true` if a moved player may get a single big blind.
    pub(super) fn has_single_big_blind(&self) -> bool {
        self.setup.rulebook.seating.single_big_blind
    }

    /// Returns `true` if the highest card gets the first button.
    pub(super) fn deals_for_first_button(&self) -> bool {
        self.setup.rulebook.first_button == FirstButton::HighCard
    }

    /// Returns `true` if this occasion requires a new draw for the button.
    pub(super) fn deals_for_button_on(&self, occasion: RedrawButton) -> bool {
        self.setup.rulebook.redraw_button.contains(&occasion)
    }

    /// Returns the smallest number of players for which a table is opened for late entrants.
    pub(super) fn fewest_at_a_new_table(&self) -> usize {
        let fewest = self.setup.rulebook.entry.new_table_least;
        usize::from(fewest.min(self.table_size()))
    }

    /// Returns the number of seats kept open when a table breaks during late entry, so that the
    /// next entrants do not need the table again.
    pub(super) fn seats_kept_for_entries(&self) -> usize {
        if self.state.entries.closed { 0 } else { usize::from(self.table_size().div_ceil(2)) }
    }
}
