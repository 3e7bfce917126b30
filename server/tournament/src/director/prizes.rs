//! Prizes: the director fixes the pool once entry is closed, and pays a prize with the place.

use super::{Director, Step};
use crate::event::Event;
use crate::prizes::{Prizes, paid_places, prizes, share_places};
use cardroom_rules::{Cents, EntryNo, Shares, Structure};

impl Director {
    /// Returns the amount paid into the prize pool.
    #[must_use]
    pub fn paid_in(&self) -> Cents {
        let paid = match self.setup.carried {
            Some(carried) => carried.pool,
            None => {
                let entries = u64::from(self.state.entries.count());
                self.setup.structure.entry.buy_in.times(entries)
            }
        };
        paid + self.state.entries.purchases().total()
    }

    /// Returns the current prize pool: the amount paid in, but at least the guarantee.
    #[must_use]
    pub fn prize_pool(&self) -> Cents {
        self.paid_in().max(self.setup.structure.prizes.guarantee)
    }

    /// Returns the prize of each place. While entry is open, it is the division
    /// by the current entries.
    #[must_use]
    pub fn payouts(&self) -> Prizes {
        let structure = &self.setup.structure;
        if self.setup.is_first_day() {
            // The last day divides the money of all first days.
            return Prizes::default();
        }
        match self.state.prizes.places() {
            Some(places) => {
                Prizes { places: places.to_vec(), tickets: self.state.prizes.tickets() }
            }
            None => {
                let buy_in = structure.entry.buy_in;
                let entries = entries_for_prizes(self);
                prizes(self.prize_pool(), entries, buy_in, &structure.prizes.shares)
            }
        }
    }

    #[must_use]
    pub fn places_paid(&self) -> u32 {
        if self.setup.is_first_day() {
            return 0;
        }
        match self.state.prizes.places() {
            Some(places) => u32::try_from(places.len()).unwrap_or(u32::MAX),
            None => {
                let Structure { entry, prizes, .. } = &*self.setup.structure;
                let entries = entries_for_prizes(self);
                paid_places(self.prize_pool(), entries, entry.buy_in, &prizes.shares)
            }
        }
    }

    /// Returns the structure and value of the ticket that the prize of this place includes. The
    /// part of the prize above that value is money. Returns `None` if the whole prize is money.
    /// Players who share the last ticket place share its value in money.
    #[must_use]
    pub fn ticket_in(&self, place: u32, prize: Cents) -> Option<(&str, Cents)> {
        match &self.setup.structure.prizes.shares {
            Shares::Tickets { structure, worth } => {
                (wins_ticket(self, place) && prize >= *worth).then_some((structure, *worth))
            }
            _ => None,
        }
    }
}

/// Returns the number of entries that make up the pool.
fn entries_for_prizes(director: &Director) -> u32 {
    director.setup.carried.map_or(director.state.entries.count(), |carried| carried.entries)
}

/// Returns an upper bound of the number of paid places without dividing the pool.
pub(super) fn most_places_paid(director: &Director) -> u32 {
    let entries = entries_for_prizes(director);
    match &director.setup.structure.prizes.shares {
        Shares::WinnerTakesAll => 1,
        Shares::Curve { paid_basis_points, .. } => {
            let paid = u64::from(entries) * u64::from(*paid_basis_points) / 10_000;
            u32::try_from(paid).unwrap_or(u32::MAX).max(1)
        }
        Shares::Table(tables) => {
            let longest = tables.iter().map(|table| table.basis_points.len()).max();
            u32::try_from(longest.unwrap_or(0)).unwrap_or(u32::MAX)
        }
        Shares::Tickets { worth, .. } => {
            let whole = director.prize_pool().0 / worth.0.max(1);
            u32::try_from(whole).unwrap_or(u32::MAX).saturating_add(1)
        }
    }
}

/// Returns `true` if a place wins a ticket instead of money.
pub(super) fn wins_ticket(director: &Director, place: u32) -> bool {
    place <= director.state.prizes.tickets()
}

/// Fixes the prizes once no player can enter or buy chips any more. A player who was offered a
/// rebuy in time still has time to decide (TDA 27).
pub(super) fn fix_prizes_if_due(step: &mut Step<'_>) {
    let state = step.state();
    let asked = state.held.first_deciding().is_some();
    let due = state.entries.are_closed() && !state.prizes.are_fixed() && !asked;
    if due && !step.setup().sells_more_chips(step.director.level()) {
        fix_prizes(step);
    }
}

/// Fixes the prizes. Nothing is sold any more, and open rebuy offers lapse, because the money
/// is reached before they are taken.
pub(super) fn fix_prizes(step: &mut Step<'_>) {
    let Prizes { places, tickets } = step.director.payouts();
    step.emit(Event::PrizesFixed { places, tickets });
    while let Some((entry, _)) = step.state().held.first_deciding() {
        step.emit(Event::RebuyDeclined { entry });
    }
}

/// Pays the players who share a place, in order of entry. Withholds the prize
/// of a disqualified player.
pub(super) fn pay(step: &mut Step<'_>, mut entries: Vec<EntryNo>, place: u32) {
    let Some(places) = step.state().prizes.places() else { return };
    entries.sort_unstable();
    let sharing = u32::try_from(entries.len()).expect("places are counted by u32");
    let shares = share_places(places, place, sharing);
    for (entry, prize) in entries.into_iter().zip(shares) {
        if prize.is_zero() {
            continue;
        }
        step.emit(match step.state().prizes.is_withheld(entry) {
            true => Event::PrizeWithheld { entry, prize },
            false => Event::PrizeWon { entry, prize },
        });
    }
}

/// Returns `true` if all remaining players win a ticket.
pub(super) fn has_ticket_winners(director: &Director) -> bool {
    let left = director.state.entries.left();
    director.state.course.is_running() && left > 1 && left <= director.state.prizes.tickets()
}
