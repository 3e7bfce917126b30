//! Balancing (TDA 11): decides whether table sizes differ too much, which player moves, and to
//! which seat. The director knows when a table is between hands.

use super::floor_plan::FloorPlan;
use crate::order::Entering;
use crate::report::Upcoming;
use crate::table::Table;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

/// The largest allowed difference in players between two tables (GAPS G-32).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// With two or three tables.
    pub few_tables: u8,
    /// With four or more tables.
    pub many_tables: u8,
    /// A table with fewer players is filled even within the allowed difference (WPTAPL 31).
    pub fill_below: u8,
}

impl Difference {
    /// Returns the allowed difference at the current number of tables.
    #[must_use]
    pub fn allowed(self, floor: &FloorPlan) -> usize {
        let allowed = if floor.staying() < 4 { self.few_tables } else { self.many_tables };
        usize::from(allowed.max(1))
    }

    /// Returns `true` if the fullest table must give up a player to the shortest. A table too short
    /// for a hand is filled in any case, unless the other table would become as short.
    #[must_use]
    pub fn is_exceeded(self, floor: &FloorPlan) -> bool {
        let (Some(least), Some(most)) = (floor.least(), floor.most()) else { return false };
        let needed = usize::from(self.fill_below.max(2));
        most > least + self.allowed(floor) || (least < needed && most > least + 1)
    }

    /// Returns the largest table size at which a late entrant can join without
    /// exceeding the allowed difference.
    #[must_use]
    pub fn most_for_newcomer(self, floor: &FloorPlan) -> usize {
        floor.least().unwrap_or(0) + self.allowed(floor) - 1
    }
}

/// Returns the table that receives a player: one of the shortest, a halted table first, otherwise a
/// random one. Returns `None` if that table has no room.
pub fn table_in_need(floor: &FloorPlan, draws: &mut crate::Draws) -> Option<TableNo> {
    let least = floor.least()?;
    let in_need = |table: &TableNo| {
        floor.table(*table).is_some_and(|known| !known.breaks && known.size() == least)
    };
    let halted = floor.halted().map(|(_, table)| table).find(in_need);
    let table = halted.or_else(|| floor.draw_table(least, draws))?;
    floor.table(table).is_some_and(Table::has_room).then_some(table)
}

/// Returns the player who moves: the next big blind (TDA 11-A). If the current game of a mix has no
/// blinds, it is the player who would be the big blind with the button where it is (11-B).
///
/// In a stud-only tournament players move by position. That is the player in the seat number that
/// was vacated last at the other table, or the next player to the left. If no seat was ever vacated
/// there, the rule for mixed games applies.
#[must_use]
pub fn mover(from: &Table, to: &Table, only_stud: bool) -> Option<EntryNo> {
    let players = from.occupied();
    let seat = match from.upcoming? {
        Upcoming::Blinds { big_blind, .. } => big_blind,
        Upcoming::NoBlinds { button } => match opened_last(to).filter(|_| only_stud) {
            Some(opened) if players.contains(opened) => opened,
            Some(opened) => players.next_after(opened)?,
            None => {
                let heads_up = players.len() == 2;
                let small_blind = if heads_up { button } else { players.next_after(button)? };
                players.next_after(small_blind)?
            }
        },
    };
    from.players.get(seat.index()).copied().flatten()
}

/// The seat for a player who moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    pub seat: SeatNo,
    /// The position of the seat in the next hand.
    pub position: Position,
}

/// The position of a seat in the next hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// The big blind, without a small blind. The next player has the big blind one hand later.
    SingleBigBlind,
    BigBlind,
    /// This number of seats behind the big blind.
    Before(u8),
    /// The game has no blinds.
    NoBlinds,
}

impl Target {
    /// Returns how the player enters the game at the new table.
    #[must_use]
    pub fn entering(self) -> Entering {
        match self.position {
            Position::SingleBigBlind => Entering::SingleBigBlind,
            _ => Entering::Balanced,
        }
    }
}

/// Returns the worst open seat of a table (TDA 11-A, TNPL B6-ii). With `single_big_blind` that is
/// the seat of a single big blind, if it is open. Otherwise it is the seat that gets the big
/// blind first. A seat between the button and the small blind comes last, because it cannot be
/// dealt in. The small blind is used only if no other seat is open. In a game without blinds it
/// is the seat vacated last.
#[must_use]
pub fn worst_seat(table: &Table, single_big_blind: bool) -> Option<Target> {
    let free: Vec<SeatNo> = table.free_seats().collect();
    let first = *free.first()?;
    let (small_blind, big_blind, single) = match table.upcoming {
        Some(Upcoming::Blinds { small_blind, big_blind, single_big_blind, .. }) => {
            (small_blind, big_blind, single_big_blind)
        }
        Some(Upcoming::NoBlinds { .. }) | None => {
            let seat = opened_last(table).unwrap_or(first);
            return Some(Target { seat, position: Position::NoBlinds });
        }
    };
    if let Some(seat) = single.filter(|seat| single_big_blind && free.contains(seat)) {
        return Some(Target { seat, position: Position::SingleBigBlind });
    }
    let last = table.seated().map(|(seat, _)| seat.0 + 1).max().unwrap_or(0);
    let seats = table.seats.max(last);
    let behind = |from: SeatNo, to: SeatNo| (to.0 + seats - from.0) % seats;
    let rank = |seat: &SeatNo| (*seat == small_blind, behind(small_blind, *seat));
    let seat = free.iter().copied().min_by_key(rank)?;
    let position = match behind(small_blind, seat) {
        after if after > 0 && after < behind(small_blind, big_blind) => Position::BigBlind,
        _ => Position::Before(behind(big_blind, seat)),
    };
    Some(Target { seat, position })
}

/// Returns the free seat that was vacated last.
#[must_use]
pub fn opened_last(table: &Table) -> Option<SeatNo> {
    let free = |seat: &SeatNo| table.free_seats().any(|other| other == *seat);
    table.vacated.iter().rev().map(|vacancy| vacancy.seat).find(free)
}
