//! Who sits where, and what the floor ordered about it.

use crate::seating::{BreakingOrder, Difference, FloorPlan, Wishes};
use cardroom_rules::{Rulebook, TableNo};
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

impl Seating {
    /// Returns the allowed difference in size between tables.
    pub(crate) fn difference(&self, rulebook: &Rulebook) -> Difference {
        if self.balancing_ordered {
            return Difference { few_tables: 1, many_tables: 1, fill_below: 0 };
        }
        let rule = &rulebook.seating;
        Difference {
            few_tables: rule.difference_few_tables,
            many_tables: rule.difference_many_tables,
            fill_below: rule.min_table_players,
        }
    }
}
