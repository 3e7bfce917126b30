//! The orders sent to tables.

use crate::order::{OrderNo, Ordered};
use std::collections::BTreeMap;

/// The orders that no table has reported done, and the number of the last one.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Orders {
    pub(super) last: OrderNo,
    pub(super) outstanding: BTreeMap<OrderNo, Ordered>,
}

impl Orders {
    /// Returns the number of the next order.
    pub(crate) fn next(&self) -> OrderNo {
        OrderNo(self.last.0 + 1)
    }

    pub(crate) fn are_done(&self) -> bool {
        self.outstanding.is_empty()
    }

    pub(crate) fn get(&self, order: OrderNo) -> Option<&Ordered> {
        self.outstanding.get(&order)
    }

    pub(crate) fn outstanding(&self) -> impl Iterator<Item = &Ordered> {
        self.outstanding.values()
    }

    pub(crate) fn send(&mut self, ordered: Ordered) {
        self.last = ordered.number;
        self.outstanding.insert(ordered.number, ordered);
    }

    /// Removes an order that is done.
    pub(crate) fn finish(&mut self, order: OrderNo) -> Option<Ordered> {
        self.outstanding.remove(&order)
    }
}
