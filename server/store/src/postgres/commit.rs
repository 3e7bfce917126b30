//! A group commit as one call of `room_commit`, which `migrations/postgres/0025_hand_hashes.sql`
//! defines. Lists travel in arrays, so there is one text, and it stays prepared.

use super::super::batch::stream_key;
use super::super::group::Group;
use super::super::hands::{HandHashes, players_out};
use super::super::setups::hash_of;
use super::super::{
    HookEvent, StoreError, Unit, signed, snapshot_hash, transfer_hash, unknown_tournament,
};
use crate::ids::TournamentId;
use data_encoding::HEXLOWER;
use serde_json::json;
use sqlx::Postgres;
use sqlx::postgres::PgArguments;
use sqlx::query::Query;

const CALL: &str = "SELECT room_commit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, \
     $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, \
     $31, $32, $33::text::jsonb)";

/// The same for a group with sealed rounds or events for hooks, which `0030_deal_log.sql` and
/// `0031_hooks.sql` append in the same transaction.
const CALL_WITH_MORE: &str = "SELECT room_commit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, \
     $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, \
     $31, $32, $33::text::jsonb), room_log($34::text::jsonb), room_hooks($35::text::jsonb)";

type Call<'a> = Query<'a, Postgres, PgArguments>;

/// Returns the call that stores a group, whole or not at all. A group without a batch leaves this
/// mark.
///
/// # Errors
/// A number is too large for the database.
pub(super) fn call<'a>(
    group: &'a Group,
    units: &'a [Unit],
    mark: i64,
) -> Result<Call<'a>, StoreError> {
    let payload = group.batches.first().map(|batch| batch.payload.as_slice());
    let sealed = sealed_of(units)?;
    let hooked = hooked_of(units)?;
    let has_more = sealed.is_some() || hooked.is_some();
    let text = if has_more { CALL_WITH_MORE } else { CALL };
    let call = sqlx::query(text).bind(mark).bind(group.batch).bind(payload);
    let call = call.bind(group.pruned.as_slice());
    let call = with_snapshots(call, group)?;
    let call = with_transfers(call, units)?;
    let call = with_hands(call, units)?;
    let call = call.bind(rest_of(units)?);
    let list = |list: Option<String>| list.unwrap_or_else(|| "[]".to_owned());
    Ok(if has_more { call.bind(list(sealed)).bind(list(hooked)) } else { call })
}

/// Returns what a refusal of the call means; `None` if it is none of its own.
pub(super) fn refusal(error: &sqlx::Error) -> Option<StoreError> {
    let error = error.as_database_error()?;
    let id = error.message().to_owned();
    match error.code()?.as_ref() {
        "CR001" => Some(StoreError::Duplicate { what: format!("transfer {id}") }),
        "CR002" => Some(StoreError::Overdrawn { id }),
        "CR003" => Some(unknown_tournament(TournamentId(id.parse().ok()?))),
        _ => None,
    }
}

fn with_snapshots<'a>(call: Call<'a>, group: &'a Group) -> Result<Call<'a>, StoreError> {
    let (mut kinds, mut ids, mut seqs) = (Vec::new(), Vec::new(), Vec::new());
    let (mut payloads, mut links, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    let mut setups = Vec::new();
    for linked in &group.snapshots {
        let (kind, id) = stream_key(linked.snapshot.stream);
        kinds.push(i64::from(kind));
        ids.push(signed(id)?);
        seqs.push(signed(linked.snapshot.seq)?);
        payloads.push(linked.snapshot.payload.as_ref());
        links.push(linked.link.as_slice());
        hashes.push(snapshot_hash(linked).to_vec());
        setups.push(linked.snapshot.setup.as_ref().map(|setup| hash_of(setup).as_slice()));
    }
    let call = call.bind(kinds).bind(ids).bind(seqs);
    let call = call.bind(payloads).bind(links).bind(hashes).bind(setups);
    let new = group.setups.iter().map(|setup| (hash_of(setup).as_slice(), setup.text()));
    let (new_hashes, new_texts): (Vec<_>, Vec<_>) = new.unzip();
    Ok(call.bind(new_hashes).bind(new_texts))
}

fn with_transfers<'a>(call: Call<'a>, units: &'a [Unit]) -> Result<Call<'a>, StoreError> {
    let (mut ids, mut from, mut to) = (Vec::new(), Vec::new(), Vec::new());
    let (mut amounts, mut times, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for transfer in units.iter().flat_map(|unit| &unit.transfers) {
        let (payer, payee) = (transfer.from.to_string(), transfer.to.to_string());
        let refused = || StoreError::Overdrawn { id: transfer.id.clone() };
        let amount = i64::try_from(transfer.amount.0).map_err(|_| refused())?;
        if amount == 0 || payer == payee {
            return Err(refused());
        }
        let at_ms = signed(transfer.at_ms)?;
        hashes.push(transfer_hash(&transfer.id, &payer, &payee, amount, at_ms).to_vec());
        ids.push(transfer.id.as_str());
        from.push(payer);
        to.push(payee);
        amounts.push(amount);
        times.push(at_ms);
    }
    let call = call.bind(ids).bind(from).bind(to);
    Ok(call.bind(amounts).bind(times).bind(hashes))
}

fn with_hands<'a>(call: Call<'a>, units: &'a [Unit]) -> Result<Call<'a>, StoreError> {
    let (mut tables, mut numbers, mut tournaments) = (Vec::new(), Vec::new(), Vec::new());
    let (mut games, mut times, mut pots, mut people) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut players, mut records, mut cards, mut retold) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let (mut hashes, mut record_hashes) = (Vec::new(), Vec::new());
    for hand in units.iter().flat_map(|unit| &unit.hands) {
        tables.push(signed(hand.table.0)?);
        numbers.push(signed(hand.hand)?);
        tournaments.push(hand.tournament.map(|tournament| signed(tournament.0)).transpose()?);
        games.push(hand.game.as_str());
        times.push(signed(hand.ended_ms)?);
        pots.push(signed(hand.pot)?);
        people.push(hand.people);
        players.push(players_out(&hand.players));
        records.push(hand.record.as_ref());
        cards.push(hand.cards.as_deref());
        let of_hand = HandHashes::of(hand);
        hashes.push(of_hand.rest);
        record_hashes.push(of_hand.record);
        retold.push(hand.retold);
    }
    let call = call.bind(tables).bind(numbers).bind(tournaments).bind(games).bind(times);
    let call = call.bind(pots).bind(people).bind(players).bind(records).bind(cards);
    Ok(call.bind(hashes).bind(record_hashes).bind(retold))
}

/// Returns the sealed rounds as JSON, in their order; `None` if there are none.
fn sealed_of(units: &[Unit]) -> Result<Option<String>, StoreError> {
    let rounds = units.iter().flat_map(|unit| &unit.sealed).map(|round| {
        Ok(json!({
            "log": signed(round.log.0)?,
            "table_id": signed(round.table.0)?,
            "hand_no": signed(round.hand)?,
            "round": round.round,
            "outcome": round.outcome,
            "blame": round.blame,
            "at_ms": signed(round.at_ms)?,
            "seal": HEXLOWER.encode(&round.seal),
        }))
    });
    let rounds = rounds.collect::<Result<Vec<_>, StoreError>>()?;
    Ok((!rounds.is_empty()).then(|| serde_json::Value::from(rounds).to_string()))
}

/// Returns the events for hooks as JSON, in their order; `None` if there are none.
fn hooked_of(units: &[Unit]) -> Result<Option<String>, StoreError> {
    events_out(units.iter().flat_map(|unit| &unit.hooked))
}

/// Returns events for hooks as JSON, in their order; `None` if there are none.
pub(super) fn events_out<'a>(
    events: impl Iterator<Item = &'a HookEvent>,
) -> Result<Option<String>, StoreError> {
    let events = events.map(|event| {
        let hooks = event.hooks.iter().map(|hook| signed(*hook));
        Ok(json!({
            "at_ms": signed(event.at_ms)?,
            "kind": event.kind,
            "subject": event.subject,
            "hooks": hooks.collect::<Result<Vec<_>, StoreError>>()?,
        }))
    });
    let events = events.collect::<Result<Vec<_>, StoreError>>()?;
    Ok((!events.is_empty()).then(|| serde_json::Value::from(events).to_string()))
}

/// Returns what few groups have, as JSON; `None` if there is nothing of it.
fn rest_of(units: &[Unit]) -> Result<Option<String>, StoreError> {
    let (mut audit, mut operations) = (Vec::new(), Vec::new());
    let (mut bans, mut results) = (Vec::new(), Vec::new());
    for unit in units {
        for record in &unit.audit {
            audit.push(json!({
                "at_ms": signed(record.at_ms)?,
                "operator": signed(record.operator.0)?,
                "table_id": signed(record.table.0)?,
                "seq": signed(record.seq)?,
                "command": record.command,
                "reason": record.reason,
                "rule": record.rule,
            }));
        }
        for operation in &unit.operations {
            operations.push(json!({
                "at_ms": signed(operation.at_ms)?,
                "operator": operation.operator.map(|who| signed(who.0)).transpose()?,
                "account": signed(operation.account.0)?,
                "done": operation.done,
                "reason": operation.reason,
            }));
        }
        for ban in &unit.bans {
            bans.push(json!({
                "account": signed(ban.account.0)?,
                "league": ban.league.as_deref().unwrap_or_default(),
                "until_ms": signed(ban.until_ms)?,
                "at_ms": signed(ban.at_ms)?,
                "operator": signed(ban.operator.0)?,
                "reason": ban.reason,
            }));
        }
        for ended in &unit.results {
            results.push(json!({
                "tournament": signed(ended.tournament.0)?,
                "ended_ms": signed(ended.ended_ms)?,
                "league": ended.season.as_ref().map(|season| &season.league),
                "season": ended.season.as_ref().map(|season| &season.season),
                "summary": ended.summary,
                "results": ended.results,
            }));
        }
    }
    let is_empty =
        audit.is_empty() && operations.is_empty() && bans.is_empty() && results.is_empty();
    let rest =
        || json!({ "audit": audit, "operations": operations, "bans": bans, "results": results });
    Ok((!is_empty).then(|| rest().to_string()))
}
