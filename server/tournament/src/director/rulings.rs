//! Rulings of the floor: who may rule, on what they have seen, and whether it counts at once. Each
//! is stored with operator, reason and rule before its consequences (GAPS G-03).

use super::state::{Entries, Rulings, Schedule};
use super::{Step, commands, undo};
use crate::command::{Command, Subject};
use crate::event::Event;
use crate::floor::{FloorOrder, Operator, Ruling, RulingState, Undo};
use crate::refusal::Refusal;
use crate::seating::FloorPlan;
use crate::seq::Seq;
use cardroom_rules::{EntryNo, TableNo};

/// Handles a command of the floor.
pub(super) fn rule(step: &mut Step<'_>, order: FloorOrder) -> Result<(), Refusal> {
    let FloorOrder { operator, seen, reason, rule, command } = order;
    let state = step.state();
    let plays = check_operator(&state.entries, operator, step.setup().self_run)?;
    state.course.must_not_be_over()?;
    let floor = state.seating.floor();
    let moved = moved_last(command.subject(), &state.schedule, &state.entries, floor);
    if moved > seen || seen > step.director.seq() {
        return Err(Refusal::Moved { moved });
    }
    let undo = match &command {
        Command::Undo(ruling) => {
            undo::check_undo(step.director, *ruling)?;
            Undo::Never
        }
        Command::Second(ruling) => {
            check_second(&state.rulings, *ruling, operator)?;
            let second = &state.rulings.get(*ruling)?.command;
            commands::check(step.director, step.now, second)?;
            Undo::Never
        }
        other => commands::check(step.director, step.now, other)?,
    };
    let two = step.setup().needs_two_operators() && command.is_weighty() && !operator.owner;
    let state = if two { RulingState::NeedsSecond } else { RulingState::Made };
    let (seq, at) = (step.ruling_seq(), step.now);
    let ruling = Ruling { seq, at, operator, plays, command, reason, rule, state, undo };
    make(step, &ruling)
}

/// Stores a ruling, and carries it out unless it needs a second operator.
pub(super) fn make(step: &mut Step<'_>, ruling: &Ruling) -> Result<(), Refusal> {
    step.emit(Event::Ruled(Box::new(ruling.clone())));
    match ruling.state {
        RulingState::NeedsSecond => Ok(()),
        RulingState::Made | RulingState::Undone => carry_out(step, ruling),
    }
}

/// Carries out a ruling that has been checked.
fn carry_out(step: &mut Step<'_>, ruling: &Ruling) -> Result<(), Refusal> {
    match &ruling.command {
        Command::Undo(seq) => undo::undo(step, *seq),
        Command::Second(seq) => {
            let seconded = step.state().rulings.get(*seq)?.clone();
            step.emit(Event::RulingChanged { ruling: *seq, state: RulingState::Made });
            carry_out(step, &seconded)
        }
        _ => commands::carry_out(step, ruling),
    }
}

/// Checks that operators do not rule where they play, unless the tournament is self-run.
/// Returns `true` if the operator plays.
fn check_operator(entries: &Entries, operator: Operator, self_run: bool) -> Result<bool, Refusal> {
    let plays = entries.of_player_in(operator.account).is_ok();
    if plays && !self_run { Err(Refusal::OperatorPlays) } else { Ok(plays) }
}

/// Returns the last step that changed the subject of a command.
fn moved_last(
    subject: Subject<'_>,
    schedule: &Schedule,
    entries: &Entries,
    floor: &FloorPlan,
) -> Seq {
    let entry = |entry: EntryNo| entries.get(entry).map_or(Seq(0), |known| known.touched);
    let table = |table: TableNo| floor.table(table).map_or(Seq(0), |known| known.touched);
    match subject {
        Subject::Tournament => Seq(0),
        Subject::Clock => schedule.touched(),
        Subject::Table(number) => table(number),
        Subject::Entry(number) => entry(number),
        Subject::Pair(one, other) => entry(one).max(entry(other)),
        Subject::Place(place) => {
            let seat = place.seat.map_or(Seq(0), |_| table(place.table));
            entry(place.entry).max(seat)
        }
        Subject::Group(one, with) => {
            with.iter().map(|other| entry(*other)).max().unwrap_or_default().max(entry(one))
        }
        Subject::Parts(parts) => {
            parts.iter().map(|(number, _)| entry(*number)).max().unwrap_or_default()
        }
    }
}

fn check_second(rulings: &Rulings, seq: Seq, operator: Operator) -> Result<(), Refusal> {
    let ruling = rulings.get(seq)?;
    if ruling.state != RulingState::NeedsSecond {
        return Err(Refusal::NotNow("This ruling does not wait for a second operator."));
    }
    if ruling.operator.account == operator.account {
        return Err(Refusal::NeedsAnother);
    }
    Ok(())
}
