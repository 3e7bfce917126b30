//! A group commit as one text of several statements. The connection has its own thread, and
//! switching to it and back is most of the cost of a statement. So the whole group is one request.
//! However many hands and snapshots there are, there are only a few different texts, so they stay
//! prepared. Numbers travel in one JSON text, and bytes in one blob that is cut where the numbers
//! tell. jsonb_each returns each row in SQLite's binary form. json_each would write it as text,
//! which would be parsed again for each column.

use super::super::batch::stream_key;
use super::super::group::Group;
use super::super::hands::players_out;
use super::super::{StoreError, StoredHand, Unit, snapshot_hash};
use super::to_note::Step;
use super::{failed, signed, unsigned};
use serde_json::{Value, json};
use sqlx::Row as _;
use sqlx::sqlite::SqliteConnection;

const BATCH: &str = "INSERT INTO journal_batch (id, payload) VALUES (?, ?);";

/// The upsert needs WHERE, or SQLite parses ON as part of a join.
const SNAPSHOTS: &str = "
INSERT INTO snapshot (stream_kind, stream_id, seq, batch_id, payload, link, hash)
SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, substr(bytes, value ->> 4, value ->> 5),
    substr(bytes, value ->> 6, value ->> 7), substr(bytes, value ->> 8, value ->> 9)
FROM (SELECT ? AS list, ? AS bytes), jsonb_each(list) WHERE TRUE
ON CONFLICT (stream_kind, stream_id) DO UPDATE SET seq = excluded.seq, batch_id = excluded.batch_id,
    payload = excluded.payload, link = excluded.link, hash = excluded.hash;";

/// A hand that is already stored stays as it is.
const HANDS: &str = "
INSERT INTO hand (table_id, hand_no, tournament, game, ended_ms, pot, people, players, record, cards)
SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
    value ->> 7, substr(bytes, value ->> 8, value ->> 9),
    iif(value ->> 10 IS NULL, NULL, substr(bytes, value ->> 10, value ->> 11))
FROM (SELECT ? AS list, ? AS bytes), jsonb_each(list) WHERE TRUE ON CONFLICT (table_id, hand_no) DO NOTHING;
SELECT changes() AS stored;";

const PRUNE: &str = "DELETE FROM journal_batch WHERE id IN (SELECT value FROM json_each(?));";

/// Writes a group of [play](super::super::group::is_play) and its notes, whole or not at all.
/// Returns how many of its hands are new. If canceled or failed, it may leave a transaction open
/// that must be rolled back.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    group: &Group,
    units: &[Unit],
    notes: &Step,
) -> Result<usize, StoreError> {
    let snapshots = snapshots(group)?;
    let hands = hands(units.iter().flat_map(|unit| &unit.hands))?;
    let notes_text = notes.text();
    let parts = [
        ("BEGIN;", true),
        (BATCH, group.payload.is_some()),
        (SNAPSHOTS, !snapshots.rows.is_empty()),
        (HANDS, !hands.rows.is_empty()),
        (&notes_text, true),
        (PRUNE, !group.pruned.is_empty()),
        ("COMMIT;", true),
    ];
    let text: String =
        parts.iter().filter(|(_, is_there)| *is_there).map(|(text, _)| *text).collect();
    let mut query = sqlx::query(sqlx::AssertSqlSafe(text));
    if let Some(payload) = &group.payload {
        query = query.bind(group.batch).bind(payload.as_slice());
    }
    if !snapshots.rows.is_empty() {
        query = query.bind(snapshots.list()).bind(snapshots.bytes);
    }
    if !hands.rows.is_empty() {
        query = query.bind(hands.list()).bind(hands.bytes);
    }
    // Each statement takes its arguments where the one before it stopped.
    query = notes.bind(query);
    if !group.pruned.is_empty() {
        query = query.bind(Value::from(group.pruned.clone()).to_string());
    }
    // Fetches all rows, because fetching one would stop the text before its commit.
    let rows = query.fetch_all(connection).await.map_err(failed)?;
    let Some(row) = rows.first() else { return Ok(0) };
    let stored = unsigned(row.try_get::<i64, _>("stored").map_err(failed)?)?;
    usize::try_from(stored).map_err(|error| StoreError::Damaged(error.to_string()))
}

/// Rows, and their bytes in one blob.
#[derive(Default)]
struct Packed {
    rows: Vec<Value>,
    bytes: Vec<u8>,
}

impl Packed {
    /// Adds bytes and returns their place as substr counts: from 1.
    fn add(&mut self, bytes: &[u8]) -> [usize; 2] {
        let place = [self.bytes.len() + 1, bytes.len()];
        self.bytes.extend_from_slice(bytes);
        place
    }

    fn list(&self) -> String {
        serde_json::to_string(&self.rows).expect("numbers and words are written")
    }
}

fn snapshots(group: &Group) -> Result<Packed, StoreError> {
    let mut packed = Packed::default();
    for linked in &group.snapshots {
        let (kind, id) = stream_key(linked.snapshot.stream);
        let [payload, length] = packed.add(&linked.snapshot.payload);
        let [link, link_length] = packed.add(&linked.link);
        let [hash, hash_length] = packed.add(&snapshot_hash(linked));
        packed.rows.push(json!([
            kind,
            signed(id)?,
            signed(linked.snapshot.seq)?,
            group.batch,
            payload,
            length,
            link,
            link_length,
            hash,
            hash_length,
        ]));
    }
    Ok(packed)
}

fn hands<'a>(hands: impl Iterator<Item = &'a StoredHand>) -> Result<Packed, StoreError> {
    let mut packed = Packed::default();
    for hand in hands {
        let [record, length] = packed.add(&hand.record);
        let cards = hand.cards.as_ref().map(|cards| packed.add(cards));
        packed.rows.push(json!([
            signed(hand.table.0)?,
            signed(hand.hand)?,
            hand.tournament.map(|tournament| signed(tournament.0)).transpose()?,
            hand.game,
            signed(hand.ended_ms)?,
            signed(hand.pot)?,
            i64::from(hand.people),
            players_out(&hand.players),
            record,
            length,
            cards.map(|[place, _]| place),
            cards.map(|[_, length]| length),
        ]));
    }
    Ok(packed)
}
