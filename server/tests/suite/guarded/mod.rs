//! The guards of a room: its security log, `/readyz`, the limits of its files, and the rules for
//! taking a seat.

mod files;
mod ready;
mod seats;
mod security_log;
