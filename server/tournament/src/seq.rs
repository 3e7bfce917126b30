//! The numbers of steps.

use serde::{Deserialize, Serialize};

/// The number of a step: the number of steps with events so far, including this one.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Seq(pub u64);
