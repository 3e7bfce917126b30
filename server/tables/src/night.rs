//! The ledger of a night at a private table, computed from the transfers of its place: the chips
//! that each player brought, got from the host and took, and the payments that settle the night.
//! Nothing is stored here.
//!
//! A private table has chips of its own. The bank issues them and takes them in again, and the id
//! of a transfer ends with what it is for and whose it is: `table:8:12:0:in:17`. In earlier
//! versions they came from wallets, and the transfer names the wallet. The ledger reads both.

use cardroom_record::ids::{AccountId, TableId};
use cardroom_record::{LedgerAccount, Transfer};
use cardroom_rules::Chips;
use std::collections::BTreeMap;

/// The purposes of a private table's transfers. Each precedes the player in the transfer's id.
pub mod purpose {
    /// Chips that a player bought in with.
    pub const IN: &str = "in";
    /// Chips that a player adds to a stack.
    pub const TOP_UP: &str = "top";
    /// Chips that the host adds to a stack.
    pub const GIVEN: &str = "give";
    /// Chips that the host takes off a stack.
    pub const TAKEN: &str = "take";
    /// The stack that a player leaves with.
    pub const OUT: &str = "out";
    /// Guests' chips that stay at a table.
    pub const STAYED: &str = "stayed";
    /// Chips that a wallet brought to a private table in an earlier version and gets back.
    pub const REFUND: &str = "refund";
}

use purpose::{GIVEN, IN, OUT, REFUND, STAYED, TAKEN, TOP_UP};

/// The most winners and losers for which the fewest payments are guaranteed, because all subsets
/// of them are tried.
const MOST_EXACT: usize = 12;

/// The chips that a player brought and took.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NightRow {
    /// The total of all buy-ins.
    pub buy_ins: Chips,
    pub top_ups: Chips,
    /// The chips that the host added to the stack.
    pub given: Chips,
    /// The chips that the host took off the stack.
    pub taken: Chips,
    /// The total that the player left with.
    pub cash_outs: Chips,
    pub stack: Chips,
    /// When the player first brought chips, in milliseconds since 1970.
    pub since_ms: Option<u64>,
}

impl NightRow {
    /// Returns how much the player is ahead; below zero if behind.
    #[must_use]
    pub fn net(&self) -> i128 {
        let sum = |parts: &[Chips]| parts.iter().map(|chips| i128::from(chips.0)).sum::<i128>();
        sum(&[self.cash_outs, self.taken, self.stack])
            - sum(&[self.buy_ins, self.top_ups, self.given])
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
        let (what, named) = purpose_of(id);
        let (other, comes) = match (from, to) {
            (other, to) if *to == place => (other, true),
            (from, other) if *from == place => (other, false),
            _ => return,
        };
        let owner = match other {
            LedgerAccount::Wallet(owner) => Some(*owner),
            _ => None,
        };
        let Some(who) = named.or(owner) else { return };
        let row = self.rows.entry(who).or_default();
        let part = match (what, comes) {
            (GIVEN, true) => &mut row.given,
            (TOP_UP, true) => &mut row.top_ups,
            (IN | "", true) => &mut row.buy_ins,
            (TAKEN, false) => &mut row.taken,
            (OUT | STAYED | "", false) => &mut row.cash_outs,
            // The id of a bet that came back to a player who had left ends with the player.
            (_, false) if owner.is_some() => &mut row.cash_outs,
            _ => return,
        };
        *part += *amount;
        if comes {
            let since = row.since_ms.map_or(transfer.at_ms, |since| since.min(transfer.at_ms));
            row.since_ms = Some(since);
        }
    }

    /// Sets every player's stack at the table, between two hands.
    pub fn count(&mut self, stacks: impl IntoIterator<Item = (AccountId, Chips)>) {
        for (who, chips) in stacks {
            self.rows.entry(who).or_default().stack = chips;
        }
    }

    /// Returns the rows of all players who have had chips there.
    #[must_use]
    pub fn rows(&self) -> &BTreeMap<AccountId, NightRow> {
        &self.rows
    }
}

/// Reads what a transfer is for and whose it is from its id: `table:8:12:0`, followed by the
/// purpose and the player, if there are any.
fn purpose_of(id: &str) -> (&str, Option<AccountId>) {
    let mut parts = id.splitn(5, ':').nth(4).unwrap_or_default().split(':');
    let what = parts.next().unwrap_or_default();
    (what, parts.next().and_then(|whom| whom.parse().ok()).map(AccountId))
}

/// Returns what each wallet brought to a private table in an earlier version, and has not got back.
/// The table has chips of its own now, so a wallet gets this back once, whatever its owner has won
/// or lost there.
#[must_use]
pub fn refunds<'a>(
    table: TableId,
    transfers: impl IntoIterator<Item = &'a Transfer>,
) -> BTreeMap<AccountId, Chips> {
    let place = LedgerAccount::Table(table);
    let mut brought: BTreeMap<AccountId, (Chips, Chips)> = BTreeMap::new();
    for Transfer { id, from, to, amount, .. } in transfers {
        match (from, to) {
            (LedgerAccount::Wallet(owner), to) if *to == place => {
                brought.entry(*owner).or_default().0 += *amount;
            }
            (from, LedgerAccount::Wallet(owner))
                if *from == place || purpose_of(id).0 == REFUND =>
            {
                brought.entry(*owner).or_default().1 += *amount;
            }
            _ => {}
        }
    }
    let left = brought.into_iter().map(|(owner, (had, back))| (owner, had.saturating_sub(back)));
    left.filter(|(_, left)| !left.is_zero()).collect()
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

    fn of_bank(id: &str, into: bool, amount: u64) -> Transfer {
        let (bank, table) = (LedgerAccount::Bank, LedgerAccount::Table(TABLE));
        let (from, to) = if into { (bank, table) } else { (table, bank) };
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
            // From here on the table has chips of its own.
            of_bank("table:8:12:0:in:4", true, 100),
            of_bank("table:8:13:0:top:4", true, 50),
            of_bank("table:8:14:0:give:4", true, 30),
            of_bank("table:8:15:0:take:4", false, 20),
            of_bank("table:8:16:0:out:4", false, 90),
        ];
        let mut night = Night::of(TABLE, &transfers);
        night.count([
            (AccountId(1), Chips(270)),
            (AccountId(2), Chips(120)),
            (AccountId(3), Chips(20)),
            (AccountId(4), Chips(70)),
        ]);
        let parts = |row: &NightRow| {
            [row.buy_ins, row.top_ups, row.given, row.taken, row.cash_outs, row.stack]
                .map(|chips| chips.0)
        };
        let rows: Vec<[u64; 6]> = night.rows().values().map(parts).collect();
        let expected = [
            [200, 0, 0, 0, 0, 270],
            [100, 50, 40, 0, 5, 120],
            [80, 0, 30, 10, 80, 20],
            [100, 50, 30, 20, 90, 70],
        ];
        assert_eq!(rows, expected);
        let nets: Vec<i128> = night.rows().values().map(NightRow::net).collect();
        assert_eq!(nets, [70, -65, 0, 0]);
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
