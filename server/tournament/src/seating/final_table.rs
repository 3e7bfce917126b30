//! When two tables become one (TDA RP-9, TNPL B4).

use super::floor_plan::FloorPlan;

/// Whether the last two tables combine: everybody who is left fits the final table.
#[must_use]
pub fn combines(floor: &FloorPlan, final_table: u8) -> bool {
    let all_stay = floor.players() == floor.players_staying();
    floor.staying() == 2 && all_stay && floor.players() <= usize::from(final_table)
}
