//! A table's task with a store behind it: stored records, messages to players, and failures of the
//! store or the process.

mod answers;
mod evening;
mod event;
mod failures;
mod going_on;
mod play;
mod room;
mod shows;
mod watching;
