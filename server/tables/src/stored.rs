//! The form of a table's steps and snapshots in the journal, and folding a table from them.
//!
//! A record is one step. It contains the deck of a hand only sealed, so the stored data reveals no
//! card that is not public.

use super::answered::Answered;
use super::projections::{Projections, Ratholes};
use crate::OrderDesk;
use crate::faults::{Fault, is_planted};
use crate::fold_error::FoldError;
use bytes::Bytes;
use cardroom_cards::DeckOrder;
use cardroom_engine::{Decks, Event, Table, TableSetup};
use cardroom_hybrid::HybridTable;
use cardroom_record::ids::{AccountId, TableId};
use cardroom_record::{Record, SealedDecks, Snapshot, StoredSetup, StoredStream, StreamId};
use cardroom_rules::{Chips, HandNo, Millis, PlayerId};
use cardroom_tournament::{HandFinished, OrderNo, PenaltyDue};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The size that most records stay below.
const RECORD_BYTES: usize = 160;

/// One step as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredStep<E> {
    at: Millis,
    events: E,
    /// The decks of the hand that begins with it.
    decks: Option<SealedDecks>,
    /// The player and the number of the action behind the step, if there is one.
    answered: Option<(PlayerId, u64)>,
}

/// One step of a tournament table as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredOrderedStep<E> {
    at: Millis,
    /// The last instruction that was carried out.
    done: OrderNo,
    events: E,
    /// The decks of the hand that begins with it.
    decks: Option<SealedDecks>,
    /// The player and the number of the action behind the step, if there is one.
    answered: Option<(PlayerId, u64)>,
}

/// A tournament table between hands as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredOrderedTable {
    table: StoredTable,
    done: OrderNo,
    finished: Option<HandFinished>,
    /// The penalties of that hand. Snapshots of older programs lack them.
    owed: Vec<PenaltyDue>,
}

/// A table between hands as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredTable {
    /// The setup as JSON in snapshots of older programs. Now it is beside the snapshot. Every later
    /// record of the stream was made under this setup.
    setup: String,
    table: Vec<u8>,
    ratholes: Vec<(u64, Chips, Millis)>,
    answered: Vec<(PlayerId, u64)>,
}

/// The stored form of a table's setup, encoded when the setup is first stored.
#[derive(Debug, Default)]
pub(super) struct EncodedSetup {
    encoded: Option<(TableSetup, StoredSetup)>,
    share: Option<ShareSetup>,
}

/// Returns an equal setup whose text other tables have too.
pub type ShareSetup = fn(StoredSetup) -> StoredSetup;

impl EncodedSetup {
    /// Returns the stored form of setups that share their texts with those of other tables.
    pub(super) fn sharing(share: ShareSetup) -> Self {
        Self { encoded: None, share: Some(share) }
    }

    fn of(&mut self, setup: &TableSetup) -> StoredSetup {
        if let Some((_, stored)) = self.encoded.as_ref().filter(|(encoded, _)| encoded == setup) {
            return stored.clone();
        }
        let text = serde_json::to_string(setup).expect("a setup holds nothing but data");
        let stored = StoredSetup::new(&text);
        let stored = self.share.map_or_else(|| stored.clone(), |share| share(stored.clone()));
        self.encoded = Some((setup.clone(), stored.clone()));
        stored
    }
}

/// A table folded from the journal.
#[derive(Debug)]
pub(super) struct Folded {
    pub(super) table: HybridTable,
    pub(super) seq: u64,
    pub(super) projections: Projections,
    /// The decks of the hand in progress, if they are known.
    pub(super) decks: Option<(HandNo, Decks)>,
}

/// Returns the decks of a hand in progress, from memory or by unsealing them.
pub(super) type Unseal<'a> = &'a dyn Fn(HandNo, Option<&SealedDecks>) -> Option<Decks>;

/// Encodes a step. At a tournament table, `done` is the last instruction that was carried out.
pub(super) fn record(
    table: TableId,
    seq: u64,
    at: Millis,
    done: Option<OrderNo>,
    events: &[Event],
    decks: Option<SealedDecks>,
    answered: Option<(PlayerId, u64)>,
) -> Record {
    let payload = Vec::with_capacity(RECORD_BYTES);
    let payload = match done {
        None => postcard::to_extend(&StoredStep { at, events, decks, answered }, payload),
        Some(done) => {
            let step = StoredOrderedStep { at, done, events, decks, answered };
            postcard::to_extend(&step, payload)
        }
    };
    let payload = payload.expect("events hold nothing that postcard cannot write");
    Record { stream: StreamId::Table(table), seq, payload: Bytes::from(payload) }
}

/// Encodes a snapshot; `None` while a hand is in progress.
pub(super) fn snapshot(
    id: TableId,
    seq: u64,
    table: &Table,
    setup: &mut EncodedSetup,
    ratholes: &Ratholes,
    answered: &Answered,
    desk: Option<&OrderDesk>,
) -> Option<Snapshot> {
    let state = table.snapshot()?;
    let stored = StoredTable {
        setup: String::new(),
        table: postcard::to_stdvec(&state).expect("a table holds nothing postcard cannot write"),
        ratholes: ratholes.iter().map(|(who, (owed, until))| (who.0, *owed, *until)).collect(),
        answered: answered.to_store(),
    };
    let payload = match desk {
        None => postcard::to_stdvec(&stored),
        Some(desk) => postcard::to_stdvec(&StoredOrderedTable {
            table: stored,
            done: desk.done(),
            finished: desk.finished().cloned(),
            owed: desk.owed().to_vec(),
        }),
    };
    let payload = payload.expect("bytes and numbers are written");
    let seq = seq + u64::from(is_planted(Fault::SnapshotAhead));
    let setup = Some(setup.of(table.setup()));
    Some(Snapshot { stream: StreamId::Table(id), seq, payload: Bytes::from(payload), setup })
}

/// Folds the table of a stream, under the setup that its last snapshot contains. `configured` is
/// used if there is no snapshot yet, or the snapshot is from an older program. `unseal` is only
/// called for a hand that is still in progress. `desk` is the empty desk of a tournament table.
///
/// # Errors
/// The stream does not decode, or there is no setup to fold it under.
pub(super) fn fold(
    configured: Option<&TableSetup>,
    stream: &StoredStream,
    unseal: Unseal<'_>,
    mut desk: Option<OrderDesk>,
) -> Result<Folded, FoldError> {
    let none = || FoldError::Table("nothing says what is played here".to_owned());
    let mut folded = match &stream.snapshot {
        None => {
            let setup = configured.cloned().ok_or_else(none)?;
            let table = HybridTable::new(setup).map_err(FoldError::Table)?;
            Folded { table, seq: 0, projections: Projections::default(), decks: None }
        }
        Some(snapshot) => {
            let stored: StoredTable = match &mut desk {
                None => decode(snapshot.seq, &snapshot.payload)?,
                Some(desk) => {
                    let stored = decode_ordered_table(snapshot.seq, &snapshot.payload)?;
                    desk.resume_at(stored.done);
                    desk.resume_with(stored.finished, stored.owed);
                    stored.table
                }
            };
            let text = snapshot.setup.as_ref().map_or(&*stored.setup, StoredSetup::text);
            let setup = serde_json::from_str(text).ok().or_else(|| configured.cloned());
            let setup = setup.ok_or_else(none)?;
            let state = &mut postcard::Deserializer::from_bytes(&stored.table);
            let table = HybridTable::restore(setup, state).map_err(FoldError::Table)?;
            if let Some(desk) = &mut desk {
                desk.resume_at_table(&table);
            }
            let ratholes = stored.ratholes.into_iter();
            let ratholes = ratholes.map(|(who, owed, until)| (AccountId(who), (owed, until)));
            let (seq, ratholes) = (snapshot.seq, ratholes.collect());
            let seated: Vec<_> = table.players().map(|(_, player)| player).collect();
            let answered = Answered::restore(stored.answered, &seated);
            let projections = Projections { ratholes, answered, ..Projections::default() };
            Folded { table, seq, projections, decks: None }
        }
    };
    let ring = Arc::clone(&folded.table.setup().ring);
    let steps = decode_steps(stream, desk.is_some())?;
    folded.projections.desk = desk;
    let in_progress = hand_in_progress(steps.iter().flat_map(|(_, _, step)| &step.events));
    for (seq, done, step) in steps {
        if let Some((desk, done)) = folded.projections.desk.as_mut().zip(done) {
            desk.resume_at(done);
        }
        if let Some((who, number)) = step.answered {
            folded.projections.answered.count(who, number);
        }
        for event in step.events {
            let event = match event {
                Event::HandStarted(start) if Some(start.hand) == in_progress => {
                    let mut decks = unseal(start.hand, step.decks.as_ref());
                    if let Some(decks) = decks.as_mut().filter(|_| is_planted(Fault::OtherDeck)) {
                        let order = decks.deck.cards().iter().rev().copied().collect();
                        decks.deck = DeckOrder::new(order).expect("it has the same cards");
                    }
                    folded.decks = decks.map(|decks| (start.hand, decks));
                    Event::HandStarted(match &folded.decks {
                        Some((_, decks)) => Box::new(start.with_decks(decks.clone())),
                        None => start,
                    })
                }
                other => other,
            };
            folded.table.apply(&event);
            folded.projections.recall(step.at, &event, &folded.table, &ring);
        }
        folded.seq = seq;
    }
    Ok(folded)
}

type DecodedStep = (u64, Option<OrderNo>, StoredStep<Vec<Event>>);

fn decode_steps(stream: &StoredStream, ordered: bool) -> Result<Vec<DecodedStep>, FoldError> {
    let decoded = stream.records.iter().map(|record| {
        if ordered {
            let StoredOrderedStep { at, done, events, decks, answered } =
                decode(record.seq, &record.payload)?;
            return Ok((record.seq, Some(done), StoredStep { at, events, decks, answered }));
        }
        Ok((record.seq, None, decode(record.seq, &record.payload)?))
    });
    decoded.collect()
}

/// Returns the hand that has begun and not ended.
fn hand_in_progress<'a>(events: impl Iterator<Item = &'a Event>) -> Option<HandNo> {
    events.fold(None, |hand, event| match event {
        Event::HandStarted(start) => Some(start.hand),
        Event::HandEnded { .. } | Event::HandVoided { .. } => None,
        _ => hand,
    })
}

/// Decodes the snapshot of a tournament table. Older programs stored no penalties in it.
fn decode_ordered_table(seq: u64, payload: &[u8]) -> Result<StoredOrderedTable, FoldError> {
    type Older = (StoredTable, OrderNo, Option<HandFinished>);
    if let Ok(((table, done, finished), [])) = postcard::take_from_bytes::<Older>(payload) {
        return Ok(StoredOrderedTable { table, done, finished, owed: Vec::new() });
    }
    decode(seq, payload)
}

fn decode<'a, T: Deserialize<'a>>(seq: u64, payload: &'a [u8]) -> Result<T, FoldError> {
    let failed = |reason: String| FoldError::Decode { seq, reason };
    match postcard::take_from_bytes(payload) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(failed(format!("{} bytes are left over", rest.len()))),
        Err(error) => Err(failed(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipped::hold_em;
    use cardroom_rules::TableNo;
    use cardroom_tournament::PenaltyCause;

    fn table() -> StoredTable {
        let (setup, table) = ("{}".to_owned(), vec![1, 2, 3]);
        StoredTable { setup, table, ratholes: Vec::new(), answered: Vec::new() }
    }

    fn snapshot_of(table: &HybridTable, setup: &mut EncodedSetup) -> Snapshot {
        let (ratholes, answered) = (Ratholes::default(), Answered::default());
        snapshot(TableId(1), 7, table, setup, &ratholes, &answered, None).unwrap()
    }

    fn folded(snapshot: Snapshot, configured: Option<&TableSetup>) -> Folded {
        let stream = StoredStream { snapshot: Some(snapshot), records: Vec::new() };
        fold(configured, &stream, &|_, _| None, None).unwrap()
    }

    #[test]
    fn snapshots_share_the_text_of_their_setup_until_it_changes() {
        let mut table = HybridTable::new(hold_em()).unwrap();
        let mut encoded = EncodedSetup::default();
        let mut text = |table: &HybridTable| snapshot_of(table, &mut encoded).setup.unwrap();
        let (one, two) = (text(&table), text(&table));
        assert_eq!(one.text().as_ptr(), two.text().as_ptr());
        let sharing = || EncodedSetup::sharing(|_| StoredSetup::new("the one of all tables"));
        let elsewhere = snapshot_of(&table, &mut sharing()).setup.unwrap();
        assert_eq!(elsewhere.text(), "the one of all tables");
        table.adopt(TableSetup { seats: 4, ..hold_em() }).unwrap();
        let three = text(&table);
        assert_ne!(one, three);
        assert_eq!(serde_json::from_str::<TableSetup>(three.text()).unwrap(), *table.setup());
    }

    #[test]
    fn a_table_folds_under_the_setup_beside_its_snapshot_or_inside_an_old_one() {
        let setup = TableSetup { seats: 5, ..hold_em() };
        let table = HybridTable::new(setup.clone()).unwrap();
        let now = snapshot_of(&table, &mut EncodedSetup::default());
        let mut stored: StoredTable = decode(7, &now.payload).unwrap();
        assert_eq!(stored.setup, "");
        stored.setup = now.setup.as_ref().unwrap().text().to_owned();
        let payload = Bytes::from(postcard::to_stdvec(&stored).unwrap());
        let old = Snapshot { payload, setup: None, ..now };
        for snapshot in [now.clone(), old] {
            for configured in [None, Some(&hold_em())] {
                let folded = folded(snapshot.clone(), configured);
                assert_eq!((folded.table.setup(), folded.seq), (&setup, 7));
            }
        }
        // Older still: the configured one is all there is.
        let bare = Snapshot { setup: None, ..now };
        assert_eq!(*folded(bare, Some(&hold_em())).table.setup(), hold_em());
    }

    #[test]
    fn a_snapshot_of_before_penalties_were_reported_still_decodes() {
        let older = (table(), OrderNo(7), None::<HandFinished>);
        let read = decode_ordered_table(1, &postcard::to_stdvec(&older).unwrap()).unwrap();
        assert_eq!((read.done, read.owed.len()), (OrderNo(7), 0));
        let (number, hand, player) = (TableNo(1), HandNo(4), PlayerId(9));
        let cause = PenaltyCause::ExclusiveNuts;
        let owed = PenaltyDue { table: number, hand, player, cause };
        for owed in [vec![], vec![owed]] {
            let (done, finished) = (OrderNo(8), None);
            let now = StoredOrderedTable { table: table(), done, finished, owed: owed.clone() };
            let read = decode_ordered_table(1, &postcard::to_stdvec(&now).unwrap()).unwrap();
            assert_eq!((read.done, read.owed), (OrderNo(8), owed));
        }
    }
}
