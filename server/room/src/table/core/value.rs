//! The chips of a table as money: transfers to and from wallets, and guests' chips, which stay.

use super::{Outputs, TableCore};
use crate::ids::AccountId;
use crate::night::{Night, STAYED};
use crate::store::{LedgerAccount, Transfer};
use crate::table::backing::Backing;
use cardroom_rules::{Chips, Millis};

/// The chips of a table as money.
#[derive(Debug, Default)]
pub(super) struct Money {
    /// The ledger of the night as it is stored, at a private table.
    night: Option<Night>,
    /// The chips with value outside of the table; `None` if all chips have value.
    backing: Option<Backing>,
    /// The backing before the step that is not stored yet; `None` if the step left it alone.
    before: Option<Backing>,
}

impl Money {
    /// Returns the chips that the host gave to an account and has not taken back.
    pub(super) fn given_to(&self, account: AccountId) -> Chips {
        self.night.as_ref().map_or(Chips::ZERO, |night| night.given_to(account))
    }

    /// Notes that the host takes back chips that the host gave to an account.
    pub(super) fn takes_back(&mut self, account: AccountId, amount: Chips) {
        self.change(|backing| backing.takes_back(account, amount));
    }

    /// Notes that chips go back to the player who brought them.
    pub(super) fn returns(&mut self, account: AccountId, amount: Chips) {
        self.change(|backing| backing.returns(account, amount));
    }

    /// Notes that a guest has become an account.
    pub(super) fn upgraded(&mut self, account: AccountId) {
        self.change(|backing| backing.upgraded(account));
    }

    fn change(&mut self, change: impl FnOnce(&mut Backing)) {
        let Some(backing) = &mut self.backing else { return };
        if self.before.is_none() {
            self.before = Some(backing.clone());
        }
        change(backing);
    }

    /// Begins a step, which [`roll_back`](Self::roll_back) undoes.
    pub(super) fn checkpoint(&mut self) {
        self.before = None;
    }

    /// Undoes the step that could not be stored.
    pub(super) fn roll_back(&mut self) {
        if let Some(before) = self.before.take() {
            self.backing = Some(before);
        }
    }
}

impl TableCore {
    /// Sets the age below which an account counts as new. The chips of guests and new accounts have
    /// no value outside of the table.
    #[must_use]
    pub fn holding_chips_for(self, hold: Option<Millis>) -> Self {
        Self { money: Money { backing: hold.map(Backing::new), ..self.money }, ..self }
    }

    /// Sets the ledger of the night, from the transfers so far.
    #[must_use]
    pub fn with_night(self, night: Night) -> Self {
        Self { money: Money { night: Some(night), ..self.money }, ..self }
    }

    /// Returns the ledger of the night as it is stored; `None` if the table keeps none.
    #[must_use]
    pub fn night(&self) -> Option<Night> {
        let mut night = self.money.night.clone()?;
        let stacks = self.table.chips_before_hand();
        night.count(stacks.map(|(player, chips)| (AccountId(player.0), chips)));
        Some(night)
    }

    /// Adds stored transfers to the ledger of the night.
    pub fn note_stored(&mut self, transfers: &[Transfer]) {
        if let Some(night) = &mut self.money.night {
            transfers.iter().for_each(|transfer| night.note(transfer));
        }
    }
}

/// Counts all stacks as brought, after a restart.
pub(super) fn count_stacks_as_brought(core: &mut TableCore, now: Millis) {
    let stacks = core
        .table
        .chips_before_hand()
        .map(|(player, chips)| (AccountId(player.0), chips))
        .map(|(account, chips)| (account, core.audience.tenure(account), chips));
    core.money.change(|backing| backing.reset(now, stacks));
}

/// Notes that a player brings chips.
pub(super) fn brings(core: &mut TableCore, now: Millis, account: AccountId, amount: Chips) {
    let tenure = core.audience.tenure(account);
    core.money.change(|backing| backing.brings(now, account, tenure, amount));
}

/// Notes that the host of a private table gives chips to a player.
pub(super) fn is_given(core: &mut TableCore, now: Millis, account: AccountId, amount: Chips) {
    let Some(giver) = &core.description.hosted_by else { return };
    core.money.change(|backing| backing.gives(now, giver.tenure, account, amount));
}

/// Pays out a player who has left with a stack. Returns the part that goes to the wallet. The
/// rest goes back to the bank.
pub(super) fn pay_out(
    core: &mut TableCore,
    now: Millis,
    index: usize,
    account: AccountId,
    stack: Chips,
    outputs: &mut Outputs,
) -> Chips {
    let others = core.table.chips_before_hand();
    let others = others.map(|(player, chips)| (AccountId(player.0), chips));
    let mut paid = stack;
    core.money.change(|backing| paid = backing.leaves(account, stack, others));
    let table = LedgerAccount::Table(core.id);
    if !paid.is_zero() {
        let wallet = LedgerAccount::Wallet(account);
        transfer(core, now, index, table.clone(), wallet, paid, outputs);
    }
    if paid < stack {
        let id = format!("table:{}:{}:{index}:{STAYED}:{}", core.id, core.seq, account.0);
        let (from, to, amount) = (table, LedgerAccount::Bank, stack - paid);
        outputs.unit.transfers.push(Transfer { id, from, to, amount, at_ms: now.0 });
    }
    paid
}

/// Adds a transfer of chips to the unit.
pub(super) fn transfer(
    core: &TableCore,
    now: Millis,
    index: usize,
    from: LedgerAccount,
    to: LedgerAccount,
    amount: Chips,
    outputs: &mut Outputs,
) {
    let id = format!("table:{}:{}:{index}", core.id, core.seq);
    outputs.unit.transfers.push(Transfer { id, from, to, amount, at_ms: now.0 });
}

/// Adds a transfer whose id contains its purpose, at a table that keeps a ledger of the night.
pub(super) fn transfer_for(
    core: &TableCore,
    now: Millis,
    index: usize,
    purpose: &str,
    (from, to): (LedgerAccount, LedgerAccount),
    amount: Chips,
    outputs: &mut Outputs,
) {
    transfer(core, now, index, from, to, amount, outputs);
    if let Some(transfer) = outputs.unit.transfers.last_mut()
        && core.money.night.is_some()
        && !purpose.is_empty()
    {
        transfer.id = format!("{}:{purpose}", transfer.id);
    }
}
