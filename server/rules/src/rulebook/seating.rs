//! Settings on seating: the draw, breaking and balancing tables, halting short ones, and the final
//! table.

use super::Only;
use super::limits::{at_most_a_day, minutes};
use crate::units::MAX_SEATS;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatingRule {
    /// The assignment of seats: by a random draw (TDA 7, 8-A).
    pub seat_draw: Only,
    /// The assignment of seats to players of a broken table: the open seats are scrambled, and
    /// cards decide the order of the players (TDA 10-B).
    pub break_assignment: Only,
    /// The player who moves to balance tables, and the new seat: the next big blind moves to the
    /// worst open seat, never to the small blind. In a tournament of stud alone, the player is
    /// chosen by position and moves to the seat that opened last (TDA 11-A).
    pub mover: Only,
    /// Whether a moved player may post the only big blind, and a seat have it twice in a row
    /// (rule 11-A; GAPS G-25).
    pub single_big_blind: bool,
    /// The treatment of a player who refuses to move.
    pub mover_refuses: MoverRefuses,
    /// The largest difference in players between two tables while two or three are left
    /// (rule 11-D; GAPS G-32).
    pub difference_few_tables: u8,
    /// The same with four or more tables.
    pub difference_many_tables: u8,
    /// A table halts with this many fewer players than the fullest one, once the blinds are
    /// affected (rule 11-D). 0 for never.
    pub halt_threshold: u8,
    /// Only tables with at least this many seats halt automatically. Others halt on the
    /// floor's command (rule 11-D).
    pub halt_seats_least: u8,
    /// The time after which a halted table plays on if no player could be moved there (GAPS G-35).
    pub halt_minutes_most: u64,
    /// A table with fewer players than this is filled or broken (WPTAPL 31). 0 for no rule.
    pub min_table_players: u8,
    /// The floor is notified when a table falls to this many players (Spotlight 6-20). 0 for never.
    pub notify_at_players: u8,
    /// The occasion of a redraw of seats before the final table: when the floor orders it (TNPL
    /// B6-i; GAPS G-36).
    pub redraw: Only,
    /// Whether the floor may keep two players apart (TFPL 2c-4).
    pub pairs_apart: bool,
    /// The number of players at the final table.
    pub final_table: FinalTable,
}

/// The treatment of a player who refuses to move. If the room moves players, no player can refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoverRefuses {
    Floor,
    /// Out for the day (TFPL 2c-8).
    Out,
}

/// The number of players at the final table, by the number of seats at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinalTable {
    /// In a tournament with nine seats at a table (RP-9).
    pub of_nine: u8,
    pub of_eight: u8,
    pub of_seven: u8,
    pub of_six: u8,
    /// The upper limit in any case (TNPL B4).
    pub most: u8,
}

impl SeatingRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        let seats = |count: u8| usize::from(count) <= MAX_SEATS;
        if self.difference_few_tables == 0 || self.difference_many_tables == 0 {
            return Err(
                "seating.difference_few_tables and difference_many_tables are at least 1: \
                        an odd number of players cannot sit at equal tables"
                    .to_owned(),
            );
        }
        let numbers = [
            ("difference_few_tables", self.difference_few_tables),
            ("difference_many_tables", self.difference_many_tables),
            ("halt_threshold", self.halt_threshold),
            ("halt_seats_least", self.halt_seats_least),
            ("min_table_players", self.min_table_players),
            ("notify_at_players", self.notify_at_players),
        ];
        if let Some((name, _)) = numbers.iter().find(|(_, number)| !seats(*number)) {
            return Err(format!(
                "seating.{name} is at most {MAX_SEATS}: so many seats has a table"
            ));
        }
        if self.halt_threshold > 0 && self.halt_minutes_most == 0 {
            return Err("seating.halt_minutes_most is at least 1 where tables halt".to_owned());
        }
        let FinalTable { of_nine, of_eight, of_seven, of_six, most, .. } = self.final_table;
        let sizes = [of_nine, of_eight, of_seven, of_six, most];
        if sizes.iter().any(|size| *size < 2 || !seats(*size)) {
            return Err(format!("seating.final_table: 2 to {MAX_SEATS} sit down"));
        }
        at_most_a_day("seating", [minutes(self.halt_minutes_most)])
    }
}

impl FinalTable {
    /// Returns the number of players at the final table of a tournament with this many seats at a
    /// table. If the rulebook has no number, it is a full table.
    #[must_use]
    pub fn players(&self, seats: u8) -> u8 {
        let players = match seats {
            9 => self.of_nine,
            8 => self.of_eight,
            7 => self.of_seven,
            6 => self.of_six,
            other => other,
        };
        players.min(self.most)
    }
}
