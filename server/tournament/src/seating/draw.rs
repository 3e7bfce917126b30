//! The seat draw: as few tables as possible, with sizes that differ by at most one. Every player
//! gets a random seat, except for reserved seats and players who must not share a table.

use super::wishes::Wishes;
use crate::draws::Draws;
use cardroom_rules::{EntryNo, SeatNo};

/// The players of one table, by seat.
pub type Drawn = Vec<(SeatNo, EntryNo)>;

/// Draws a seat for every entry. Returns one list for each table.
///
/// `entries` must be sorted by number. `tables` is the number of tables, each with `seats` seats.
///
/// This algorithm is part of the contract, because an audit repeats it with the logged seed:
///
/// 1. Each table gets the quotient of entries by tables. The first tables get one more each until
///    the remainder is used up.
/// 2. Entries with a reservation at a table go there, in order of number, while there is room.
/// 3. The others are shuffled ([`Draws::shuffle`]) and fill the tables in order.
/// 4. For each pair at one table that must not share it, one of the two moves: the later one, or
///    the other one if a table is reserved for the later. That player changes places with a player
///    drawn from all. If that does not help, the next one is tried, until all have been. A pair
///    that cannot be parted stays.
/// 5. At each table in order, the seats are shuffled. Players with a reserved seat get it. The
///    others get the remaining seats, in the order in which they came to the table. A table that
///    gets one player too many has one more seat (TFPL 2c-7).
///
/// # Panics
/// If there are more entries than seats, counting one extra seat for each table.
#[must_use]
pub fn draw_seats(
    entries: &[EntryNo],
    tables: usize,
    seats: u8,
    wishes: &Wishes,
    draws: &mut Draws,
) -> Vec<Drawn> {
    assert!(entries.len() <= tables * (usize::from(seats) + 1), "a seat for everybody");
    let mut groups = groups(entries, tables, wishes, draws);
    part(&mut groups, wishes, draws);
    let seats_for = |group: &Vec<EntryNo>| seats + u8::from(group.len() > usize::from(seats));
    groups.iter().map(|group| sit(group, seats_for(group), wishes, draws)).collect()
}

/// Returns the number of tables that this number of players needs.
#[must_use]
pub fn tables_for(players: usize, seats: u8) -> usize {
    players.div_ceil(usize::from(seats.max(1))).max(1)
}

fn groups(
    entries: &[EntryNo],
    tables: usize,
    wishes: &Wishes,
    draws: &mut Draws,
) -> Vec<Vec<EntryNo>> {
    let (least, more) = (entries.len() / tables.max(1), entries.len() % tables.max(1));
    let size = |index: usize| least + usize::from(index < more);
    let mut groups: Vec<Vec<EntryNo>> = (0..tables).map(|_| Vec::new()).collect();
    let mut others = Vec::with_capacity(entries.len());
    for entry in entries {
        let table = wishes.table(*entry).filter(|table| *table < tables);
        match table.filter(|table| groups[*table].len() < size(*table)) {
            Some(table) => groups[table].push(*entry),
            None => others.push(*entry),
        }
    }
    draws.shuffle(&mut others);
    let mut others = others.into_iter();
    for (index, group) in groups.iter_mut().enumerate() {
        let missing = size(index) - group.len();
        group.extend(others.by_ref().take(missing));
    }
    groups
}

/// Separates players who must not share a table.
fn part(groups: &mut [Vec<EntryNo>], wishes: &Wishes, draws: &mut Draws) {
    if wishes.parts_nobody() {
        return;
    }
    let starts: Vec<usize> = groups
        .iter()
        .scan(0, |start, group| Some(std::mem::replace(start, *start + group.len())))
        .collect();
    let all: usize = groups.iter().map(Vec::len).sum();
    for (one, other) in wishes.pairs() {
        let place = |entry| {
            groups.iter().enumerate().find_map(|(table, group)| {
                group.iter().position(|known| *known == entry).map(|place| (table, place))
            })
        };
        let (Some(first), Some(second)) = (place(one), place(other)) else { continue };
        if first.0 != second.0 {
            continue;
        }
        let movable = |entry: EntryNo| wishes.table(entry).is_none();
        let (from, mover) = if movable(other) {
            (second, other)
        } else if movable(one) {
            (first, one)
        } else {
            continue;
        };
        let drawn = draws.index(all);
        let somebody = (0..all).map(|step| (drawn + step) % all).find_map(|index| {
            let table = starts.partition_point(|start| *start <= index) - 1;
            let place = index - starts[table];
            // Two tables start at the same index only if one of them is empty.
            let entry = *groups[table].get(place)?;
            let fits = table != from.0
                && movable(entry)
                && !wishes.are_apart(mover, groups[table].iter().filter(|known| **known != entry))
                && !wishes.are_apart(entry, groups[from.0].iter().filter(|known| **known != mover));
            fits.then_some((table, place))
        });
        if let Some((table, place)) = somebody {
            let entry = std::mem::replace(&mut groups[table][place], mover);
            groups[from.0][from.1] = entry;
        }
    }
}

fn sit(group: &[EntryNo], seats: u8, wishes: &Wishes, draws: &mut Draws) -> Drawn {
    let mut free: Vec<SeatNo> = (0..seats).map(SeatNo).collect();
    draws.shuffle(&mut free);
    let mut drawn = Drawn::with_capacity(group.len());
    for entry in group {
        let reserved =
            wishes.seat(*entry).and_then(|seat| free.iter().position(|one| *one == seat));
        if let Some(index) = reserved {
            drawn.push((free.remove(index), *entry));
        }
    }
    let mut free = free.into_iter();
    for entry in group {
        if !drawn.iter().any(|(_, known)| known == entry) {
            drawn.push((free.next().expect("no table has more players than seats"), *entry));
        }
    }
    drawn.sort_unstable();
    drawn
}
