//! Settings about who sits where: the draw, breaking and balancing tables, halting short ones, and
//! the final table.

use crate::units::MAX_SEATS;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatingRule {
    /// How seats are given out (rules 7, 8-A).
    pub seat_draw: SeatDraw,
    /// How the players of a broken table get theirs (rule 10-B).
    pub break_assignment: BreakAssignment,
    /// Who moves to balance tables, and where to (rule 11-A).
    pub mover: Mover,
    /// Whether a moved player may have the big blind alone, and a seat have it twice running (rule
    /// 11-A; GAPS G-25).
    pub single_big_blind: bool,
    /// What becomes of a player who refuses to move.
    pub mover_refuses: MoverRefuses,
    /// By how many players two tables may differ while there are two or three (rule 11-D; GAPS
    /// G-32).
    pub difference_few_tables: u8,
    /// The same from four tables on.
    pub difference_many_tables: u8,
    /// A table halts that has so many players less than the fullest one, once the blinds are
    /// impacted (rule 11-D). 0 for never.
    pub halt_threshold: u8,
    /// Only tables with at least so many seats halt by themselves; others by order of the floor
    /// (rule 11-D).
    pub halt_seats_least: u8,
    /// A halted table plays on after so long, where nobody could be moved there (GAPS G-35).
    pub halt_minutes_most: u64,
    /// A table has at least so many players; one with fewer is filled or breaks (WPTAPL 31). 0 for
    /// no rule.
    pub min_table_players: u8,
    /// The floor is told when a table comes down to so many players (Spotlight 6-20). 0 for never.
    pub notify_at_players: u8,
    /// When seats are drawn again before the final table.
    pub redraw: Redraw,
    /// Whether two players may be kept apart by the floor (TFPL 2c-4).
    pub pairs_apart: bool,
    /// How many sit down at the final table.
    pub final_table: FinalTable,
}

/// How seats are given out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatDraw {
    /// By a random draw (TDA 7, 8-A).
    Random,
}

/// How the players of a broken table get their seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BreakAssignment {
    /// The open seats are scrambled, and cards say who has the first of them (TDA 10-B).
    TwoStepRandom,
}

/// Who moves to balance tables, and where to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mover {
    /// The next big blind, to the worst open seat, never the small blind; in an event of stud alone
    /// by position, to the seat that opened last (TDA 11-A).
    NextBigBlindToWorstSeat,
}

/// What becomes of a player who refuses to move. Where the room moves players, nobody can.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoverRefuses {
    Floor,
    /// Out for the day (TFPL 2c-8).
    Out,
}

/// When seats are drawn again before the final table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Redraw {
    /// When the floor orders it (TNPL B6-i; GAPS G-36).
    Floor,
}

/// How many sit down at the final table, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FinalTable {
    /// In an event with nine seats at a table (RP-9).
    pub of_nine: u8,
    pub of_eight: u8,
    pub of_seven: u8,
    pub of_six: u8,
    /// Never more than so many (TNPL B4).
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
        Ok(())
    }
}

impl FinalTable {
    /// How many sit down at the final table of an event with so many seats at a table. Where the
    /// rulebook has no number, a full table.
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
