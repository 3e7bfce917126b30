//! The chips of a table as money. They come from wallets and return there, except for guests'
//! chips, which stay. A private table has chips of its own: the bank issues a buy-in and takes in a
//! cash-out, and the ledger of the night says whose they were.

use super::{After, Outputs, TableCore};
use crate::backing::Backing;
use crate::night::{Night, purpose};
use cardroom_record::ids::AccountId;
use cardroom_record::{LedgerAccount, Transfer};
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

/// The event that moves chips: its time, and its place in the step.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) now: Millis,
    pub(super) index: usize,
}

/// Adds the transfer of chips that an account brings.
pub(super) fn bring(
    core: &mut TableCore,
    at: At,
    what: &str,
    account: AccountId,
    amount: Chips,
    outputs: &mut Outputs,
) {
    let table = LedgerAccount::Table(core.id);
    if core.description.has_own_chips() {
        let purpose = format!("{what}:{}", account.0);
        return transfer(core, at, &purpose, (LedgerAccount::Bank, table), amount, outputs);
    }
    let tenure = core.audience.tenure(account);
    core.money.change(|backing| backing.brings(at.now, account, tenure, amount));
    transfer(core, at, "", (LedgerAccount::Wallet(account), table), amount, outputs);
}

/// Adds the transfer of chips that go back to an account.
pub(super) fn give_back(
    core: &TableCore,
    at: At,
    what: &str,
    account: AccountId,
    amount: Chips,
    outputs: &mut Outputs,
) {
    let table = LedgerAccount::Table(core.id);
    if core.description.has_own_chips() {
        let purpose = format!("{what}:{}", account.0);
        return transfer(core, at, &purpose, (table, LedgerAccount::Bank), amount, outputs);
    }
    transfer(core, at, "", (table, LedgerAccount::Wallet(account)), amount, outputs);
    outputs.after.push(After::Credit(account));
}

/// Pays out a player who has left with a stack. Returns the part that left the table with the
/// player. The rest goes back to the bank.
pub(super) fn pay_out(
    core: &mut TableCore,
    at: At,
    account: AccountId,
    stack: Chips,
    outputs: &mut Outputs,
) -> Chips {
    let others = core.table.chips_before_hand();
    let others = others.map(|(player, chips)| (AccountId(player.0), chips));
    let mut paid = stack;
    core.money.change(|backing| paid = backing.leaves(account, stack, others));
    if !paid.is_zero() {
        give_back(core, at, purpose::OUT, account, paid, outputs);
    }
    if paid < stack {
        let stayed = format!("{}:{}", purpose::STAYED, account.0);
        let places = (LedgerAccount::Table(core.id), LedgerAccount::Bank);
        transfer(core, at, &stayed, places, stack - paid, outputs);
    }
    paid
}

/// Adds a transfer of chips to the unit. Its id ends with the purpose, unless that is empty.
pub(super) fn transfer(
    core: &TableCore,
    At { now, index }: At,
    purpose: &str,
    (from, to): (LedgerAccount, LedgerAccount),
    amount: Chips,
    outputs: &mut Outputs,
) {
    let mut id = format!("table:{}:{}:{index}", core.id, core.seq);
    if !purpose.is_empty() {
        id.push(':');
        id.push_str(purpose);
    }
    outputs.unit.transfers.push(Transfer { id, from, to, amount, at_ms: now.0 });
}
