//! The rounds of a table that is opened or folded again.

use super::{State, TableCore};
use crate::fold_error::FoldError;
use crate::played::{HandLog, Told};
use crate::rounds::{DealTerms, PlayedDeal, Rounds, deal_event};
use crate::table::audience::Audience;
use cardroom_deal::Event;
use cardroom_record::StoredStream;
use cardroom_rules::HandNo;

impl TableCore {
    /// Makes the deals of the table verifiable. `stream` has the rounds so far.
    ///
    /// # Errors
    /// The stream does not decode.
    pub fn verifiable(
        mut self,
        terms: DealTerms,
        stream: &StoredStream,
    ) -> Result<Self, FoldError> {
        let mut rounds = Box::new(Rounds::fold(self.id, terms, stream)?);
        resume(&mut rounds, &self.told(), &self.projections.log, &self.audience);
        self.rounds = Some(rounds);
        Ok(self)
    }

    /// Folds the rounds again after a step could not be stored. It follows
    /// [`refold`](Self::refold).
    ///
    /// # Errors
    /// The stream does not decode.
    pub fn refold_rounds(&mut self, stream: &StoredStream) -> Result<(), FoldError> {
        let Some(mut rounds) = self.rounds.take() else { return Ok(()) };
        let refolded = rounds.refold(stream);
        if refolded.is_ok() {
            rounds.joined.roll_back();
            resume(&mut rounds, &self.told(), &self.projections.log, &self.audience);
        }
        self.rounds = Some(rounds);
        refolded
    }
}

impl TableCore {
    /// Returns the last completed hand if this process does not know its deal, because it was dealt
    /// before a restart. The host gives the deal back before the hand's record is corrected.
    #[must_use]
    pub fn lacks_deal(&self) -> Option<HandNo> {
        let (rounds, last) = (self.rounds()?, self.projections.log.last_hand()?);
        let is_known = rounds.kept.as_ref().is_some_and(|(hand, _)| *hand == last);
        (!is_known).then_some(last)
    }

    /// Sets the deal of the last completed hand, as it was stored with the hand.
    pub fn recall_deal(&mut self, hand: HandNo, deal: PlayedDeal) {
        if let Some(rounds) = &mut self.rounds {
            rounds.kept = Some((hand, deal));
        }
    }
}

/// Brings a bound round to where its hand is.
fn resume(rounds: &mut Rounds, told: &Told<'_>, log: &HandLog, audience: &Audience) {
    rounds.state = match std::mem::replace(&mut rounds.state, State::Idle) {
        State::Bound(mut round) => {
            let hand = round.opening.hand;
            let on = told.table.hand_in_progress().map(|hand| hand.0);
            if on == Some(hand) {
                let mut picks = log.tossed();
                let steps = told.so_far(log, |who| audience.person(who));
                let steps = steps.map(|(_, steps)| steps).unwrap_or_default();
                for event in steps.iter().flat_map(|step| &step.events.0).filter_map(deal_event) {
                    let is_toss = matches!(event, Event::Discarded { .. });
                    let picks = if is_toss { picks.next() } else { None };
                    round.dealing.follow(&event, picks);
                }
                State::Dealing(round)
            } else if hand <= told.table.last_hand().0 {
                // The hand was dealt and ended while deals were not verifiable.
                State::Idle
            } else {
                State::Bound(round)
            }
        }
        other => other,
    };
}
