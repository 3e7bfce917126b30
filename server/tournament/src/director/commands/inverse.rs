//! The opposite of each command that has one.

use super::super::{Director, Step, registration, together};
use super::seats;
use crate::command::Command;
use crate::event::Event;
use crate::refusal::Refusal;
use crate::seating::Reserved;

/// Checks that the opposite of a command still has an effect.
pub(in crate::director) fn check_inverse(
    director: &Director,
    command: &Command,
) -> Result<(), Refusal> {
    let possible = match command {
        Command::EnterPlayer(player) => registration::registered_entry(director, *player).is_some(),
        Command::HaltTable(table) => {
            director.table(*table).is_some_and(|table| table.halted.is_some())
        }
        Command::HandForHand(true) => director.state.together.is_on(),
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
            if let Some(entry) = registration::registered_entry(step.director, *player) {
                registration::withdraw_entry(step, entry);
            }
        }
        Command::PinSeat(place) => {
            step.emit(Event::Reserved { entry: place.entry, place: Reserved::default() });
        }
        Command::KeepApart(one, other) => {
            step.emit(Event::LetTogether { one: *one, other: *other });
        }
        Command::HaltTable(table) => seats::resume_table(step, *table, false),
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
