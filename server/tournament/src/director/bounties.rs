//! Prices on heads: who wins one, and who has what is left at the end.

use super::Step;
use crate::draws::Draws;
use crate::event::Event;
use crate::prizes::Bounties;
use cardroom_rules::{EntryNo, PlayerId};

impl super::Director {
    /// The bounties, where the tournament has any.
    #[must_use]
    pub fn bounties(&self) -> Option<&Bounties> {
        self.state.bounties.as_ref()
    }
}

impl Step<'_> {
    /// From the money on mystery bounties are drawn.
    pub(super) fn reach_the_money(&mut self) {
        let state = &self.director.state;
        let left = state.players_left;
        let reached = state.prizes.is_some() && left <= self.director.places_paid();
        if state.bounties.is_some() && !state.money_reached && reached {
            self.emit(Event::MoneyReached { players_left: left });
        }
    }

    /// Somebody is out: whoever won the last of the chips gets the price on the head.
    pub(super) fn award_bounty(&mut self, out: EntryNo, by: &[PlayerId]) {
        let Some(bounties) = &self.director.state.bounties else { return };
        let by: Vec<EntryNo> =
            by.iter().filter_map(|player| self.director.entry_of(*player)).collect();
        let draws = bounties.mystery().next().is_some() && !by.is_empty();
        let award = if draws {
            self.drawing(|director, draws| {
                let bounties = director.state.bounties.as_ref();
                bounties.map(|bounties| bounties.decide(out, &by, draws))
            })
        } else {
            // Nothing is drawn.
            Some(bounties.decide(out, &by, &mut Draws::new(0)))
        };
        if let Some(award) = award {
            self.emit(Event::BountyAwarded(award));
        }
    }

    /// Those who are left at the end have the price on the own head, and share what nobody has won.
    pub(super) fn share_bounties(&mut self, left: &[EntryNo]) {
        let Some(bounties) = &self.director.state.bounties else { return };
        let shares = bounties.rest(left);
        self.emit(Event::BountiesShared { shares });
    }
}
