//! The record of the floor: its rulings, and the draws it made.

use crate::floor::{DrawnLots, Ruling};
use crate::seq::Seq;
use std::collections::BTreeMap;

/// The rulings of a tournament, oldest first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Rulings {
    pub(crate) made: Vec<Ruling>,
    /// The draws that the floor made, by ruling.
    pub(crate) lots: BTreeMap<Seq, DrawnLots>,
}
