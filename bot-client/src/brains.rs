//! Ready-made brains: opponents for people, load for servers, and examples for bot authors.

mod caller;
mod chances;
mod dealers_example;
mod gestures;
mod maniac;
mod random_legal;
mod rollout;
mod tight_aggressive;

pub use caller::Caller;
pub use dealers_example::DealersExample;
pub use gestures::Gestures;
pub use maniac::Maniac;
pub use random_legal::RandomLegal;
pub use rollout::Rollout;
pub use tight_aggressive::TightAggressive;
pub use tight_aggressive::range::{ParseRangeError, Range};
