//! The ledger of a night at a private table, computed from the transfers of its place: the chips
//! that each player brought, got from the host and took, and the payments that settle the night.
//! Nothing is stored here.
//!
//! The id of a transfer ends with its purpose, after the number that makes it unique. It is empty
//! for a buy-in or a cash-out. Otherwise it is `TOP_UP`, or the player whom the host gave chips
//! to (`GIVEN`) or took them back from (`TAKEN_BACK`).

use crate::ids::{AccountId, TableId};
use crate::store::{LedgerAccount, Transfer};
use cardroom_rules::Chips;
use std::collections::BTreeMap;

/// Ends the id of a transfer that adds to a stack.
pub(crate) const TOP_UP: &str = "top";
/// Precedes the receiver in the id of a transfer from the host.
pub(crate) const GIVEN: &str = "give";
/// Precedes the player in the id of a transfer back to the host.
pub(crate) const TAKEN_BACK: &str = "take";

/// Precedes the player in the id of a transfer to the bank, of guests' chips that
/// stay at the table.
pub(crate) const STAYED: &str = "stayed";

/// The most winners and losers for which the fewest payments are guaranteed, because all subsets
/// of them are tried.
const MOST_EXACT: usize = 12;

/// The chips that a player brought and took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NightRow {
    /// The total of all buy-ins.
    pub buy_ins: Chips,
    pub top_ups: Chips,
    pub given: Chips,
    /// The part that the host took back.
    pub taken_back: Chips,
    /// The total that the player left with, whether it went to the wallet or
    /// stayed as guests' chips.
    pub cash_outs: Chips,
    pub stack: Chips,
}

impl NightRow {
    /// Returns how much the player is ahead; below zero if behind.
    #[must_use]
    pub fn net(&self) -> i128 {
        let [took, has] = [self.cash_outs, self.stack].map(|chips| i128::from(chips.0));
        let brought = [self.buy_ins, self.top_ups, self.owed()].map(|chips| i128::from(chips.0));
        took + has - brought.iter().sum::<i128>()
    }

    /// Returns the chips that the host gave and has not taken back.
    #[must_use]
    pub fn owed(&self) -> Chips {
        self.given.saturating_sub(self.taken_back)
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Night {
    table: TableId,
    rows: BTreeMap<AccountId, NightRow>,
}

impl Night {
    /// Computes the night at a table from its transfers. They do not contain the stacks.
    pub fn of<'a>(table: TableId, transfers: impl IntoIterator<Item = &'a Transfer>) -> Self {
        let mut night = Self { table, rows: BTreeMap::new() };
        transfers.into_iter().for_each(|transfer| night.note(transfer));
        night
    }

    /// Adds a transfer that is stored.
    pub fn note(&mut self, transfer: &Transfer) {
        let place = LedgerAccount::Table(self.table);
        let Transfer { id, from, to, amount, .. } = transfer;
        // `table:8:12:0`, followed by the purpose.
        let mut purpose = id.splitn(5, ':').nth(4).unwrap_or_default().split(':');
        let what = purpose.next().unwrap_or_default();
        let whom = purpose.next().and_then(|whom| whom.parse().ok()).map(AccountId);
        match (from, to) {
            (LedgerAccount::Wallet(who), to) if *to == place => {
                let who = if what == GIVEN { whom.unwrap_or(*who) } else { *who };
                let row = self.rows.entry(who).or_default();
                match what {
                    GIVEN => row.given += *amount,
                    TOP_UP => row.top_ups += *amount,
                    _ => row.buy_ins += *amount,
                }
            }
            (from, LedgerAccount::Bank) if *from == place && what == STAYED => {
                if let Some(who) = whom {
                    self.rows.entry(who).or_default().cash_outs += *amount;
                }
            }
            (from, LedgerAccount::Wallet(who)) if *from == place => {
                let is_taken = what == TAKEN_BACK;
                let who = if is_taken { whom.unwrap_or(*who) } else { *who };
                let row = self.rows.entry(who).or_default();
                *(if is_taken { &mut row.taken_back } else { &mut row.cash_outs }) += *amount;
            }
            _ => {}
        }
    }

    /// Sets every player's stack at the table, between two hands.
    pub fn count(&mut self, stacks: impl IntoIterator<Item = (AccountId, Chips)>) {
        for (who, chips) in stacks {
            self.rows.entry(who).or_default().stack = chips;
        }
    }

    /// Returns the chips that the host gave to a player and has not taken back.
    #[must_use]
    pub fn given_to(&self, account: AccountId) -> Chips {
        self.rows.get(&account).map_or(Chips::ZERO, NightRow::owed)
    }

    /// Returns the rows of all players who have had chips there.
    #[must_use]
    pub fn rows(&self) -> &BTreeMap<AccountId, NightRow> {
        &self.rows
    }
}

/// A payment between two players, given by their places in the results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payment {
    pub from: usize,
    pub to: usize,
    pub amount: u64,
}

/// Returns the payments that settle these results, which add up to zero, and whether their number
/// is proven to be the fewest.
///
/// A group of players whose results add up to zero can settle among themselves. That takes one
/// payment fewer than the group has players. So the fewest payments come from the largest number of
/// such groups. With few players every split is tried. With many, the largest debt is paid to the
/// largest claim until nothing is left.
#[must_use]
pub fn settle(nets: &[i128]) -> (Vec<Payment>, bool) {
    let open: Vec<usize> = (0..nets.len()).filter(|place| nets[*place] != 0).collect();
    let mut payments = Vec::new();
    if open.len() > MOST_EXACT {
        pay_in_order(nets, open, &mut payments);
        return (payments, false);
    }
    for group in groups(nets, &open) {
        pay_in_order(nets, group, &mut payments);
    }
    (payments, true)
}

/// Splits the players into the largest number of groups that each add up to zero.
fn groups(nets: &[i128], open: &[usize]) -> Vec<Vec<usize>> {
    let all = (1_usize << open.len()) - 1;
    let members =
        |set: usize| (0..open.len()).filter(move |bit| set & (1 << bit) != 0).map(|bit| open[bit]);
    let sums: Vec<i128> = (0..=all).map(|set| members(set).map(|who| nets[who]).sum()).collect();
    // For each set: the largest number of groups in it, and the set without one player or
    // group that leads there.
    let mut best = vec![(0_usize, 0_usize); all + 1];
    for set in 1..=all {
        let without =
            (0..open.len()).filter(|bit| set & (1 << bit) != 0).map(|bit| set ^ (1 << bit));
        let (groups, from) = without
            .map(|rest| (best[rest].0, rest))
            .max_by_key(|(groups, _)| *groups)
            .unwrap_or((0, 0));
        best[set] = (groups + usize::from(sums[set] == 0), from);
    }
    let mut split = Vec::new();
    let (mut set, mut rest) = (all, all);
    while set != 0 {
        set = best[set].1;
        if sums[set] == 0 {
            split.push(members(rest & !set).collect());
            rest = set;
        }
    }
    split
}

/// Pays the largest debt to the largest claim, until nothing is left.
fn pay_in_order(nets: &[i128], group: Vec<usize>, payments: &mut Vec<Payment>) {
    let mut left: Vec<(usize, i128)> = group.into_iter().map(|who| (who, nets[who])).collect();
    loop {
        let debtor = left.iter().copied().filter(|(_, net)| *net < 0).min_by_key(|(_, net)| *net);
        let claimant = left.iter().copied().filter(|(_, net)| *net > 0).max_by_key(|(_, net)| *net);
        let (Some((from, owes)), Some((to, claims))) = (debtor, claimant) else { return };
        let amount = claims.min(-owes);
        for (who, net) in &mut left {
            if *who == from {
                *net += amount;
            } else if *who == to {
                *net -= amount;
            }
        }
        payments.push(Payment { from, to, amount: u64::try_from(amount).unwrap_or(u64::MAX) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TABLE: TableId = TableId(8);

    fn transfer(id: &str, wallet: u64, into: bool, amount: u64) -> Transfer {
        let (wallet, table) =
            (LedgerAccount::Wallet(AccountId(wallet)), LedgerAccount::Table(TABLE));
        let (from, to) = if into { (wallet, table) } else { (table, wallet) };
        Transfer { id: id.to_owned(), from, to, amount: Chips(amount), at_ms: 1 }
    }

    #[test]
    fn transfers_add_up_to_rows() {
        let transfers = [
            transfer("table:8:1:0", 1, true, 200),
            transfer("table:8:2:0", 2, true, 100),
            transfer("table:8:5:0:top", 2, true, 50),
            // Player 1 is the host. The host also gives chips to player 3, and takes some back.
            transfer("table:8:6:0:give:2", 1, true, 40),
            transfer("table:8:7:0", 3, true, 60),
            transfer("table:8:8:0:give:3", 1, true, 30),
            transfer("table:8:9:0:take:3", 1, false, 10),
            // Guests' chips that the second player won.
            Transfer { to: LedgerAccount::Bank, ..transfer("table:8:9:1:stayed:2", 2, false, 5) },
            // Chips of a bet that were returned to a player who had left.
            transfer("table:8:10:3:3", 3, false, 80),
            transfer("table:8:11:0", 3, true, 20),
        ];
        let mut night = Night::of(TABLE, &transfers);
        assert_eq!(night.given_to(AccountId(2)), Chips(40));
        assert_eq!(night.given_to(AccountId(3)), Chips(20));
        night.count([
            (AccountId(1), Chips(270)),
            (AccountId(2), Chips(120)),
            (AccountId(3), Chips(20)),
        ]);
        let rows: Vec<[u64; 5]> = night
            .rows()
            .values()
            .map(|row| {
                [row.buy_ins, row.top_ups, row.owed(), row.cash_outs, row.stack]
                    .map(|chips| chips.0)
            })
            .collect();
        assert_eq!(rows, [[200, 0, 0, 0, 270], [100, 50, 40, 5, 120], [80, 0, 20, 80, 20]]);
        let nets: Vec<i128> = night.rows().values().map(NightRow::net).collect();
        assert_eq!(nets, [70, -65, 0]);
    }

    #[test]
    fn groups_that_settle_among_themselves_save_payments() {
        // Paying the largest debt to the largest claim would take four payments.
        let (payments, fewest) = settle(&[-10, 9, 1, -9, 5, 4]);
        assert!(fewest && payments.len() <= 4, "{payments:?}");
        let (payments, fewest) = settle(&[-6, -4, 7, 3, -5, 5, 0]);
        assert!(fewest, "{payments:?}");
        assert_eq!(payments.len(), 4, "one pair and four others: {payments:?}");
        let (payments, _) = settle(&[100, 60, -60, -50, -50]);
        assert_eq!(payments.len(), 3, "{payments:?}");
        assert_eq!(settle(&[0, 0]), (Vec::new(), true));
    }

    /// Generates results that add up to zero.
    fn nets() -> impl Strategy<Value = Vec<i128>> {
        proptest::collection::vec(-30_i128..30, 1..16).prop_map(|mut nets| {
            let sum: i128 = nets.iter().sum();
            nets.push(-sum);
            nets
        })
    }

    /// Finds the fewest payments by trying every split, slowly. A player with an open result
    /// exchanges a payment with each of the others in turn.
    fn fewest(nets: &mut Vec<i128>) -> usize {
        let Some(first) = nets.iter().position(|net| *net != 0) else { return 0 };
        let mut best = usize::MAX;
        for other in first + 1..nets.len() {
            if nets[other].signum() == -nets[first].signum() {
                let (before, own) = (nets[other], nets[first]);
                (nets[other], nets[first]) = (before + own, 0);
                best = best.min(1 + fewest(nets));
                (nets[other], nets[first]) = (before, own);
            }
        }
        best
    }

    proptest! {
        #[test]
        fn payments_leave_nobody_owing_anything(nets in nets()) {
            let (payments, fewest) = settle(&nets);
            let mut left = nets.clone();
            for payment in &payments {
                prop_assert!(payment.amount > 0);
                left[payment.from] += i128::from(payment.amount);
                left[payment.to] -= i128::from(payment.amount);
            }
            prop_assert!(left.iter().all(|net| *net == 0), "{:?}", left);
            let open = nets.iter().filter(|net| **net != 0).count();
            prop_assert_eq!(fewest, open <= MOST_EXACT);
            prop_assert!(payments.len() <= open.saturating_sub(1));
        }

        #[test]
        fn no_fewer_payments_would_do(nets in proptest::collection::vec(-6_i128..6, 1..7)) {
            let mut nets = nets;
            let sum: i128 = nets.iter().sum();
            nets.push(-sum);
            prop_assert_eq!(settle(&nets).0.len(), fewest(&mut nets));
        }
    }
}
