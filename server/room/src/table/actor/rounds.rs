//! Verifiable deals at the task of a table: seeds for the rounds, and the inputs that wait from an
//! opening to the start of its hand.

use super::{Actor, MOST_HELD};
use crate::inbox::{TableInput, Viewer};
use crate::table::Outputs;
use crate::vault::SealedDecks;
use cardroom_deal::Secret;
use cardroom_engine::Decks;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::requests::Asked;
use cardroom_rules::Millis;
use cardroom_tables::waits_for_deal;

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
