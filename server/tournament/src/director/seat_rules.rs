//! What rulebook and structure say about seats, put together for [`seating`](crate::seating).

use super::Director;
use crate::seating::{Difference, ShortTables};
use cardroom_rules::rulebook::{FirstButton, RedrawButton};
use cardroom_rules::{Format, Millis};

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
        self.setup.structure.final_table_players(&self.setup.rulebook)
    }

    /// By how many players tables may differ.
    pub(super) fn difference(&self) -> Difference {
        if self.state.balancing_ordered {
            return Difference { few_tables: 1, many_tables: 1, fill_below: 0 };
        }
        let rule = &self.setup.rulebook.seating;
        Difference {
            few_tables: rule.difference_few_tables,
            many_tables: rule.difference_many_tables,
            fill_below: rule.min_table_players,
        }
    }

    /// When a table is short. With fewer seats than full tables have, halting is the floor's to
    /// order (TDA 11-D, TNPL B6-iv).
    pub(super) fn short_tables(&self) -> ShortTables {
        let rule = &self.setup.rulebook.seating;
        let halts = self.table_size() >= rule.halt_seats_least;
        ShortTables {
            halt_threshold: if halts { rule.halt_threshold } else { 0 },
            min_players: rule.min_table_players,
            tell_at: rule.notify_at_players,
        }
    }

    /// How long a table is halted where nobody could be moved there.
    pub(super) fn longest_halt(&self) -> Millis {
        let minutes = self.setup.rulebook.seating.halt_minutes_most;
        Millis::seconds(minutes.saturating_mul(60))
    }

    /// Whether a moved player may have a single big blind.
    pub(super) fn has_single_big_blind(&self) -> bool {
        self.setup.rulebook.seating.single_big_blind
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
        let fewest = self.setup.rulebook.entry.new_table_least;
        usize::from(fewest.min(self.table_size()))
    }

    /// How many seats stay open where a table breaks while one may still enter: whoever comes next
    /// should not need the table again.
    pub(super) fn seats_kept_for_entries(&self) -> usize {
        if self.state.entry_closed { 0 } else { usize::from(self.table_size().div_ceil(2)) }
    }
}
