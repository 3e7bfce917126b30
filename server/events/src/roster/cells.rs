//! Splitting of a table in text form (RFC 4180, or with another separator) into rows and cells. It
//! does not interpret the cells.

use super::wrong::{Problem, Wrong};

/// A row that is not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// The line of the text in which it begins, from 1.
    pub(super) line: u32,
    pub(super) cells: Vec<String>,
}

/// The reader's position relative to a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Before a cell, or in one without quotes.
    Plain,
    Quotes,
    /// After the closing quote.
    Closed,
}

/// Finds the separator of cells. Spreadsheets write `;` if numbers contain commas, and a tab when
/// rows are copied. The heading shows which one it is.
pub(super) fn separator(text: &str) -> char {
    let heading = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let mut is_quoted = false;
    let mut count = |wanted: char| {
        let outside = heading.chars().filter(|character| {
            is_quoted ^= *character == '"';
            !is_quoted && *character == wanted
        });
        outside.count()
    };
    let [commas, semicolons, tabs] = [',', ';', '\t'].map(&mut count);
    if commas > 0 || semicolons.max(tabs) == 0 {
        ','
    } else if semicolons >= tabs {
        ';'
    } else {
        '\t'
    }
}

/// Returns the rows of a text that are not empty.
pub(super) fn rows(text: &str, separator: char, problems: &mut Vec<Problem>) -> Vec<Row> {
    let (mut rows, mut cells, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut began, mut within) = (1, 1, Within::Plain);
    let mut wrong = |line, what| problems.push(Problem { line, column: None, what });
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match (within, character) {
            (Within::Quotes, '"') if characters.peek() == Some(&'"') => {
                cell.push('"');
                characters.next();
            }
            (Within::Quotes, '"') => within = Within::Closed,
            (Within::Quotes, other) => {
                line += u32::from(other == '\n');
                cell.push(other);
            }
            (_, between) if between == separator => {
                cells.push(std::mem::take(&mut cell));
                within = Within::Plain;
            }
            (_, '\n') => {
                line += 1;
                cells.push(std::mem::take(&mut cell));
                rows.push(Row { line: began, cells: std::mem::take(&mut cells) });
                (began, within) = (line, Within::Plain);
            }
            (_, '\r') => {}
            (Within::Plain, '"') if cell.trim().is_empty() => {
                cell.clear();
                within = Within::Quotes;
            }
            (Within::Plain, '"') => wrong(line, Wrong::QuoteInside),
            (Within::Closed, space) if space.is_whitespace() => {}
            (Within::Closed, _) => wrong(line, Wrong::QuoteInside),
            (Within::Plain, other) => cell.push(other),
        }
    }
    if within == Within::Quotes {
        wrong(began, Wrong::OpenQuote);
    }
    cells.push(cell);
    rows.push(Row { line: began, cells });
    rows.retain(|row| row.cells.iter().any(|cell| !cell.trim().is_empty()));
    rows
}
