//! Notes the cards that are dealt, and the actions that a seat draws from stated probabilities.

use super::{Session, Stopped};
use crate::reduce::{Chance, Draw, Effect, stakes};
use cardroom_bot::{Action, LegalActions, Policy, Table};
use cardroom_protocol::table::TableEvent;

impl Session<'_> {
    /// Returns the distribution from which a seat will draw its action, if it states one and
    /// the match uses it.
    pub(super) fn stated(&self, at: usize, legal: &LegalActions) -> Option<Policy> {
        let place = &self.places[at];
        let is_asked = self.conduct.uses_policies && !place.is_out && legal.discard.is_none();
        is_asked.then(|| place.seat.policy(&place.view, legal)).flatten()
    }

    /// Notes an action that was drawn from these probabilities.
    pub(super) fn note_draw(
        &mut self,
        at: usize,
        legal: &LegalActions,
        policy: &Policy,
        action: Action,
    ) -> Result<(), Stopped> {
        if !self.conduct.uses_policies {
            return Ok(());
        }
        let taken = policy.place_of(action);
        let taken = taken.ok_or_else(|| self.broken("a bot plays what its policy excludes"))?;
        let stakes = stakes(&self.places[at].view, self.places.len());
        let sum: f64 = policy.parts().iter().map(|part| part.probability).sum();
        let parts = policy.parts().iter();
        let options = parts
            .map(|part| (Effect::of(part.action, legal, &stakes[at]), part.probability / sum))
            .collect();
        let dealt = self.story.chances.len();
        self.story.draws.push(Draw { seat: at, dealt, stakes, options, taken });
        Ok(())
    }
}

/// Returns the distribution that a seat answered with.
pub(super) fn answered(policy: &[(Action, f64)]) -> Policy {
    let mut answered = Policy::default();
    for (action, probability) in policy {
        answered.add(*action, *probability);
    }
    answered
}

/// Returns the cards that an event deals, with what they are dealt for.
pub(super) fn chance(view: &Table, seats: usize, event: &TableEvent) -> Option<Chance> {
    let cards = match event {
        TableEvent::CardsDealt(_) => Vec::new(),
        TableEvent::BoardDealt(dealt) => dealt.cards.clone(),
        _ => return None,
    };
    Some(Chance { stakes: stakes(view, seats), cards })
}
