//! The names of games in the format.

/// The betting structure of a variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    Fixed,
    No,
    Pot,
}

impl Limit {
    fn letter(self) -> char {
        match self {
            Self::Fixed => 'F',
            Self::No => 'N',
            Self::Pot => 'P',
        }
    }
}

/// A game, by this server's id, with its betting structure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variant<'a> {
    pub game: &'a str,
    pub limit: Limit,
}

/// The names that the standard gives to variants.
const STANDARD: &[(&str, &str, Limit)] = &[
    ("FT", "holdem", Limit::Fixed),
    ("NT", "holdem", Limit::No),
    ("NS", "short-deck", Limit::No),
    ("PO", "omaha", Limit::Pot),
    ("FO/8", "omaha8", Limit::Fixed),
    ("F7S", "stud", Limit::Fixed),
    ("F7S/8", "stud8", Limit::Fixed),
    ("FR", "razz", Limit::Fixed),
    ("N2L1D", "deuce-seven-single", Limit::No),
    ("F2L3D", "deuce-seven-triple", Limit::Fixed),
    ("FB", "badugi", Limit::Fixed),
];

/// Names that other programs form like the standard's. They are read and not written.
const LIKE_STANDARD: &[(&str, &str, Limit)] = &[
    ("PT", "holdem", Limit::Pot),
    ("PO5", "omaha5", Limit::Pot),
    ("PO6", "omaha6", Limit::Pot),
    ("PO/8", "omaha8", Limit::Pot),
    ("NO/8", "omaha8", Limit::No),
    ("PO5/8", "omaha8-5", Limit::Pot),
    ("F5D", "five-card-draw", Limit::Fixed),
    ("N5D", "five-card-draw", Limit::No),
    ("P5D", "five-card-draw", Limit::Pot),
];

impl<'a> Variant<'a> {
    /// Reads a variant's name. A name that is not in the standard may have the prefix `x-`. In a
    /// name such as `x-P-courchevel`, the game may be one that this server does not have.
    #[must_use]
    pub fn parse(name: &'a str) -> Option<Self> {
        let name = name.trim_start_matches("x-");
        let known = STANDARD.iter().chain(LIKE_STANDARD).find(|(known, ..)| *known == name);
        if let Some(&(_, game, limit)) = known {
            return Some(Self { game, limit });
        }
        let (letter, game) = name.split_once('-')?;
        let limits = [Limit::Fixed, Limit::No, Limit::Pot];
        let limit = limits.into_iter().find(|limit| letter.chars().eq([limit.letter()]))?;
        Some(Self { game, limit })
    }

    /// Returns the standard's name, or one such as `x-P-courchevel`.
    #[must_use]
    pub fn name(self) -> String {
        let known =
            STANDARD.iter().find(|(_, game, limit)| (*game, *limit) == (self.game, self.limit));
        match known {
            Some((name, ..)) => (*name).to_owned(),
            None => format!("x-{}-{}", self.limit.letter(), self.game),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_reads_back_from_its_name() {
        for &(name, game, limit) in STANDARD {
            let variant = Variant { game, limit };
            assert_eq!((Variant::parse(name), &*variant.name()), (Some(variant), name));
        }
        for (game, limit, name) in [
            ("holdem", Limit::Pot, "x-P-holdem"),
            ("badeucey", Limit::Fixed, "x-F-badeucey"),
            ("omaha8-5", Limit::No, "x-N-omaha8-5"),
        ] {
            let variant = Variant { game, limit };
            assert_eq!((Variant::parse(name), &*variant.name()), (Some(variant), name));
        }
        assert_eq!(Variant::parse("x-PO5").map(|variant| variant.game), Some("omaha5"));
        assert_eq!(Variant::parse("chess"), None);
        assert_eq!(Variant::parse("Q-holdem"), None);
    }
}
