//! Places in lists, which a client gets with a page and sends to get the next one. A place stays
//! right while rows are added: it counts from the end that no row is added to.

use std::fmt;

/// How many rows a page has if the client does not say.
pub const USUAL: u32 = 50;
/// The most rows of a page.
pub const MOST: u32 = 200;

/// A place in a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// This many rows from the beginning, of a list that grows at its end.
    FromStart(u32),
    /// This many rows before the end, of a list that grows at its beginning. `from` is where they
    /// began last time.
    FromEnd { rest: u32, from: u32 },
    /// Behind the row with this id.
    Behind(u64),
}

impl Place {
    /// Parses what a client sent.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, numbers) = text.split_at_checked(1)?;
        match kind {
            "s" => Some(Self::FromStart(numbers.parse().ok()?)),
            "e" => {
                let (rest, from) = numbers.split_once('-')?;
                Some(Self::FromEnd { rest: rest.parse().ok()?, from: from.parse().ok()? })
            }
            "b" => Some(Self::Behind(numbers.parse().ok()?)),
            _ => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FromStart(rows) => write!(f, "s{rows}"),
            Self::FromEnd { rest, from } => write!(f, "e{rest}-{from}"),
            Self::Behind(id) => write!(f, "b{id}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_comes_back_as_it_was_sent() {
        let places = [Place::FromStart(50), Place::FromEnd { rest: 7, from: 50 }, Place::Behind(9)];
        for place in places {
            assert_eq!(Place::parse(&place.to_string()), Some(place));
        }
        for wrong in ["", "s", "x1", "e1", "s-1", "b1.5", "é"] {
            assert_eq!(Place::parse(wrong), None, "{wrong}");
        }
    }
}
