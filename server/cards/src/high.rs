//! High hands: the best five cards by the usual ranking, royal flush down to seven high.
//!
//! Ace-to-five and deuce-to-seven lows, badugi and the short deck rank hands otherwise; each gets a
//! module of its own next to this one, with its own value type, so that a high hand and a low hand
//! cannot be compared.

mod best_five;
mod category;
mod class;
mod evaluate;
mod value;

pub use best_five::best_five;
pub use category::HighCategory;
pub use evaluate::{evaluate_high, evaluate_high_slice};
pub use value::HighValue;
