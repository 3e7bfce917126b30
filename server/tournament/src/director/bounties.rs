//! Bounties: awards for eliminations, and the division of the rest at the end.

use super::Step;
use super::state::PrizePool;
use crate::draws::Draws;
use crate::event::Event;
use crate::prizes::Bounties;
use cardroom_rules::{EntryNo, PlayerId};

impl super::Director {
    /// Returns the bounties, if the tournament has any.
    #[must_use]
    pub fn bounties(&self) -> Option<&Bounties> {
        self.state.prizes.bounties()
    }
}

/// Awards the bounty on an eliminated player to the winners of the player's last chips.
pub(super) fn award_bounty(step: &mut Step<'_>, out: EntryNo, by: &[PlayerId]) {
    let Some(bounties) = step.state().prizes.bounties() else { return };
    let by: Vec<EntryNo> = by.iter().filter_map(|player| step.director.entry_of(*player)).collect();
    let draws = bounties.mystery().next().is_some() && !by.is_empty();
    let award = if draws {
        step.drawing(|director, draws| {
            let bounties = director.state.prizes.bounties();
            bounties.map(|bounties| bounties.decide(out, &by, draws))
        })
    } else {
        // This award draws nothing.
        Some(bounties.decide(out, &by, &mut Draws::new(0)))
    };
    if let Some(award) = award {
        step.emit(Event::BountyAwarded(award));
    }
}

/// Pays the remaining players their own heads and a share of the unwon bounties.
pub(super) fn share_bounties(prizes: &PrizePool, left: &[EntryNo]) -> Option<Event> {
    prizes.bounties().map(|bounties| Event::BountiesShared { shares: bounties.rest(left) })
}
