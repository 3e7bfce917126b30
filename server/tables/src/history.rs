//! A completed hand on its way into the histories.

use crate::rounds::PlayedDeal;
use cardroom_protocol::history::{HandRecord, RecordedCards};
use cardroom_record::ids::AccountId;

/// A completed hand, as the table hands it over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedHand {
    /// The public record. It contains only cards that were shown, and called hands if the rulebook
    /// reveals them (GAPS G-48).
    pub record: HandRecord,
    /// The id of the game.
    pub game: String,
    /// Each player's cards, for that player alone. Empty if the deck was not known.
    pub cards: Vec<RecordedCards>,
    /// The players who were dealt in, with their seats.
    pub players: Vec<(AccountId, u8)>,
    /// The hand was already recorded, and something was corrected since.
    pub retold: bool,
    /// The deal, if it can be verified.
    pub deal: Option<PlayedDeal>,
}
