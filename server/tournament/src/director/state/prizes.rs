//! The prizes of a tournament, from the moment they are fixed.

use crate::prizes::{Bounties, BountyAward};
use cardroom_rules::{Appended, Cents, EntryNo};
use std::collections::BTreeSet;

/// The fixed prizes and the bounties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PrizePool {
    /// The prize of each place and the number of tickets, fixed once entry is closed.
    pub(super) places: Option<Vec<Cents>>,
    pub(super) tickets: u32,
    /// Only in a bounty tournament.
    pub(super) bounties: Option<Bounties>,
    /// `true` if all remaining players are paid, so mystery bounties are drawn.
    pub(super) money_reached: bool,
    /// Disqualified entries that get no prize for the place.
    pub(super) unpaid: BTreeSet<EntryNo>,
    /// Total of the prizes that these entries did not get.
    pub(super) withheld: Appended<Cents>,
}

impl PrizePool {
    pub(crate) fn new(bounties: Option<Bounties>) -> Self {
        Self {
            places: None,
            tickets: 0,
            bounties,
            money_reached: false,
            unpaid: BTreeSet::new(),
            withheld: Appended::default(),
        }
    }

    /// Returns the prize of each place, once the prizes are fixed.
    pub(crate) fn places(&self) -> Option<&[Cents]> {
        self.places.as_deref()
    }

    pub(crate) fn are_fixed(&self) -> bool {
        self.places.is_some()
    }

    /// Returns the number of tickets to win.
    pub(crate) fn tickets(&self) -> u32 {
        self.tickets
    }

    pub(crate) fn bounties(&self) -> Option<&Bounties> {
        self.bounties.as_ref()
    }

    pub(crate) fn is_money_reached(&self) -> bool {
        self.money_reached
    }

    /// Returns `true` if a disqualified entry gets no prize for the place.
    pub(crate) fn is_withheld(&self, entry: EntryNo) -> bool {
        self.unpaid.contains(&entry)
    }

    /// Returns the total of the prizes that disqualified entries did not get. It has left the pool.
    pub(crate) fn withheld(&self) -> Cents {
        *self.withheld
    }

    pub(crate) fn fix(&mut self, places: Vec<Cents>, tickets: u32) {
        self.places = Some(places);
        self.tickets = tickets;
    }

    /// Lets mystery bounties be drawn from now on.
    pub(crate) fn reach_money(&mut self, players_left: u32) {
        self.money_reached = true;
        if let Some(bounties) = &mut self.bounties {
            bounties.money_reached(players_left);
        }
    }

    pub(crate) fn withhold(&mut self, entry: EntryNo) {
        self.unpaid.insert(entry);
    }

    pub(crate) fn withhold_prize(&mut self, prize: Cents) {
        *self.withheld += prize;
    }

    pub(crate) fn bounties_mut(&mut self) -> Option<&mut Bounties> {
        self.bounties.as_mut()
    }

    pub(crate) fn award(&mut self, award: &BountyAward) {
        if let Some(bounties) = &mut self.bounties {
            bounties.apply(award);
        }
    }

    /// Pays the remaining players what is left of the bounties.
    pub(crate) fn share_bounties(&mut self, shares: &[(EntryNo, Cents)]) {
        if let Some(bounties) = &mut self.bounties {
            bounties.pay_rest(shares);
        }
    }

    /// Takes the prizes of the remaining players out of the places after a deal. Only the first
    /// place still has an amount to play for.
    pub(crate) fn share(&mut self, players_left: usize, for_winner: Cents) {
        if let Some(places) = &mut self.places {
            for place in places.iter_mut().take(players_left) {
                *place = Cents::ZERO;
            }
            if let Some(first) = places.first_mut() {
                *first = for_winner;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_leaves_one_prize_for_the_winner() {
        let mut pool = PrizePool::new(None);
        pool.share(3, Cents(50));
        assert!(!pool.are_fixed(), "there is nothing to share yet");
        pool.fix([500, 300, 200, 100].map(Cents).to_vec(), 0);
        pool.share(3, Cents(50));
        assert_eq!(pool.places(), Some([50, 0, 0, 100].map(Cents).as_slice()));
    }
}
