//! The room without sockets, clocks or disks, from a seed: [`room`] is the whole of it with
//! everything going wrong, [`field`] a tournament of any size without cards.
#![forbid(unsafe_code)]

pub mod field;
#[cfg(feature = "planted")]
pub mod planted;
pub mod room;
pub mod seeds;
