//! Wallets and tickets while the room runs. What is durable is the ledger in the store; at hand is
//! the wallet of whoever needs it now, and holds on what is on its way to a table or tournament. A
//! hold is not durable, and ends with the process.
//!
//! A wallet is at hand while somebody has a [`Purse`] of it. It is read between two commits, and
//! what later commits bring is added by the one task that commits ([`crate::journal`]): nothing
//! is missed and nothing counted twice. What leaves a wallet was held before, so that it was at
//! hand all the time.

use crate::ids::AccountId;
use crate::store::{LedgerAccount, Transfer};
use cardroom_planted::{Fault, is_planted};
use cardroom_rules::Chips;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;

/// The wallets that are at hand.
#[derive(Clone, Debug, Default)]
pub struct Cashier {
    wallets: Arc<Mutex<HashMap<AccountId, Wallet>>>,
}

#[derive(Debug, Default)]
struct Wallet {
    /// What the ledger says.
    funds: Funds,
    /// The part of its chips that is held.
    held: Chips,
    /// How many purses there are of it.
    purses: u32,
}

/// What an account has, apart from what is on tables and in tournaments.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Funds {
    /// The chips in its wallet.
    pub chips: Chips,
    /// Its tickets, each by itself. In a wallet: those that are not held.
    pub tickets: Vec<Ticket>,
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

/// Keeps the wallet of an account at hand while it lives, and is the way to spend from it.
#[derive(Debug)]
pub struct Purse {
    cashier: Cashier,
    account: AccountId,
}

/// Chips of one wallet, and maybe a ticket, that nobody else can spend. Dropping
/// it gives them back.
#[derive(Debug)]
pub struct Hold {
    purse: Purse,
    amount: Chips,
    ticket: Option<Ticket>,
    settled: bool,
}

impl Cashier {
    /// With wallets that stay at hand, for who deals without a store.
    pub fn load(balances: impl IntoIterator<Item = (AccountId, Chips)>) -> Self {
        let cashier = Self::default();
        for (account, chips) in balances {
            let purse = cashier.open(account, Funds { chips, tickets: Vec::new() });
            // Never given back.
            std::mem::forget(purse);
        }
        cashier
    }

    /// A wallet comes to hand with what the ledger has. Where it is at hand already, that stands.
    #[must_use]
    pub fn open(&self, account: AccountId, funds: Funds) -> Purse {
        let mut wallets = self.wallets.lock();
        let new = || Wallet { funds, ..Wallet::default() };
        wallets.entry(account).or_insert_with(new).purses += 1;
        Purse { cashier: self.clone(), account }
    }

    /// Another purse of a wallet; `None` where it is not at hand.
    #[must_use]
    pub fn purse(&self, account: AccountId) -> Option<Purse> {
        self.wallets.lock().get_mut(&account)?.purses += 1;
        Some(Purse { cashier: self.clone(), account })
    }

    /// What an account can spend; `None` where its wallet is not at hand.
    #[must_use]
    pub fn available(&self, account: AccountId) -> Option<Chips> {
        self.wallets.lock().get(&account).map(Wallet::available)
    }

    /// The tickets of an account that are not on their way into a tournament, in order; `None`
    /// where its wallet is not at hand.
    #[must_use]
    pub fn tickets(&self, account: AccountId) -> Option<Vec<Ticket>> {
        self.wallets.lock().get(&account).map(Wallet::tickets)
    }

    /// How many wallets are at hand.
    #[must_use]
    pub fn at_hand(&self) -> usize {
        self.wallets.lock().len()
    }

    /// The ledger has these transfers of one unit. What they bring is in the wallets that are at
    /// hand from here on; what they take was held, and leaves when its [`Hold`] is settled.
    pub(crate) fn enter_in(&self, transfers: &[Transfer]) {
        // A ticket may come back in parts: from the fee, and from the pool.
        let mut tickets: Vec<(AccountId, Ticket, Chips)> = Vec::new();
        for transfer in transfers {
            match &transfer.to {
                LedgerAccount::Wallet(account) => {
                    let times = if is_planted(Fault::CreditedTwice) { 2 } else { 1 };
                    self.bring(*account, |funds| funds.chips += Chips(transfer.amount.0 * times));
                }
                LedgerAccount::Tickets { owner, worth, structure } => {
                    let ticket = Ticket { structure: structure.clone(), worth: *worth };
                    let known =
                        tickets.iter_mut().find(|(who, which, _)| who == owner && *which == ticket);
                    match known {
                        Some((.., sum)) => *sum += transfer.amount,
                        None => tickets.push((*owner, ticket, transfer.amount)),
                    }
                }
                LedgerAccount::Bank
                | LedgerAccount::Table(_)
                | LedgerAccount::Tournament(_)
                | LedgerAccount::House(_) => {}
            }
        }
        for (owner, ticket, sum) in tickets {
            let count = usize::try_from(sum.0 / ticket.worth.0).unwrap_or_default();
            self.bring(owner, |funds| funds.tickets.extend(std::iter::repeat_n(ticket, count)));
        }
    }

    fn bring(&self, account: AccountId, what: impl FnOnce(&mut Funds)) {
        if let Some(wallet) = self.wallets.lock().get_mut(&account) {
            what(&mut wallet.funds);
        }
    }
}

impl Wallet {
    fn available(&self) -> Chips {
        self.funds.chips - self.held
    }

    fn tickets(&self) -> Vec<Ticket> {
        let mut tickets = self.funds.tickets.clone();
        tickets.sort_unstable();
        tickets
    }

    /// # Errors
    /// It does not hold as much.
    fn hold(&mut self, amount: Chips) -> Result<(), InsufficientFunds> {
        let available = self.available();
        if amount > available {
            return Err(InsufficientFunds { available });
        }
        self.held += amount;
        Ok(())
    }
}

impl Purse {
    #[must_use]
    pub fn account(&self) -> AccountId {
        self.account
    }

    /// What its owner can spend.
    #[must_use]
    pub fn available(&self) -> Chips {
        self.wallet(|wallet| wallet.available())
    }

    /// The chips in the wallet, held ones too.
    #[must_use]
    pub fn chips(&self) -> Chips {
        self.wallet(|wallet| wallet.funds.chips)
    }

    /// The tickets that are not on their way into a tournament, in order.
    #[must_use]
    pub fn tickets(&self) -> Vec<Ticket> {
        self.wallet(|wallet| wallet.tickets())
    }

    /// Everything its owner has: held chips and tickets count too.
    #[must_use]
    pub fn worth(&self) -> Chips {
        self.wallet(|wallet| {
            let tickets = wallet.funds.tickets.iter().map(|ticket| ticket.worth);
            wallet.funds.chips + tickets.sum::<Chips>()
        })
    }

    /// Holds chips for a table.
    ///
    /// # Errors
    /// The wallet does not hold as much.
    pub fn hold(&self, amount: Chips) -> Result<Hold, InsufficientFunds> {
        self.wallet(|wallet| wallet.hold(amount))?;
        Ok(Hold { purse: self.clone(), amount, ticket: None, settled: false })
    }

    /// Holds what an entry into a tournament costs: a ticket for it where there is one, the most
    /// valuable of several, and chips for what that does not pay.
    ///
    /// # Errors
    /// The wallet does not hold as much.
    pub fn hold_entry(&self, structure: &str, price: Chips) -> Result<Hold, InsufficientFunds> {
        let (ticket, amount) = self.wallet(|wallet| {
            let tickets = wallet.funds.tickets.iter().enumerate();
            let fits = tickets.filter(|(_, one)| one.structure == structure);
            let best = fits.max_by_key(|(_, one)| one.worth).map(|(index, one)| (index, one.worth));
            let amount = price.saturating_sub(best.map_or(Chips::ZERO, |(_, worth)| worth));
            wallet.hold(amount)?;
            Ok((best.map(|(index, _)| wallet.funds.tickets.remove(index)), amount))
        })?;
        Ok(Hold { purse: self.clone(), amount, ticket, settled: false })
    }

    fn wallet<T>(&self, look: impl FnOnce(&mut Wallet) -> T) -> T {
        // It is there: this purse is of it.
        look(self.cashier.wallets.lock().entry(self.account).or_default())
    }
}

impl Clone for Purse {
    fn clone(&self) -> Self {
        self.wallet(|wallet| wallet.purses += 1);
        Self { cashier: self.cashier.clone(), account: self.account }
    }
}

impl Drop for Purse {
    fn drop(&mut self) {
        let mut wallets = self.cashier.wallets.lock();
        if let Some(wallet) = wallets.get_mut(&self.account) {
            wallet.purses -= 1;
            if wallet.purses == 0 {
                wallets.remove(&self.account);
            }
        }
    }
}

impl Hold {
    #[must_use]
    pub fn account(&self) -> AccountId {
        self.purse.account
    }

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
        self.purse.wallet(|wallet| {
            wallet.held -= self.amount;
            wallet.funds.chips -= self.amount;
        });
        self.settled = true;
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        if !self.settled && !is_planted(Fault::HoldKept) {
            self.purse.wallet(|wallet| {
                wallet.held -= self.amount;
                wallet.funds.tickets.extend(self.ticket.take());
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: AccountId = AccountId(1);

    fn ticket(worth: u64) -> Ticket {
        Ticket { structure: "sunday".to_owned(), worth: Chips(worth) }
    }

    fn to(to: LedgerAccount, amount: u64) -> Transfer {
        let (id, from) = ("one".to_owned(), LedgerAccount::Bank);
        Transfer { id, from, to, amount: Chips(amount), at_ms: 1 }
    }

    fn tickets(worth: u64) -> LedgerAccount {
        LedgerAccount::Tickets { owner: ANN, worth: Chips(worth), structure: "sunday".to_owned() }
    }

    #[test]
    fn two_buy_ins_at_once_cannot_spend_the_same_chips() {
        let cashier = Cashier::default();
        let purse = cashier.open(ANN, Funds { chips: Chips(100), ..Funds::default() });
        let first = purse.hold(Chips(70)).unwrap();
        assert_eq!(purse.hold(Chips(70)).unwrap_err(), InsufficientFunds { available: Chips(30) });
        drop(first);
        assert_eq!(purse.available(), Chips(100));
        purse.hold(Chips(100)).unwrap().settle();
        assert_eq!(purse.available(), Chips::ZERO);
        cashier.enter_in(&[to(LedgerAccount::Wallet(ANN), 5)]);
        assert_eq!(purse.available(), Chips(5));
    }

    #[test]
    fn a_ticket_pays_before_the_wallet_does_and_is_there_again_when_nothing_comes_of_it() {
        let cashier = Cashier::default();
        let tickets = vec![ticket(500), ticket(550)];
        let purse = cashier.open(ANN, Funds { chips: Chips(100), tickets });
        let other = purse.hold_entry("monday", Chips(550)).unwrap_err();
        assert_eq!(other, InsufficientFunds { available: Chips(100) }, "it is for another one");
        let hold = purse.hold_entry("sunday", Chips(550)).unwrap();
        assert_eq!((hold.ticket(), hold.amount()), (Some(&ticket(550)), Chips::ZERO));
        assert_eq!(purse.tickets(), [ticket(500)]);
        drop(hold);
        assert_eq!(purse.tickets(), [ticket(500), ticket(550)]);
        purse.hold_entry("sunday", Chips(550)).unwrap().settle();
        assert!(purse.hold_entry("sunday", Chips(601)).is_err(), "101 are missing");
        assert_eq!(purse.tickets(), [ticket(500)]);
        purse.hold_entry("sunday", Chips(550)).unwrap().settle();
        assert_eq!((purse.available(), purse.tickets()), (Chips(50), Vec::new()));
    }

    #[test]
    fn a_wallet_is_at_hand_while_somebody_has_a_purse_of_it_or_holds_from_it() {
        let cashier = Cashier::default();
        assert_eq!((cashier.available(ANN), cashier.purse(ANN).is_some()), (None, false));
        let first = cashier.open(ANN, Funds { chips: Chips(100), ..Funds::default() });
        let second = cashier.purse(ANN).unwrap();
        let again = cashier.open(ANN, Funds { chips: Chips(7), ..Funds::default() });
        assert_eq!(again.available(), Chips(100), "what is at hand stands");
        let hold = first.hold(Chips(60)).unwrap();
        drop((first, second, again));
        assert_eq!(cashier.available(ANN), Some(Chips(40)));
        hold.settle();
        assert_eq!((cashier.available(ANN), cashier.at_hand()), (None, 0));
        // Nobody waits for what comes now: it is in the ledger.
        cashier.enter_in(&[to(LedgerAccount::Wallet(ANN), 5)]);
        assert_eq!(cashier.at_hand(), 0);
    }

    #[test]
    fn a_ticket_that_comes_back_in_parts_is_one_ticket() {
        let cashier = Cashier::default();
        let purse = cashier.open(ANN, Funds::default());
        cashier.enter_in(&[to(tickets(550), 50), to(tickets(500), 1_000), to(tickets(550), 500)]);
        assert_eq!(purse.tickets(), [ticket(500), ticket(500), ticket(550)]);
        assert_eq!(cashier.tickets(ANN), Some(purse.tickets()));
    }
}
