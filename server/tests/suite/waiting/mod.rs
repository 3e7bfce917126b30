//! Waiting lists for seats at full tables, over real sockets. Tests about time run without a
//! runtime.

mod away;
mod line;
