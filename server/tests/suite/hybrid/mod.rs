//! Hybrid tables over real sockets: declarations, pushed chips, announcements, and the floor.

mod felt;

mod bots;
mod dealing;
mod floor;
mod hostile;
mod out_of_turn;
mod recovery;
mod rulings;
