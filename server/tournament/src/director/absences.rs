//! Long absences, players who leave for good, and players who return.

use super::{Clock, Director, Phase, Step, placing, registration};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::order::{Order, Ordered};
use crate::refusal::Refusal;
use crate::removal::Removal;
use crate::report::HandFinished;
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
pub(super) fn long_absence_due(director: &Director) -> Option<Millis> {
    let (effect, after) = director.setup.long_absence();
    let longest = match effect {
        AbsenceEffect::BlindOut => None,
        AbsenceEffect::FloorMayPickUp | AbsenceEffect::Eliminate => {
            director.state.discipline.absences().longest()
        }
    };
    longest.map(|(_, since)| since + after + Millis(1))
}

/// Returns the time of the next warning for an absence.
pub(super) fn absence_warning_due(director: &Director) -> Option<Millis> {
    let after = director.setup.absence_warning()?;
    director.state.discipline.absences().longest_unwarned().map(|(_, since)| since + after)
}

/// Updates absences from the players who were present in a hand, and notes who was present for the
/// first time.
pub(super) fn note_absences(step: &mut Step<'_>, players: &[EntryNo], report: &HandFinished) {
    let Some(table) = step.director.table(report.table) else { return };
    let since = table.dealt_at;
    let present = players.iter().zip(&report.players).filter(|(_, player)| !player.absent);
    let new = present.filter(|(entry, _)| !step.state().discipline.has_sat(**entry));
    let new: Vec<EntryNo> = new.map(|(entry, _)| *entry).collect();
    if !new.is_empty() {
        step.emit(Event::Sat { entries: new });
    }
    for (entry, player) in players.iter().copied().zip(&report.players) {
        let known = step.state().discipline.absences().since(entry).is_some();
        match (player.absent, known) {
            (true, false) => step.emit(Event::AbsenceBegan { entry, since }),
            (false, true) => step.emit(Event::AbsenceEnded { entry }),
            _ => {}
        }
    }
}

/// Applies the warnings and effects of long absences.
pub(super) fn see_to_long_absences(step: &mut Step<'_>) {
    while !step.state().schedule.is_paused()
        && absence_warning_due(step.director).is_some_and(|due| step.now >= due)
    {
        let Some((entry, since)) = step.state().discipline.absences().longest_unwarned() else {
            break;
        };
        step.emit(Event::AbsenceWarned { entry, since });
    }
    while !step.state().schedule.is_paused()
        && long_absence_due(step.director).is_some_and(|due| step.now >= due)
    {
        let Some((entry, since)) = step.state().discipline.absences().longest() else {
            return;
        };
        match step.setup().long_absence().0 {
            AbsenceEffect::BlindOut => return,
            AbsenceEffect::FloorMayPickUp => step.emit(Event::LongAbsence { entry, since }),
            AbsenceEffect::Eliminate => remove_when_due(step, entry, Removal::Absent),
        }
    }
}

pub(super) fn quit(step: &mut Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    match step.state().course.phase() {
        Phase::Registering => return registration::withdraw(step, player),
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
        for table in tables_of(step.director, entry, player) {
            tell_of_quitters(step, table, [entry]);
        }
    }
    if step.setup().quitting() == PlayerQuits::Removed {
        remove_when_due(step, entry, Removal::Quit);
    }
    Ok(())
}

/// Returns the tables where a player has a seat: while moving, it is still the old one.
fn tables_of(director: &Director, entry: EntryNo, player: PlayerId) -> Vec<TableNo> {
    let seated = match director.state.entries.whereabouts(entry) {
        Some(Whereabouts::Seated { table, .. }) => Some(table),
        _ => None,
    };
    let leaves = |ordered: &&Ordered| ordered.order == Order::Release { player };
    let left = director.state.orders.outstanding().filter(leaves).map(|ordered| ordered.table);
    seated.into_iter().chain(left).collect()
}

/// Orders a table not to wait for those of its players who have left for good.
pub(super) fn tell_of_quitters(
    step: &mut Step<'_>,
    table: TableNo,
    entries: impl IntoIterator<Item = EntryNo>,
) {
    for entry in entries {
        if step.state().discipline.has_quit(entry) {
            let player = step.state().entries.player(entry);
            step.order(table, Order::Quit { player });
        }
    }
}

/// Removes a player who gives up their chips for a new entry (TDA 8-B).
pub(super) fn give_up(step: &mut Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    let director = &*step.director;
    director.state.course.must_run()?;
    let entry = director.state.entries.of_player_in(player)?;
    if !director.setup.rulebook.entry.forfeit_to_re_enter || !director.is_open() {
        return Err(Refusal::NotNow("Chips cannot be given up for a new entry now."));
    }
    let played = director.entry(entry).map_or(0, |known| known.re_entries);
    if played >= director.setup.structure.entry.re_entries {
        return Err(Refusal::NoFurtherEntry);
    }
    remove_when_due(step, entry, Removal::GaveUp);
    Ok(())
}

pub(super) fn back(step: &mut Step<'_>, player: PlayerId) -> Result<(), Refusal> {
    let entry = step.state().entries.of_player_in(player)?;
    if step.state().discipline.absences().since(entry).is_some() {
        step.emit(Event::AbsenceEnded { entry });
    }
    Ok(())
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

/// Handles a restart of the process. Every table that waits for an order receives it again, and
/// the downtime does not count, except in a break.
pub(super) fn recover(step: &mut Step<'_>) {
    let later = later_after_restart(step.director, step.now);
    let running = step.state().course.is_running();
    if running && !step.state().schedule.is_paused() && later > LONGEST_UNNOTICED_GAP {
        step.emit(Event::Resumed { later });
    }
    step.attend_to_all();
}

/// Returns how much later all timers run after a restart. While hands are played, steps follow each
/// other closely, so the time since the last step is about the downtime. A break has no steps until
/// its end is announced. It goes on while the process is down, and becomes longer only as far as
/// players need to hear in time that play begins (TDA RP-20).
fn later_after_restart(director: &Director, now: Millis) -> Millis {
    let state = &director.state;
    let down = now.since(state.now);
    match state.schedule.clock() {
        Clock::Break { ends_at } if state.is_quiet() && state.deals.open().is_none() => {
            let warning = director.setup.rulebook.levels.break_warning_seconds;
            let earliest = now + Millis::seconds(warning);
            down.min(earliest.since(ends_at))
        }
        _ => down,
    }
}
