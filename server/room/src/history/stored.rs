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
use data_encoding::HEXLOWER;

/// Encodes a hand for the store; `None` if it contains a number that no message can have.
pub fn to_store(vault: &Vault, played: PlayedHand) -> Option<StoredHand> {
    let PlayedHand { record, game, cards, players, retold, deal } = played;
    let (table, hand) = (TableId(record.table.0), HandNo(record.hand.0));
    let sealed = (!cards.is_empty() || deal.is_some()).then(|| {
        let mut plain =
            postcard::to_stdvec(&cards).expect("cards hold nothing postcard cannot write");
        // The seed opens every card of the hand, with a proof.
        plain.extend(deal.iter().flat_map(|deal| deal.seed.open()));
        Bytes::from(vault.seal_ended(table, hand, &plain))
    });
    let (tournament, ended_ms) = (record.tournament, record.ended_at.0);
    let pot = cardroom_history::pot_of(&record);
    let people = record.seats.iter().any(|seat| !seat.bot);
    let shown = HandShown { request: RequestId(0), record: Box::new(record) };
    let mut encoded = Vec::new();
    let of_deal = deal.into_iter().flat_map(|deal| deal.messages);
    let mut messages = std::iter::once(ServerMessage::from(shown)).chain(of_deal);
    let written = messages.try_for_each(|message| Encoding::Binary.append(&message, &mut encoded));
    if let Err(error) = written {
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
    decoded(&hand.record).or_else(|| decoded(&with_absent_fields(&hand.record)?))
}

/// Returns the record, and behind it the messages of the hand's rounds.
pub(super) fn decoded_all(record: &[u8]) -> Vec<ServerMessage> {
    let decoded = Encoding::Binary.decode::<ServerMessage>(record, record.len());
    decoded.map(|decoded| decoded.messages).unwrap_or_default()
}

/// Returns the seal of a hand's deal in hex; `None` if its deal cannot be verified.
#[must_use]
pub fn seal_of(hand: &StoredHand) -> Option<String> {
    decoded_all(&hand.record).into_iter().find_map(|message| match message {
        ServerMessage::DealSealed(sealed) => Some(HEXLOWER.encode(&sealed.seal.0)),
        _ => None,
    })
}

fn decoded(record: &[u8]) -> Option<HandRecord> {
    decoded_all(record).into_iter().find_map(|message| match message {
        ServerMessage::HandShown(shown) => Some(*shown.record),
        _ => None,
    })
}

/// Completes a record that was stored before records had a viewer and a tournament: both
/// fields are at its end, and absent.
fn with_absent_fields(record: &[u8]) -> Option<Vec<u8>> {
    const ABSENT: [u8; 2] = [0, 0];
    let end_of_number = |from: usize| {
        let rest = record.get(from..)?;
        rest.iter().position(|byte| byte & 0x80 == 0).map(|last| from + last + 1)
    };
    // The tag and the length of the body.
    let tag_end = end_of_number(0)?;
    let body = record.get(end_of_number(tag_end)?..)?;
    let mut completed = record.get(..tag_end)?.to_vec();
    let mut length = body.len() + ABSENT.len();
    while length > 0x7f {
        completed.push(u8::try_from(length & 0x7f).ok()? | 0x80);
        length >>= 7;
    }
    completed.push(u8::try_from(length).ok()?);
    completed.extend(body);
    completed.extend(ABSENT);
    Some(completed)
}

/// Returns all players' cards; empty if they were unknown or can no longer be unsealed.
#[must_use]
pub fn all_cards(vault: &Vault, hand: &StoredHand) -> Vec<RecordedCards> {
    let sealed = hand.cards.as_deref();
    let plain = sealed.and_then(|it| vault.unseal_ended(hand.table, HandNo(hand.hand), it));
    plain.and_then(|plain| postcard::from_bytes(&plain).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::history::RecordedStep;
    use cardroom_protocol::items::Items;
    use cardroom_protocol::table::{CardsDealt, TableEvent};
    use cardroom_protocol::{HandNo, TimeMs};

    fn record(events: usize) -> HandRecord {
        let events = (0..events).map(|_| TableEvent::from(CardsDealt { each: 2 })).collect();
        HandRecord {
            table: cardroom_protocol::TableId(7),
            hand: HandNo(90),
            table_name: "Sirius".to_owned(),
            table_seats: 6,
            tournament: None,
            rulebook: "online".to_owned(),
            hybrid: false,
            began_at: TimeMs(0),
            ended_at: TimeMs(1),
            seats: Vec::new(),
            steps: vec![RecordedStep { after_ms: 0, events: Items(events) }],
            cards: Vec::new(),
            viewer: None,
            event: None,
        }
    }

    /// Bodies of less than 128 bytes, of more, and one that the two fields make longer than that.
    #[test]
    fn a_hand_that_was_stored_without_a_viewer_is_still_read() {
        let mut lengths = std::collections::BTreeSet::new();
        for events in 1..60 {
            let record = record(events);
            let shown = HandShown { request: RequestId(0), record: Box::new(record.clone()) };
            let mut now = Vec::new();
            Encoding::Binary.append(&ServerMessage::from(shown), &mut now).unwrap();
            // The tag has one byte, and the length one or two.
            let start = if now[1] & 0x80 == 0 { 2 } else { 3 };
            let body = &now[start..now.len() - 2];
            let mut before = vec![now[0]];
            match u8::try_from(body.len()) {
                Ok(length) if length < 0x80 => before.push(length),
                _ => {
                    let [low, high] = u16::try_from(body.len()).unwrap().to_le_bytes();
                    before.extend([low | 0x80, (high << 1) | (low >> 7)]);
                }
            }
            before.extend(body);
            lengths.insert(before.len() - body.len());
            assert!(decoded(&before).is_none(), "{events}");
            assert_eq!(with_absent_fields(&before).and_then(|it| decoded(&it)), Some(record));
            assert_eq!(with_absent_fields(&before).as_ref(), Some(&now));
        }
        assert_eq!(lengths.len(), 2);
        assert_eq!(with_absent_fields(&[]), None);
        assert_eq!(with_absent_fields(&[0x80]), None);
    }
}
