//! The ledger: accounts that hold chips, and transfers between them.

use super::batch::{Link, short_hash};
use super::{Store, StoreError};
use crate::ids::{AccountId, TableId, TournamentId};
use cardroom_rules::Chips;
use std::collections::HashMap;
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

/// Returns the wallets and tickets of these accounts. Accounts that have neither are
/// missing in the result.
///
/// # Errors
/// The store failed, or a balance is impossible for a wallet or for tickets.
pub async fn load_funds(
    store: &dyn Store,
    accounts: &[AccountId],
) -> Result<HashMap<AccountId, Funds>, StoreError> {
    let mut funds: HashMap<AccountId, Funds> = HashMap::new();
    for (name, balance) in store.load_funds(accounts).await? {
        let damaged = || StoreError::Damaged(format!("ledger account {name} holds {balance}"));
        let above_zero = u64::try_from(balance).map_err(|_| damaged())?;
        match LedgerAccount::parse(&name).ok_or_else(damaged)? {
            LedgerAccount::Wallet(account) => {
                funds.entry(account).or_default().chips = Chips(above_zero);
            }
            LedgerAccount::Tickets { owner, worth, structure } => {
                if !above_zero.is_multiple_of(worth.0) {
                    return Err(damaged());
                }
                let count = usize::try_from(above_zero / worth.0).map_err(|_| damaged())?;
                let tickets = std::iter::repeat_n(Ticket { structure, worth }, count);
                funds.entry(owner).or_default().tickets.extend(tickets);
            }
            LedgerAccount::Bank
            | LedgerAccount::Table(_)
            | LedgerAccount::Tournament(_)
            | LedgerAccount::House(_) => return Err(damaged()),
        }
    }
    Ok(funds)
}

/// A balance that is not the sum of the account's transfers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerDifference {
    /// The account, in its text form.
    pub account: String,
    /// The balance in the ledger.
    pub balance: i64,
    /// The sum of its transfers.
    pub transfers: i64,
}

/// The result of checking every transfer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CheckedTransfers {
    /// How many transfers there are.
    pub count: u64,
    /// The ids of transfers that were changed after they were entered.
    pub changed: Vec<String>,
}

impl CheckedTransfers {
    /// Checks one more transfer. Transfers of early builds have no hash.
    pub(super) fn look_at(&mut self, transfer: (String, String, String, i64, i64, Vec<u8>)) {
        let (id, from, to, amount, at_ms, hash) = transfer;
        self.count += 1;
        if !hash.is_empty() && hash != transfer_hash(&id, &from, &to, amount, at_ms) {
            self.changed.push(id);
        }
    }
}

/// Builds a transfer from its columns: id, from, to, amount and time.
pub(super) fn transfer_of(row: (String, String, String, i64, i64)) -> Result<Transfer, StoreError> {
    let (id, from, to, amount, at_ms) = row;
    let damaged = || StoreError::Damaged(format!("transfer {id}"));
    let place = |text: &str| LedgerAccount::parse(text).ok_or_else(damaged);
    let (from, to) = (place(&from)?, place(&to)?);
    let amount = Chips(u64::try_from(amount).map_err(|_| damaged())?);
    let at_ms = u64::try_from(at_ms).map_err(|_| damaged())?;
    Ok(Transfer { id, from, to, amount, at_ms })
}

/// Returns a hash over everything in a transfer, from its columns.
pub(super) fn transfer_hash(id: &str, from: &str, to: &str, amount: i64, at_ms: i64) -> Link {
    let texts = [id, from, to].map(|text| (text.len() as u64).to_le_bytes());
    let [id_length, from_length, to_length] = &texts;
    short_hash(&[
        id_length,
        id.as_bytes(),
        from_length,
        from.as_bytes(),
        to_length,
        to.as_bytes(),
        &amount.to_le_bytes(),
        &at_ms.to_le_bytes(),
    ])
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
