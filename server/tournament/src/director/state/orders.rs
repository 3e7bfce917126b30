//! The orders sent to tables.

use crate::order::{OrderNo, Ordered};
use std::collections::BTreeMap;

/// The orders that no table has reported done, and the number of the last one.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Orders {
    pub(crate) last: OrderNo,
    pub(crate) outstanding: BTreeMap<OrderNo, Ordered>,
}
