//! Long absences, players who leave for good, and players who return.

use super::arrivals::Arrivals;
use super::effects::Effects;
use super::registration::Registration;
use super::state::{Discipline, Entries, Orders};
use super::timetable::Timetable;
use super::{Director, Phase, Step, placing};
use crate::absence::Absences;
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::order::{Order, Ordered};
use crate::refusal::Refusal;
use crate::removal::Removal;
use crate::report::HandFinished;
use crate::setup::Setup;
use cardroom_rules::rulebook::{AbsenceEffect, PlayerQuits};
use cardroom_rules::{EntryNo, Millis, PlayerId, TableNo};

/// A gap in time up to this length shifts no timer.
const LONGEST_UNNOTICED_GAP: Millis = Millis(2_000);

impl Director {
    /// Returns `true` if the floor may pick up the chips of a player. That requires an absence
    /// longer than the rulebook's limit (TFPL and Spotlight 2b-15), a player who has left for
    /// good, or an absent player under a rulebook that lets the floor judge whether the player
    /// will return (TNPL B7).
    #[must_use]
    pub fn may_be_picked_up(&self, entry: EntryNo) -> bool {
        let (effect, after) = self.setup.long_absence();
        let away = self.state.discipline.absences().lasted(entry, self.state.now);
        let long = away.is_some_and(|lasted| lasted > after);
        // The floor sees who is there, and the room does not.
        let seen = self.structure().has_real_cards();
        let allowed = effect == AbsenceEffect::FloorMayPickUp && long;
        let certain = away.is_some() && self.setup.quitting() == PlayerQuits::RemovedIfCertain;
        seen || allowed || certain || self.state.discipline.has_quit(entry)
    }
}

/// Returns the time at which the longest absence exceeds the limit of the rulebook.
pub(super) fn long_absence_due(absences: &Absences, setup: &Setup) -> Option<Millis> {
    let (effect, after) = setup.long_absence();
    let longest = match effect {
        AbsenceEffect::BlindOut => None,
        AbsenceEffect::FloorMayPickUp | AbsenceEffect::Eliminate => absences.longest(),
    };
    longest.map(|(_, since)| since + after + Millis(1))
}

/// Returns the time of the next warning for an absence.
pub(super) fn absence_warning_due(absences: &Absences, setup: &Setup) -> Option<Millis> {
    let after = setup.absence_warning()?;
    absences.longest_unwarned().map(|(_, since)| since + after)
}

/// Notes who was present in a hand dealt at `since`: who sat for the first time, who is away from
/// now on, and who is back.
pub(super) fn note_absences(
    discipline: &Discipline,
    players: &[EntryNo],
    report: &HandFinished,
    since: Millis,
) -> Vec<Event> {
    let present = players.iter().zip(&report.players).filter(|(_, player)| !player.absent);
    let new = present.filter(|(entry, _)| !discipline.has_sat(**entry));
    let entries: Vec<EntryNo> = new.map(|(entry, _)| *entry).collect();
    let sat = (!entries.is_empty()).then_some(Event::Sat { entries });
    let changes = players.iter().copied().zip(&report.players).filter_map(|(entry, player)| {
        let known = discipline.absences().since(entry).is_some();
        match (player.absent, known) {
            (true, false) => Some(Event::AbsenceBegan { entry, since }),
            (false, true) => Some(Event::AbsenceEnded { entry }),
            _ => None,
        }
    });
    sat.into_iter().chain(changes).collect()
}

/// Applies the warnings and effects of long absences.
pub(super) fn see_to_long_absences(step: &mut Step<'_>) {
    let is_due = |step: &Step<'_>, due: fn(&Absences, &Setup) -> Option<Millis>| {
        let due = due(step.state().discipline.absences(), step.setup());
        !step.state().schedule.is_paused() && due.is_some_and(|due| step.now >= due)
    };
    while is_due(step, absence_warning_due) {
        let unwarned = step.state().discipline.absences().longest_unwarned();
        let Some((entry, since)) = unwarned else { break };
        step.emit(Event::AbsenceWarned { entry, since });
    }
    while is_due(step, long_absence_due) {
        let Some((entry, since)) = step.state().discipline.absences().longest() else { return };
        match step.setup().long_absence().0 {
            AbsenceEffect::BlindOut => return,
            AbsenceEffect::FloorMayPickUp => step.emit(Event::LongAbsence { entry, since }),
            AbsenceEffect::Eliminate => remove_when_due(step, entry, Removal::Absent),
        }
    }
}

pub(super) fn quit(step: &mut Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    match step.state().course.phase() {
        Phase::Registering => {
            step.bring_about(Registration::of(step.director).withdraw(player)?);
            return Ok(());
        }
        Phase::Running => {}
        Phase::Over | Phase::Cancelled => return Err(Refusal::Over),
    }
    let entry = step.state().entries.of_player_in(player)?;
    if step.state().held.get(entry).is_some() {
        step.emit(Event::RebuyDeclined { entry });
        return Ok(());
    }
    if !step.state().discipline.has_quit(entry) {
        step.emit(Event::Quit { entry });
        let state = step.state();
        for table in tables_of(&state.entries, &state.orders, entry, player) {
            step.bring_about(Arrivals::of(step.director).tell_of_quitters(table, [entry]));
        }
    }
    if step.setup().quitting() == PlayerQuits::Removed {
        remove_when_due(step, entry, Removal::Quit);
    }
    Ok(())
}

/// Returns the tables where a player has a seat: while moving, it is still the old one.
fn tables_of(entries: &Entries, orders: &Orders, entry: EntryNo, player: PlayerId) -> Vec<TableNo> {
    let leaves = |ordered: &&Ordered| ordered.order == Order::Release { player };
    let left = orders.outstanding().filter(leaves).map(|ordered| ordered.table);
    entries.table_of(entry).into_iter().chain(left).collect()
}

pub(super) fn back(
    entries: &Entries,
    absences: &Absences,
    player: PlayerId,
) -> Result<Option<Event>, Refusal> {
    let entry = entries.of_player_in(player)?;
    Ok(absences.since(entry).is_some().then_some(Event::AbsenceEnded { entry }))
}

/// Removes a player as soon as no hand is in progress at the table.
pub(super) fn remove_when_due(step: &mut Step<'_>, entry: EntryNo, why: Removal) {
    step.emit(Event::RemovalDue { entry, why });
    match step.state().entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. }) => {
            if step.state().held.get(entry).is_some() {
                step.emit(Event::RebuyDeclined { entry });
            }
            step.attention.insert(table);
        }
        Some(Whereabouts::Waiting | Whereabouts::Through) => placing::take_out(step, entry, why),
        _ => {}
    }
}

/// Handles a restart of the process, which was `down` for this long. Every table that waits for an
/// order receives it again, and the downtime does not count, except in a break of an `idle`
/// tournament.
pub(super) fn recover(times: Timetable<'_>, down: Millis, now: Millis, idle: bool) -> Effects {
    let later = times.later_after_restart(down, now, idle);
    let runs = times.course().is_running() && !times.schedule().is_paused();
    let mut effects = Effects::default();
    if runs && later > LONGEST_UNNOTICED_GAP {
        effects.emit(Event::Resumed { later });
    }
    effects.attend_to_all();
    effects
}
