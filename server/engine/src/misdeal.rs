//! Errors of the deal. `bench` says what the rulebook makes of a report, and `remedies` carries
//! that out. Only people make such errors, and still this is a part of the engine: a remedy moves cards
//! whose order only the engine knows, and a plain table can find its deck fouled.

mod bench;
mod places;
mod remedies;
mod rescind;

pub use remedies::REMEDY_ORDERS;
pub(crate) use remedies::{apply_deal_ruling, deal_error};
