//! Wallets and tickets while the room runs: balances in memory, and holds on what is on its way to a
//! table or tournament. What is durable is the ledger in the store; a hold is not, and ends with the process.

use crate::ids::AccountId;
use cardroom_planted::{Fault, is_planted};
use cardroom_rules::Chips;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;

/// The wallets.
#[derive(Clone, Debug, Default)]
pub struct Cashier {
    wallets: Arc<Mutex<HashMap<AccountId, Wallet>>>,
}

#[derive(Clone, Debug, Default)]
struct Wallet {
    /// What the ledger says.
    balance: Chips,
    /// The part of it that is held.
    held: Chips,
    /// Those that are not held.
    tickets: Vec<Ticket>,
}

/// An entry into a tournament, won in another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket {
    /// The id of the structure it is for.
    pub structure: String,
    /// What it was won for: what an entry cost with everything.
    pub worth: Chips,
}

/// The wallet does not hold as much.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the wallet holds {available}")]
pub struct InsufficientFunds {
    /// What it holds, without what is on its way already.
    pub available: Chips,
}

/// Chips of one wallet, and maybe a ticket, that nobody else can spend. Dropping it gives them back.
#[derive(Debug)]
pub struct Hold {
    cashier: Cashier,
    account: AccountId,
    amount: Chips,
    ticket: Option<Ticket>,
    settled: bool,
}

impl Cashier {
    /// The wallets as the ledger has them.
    pub fn load(balances: impl IntoIterator<Item = (AccountId, Chips)>) -> Self {
        let wallets = balances.into_iter();
        let wallets =
            wallets.map(|(account, balance)| (account, Wallet { balance, ..Wallet::default() }));
        Self { wallets: Arc::new(Mutex::new(wallets.collect())) }
    }

    /// With tickets as the ledger has them.
    #[must_use]
    pub fn with_tickets(self, tickets: impl IntoIterator<Item = (AccountId, Ticket)>) -> Self {
        for (account, ticket) in tickets {
            self.give_ticket(account, ticket);
        }
        self
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
        Ok(Hold { cashier: self.clone(), account, amount, ticket: None, settled: false })
    }

    /// Holds what an entry into a tournament costs: a ticket for it where there is one, the most
    /// valuable of several, and chips for what that does not pay.
    ///
    /// # Errors
    /// The wallet does not hold as much.
    pub fn hold_entry(
        &self,
        account: AccountId,
        structure: &str,
        price: Chips,
    ) -> Result<Hold, InsufficientFunds> {
        let ticket = {
            let mut wallets = self.wallets.lock();
            let tickets = &mut wallets.entry(account).or_default().tickets;
            let fits = tickets.iter().enumerate().filter(|(_, one)| one.structure == structure);
            let best = fits.max_by_key(|(_, one)| one.worth).map(|(index, _)| index);
            best.map(|index| tickets.remove(index))
        };
        let worth = ticket.as_ref().map_or(Chips::ZERO, |ticket| ticket.worth);
        match self.hold(account, price.saturating_sub(worth)) {
            Ok(mut hold) => {
                hold.ticket = ticket;
                Ok(hold)
            }
            Err(error) => {
                if let Some(ticket) = ticket {
                    self.give_ticket(account, ticket);
                }
                Err(error)
            }
        }
    }

    /// The tickets of an account that are not on their way into a tournament, in order.
    #[must_use]
    pub fn tickets(&self, account: AccountId) -> Vec<Ticket> {
        let wallets = self.wallets.lock();
        let mut tickets = wallets.get(&account).map_or_else(Vec::new, |one| one.tickets.clone());
        tickets.sort_unstable();
        tickets
    }

    /// An account has a ticket, and the ledger has it.
    pub fn give_ticket(&self, account: AccountId, ticket: Ticket) {
        self.wallets.lock().entry(account).or_default().tickets.push(ticket);
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

    /// The ticket that pays, where one does.
    #[must_use]
    pub fn ticket(&self) -> Option<&Ticket> {
        self.ticket.as_ref()
    }

    /// What is held has left the wallet, and the ledger has it.
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
        if !self.settled && !is_planted(Fault::HoldKept) {
            let mut wallets = self.cashier.wallets.lock();
            let wallet = wallets.entry(self.account).or_default();
            wallet.held -= self.amount;
            wallet.tickets.extend(self.ticket.take());
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

    #[test]
    fn a_ticket_pays_before_the_wallet_does_and_is_there_again_when_nothing_comes_of_it() {
        let ticket = |worth| Ticket { structure: "sunday".to_owned(), worth: Chips(worth) };
        let cashier = Cashier::load([(ANN, Chips(100))])
            .with_tickets([(ANN, ticket(500)), (ANN, ticket(550))]);
        let other = cashier.hold_entry(ANN, "monday", Chips(550)).unwrap_err();
        assert_eq!(other, InsufficientFunds { available: Chips(100) }, "it is for another one");
        let hold = cashier.hold_entry(ANN, "sunday", Chips(550)).unwrap();
        assert_eq!((hold.ticket(), hold.amount()), (Some(&ticket(550)), Chips::ZERO));
        assert_eq!(cashier.tickets(ANN), [ticket(500)]);
        drop(hold);
        assert_eq!(cashier.tickets(ANN), [ticket(500), ticket(550)]);
        cashier.hold_entry(ANN, "sunday", Chips(550)).unwrap().settle();
        assert!(cashier.hold_entry(ANN, "sunday", Chips(601)).is_err(), "101 are missing");
        assert_eq!(cashier.tickets(ANN), [ticket(500)]);
        cashier.hold_entry(ANN, "sunday", Chips(550)).unwrap().settle();
        assert_eq!((cashier.available(ANN), cashier.tickets(ANN)), (Chips(50), Vec::new()));
    }
}
