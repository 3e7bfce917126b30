//! Payments into a tournament, refunds and prizes, as transfers of the ledger. The director
//! decides who wins what.

use super::{After, DirectorCore};
use cardroom_record::ids::{AccountId, TournamentId};
use cardroom_record::{LedgerAccount, Ticket, Transfer};
use cardroom_rules::{Cents, Chips, EntryNo, Millis, Structure};
use cardroom_tournament::{Director, Event};

const FEES: &str = "house:fees";

/// The account for prizes that disqualified players do not get.
pub const WITHHELD: &str = "house:withheld";

/// The transfers of one event. Their ids contain the tournament, the step and the event, so that
/// repeating them has no effect.
struct Payments<'a> {
    tournament: TournamentId,
    /// As it was announced.
    structure: &'a Structure,
    director: &'a Director,
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

    /// Pays the price of an entry from its ticket, if there is one, and from the wallet. If the
    /// ticket is worth more, the difference comes back as money.
    fn pay_entry(&mut self, entry: EntryNo, account: AccountId) -> Option<After> {
        let structure = self.structure;
        let bounty = structure.bounty.as_ref().map_or(Cents::ZERO, |terms| terms.amount);
        let tournament = self.tournament;
        let pool = || LedgerAccount::Tournament(tournament);
        let wallet = || LedgerAccount::Wallet(account);
        let mut left = self.director.ticket_used(entry).unwrap_or_default();
        let ticket = self.ticket_worth(left);
        for (part, by_ticket, to, amount) in [
            ("buy-in", "buy-in-ticket", pool(), structure.entry.buy_in),
            ("bounty", "bounty-ticket", pool(), bounty),
            ("fee", "fee-ticket", fees(), structure.entry.fee),
        ] {
            let paid = amount.min(left);
            left -= paid;
            self.pay(by_ticket, tickets(account, &ticket), to.clone(), paid);
            self.pay(part, wallet(), to, amount - paid);
        }
        self.pay("change", tickets(account, &ticket), wallet(), left);
        (!left.is_zero()).then_some(After::Credit(account))
    }

    /// Refunds an entry: the ticket that paid for it, unless it is worth more than the refund, and
    /// the rest as money. The fee comes back first, the rest from the pool.
    fn return_price(&mut self, entry: EntryNo, amount: Cents, after: &mut Vec<After>) {
        let account = account_of(self.director, entry);
        let tournament = self.tournament;
        let pool = || LedgerAccount::Tournament(tournament);
        let wallet = || LedgerAccount::Wallet(account);
        let mut fee = self.structure.entry.fee.min(amount);
        let mut rest = amount - fee;
        let ticket =
            ticket_back(self.director, entry, amount).map(|worth| self.ticket_worth(worth));
        if let Some(ticket) = &ticket {
            let worth = Cents(ticket.worth.0);
            let from_fee = fee.min(worth);
            self.pay("fee-ticket", fees(), tickets(account, ticket), from_fee);
            self.pay("pool-ticket", pool(), tickets(account, ticket), worth - from_fee);
            fee -= from_fee;
            rest -= worth - from_fee;
        }
        self.pay("fee", fees(), wallet(), fee);
        self.pay("pool", pool(), wallet(), rest);
        let money = fee + rest;
        if !money.is_zero() {
            after.push(After::Credit(account));
        }
        // After the money, like a ticket that is won.
        after.extend(ticket.map(|_| After::Ticket(account)));
    }

    /// Returns a ticket for this tournament.
    fn ticket_worth(&self, worth: Cents) -> Ticket {
        let structure = self.structure.id.clone();
        Ticket { structure, worth: Chips(worth.0) }
    }

    /// Pays from the pool to a wallet.
    fn pay_out(&mut self, part: &str, to: EntryNo, amount: Cents) -> Option<After> {
        let account = account_of(self.director, to);
        let (pool, wallet) =
            (LedgerAccount::Tournament(self.tournament), LedgerAccount::Wallet(account));
        self.pay(part, pool, wallet, amount);
        (!amount.is_zero()).then_some(After::Credit(account))
    }
}

fn fees() -> LedgerAccount {
    LedgerAccount::House(FEES.to_owned())
}

/// Returns the ledger account of a player's tickets of this kind.
fn tickets(owner: AccountId, ticket: &Ticket) -> LedgerAccount {
    let Ticket { structure, worth } = ticket.clone();
    LedgerAccount::Tickets { owner, worth, structure }
}

impl DirectorCore {
    /// Adds the transfers of an event: payments, refunds and prizes.
    pub(super) fn follow_money(
        &self,
        now: Millis,
        index: usize,
        event: &Event,
        transfers: &mut Vec<Transfer>,
        after: &mut Vec<After>,
    ) {
        let pool = LedgerAccount::Tournament(self.id);
        let id = format!("tournament:{}:{}:{index}", self.id, self.seq);
        let (tournament, director) = (self.id, &self.director);
        let structure = &self.announcement.setup.structure;
        let mut payments = Payments { tournament, structure, director, id, at: now, transfers };
        match event {
            // It was paid on a first day.
            Event::Entered { player, .. } if self.first_days().is_some() => {
                after.push(After::Entered(AccountId(player.0)));
            }
            Event::Entered { entry, player, .. } => {
                let account = AccountId(player.0);
                after.extend(payments.pay_entry(*entry, account));
                after.push(After::Entered(account));
            }
            Event::Muted { entry, muted } => {
                after.push(After::Muted(account_of(director, *entry), *muted));
            }
            Event::Withdrawn { entry } => after.push(After::Left(account_of(director, *entry))),
            Event::Refunded { entry, amount } => {
                payments.return_price(*entry, *amount, after);
            }
            Event::DayOver { .. } if self.bags().is_some() => {
                let through = director.carried_over();
                after.extend(
                    through.map(|(player, chips)| After::Bagged(AccountId(player.0), chips)),
                );
            }
            Event::HandedOver { to } => {
                let next = LedgerAccount::Tournament(TournamentId(*to));
                payments.pay("handed-over", pool, next, director.paid_in());
                let through = director.carried_over();
                after.extend(through.map(|(player, _)| After::Left(AccountId(player.0))));
            }
            Event::Cancelled { .. } => {
                let left = director.entries().map(|(_, known)| AccountId(known.player.0));
                after.extend(left.map(After::Left));
            }
            Event::Bought { entry, cost, .. } => {
                let wallet = LedgerAccount::Wallet(account_of(director, *entry));
                payments.pay("chips", wallet, pool, *cost);
            }
            Event::PrizesFixed { places, .. } => {
                // The house adds the guaranteed amount that was not paid in.
                let fixed: Cents = places.iter().copied().sum();
                let missing = fixed.saturating_sub(director.paid_in());
                payments.pay("guarantee", LedgerAccount::Bank, pool, missing);
            }
            Event::PrizeWon { entry, prize } => {
                let mut money = *prize;
                let mut won = None;
                let place = director.place(*entry).unwrap_or(u32::MAX);
                if let Some((structure, worth)) = director.ticket_in(place, *prize) {
                    let account = account_of(director, *entry);
                    let ticket = Ticket { structure: structure.to_owned(), worth: Chips(worth.0) };
                    payments.pay("ticket", pool, tickets(account, &ticket), worth);
                    won = Some(After::Ticket(account));
                    money -= worth;
                }
                after.extend(payments.pay_out("prize", *entry, money));
                // Sent last, so that a player who hears of the ticket already has the money.
                after.extend(won);
            }
            // The house gets nothing from a private tournament, and its host cannot
            // take a player's money.
            Event::PrizeWithheld { entry, prize } if self.is_private => {
                after.extend(payments.pay_out("withheld", *entry, *prize));
            }
            Event::PrizeWithheld { prize, .. } => {
                let withheld = LedgerAccount::House(WITHHELD.to_owned());
                payments.pay("withheld", pool, withheld, *prize);
            }
            Event::BountyAwarded(award) => {
                payments.pay("added", LedgerAccount::Bank, pool, award.added);
                for won in &award.won {
                    let part = format!("bounty:{}", won.by.0);
                    after.extend(payments.pay_out(&part, won.by, won.cash));
                }
            }
            Event::BountiesShared { shares } => {
                for (entry, amount) in shares {
                    let part = format!("bounty:{}", entry.0);
                    after.extend(payments.pay_out(&part, *entry, *amount));
                }
            }
            Event::HandTakenBack { back } => {
                after.extend(back.iter().map(|entry| After::Entered(account_of(director, *entry))));
            }
            Event::Out { entry, .. } | Event::Over { winner: entry, .. } => {
                after.push(After::Left(account_of(director, *entry)));
            }
            _ => {}
        }
    }
}

/// Returns the account of an entry.
pub(super) fn account_of(director: &Director, entry: EntryNo) -> AccountId {
    AccountId(director.entry(entry).map_or(0, |entry| entry.player.0))
}

/// Returns the worth of the ticket that is part of a refund, if there is one. It is never worth
/// more than the refund.
pub(super) fn ticket_back(director: &Director, entry: EntryNo, refund: Cents) -> Option<Cents> {
    director.ticket_used(entry).filter(|worth| *worth <= refund)
}
