//! The ledger of a private table for those who may read it. It comes from the table while it is
//! open, and from the stored transfers once it has closed.

use super::{HostingError, HostingOffice};
use crate::ids::{AccountId, TableId};
use crate::inbox::{TableHandle, TableInput};
use crate::night::{Night, NightRow, settle};
use cardroom_protocol::Chips as WireChips;
use cardroom_protocol::RequestId;
use cardroom_protocol::hosting::{LedgerRow, Settlement, TableLedger};
use cardroom_protocol::limits::MAX_LEDGER_ROWS;
use cardroom_rules::Chips;
use std::collections::BTreeMap;
use tokio::sync::oneshot;

const DAY_MS: u64 = 86_400_000;

/// The ledger of a private table, with the names of its players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableNight {
    table: TableId,
    night: Night,
    names: BTreeMap<AccountId, String>,
}

impl HostingOffice {
    /// Returns the ledger of an open table. The caller must have checked access to the table.
    ///
    /// # Errors
    /// It is not a private ring table, or the store failed.
    pub async fn ledger_of(&self, handle: &TableHandle) -> Result<TableNight, HostingError> {
        let (reply, answer) = oneshot::channel();
        let sent = handle.send(TableInput::Night { reply }).await;
        sent.map_err(|_| HostingError::Unknown)?;
        let night = answer.await.ok().flatten().ok_or(HostingError::Unknown)?;
        self.named(handle.id, night).await
    }

    /// Returns the ledger of a closed table to its host, within the time that the operator allows.
    ///
    /// # Errors
    /// There is no such table, it is not closed, another account hosted it, it closed too long ago,
    /// or the store failed.
    pub async fn ledger_after(
        &self,
        host: AccountId,
        table: TableId,
    ) -> Result<TableNight, HostingError> {
        let services = &self.inner.services;
        let kept_for = u64::from(self.inner.settings.ledger_days).saturating_mul(DAY_MS);
        let now = services.clock.now().0;
        let stored = services.store.hosted_table(table).await?;
        let is_readable = stored.is_some_and(|(stored, closed)| {
            let end = closed.map(|at| at.saturating_add(kept_for));
            stored.host == host && end.is_some_and(|end| now < end)
        });
        if !is_readable {
            return Err(HostingError::Unknown);
        }
        let transfers = services.store.table_transfers(table).await?;
        self.named(table, Night::of(table, &transfers)).await
    }

    async fn named(&self, table: TableId, night: Night) -> Result<TableNight, HostingError> {
        let accounts: Vec<AccountId> = night.rows().keys().copied().collect();
        let known = self.inner.services.store.accounts(&accounts).await?;
        let names = known.into_iter().map(|account| (account.id, account.name)).collect();
        Ok(TableNight { table, night, names })
    }
}

impl TableNight {
    /// Returns `true` if an account has had chips there.
    #[must_use]
    pub fn names(&self, account: AccountId) -> bool {
        self.night.rows().contains_key(&account)
    }

    /// Returns the rows by player name, and whether some were left out. The rows with the most
    /// chips brought are kept.
    fn rows(&self, at_most: usize) -> (Vec<(&str, NightRow)>, bool) {
        let mut rows: Vec<(&str, NightRow)> = self
            .night
            .rows()
            .iter()
            .map(|(account, row)| {
                (self.names.get(account).map_or("somebody", String::as_str), *row)
            })
            .collect();
        let is_cut = rows.len() > at_most;
        rows.sort_by_key(|(_, row)| {
            std::cmp::Reverse(
                row.buy_ins.0.saturating_add(row.top_ups.0).saturating_add(row.given.0),
            )
        });
        rows.truncate(at_most);
        rows.sort_by_key(|(name, _)| name.to_lowercase());
        (rows, is_cut)
    }

    /// Builds the message with the ledger.
    #[must_use]
    pub fn message(&self, request: RequestId) -> TableLedger {
        let (rows, is_cut) = self.rows(MAX_LEDGER_ROWS);
        let (settle, fewest) = settlements(&rows, is_cut);
        let table = self.table.0.into();
        TableLedger { request, table, rows: rows.iter().map(row).collect(), settle, fewest }
    }

    /// Formats the ledger for spreadsheets, with the payments below it.
    #[must_use]
    pub fn csv(&self) -> String {
        let (rows, is_cut) = self.rows(usize::MAX);
        let (settle, _) = settlements(&rows, is_cut);
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let heading =
            ["player", "buy_ins", "top_ups", "given", "taken", "cash_outs", "stack", "won", "lost"];
        let mut lines: Vec<Vec<String>> = vec![texts(&heading)];
        lines.extend(rows.iter().map(row).map(|row| {
            let LedgerRow { player, buy_ins, top_ups, given, taken, cash_outs, stack, won, lost } =
                row;
            let amounts = [buy_ins, top_ups, given, taken, cash_outs, stack, won, lost];
            std::iter::once(player).chain(amounts.map(|amount| amount.0.to_string())).collect()
        }));
        if !settle.is_empty() {
            lines.push(Vec::new());
            lines.push(texts(&["from", "to", "amount"]));
            lines.extend(
                settle
                    .into_iter()
                    .map(|payment| vec![payment.from, payment.to, payment.amount.0.to_string()]),
            );
        }
        cardroom_tournament::results::table(lines)
    }
}

fn row((name, row): &(&str, NightRow)) -> LedgerRow {
    let chips = |chips: Chips| WireChips(chips.0);
    let amount = |net: i128| WireChips(u64::try_from(net).unwrap_or(0));
    LedgerRow {
        player: (*name).to_owned(),
        buy_ins: chips(row.buy_ins),
        top_ups: chips(row.top_ups),
        given: chips(row.given),
        taken: chips(row.taken),
        cash_outs: chips(row.cash_outs),
        stack: chips(row.stack),
        won: amount(row.net()),
        lost: amount(-row.net()),
    }
}

/// Returns the payments that settle the night, and whether they are the fewest possible. If rows
/// were left out, the payments are unknown.
fn settlements(rows: &[(&str, NightRow)], is_cut: bool) -> (Vec<Settlement>, bool) {
    if is_cut {
        return (Vec::new(), false);
    }
    let nets: Vec<i128> = rows.iter().map(|(_, row)| row.net()).collect();
    let (payments, fewest) = settle(&nets);
    let name =
        |place: usize| rows.get(place).map_or_else(String::new, |(name, _)| (*name).to_owned());
    let settlement = |payment: crate::night::Payment| Settlement {
        from: name(payment.from),
        to: name(payment.to),
        amount: WireChips(payment.amount),
    };
    (payments.into_iter().map(settlement).collect(), fewest)
}
