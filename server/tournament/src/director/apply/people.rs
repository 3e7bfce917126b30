//! Applies events about entries: entering, leaving, purchases, absences and penalties.

use crate::director::state::State;
use crate::event::Event;
use crate::removal::Removal;
use cardroom_rules::{Chips, EntryNo};

pub(super) fn apply(state: &mut State, event: &Event) {
    match event {
        Event::Entered { entry, player, at, stack } => {
            let begun = state.course.is_running();
            state.entries.enter(*entry, *player, *at, *stack, begun, state.seq);
            if let Some(bounties) = state.prizes.bounties_mut() {
                bounties.enter(*entry);
            }
        }
        Event::TicketUsed { entry, worth } => state.entries.use_ticket(*entry, *worth),
        Event::Withdrawn { entry } => withdrawn(state, *entry),
        Event::CheckedIn { entry } => state.entries.check_in(*entry),
        Event::Bought { entry, what, cost, .. } => state.entries.buy(*entry, *what, *cost),
        Event::Reawarded { giver, getter, chips } => {
            state.entries.correct_stacks(*giver, *getter, *chips);
        }
        Event::StackChanged { entry, stack } => stack_changed(state, *entry, *stack),
        Event::StackDue { entry, given, taken } => state.due.change(*entry, *given, *taken),
        Event::BonusDue { entry, chips } => state.bonuses.give(*entry, *chips),
        Event::BonusAdded { entry, chips } => {
            state.entries.add_chips(*entry, *chips);
            state.bonuses.settle(*entry);
        }
        Event::BonusKept { entry, chips } => {
            let player = state.entries.player(*entry);
            state.bonuses.settle(*entry);
            state.bonuses.keep(player, *chips);
        }
        Event::BonusUsed { entry, chips } => {
            let player = state.entries.player(*entry);
            state.bonuses.spend(player);
            state.bonuses.give(*entry, *chips);
        }
        Event::BonusForfeited { entry, .. } => {
            let player = state.entries.player(*entry);
            state.bonuses.settle(*entry);
            state.bonuses.spend(player);
        }
        Event::Busted(bust) => {
            state.seating.hold(bust.table);
            state.held.hold((**bust).clone());
        }
        Event::RebuyDeclined { entry } => state.held.decline(*entry),
        Event::AbsenceBegan { entry, since } => {
            state.discipline.absences_mut().begin(*entry, *since);
            state.follow_halt(*entry);
        }
        Event::AbsenceEnded { entry } => state.discipline.absences_mut().end(*entry),
        Event::AbsenceWarned { entry, .. } => state.discipline.absences_mut().warned(*entry),
        Event::LongAbsence { entry, .. } => state.discipline.absences_mut().seen_to(*entry),
        Event::Quit { entry } => state.discipline.quit(*entry),
        Event::RemovalDue { entry, why } => {
            state.discipline.absences_mut().seen_to(*entry);
            state.due.remove(*entry, *why);
        }
        Event::RemovalLifted { entry } => state.due.lift(*entry),
        Event::Sat { entries } => state.discipline.sit(entries),
        Event::MoveDue(place) => state.due.move_to(*place),
        Event::MoveDropped { entry } => state.due.moved(*entry),
        Event::Removed { entry, why, chips } => removed(state, *entry, *why, *chips),
        Event::PenaltySet { entry, hands } => state.discipline.penalties_mut().set(*entry, *hands),
        Event::Warned { entry } => state.discipline.penalties_mut().warn(*entry),
        Event::Muted { entry, muted } => state.discipline.mute(*entry, *muted),
        Event::Banned { player, days: Some(_) } => state.discipline.ban(*player),
        Event::Banned { player, days: None } => state.discipline.lift_ban(*player),
        _ => {}
    }
}

fn withdrawn(state: &mut State, entry: EntryNo) {
    state.entries.withdraw(entry);
    if let Some(bounties) = state.prizes.bounties_mut() {
        bounties.withdraw(entry);
    }
    state.touch(entry);
}

fn stack_changed(state: &mut State, entry: EntryNo, stack: Chips) {
    state.entries.set_stack(entry, stack);
    state.due.changed(entry);
    state.unhold(entry);
}

fn removed(state: &mut State, entry: EntryNo, why: Removal, chips: Chips) {
    state.entries.remove_chips(entry, chips);
    if let Removal::Disqualified { keeps_prize } = why {
        state.discipline.disqualify(entry, state.entries.player(entry));
        if !keeps_prize {
            state.prizes.withhold(entry);
        }
    }
}
