//! Combining the last two tables (TDA RP-9, TNPL B4).

use super::floor_plan::FloorPlan;

/// Returns `true` if the last two tables combine, because all remaining players
/// fit the final table.
#[must_use]
pub fn combines(floor: &FloorPlan, final_table: u8) -> bool {
    let all_stay = floor.players() == floor.players_staying();
    floor.staying() == 2 && all_stay && floor.players() <= usize::from(final_table)
}
