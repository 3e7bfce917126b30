//! Rosters: the text of one, as a table with a heading, and what can be wrong with a line of it. Accounts are
//! looked up by `entering`; the tournament decides in `director`.
//!
//! | column | what it is |
//! |---|---|
//! | `name` | the name of the account; needed |
//! | `table` | the number of the table where the player starts, from 1 |
//! | `seat` | the seat there, from 0 |
//! | `apart` | who does not start at the same table, by name, separated by `;` |
//! | `check_in` | `yes` where the player is there for the start |

mod cells;
mod entering;
mod wrong;

pub use entering::{EnterError, RosterOrder, enter};
pub use wrong::{Column, Problem, Wrong};

use cardroom_protocol::limits::MAX_ROSTER_PLAYERS;
use cells::{Row, rows};
use std::collections::{BTreeMap, BTreeSet};

/// A player of a roster.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RosterLine {
    /// The line of the text, from 1.
    pub line: u32,
    /// The name of the account.
    pub name: String,
    /// The table, from 1.
    pub table: Option<u32>,
    /// The seat, from 0.
    pub seat: Option<u8>,
    /// With whom the player does not start, by their places in the roster.
    pub apart: Vec<usize>,
    /// The player is there.
    pub check_in: bool,
}

/// The players of a roster, in its order.
///
/// # Errors
/// Something is wrong with some lines: all of it is said.
pub fn parse(text: &str) -> Result<Vec<RosterLine>, Vec<Problem>> {
    let mut problems = Vec::new();
    // A mark that some spreadsheets begin a file with is no part of the heading.
    let mut rows = rows(text.trim_start_matches('\u{feff}'), &mut problems).into_iter();
    let Some(heading) = rows.next() else {
        return Err(vec![Problem { line: 1, column: None, what: Wrong::NoHeading }]);
    };
    let columns = columns(&heading, &mut problems);
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.line);
        return Err(problems);
    }
    let mut lines = Vec::new();
    let mut apart = Vec::new();
    for row in rows {
        if lines.len() == MAX_ROSTER_PLAYERS {
            return Err(vec![Problem { line: row.line, column: None, what: Wrong::TooMany }]);
        }
        let (line, names) = player(&row, &columns, &mut problems);
        lines.push(line);
        apart.push(names);
    }
    if lines.is_empty() {
        problems.push(Problem { line: heading.line, column: None, what: Wrong::Nobody });
    }
    let places = places(&lines, &mut problems);
    seats_are_different(&lines, &mut problems);
    for (line, names) in lines.iter_mut().zip(apart) {
        for name in names {
            let what = match places.get(&name.to_lowercase()) {
                Some(place) if !line.apart.contains(place) => {
                    line.apart.push(*place);
                    continue;
                }
                Some(_) => continue,
                None => Wrong::NotInRoster(wrong::quoted(&name)),
            };
            problems.push(Problem { line: line.line, column: Some(Column::Apart), what });
        }
    }
    problems.sort_by_key(|problem| problem.line);
    if problems.is_empty() { Ok(lines) } else { Err(problems) }
}

/// What each cell of a row is.
fn columns(heading: &Row, problems: &mut Vec<Problem>) -> Vec<Column> {
    let mut columns = Vec::new();
    let mut wrong = |column, what| {
        problems.push(Problem { line: heading.line, column, what });
    };
    for cell in &heading.cells {
        match Column::named(cell) {
            None => wrong(None, Wrong::UnknownColumn(wrong::quoted(cell))),
            Some(column) if columns.contains(&column) => {
                wrong(Some(column), Wrong::ColumnTwice);
            }
            Some(column) => columns.push(column),
        }
    }
    if !columns.contains(&Column::Name) {
        wrong(Some(Column::Name), Wrong::NoNameColumn);
    }
    columns
}

/// The player of a row, and who is kept apart from that player, by name.
fn player(
    row: &Row,
    columns: &[Column],
    problems: &mut Vec<Problem>,
) -> (RosterLine, BTreeSet<String>) {
    let mut line = RosterLine { line: row.line, ..RosterLine::default() };
    let mut apart = BTreeSet::new();
    let mut wrong = |column, what| {
        problems.push(Problem { line: row.line, column, what });
    };
    if row.cells.len() > columns.len() {
        wrong(None, Wrong::TooManyCells);
    }
    for (column, cell) in columns.iter().copied().zip(&row.cells) {
        let cell = cell.trim();
        match column {
            Column::Name => cell.clone_into(&mut line.name),
            Column::Table if !cell.is_empty() => match cell.parse() {
                Ok(table @ 1..) => line.table = Some(table),
                _ => wrong(Some(column), Wrong::NotATable(wrong::quoted(cell))),
            },
            Column::Seat if !cell.is_empty() => match cell.parse() {
                Ok(seat) => line.seat = Some(seat),
                Err(_) => wrong(Some(column), Wrong::NotASeat(wrong::quoted(cell))),
            },
            Column::Table | Column::Seat => {}
            Column::Apart => {
                let names = cell.split(';').map(str::trim).filter(|name| !name.is_empty());
                apart.extend(names.map(str::to_owned));
            }
            Column::CheckIn => match cell.to_lowercase().as_str() {
                "yes" => line.check_in = true,
                "" | "no" => {}
                _ => wrong(Some(column), Wrong::NeitherYesNorNo(wrong::quoted(cell))),
            },
        }
    }
    if line.name.is_empty() {
        wrong(Some(Column::Name), Wrong::NoName);
    }
    if line.seat.is_some() && line.table.is_none() {
        wrong(Some(Column::Seat), Wrong::SeatWithoutTable);
    }
    if apart.iter().any(|name| name.to_lowercase() == line.name.to_lowercase()) {
        wrong(Some(Column::Apart), Wrong::ApartFromSelf);
    }
    (line, apart)
}

/// Where each name stands. Names differ by more than capital letters.
fn places(lines: &[RosterLine], problems: &mut Vec<Problem>) -> BTreeMap<String, usize> {
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for (place, line) in lines.iter().enumerate().filter(|(_, line)| !line.name.is_empty()) {
        let before = places.get(&line.name.to_lowercase()).and_then(|before| lines.get(*before));
        match before {
            Some(before) => problems.push(Problem {
                line: line.line,
                column: Some(Column::Name),
                what: Wrong::Twice { first: before.line },
            }),
            None => drop(places.insert(line.name.to_lowercase(), place)),
        }
    }
    places
}

fn seats_are_different(lines: &[RosterLine], problems: &mut Vec<Problem>) {
    let mut taken: BTreeMap<(u32, u8), u32> = BTreeMap::new();
    for line in lines {
        let Some(chair) = line.table.zip(line.seat) else { continue };
        match taken.get(&chair) {
            Some(first) => problems.push(Problem {
                line: line.line,
                column: Some(Column::Seat),
                what: Wrong::SeatTaken { first: *first },
            }),
            None => drop(taken.insert(chair, line.line)),
        }
    }
}

#[cfg(test)]
mod tests;
