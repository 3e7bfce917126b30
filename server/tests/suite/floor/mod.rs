//! The floor of a tournament over real sockets: permissions for each command, announcements, the
//! audit trail, and undo.

mod before_the_start;
mod deals;
mod event;
mod in_play;
mod remedies;
mod terminal;
mod who_may;
