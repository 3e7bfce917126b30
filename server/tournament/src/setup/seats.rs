//! Settings of rulebook and structure for [`seating`](crate::seating).

use super::Setup;
use crate::seating::ShortTables;
use cardroom_rules::rulebook::{FirstButton, RedrawButton};
use cardroom_rules::{Format, Millis};

impl Setup {
    /// Returns the number of seats at a table of this tournament.
    pub(crate) fn table_size(&self) -> u8 {
        match self.structure.format {
            Format::HeadsUp => 2,
            _ => self.structure.seats,
        }
    }

    /// Returns the largest number of players at the final table.
    pub(crate) fn final_size(&self) -> u8 {
        self.structure.final_table_players(&self.rulebook)
    }

    /// Returns the rules for short tables. At small tables only the floor can order a halt
    /// (TDA 11-D, TNPL B6-iv).
    pub(crate) fn short_tables(&self) -> ShortTables {
        let rule = &self.rulebook.seating;
        let halts = self.table_size() >= rule.halt_seats_least;
        ShortTables {
            halt_threshold: if halts { rule.halt_threshold } else { 0 },
            min_players: rule.min_table_players,
            tell_at: rule.notify_at_players,
        }
    }

    /// Returns the longest halt of a table that no player can be moved to.
    pub(crate) fn longest_halt(&self) -> Millis {
        let minutes = self.rulebook.seating.halt_minutes_most;
        Millis::seconds(minutes.saturating_mul(60))
    }

    /// Returns `true` if a moved player may get a single big blind.
    pub(crate) fn has_single_big_blind(&self) -> bool {
        self.rulebook.seating.single_big_blind
    }

    /// Returns `true` if the highest card gets the first button.
    pub(crate) fn deals_for_first_button(&self) -> bool {
        self.rulebook.blinds.first_button == FirstButton::HighCard
    }

    /// Returns `true` if this occasion requires a new draw for the button.
    pub(crate) fn deals_for_button_on(&self, occasion: RedrawButton) -> bool {
        self.rulebook.blinds.redraw_button.contains(&occasion)
    }

    /// Returns the smallest number of players for which a table is opened for late entrants.
    pub(crate) fn fewest_at_a_new_table(&self) -> usize {
        let fewest = self.rulebook.entry.new_table_least;
        usize::from(fewest.min(self.table_size()))
    }

    /// Returns the number of seats kept open when a table breaks during late entry, so that the
    /// next entrants do not need the table again.
    pub(crate) fn seats_kept_for_entries(&self) -> usize {
        usize::from(self.table_size().div_ceil(2))
    }
}
