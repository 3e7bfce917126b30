//! Conversion of a completed hand between the table that played it and the store. The public
//! record is stored as a message of the protocol, whose format never changes once it is published.
//! The cards are sealed.

use crate::history::PlayedHand;
use crate::ids::{TableId, TournamentId};
use crate::store::StoredHand;
use crate::vault::Vault;
use bytes::Bytes;
use cardroom_protocol::history::{HandRecord, HandShown, RecordedCards};
use cardroom_protocol::{Encoding, RequestId, ServerMessage};
use cardroom_rules::HandNo;

/// Encodes a hand for the store; `None` if it contains a number that no message can have.
pub fn to_store(vault: &Vault, played: PlayedHand) -> Option<StoredHand> {
    let PlayedHand { record, game, cards, players, retold } = played;
    let (table, hand) = (TableId(record.table.0), HandNo(record.hand.0));
    let sealed = (!cards.is_empty()).then(|| {
        let plain = postcard::to_stdvec(&cards).expect("cards hold nothing postcard cannot write");
        Bytes::from(vault.seal_ended(table, hand, &plain))
    });
    let (tournament, ended_ms) = (record.tournament, record.ended_at.0);
    let pot = cardroom_history::pot_of(&record);
    let people = record.seats.iter().any(|seat| !seat.bot);
    let shown = HandShown { request: RequestId(0), record: Box::new(record) };
    let mut encoded = Vec::new();
    if let Err(error) = Encoding::Binary.append(&ServerMessage::from(shown), &mut encoded) {
        tracing::error!(
            table = table.0,
            hand = hand.0,
            %error,
            "could not store the history of a hand"
        );
        return None;
    }
    Some(StoredHand {
        table,
        hand: hand.0,
        tournament: tournament.map(|id| TournamentId(id.0)),
        game,
        ended_ms,
        pot,
        people,
        record: Bytes::from(encoded),
        cards: sealed,
        players,
        retold,
    })
}

/// Returns the public record of a hand; `None` if it does not decode.
#[must_use]
pub fn public_record(hand: &StoredHand) -> Option<HandRecord> {
    let decoded = Encoding::Binary.decode::<ServerMessage>(&hand.record, hand.record.len()).ok()?;
    decoded.messages.into_iter().find_map(|message| match message {
        ServerMessage::HandShown(shown) => Some(*shown.record),
        _ => None,
    })
}

/// Returns all players' cards; empty if they were unknown or can no longer be unsealed.
#[must_use]
pub fn all_cards(vault: &Vault, hand: &StoredHand) -> Vec<RecordedCards> {
    let sealed = hand.cards.as_deref();
    let plain = sealed.and_then(|it| vault.unseal_ended(hand.table, HandNo(hand.hand), it));
    plain.and_then(|plain| postcard::from_bytes(&plain).ok()).unwrap_or_default()
}
