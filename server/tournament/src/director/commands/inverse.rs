//! The opposite of each command that has one.

use super::super::money::Money;
use super::super::state::{Entries, Together};
use super::super::{Step, together};
use super::seats;
use crate::command::Command;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::seating::{FloorPlan, Reserved};

/// Checks that the opposite of a command still has an effect.
pub(in crate::director) fn check_inverse(
    entries: &Entries,
    floor: &FloorPlan,
    together: &Together,
    command: &Command,
) -> Result<(), Refusal> {
    let possible = match command {
        Command::EnterPlayer(player) => entries.registered(*player).is_some(),
        Command::HaltTable(table) => {
            let table = floor.table(*table);
            table.is_some_and(|table| table.halted.is_some())
        }
        Command::HandForHand(true) => together.is_on(),
        _ => true,
    };
    if possible {
        Ok(())
    } else {
        Err(Refusal::CannotUndo("Play went on, so this ruling cannot be undone any more."))
    }
}

/// Carries out the opposite of a command whose check returned `Undo::Inverse`.
pub(in crate::director) fn invert(step: &mut Step<'_>, command: &Command) {
    match command {
        Command::EnterPlayer(player) => {
            if let Some(entry) = step.state().entries.registered(*player) {
                step.bring_about(Money::of(step.director).withdraw(entry));
            }
        }
        Command::PinSeat(place) => {
            step.emit(Event::Reserved { entry: place.entry, place: Reserved::default() });
        }
        Command::KeepApart(one, other) => {
            step.emit(Event::LetTogether { one: *one, other: *other });
        }
        Command::HaltTable(table) => step.bring_about(seats::resume_table(*table, false)),
        Command::HandForHand(_) => together::end_hand_for_hand(step),
        Command::AllowDeals(allowed) => step.emit(Event::DealsAllowed { allowed: !allowed }),
        Command::Mute(entry) => step.emit(Event::Muted { entry: *entry, muted: false }),
        Command::Unmute(entry) => step.emit(Event::Muted { entry: *entry, muted: true }),
        Command::Ban(entry, _) => {
            let player = step.state().entries.player(*entry);
            step.emit(Event::Banned { player, days: None });
        }
        _ => {}
    }
}
