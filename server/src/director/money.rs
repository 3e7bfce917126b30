//! What is paid into a tournament, returned and won, as transfers of the ledger. What somebody wins is
//! the director's.

use super::host::{After, DirectorHost};
use crate::ids::AccountId;
use crate::store::{LedgerAccount, Transfer};
use cardroom_rules::{Cents, Chips, EntryNo, Millis};
use cardroom_tournament::Event;

/// Where fees go.
const FEES: &str = "house:fees";

/// The transfers of one event, numbered by tournament, step and event: made twice, they count once.
struct Payments<'a> {
    id: String,
    at: Millis,
    transfers: &'a mut Vec<Transfer>,
}

impl Payments<'_> {
    fn pay(&mut self, part: &str, from: LedgerAccount, to: LedgerAccount, amount: Cents) {
        if !amount.is_zero() {
            let (id, amount) = (format!("{}:{part}", self.id), Chips(amount.0));
            self.transfers.push(Transfer { id, from, to, amount, at_ms: self.at.0 });
        }
    }
}

impl DirectorHost {
    /// What is paid, returned and won.
    pub(super) fn follow_money(
        &self,
        now: Millis,
        index: usize,
        event: &Event,
        transfers: &mut Vec<Transfer>,
        after: &mut Vec<After>,
    ) {
        let structure = &self.announcement.setup.structure;
        let terms = &structure.entry;
        let pool = LedgerAccount::Tournament(self.id);
        let fees = LedgerAccount::House(FEES.to_owned());
        let id = format!("tournament:{}:{}:{index}", self.id, self.seq);
        let mut payments = Payments { id, at: now, transfers };
        match event {
            Event::Entered { player, .. } => {
                let account = AccountId(player.0);
                let wallet = || LedgerAccount::Wallet(account);
                let bounty = structure.bounty.as_ref().map_or(Cents::ZERO, |terms| terms.amount);
                payments.pay("buy-in", wallet(), pool.clone(), terms.buy_in);
                payments.pay("bounty", wallet(), pool, bounty);
                payments.pay("fee", wallet(), fees, terms.fee);
                after.push(After::Entered(account));
            }
            Event::Muted { entry, muted } => {
                after.push(After::Muted(self.account_of(*entry), *muted));
            }
            Event::Withdrawn { entry } => after.push(After::Left(self.account_of(*entry))),
            Event::Refunded { entry, amount } => {
                // A fee comes back first, the rest from the pool.
                let account = self.account_of(*entry);
                let wallet = || LedgerAccount::Wallet(account);
                let fee = terms.fee.min(*amount);
                payments.pay("fee", fees, wallet(), fee);
                payments.pay("pool", pool, wallet(), *amount - fee);
                after.push(After::Credit(account, Chips(amount.0)));
            }
            Event::Cancelled { .. } => {
                let left = self.director.entries().map(|(_, known)| AccountId(known.player.0));
                after.extend(left.map(After::Left));
            }
            Event::Bought { entry, cost, .. } => {
                let wallet = LedgerAccount::Wallet(self.account_of(*entry));
                payments.pay("chips", wallet, pool, *cost);
            }
            Event::PrizesFixed { places, .. } => {
                // What is guaranteed and was not paid in, the house adds.
                let fixed: Cents = places.iter().copied().sum();
                let missing = fixed.saturating_sub(self.director.paid_in());
                payments.pay("guarantee", LedgerAccount::Bank, pool, missing);
            }
            Event::PrizeWon { entry, prize } => {
                after.extend(self.pay_out(&mut payments, "prize", *entry, *prize));
            }
            Event::BountyAwarded(award) => {
                payments.pay("added", LedgerAccount::Bank, pool, award.added);
                for won in &award.won {
                    let part = format!("bounty:{}", won.by.0);
                    after.extend(self.pay_out(&mut payments, &part, won.by, won.cash));
                }
            }
            Event::BountiesShared { shares } => {
                for (entry, amount) in shares {
                    let part = format!("bounty:{}", entry.0);
                    after.extend(self.pay_out(&mut payments, &part, *entry, *amount));
                }
            }
            Event::Out { entry, .. } | Event::Over { winner: entry, .. } => {
                after.push(After::Left(self.account_of(*entry)));
            }
            _ => {}
        }
    }

    /// From the pool to a wallet.
    fn pay_out(
        &self,
        payments: &mut Payments<'_>,
        part: &str,
        to: EntryNo,
        amount: Cents,
    ) -> Option<After> {
        let account = self.account_of(to);
        let (pool, wallet) = (LedgerAccount::Tournament(self.id), LedgerAccount::Wallet(account));
        payments.pay(part, pool, wallet, amount);
        (!amount.is_zero()).then(|| After::Credit(account, Chips(amount.0)))
    }

    /// Whose entry it is.
    pub(super) fn account_of(&self, entry: EntryNo) -> AccountId {
        AccountId(self.director.entry(entry).map_or(0, |entry| entry.player.0))
    }
}
