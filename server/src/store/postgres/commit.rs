//! A group commit of nothing but play, as one statement. It needs one round trip instead of one for
//! the begin, each table, each hand and the commit. Lists travel in arrays, so there are only a few
//! different texts, and they stay prepared.

use super::super::batch::stream_key;
use super::super::group::Group;
use super::super::hands::players_out;
use super::super::sequence::LinkedSnapshot;
use super::super::{StoreError, StoredHand, Unit, signed, snapshot_hash};
use sqlx::{Postgres, QueryBuilder};

/// Builds the statement that writes a group of [play](super::super::group::is_play) with this
/// packed payload, whole or not at all.
///
/// # Errors
/// A number is too large for the database.
pub(super) fn statement(
    group: &Group,
    payload: &[u8],
    units: &[Unit],
) -> Result<QueryBuilder<Postgres>, StoreError> {
    let mut text =
        QueryBuilder::new("WITH batch AS (INSERT INTO journal_batch (id, payload) VALUES (");
    text.push_bind(group.batch).push(", ").push_bind(payload).push("))");
    if !group.snapshots.is_empty() {
        text.push(", snapshots AS (");
        push_snapshots(&mut text, &group.snapshots, group.batch)?;
        text.push(")");
    }
    let hands: Vec<&StoredHand> = units.iter().flat_map(|unit| &unit.hands).collect();
    if !hands.is_empty() {
        text.push(", told AS (");
        push_hands(&mut text, &hands)?;
        text.push(
            " RETURNING table_id, hand_no, ended_ms, players
            ), noted AS (
                INSERT INTO hand_player (account, ended_ms, table_id, hand_no)
                SELECT (player ->> 0)::bigint, told.ended_ms, told.table_id, told.hand_no
                FROM told, json_array_elements(told.players::json) AS player
                ON CONFLICT DO NOTHING
            )",
        );
    }
    if !group.pruned.is_empty() {
        text.push(", pruned AS (DELETE FROM journal_batch WHERE id = ANY(");
        text.push_bind(group.pruned.as_slice()).push("))");
    }
    text.push(" SELECT 1");
    Ok(text)
}

/// Adds all snapshots of a group.
pub(super) fn push_snapshots(
    text: &mut QueryBuilder<Postgres>,
    snapshots: &[LinkedSnapshot],
    batch: i64,
) -> Result<(), StoreError> {
    let (mut kinds, mut ids, mut seqs) = (Vec::new(), Vec::new(), Vec::new());
    let (mut payloads, mut links, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for linked in snapshots {
        let (kind, id) = stream_key(linked.snapshot.stream);
        kinds.push(i64::from(kind));
        ids.push(signed(id)?);
        seqs.push(signed(linked.snapshot.seq)?);
        payloads.push(linked.snapshot.payload.as_ref());
        links.push(linked.link.as_slice());
        hashes.push(snapshot_hash(linked).to_vec());
    }
    text.push(
        "INSERT INTO snapshot (batch_id, stream_kind, stream_id, seq, payload, link, hash) SELECT ",
    );
    text.push_bind(batch).push(", * FROM UNNEST(");
    text.push_bind(kinds).push(", ").push_bind(ids).push(", ").push_bind(seqs).push(", ");
    text.push_bind(payloads).push(", ").push_bind(links).push(", ").push_bind(hashes);
    text.push(
        ") ON CONFLICT (stream_kind, stream_id) DO UPDATE SET seq = excluded.seq,
             batch_id = excluded.batch_id, payload = excluded.payload, link = excluded.link,
             hash = excluded.hash",
    );
    Ok(())
}

/// Adds hands that are stored for the first time. A hand that is already stored stays as it is.
fn push_hands(text: &mut QueryBuilder<Postgres>, hands: &[&StoredHand]) -> Result<(), StoreError> {
    let numbers = |number: fn(&StoredHand) -> u64| {
        hands.iter().map(|hand| signed(number(hand))).collect::<Result<Vec<i64>, StoreError>>()
    };
    let tournaments = hands.iter().map(|hand| hand.tournament.map(|it| signed(it.0)).transpose());
    let tournaments: Vec<Option<i64>> = tournaments.collect::<Result<_, StoreError>>()?;
    let games: Vec<&str> = hands.iter().map(|hand| hand.game.as_str()).collect();
    let people: Vec<bool> = hands.iter().map(|hand| hand.people).collect();
    let players: Vec<String> = hands.iter().map(|hand| players_out(&hand.players)).collect();
    let records: Vec<&[u8]> = hands.iter().map(|hand| hand.record.as_ref()).collect();
    let cards: Vec<Option<&[u8]>> = hands.iter().map(|hand| hand.cards.as_deref()).collect();
    text.push(
        "INSERT INTO hand (table_id, hand_no, tournament, game, ended_ms, pot, people, players,
             record, cards)
         SELECT * FROM UNNEST(",
    );
    text.push_bind(numbers(|hand| hand.table.0)?).push(", ");
    text.push_bind(numbers(|hand| hand.hand)?).push(", ");
    text.push_bind(tournaments).push(", ").push_bind(games).push(", ");
    text.push_bind(numbers(|hand| hand.ended_ms)?).push(", ");
    text.push_bind(numbers(|hand| hand.pot)?).push(", ");
    text.push_bind(people).push(", ").push_bind(players).push(", ");
    text.push_bind(records).push(", ").push_bind(cards);
    text.push(") ON CONFLICT (table_id, hand_no) DO NOTHING");
    Ok(())
}
