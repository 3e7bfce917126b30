//! The chips of a table as money. They come from wallets and return there, except for guests'
//! chips, which stay. A private table has chips of its own: the bank issues a buy-in and takes in a
//! cash-out, and the ledger of the night says whose they were.

use super::{After, Outputs, TableCore};
use crate::backing::Backing;
use crate::night::{Night, purpose};
use cardroom_engine::Table;
use cardroom_record::ids::{AccountId, TableId};
use cardroom_record::tenure::Tenure;
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
    /// Sets the age below which the chips of an account have no value outside of the table.
    pub(super) fn holding_chips_for(self, hold: Option<Millis>) -> Self {
        Self { backing: hold.map(Backing::new), ..self }
    }

    /// Notes that chips go back to the player who brought them.
    pub(super) fn returns(&mut self, account: AccountId, amount: Chips) {
        self.change(|backing| backing.returns(account, amount));
    }

    /// Notes that a guest has become an account.
    pub(super) fn upgraded(&mut self, account: AccountId) {
        self.change(|backing| backing.upgraded(account));
    }

    /// Adds the transfer of chips that an account brings.
    pub(super) fn bring(
        &mut self,
        at: At,
        what: &str,
        (account, tenure): (AccountId, Tenure),
        amount: Chips,
        outputs: &mut Outputs,
    ) {
        let table = LedgerAccount::Table(at.table);
        if at.has_own_chips {
            let purpose = format!("{what}:{}", account.0);
            return at.transfer(&purpose, (LedgerAccount::Bank, table), amount, outputs);
        }
        self.change(|backing| backing.brings(at.now, account, tenure, amount));
        at.transfer("", (LedgerAccount::Wallet(account), table), amount, outputs);
    }

    /// Pays out a player who has left with a stack. Returns the part that left the table with the
    /// player. The rest goes back to the bank.
    pub(super) fn pay_out(
        &mut self,
        at: At,
        account: AccountId,
        stack: Chips,
        table: &Table,
        outputs: &mut Outputs,
    ) -> Chips {
        let others = table.chips_before_hand();
        let others = others.map(|(player, chips)| (AccountId(player.0), chips));
        let mut paid = stack;
        self.change(|backing| paid = backing.leaves(account, stack, others));
        if !paid.is_zero() {
            at.give_back(purpose::OUT, account, paid, outputs);
        }
        if paid < stack {
            let stayed = format!("{}:{}", purpose::STAYED, account.0);
            let places = (LedgerAccount::Table(at.table), LedgerAccount::Bank);
            at.transfer(&stayed, places, stack - paid, outputs);
        }
        paid
    }

    /// Counts all stacks as brought, after a restart.
    pub(super) fn count_as_brought(
        &mut self,
        now: Millis,
        stacks: impl Iterator<Item = (AccountId, Tenure, Chips)>,
    ) {
        self.change(|backing| backing.reset(now, stacks));
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

/// The event that moves chips: its time, and its place in the step of a table.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) now: Millis,
    pub(super) index: usize,
    pub(super) table: TableId,
    pub(super) seq: u64,
    /// The table's bank issues its chips, and no wallet does.
    pub(super) has_own_chips: bool,
}

impl At {
    /// Adds a transfer of chips to the unit. Its id ends with the purpose, unless that is empty.
    pub(super) fn transfer(
        self,
        purpose: &str,
        (from, to): (LedgerAccount, LedgerAccount),
        amount: Chips,
        outputs: &mut Outputs,
    ) {
        let mut id = format!("table:{}:{}:{}", self.table, self.seq, self.index);
        if !purpose.is_empty() {
            id.push(':');
            id.push_str(purpose);
        }
        outputs.unit.transfers.push(Transfer { id, from, to, amount, at_ms: self.now.0 });
    }

    /// Adds the transfer of chips that go back to an account.
    pub(super) fn give_back(
        self,
        what: &str,
        account: AccountId,
        amount: Chips,
        outputs: &mut Outputs,
    ) {
        let table = LedgerAccount::Table(self.table);
        if self.has_own_chips {
            let purpose = format!("{what}:{}", account.0);
            return self.transfer(&purpose, (table, LedgerAccount::Bank), amount, outputs);
        }
        self.transfer("", (table, LedgerAccount::Wallet(account)), amount, outputs);
        outputs.after.push(After::Credit(account));
    }
}
