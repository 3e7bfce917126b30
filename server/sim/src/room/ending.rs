//! Checks at the end of a run, when all players have left. Every chip must be in a wallet, and the
//! ledger, the cashier and the players must agree.

use super::script::World;
use cardroom::cashier::Purse;
use cardroom::ids::AccountId;
use cardroom::room::Room;
use cardroom::store::prelude::*;
use cardroom::store::{LedgerAccount, StreamId};
use cardroom_bot::Outcome;
use cardroom_protocol::ErrorCode;
use futures_util::FutureExt as _;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

fn balances(world: &World) -> BTreeMap<String, i64> {
    let balances = world.store.load_balances().now_or_never();
    let balances = balances.expect("a store in memory answers at once");
    balances.unwrap_or_default().into_iter().collect()
}

/// Returns the ledger's balances of tables and tournaments.
fn in_play(world: &World) -> BTreeMap<String, i64> {
    let balances = balances(world).into_iter();
    let in_play = balances.filter(|(name, balance)| {
        let account = LedgerAccount::parse(name);
        let plays = matches!(account, Some(LedgerAccount::Table(_) | LedgerAccount::Tournament(_)));
        plays && *balance != 0
    });
    in_play.collect()
}

/// Checks that no chips are at tables or in tournaments, after all players have left and the house
/// has swept its own chips. Also checks that each player ended as planned.
pub(super) fn check_nothing_is_left(world: &World, room: &Room) {
    let in_play = in_play(world);
    if !in_play.is_empty() {
        world.notes.fail(format!("everybody has left, and there are chips: {in_play:?}"));
    }
    for bot in &world.bots {
        let bot = bot.lock();
        // A tournament may be over before a player gets to enter it.
        let is_too_late = matches!(
            bot.outcome(),
            Some(Outcome::Rejected { code: ErrorCode::TournamentOver, .. })
        ) && !world.watch.has_entered(bot.bot());
        if !is_too_late && bot.outcome().is_none_or(|outcome| !outcome.is_success()) {
            world.notes.fail(format!("bot {} went away: {:?}", bot.bot(), bot.outcome()));
        }
    }
    check_no_table_is_left_behind(world);
    check_wallets(world, room);
}

/// Checks that each tournament table closed with its tournament and its stream ended. At the next
/// start the room could not tell to which tournament it belonged.
fn check_no_table_is_left_behind(world: &World) {
    let rings = world.plan.config.tables.len() as u64;
    let streams = world.store.load_streams().now_or_never();
    let streams = streams.expect("a store in memory answers at once").unwrap_or_default();
    let mut ids = streams.into_iter().map(|(stream, _)| stream);
    let behind = ids.find(|stream| matches!(stream, StreamId::Table(id) if id.0 > rings));
    if let Some(behind) = behind {
        world.notes.fail(format!("{behind} is left, and no tournament is on"));
    }
}

/// Returns `true` if every tournament has paid out what was paid in.
pub(super) fn no_tournament_is_on(world: &World) -> bool {
    in_play(world).keys().all(|name| !name.starts_with("tournament:"))
}

/// Describes the players who have not left, so that the run cannot end.
pub(super) fn who_is_left(world: &World, room: &Room) -> String {
    let bots = world.bots.iter().map(|bot| format!("{:?}", bot.lock()));
    let bots: Vec<String> = bots.filter(|text| !text.contains("phase: Done")).collect();
    let tables = room.registry.tables();
    let infos = tables.iter().map(|table| {
        let info = table.info.borrow();
        format!("table {}: {} seated", table.id, info.seated)
    });
    let mut tables: Vec<String> = infos.collect();
    tables.sort();
    let events = room.registry.tournaments();
    let events: Vec<String> =
        events.iter().map(|event| format!("{:?}", event.info.borrow())).collect();
    let chips = in_play(world);
    format!("somebody does not get away: {chips:?} {bots:?} {tables:?} {events:?}")
}

/// Keeps references to the loaded wallets, so that they stay loaded.
pub(super) fn keep_wallets(world: &World, room: &Room, kept: &mut HashMap<AccountId, Purse>) {
    for name in balances(world).keys() {
        let Some(LedgerAccount::Wallet(account)) = LedgerAccount::parse(name) else { continue };
        if let Entry::Vacant(place) = kept.entry(account)
            && let Some(purse) = room.cashier.purse(account)
        {
            place.insert(purse);
        }
    }
}

/// Checks that the loaded wallets match the ledger.
pub(super) fn check_wallets(world: &World, room: &Room) {
    for (name, balance) in balances(world) {
        let Some(LedgerAccount::Wallet(account)) = LedgerAccount::parse(&name) else { continue };
        let Some(available) = room.cashier.available(account) else { continue };
        if u64::try_from(balance) != Ok(available.0) {
            let text = format!("{name} holds {balance} by the ledger, {available} by the cashier");
            world.notes.fail(text);
        }
    }
}

/// Checks that the ledger adds up, and that each transfer in it was really made.
pub(super) fn check(world: &World) {
    let audit = world.store.ledger_audit().now_or_never();
    match audit {
        Some(Ok(differences)) if differences.is_empty() => {}
        other => world.notes.fail(format!("the ledger does not add up: {other:?}")),
    }
    let balances = balances(world);
    let sum: i64 = balances.values().sum();
    if sum != 0 {
        world.notes.fail(format!("{sum} chips more than there are"));
    }
}
