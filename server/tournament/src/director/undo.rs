//! Undoing commands of the floor (GAPS G-04). The log is never truncated. Further events undo the
//! effects.
//!
//! The check of a command returns an [`Undo`] with what undoing it takes. `server/FLOOR.md` lists for
//! every command what that does and until when.

use super::timetable::Timetable;
use super::{Director, Step, commands, dues, levels, real_cards};
use crate::event::Event;
use crate::floor::{RulingState, Undo};
use crate::refusal::Refusal;
use crate::seq::Seq;

/// Checks whether a ruling can be undone now.
pub(super) fn check_undo(director: &Director, seq: Seq) -> Result<(), Refusal> {
    let ruling = director.state.rulings.get(seq)?;
    let holds = |holds: bool, otherwise| {
        if holds { Ok(()) } else { Err(Refusal::CannotUndo(otherwise)) }
    };
    match ruling.state {
        RulingState::Undone => {
            return Err(Refusal::CannotUndo("This ruling was undone already."));
        }
        // It has had no effect yet.
        RulingState::NeedsSecond => return Ok(()),
        RulingState::Made => {}
    }
    match ruling.undo {
        Undo::Never => Err(Refusal::CannotUndo("This ruling cannot be undone.")),
        Undo::Clock { .. } => {
            let untouched = director.state.schedule.touched() == ruling.seq;
            holds(
                untouched && director.state.course.must_run().is_ok(),
                "The clock has changed since, so this cannot be undone.",
            )
        }
        Undo::Start(_) => holds(
            director.state.course.is_registering(),
            "The tournament has begun, so this cannot be undone.",
        ),
        Undo::Penalty { entry, .. } => director.state.entries.must_be_in(entry),
        Undo::Stack { entry, given, taken } => {
            director.state.entries.must_be_in(entry)?;
            let enough = director.state.stack_due(entry) + taken > given;
            holds(enough, "The player no longer has that many chips, so this cannot be undone.")
        }
        Undo::Removal(entry) => {
            let waits = director.state.due.removal(entry).is_some();
            holds(
                waits && director.state.entries.must_be_in(entry).is_ok(),
                "The player is out, so this cannot be undone.",
            )
        }
        Undo::Inverse => {
            let (entries, floor) = (&director.state.entries, director.state.seating.floor());
            let together = &director.state.together;
            commands::check_inverse(entries, floor, together, &ruling.command)
        }
        Undo::Levels { .. } => levels::check_undo_levels(&director.state.schedule, seq),
        Undo::ExtraPlayers { .. } => {
            holds(director.state.course.is_registering(), "The tournament has begun.")
        }
        Undo::Out => {
            director.state.course.must_run()?;
            let last = real_cards::last_hand(director);
            real_cards::check_undo_out(&director.state.real, last, seq)
        }
        Undo::Count { entry, counted, .. } => {
            director.state.entries.must_be_in(entry)?;
            let untouched = director.state.entries.stack(entry) == counted;
            holds(untouched, "The stack has changed since. Count it again.")
        }
    }
}

/// Undoes a ruling that has been checked.
pub(super) fn undo(step: &mut Step<'_>, seq: Seq) -> Result<(), Refusal> {
    let ruling = step.state().rulings.get(seq)?.clone();
    step.emit(Event::RulingChanged { ruling: seq, state: RulingState::Undone });
    if ruling.state == RulingState::NeedsSecond {
        return Ok(());
    }
    match ruling.undo {
        Undo::Never => {}
        Undo::Clock { stage, clock, .. } => {
            step.bring_about(Timetable::of(step.director).put_back(stage, clock, step.now));
            step.attend_to_all();
        }
        Undo::Start(at) => step.emit(Event::StartChanged { at }),
        Undo::Penalty { entry, added, lifted } => {
            let hands = step.state().discipline.penalties().hands(entry);
            let hands = (hands + lifted).saturating_sub(added);
            step.emit(Event::PenaltySet { entry, hands });
        }
        Undo::Stack { entry, given, taken } => dues::change_stack(step, entry, taken, given),
        Undo::Removal(entry) => step.emit(Event::RemovalLifted { entry }),
        Undo::Inverse => commands::invert(step, &ruling.command),
        Undo::Levels { kept } => {
            if let Some((_, stages)) = step.state().schedule.last_level_change().cloned() {
                levels::change_levels(step, kept, stages, None);
            }
        }
        Undo::ExtraPlayers { before } => {
            step.emit(Event::ExtraPlayersAllowed { tables: before });
        }
        Undo::Out => real_cards::take_hand_back(step),
        Undo::Count { entry, before, .. } => {
            let entries = &step.state().entries;
            step.bring_about(real_cards::note_stack(entries, entry, before, false));
        }
    }
    Ok(())
}
