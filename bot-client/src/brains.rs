//! Ready-made brains: opponents for people, load for servers, and examples for bot authors.

mod caller;
mod chances;
mod dealers_example;
mod gestures;
mod random_legal;
mod tight_aggressive;

pub use caller::Caller;
pub use dealers_example::DealersExample;
pub use gestures::Gestures;
pub use random_legal::RandomLegal;
pub use tight_aggressive::TightAggressive;
pub use tight_aggressive::range::{ParseRangeError, Range};
