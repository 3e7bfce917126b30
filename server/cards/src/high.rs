//! High hands: the best five cards by the usual ranking, royal flush down to seven high.
//!
//! Short deck, lows and badugi rank hands differently and have their own modules next to this one.
//! Those that differ only in their straights use the evaluator of this one.

mod best_five;
mod category;
mod class;
mod evaluate;
pub(crate) mod straights;
mod value;

pub use best_five::best_five;
pub use category::HighCategory;
pub(crate) use evaluate::{evaluate_distinct, evaluate_with, flush, without_flush};
pub use evaluate::{evaluate_high, evaluate_high_slice};
pub use value::HighValue;
