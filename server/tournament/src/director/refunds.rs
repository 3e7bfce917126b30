//! Refunds, and calling a tournament off.

use super::{Director, Phase, Step, bounties};
use crate::command::Refund;
use crate::event::Event;
use crate::order::Order;
use crate::refusal::Refusal;
use cardroom_rules::{Cents, EntryNo, TableNo};

impl Director {
    /// Returns the value of the ticket that paid for an entry, if there was one.
    #[must_use]
    pub fn ticket_used(&self, entry: EntryNo) -> Option<Cents> {
        self.state.entries.ticket_used(entry)
    }
}

/// Returns everything paid for an entry.
pub(super) fn paid_by(director: &Director, entry: EntryNo) -> Cents {
    // A player who comes from a first day paid there.
    let price = if director.setup.carried.is_some() { Cents::ZERO } else { director.setup.price() };
    price + director.state.entries.purchases().of(entry).cost
}

/// Returns the entries that were not withdrawn.
fn counted_entries(director: &Director) -> impl Iterator<Item = EntryNo> {
    let counted =
        director.entries().filter(|(_, entry)| entry.whereabouts != crate::Whereabouts::Withdrawn);
    counted.map(|(number, _)| number)
}

/// Refunds an entry that no longer counts. An amount of 0 is reported too, so the
/// player hears of it.
pub(super) fn refund_entry(step: &mut Step<'_>, entry: EntryNo, amount: Cents) {
    step.emit(Event::Refunded { entry, amount });
}

/// Cancels the tournament with a full refund to every player.
pub(super) fn cancel(step: &mut Step<'_>, reason: String) -> Result<(), Refusal> {
    step.state().course.must_not_have_begun()?;
    call_off(step, reason);
    Ok(())
}

pub(super) fn call_off(step: &mut Step<'_>, reason: String) {
    let entries: Vec<EntryNo> = counted_entries(step.director).collect();
    step.emit(Event::Cancelled { reason });
    for entry in entries {
        refund_entry(step, entry, paid_by(step.director, entry));
    }
}

/// Returns the prizes that have left the pool: those paid, and those withheld.
fn prizes_paid(director: &Director) -> Cents {
    let paid: Cents = director.entries().map(|(_, entry)| entry.prize).sum();
    paid + director.state.prizes.withheld()
}

/// Checks whether this kind of refund is possible.
pub(super) fn check_refund(step: &Step<'_>, refund: Refund) -> Result<(), Refusal> {
    let state = step.state();
    let bounties = state.prizes.bounties();
    let prizes = bounties.is_some_and(|bounties| !bounties.ledger().paid_out.is_zero())
        || !prizes_paid(step.director).is_zero();
    let carried = step.setup().carried.is_some();
    match (state.course.phase(), refund) {
        (Phase::Registering | Phase::Running, Refund::Everything) if carried => Err(
            Refusal::NotNow("Entries were paid on the first days. Divide what is left instead."),
        ),
        (Phase::Registering, Refund::ByStacks | Refund::Evenly) if carried => Ok(()),
        (Phase::Over | Phase::Cancelled, _) => Err(Refusal::Over),
        (Phase::Registering, Refund::ByStacks | Refund::Evenly) => {
            Err(Refusal::NotNow("Before the start, everything is returned. Choose that refund."))
        }
        (_, Refund::Everything) if prizes => Err(Refusal::NotNow(
            "Prizes were paid already. Divide what is left among the players left.",
        )),
        _ => Ok(()),
    }
}

/// Calls a running tournament off. Hands in progress do not count.
pub(super) fn call_off_running(step: &mut Step<'_>, refund: Refund, reason: String) {
    let director = &*step.director;
    let begins_here = director.setup.carried.is_none();
    let registering = director.state.course.is_registering() && begins_here;
    if registering || refund == Refund::Everything {
        close_all_tables(step, &reason);
        return call_off(step, reason);
    }
    let fee = director.setup.structure.entry.fee;
    let fee = if director.setup.carried.is_some() { Cents::ZERO } else { fee };
    let paid = prizes_paid(director);
    // Fixing the prizes adds the amount missing to a guarantee.
    let fixed = director.state.prizes.are_fixed();
    let pool = if fixed { director.prize_pool() } else { director.paid_in() };
    let pool = pool.saturating_sub(paid);
    let counted: Vec<EntryNo> = counted_entries(director).collect();
    let left: Vec<(EntryNo, u64)> = director
        .state
        .entries
        .all_in()
        .map(|(number, entry)| match refund {
            Refund::ByStacks => (number, (entry.stack + director.state.escrow.of(number)).0),
            Refund::Evenly | Refund::Everything => (number, 1),
        })
        .collect();
    let shares = in_proportion(pool, &left);
    close_all_tables(step, &reason);
    let left: Vec<EntryNo> = left.iter().map(|(entry, _)| *entry).collect();
    bounties::share_bounties(step, &left);
    step.emit(Event::Cancelled { reason });
    let mut shares = shares.into_iter().peekable();
    for entry in counted {
        let share = shares.next_if(|(other, _)| *other == entry);
        refund_entry(step, entry, fee + share.map_or(Cents::ZERO, |(_, share)| share));
    }
}

fn close_all_tables(step: &mut Step<'_>, reason: &str) {
    let tables: Vec<(TableNo, bool)> = step
        .director
        .tables()
        .map(|(number, table)| (number, table.doing == crate::Doing::Playing))
        .collect();
    for (table, plays) in tables {
        if plays {
            step.order(table, Order::Void { reason: reason.to_owned() });
        }
        step.order(table, Order::Close);
    }
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
