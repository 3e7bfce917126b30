//! Simulates the room from a seed, without sockets, clocks or disks. [`room`] is a whole room with
//! faults of all kinds. [`standby`] is two machines that take each other's place. [`field`] is a
//! tournament of any size, without clients.
#![forbid(unsafe_code)]

pub mod field;
#[cfg(feature = "planted")]
pub mod planted;
pub mod room;
pub mod seeds;
pub mod standby;
