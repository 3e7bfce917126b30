//! How many sit down at the final table, and when two tables become one (TDA RP-9, TNPL B4).

use super::floor_plan::FloorPlan;

/// How many sit down at the final table of an event with so many seats at a table: nine where there
/// are eight or nine, seven where there are six or seven (TDA RP-9); elsewhere a full table. Never
/// more than `most` (TNPL B4).
#[must_use]
pub fn final_table_size(seats: u8, most: u8) -> u8 {
    let size = match seats {
        8 | 9 => 9,
        6 | 7 => 7,
        other => other,
    };
    size.min(most)
}

/// Whether the last two tables combine: everybody who is left fits the final table.
#[must_use]
pub fn combines(floor: &FloorPlan, final_table: u8) -> bool {
    let all_stay = floor.players() == floor.players_staying();
    floor.staying() == 2 && all_stay && floor.players() <= usize::from(final_table)
}
