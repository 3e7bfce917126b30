//! Units of play as the payload of a frame. This module does not know what records mean.
//!
//! ```text
//! version = 1 · count · count × (records · snapshot? · hands · ended)
//! ```

use super::super::batch::{stream_from_key, stream_key};
use super::super::packing::{Reader, put_bytes, put_varint};
use super::super::{Record, Snapshot, StoredHand, StreamId, Unit};
use crate::ids::{AccountId, TableId, TournamentId};
use bytes::Bytes;

const VERSION: u8 = 1;

/// Appends units that hold only [play](super::super::Unit::is_play).
pub(super) fn pack(bytes: &mut Vec<u8>, units: &[Unit]) {
    bytes.push(VERSION);
    put_varint(bytes, units.len() as u64);
    for unit in units {
        put_varint(bytes, unit.records.len() as u64);
        for record in &unit.records {
            put_entry(bytes, record.stream, record.seq, &record.payload);
        }
        bytes.push(u8::from(unit.snapshot.is_some()));
        if let Some(snapshot) = &unit.snapshot {
            put_entry(bytes, snapshot.stream, snapshot.seq, &snapshot.payload);
        }
        put_varint(bytes, unit.hands.len() as u64);
        unit.hands.iter().for_each(|hand| put_hand(bytes, hand));
        put_varint(bytes, unit.ended.len() as u64);
        unit.ended.iter().for_each(|stream| put_stream(bytes, *stream));
    }
}

/// Reads units back; `None` if this version does not know their form.
pub(super) fn unpack(payload: &Bytes) -> Option<Vec<Unit>> {
    let mut reader = Reader::of(payload.clone());
    if reader.byte()? != VERSION {
        return None;
    }
    let units = list(&mut reader, |reader| {
        let records = list(reader, |reader| {
            let (stream, seq, payload) = entry(reader)?;
            Some(Record { stream, seq, payload })
        })?;
        let snapshot = match reader.byte()? {
            0 => None,
            1 => {
                let (stream, seq, payload) = entry(reader)?;
                Some(Snapshot { stream, seq, payload })
            }
            _ => return None,
        };
        let hands = list(reader, hand)?;
        let ended = list(reader, stream)?;
        Some(Unit { records, snapshot, hands, ended, ..Unit::default() })
    })?;
    reader.is_at_end().then_some(units)
}

fn put_stream(bytes: &mut Vec<u8>, stream: StreamId) {
    let (kind, id) = stream_key(stream);
    bytes.push(kind);
    put_varint(bytes, id);
}

fn put_entry(bytes: &mut Vec<u8>, stream: StreamId, seq: u64, payload: &[u8]) {
    put_stream(bytes, stream);
    put_varint(bytes, seq);
    put_bytes(bytes, payload);
}

fn put_hand(bytes: &mut Vec<u8>, hand: &StoredHand) {
    put_varint(bytes, hand.table.0);
    put_varint(bytes, hand.hand);
    bytes.push(u8::from(hand.tournament.is_some()));
    if let Some(tournament) = hand.tournament {
        put_varint(bytes, tournament.0);
    }
    put_bytes(bytes, hand.game.as_bytes());
    put_varint(bytes, hand.ended_ms);
    put_varint(bytes, hand.pot);
    bytes.push(u8::from(hand.people));
    put_bytes(bytes, &hand.record);
    bytes.push(u8::from(hand.cards.is_some()));
    if let Some(cards) = &hand.cards {
        put_bytes(bytes, cards);
    }
    put_varint(bytes, hand.players.len() as u64);
    for (account, seat) in &hand.players {
        put_varint(bytes, account.0);
        bytes.push(*seat);
    }
}

fn list<T>(reader: &mut Reader, one: impl Fn(&mut Reader) -> Option<T>) -> Option<Vec<T>> {
    let count = reader.varint()?;
    // The count is not trusted with an allocation: every item reads at least one byte.
    (0..count).map(|_| one(reader)).collect()
}

fn flag(reader: &mut Reader) -> Option<bool> {
    match reader.byte()? {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

fn stream(reader: &mut Reader) -> Option<StreamId> {
    stream_from_key(reader.byte()?, reader.varint()?)
}

fn entry(reader: &mut Reader) -> Option<(StreamId, u64, Bytes)> {
    Some((stream(reader)?, reader.varint()?, reader.bytes()?))
}

fn hand(reader: &mut Reader) -> Option<StoredHand> {
    Some(StoredHand {
        table: TableId(reader.varint()?),
        hand: reader.varint()?,
        tournament: match flag(reader)? {
            true => Some(TournamentId(reader.varint()?)),
            false => None,
        },
        game: String::from_utf8(reader.bytes()?.into()).ok()?,
        ended_ms: reader.varint()?,
        pot: reader.varint()?,
        people: flag(reader)?,
        record: reader.bytes()?,
        cards: match flag(reader)? {
            true => Some(reader.bytes()?),
            false => None,
        },
        players: list(reader, |reader| Some((AccountId(reader.varint()?), reader.byte()?)))?,
        retold: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn streams() -> impl Strategy<Value = StreamId> {
        prop_oneof![
            any::<u64>().prop_map(|id| StreamId::Table(TableId(id))),
            any::<u64>().prop_map(|id| StreamId::Tournament(TournamentId(id))),
        ]
    }

    fn some_bytes() -> impl Strategy<Value = Bytes> {
        proptest::collection::vec(any::<u8>(), 0..60).prop_map(Bytes::from)
    }

    fn hands() -> impl Strategy<Value = StoredHand> {
        let numbers = (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>());
        let rest = (
            proptest::option::of(any::<u64>()),
            "[a-zé]{0,9}",
            any::<bool>(),
            some_bytes(),
            proptest::option::of(some_bytes()),
            proptest::collection::vec((any::<u64>(), any::<u8>()), 0..10),
        );
        (numbers, rest).prop_map(|((table, hand, ended_ms, pot), rest)| {
            let (tournament, game, people, record, cards, players) = rest;
            StoredHand {
                table: TableId(table),
                hand,
                tournament: tournament.map(TournamentId),
                game,
                ended_ms,
                pot,
                people,
                record,
                cards,
                players: players.into_iter().map(|(who, seat)| (AccountId(who), seat)).collect(),
                retold: false,
            }
        })
    }

    fn units() -> impl Strategy<Value = Unit> {
        let entry = || (streams(), any::<u64>(), some_bytes());
        let parts = (
            proptest::collection::vec(entry(), 0..4),
            proptest::option::of(entry()),
            proptest::collection::vec(hands(), 0..3),
            proptest::collection::vec(streams(), 0..3),
        );
        parts.prop_map(|(records, snapshot, hands, ended)| Unit {
            records: records
                .into_iter()
                .map(|(stream, seq, payload)| Record { stream, seq, payload })
                .collect(),
            snapshot: snapshot.map(|(stream, seq, payload)| Snapshot { stream, seq, payload }),
            hands,
            ended,
            ..Unit::default()
        })
    }

    proptest! {
        #[test]
        fn units_come_back_as_they_were(units in proptest::collection::vec(units(), 0..4)) {
            let mut bytes = Vec::new();
            pack(&mut bytes, &units);
            let found = unpack(&Bytes::from(bytes.clone())).unwrap();
            prop_assert_eq!(format!("{found:?}"), format!("{units:?}"));
            bytes.push(0);
            prop_assert!(unpack(&Bytes::from(bytes)).is_none(), "something is behind the units");
        }

        #[test]
        fn any_bytes_are_units_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut with_version = vec![VERSION];
            with_version.extend_from_slice(&bytes);
            let _ = unpack(&Bytes::from(with_version));
        }
    }

    #[test]
    fn a_later_version_is_refused() {
        let mut bytes = Vec::new();
        pack(&mut bytes, &[Unit::default()]);
        bytes[0] = VERSION + 1;
        assert!(unpack(&Bytes::from(bytes)).is_none());
    }
}
