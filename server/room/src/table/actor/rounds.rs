//! Verifiable deals at the task of a table: seeds for the rounds, and the inputs that wait from an
//! opening to the start of its hand.

use super::{Actor, MOST_HELD};
use crate::history;
use crate::inbox::{TableInput, Viewer};
use crate::table::{CoreInput, Outputs};
use crate::vault::SealedDecks;
use cardroom_deal::Secret;
use cardroom_engine::Decks;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::requests::{Asked, TableRequest};
use cardroom_rules::Millis;
use cardroom_tables::waits_for_deal;
use cardroom_tournament::Ordered;

const BUSY: &str = "The next hand is about to begin. Try again in a moment.";

impl Actor {
    /// Returns the seeds that the next round needs now, and the same sealed.
    pub(super) fn packs(&mut self, now: Millis) -> Option<(Vec<Secret>, Vec<u8>)> {
        let wanted = self.core.wants_packs(now)?;
        let deals = self.services.deals.clone()?;
        Some(deals.seeds(&mut self.dealer, self.id, wanted))
    }

    /// Returns the decks of the bound round, the same sealed, and the draw for the button.
    pub(super) fn bound_decks(&self) -> Option<(Decks, Option<SealedDecks>, u32)> {
        let (decks, draw) = self.core.rounds()?.decks()?;
        let sealed = self.seal(&decks);
        Some((decks, Some(sealed), draw))
    }

    /// Opens and binds a round without contributors, and begins its hand, in the step that ended
    /// the last one.
    pub(super) fn go_on_verifiably(&mut self, now: Millis, outputs: &mut Outputs) {
        let Some((seeds, sealed)) = self.packs(now) else { return };
        self.core.lay_packs(now, seeds, sealed, outputs);
        let Some((decks, sealed, draw)) = self.bound_decks() else { return };
        self.core.go_on(now, decks, sealed, draw, outputs);
        self.keep_hand(outputs);
    }

    /// Lays the packs of a round that the table gives up with the hand that an instruction
    /// withdraws. Returns `false` if that could not be stored.
    pub(super) async fn lay_withdrawn(&mut self, now: Millis, ordered: &Ordered) -> bool {
        let wanted = self.core.wants_packs_to_withdraw(ordered);
        let Some((wanted, deals)) = wanted.zip(self.services.deals.clone()) else { return true };
        let (seeds, sealed) = deals.seeds(&mut self.dealer, self.id, wanted);
        self.on(now, CoreInput::PacksOfWithdrawn { seeds, sealed }, None).await
    }

    /// Reads the deal of the last hand if an input may correct the record of the hand, and it was
    /// dealt before a restart. Otherwise the corrected record would replace the deal.
    pub(super) async fn recall_deal(&mut self, input: &TableInput) {
        let TableInput::Request { request, .. } = input else { return };
        use TableRequest as R;
        let may_correct = matches!(**request.as_noted(), R::DirectTable(_) | R::ShowCards(_));
        let Some(hand) = self.core.lacks_deal().filter(|_| may_correct) else { return };
        match self.services.store.hand(self.id, hand.0).await {
            Ok(stored) => {
                let vault = &self.services.vault;
                let deal = stored.and_then(|stored| history::stored_deal(vault, &stored));
                if let Some(deal) = deal {
                    self.core.recall_deal(hand, deal);
                }
            }
            Err(error) => {
                tracing::warn!(
                    table = self.id.0,
                    hand = hand.0,
                    %error,
                    "could not read the deal of a hand, whose record may be corrected"
                );
            }
        }
    }

    /// Takes an input, or keeps it until the next hand has started if it could change who is dealt
    /// in.
    pub(super) async fn take_or_hold(&mut self, input: TableInput) {
        if !self.is_frozen() || !changes_lineup(&input) {
            return self.take(input).await;
        }
        if self.held.len() < MOST_HELD {
            self.held.push_back(input);
        } else if let TableInput::Request { viewer, request, hold, .. } = input {
            let asked = Asked::Request(request.as_noted().request());
            // The wallet has the chips again before the client reads the refusal.
            drop(hold);
            say(&viewer, asked);
        } else {
            // An operator's removal is carried out although the round is given up for it.
            self.take(input).await;
        }
    }

    /// Returns `true` between an opening and the start of its hand.
    fn is_frozen(&self) -> bool {
        self.core.rounds().is_some_and(|rounds| rounds.is_frozen())
    }

    /// Returns the first input that waits no longer.
    pub(super) fn released(&mut self) -> Option<TableInput> {
        if self.is_frozen() { None } else { self.held.pop_front() }
    }
}

fn say(viewer: &Viewer, asked: Asked) {
    viewer.outbox.send_message(asked.refusal(ErrorCode::Busy, BUSY));
}

/// Returns `true` for an input that could change who is dealt in.
fn changes_lineup(input: &TableInput) -> bool {
    match input {
        TableInput::Request { request, .. } => waits_for_deal(request.as_noted()),
        TableInput::Remove { .. } => true,
        _ => false,
    }
}
