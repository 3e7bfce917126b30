//! Balancing: whether tables differ too much, which table gives up a player, who that is, and which
//! seat the player gets (TDA 11). When a table is between two hands is the director's to know.

use super::floor_plan::FloorPlan;
use crate::order::Entering;
use crate::report::Upcoming;
use crate::table::Table;
use cardroom_rules::{EntryNo, SeatNo, TableNo};

/// By how many players two tables may differ (GAPS G-32).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// While there are two or three tables.
    pub few_tables: u8,
    /// From four tables on.
    pub many_tables: u8,
    /// A table with fewer players is filled up, although it may differ by so much (WPTAPL 31).
    pub fill_below: u8,
}

impl Difference {
    /// By how many players the tables may differ now.
    #[must_use]
    pub fn allowed(self, floor: &FloorPlan) -> usize {
        let allowed = if floor.staying() < 4 { self.few_tables } else { self.many_tables };
        usize::from(allowed.max(1))
    }

    /// Whether the fullest table is to give up a player to the shortest. A table where nobody can
    /// be dealt a hand is filled in any case, as long as none becomes shorter than the other was.
    #[must_use]
    pub fn is_exceeded(self, floor: &FloorPlan) -> bool {
        let (Some(least), Some(most)) = (floor.least(), floor.most()) else { return false };
        let needed = usize::from(self.fill_below.max(2));
        most > least + self.allowed(floor) || (least < needed && most > least + 1)
    }

    /// With how many players a table is full enough for whoever comes late to make the difference
    /// too large.
    #[must_use]
    pub fn most_for_newcomer(self, floor: &FloorPlan) -> usize {
        floor.least().unwrap_or(0) + self.allowed(floor) - 1
    }
}

/// The table to which a player is sent: a shortest one, and of those one that is halted before the
/// others, then one drawn.
pub fn table_in_need(floor: &FloorPlan, draws: &mut crate::Draws) -> Option<TableNo> {
    let least = floor.least()?;
    let in_need = |table: &TableNo| {
        floor.table(*table).is_some_and(|known| !known.breaks && known.size() == least)
    };
    let halted = floor.halted().map(|(_, table)| table).find(in_need);
    let table = halted.or_else(|| floor.draw_table(least, draws))?;
    floor.table(table).is_some_and(Table::has_room).then_some(table)
}

/// Who moves from a table: the next big blind (TDA 11-A); while a mixed game plays a game without
/// blinds, who would have it with the button where it stands (11-B). In an event of stud alone
/// players move by position: the one in the seat that was opened last at the other table, or the
/// next one to the left; to a table where no seat was ever given up, as in a mixed game.
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

/// The seat that somebody who is moved gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    pub seat: SeatNo,
    /// What it has in the next hand.
    pub position: Position,
}

/// What a seat has in the next hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// The big blind, with nobody in the small blind, and the next player has it a hand later.
    SingleBigBlind,
    BigBlind,
    /// The big blind so many seats later.
    Before(u8),
    /// There are no blinds.
    NoBlinds,
}

impl Target {
    /// How a player comes into the game there.
    #[must_use]
    pub fn entering(self) -> Entering {
        match self.position {
            Position::SingleBigBlind => Entering::SingleBigBlind,
            _ => Entering::Balanced,
        }
    }
}

/// The worst open seat of a table: a big blind alone, where the book has that and the seat of the
/// last one is open; else the seat that has the big blind first, and so on. A seat between the
/// button and the small blind, where nobody could be dealt in, comes last, and the small blind
/// never while there is any other (TDA 11-A, TNPL B6-ii). In a game without blinds it is the seat
/// that was opened last.
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

/// The free seat that was opened last.
#[must_use]
pub fn opened_last(table: &Table) -> Option<SeatNo> {
    let free = |seat: &SeatNo| table.free_seats().any(|other| other == *seat);
    table.vacated.iter().rev().map(|vacancy| vacancy.seat).find(free)
}
