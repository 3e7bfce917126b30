//! The chips that leave a table, and guests' chips, which stay.

use super::{Outputs, TableHost, player_id};
use crate::ids::AccountId;
use crate::night::STAYED;
use crate::store::{LedgerAccount, Transfer};
use crate::table::backing::Backing;
use crate::tenure::Tenure;
use cardroom_rules::{Chips, Millis};

/// Adds a transfer whose id contains its purpose, at a table that keeps a ledger of the night.
pub(super) fn transfer_for(
    host: &TableHost,
    now: Millis,
    index: usize,
    purpose: &str,
    (from, to): (LedgerAccount, LedgerAccount),
    amount: Chips,
    outputs: &mut Outputs,
) {
    transfer(host, now, index, from, to, amount, outputs);
    if let Some(transfer) = outputs.unit.transfers.last_mut()
        && host.money.night.is_some()
        && !purpose.is_empty()
    {
        transfer.id = format!("{}:{purpose}", transfer.id);
    }
}

pub(super) fn transfer(
    host: &TableHost,
    now: Millis,
    index: usize,
    from: LedgerAccount,
    to: LedgerAccount,
    amount: Chips,
    outputs: &mut Outputs,
) {
    let id = format!("table:{}:{}:{index}", host.id, host.seq);
    outputs.unit.transfers.push(Transfer { id, from, to, amount, at_ms: now.0 });
}

fn change_backing(host: &mut TableHost, change: impl FnOnce(&mut Backing)) {
    let Some(backing) = &mut host.money.backing else { return };
    if host.before.backing.is_none() {
        host.before.backing = Some(backing.clone());
    }
    change(backing);
}

pub(super) fn tenure(host: &TableHost, account: AccountId) -> Tenure {
    host.audience.people.get(&player_id(account)).map_or(Tenure::GUEST, |player| player.tenure)
}

/// Counts all stacks as brought, after a restart.
pub(super) fn count_stacks_as_brought(host: &mut TableHost, now: Millis) {
    let stacks: Vec<_> = host
        .table
        .chips_before_hand()
        .map(|(player, chips)| (AccountId(player.0), chips))
        .map(|(account, chips)| (account, tenure(host, account), chips))
        .collect();
    change_backing(host, |backing| backing.reset(now, stacks));
}

pub(super) fn brings(host: &mut TableHost, now: Millis, account: AccountId, amount: Chips) {
    let tenure = tenure(host, account);
    change_backing(host, |backing| backing.brings(now, account, tenure, amount));
}

pub(super) fn is_given(host: &mut TableHost, now: Millis, account: AccountId, amount: Chips) {
    let Some(giver) = &host.description.hosted_by else { return };
    let tenure = giver.tenure;
    change_backing(host, |backing| backing.gives(now, tenure, account, amount));
}

pub(super) fn takes_back(host: &mut TableHost, account: AccountId, amount: Chips) {
    change_backing(host, |backing| backing.returns(account, amount));
}

pub(super) fn became_account(host: &mut TableHost, account: AccountId) {
    change_backing(host, |backing| backing.upgraded(account));
}

/// Pays out a player who has left with a stack. Returns the part that goes to the wallet. The
/// rest goes back to the bank.
pub(super) fn pay_out(
    host: &mut TableHost,
    now: Millis,
    index: usize,
    account: AccountId,
    stack: Chips,
    outputs: &mut Outputs,
) -> Chips {
    let others: Vec<_> = host
        .table
        .chips_before_hand()
        .map(|(player, chips)| (AccountId(player.0), chips))
        .collect();
    let mut paid = stack;
    change_backing(host, |backing| paid = backing.leaves(account, stack, others));
    let table = LedgerAccount::Table(host.id);
    if !paid.is_zero() {
        let wallet = LedgerAccount::Wallet(account);
        transfer(host, now, index, table.clone(), wallet, paid, outputs);
    }
    if paid < stack {
        let id = format!("table:{}:{}:{index}:{STAYED}:{}", host.id, host.seq, account.0);
        let (from, to, amount) = (table, LedgerAccount::Bank, stack - paid);
        outputs.unit.transfers.push(Transfer { id, from, to, amount, at_ms: now.0 });
    }
    paid
}
