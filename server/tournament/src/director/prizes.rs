//! Prizes: the director fixes the pool once entry is closed. [`Money`] says what a place wins.

use super::Director;
use super::money::Money;
use crate::event::Event;
use crate::held::Held;
use crate::prizes::Prizes;
use cardroom_rules::Cents;

impl Director {
    /// Returns the amount paid into the prize pool.
    #[must_use]
    pub fn paid_in(&self) -> Cents {
        Money::of(self).paid_in()
    }

    /// Returns the current prize pool: the amount paid in, but at least the guarantee.
    #[must_use]
    pub fn prize_pool(&self) -> Cents {
        Money::of(self).pool()
    }

    /// Returns the prize of each place. While entry is open, it is the division
    /// by the current entries.
    #[must_use]
    pub fn payouts(&self) -> Prizes {
        Money::of(self).payouts()
    }

    #[must_use]
    pub fn places_paid(&self) -> u32 {
        Money::of(self).places_paid()
    }

    /// Returns the structure and value of the ticket that the prize of this place includes. The
    /// part of the prize above that value is money. Returns `None` if the whole prize is money.
    /// Players who share the last ticket place share its value in money.
    #[must_use]
    pub fn ticket_in(&self, place: u32, prize: Cents) -> Option<(&str, Cents)> {
        Money::of(self).ticket_in(place, prize)
    }
}

/// Fixes the prizes once no player can enter or buy chips any more. A player who was offered a
/// rebuy in time still has time to decide (TDA 27).
pub(super) fn fix_prizes_if_due(director: &Director) -> Vec<Event> {
    let (state, setup) = (&director.state, &director.setup);
    let asked = state.held.first_deciding().is_some();
    let due = state.entries.are_closed() && !state.prizes.are_fixed() && !asked;
    if due && !setup.sells_more_chips(director.level()) {
        return fix_prizes(Money::of(director), &state.held);
    }
    Vec::new()
}

/// Fixes the prizes. Nothing is sold any more, and open rebuy offers lapse, because the money
/// is reached before they are taken.
pub(super) fn fix_prizes(money: Money<'_>, held: &Held) -> Vec<Event> {
    let Prizes { places, tickets } = money.payouts();
    let lapsed = held.deciding().map(|entry| Event::RebuyDeclined { entry });
    [Event::PrizesFixed { places, tickets }].into_iter().chain(lapsed).collect()
}
