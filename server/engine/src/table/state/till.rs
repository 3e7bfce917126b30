//! The chips of a table as a whole: all that are on it, and the part that belongs to the house.

use cardroom_rules::{Chips, Millis};

/// The most chips at one table. Every JSON reader can hold this number exactly, and no sum or
/// multiple that the rules need overflows.
pub(crate) const MOST_CHIPS: Chips = Chips((1 << 53) - 1);

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Till {
    /// The end of the current time charge period.
    pub(super) charge_until: Option<Millis>,
    /// The rake that has not been swept yet.
    pub(super) rake: Chips,
    /// The time charges that have not been swept yet.
    pub(super) time: Chips,
    /// All chips on the table.
    pub(super) total: Chips,
}

impl Till {
    /// Returns all chips on the table.
    pub(crate) fn total(&self) -> Chips {
        self.total
    }

    /// Returns the number of chips that may still come to the table.
    pub(crate) fn room(&self) -> Chips {
        MOST_CHIPS.saturating_sub(self.total)
    }

    /// Adds chips that come to the table.
    pub(crate) fn bring(&mut self, chips: Chips) {
        self.total += chips;
    }

    /// Subtracts chips that leave the table.
    pub(crate) fn take_away(&mut self, chips: Chips) {
        self.total -= chips;
    }

    // The house.

    /// Returns the rake and the time charges that have not been swept yet.
    pub(crate) fn house(&self) -> (Chips, Chips) {
        (self.rake, self.time)
    }

    pub(crate) fn take_rake(&mut self, amount: Chips) {
        self.rake += amount;
    }

    pub(crate) fn give_back_rake(&mut self, amount: Chips) {
        self.rake -= amount;
    }

    /// Brings back rake that was swept.
    pub(crate) fn unsweep_rake(&mut self, amount: Chips) {
        self.total += amount;
        self.rake += amount;
    }

    pub(crate) fn take_time_charge(&mut self, amount: Chips) {
        self.time += amount;
    }

    pub(crate) fn sweep(&mut self, rake: Chips, time: Chips) {
        self.rake -= rake;
        self.time -= time;
        self.total -= rake + time;
    }

    /// Returns the end of the current time charge period.
    pub(crate) fn charge_until(&self) -> Option<Millis> {
        self.charge_until
    }

    pub(crate) fn begin_period(&mut self, until: Millis) {
        self.charge_until = Some(until);
    }

    pub(crate) fn delay(&mut self, by: Millis) {
        if let Some(until) = &mut self.charge_until {
            *until = *until + by;
        }
    }
}
