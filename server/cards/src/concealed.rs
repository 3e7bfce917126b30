//! A wrapper for a value that must not leak: hole cards, the stub of the deck.
//!
//! It protects from accidents (a log line, a panic message, a derived `Serialize`), not from code
//! that opens it on purpose. It does not record accesses.

use std::fmt::{self, Debug, Formatter};

/// A value that prints as `??`, has no `Display` and cannot be serialized.
///
/// A struct that holds one cannot derive `Serialize` either. That is the point: explicit code must
/// decide what a viewer may see.
///
/// ```compile_fail
/// fn must_serialise(_: impl serde::Serialize) {}
/// must_serialise(cardroom_cards::Concealed::new(7_u8));
/// ```
///
/// ```compile_fail
/// cardroom_cards::Concealed::new(7_u8).to_string();
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Concealed<T>(T);

impl<T> Concealed<T> {
    #[must_use]
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns the value for a viewer.
    ///
    /// The places that call this are listed in `server/everyday/tests/walls.rs`. A call anywhere else
    /// is a leak until a review says otherwise.
    #[must_use]
    pub const fn open(&self) -> &T {
        &self.0
    }

    /// Returns the value for a step inside the engine, such as dealing the next card or reshuffling
    /// the discards. The result must be concealed again.
    #[must_use]
    pub const fn peek(&self) -> &T {
        &self.0
    }
}

impl<T> Debug for Concealed<T> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str("??")
    }
}

#[cfg(test)]
mod tests {
    use super::Concealed;
    use crate::parse_cards;

    #[test]
    fn debug_shows_nothing_in_any_format() {
        let hole = Concealed::new(parse_cards("AsKd").unwrap());
        assert_eq!(format!("{hole:?}"), "??");
        assert_eq!(format!("{hole:#?}"), "??");
        assert_eq!(format!("{:?}", Some(&hole)), "Some(??)");
    }

    #[test]
    fn open_gives_the_value_back() {
        let cards = parse_cards("AsKd").unwrap();
        let hole = Concealed::new(cards.clone());
        assert_eq!(hole.open(), &cards);
        assert_eq!(hole, hole.clone());
        assert_ne!(hole, Concealed::new(parse_cards("AsKh").unwrap()));
    }
}
