//! Rosters: parsing a roster as a table with a heading, and the possible mistakes of a line.
//! A host looks up the accounts, and the tournament decides about each entry.
//!
//! | column | meaning |
//! |---|---|
//! | `name` | the name of the account; required |
//! | `table` | the number of the table where the player starts, from 1 |
//! | `seat` | the seat there, from 1 |
//! | `apart` | names of players who must not start at the same table, separated by `;` |
//! | `check_in` | `yes` if the player is there for the start |
//! | `stack` | the player's starting chips, if they differ from the others' |
//!
//! Cells are separated by commas, semicolons or tabs, as in the heading.

mod cells;
mod wrong;

pub use wrong::{Column, Problem, Wrong};

use cardroom_protocol::limits::MAX_ROSTER_PLAYERS;
use cardroom_rules::Chips;
use cells::{Row, rows};
use std::collections::{BTreeMap, BTreeSet};

/// The largest stack that a roster may give.
const MAX_STACK: u64 = 1_000_000_000_000;

/// A player of a roster.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RosterLine {
    /// The line of the text, from 1.
    pub line: u32,
    /// The name of the account.
    pub name: String,
    /// The number of the table, from 1.
    pub table: Option<u32>,
    /// The number of the seat, from 0.
    pub seat: Option<u8>,
    /// The players to keep apart from this one, by their places in the roster.
    pub apart: Vec<usize>,
    pub check_in: bool,
    /// The player's starting chips, if they differ from the others'.
    pub stack: Option<Chips>,
}

/// Parses the players of a roster, in its order.
///
/// # Errors
/// Every mistake of every line.
pub fn parse(text: &str) -> Result<Vec<RosterLine>, Vec<Problem>> {
    let (lines, problems) = read(text);
    if problems.is_empty() { Ok(lines) } else { Err(problems) }
}

/// Reads as many players of a roster as possible, and all mistakes in its lines.
#[must_use]
pub fn read(text: &str) -> (Vec<RosterLine>, Vec<Problem>) {
    let mut problems = Vec::new();
    // The byte order mark of some spreadsheets is not part of the heading.
    let text = text.trim_start_matches('\u{feff}');
    let (text, named) = separator_line(text);
    let separator = named.unwrap_or_else(|| cells::separator(text));
    let mut rows = rows(text, separator, &mut problems);
    // The line that names the separator counts as a line of the file.
    rows.iter_mut().for_each(|row| row.line += u32::from(named.is_some()));
    problems.iter_mut().for_each(|problem| problem.line += u32::from(named.is_some()));
    let mut rows = rows.into_iter();
    let Some(heading) = rows.next() else {
        return (Vec::new(), vec![Problem { line: 1, column: None, what: Wrong::NoHeading }]);
    };
    let columns = columns(&heading, &mut problems);
    if !problems.is_empty() {
        problems.sort_by_key(|problem| problem.line);
        return (Vec::new(), problems);
    }
    let mut lines = Vec::new();
    let mut apart = Vec::new();
    for row in rows {
        if lines.len() == MAX_ROSTER_PLAYERS {
            let problem = Problem { line: row.line, column: None, what: Wrong::TooMany };
            return (Vec::new(), vec![problem]);
        }
        let (line, names) = player(&row, &columns, separator, &mut problems);
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
    (lines, problems)
}

/// Cuts off a first line such as `sep=;`, with which some spreadsheets name the separator.
fn separator_line(text: &str) -> (&str, Option<char>) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let named = first.trim_end_matches('\r').strip_prefix("sep=").and_then(|named| {
        let mut characters = named.chars();
        characters.next().filter(|named| characters.next().is_none() && ",;\t|".contains(*named))
    });
    if named.is_some() { (rest, named) } else { (text, None) }
}

/// Returns the column of each cell in a row.
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

/// Parses the player of a row, and the names of the players to keep apart from that player.
fn player(
    row: &Row,
    columns: &[Column],
    separator: char,
    problems: &mut Vec<Problem>,
) -> (RosterLine, BTreeSet<String>) {
    let mut line = RosterLine { line: row.line, ..RosterLine::default() };
    let mut apart = BTreeSet::new();
    // Set even if the table's number is invalid.
    let mut names_table = false;
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
                _ => {
                    names_table = true;
                    wrong(Some(column), Wrong::NotATable(wrong::quoted(cell)));
                }
            },
            Column::Seat if !cell.is_empty() => match cell.parse() {
                Ok(seat @ 1_u8..) => line.seat = Some(seat - 1),
                _ => wrong(Some(column), Wrong::NotASeat(wrong::quoted(cell))),
            },
            Column::Table | Column::Seat => {}
            Column::Apart => {
                // If commas do not separate cells, they may separate names.
                let ends = |letter| letter == ';' || letter == ',' && separator != ',';
                let names = cell.split(ends).map(str::trim).filter(|name| !name.is_empty());
                apart.extend(names.map(str::to_owned));
            }
            Column::CheckIn => match cell.to_lowercase().as_str() {
                "yes" => line.check_in = true,
                "" | "no" => {}
                _ => wrong(Some(column), Wrong::NeitherYesNorNo(wrong::quoted(cell))),
            },
            Column::Stack if cell.is_empty() => {}
            Column::Stack => match cell.parse() {
                Ok(chips @ 1..=MAX_STACK) => line.stack = Some(Chips(chips)),
                _ => wrong(Some(column), Wrong::NotAStack(wrong::quoted(cell))),
            },
        }
    }
    if line.name.is_empty() {
        wrong(Some(Column::Name), Wrong::NoName);
    }
    if line.seat.is_some() && line.table.is_none() && !names_table {
        wrong(Some(Column::Seat), Wrong::SeatWithoutTable);
    }
    if apart.iter().any(|name| name.to_lowercase() == line.name.to_lowercase()) {
        wrong(Some(Column::Apart), Wrong::ApartFromSelf);
    }
    (line, apart)
}

/// Returns the place of each name. Names that differ only in case are the same.
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
