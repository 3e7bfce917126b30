//! Verification of all stored data. It recomputes every stream's chain, every table and
//! tournament by the same `apply` as play, and every balance from its transfers. It works on a
//! copy, so it cannot affect play.

use crate::deal_log::check_logs;
use crate::director;
use crate::ids::{TableId, TournamentId};
use crate::store::{CheckedHands, LedgerAccount, Store, StoreError, StoredStream, StreamId};
use crate::table::{EventTable, EventTerms, TableCore, TableDescription};
use cardroom_rules::{Library, TableNo};
use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The findings of a verification.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Findings {
    /// The number of streams that are not over.
    pub streams: usize,
    /// The number of records in them, after their snapshots.
    pub records: usize,
    /// The number of folded tables.
    pub tables: usize,
    /// The number of folded tournaments.
    pub tournaments: usize,
    /// The number of verified ledger accounts.
    pub accounts: usize,
    /// The number of verified transfers.
    pub transfers: u64,
    pub hands: CheckedHands,
    /// The number of verified entries of logs of deals.
    pub rounds: u64,
    /// The problems found, for people to read.
    pub wrong: Vec<String>,
}

impl Findings {
    /// Returns `true` if nothing is wrong but hands, without which a room goes on.
    #[must_use]
    pub fn is_well_but_for_hands(&self) -> bool {
        let of_hands = self.hands.changed.len() + usize::from(self.hands.sealed.is_some());
        self.wrong.len() == of_hands
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for wrong in &self.wrong {
            writeln!(f, "WRONG: {wrong}")?;
        }
        if self.streams > 0 {
            let Self { streams, records, tables, tournaments, .. } = self;
            write!(f, "{streams} streams with {records} records after their snapshots: ")?;
            writeln!(f, "{tables} tables and {tournaments} tournaments folded.")?;
        }
        let CheckedHands { covered, uncovered, .. } = self.hands;
        if covered + uncovered > 0 {
            write!(f, "{covered} hands are what was stored.")?;
            match uncovered {
                0 => writeln!(f)?,
                _ => writeln!(
                    f,
                    " {uncovered} more were stored by an older version, without a hash: they are \
                     not covered."
                )?,
            }
        }
        if self.rounds > 0 {
            writeln!(f, "{} rounds are in the log of deals.", self.rounds)?;
        }
        writeln!(f, "{} balances from {} transfers.", self.accounts, self.transfers)?;
        match self.wrong.len() {
            0 => writeln!(f, "Everything is as it was stored."),
            wrong => writeln!(f, "{wrong} findings."),
        }
    }
}

/// Verifies the balances and transfers of the ledger.
///
/// # Errors
/// The store cannot be read.
pub async fn ledger(store: &dyn Store) -> Result<Findings, StoreError> {
    let mut findings = Findings::default();
    for difference in store.ledger_audit().await? {
        findings.wrong.push(format!(
            "{} has {}, but its transfers add up to {}",
            difference.account, difference.balance, difference.transfers
        ));
    }
    let checked = store.check_transfers().await?;
    findings.transfers = checked.count;
    let changed = checked.changed.iter();
    findings.wrong.extend(changed.map(|id| format!("transfer {id} is not what was entered")));

    let balances = store.load_balances().await?;
    findings.accounts = balances.len();
    let sum: i128 = balances.iter().map(|(_, balance)| i128::from(*balance)).sum();
    if sum != 0 {
        findings.wrong.push(format!("all balances add up to {sum}, not to nothing"));
    }
    for (name, balance) in balances {
        match LedgerAccount::parse(&name) {
            None => findings.wrong.push(format!("there is no account such as {name:?}")),
            Some(LedgerAccount::Bank) => {}
            // The row of a deleted guest stays. Its chips went back to the bank.
            Some(LedgerAccount::Wallet(owner) | LedgerAccount::Tickets { owner, .. })
                if balance != 0 && store.account(owner).await?.is_none() =>
            {
                findings
                    .wrong
                    .push(format!("{name} has {balance} chips, but its account does not exist"));
            }
            Some(LedgerAccount::Tickets { worth, .. })
                if !balance.unsigned_abs().is_multiple_of(worth.0) =>
            {
                findings.wrong.push(format!("{name} has {balance}, which is no number of tickets"));
            }
            Some(_) if balance < 0 => findings.wrong.push(format!("{name} has {balance}")),
            Some(_) => {}
        }
    }
    Ok(findings)
}

/// Verifies every stored hand.
async fn hands(store: &dyn Store, findings: &mut Findings) -> Result<(), StoreError> {
    let checked = store.check_hands().await?;
    for (table, hand) in &checked.changed {
        findings.wrong.push(format!("hand {hand} at table {table} was changed"));
    }
    if let Some(sealed) = checked.sealed {
        findings.wrong.push(format!(
            "{} hands are there, and not the {sealed} that were stored",
            checked.covered
        ));
    }
    findings.hands = checked;
    Ok(())
}

/// Verifies the ledger and the hands, and folds every stream.
///
/// # Errors
/// The store cannot be read.
pub async fn everything(store: &dyn Store, library: &Library) -> Result<Findings, StoreError> {
    let mut findings = ledger(store).await?;
    hands(store, &mut findings).await?;
    let logs = check_logs(store).await?;
    findings.rounds = logs.entries;
    findings.wrong.extend(logs.wrong);
    let streams = match store.load_streams().await {
        Ok(streams) => streams,
        Err(StoreError::Damaged(what)) => {
            findings.wrong.push(what);
            return Ok(findings);
        }
        Err(error) => return Err(error),
    };
    findings.streams = streams.len();
    findings.records = streams.iter().map(|(_, stream)| stream.records.len()).sum();
    let mut streams: BTreeMap<StreamId, StoredStream> = streams.into_iter().collect();
    tournaments(store, library, &mut streams, &mut findings).await?;

    let balances: BTreeMap<String, i64> = store.load_balances().await?.into_iter().collect();
    for (id, stream) in streams {
        if let StreamId::Deal(_) = id {
            // The rounds of a table whose deals can be verified: its chain of records is checked.
            continue;
        }
        let StreamId::Table(id) = id else {
            findings.wrong.push(format!("{id} belongs to no unfinished tournament"));
            continue;
        };
        let name = LedgerAccount::Table(id).to_string();
        let Some(balance) = balances.get(&name).copied() else {
            // No player ever bought in, or the table belongs to a tournament that
            // has just closed it.
            fold_table_of_either_kind(id, &stream, &mut findings);
            continue;
        };
        let Some(on_table) = fold_table(id, None, &stream, &mut findings) else { continue };
        if i128::from(balance) != i128::from(on_table) {
            findings
                .wrong
                .push(format!("{on_table} chips are on table {id}, but {name} has {balance}"));
        }
    }
    Ok(findings)
}

/// Folds every unfinished tournament with its tables.
async fn tournaments(
    store: &dyn Store,
    library: &Library,
    streams: &mut BTreeMap<StreamId, StoredStream>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    for stored in store.open_tournaments().await? {
        let stream = streams.remove(&StreamId::Tournament(stored.id)).unwrap_or_default();
        let fold = || director::fold(stored.id, &stored.setup, &stream, library);
        let folded = catch_unwind(AssertUnwindSafe(fold));
        let folded = match folded {
            Ok(Ok(folded)) => folded,
            Ok(Err(error)) => {
                findings.wrong.push(format!("tournament {}: {error}", stored.id));
                continue;
            }
            Err(_) => {
                findings.wrong.push(format!("tournament {}: its events contradict", stored.id));
                continue;
            }
        };
        findings.tournaments += 1;
        let names: Vec<String> = folded.tables.iter().map(|(_, name)| name.clone()).collect();
        let ids = store.table_ids(&names).await?;
        for ((number, _), id) in folded.tables.into_iter().zip(ids) {
            // A table that was instructed to open but has not done so has no stream yet.
            let Some(stream) = streams.remove(&StreamId::Table(id)) else { continue };
            let levels = Arc::clone(&folded.levels);
            let terms = EventTerms::default();
            let event = EventTable { tournament: stored.id, number, levels, terms };
            fold_table(id, Some(event), &stream, findings);
        }
    }
    Ok(())
}

/// Folds one table and returns the chips on it.
fn fold_table(
    id: TableId,
    event: Option<EventTable>,
    stream: &StoredStream,
    findings: &mut Findings,
) -> Option<u64> {
    let description = TableDescription {
        name: id.to_string(),
        bots_allowed: false,
        rotation: None,
        event,
        hosted_by: None,
        free_chat: false,
    };
    // An event that breaks an invariant fails an assertion, which is a finding here.
    let open = || TableCore::open(id, description, None, stream).map(|host| host.table().total());
    match catch_unwind(AssertUnwindSafe(open)) {
        Ok(Ok(total)) => {
            findings.tables += 1;
            Some(total.0)
        }
        Ok(Err(error)) => {
            findings.wrong.push(format!("table {id}: {error}"));
            None
        }
        Err(_) => {
            findings.wrong.push(format!("table {id}: its events contradict each other"));
            None
        }
    }
}

/// Folds a table that belongs to no tournament any more and has no chips in the ledger.
fn fold_table_of_either_kind(id: TableId, stream: &StoredStream, findings: &mut Findings) {
    let mut of_ring = Findings::default();
    if fold_table(id, None, stream, &mut of_ring) == Some(0) {
        findings.tables += 1;
        return;
    }
    let (tournament, number, terms) = (TournamentId(0), TableNo(0), EventTerms::default());
    let event = EventTable { tournament, number, levels: [].into(), terms };
    fold_table(id, Some(event), stream, findings);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::AccountId;
    use crate::store::{JournalStore as _, MemoryStore, Transfer, Unit};
    use cardroom_rules::Chips;

    #[tokio::test]
    async fn chips_of_an_account_that_does_not_exist_are_found_and_an_empty_wallet_of_one_is_not() {
        let store = MemoryStore::new();
        let wallet = LedgerAccount::Wallet(AccountId(7));
        let tickets = LedgerAccount::Tickets {
            owner: AccountId(7),
            worth: Chips(5),
            structure: "sunday".to_owned(),
        };
        for owned in [&wallet, &tickets] {
            let transfer = |id: &str, from: &LedgerAccount, to: &LedgerAccount| Transfer {
                id: format!("{id} {owned}"),
                from: from.clone(),
                to: to.clone(),
                amount: Chips(5),
                at_ms: 1,
            };
            let grant = vec![transfer("grant", &LedgerAccount::Bank, owned)];
            store.commit(&[Unit { transfers: grant, ..Unit::default() }]).await.unwrap();
            let found = ledger(&store).await.unwrap();
            let wrong = format!("{owned} has 5 chips, but its account does not exist");
            assert_eq!(found.wrong, [wrong]);
            let back = vec![transfer("back", owned, &LedgerAccount::Bank)];
            store.commit(&[Unit { transfers: back, ..Unit::default() }]).await.unwrap();
            assert!(ledger(&store).await.unwrap().wrong.is_empty());
        }
        let findings = ledger(&store).await.unwrap();
        assert_eq!((findings.accounts, findings.transfers), (3, 4));
    }
}
