//! Divides a prize pool among places, to the cent. `finish` decides which player takes which place.

use cardroom_rules::{Cents, EntryTerms, PrizeTerms, Shares};

/// A prize pool and its sources. It excludes fees and bounties.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Pool {
    /// The amount paid by players.
    pub paid: Cents,
    /// The amount that the house adds to reach the guarantee.
    pub added: Cents,
}

impl Pool {
    /// Returns the pool for these numbers of entries, rebuys and add-ons.
    #[must_use]
    pub fn of(
        entry: &EntryTerms,
        prizes: &PrizeTerms,
        entries: u32,
        rebuys: u32,
        add_ons: u32,
    ) -> Self {
        let bought =
            |cost: Option<Cents>, times: u32| cost.unwrap_or_default().times(u64::from(times));
        let paid = entry.buy_in.times(u64::from(entries))
            + bought(entry.rebuy.as_ref().map(|rebuy| rebuy.cost), rebuys)
            + bought(entry.add_on.as_ref().map(|add_on| add_on.cost), add_ons);
        Self { paid, added: prizes.guarantee.saturating_sub(paid) }
    }

    #[must_use]
    pub fn total(self) -> Cents {
        self.paid + self.added
    }
}

/// The prize of each place, first place first. Places beyond the list win nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Prizes {
    pub places: Vec<Cents>,
    /// Number of top places that win a ticket. Their prize above the value of the ticket is money.
    pub tickets: u32,
}

/// Divides a pool by these shares for this number of entries. The sum is the pool, to the
/// cent. There are no more places than entries. No place wins more than the one before it,
/// unless the shares say so.
///
/// The rounding remainder goes to the first place. If tickets are won, the rest of the pool goes to
/// the place behind them.
#[must_use]
pub fn prizes(pool: Cents, entries: u32, buy_in: Cents, shares: &Shares) -> Prizes {
    let places = match shares {
        Shares::WinnerTakesAll => vec![pool],
        Shares::Table(tables) => {
            let fitting = tables.iter().rev().find(|table| entries >= table.from);
            let table = fitting.or(tables.first());
            let parts = table.map_or(&[10_000][..], |table| &table.basis_points);
            let parts = &parts[..parts.len().min(index(entries.max(1)))];
            let whole: u64 = parts.iter().map(|part| u64::from(*part)).sum::<u64>().max(1);
            let part = |part: &u32| of(pool, u64::from(*part), whole);
            rounded(pool, parts.iter().map(part).collect())
        }
        Shares::Curve { paid_basis_points, least_percent } => {
            curve(pool, entries, buy_in, *paid_basis_points, *least_percent)
        }
        Shares::Tickets { worth, .. } => return tickets(pool, entries, *worth),
    };
    Prizes { places, tickets: 0 }
}

/// Returns the number of paid places. For a curve with enough money for every paid place, this does
/// not compute the curve, because the director calls it often during late entry.
#[must_use]
pub fn paid_places(pool: Cents, entries: u32, buy_in: Cents, shares: &Shares) -> u32 {
    let places = match shares {
        Shares::Curve { paid_basis_points, least_percent } => {
            match paid_least(pool, entries, buy_in, *paid_basis_points, *least_percent) {
                (paid, least) if !least.is_zero() => {
                    return u32::try_from(paid).unwrap_or(u32::MAX);
                }
                _ => prizes(pool, entries, buy_in, shares).places.len(),
            }
        }
        _ => prizes(pool, entries, buy_in, shares).places.len(),
    };
    u32::try_from(places).unwrap_or(u32::MAX)
}

/// Returns as many tickets as the pool pays for, and the rest for the next place. If every entry
/// wins a ticket, the first place gets the rest.
fn tickets(pool: Cents, entries: u32, worth: Cents) -> Prizes {
    let whole = if worth.is_zero() { 0 } else { pool.0 / worth.0 };
    let tickets = u32::try_from(whole).unwrap_or(u32::MAX).min(entries);
    let mut places = vec![worth; index(tickets)];
    let rest = pool.saturating_sub(worth.times(u64::from(tickets)));
    match places.first_mut() {
        Some(first) if tickets == entries => *first += rest,
        _ if rest.is_zero() => {}
        _ => places.push(rest),
    }
    Prizes { places, tickets }
}

fn index(count: u32) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// Returns a prize curve. Each paid place gets the minimum, as far as the pool goes. The rest is
/// divided with a weight of 1/n for the n-th place.
fn curve(
    pool: Cents,
    entries: u32,
    buy_in: Cents,
    paid_basis_points: u32,
    least_percent: u64,
) -> Vec<Cents> {
    let (paid, least) = paid_least(pool, entries, buy_in, paid_basis_points, least_percent);
    let rest = pool.saturating_sub(least.times(paid));
    // Weights of 2^32 / n are whole numbers, and fine enough for any field.
    let weight = |place: u64| (1_u64 << 32) / place;
    let whole: u64 = (1..=paid).map(weight).sum();
    rounded(pool, (1..=paid).map(|place| least + of(rest, weight(place), whole)).collect())
}

/// Returns the largest number of places that a curve pays, and the minimum for each.
fn paid_least(
    pool: Cents,
    entries: u32,
    buy_in: Cents,
    paid_basis_points: u32,
    least_percent: u64,
) -> (u64, Cents) {
    let paid = u64::from(entries) * u64::from(paid_basis_points) / 10_000;
    let paid = paid.clamp(1, u64::from(entries.max(1)));
    let least = Cents(buy_in.0 * least_percent / 100);
    (paid, least.min(Cents(pool.0 / paid)))
}

/// Divides an amount in proportion to weights, rounded down. The remaining cents go to the largest
/// fractions, on a tie to the first in the list. If all weights are 0, the parts are equal.
pub(super) fn in_proportion(amount: Cents, weights: &[u64]) -> Vec<Cents> {
    let whole: u128 = weights.iter().copied().map(u128::from).sum();
    let (weights, whole) = match whole {
        0 => (&vec![1; weights.len()][..], weights.len() as u128),
        whole => (weights, whole),
    };
    let exact = |weight: &u64| u128::from(amount.0) * u128::from(*weight);
    let floor = |weight: &u64| {
        Cents(u64::try_from(exact(weight) / whole).expect("a part is not more than the whole"))
    };
    let mut parts: Vec<Cents> = weights.iter().map(floor).collect();
    let given: Cents = parts.iter().copied().sum();
    let over = usize::try_from(amount.saturating_sub(given).0).unwrap_or(usize::MAX);
    let mut by_cut: Vec<usize> = (0..parts.len()).collect();
    by_cut.sort_by_key(|player| std::cmp::Reverse(exact(&weights[*player]) % whole));
    for player in by_cut.into_iter().take(over) {
        parts[player] += Cents(1);
    }
    parts
}

fn of(amount: Cents, part: u64, whole: u64) -> Cents {
    let share = u128::from(amount.0) * u128::from(part) / u128::from(whole);
    Cents(u64::try_from(share).expect("a part is not more than the whole"))
}

/// Gives the rounding remainder to the first place.
fn rounded(pool: Cents, mut places: Vec<Cents>) -> Vec<Cents> {
    let sum: Cents = places.iter().copied().sum();
    if let Some(first) = places.first_mut() {
        *first += pool.saturating_sub(sum);
    }
    places.retain(|prize| !prize.is_zero());
    places
}

/// Returns the prizes of `sharing` entries that share place `first`, counted from 1. The sum of
/// their prizes is divided evenly. The remainder goes to the players who entered first, a cent each
/// (GAPS G-43). The result is in order of entry.
#[must_use]
pub fn share_places(places: &[Cents], first: u32, sharing: u32) -> Vec<Cents> {
    let prize = |place: u32| {
        let index = usize::try_from(place).ok().and_then(|place| place.checked_sub(1));
        index.and_then(|index| places.get(index)).copied().unwrap_or_default()
    };
    let together: Cents = (first..first + sharing).map(prize).sum();
    if sharing == 0 {
        return Vec::new();
    }
    let (each, over) = together.divide(u64::from(sharing));
    (0..u64::from(sharing)).map(|index| each + Cents(u64::from(index < over.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_rules::ShareTable;
    use proptest::prelude::*;

    fn table() -> Shares {
        Shares::Table(vec![
            ShareTable { from: 2, basis_points: vec![10_000] },
            ShareTable { from: 5, basis_points: vec![6_500, 3_500] },
            ShareTable { from: 8, basis_points: vec![5_000, 3_000, 2_000] },
        ])
    }

    #[test]
    fn the_size_of_the_field_chooses_the_table() {
        let paid = |entries| prizes(Cents(1_001), entries, Cents(100), &table()).places;
        assert_eq!(paid(4), [Cents(1_001)]);
        assert_eq!(paid(5), [Cents(651), Cents(350)]);
        assert_eq!(paid(30), [Cents(501), Cents(300), Cents(200)]);
    }

    #[test]
    fn tickets_are_won_as_far_as_the_pool_goes_and_the_rest_by_the_next() {
        let shares = Shares::Tickets { structure: "main".to_owned(), worth: Cents(1_000) };
        let won = prizes(Cents(3_400), 40, Cents(85), &shares);
        assert_eq!(won.places, [Cents(1_000), Cents(1_000), Cents(1_000), Cents(400)]);
        assert_eq!(won.tickets, 3);
    }

    #[test]
    fn tickets_for_everybody_leave_the_rest_to_the_first() {
        let shares = Shares::Tickets { structure: "main".to_owned(), worth: Cents(1_000) };
        let won = prizes(Cents(10_000), 3, Cents(85), &shares);
        assert_eq!(won.places, [Cents(8_000), Cents(1_000), Cents(1_000)]);
        assert_eq!(won.tickets, 3);
        let nobody = prizes(Cents(900), 3, Cents(85), &shares);
        assert_eq!((nobody.places, nobody.tickets), (vec![Cents(900)], 0));
    }

    #[test]
    fn more_places_than_entries_are_divided_among_those_who_are_there() {
        let won = prizes(Cents(1_000), 1, Cents(500), &table()).places;
        assert_eq!(won, [Cents(1_000)]);
        let three = vec![ShareTable { from: 2, basis_points: vec![5_000, 3_000, 2_000] }];
        let won = prizes(Cents(1_000), 2, Cents(500), &Shares::Table(three)).places;
        assert_eq!(won, [Cents(625), Cents(375)]);
    }

    #[test]
    fn what_is_left_over_goes_where_most_was_cut_off() {
        // 33.4 + 33.3 + 33.3, and 1.5 + 0.5.
        assert_eq!(in_proportion(Cents(100), &[334, 333, 333]), [Cents(34), Cents(33), Cents(33)]);
        assert_eq!(in_proportion(Cents(2), &[3, 1]), [Cents(2), Cents(0)]);
        assert_eq!(in_proportion(Cents(5), &[0, 0]), [Cents(3), Cents(2)]);
        assert!(in_proportion(Cents(5), &[]).is_empty());
    }

    /// The largest field ever held online.
    #[test]
    fn a_quarter_of_a_million_entries_are_paid_to_the_cent() {
        let curve = Shares::Curve { paid_basis_points: 1_500, least_percent: 150 };
        let won = prizes(Cents(253_698 * 1_000), 253_698, Cents(1_000), &curve).places;
        assert_eq!(won.len(), 38_054);
        assert_eq!(won.iter().copied().sum::<Cents>(), Cents(253_698_000));
        assert!(won.windows(2).all(|pair| pair[0] >= pair[1]));
        assert!(*won.last().unwrap() >= Cents(1_500));
    }

    /// TDA RP-8-A: 52 left, 50 paid, three bust on one hand and share the prize of place 50.
    #[test]
    fn shared_places_share_their_prizes() {
        let mut places = vec![Cents(2_000); 49];
        places.push(Cents(900));
        assert_eq!(share_places(&places, 50, 3), [Cents(300); 3]);
        assert_eq!(share_places(&[Cents(100), Cents(1)], 1, 2), [Cents(51), Cents(50)]);
        assert!(share_places(&places, 60, 2).iter().all(|prize| prize.is_zero()));
    }

    proptest! {
        #[test]
        fn every_cent_of_the_pool_is_won_and_no_place_wins_more_than_the_one_before(
            entries in 1_u32..300_000,
            buy_in in 1_u64..100_000,
            added in 0_u64..1_000_000,
            paid in 1_u32..10_000,
            least in prop_oneof![Just(0_u64), 0_u64..400],
        ) {
            let pool = Cents(u64::from(entries) * buy_in + added);
            let curve = Shares::Curve { paid_basis_points: paid, least_percent: least };
            let worth = Cents(buy_in * 7 + 3);
            let tickets = Shares::Tickets { structure: String::new(), worth };
            for shares in [curve, table(), Shares::WinnerTakesAll, tickets] {
                let won = prizes(pool, entries, Cents(buy_in), &shares).places;
                prop_assert_eq!(won.iter().copied().sum::<Cents>(), pool);
                prop_assert!(won.windows(2).all(|pair| pair[0] >= pair[1]));
                prop_assert!(won.len() <= usize::try_from(entries).unwrap());
                let paid = paid_places(pool, entries, Cents(buy_in), &shares);
                prop_assert_eq!(won.len(), usize::try_from(paid).unwrap());
            }
        }
    }
}
