//! The redo log in front of a database.

mod frame;
mod scan;
mod segments;
mod units;
