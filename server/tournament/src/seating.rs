//! Seating: the seat draw, late entries, breaking, balancing, halting and combining tables, and the
//! first button.
//!
//! Everything here is computed from the [`FloorPlan`], the settings of the rulebook and random
//! draws. The [`Director`](crate::Director) turns the results into events.

mod balancing;
mod breaking;
mod draw;
mod final_table;
mod floor_plan;
mod halting;
mod high_card;
#[cfg(test)]
mod tests;
mod wishes;

pub use balancing::{Difference, Position, Target, mover, opened_last, table_in_need, worst_seat};
pub use breaking::{BreakingOrder, SeatCard, assign_by_cards, keep_apart, scramble_seat_cards};
pub use draw::{Drawn, draw_seats, tables_for};
pub use final_table::combines;
pub use floor_plan::FloorPlan;
pub use halting::{Short, ShortTables, big_blind_reaches_open_seat};
pub use high_card::{deal_one_each, highest};
pub use wishes::{Reserved, Wishes};
