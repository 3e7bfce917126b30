//! The game of this server that a record means.

use cardroom_phh::Limit;
use cardroom_rules::Betting;

/// The games of this server that a record may name.
const HOUSE: &[&str] = &[
    "ace-five-triple",
    "badacey",
    "badeucey",
    "badugi",
    "courchevel",
    "courchevel8",
    "crazy-pineapple",
    "deuce-seven-single",
    "deuce-seven-triple",
    "five-card-draw",
    "holdem",
    "omaha",
    "omaha5",
    "omaha6",
    "omaha8",
    "omaha8-5",
    "pineapple",
    "razz",
    "short-deck",
    "stud",
    "stud8",
];

/// A game with the betting structure that a record gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Variant {
    pub(super) game: &'static str,
    pub(super) betting: Betting,
}

impl Variant {
    /// Returns the variant by its name in the poker hand history format.
    pub(super) fn of_phh(name: &str) -> Option<Self> {
        let cardroom_phh::Variant { game, limit } = cardroom_phh::Variant::parse(name)?;
        let betting = match limit {
            Limit::Fixed => Betting::FixedLimit,
            Limit::No => Betting::NoLimit,
            Limit::Pot => Betting::PotLimit,
        };
        Some(Self { game: HOUSE.iter().copied().find(|known| *known == game)?, betting })
    }

    /// Returns the variant by its name in site hands.
    pub(super) fn of_site(name: &str) -> Option<Self> {
        use Betting::{FixedLimit, NoLimit, PotLimit};
        let (game, betting) = match name {
            "LHE" => ("holdem", FixedLimit),
            "NLHE" => ("holdem", NoLimit),
            "PLHE" => ("holdem", PotLimit),
            "PLO" => ("omaha", PotLimit),
            "PLO5" => ("omaha5", PotLimit),
            "PLO6" => ("omaha6", PotLimit),
            "NLO" => ("omaha", NoLimit),
            "LO" => ("omaha", FixedLimit),
            "LO8" => ("omaha8", FixedLimit),
            "PLO8" => ("omaha8", PotLimit),
            "NLO8" => ("omaha8", NoLimit),
            "PLO5-8" => ("omaha8-5", PotLimit),
            "COURCHEVEL" => ("courchevel", PotLimit),
            "COURCHEVEL8" => ("courchevel8", PotLimit),
            "STUD" => ("stud", FixedLimit),
            "STUD8" => ("stud8", FixedLimit),
            "RAZZ" => ("razz", FixedLimit),
            "27SD" => ("deuce-seven-single", NoLimit),
            "27TD" => ("deuce-seven-triple", FixedLimit),
            "A5TD" => ("ace-five-triple", FixedLimit),
            "BADUGI" => ("badugi", FixedLimit),
            "BADACEY" => ("badacey", FixedLimit),
            "BADEUCEY" => ("badeucey", FixedLimit),
            "5CD-L" => ("five-card-draw", FixedLimit),
            "5CD-N" | "5CD-NL" => ("five-card-draw", NoLimit),
            "5CD-P" | "5CD-PL" => ("five-card-draw", PotLimit),
            _ => return None,
        };
        Some(Self { game, betting })
    }

    /// Returns the number of cards that a player gets before any draw.
    pub(super) fn is_stud(self) -> bool {
        matches!(self.game, "stud" | "stud8" | "razz")
    }
}
