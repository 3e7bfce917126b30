//! Wallets and tickets while the room runs. The ledger in the store is durable. The cashier keeps
//! in memory the wallets that are in use, and holds on chips that are on their way to a table or
//! tournament. A hold is not durable, and ends with the process.
//!
//! A wallet stays in memory while a [`Purse`] of it exists. It is read between two commits, and the
//! one task that commits adds the transfers of later commits ([`crate::journal`]). So nothing is
//! missed and nothing counted twice. Chips that leave a wallet were held before, so the wallet was
//! in memory all along.

use crate::ids::AccountId;
use crate::store::{Funds, Held, HeldPrice, LedgerAccount, Ticket, Transfer};
use cardroom_planted::{Fault, is_planted};
use cardroom_rules::Chips;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// The wallets in memory. Cheap to clone; every purse has a clone of it.
#[derive(Clone, Debug, Default)]
pub struct Cashier(Arc<Till>);

#[derive(Default)]
struct Till {
    wallets: Mutex<HashMap<AccountId, Wallet>>,
    /// Tells a player a balance that has grown because a hold ended.
    teller: OnceLock<Tell>,
}

type Tell = Box<dyn Fn(&Cashier, AccountId) + Send + Sync>;

impl fmt::Debug for Till {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Till").field("wallets", &self.wallets).finish_non_exhaustive()
    }
}

#[derive(Debug, Default)]
struct Wallet {
    /// The funds according to the ledger.
    funds: Funds,
    /// The part of its chips that is held.
    held: Chips,
    /// How many purses of it exist.
    purses: u32,
    /// The last balance that the player got was without held chips.
    told_without_held: bool,
}

/// The wallet holds too few chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the wallet holds {available}")]
pub struct InsufficientFunds {
    /// The chips that are not already held.
    pub available: Chips,
}

/// Access to the wallet of an account. It keeps the wallet in memory while it lives.
#[derive(Debug)]
pub struct Purse {
    cashier: Cashier,
    account: AccountId,
}

/// Chips of one wallet, and perhaps a ticket, that nothing else can spend. Dropping it returns
/// them to the wallet.
#[derive(Debug)]
pub struct Hold {
    purse: Purse,
    amount: Chips,
    ticket: Option<Ticket>,
    settled: bool,
}

impl Cashier {
    /// Creates a cashier whose wallets stay in memory, for use without a store.
    pub fn load(balances: impl IntoIterator<Item = (AccountId, Chips)>) -> Self {
        let cashier = Self::default();
        for (account, chips) in balances {
            let purse = cashier.open(account, Funds { chips, tickets: Vec::new() });
            // The wallet must stay in memory, so its purse is never dropped.
            std::mem::forget(purse);
        }
        cashier
    }

    /// Loads a wallet with the funds of the ledger. Funds already in memory take precedence.
    #[must_use]
    pub fn open(&self, account: AccountId, funds: Funds) -> Purse {
        let mut wallets = self.0.wallets.lock();
        let new = || Wallet { funds, ..Wallet::default() };
        wallets.entry(account).or_insert_with(new).purses += 1;
        Purse { cashier: self.clone(), account }
    }

    /// Returns another purse of a wallet; `None` if it is not in memory.
    #[must_use]
    pub fn purse(&self, account: AccountId) -> Option<Purse> {
        self.0.wallets.lock().get_mut(&account)?.purses += 1;
        Some(Purse { cashier: self.clone(), account })
    }

    /// Sets how players learn of a balance that has grown because a hold ended. The first call
    /// counts.
    pub(crate) fn on_release(&self, tell: impl Fn(&Self, AccountId) + Send + Sync + 'static) {
        let _ = self.0.teller.set(Box::new(tell));
    }

    /// Returns the chips that an account can spend, to tell its player; `None` if its wallet is not
    /// in memory. If held chips come back, the player gets the balance again.
    pub(crate) fn to_tell(&self, account: AccountId) -> Option<Chips> {
        let mut wallets = self.0.wallets.lock();
        let wallet = wallets.get_mut(&account)?;
        wallet.told_without_held = !wallet.held.is_zero();
        Some(wallet.available())
    }

    /// Returns the chips that an account can spend; `None` if its wallet is not in memory.
    #[must_use]
    pub fn available(&self, account: AccountId) -> Option<Chips> {
        self.0.wallets.lock().get(&account).map(Wallet::available)
    }

    /// Returns the tickets of an account that are not held, in order; `None` if its wallet
    /// is not in memory.
    #[must_use]
    pub fn tickets(&self, account: AccountId) -> Option<Vec<Ticket>> {
        self.0.wallets.lock().get(&account).map(Wallet::tickets)
    }

    /// Returns how many wallets are in memory.
    #[must_use]
    pub fn at_hand(&self) -> usize {
        self.0.wallets.lock().len()
    }

    /// Applies the committed transfers of one unit to the wallets in memory. Adds only what they
    /// bring. Chips that leave a wallet were held, and leave it when their [`Hold`] is settled.
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
        if let Some(wallet) = self.0.wallets.lock().get_mut(&account) {
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

    /// Holds a part of the wallet's chips.
    ///
    /// # Errors
    /// The wallet holds too few chips.
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

    /// Returns the chips that its owner can spend.
    #[must_use]
    pub fn available(&self) -> Chips {
        self.wallet(|wallet| wallet.available())
    }

    /// Returns the chips in the wallet, including held ones.
    #[must_use]
    pub fn chips(&self) -> Chips {
        self.wallet(|wallet| wallet.funds.chips)
    }

    /// Returns the tickets that are not held, in order.
    #[must_use]
    pub fn tickets(&self) -> Vec<Ticket> {
        self.wallet(|wallet| wallet.tickets())
    }

    /// Returns the worth of all its chips and tickets, including held ones.
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
    /// The wallet holds too few chips.
    pub fn hold(&self, amount: Chips) -> Result<Hold, InsufficientFunds> {
        self.wallet(|wallet| wallet.hold(amount))?;
        Ok(Hold { purse: self.clone(), amount, ticket: None, settled: false })
    }

    /// Holds the price of an entry to a tournament. Uses the most valuable ticket for it, if there
    /// is one, and chips for the rest.
    ///
    /// # Errors
    /// The wallet holds too few chips.
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
        // The wallet exists as long as this purse.
        look(self.cashier.0.wallets.lock().entry(self.account).or_default())
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
        let mut wallets = self.cashier.0.wallets.lock();
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

    /// Returns what a table needs to know of it.
    #[must_use]
    pub fn held(&self) -> Held {
        Held { account: self.account(), amount: self.amount }
    }

    /// Returns the ticket that pays, if there is one.
    #[must_use]
    pub fn ticket(&self) -> Option<&Ticket> {
        self.ticket.as_ref()
    }

    /// Returns what a tournament needs to know of it.
    #[must_use]
    pub fn price(&self) -> HeldPrice {
        HeldPrice { account: self.account(), amount: self.amount, ticket: self.ticket.clone() }
    }

    /// Removes the held chips from the wallet, because the ledger now has the transfer.
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
        if self.settled || is_planted(Fault::HoldKept) {
            return;
        }
        let is_told_less = self.purse.wallet(|wallet| {
            wallet.held -= self.amount;
            wallet.funds.tickets.extend(self.ticket.take());
            wallet.told_without_held
        });
        let Purse { cashier, account } = &self.purse;
        if is_told_less && let Some(tell) = cashier.0.teller.get() {
            tell(cashier, *account);
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
    fn a_player_who_was_told_less_is_told_when_held_chips_come_back() {
        let cashier = Cashier::default();
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&told);
        cashier.on_release(move |cashier, account| heard.lock().extend(cashier.to_tell(account)));
        let purse = cashier.open(ANN, Funds { chips: Chips(1_000), ..Funds::default() });
        drop(purse.hold(Chips(400)).unwrap());
        assert_eq!(*told.lock(), [], "the player knows nothing of that hold");
        let (one, two) = (purse.hold(Chips(400)).unwrap(), purse.hold(Chips(100)).unwrap());
        let paid = purse.hold(Chips(50)).unwrap();
        assert_eq!(cashier.to_tell(ANN), Some(Chips(450)));
        drop(one);
        paid.settle();
        drop(two);
        assert_eq!(*told.lock(), [Chips(850), Chips(950)]);
        drop(purse.hold(Chips(400)).unwrap());
        assert_eq!(told.lock().len(), 2);
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
        // The wallet is not in memory, so these chips are only in the ledger.
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
