//! The ledger as a database keeps it: how transfers and balances are read back and checked.

use super::batch::{Link, short_hash};
use super::{Funds, LedgerAccount, Store, StoreError, Ticket, Transfer};
use crate::ids::AccountId;
use cardroom_rules::Chips;
use std::collections::HashMap;

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
