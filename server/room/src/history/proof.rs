//! Proofs of deals, made from stored hands. A stored hand has the messages of its rounds behind its
//! record, and the seed of the pack that was dealt behind the sealed cards.

use super::stored::decoded_all;
use crate::store::StoredHand;
use crate::vault::Vault;
use cardroom_deal::{Inclusion, Secret};
use cardroom_protocol::ServerMessage;
use cardroom_protocol::history::RecordedCards;
use cardroom_rules::HandNo;
use cardroom_tables::{PlayedDeal, ProvenHand};
use std::collections::BTreeMap;

/// Returns the proofs of the rounds of a hand that were given up, and the proof of the hand as the
/// player of a seat may see it. Returns `None` if its deal cannot be verified.
pub(super) fn proofs(
    vault: &Vault,
    hand: &StoredHand,
    seat: Option<u8>,
    logged: BTreeMap<(u64, u8), Inclusion>,
) -> Option<Vec<String>> {
    ProvenHand { logged, ..proven(vault, hand)? }.proofs(seat)
}

/// Returns the deal of a hand as its table stored it, with the first version of its record; `None`
/// if its deal cannot be verified.
pub(crate) fn stored_deal(vault: &Vault, hand: &StoredHand) -> Option<PlayedDeal> {
    let ProvenHand { mut messages, seed, .. } = proven(vault, hand)?;
    let is_record = |message: &ServerMessage| matches!(message, ServerMessage::HandShown(_));
    let record = messages.iter().position(is_record).map(|at| messages.remove(at))?;
    if !messages.iter().any(is_record) {
        messages.push(record);
    }
    Some(PlayedDeal { messages, seed })
}

fn proven(vault: &Vault, hand: &StoredHand) -> Option<ProvenHand> {
    let sealed = hand.cards.as_deref()?;
    let plain = vault.unseal_ended(hand.table, HandNo(hand.hand), sealed)?;
    let (cards, rest) = postcard::take_from_bytes::<Vec<RecordedCards>>(&plain).ok()?;
    let seed = Secret::new(rest.try_into().ok()?);
    let logged = BTreeMap::new();
    Some(ProvenHand { messages: decoded_all(&hand.record), cards, seed, logged })
}
