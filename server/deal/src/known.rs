//! The cards that a verifier knows: those that the proof opens, or all of a pack for an auditor.

use crate::deck::{Faces, Place, secret_order};
use crate::joint::JointSeed;
use crate::secret::Secret;
use cardroom_cards::Card;
use std::collections::BTreeMap;

/// The cards that are known, by their places.
pub(crate) enum Cards {
    Opened(BTreeMap<Place, Card>),
    /// For each deck of the pack its cards in dealing order.
    All(Vec<Vec<Card>>),
}

impl Cards {
    /// Returns every card of the pack with this seed.
    pub(crate) fn all(faces: &Faces, shuffles: u8, joint: JointSeed, seed: &Secret) -> Self {
        let deck = |number: u8| {
            let order = secret_order(faces, seed, number);
            let leaves = joint.permutation(number, faces.count()).into_iter();
            let card = |leaf: u16| order.get(usize::from(leaf)).copied();
            leaves.filter_map(|leaf| card(leaf).and_then(Card::from_index)).collect()
        };
        Self::All((0..=shuffles).map(deck).collect())
    }

    /// Returns the card at a place, if it is known.
    pub(crate) fn at(&self, place: Place) -> Option<Card> {
        match self {
            Self::Opened(cards) => cards.get(&place).copied(),
            Self::All(decks) => {
                decks.get(usize::from(place.deck))?.get(usize::from(place.place)).copied()
            }
        }
    }
}
