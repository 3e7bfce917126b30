//! The money of a tournament: what was paid in, what each place wins, and what goes back when
//! entries no longer count. It reads entries and prizes alone.

use super::Director;
use super::state::{Entries, Phase, PrizePool};
use crate::command::Refund;
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::prizes::{Prizes, paid_places, prizes, share_places};
use crate::refusal::Refusal;
use crate::setup::Setup;
use cardroom_rules::{Cents, EntryNo, Shares, Structure};

/// The money paid for the entries, and the prizes that come of it.
#[derive(Clone, Copy)]
pub(super) struct Money<'a> {
    setup: &'a Setup,
    entries: &'a Entries,
    prizes: &'a PrizePool,
}

impl<'a> Money<'a> {
    pub(super) fn of(director: &'a Director) -> Self {
        let state = &director.state;
        Self { setup: &director.setup, entries: &state.entries, prizes: &state.prizes }
    }

    /// Returns the amount paid into the prize pool.
    pub(super) fn paid_in(self) -> Cents {
        let paid = match self.setup.carried {
            Some(carried) => carried.pool,
            None => {
                let entries = u64::from(self.entries.count());
                self.setup.structure.entry.buy_in.times(entries)
            }
        };
        paid + self.entries.purchases().total()
    }

    /// Returns the current prize pool: the amount paid in, but at least the guarantee.
    pub(super) fn pool(self) -> Cents {
        self.paid_in().max(self.setup.structure.prizes.guarantee)
    }

    /// Returns the prize of each place. While entry is open, it is the division
    /// by the current entries.
    pub(super) fn payouts(self) -> Prizes {
        let structure = &self.setup.structure;
        if self.setup.is_first_day() {
            // The last day divides the money of all first days.
            return Prizes::default();
        }
        match self.prizes.places() {
            Some(places) => Prizes { places: places.to_vec(), tickets: self.prizes.tickets() },
            None => {
                let buy_in = structure.entry.buy_in;
                prizes(self.pool(), self.entries_of_pool(), buy_in, &structure.prizes.shares)
            }
        }
    }

    pub(super) fn places_paid(self) -> u32 {
        if self.setup.is_first_day() {
            return 0;
        }
        match self.prizes.places() {
            Some(places) => u32::try_from(places.len()).unwrap_or(u32::MAX),
            None => {
                let Structure { entry, prizes, .. } = &*self.setup.structure;
                paid_places(self.pool(), self.entries_of_pool(), entry.buy_in, &prizes.shares)
            }
        }
    }

    /// Returns an upper bound of the number of paid places without dividing the pool.
    pub(super) fn most_places_paid(self) -> u32 {
        match &self.setup.structure.prizes.shares {
            Shares::WinnerTakesAll => 1,
            Shares::Curve { paid_basis_points, .. } => {
                let entries = u64::from(self.entries_of_pool());
                let paid = entries * u64::from(*paid_basis_points) / 10_000;
                u32::try_from(paid).unwrap_or(u32::MAX).max(1)
            }
            Shares::Table(tables) => {
                let longest = tables.iter().map(|table| table.basis_points.len()).max();
                u32::try_from(longest.unwrap_or(0)).unwrap_or(u32::MAX)
            }
            Shares::Tickets { worth, .. } => {
                let whole = self.pool().0 / worth.0.max(1);
                u32::try_from(whole).unwrap_or(u32::MAX).saturating_add(1)
            }
        }
    }

    /// Returns the number of entries that make up the pool.
    fn entries_of_pool(self) -> u32 {
        self.setup.carried.map_or(self.entries.count(), |carried| carried.entries)
    }

    /// Returns the structure and value of the ticket that the prize of this place includes.
    pub(super) fn ticket_in(self, place: u32, prize: Cents) -> Option<(&'a str, Cents)> {
        match &self.setup.structure.prizes.shares {
            Shares::Tickets { structure, worth } => {
                let wins = place <= self.prizes.tickets();
                (wins && prize >= *worth).then_some((structure, *worth))
            }
            _ => None,
        }
    }

    /// Returns `true` if there are tickets for all of several players left.
    pub(super) fn has_tickets_for_all_left(self) -> bool {
        let left = self.entries.left();
        left > 1 && left <= self.prizes.tickets()
    }

    /// Pays the players who share a place, in order of entry. Withholds the prize
    /// of a disqualified player.
    pub(super) fn pay(self, mut entries: Vec<EntryNo>, place: u32) -> Vec<Event> {
        let Some(places) = self.prizes.places() else { return Vec::new() };
        entries.sort_unstable();
        let sharing = u32::try_from(entries.len()).expect("places are counted by u32");
        let shares = entries.into_iter().zip(share_places(places, place, sharing));
        let paid = shares.filter(|(_, prize)| !prize.is_zero());
        let paid = paid.map(|(entry, prize)| match self.prizes.is_withheld(entry) {
            true => Event::PrizeWithheld { entry, prize },
            false => Event::PrizeWon { entry, prize },
        });
        paid.collect()
    }

    /// Starts the drawing of mystery bounties once the money is reached.
    pub(super) fn reach(self) -> Option<Event> {
        let left = self.entries.left();
        let due = self.prizes.bounties().is_some() && !self.prizes.is_money_reached();
        let reached = due && self.prizes.are_fixed() && left <= self.places_paid();
        reached.then_some(Event::MoneyReached { players_left: left })
    }

    /// Returns everything paid for an entry.
    pub(super) fn paid_by(self, entry: EntryNo) -> Cents {
        // A player who comes from a first day paid there.
        let price = if self.setup.carried.is_some() { Cents::ZERO } else { self.setup.price() };
        price + self.entries.purchases().of(entry).cost
    }

    /// Withdraws an entry, and returns what was paid for it. An amount of 0 is reported too, so the
    /// player hears of it.
    pub(super) fn withdraw(self, entry: EntryNo) -> [Event; 2] {
        let amount = self.paid_by(entry);
        [Event::Withdrawn { entry }, Event::Refunded { entry, amount }]
    }

    /// Calls the tournament off, and returns everything that was paid.
    pub(super) fn call_off(self, reason: String) -> Vec<Event> {
        let refund = |entry| Event::Refunded { entry, amount: self.paid_by(entry) };
        let refunds = self.counted().map(refund);
        [Event::Cancelled { reason }].into_iter().chain(refunds).collect()
    }

    /// Returns the entries that were not withdrawn.
    pub(super) fn counted(self) -> impl Iterator<Item = EntryNo> {
        let all = self.entries.all();
        let counted = all.filter(|(_, entry)| entry.whereabouts != Whereabouts::Withdrawn);
        counted.map(|(number, _)| number)
    }

    /// Returns what is left of the pool for the players left, and the fee that each entry gets back
    /// when the tournament is called off.
    pub(super) fn left_in_pool(self) -> (Cents, Cents) {
        // Fixing the prizes adds the amount missing to a guarantee.
        let pool = if self.prizes.are_fixed() { self.pool() } else { self.paid_in() };
        let carried = self.setup.carried.is_some();
        let fee = if carried { Cents::ZERO } else { self.setup.structure.entry.fee };
        (pool.saturating_sub(self.prizes_paid()), fee)
    }

    /// Returns the prizes that have left the pool: those paid, and those withheld.
    fn prizes_paid(self) -> Cents {
        let paid: Cents = self.entries.all().map(|(_, entry)| entry.prize).sum();
        paid + self.prizes.withheld()
    }

    /// Checks whether this kind of refund is possible.
    pub(super) fn check_refund(self, phase: Phase, refund: Refund) -> Result<(), Refusal> {
        let bounties = self.prizes.bounties();
        let prizes = bounties.is_some_and(|bounties| !bounties.ledger().paid_out.is_zero())
            || !self.prizes_paid().is_zero();
        let carried = self.setup.carried.is_some();
        match (phase, refund) {
            (Phase::Registering | Phase::Running, Refund::Everything) if carried => {
                Err(Refusal::NotNow(
                    "Entries were paid on the first days. Divide what is left instead.",
                ))
            }
            (Phase::Registering, Refund::ByStacks | Refund::Evenly) if carried => Ok(()),
            (Phase::Over | Phase::Cancelled, _) => Err(Refusal::Over),
            (Phase::Registering, Refund::ByStacks | Refund::Evenly) => Err(Refusal::NotNow(
                "Before the start, everything is returned. Choose that refund.",
            )),
            (_, Refund::Everything) if prizes => Err(Refusal::NotNow(
                "Prizes were paid already. Divide what is left among the players left.",
            )),
            _ => Ok(()),
        }
    }
}
