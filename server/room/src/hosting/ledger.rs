//! The ledger of a private table for those who may read it. It comes from the table while it is
//! open, and from the stored transfers once it has closed.

use super::{HostingError, HostingOffice};
use crate::ids::{AccountId, TableId};
use crate::inbox::{TableHandle, TableInput};
use crate::night::{Night, NightRow, settle};
use crate::store::{StoreError, StoredHostedTable};
use cardroom_protocol::Chips as WireChips;
use cardroom_protocol::RequestId;
use cardroom_protocol::game::ChipValue;
use cardroom_protocol::hosting::{LedgerRow, Settlement, TableLedger};
use cardroom_protocol::limits::MAX_LEDGER_ROWS;
use cardroom_rules::Chips;
use std::collections::BTreeMap;
use tokio::sync::oneshot;

const DAY_MS: u64 = 86_400_000;

/// The most closed tables deleted in one round, so that play never waits long for the disk.
const MOST_FORGOTTEN: u32 = 500;

/// Enough for every divisor up to a million that has no other prime factors than 2 and 5.
const MOST_DECIMALS: usize = 20;

/// The ledger of a private table, with the names of its players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableNight {
    table: TableId,
    night: Night,
    names: BTreeMap<AccountId, String>,
    chip_value: Option<ChipValue>,
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
        let chip_value = handle.info.borrow().chip_value.clone();
        self.named(handle.id, night, chip_value).await
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
        let is_readable = |stored: &StoredHostedTable, closed: Option<u64>| {
            let end = closed.map(|at| at.saturating_add(kept_for));
            stored.host == host && end.is_some_and(|end| now < end)
        };
        let stored = stored.filter(|(stored, closed)| is_readable(stored, *closed));
        let (stored, _) = stored.ok_or(HostingError::Unknown)?;
        let terms = super::terms::stored(&stored.terms)
            .map_err(|error| StoreError::Damaged(error.to_string()))?;
        let transfers = services.store.table_transfers(table).await?;
        self.named(table, Night::of(table, &transfers), terms.chip_value).await
    }

    /// Deletes tables whose ledgers their hosts can no longer read, and returns their number.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub async fn forget_closed(&self) -> Result<(u64, u64), StoreError> {
        let services = &self.inner.services;
        let kept_for = u64::from(self.inner.settings.ledger_days).saturating_mul(DAY_MS);
        let before = services.clock.now().0.saturating_sub(kept_for);
        let tables = services.store.forget_hosted_tables(before, MOST_FORGOTTEN).await?;
        let tournaments =
            services.store.forget_unplayed_tournaments(before, MOST_FORGOTTEN).await?;
        Ok((tables, tournaments))
    }

    async fn named(
        &self,
        table: TableId,
        night: Night,
        chip_value: Option<ChipValue>,
    ) -> Result<TableNight, HostingError> {
        let accounts: Vec<AccountId> = night.rows().keys().copied().collect();
        let known = self.inner.services.store.accounts(&accounts).await?;
        let names = known.into_iter().map(|account| (account.id, account.name)).collect();
        Ok(TableNight { table, night, names, chip_value })
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
        let (table, chip_value) = (self.table.0.into(), self.chip_value.clone());
        let rows = rows.iter().map(row).collect();
        TableLedger { request, table, rows, settle, fewest, chip_value }
    }

    /// Formats the ledger for spreadsheets, with the payments below it. If chips have a value, the
    /// amounts are money, with a column for the currency.
    #[must_use]
    pub fn csv(&self) -> String {
        let value = self.chip_value.as_ref();
        let amount = |chips: WireChips| match value {
            Some(value) => in_units(chips.0, value.chips_per_unit),
            None => chips.0.to_string(),
        };
        let currency = || value.map(|value| value.currency.clone());
        let titles = |mut columns: Vec<String>| {
            columns.extend(value.map(|_| "currency".to_owned()));
            columns
        };
        let (rows, is_cut) = self.rows(usize::MAX);
        let (settle, _) = settlements(&rows, is_cut);
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        let heading =
            ["player", "buy_ins", "top_ups", "given", "taken", "cash_outs", "stack", "won", "lost"];
        let mut lines: Vec<Vec<String>> = vec![titles(texts(&heading))];
        lines.extend(rows.iter().map(row).map(|row| {
            let LedgerRow { player, buy_ins, top_ups, given, taken, cash_outs, stack, won, lost } =
                row;
            let amounts = [buy_ins, top_ups, given, taken, cash_outs, stack, won, lost];
            std::iter::once(player).chain(amounts.map(amount)).chain(currency()).collect()
        }));
        if !settle.is_empty() {
            lines.push(Vec::new());
            lines.push(titles(texts(&["from", "to", "amount"])));
            lines.extend(settle.into_iter().map(|payment| {
                let columns = [payment.from, payment.to, amount(payment.amount)];
                columns.into_iter().chain(currency()).collect()
            }));
        }
        cardroom_tournament::results::table(lines)
    }
}

/// Writes a number of chips in units of a currency, exactly: `0.05` for 5 of 100 chips. An amount
/// that no number of decimals writes exactly is a fraction, such as `1/3`.
fn in_units(chips: u64, chips_per_unit: u32) -> String {
    let per_unit = u64::from(chips_per_unit.max(1));
    let (whole, rest) = (chips / per_unit, u128::from(chips % per_unit));
    if rest == 0 {
        return whole.to_string();
    }
    let divisor = u128::from(per_unit);
    let mut power = 1_u128;
    for decimals in 1..=MOST_DECIMALS {
        power *= 10;
        if (rest * power).is_multiple_of(divisor) {
            // Two decimals are usual for money.
            let (decimals, digits) = if decimals == 1 {
                (2, rest * power * 10 / divisor)
            } else {
                (decimals, rest * power / divisor)
            };
            return format!("{whole}.{digits:0decimals$}");
        }
    }
    format!("{chips}/{per_unit}")
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

#[cfg(test)]
mod tests {
    use super::in_units;

    #[test]
    fn chips_are_exact_amounts_of_money() {
        for (chips, per_unit, expected) in [
            (0, 100, "0"),
            (5, 100, "0.05"),
            (10, 100, "0.10"),
            (1_000, 100, "10"),
            (1_050, 100, "10.50"),
            (7, 1, "7"),
            (1, 2, "0.50"),
            (3, 8, "0.375"),
            (1, 1_000_000, "0.000001"),
            (1, 524_288, "0.0000019073486328125"),
            (4, 3, "4/3"),
            (6, 3, "2"),
            (u64::MAX, 100, "184467440737095516.15"),
        ] {
            assert_eq!(in_units(chips, per_unit), expected, "{chips}/{per_unit}");
        }
    }

    #[test]
    fn amounts_of_a_night_add_up_in_money() {
        // Hundredths, as an addition by hand reads them.
        let cents = |text: String| -> i64 {
            let (whole, decimals) = text.split_once('.').unwrap_or((&text, "00"));
            whole.parse::<i64>().unwrap() * 100 + decimals.parse::<i64>().unwrap()
        };
        let results = [1_234_i64, -1_000, -230, -4];
        let sum: i64 = results
            .iter()
            .map(|chips| cents(in_units(chips.unsigned_abs(), 100)) * chips.signum())
            .sum();
        assert_eq!(sum, 0);
    }
}
