//! Applies events about entries: entering, leaving, purchases, absences and penalties.

use crate::director::state::State;
use crate::held::Bust;
use crate::removal::Removal;
use cardroom_rules::{Chips, EntryNo, Millis, PlayerId};

pub(super) fn entered(
    state: &mut State,
    entry: EntryNo,
    player: PlayerId,
    at: Millis,
    stack: Chips,
) {
    let begun = state.course.is_running();
    state.entries.enter(entry, player, at, stack, begun, state.seq);
    if let Some(bounties) = state.prizes.bounties_mut() {
        bounties.enter(entry);
    }
}

pub(super) fn bonus_added(state: &mut State, entry: EntryNo, chips: Chips) {
    state.entries.add_chips(entry, chips);
    state.bonuses.settle(entry);
}

pub(super) fn bonus_kept(state: &mut State, entry: EntryNo, chips: Chips) {
    let player = state.entries.player(entry);
    state.bonuses.settle(entry);
    state.bonuses.keep(player, chips);
}

pub(super) fn bonus_used(state: &mut State, entry: EntryNo, chips: Chips) {
    let player = state.entries.player(entry);
    state.bonuses.spend(player);
    state.bonuses.give(entry, chips);
}

pub(super) fn bonus_forfeited(state: &mut State, entry: EntryNo) {
    let player = state.entries.player(entry);
    state.bonuses.settle(entry);
    state.bonuses.spend(player);
}

pub(super) fn busted(state: &mut State, bust: &Bust) {
    state.seating.hold(bust.table);
    state.held.hold(bust.clone());
}

pub(super) fn absence_began(state: &mut State, entry: EntryNo, since: Millis) {
    state.discipline.absences_mut().begin(entry, since);
    state.follow_halt(entry);
}

pub(super) fn removal_due(state: &mut State, entry: EntryNo, why: Removal) {
    state.discipline.absences_mut().seen_to(entry);
    state.due.remove(entry, why);
}

pub(super) fn withdrawn(state: &mut State, entry: EntryNo) {
    state.entries.withdraw(entry);
    if let Some(bounties) = state.prizes.bounties_mut() {
        bounties.withdraw(entry);
    }
    state.touch(entry);
}

pub(super) fn stack_changed(state: &mut State, entry: EntryNo, stack: Chips) {
    state.entries.set_stack(entry, stack);
    state.due.changed(entry);
    state.unhold(entry);
}

pub(super) fn removed(state: &mut State, entry: EntryNo, why: Removal, chips: Chips) {
    state.entries.remove_chips(entry, chips);
    if let Removal::Disqualified { keeps_prize } = why {
        state.discipline.disqualify(entry, state.entries.player(entry));
        if !keeps_prize {
            state.prizes.withhold(entry);
        }
    }
}
