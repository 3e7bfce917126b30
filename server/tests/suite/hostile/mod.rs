//! Misbehavior of clients, nearly all of it over real sockets. Each test asserts the error code
//! that the client gets, and that no one else notices.

#[path = "../../../../protocol/tests/suite/mutation.rs"]
mod mutation;

mod actions;
mod amounts;
mod at_the_door;
mod busy_table;
mod buy_ins;
mod closing;
mod flood;
mod frames;
mod in_memory;
mod order;
mod pace;
mod seats;
mod states;
mod too_large;
