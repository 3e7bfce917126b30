//! Proofs of deals, made from stored hands. A stored hand has the messages of its rounds behind its
//! record, and the seed of the pack that was dealt behind the sealed cards.

use super::stored::decoded_all;
use crate::store::StoredHand;
use crate::vault::Vault;
use cardroom_deal::Secret;
use cardroom_protocol::history::RecordedCards;
use cardroom_rules::HandNo;
use cardroom_tables::ProvenHand;

/// Returns the proofs of the rounds of a hand that were given up, and the proof of the hand as the
/// player of a seat may see it. Returns `None` if its deal cannot be verified.
pub(super) fn proofs(vault: &Vault, hand: &StoredHand, seat: Option<u8>) -> Option<Vec<String>> {
    let sealed = hand.cards.as_deref()?;
    let plain = vault.unseal_ended(hand.table, HandNo(hand.hand), sealed)?;
    let (cards, rest) = postcard::take_from_bytes::<Vec<RecordedCards>>(&plain).ok()?;
    let seed = Secret::new(rest.try_into().ok()?);
    ProvenHand { messages: decoded_all(&hand.record), cards, seed }.proofs(seat)
}
