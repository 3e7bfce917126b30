//! The room's tournaments without sockets, clocks or disks, from a seed: the real director, the real
//! tables, simulated time.
#![forbid(unsafe_code)]

pub mod field;
