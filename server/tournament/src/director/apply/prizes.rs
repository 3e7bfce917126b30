//! Applies events about prizes, deals and chip exchanges.

use crate::deal::OpenDeal;
use crate::director::state::State;
use cardroom_rules::{Cents, Chips, EntryNo, TableNo};

pub(super) fn chips_exchanged(
    state: &mut State,
    table: Option<TableNo>,
    stacks: &[(EntryNo, Chips)],
) {
    for (entry, stack) in stacks {
        state.entries.set_stack(*entry, *stack);
    }
    if let Some(table) = table
        && state.color_ups.finish(table).is_none()
    {
        state.seating.exchange(table, state.color_ups.exchange());
    }
}

pub(super) fn deal_proposed(state: &mut State, deal: &OpenDeal) {
    let stacks = state.entries.stacks().collect();
    state.deals.propose(deal.clone(), stacks);
}

pub(super) fn deal_made(state: &mut State, shares: &[(EntryNo, Cents)], for_winner: Cents) {
    state.deals.make(shares.to_vec(), for_winner);
    let left = usize::try_from(state.entries.left()).unwrap_or(usize::MAX);
    state.prizes.share(left, for_winner);
}
