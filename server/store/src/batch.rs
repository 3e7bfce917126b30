//! The packed form of one group commit: the records of all its streams and a hash over them. Every
//! database stores the same bytes. This module does not know what records mean.
//!
//! ```text
//! version = 2 · count · count × (kind · stream id · seq · length · payload · link)
//!             · 8 bytes of SHA-256
//! ```
//!
//! Numbers are LEB128 varints; version and kind are single bytes. A link is 8 bytes that continue
//! the chain of the record's stream ([`link`]).

use super::packing::{Reader, put_varint};
use super::{Record, StoreError, StreamId};
use crate::ids::{TableId, TournamentId};
use bytes::Bytes;
use sha2::{Digest as _, Sha256};

const VERSION: u8 = 2;
const HASH_BYTES: usize = 8;
const KIND_TABLE: u8 = 0;
const KIND_TOURNAMENT: u8 = 1;
const KIND_DEAL: u8 = 2;

/// The hash chain of a stream after a record: a hash over that record and all before it.
pub(super) type Link = [u8; HASH_BYTES];

/// The start of every stream's chain.
pub(super) const FIRST_LINK: Link = [0; HASH_BYTES];

/// A record and the link of its stream's chain after it.
#[derive(Clone, Debug)]
pub(super) struct Linked {
    pub(super) record: Record,
    pub(super) link: Link,
}

/// Returns the link after a record that follows `before`.
pub(super) fn link(before: Link, record: &Record) -> Link {
    let (kind, id) = stream_key(record.stream);
    short_hash(&[&before, &[kind], &id.to_le_bytes(), &record.seq.to_le_bytes(), &record.payload])
}

pub(super) fn pack(records: &[Linked]) -> Vec<u8> {
    // A header is at most 1 + 3 × 10 bytes, and usually 6.
    let size: usize = records.iter().map(|linked| linked.record.payload.len() + 20).sum();
    let mut bytes = Vec::with_capacity(size + 16);
    bytes.push(VERSION);
    put_varint(&mut bytes, records.len() as u64);
    for Linked { record, link } in records {
        let (kind, id) = stream_key(record.stream);
        bytes.push(kind);
        put_varint(&mut bytes, id);
        put_varint(&mut bytes, record.seq);
        put_varint(&mut bytes, record.payload.len() as u64);
        bytes.extend_from_slice(&record.payload);
        bytes.extend_from_slice(link);
    }
    let hash = short_hash(&[&bytes]);
    bytes.extend_from_slice(&hash);
    bytes
}

/// Unpacks the records of a group commit. Payloads share the bytes of the batch.
pub(super) fn unpack(batch: i64, bytes: &Bytes) -> Result<Vec<Linked>, StoreError> {
    let damaged = |what: &str| StoreError::Damaged(format!("batch {batch}: {what}"));
    let body = bytes.len().checked_sub(HASH_BYTES).ok_or_else(|| damaged("too short"))?;
    if short_hash(&[&bytes[..body]]) != bytes[body..] {
        return Err(damaged("its hash does not match"));
    }
    let mut reader = Reader::of(bytes.slice(..body));
    let read = |reader: &mut Reader| -> Option<Vec<Linked>> {
        if reader.byte()? != VERSION {
            return None;
        }
        let count = reader.varint()?;
        let mut records = Vec::with_capacity(usize::try_from(count).ok()?.min(body));
        for _ in 0..count {
            let stream = stream_from_key(reader.byte()?, reader.varint()?)?;
            let seq = reader.varint()?;
            let length = usize::try_from(reader.varint()?).ok()?;
            let record = Record { stream, seq, payload: reader.take(length)? };
            let link = reader.take(HASH_BYTES)?.as_ref().try_into().ok()?;
            records.push(Linked { record, link });
        }
        reader.is_at_end().then_some(records)
    };
    read(&mut reader).ok_or_else(|| damaged("not in a form this version reads"))
}

/// Returns the first bytes of the SHA-256 of the concatenated parts.
pub(super) fn short_hash(parts: &[&[u8]]) -> Link {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    let digest = hasher.finalize();
    let mut short = [0; HASH_BYTES];
    short.copy_from_slice(&digest[..HASH_BYTES]);
    short
}

/// Returns a stream as the two numbers it is stored as.
pub(super) fn stream_key(stream: StreamId) -> (u8, u64) {
    match stream {
        StreamId::Table(table) => (KIND_TABLE, table.0),
        StreamId::Deal(table) => (KIND_DEAL, table.0),
        StreamId::Tournament(tournament) => (KIND_TOURNAMENT, tournament.0),
    }
}

/// Returns the stream that these two numbers stand for.
pub(super) fn stream_from_key(kind: u8, id: u64) -> Option<StreamId> {
    match kind {
        KIND_TABLE => Some(StreamId::Table(TableId(id))),
        KIND_DEAL => Some(StreamId::Deal(TableId(id))),
        KIND_TOURNAMENT => Some(StreamId::Tournament(TournamentId(id))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(table: u64, seq: u64, payload: &'static [u8]) -> Linked {
        let stream = StreamId::Table(TableId(table));
        linked(Record { stream, seq, payload: Bytes::from_static(payload) })
    }

    fn linked(record: Record) -> Linked {
        Linked { link: link(FIRST_LINK, &record), record }
    }

    fn parts(records: &[Linked]) -> Vec<(StreamId, u64, Bytes, Link)> {
        let parts = records.iter().map(|Linked { record, link }| {
            (record.stream, record.seq, record.payload.clone(), *link)
        });
        parts.collect()
    }

    #[test]
    fn a_link_says_everything_about_its_record_and_what_was_before() {
        let one = record(1, 7, b"call").record;
        let mut others = vec![
            record(2, 7, b"call").record,
            record(1, 8, b"call").record,
            record(1, 7, b"fold").record,
        ];
        let tournament = StreamId::Tournament(TournamentId(1));
        others.push(Record { stream: tournament, ..one.clone() });
        for other in others {
            assert_ne!(link(FIRST_LINK, &one), link(FIRST_LINK, &other), "{other:?}");
        }
        assert_ne!(link(FIRST_LINK, &one), link([1; HASH_BYTES], &one));
    }

    #[test]
    fn records_come_back_as_they_were_at_the_edges_of_every_number() {
        let mut records = vec![record(1, 1, b""), record(u64::MAX, u64::MAX, b"raise to 300")];
        for bits in 0..64 {
            records.push(record(1 << bits, (1 << bits) - 1, b"x"));
            let stream = StreamId::Tournament(TournamentId(1 << bits));
            records.push(linked(Record { stream, ..record(0, bits, b"level 3").record }));
            let stream = StreamId::Deal(TableId(1 << bits));
            records.push(linked(Record { stream, ..record(0, bits, b"an opening").record }));
        }
        let packed = Bytes::from(pack(&records));
        assert_eq!(parts(&unpack(7, &packed).unwrap()), parts(&records));
    }

    #[test]
    fn a_small_record_costs_a_few_bytes_more_than_its_payload() {
        let records = [record(300, 20_000, &[0; 100])];
        assert_eq!(pack(&records).len(), 100 + 1 + 1 + 1 + 2 + 3 + 1 + 2 * HASH_BYTES);
    }

    #[test]
    fn every_changed_or_missing_byte_is_noticed() {
        let packed = pack(&[record(1, 1, b"fold"), record(2, 9, b"call")]);
        for place in 0..packed.len() {
            let mut changed = packed.clone();
            changed[place] ^= 0x10;
            let error = unpack(3, &Bytes::from(changed)).unwrap_err();
            assert!(matches!(error, StoreError::Damaged(_)), "byte {place}");
            let cut = Bytes::copy_from_slice(&packed[..place]);
            assert!(unpack(3, &cut).is_err(), "cut at {place}");
        }
    }

    #[test]
    fn a_form_of_a_later_version_is_refused_even_with_a_good_hash() {
        let mut packed = pack(&[record(1, 1, b"fold")]);
        packed.truncate(packed.len() - HASH_BYTES);
        packed[0] = VERSION + 1;
        let hash = short_hash(&[&packed]);
        packed.extend_from_slice(&hash);
        assert!(unpack(1, &Bytes::from(packed)).unwrap_err().to_string().contains("version"));
    }
}
