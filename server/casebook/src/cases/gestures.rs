//! Declarations and chip gestures: their ops, their events, and what the table rules on them.

use super::Trouble;
use super::keys::Keys;
use super::script::Script;

/// The ops of gestures and declarations.
pub(super) const OPS: &[&str] = &["say", "chips", "gather", "both", "motion"];

/// The events that are about them.
pub(super) const EVENTS: &[&str] = &[];

/// The commands of the floor that answer what they leave open.
pub(super) const COMMANDS: &[&str] = &["rule", "undercall_forfeit"];

/// The keys of expect that rulings answer: none until something was ruled on.
pub(super) const ANSWERS: &[&str] = &[];

/// Plays one op of [`OPS`].
pub(super) fn gesture(_: &mut Script<'_>, op: &str, _: Keys) -> Result<(), Trouble> {
    Err(Trouble::NotUnderstood(format!("this engine does not rule on \"{op}\"")))
}

/// Plays one event of [`EVENTS`].
pub(super) fn event(_: &mut Script<'_>, name: &str, _: Keys) -> Result<(), Trouble> {
    Err(Trouble::NotUnderstood(format!("this engine does not rule on \"{name}\"")))
}

/// Plays one command of [`COMMANDS`].
pub(super) fn command(_: &mut Script<'_>, name: &str, _: Keys) -> Result<(), Trouble> {
    Err(Trouble::NotUnderstood(format!("this engine does not rule on \"{name}\"")))
}
