//! Refunds, and calling a running tournament off.

use super::effects::Effects;
use super::money::Money;
use super::{Director, bounties};
use crate::command::Refund;
use crate::event::Event;
use crate::order::Order;
use crate::seating::FloorPlan;
use crate::table::Doing;
use cardroom_rules::{Cents, EntryNo};

impl Director {
    /// Returns the value of the ticket that paid for an entry, if there was one.
    #[must_use]
    pub fn ticket_used(&self, entry: EntryNo) -> Option<Cents> {
        self.state.entries.ticket_used(entry)
    }
}

/// Calls the tournament off by order of the floor, or because too few players came from the first
/// days. Hands in progress do not count.
pub(super) fn call_off_running(director: &Director, refund: Refund, reason: String) -> Effects {
    let state = &director.state;
    let money = Money::of(director);
    let mut effects = close_all_tables(state.seating.floor(), &reason);
    let registering = state.course.is_registering() && director.setup.carried.is_none();
    if registering || refund == Refund::Everything {
        effects.append(money.call_off(reason));
        return effects;
    }
    let weights = state.entries.all_in().map(|(number, entry)| match refund {
        Refund::ByStacks => (number, (entry.stack + state.escrow.of(number)).0),
        Refund::Evenly | Refund::Everything => (number, 1),
    });
    let weights: Vec<(EntryNo, u64)> = weights.collect();
    let left: Vec<EntryNo> = weights.iter().map(|(entry, _)| *entry).collect();
    let (pool, fee) = money.left_in_pool();
    effects.append(bounties::share_bounties(&state.prizes, &left));
    effects.emit(Event::Cancelled { reason });
    let mut shares = in_proportion(pool, &weights).into_iter().peekable();
    for entry in money.counted() {
        let share = shares.next_if(|(other, _)| *other == entry);
        let amount = fee + share.map_or(Cents::ZERO, |(_, share)| share);
        // An amount of 0 is reported too, so the player hears of it.
        effects.emit(Event::Refunded { entry, amount });
    }
    effects
}

fn close_all_tables(floor: &FloorPlan, reason: &str) -> Effects {
    let mut effects = Effects::default();
    for (number, table) in floor.tables() {
        if table.doing == Doing::Playing {
            effects.order(number, Order::Void { reason: reason.to_owned() });
        }
        effects.order(number, Order::Close);
    }
    effects
}

/// Divides an amount in proportion to weights, to the cent. The rounding remainder goes to the
/// first entries, a cent each.
fn in_proportion(amount: Cents, weights: &[(EntryNo, u64)]) -> Vec<(EntryNo, Cents)> {
    let whole: u128 = weights.iter().map(|(_, weight)| u128::from(*weight)).sum();
    if whole == 0 {
        return Vec::new();
    }
    let part = |weight: u64| {
        let part = u128::from(amount.0) * u128::from(weight) / whole;
        Cents(u64::try_from(part).expect("a part is not more than the whole"))
    };
    let mut shares: Vec<(EntryNo, Cents)> =
        weights.iter().map(|(entry, weight)| (*entry, part(*weight))).collect();
    let given: Cents = shares.iter().map(|(_, share)| *share).sum();
    let mut over = amount.saturating_sub(given);
    for (_, share) in &mut shares {
        if over.is_zero() {
            break;
        }
        *share += Cents(1);
        over -= Cents(1);
    }
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_divided_to_the_cent() {
        let stacks = [(EntryNo(2), 3_000), (EntryNo(5), 2_000), (EntryNo(6), 2_000)];
        let shares = in_proportion(Cents(1_000), &stacks);
        assert_eq!(
            shares,
            [(EntryNo(2), Cents(429)), (EntryNo(5), Cents(286)), (EntryNo(6), Cents(285))]
        );
    }
}
