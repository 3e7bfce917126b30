//! The ledger's accounts, and transfers between them.

use crate::ids::{AccountId, TableId, TournamentId};
use cardroom_rules::Chips;
use std::fmt;

/// The chips and tickets of an account, without those on tables and in tournaments.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Funds {
    pub chips: Chips,
    /// Its tickets, one by one. In a wallet, without held ones.
    pub tickets: Vec<Ticket>,
}

/// An entry to a tournament, won in another one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket {
    /// The id of the structure that it admits to.
    pub structure: String,
    /// The full price of an entry, including fees.
    pub worth: Chips,
}

/// A transfer of chips from one ledger account to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Unique: committing the same transfer twice is an error and changes nothing.
    pub id: String,
    pub from: LedgerAccount,
    pub to: LedgerAccount,
    /// Always more than 0.
    pub amount: Chips,
    /// In milliseconds since 1970.
    pub at_ms: u64,
}

/// Chips of a wallet that a room holds for one request. They leave the wallet when they are on a
/// table, and are released otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// The owner of the wallet.
    pub account: AccountId,
    pub amount: Chips,
}

/// The price of a tournament entry, or of chips there, that a room holds for one request: chips of
/// a wallet, and perhaps a ticket. They leave the wallet when the purchase is stored, and are
/// released otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeldPrice {
    /// The owner of the wallet.
    pub account: AccountId,
    pub amount: Chips,
    /// The ticket that pays a part of the price, or all of it.
    pub ticket: Option<Ticket>,
}

/// An account of the ledger. Only [`LedgerAccount::Bank`] may be below zero, because
/// it creates all chips.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum LedgerAccount {
    /// The source of all chips. Its balance is minus the sum it ever issued.
    Bank,
    /// A player's wallet. Text form `wallet:17`.
    Wallet(AccountId),
    /// The chips on a table: stacks, pots and chips that are about to leave. Text form `table:3`.
    Table(TableId),
    /// Chips paid into a tournament and not paid out yet. Text form `tournament:5`.
    Tournament(TournamentId),
    /// The total value of a player's tickets of one kind. In text form, this
    /// is `ticket:17:5500:sunday-re-entry` for example.
    Tickets {
        owner: AccountId,
        /// The value of one ticket.
        worth: Chips,
        /// The id of the structure that the ticket admits to.
        structure: String,
    },
    /// An account of the house, such as `house:rake`; the text form is the whole string.
    House(String),
}

impl fmt::Display for LedgerAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bank => f.write_str("bank"),
            Self::Wallet(account) => write!(f, "wallet:{}", account.0),
            Self::Table(table) => write!(f, "table:{}", table.0),
            Self::Tournament(tournament) => write!(f, "tournament:{}", tournament.0),
            Self::Tickets { owner, worth, structure } => {
                write!(f, "ticket:{}:{}:{structure}", owner.0, worth.0)
            }
            Self::House(name) => f.write_str(name),
        }
    }
}

impl LedgerAccount {
    /// Parses the text form of an account.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.split_once(':') {
            None => (text == "bank").then_some(Self::Bank),
            Some(("wallet", id)) => id.parse().ok().map(|id| Self::Wallet(AccountId(id))),
            Some(("table", id)) => id.parse().ok().map(|id| Self::Table(TableId(id))),
            Some(("tournament", id)) => {
                id.parse().ok().map(|id| Self::Tournament(TournamentId(id)))
            }
            Some(("ticket", rest)) => {
                let mut parts = rest.splitn(3, ':');
                let owner = AccountId(parts.next()?.parse().ok()?);
                let worth = Chips(parts.next()?.parse().ok().filter(|worth| *worth > 0)?);
                let structure = parts.next().filter(|id| !id.is_empty())?.to_owned();
                Some(Self::Tickets { owner, worth, structure })
            }
            Some(("house", name)) => (!name.is_empty()).then(|| Self::House(text.to_owned())),
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ledger_accounts_are_read_as_they_are_written() {
        for account in [
            LedgerAccount::Bank,
            LedgerAccount::Wallet(AccountId(17)),
            LedgerAccount::Table(TableId(u64::MAX)),
            LedgerAccount::Tournament(TournamentId(3)),
            LedgerAccount::Tickets {
                owner: AccountId(17),
                worth: Chips(5_500),
                structure: "sunday-re-entry".to_owned(),
            },
            LedgerAccount::House("house:rake".to_owned()),
        ] {
            assert_eq!(LedgerAccount::parse(&account.to_string()), Some(account));
        }
        for text in ["", "bank:1", "wallet:", "wallet:-1", "house:", "mattress:1", "wallet"] {
            assert_eq!(LedgerAccount::parse(text), None, "{text}");
        }
    }
}
