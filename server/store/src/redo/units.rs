//! Units of play as the payload of a frame. This module does not know what records mean.
//!
//! ```text
//! version = 1 · count · count × (records · snapshot? · hands · ended)
//! version = 2 · count · count × (records · snapshot? · hands · ended · sealed)
//! version = 3 · count · count × (records · snapshot? · hands · ended · sealed · hooked)
//! ```
//!
//! Version 2 is written only for units with sealed rounds, and version 3 only for units with events
//! for hooks.
//!
//! A snapshot may be under a setup. Its text is in the first frame that names it. Later frames
//! have its hash alone, and so has every frame if the database knows the setup.

use super::super::batch::{stream_from_key, stream_key};
use super::super::packing::{Reader, put_bytes, put_varint};
use super::super::setups::{Setups, checked, hash_of};
use super::super::{
    HookEvent, LogId, Record, SealedRound, SetupHash, Snapshot, StoredHand, StreamId, Unit,
};
use crate::ids::{AccountId, TableId, TournamentId};
use bytes::Bytes;
use std::collections::HashSet;

const VERSION: u8 = 1;
/// The version of units with sealed rounds.
const WITH_SEALED: u8 = 2;
/// The version of units with events for hooks.
const WITH_HOOKED: u8 = 3;

const NO_SNAPSHOT: u8 = 0;
/// A snapshot without a setup.
const SNAPSHOT: u8 = 1;
/// A snapshot and the hash of its setup.
const SNAPSHOT_AND_HASH: u8 = 2;
/// A snapshot, and the hash and the text of its setup.
const SNAPSHOT_AND_TEXT: u8 = 3;

/// The reason why units cannot be read.
#[derive(Debug)]
pub(super) enum Unreadable {
    /// This version does not know their form.
    Form,
    /// The setup with this hash is missing.
    Setup(Bytes),
}

/// Appends units that hold only [play](super::super::Unit::is_play). A setup that `is_known` has
/// its hash alone.
pub(super) fn pack(bytes: &mut Vec<u8>, units: &[Unit], is_known: impl Fn(&SetupHash) -> bool) {
    let mut packed = HashSet::new();
    let has_hooked = units.iter().any(|unit| !unit.hooked.is_empty());
    let has_sealed = has_hooked || units.iter().any(|unit| !unit.sealed.is_empty());
    bytes.push(match (has_hooked, has_sealed) {
        (true, _) => WITH_HOOKED,
        (false, true) => WITH_SEALED,
        (false, false) => VERSION,
    });
    put_varint(bytes, units.len() as u64);
    for unit in units {
        put_varint(bytes, unit.records.len() as u64);
        for record in &unit.records {
            put_entry(bytes, record.stream, record.seq, &record.payload);
        }
        match &unit.snapshot {
            None => bytes.push(NO_SNAPSHOT),
            Some(Snapshot { stream, seq, payload, setup }) => {
                let is_new = |hash: &SetupHash| !is_known(hash) && packed.insert(*hash);
                let new = setup.as_ref().map(hash_of).is_some_and(is_new);
                bytes.push(match setup {
                    None => SNAPSHOT,
                    Some(_) if new => SNAPSHOT_AND_TEXT,
                    Some(_) => SNAPSHOT_AND_HASH,
                });
                put_entry(bytes, *stream, *seq, payload);
                if let Some(setup) = setup {
                    bytes.extend_from_slice(hash_of(setup));
                }
                if let Some(setup) = setup.as_ref().filter(|_| new) {
                    put_bytes(bytes, setup.text().as_bytes());
                }
            }
        }
        put_varint(bytes, unit.hands.len() as u64);
        unit.hands.iter().for_each(|hand| put_hand(bytes, hand));
        put_varint(bytes, unit.ended.len() as u64);
        unit.ended.iter().for_each(|stream| put_stream(bytes, *stream));
        if has_sealed {
            put_varint(bytes, unit.sealed.len() as u64);
            unit.sealed.iter().for_each(|round| put_sealed(bytes, round));
        }
        if has_hooked {
            put_varint(bytes, unit.hooked.len() as u64);
            unit.hooked.iter().for_each(|event| put_hooked(bytes, event));
        }
    }
}

/// Reads units back. Adds the setups whose texts they bring, and finds the others there.
pub(super) fn unpack(payload: &Bytes, setups: &mut Setups) -> Result<Vec<Unit>, Unreadable> {
    let mut missing = None;
    let units = units(payload, setups, &mut missing);
    units.ok_or_else(|| missing.map_or(Unreadable::Form, Unreadable::Setup))
}

fn units(payload: &Bytes, setups: &mut Setups, missing: &mut Option<Bytes>) -> Option<Vec<Unit>> {
    let mut reader = Reader::of(payload.clone());
    let (has_sealed, has_hooked) = match reader.byte()? {
        VERSION => (false, false),
        WITH_SEALED => (true, false),
        WITH_HOOKED => (true, true),
        _ => return None,
    };
    let units = list(&mut reader, |reader| {
        let records = list(reader, |reader| {
            let (stream, seq, payload) = entry(reader)?;
            Some(Record { stream, seq, payload })
        })?;
        let snapshot = match reader.byte()? {
            NO_SNAPSHOT => None,
            form @ SNAPSHOT..=SNAPSHOT_AND_TEXT => {
                let (stream, seq, payload) = entry(reader)?;
                let setup = match form {
                    SNAPSHOT => None,
                    SNAPSHOT_AND_HASH => {
                        let hash = reader.take(size_of::<SetupHash>())?;
                        let found = setups.find(&hash);
                        if found.is_none() {
                            *missing = Some(hash);
                        }
                        Some(found?)
                    }
                    _ => {
                        let (hash, text) = (reader.take(size_of::<SetupHash>())?, reader.bytes()?);
                        let setup = checked(&hash, &text)?;
                        setups.add(setup.clone());
                        Some(setup)
                    }
                };
                Some(Snapshot { stream, seq, payload, setup })
            }
            _ => return None,
        };
        let hands = list(reader, hand)?;
        let ended = list(reader, stream)?;
        let sealed = if has_sealed { list(reader, sealed)? } else { Vec::new() };
        let hooked = if has_hooked { list(reader, hooked)? } else { Vec::new() };
        Some(Unit { records, snapshot, hands, ended, sealed, hooked, ..Unit::default() })
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

fn put_sealed(bytes: &mut Vec<u8>, round: &SealedRound) {
    let SealedRound { log, table, hand, round, outcome, blame, at_ms, seal } = round;
    put_varint(bytes, log.0);
    put_varint(bytes, table.0);
    put_varint(bytes, *hand);
    bytes.extend([*round, *outcome, u8::from(blame.is_some())]);
    bytes.extend(blame);
    put_varint(bytes, *at_ms);
    bytes.extend_from_slice(seal);
}

fn put_hooked(bytes: &mut Vec<u8>, event: &HookEvent) {
    let HookEvent { at_ms, kind, subject, hooks } = event;
    put_varint(bytes, *at_ms);
    put_bytes(bytes, kind.as_bytes());
    put_bytes(bytes, subject.as_bytes());
    put_varint(bytes, hooks.len() as u64);
    hooks.iter().for_each(|hook| put_varint(bytes, *hook));
}

fn list<T>(reader: &mut Reader, mut one: impl FnMut(&mut Reader) -> Option<T>) -> Option<Vec<T>> {
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

fn sealed(reader: &mut Reader) -> Option<SealedRound> {
    Some(SealedRound {
        log: LogId(reader.varint()?),
        table: TableId(reader.varint()?),
        hand: reader.varint()?,
        round: reader.byte()?,
        outcome: reader.byte()?,
        blame: match flag(reader)? {
            true => Some(reader.byte()?),
            false => None,
        },
        at_ms: reader.varint()?,
        seal: reader.take(32)?.as_ref().try_into().ok()?,
    })
}

fn hooked(reader: &mut Reader) -> Option<HookEvent> {
    Some(HookEvent {
        at_ms: reader.varint()?,
        kind: String::from_utf8(reader.bytes()?.into()).ok()?,
        subject: String::from_utf8(reader.bytes()?.into()).ok()?,
        hooks: list(reader, Reader::varint)?,
    })
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
    use super::super::super::StoredSetup;
    use super::*;
    use proptest::prelude::*;

    fn streams() -> impl Strategy<Value = StreamId> {
        prop_oneof![
            any::<u64>().prop_map(|id| StreamId::Table(TableId(id))),
            any::<u64>().prop_map(|id| StreamId::Deal(TableId(id))),
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

    fn sealed_rounds() -> impl Strategy<Value = SealedRound> {
        let numbers = (any::<u64>(), any::<u64>(), any::<u64>(), any::<u64>());
        let rest = (any::<u8>(), any::<u8>(), proptest::option::of(any::<u8>()), any::<[u8; 32]>());
        (numbers, rest).prop_map(|((log, table, hand, at_ms), rest)| {
            let (log, table, (round, outcome, blame, seal)) = (LogId(log), TableId(table), rest);
            SealedRound { log, table, hand, round, outcome, blame, at_ms, seal }
        })
    }

    fn hook_events() -> impl Strategy<Value = HookEvent> {
        let parts = (any::<u64>(), "[a-z.]{0,9}", "\\PC{0,20}");
        let hooks = proptest::collection::vec(any::<u64>(), 0..4);
        (parts, hooks).prop_map(|((at_ms, kind, subject), hooks)| HookEvent {
            at_ms,
            kind,
            subject,
            hooks,
        })
    }

    fn units() -> impl Strategy<Value = Unit> {
        let entry = || (streams(), any::<u64>(), some_bytes());
        // A few setups, so that several snapshots are under one.
        let setup = proptest::option::of("[ab]").prop_map(|it| it.map(|it| StoredSetup::new(&it)));
        let parts = (
            proptest::collection::vec(entry(), 0..4),
            proptest::option::of((entry(), setup)),
            proptest::collection::vec(hands(), 0..3),
            proptest::collection::vec(streams(), 0..3),
            proptest::collection::vec(sealed_rounds(), 0..3),
            proptest::collection::vec(hook_events(), 0..3),
        );
        parts.prop_map(|(records, snapshot, hands, ended, sealed, hooked)| Unit {
            records: records
                .into_iter()
                .map(|(stream, seq, payload)| Record { stream, seq, payload })
                .collect(),
            snapshot: snapshot.map(|((stream, seq, payload), setup)| Snapshot {
                stream,
                seq,
                payload,
                setup,
            }),
            hands,
            ended,
            sealed,
            hooked,
            ..Unit::default()
        })
    }

    proptest! {
        #[test]
        fn units_come_back_as_they_were(units in proptest::collection::vec(units(), 0..4)) {
            let known = StoredSetup::new("a");
            let mut bytes = Vec::new();
            pack(&mut bytes, &units, |hash| hash == hash_of(&known));
            let mut setups = Setups::from_iter([known]);
            let found = unpack(&Bytes::from(bytes.clone()), &mut setups).unwrap();
            prop_assert_eq!(format!("{found:?}"), format!("{units:?}"));
            bytes.push(0);
            let longer = unpack(&Bytes::from(bytes), &mut setups);
            prop_assert!(longer.is_err(), "something is behind the units");
        }

        #[test]
        fn any_bytes_are_units_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            for version in [VERSION, WITH_SEALED, WITH_HOOKED] {
                let mut with_version = vec![version];
                with_version.extend_from_slice(&bytes);
                let _ = unpack(&Bytes::from(with_version), &mut Setups::default());
            }
        }
    }

    #[test]
    fn a_later_version_is_refused() {
        let mut bytes = Vec::new();
        pack(&mut bytes, &[Unit::default()], |_| false);
        bytes[0] = WITH_HOOKED + 1;
        let refused = unpack(&Bytes::from(bytes), &mut Setups::default()).unwrap_err();
        assert!(matches!(refused, Unreadable::Form), "{refused:?}");
    }

    fn snapshot(seq: u64, setup: Option<&str>) -> Unit {
        let (stream, payload) = (StreamId::Table(TableId(300)), Bytes::from_static(b"state"));
        let setup = setup.map(StoredSetup::new);
        let snapshot = Some(Snapshot { stream, seq, payload, setup });
        Unit { snapshot, ..Unit::default() }
    }

    #[test]
    fn frames_from_before_there_were_setups_are_read_and_written_as_ever() {
        let bytes = b"\x01\x02\0\0\0\0\0\x01\0\xac\x02\x07\x05state\0\0";
        let mut packed = Vec::new();
        pack(&mut packed, &[Unit::default(), snapshot(7, None)], |_| false);
        assert_eq!(packed, bytes);
        let units = unpack(&Bytes::from_static(bytes), &mut Setups::default()).unwrap();
        assert_eq!(units[1].snapshot.as_ref().map(|it| it.seq), Some(7));
    }

    #[test]
    fn a_text_is_packed_where_it_is_first_named() {
        let text = "a setup that is longer than its hash, as every setup is";
        let units = [snapshot(1, Some(text)), snapshot(2, Some(text))];
        let (mut first, mut later) = (Vec::new(), Vec::new());
        pack(&mut first, &units, |_| false);
        assert_eq!(first.windows(text.len()).filter(|it| *it == text.as_bytes()).count(), 1);
        pack(&mut later, &units, |_| true);
        assert_eq!(later.len() + 1 + text.len(), first.len());
        let later = Bytes::from(later);
        let missing = unpack(&later, &mut Setups::default()).unwrap_err();
        let hash = hash_of(&StoredSetup::new(text)).to_vec();
        assert!(matches!(missing, Unreadable::Setup(missing) if missing == hash));
        let mut setups = Setups::default();
        unpack(&Bytes::from(first), &mut setups).unwrap();
        let found = unpack(&later, &mut setups).unwrap();
        assert_eq!(found[1].snapshot.as_ref().unwrap().setup.as_ref().unwrap().text(), text);
    }

    #[test]
    fn a_text_with_another_hash_is_refused() {
        let mut bytes = Vec::new();
        pack(&mut bytes, &[snapshot(1, Some("a setup"))], |_| false);
        let place = bytes.windows(7).position(|part| part == b"a setup").unwrap();
        bytes[place] = b'A';
        let refused = unpack(&Bytes::from(bytes), &mut Setups::default()).unwrap_err();
        assert!(matches!(refused, Unreadable::Form), "{refused:?}");
    }
}
