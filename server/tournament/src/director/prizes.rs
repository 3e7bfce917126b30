//! What is won: the pool is fixed when nobody can enter any more, and a prize is paid with the place.

use super::{Director, Step};
use crate::event::Event;
use crate::prizes::{Prizes, prizes, share_places};
use cardroom_rules::{Cents, EntryNo};

impl Director {
    /// What was paid for the prize pool.
    #[must_use]
    pub fn paid_in(&self) -> Cents {
        let paid = match self.setup.carried {
            Some(carried) => carried.pool,
            None => {
                let entries = u64::from(self.state.entry_count);
                self.setup.structure.entry.buy_in.times(entries)
            }
        };
        paid + self.state.purchases.total()
    }

    /// What is in the prize pool now: what was paid for it, and at least what is guaranteed.
    #[must_use]
    pub fn prize_pool(&self) -> Cents {
        self.paid_in().max(self.setup.structure.prizes.guarantee)
    }

    /// What each place wins; as things are while one may still enter.
    #[must_use]
    pub fn payouts(&self) -> Prizes {
        let structure = &self.setup.structure;
        let entries = self.setup.carried.map_or(self.state.entry_count, |carried| carried.entries);
        if self.survivors().is_some() {
            // The last day divides what all first days have brought.
            return Prizes::default();
        }
        match &self.state.prizes {
            Some(places) => Prizes { places: places.clone(), tickets: self.state.tickets },
            None => {
                let buy_in = structure.entry.buy_in;
                prizes(self.prize_pool(), entries, buy_in, &structure.prizes.shares)
            }
        }
    }

    /// How many places are paid.
    #[must_use]
    pub fn places_paid(&self) -> u32 {
        let places = match &self.state.prizes {
            Some(places) => places.len(),
            None => self.payouts().places.len(),
        };
        u32::try_from(places).unwrap_or(u32::MAX)
    }

    /// Whether a place wins a ticket instead of money.
    #[must_use]
    pub fn wins_ticket(&self, place: u32) -> bool {
        place <= self.state.tickets
    }
}

impl Step<'_> {
    /// Nobody can enter any more: what there is to win is fixed.
    pub(super) fn close_entry(&mut self) {
        self.emit(Event::EntryClosed);
        self.send_alternates_home();
        let Prizes { places, tickets } = self.director.payouts();
        self.emit(Event::PrizesFixed { places, tickets });
    }

    /// Pays those who share a place; in the order of their entries.
    pub(super) fn pay(&mut self, mut entries: Vec<EntryNo>, place: u32) {
        let Some(places) = &self.director.state.prizes else { return };
        entries.sort_unstable();
        let sharing = u32::try_from(entries.len()).expect("places are counted by u32");
        let shares = share_places(places, place, sharing);
        for (entry, prize) in entries.into_iter().zip(shares) {
            if !prize.is_zero() && !self.director.state.unpaid.contains(&entry) {
                self.emit(Event::PrizeWon { entry, prize });
            }
        }
    }
}
