//! Verifiable deals at tables, over every shipped game: the proofs that a table makes are verified
//! as anybody would, and clients see no card too many.
// A panic is how a test fails. Clippy allows `unwrap` only in the test functions themselves.
#![allow(clippy::unwrap_used)]

mod games;
mod rounds;
mod table;
mod tournament;
