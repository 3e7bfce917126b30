//! The record of the floor: its rulings, and the draws it made.

use crate::floor::{Ruling, RulingState};
use crate::lots::DrawnLots;
use crate::refusal::Refusal;
use crate::seq::Seq;
use std::collections::BTreeMap;

/// The rulings of a tournament, oldest first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Rulings {
    pub(super) made: Vec<Ruling>,
    /// The draws that the floor made, by ruling.
    pub(super) lots: BTreeMap<Seq, DrawnLots>,
}

impl Rulings {
    /// Returns the rulings, oldest first.
    pub(crate) fn all(&self) -> &[Ruling] {
        &self.made
    }

    /// Returns the ruling of a step.
    pub(crate) fn get(&self, seq: Seq) -> Result<&Ruling, Refusal> {
        let known = self.made.iter().rev().find(|ruling| ruling.seq == seq);
        known.ok_or(Refusal::UnknownRuling(seq))
    }

    /// Returns the draw that a ruling made.
    pub(crate) fn lots(&self, ruling: Seq) -> Option<&DrawnLots> {
        self.lots.get(&ruling)
    }

    pub(crate) fn add(&mut self, ruling: Ruling) {
        self.made.push(ruling);
    }

    pub(crate) fn change(&mut self, ruling: Seq, state: RulingState) {
        if let Some(known) = self.made.iter_mut().find(|known| known.seq == ruling) {
            known.state = state;
        }
    }

    pub(crate) fn draw_lots(&mut self, drawn: DrawnLots) {
        self.lots.insert(drawn.ruling, drawn);
    }
}
