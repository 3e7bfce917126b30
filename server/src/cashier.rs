//! Wallets while the room runs: balances in memory, and holds on chips that are on their way to a
//! table. What is durable is the ledger in the store; a hold is not, and ends with the process.

use crate::ids::AccountId;
use cardroom_rules::Chips;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;

/// The wallets.
#[derive(Clone, Debug, Default)]
pub struct Cashier {
    wallets: Arc<Mutex<HashMap<AccountId, Wallet>>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Wallet {
    /// What the ledger says.
    balance: Chips,
    /// The part of it that is held.
    held: Chips,
}

/// The wallet does not hold as much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the wallet holds {available}")]
pub struct InsufficientFunds {
    /// What it holds, without what is on its way already.
    pub available: Chips,
}

/// Chips of one wallet that nobody else can spend. Dropping it gives them back.
#[derive(Debug)]
pub struct Hold {
    cashier: Cashier,
    account: AccountId,
    amount: Chips,
    settled: bool,
}

impl Cashier {
    /// The wallets as the ledger has them.
    pub fn load(balances: impl IntoIterator<Item = (AccountId, Chips)>) -> Self {
        let wallets = balances.into_iter();
        let wallets =
            wallets.map(|(account, balance)| (account, Wallet { balance, held: Chips::ZERO }));
        Self { wallets: Arc::new(Mutex::new(wallets.collect())) }
    }

    /// What an account can spend.
    #[must_use]
    pub fn available(&self, account: AccountId) -> Chips {
        self.wallets.lock().get(&account).map_or(Chips::ZERO, |wallet| wallet.balance - wallet.held)
    }

    /// Holds chips for a table.
    ///
    /// # Errors
    /// The wallet does not hold as much.
    pub fn hold(&self, account: AccountId, amount: Chips) -> Result<Hold, InsufficientFunds> {
        let mut wallets = self.wallets.lock();
        let wallet = wallets.entry(account).or_default();
        let available = wallet.balance - wallet.held;
        if amount > available {
            return Err(InsufficientFunds { available });
        }
        wallet.held += amount;
        Ok(Hold { cashier: self.clone(), account, amount, settled: false })
    }

    /// Chips came to a wallet, and the ledger has it.
    pub fn credit(&self, account: AccountId, amount: Chips) {
        self.wallets.lock().entry(account).or_default().balance += amount;
    }
}

impl Hold {
    /// Whose.
    #[must_use]
    pub fn account(&self) -> AccountId {
        self.account
    }

    /// How much.
    #[must_use]
    pub fn amount(&self) -> Chips {
        self.amount
    }

    /// The chips have left the wallet, and the ledger has it.
    pub fn settle(mut self) {
        let mut wallets = self.cashier.wallets.lock();
        let wallet = wallets.entry(self.account).or_default();
        wallet.held -= self.amount;
        wallet.balance -= self.amount;
        drop(wallets);
        self.settled = true;
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if !self.settled {
            let mut wallets = self.cashier.wallets.lock();
            wallets.entry(self.account).or_default().held -= self.amount;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: AccountId = AccountId(1);

    #[test]
    fn two_buy_ins_at_once_cannot_spend_the_same_chips() {
        let cashier = Cashier::load([(ANN, Chips(100))]);
        let first = cashier.hold(ANN, Chips(70)).unwrap();
        assert_eq!(
            cashier.hold(ANN, Chips(70)).unwrap_err(),
            InsufficientFunds { available: Chips(30) }
        );
        drop(first);
        assert_eq!(cashier.available(ANN), Chips(100));
        cashier.hold(ANN, Chips(100)).unwrap().settle();
        assert_eq!(cashier.available(ANN), Chips::ZERO);
        cashier.credit(ANN, Chips(5));
        assert_eq!(cashier.available(ANN), Chips(5));
    }
}
