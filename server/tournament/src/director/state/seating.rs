//! Who sits where, and what the floor ordered about it.

use crate::seating::{BreakingOrder, FloorPlan, Wishes};
use cardroom_rules::TableNo;
use std::collections::BTreeMap;

/// The tables of a tournament and the orders of the floor about seats.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Seating {
    pub(crate) floor: FloorPlan,
    pub(crate) breaking: BreakingOrder,
    /// `true` if the floor has ordered tables balanced to a difference of one.
    pub(crate) balancing_ordered: bool,
    pub(crate) wishes: Wishes,
    /// `true` if any table has reported positions with blinds.
    pub(crate) has_blinds: bool,
    /// How many tables may start with an extra player.
    pub(crate) extra_players: u32,
    /// The tables that started with an extra player, and whether they still have the seat.
    pub(crate) surplus: BTreeMap<TableNo, bool>,
}
