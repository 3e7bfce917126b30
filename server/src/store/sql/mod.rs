//! The statements that both databases take, in one text that is compiled once for each of them.
//! `Backend`, `Connection` and `Row` are the types of the database. Where its SQL is its own,
//! `dialect.rs` says how.
#![allow(clippy::duplicate_mod, reason = "each database compiles the same text for itself")]

pub(in crate::store) mod accounts;
pub(in crate::store) mod audit;
pub(in crate::store) mod bans;
pub(in crate::store) mod hand_links;
pub(in crate::store) mod hosting;
pub(in crate::store) mod identities;
pub(in crate::store) mod moderation;
pub(in crate::store) mod notes;
pub(in crate::store) mod operations;
pub(in crate::store) mod sign_ins;
mod store;
pub(in crate::store) mod tournaments;

use super::dialect::{insert_for_id, list_of};
use super::{Backend, Connection, Row};
