//! Private tables and tournaments over real sockets: permission and terms to open one, visibility,
//! the rights of the host, and what remains after it closes or the room restarts.

mod allowances;
mod bots;
mod chat;
mod closing;
mod desk;
mod evening;
mod floor;
mod guests;
mod killed;
mod ledger;
mod limits;
mod operators;
mod prizes;
mod rematch;
mod restart;
mod secrecy;
mod sign_in;
pub(crate) mod tournaments;
mod value;
mod visitors;
