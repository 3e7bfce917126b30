//! The rankings of hands and the use of hole cards: the single entry point to all evaluators.
//!
//! The games choose their rankings.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::ace::Ace;
use crate::high::evaluate_distinct;
use crate::{
    Card, CardSet, HandValue, badugi, best_cards, evaluate_high, low, omaha, short_deck, words,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ranking {
    /// The common ranking of five-card hands, royal flush down to seven high.
    High,
    /// Sixes to aces: a flush beats a full house, and 9-8-7-6-A is the lowest straight. A card
    /// below the six makes no hand.
    ShortDeckHigh,
    /// Like [`Ranking::ShortDeckHigh`], but three of a kind beats a straight.
    ShortDeckTripsHigh,
    /// The lowest five cards, the ace low. Straights and flushes do not count. 5-4-3-2-A is the
    /// best, and any pair is worse than no pair.
    AceFiveLow,
    /// Like [`Ranking::AceFiveLow`], but only five different ranks of eight or lower make a hand.
    EightOrBetter,
    /// The lowest five cards, the ace high. Straights and flushes count against the hand. 7-5-4-3-2
    /// is the best, and A-5-4-3-2 is not a straight.
    DeuceSevenLow,
    /// Up to four cards of different ranks and suits. More cards are better, then the
    /// lowest, the ace low.
    Badugi,
    /// Like [`Ranking::Badugi`] with the ace high: the badugi half of badeucey.
    AceHighBadugi,
}

/// The combination of hole cards and board in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoleUse {
    /// The best of all cards, with any number of hole cards.
    Any,
    /// Exactly two hole cards and three of the board.
    ExactlyTwo,
}

impl Ranking {
    pub const ALL: [Self; 8] = [
        Self::High,
        Self::ShortDeckHigh,
        Self::ShortDeckTripsHigh,
        Self::AceFiveLow,
        Self::EightOrBetter,
        Self::DeuceSevenLow,
        Self::Badugi,
        Self::AceHighBadugi,
    ];

    /// Returns the value of the best hand, or `None` if there is none: the low does not qualify, or
    /// the number of cards does not fit.
    ///
    /// [`HoleUse::Any`] takes five to seven cards in all, and for badugi one or more.
    /// [`HoleUse::ExactlyTwo`] takes two to seven hole cards and a board of three to five, and
    /// finds a badugi among the five cards of each choice. A card that occurs twice is an error of
    /// the caller and makes no hand.
    #[must_use]
    pub fn value(self, hole: &[Card], board: &[Card], hole_use: HoleUse) -> Option<HandValue> {
        match hole_use {
            HoleUse::Any => {
                let cards = together(hole, board);
                let count = hole.len() + board.len();
                if self == Self::High {
                    return evaluate_distinct(cards, count).map(HandValue::high);
                }
                if cards.len() == count { self.of_set(cards) } else { None }
            }
            HoleUse::ExactlyTwo => omaha::value(self, hole, board),
        }
    }

    /// Returns the value of the best hand and the cards that make it: five, or one
    /// to four for badugi.
    ///
    /// The cards are in the order in which they decide. Larger groups come first (trips before the
    /// pair of a full house), then ranks from the highest down. That holds in low hands too, as
    /// players name them: 8-6-4-3-A. The ace of a low straight comes last.
    ///
    /// The choice is the same for every viewer. If several choices have the best value, the highest
    /// rank gets the highest available suit, spades first, then the next rank. A player's own cards
    /// are not preferred to the board.
    #[must_use]
    pub fn best_cards(
        self,
        hole: &[Card],
        board: &[Card],
        hole_use: HoleUse,
    ) -> Option<(HandValue, ArrayVec<Card, 5>)> {
        best_cards::best_cards(self, hole, board, hole_use)
    }

    /// Returns the description for players: `Two pair, Queens and Fives`, `8-6-4-3-A
    /// low`, `Three-card badugi, 7-3-A`.
    ///
    /// Kickers beside a pair and the like are left out, so hands with the same description need not
    /// split. The value of up-cards is described in the ranking it was found for.
    ///
    /// # Panics
    ///
    /// Panics if the value belongs to an incompatible ranking.
    #[must_use]
    pub fn describe(self, value: HandValue) -> String {
        let mut text = String::new();
        let written = match self {
            Self::High => words::write_high(&mut text, value.as_high(), self.names()),
            Self::ShortDeckHigh => {
                words::write_high(&mut text, short_deck::made(value), self.names())
            }
            Self::ShortDeckTripsHigh => {
                words::write_high(&mut text, short_deck::made_trips_first(value), self.names())
            }
            Self::AceFiveLow | Self::EightOrBetter | Self::DeuceSevenLow => {
                words::write_low(&mut text, value.as_low(), self.names())
            }
            Self::Badugi | Self::AceHighBadugi => {
                words::write_badugi(&mut text, value.as_badugi(), self.names())
            }
        };
        written.expect("a string takes any text");
        text
    }

    /// Returns the value of the best hand of all these cards.
    pub(crate) fn of_set(self, cards: CardSet) -> Option<HandValue> {
        match self {
            Self::High => evaluate_high(cards).map(HandValue::high),
            Self::ShortDeckHigh => short_deck::value(cards),
            Self::ShortDeckTripsHigh => short_deck::value_trips_first(cards),
            Self::AceFiveLow => low::ace_five(cards),
            Self::EightOrBetter => low::eight_or_better(cards),
            Self::DeuceSevenLow => low::deuce_seven(cards),
            Self::Badugi | Self::AceHighBadugi => badugi::value(cards, self.ace()),
        }
    }

    /// Returns the position of the ace outside of a straight.
    pub(crate) const fn ace(self) -> Ace {
        match self {
            Self::High
            | Self::ShortDeckHigh
            | Self::ShortDeckTripsHigh
            | Self::DeuceSevenLow
            | Self::AceHighBadugi => Ace::High,
            Self::AceFiveLow | Self::EightOrBetter | Self::Badugi => Ace::Low,
        }
    }

    /// Returns a function that names the ranks of a value's masks.
    fn names(self) -> impl Fn(usize) -> crate::Rank {
        let ace = self.ace();
        move |place| ace.rank(place)
    }
}

/// Returns hole cards and board in one set.
pub(crate) fn together(hole: &[Card], board: &[Card]) -> CardSet {
    let mut cards: CardSet = hole.iter().collect();
    cards.extend(board);
    cards
}

#[cfg(test)]
mod tests {
    use super::{HoleUse, Ranking};
    use crate::{CardSet, best_five, parse_cards};

    #[test]
    fn game_files_name_rankings_in_snake_case() {
        let names = [
            "high",
            "short_deck_high",
            "short_deck_trips_high",
            "ace_five_low",
            "eight_or_better",
            "deuce_seven_low",
            "badugi",
            "ace_high_badugi",
        ];
        for (ranking, name) in Ranking::ALL.into_iter().zip(names) {
            let json = format!("\"{name}\"");
            assert_eq!(serde_json::to_string(&ranking).unwrap(), json);
            assert_eq!(serde_json::from_str::<Ranking>(&json).unwrap(), ranking);
        }
        for (hole_use, json) in
            [(HoleUse::Any, "\"any\""), (HoleUse::ExactlyTwo, "\"exactly_two\"")]
        {
            assert_eq!(serde_json::to_string(&hole_use).unwrap(), json);
            assert_eq!(serde_json::from_str::<HoleUse>(json).unwrap(), hole_use);
        }
        assert!(serde_json::from_str::<Ranking>("\"lowball\"").is_err());
    }

    #[test]
    fn hands_are_described_and_laid_out_as_players_say_them() {
        for (ranking, cards, words, best) in [
            (Ranking::High, "QhQc5d5sTh2c3c", "Two pair, Queens and Fives", "QhQc5s5dTh"),
            (Ranking::High, "Ac2d3h4s5cKd", "Straight, Five high", "5c4s3h2dAc"),
            (Ranking::High, "AcKdQhJsTc2d", "Straight, Ace high", "AcKdQhJsTc"),
            (Ranking::High, "As2s3s4s5sAd", "Straight flush, Five high", "5s4s3s2sAs"),
            (Ranking::ShortDeckHigh, "Ac6d7h8s9cKd", "Straight, Nine high", "9c8s7h6dAc"),
            (Ranking::ShortDeckHigh, "AcKcQc8c9c7c6d", "Flush, Ace high", "AcKcQc9c8c"),
            (
                Ranking::ShortDeckTripsHigh,
                "AcAdAhKsKc",
                "Full house, Aces over Kings",
                "AhAdAcKsKc",
            ),
            (Ranking::AceFiveLow, "Ac3d4h6s8cKdKh", "8-6-4-3-A low", "8c6s4h3dAc"),
            (Ranking::AceFiveLow, "AcTdJhQsKc", "K-Q-J-T-A low", "KcQsJhTdAc"),
            (Ranking::AceFiveLow, "AcAd2h2s3c3d", "Two pair, Twos and Aces", "2s2hAdAc3d"),
            (Ranking::AceFiveLow, "AcAd2h3s4c", "Pair of Aces", "AdAc4c3s2h"),
            (Ranking::EightOrBetter, "As2s3s4s5s6s7s", "5-4-3-2-A low", "5s4s3s2sAs"),
            (Ranking::DeuceSevenLow, "2c3d4h5s7c", "7-5-4-3-2 low", "7c5s4h3d2c"),
            (Ranking::DeuceSevenLow, "Ac2c3d4h5s", "A-5-4-3-2 low", "Ac5s4h3d2c"),
            (Ranking::DeuceSevenLow, "2c3d4h5s6c", "Straight, Six high", "6c5s4h3d2c"),
            (Ranking::Badugi, "Ac3d7h7s", "Three-card badugi, 7-3-A", "7s3dAc"),
            (Ranking::AceHighBadugi, "Ac3d7h8s", "Four-card badugi, A-8-7-3", "Ac8s7h3d"),
            (Ranking::Badugi, "Kc", "One-card badugi, K", "Kc"),
        ] {
            let cards = parse_cards(cards).unwrap();
            let (value, made) = ranking.best_cards(&cards, &[], HoleUse::Any).unwrap();
            assert_eq!(ranking.describe(value), words);
            assert_eq!(made.as_slice(), parse_cards(best).unwrap(), "{words}");
        }
    }

    #[test]
    fn hands_of_two_and_three_leave_the_better_ones_lie() {
        let board = parse_cards("AhKhQhJhTd").unwrap();
        for (hole, words, best) in [
            // The ten of hearts alone does not make a royal flush with the four on the board.
            ("Th9c8c7c", "Straight, King high", "KhQhJhTh9c"),
            ("2h3h4c4d", "Flush, Ace high", "AhKhQh3h2h"),
            ("AcAdAs2c", "Three of a kind, Aces", "AsAhAdKhQh"),
        ] {
            let hole = parse_cards(hole).unwrap();
            let made = Ranking::High.best_cards(&hole, &board, HoleUse::ExactlyTwo);
            let (value, cards) = made.unwrap();
            assert_eq!(Ranking::High.describe(value), words);
            assert_eq!(cards.as_slice(), parse_cards(best).unwrap(), "{words}");
        }
    }

    #[test]
    fn a_board_that_is_not_there_yet_counts_from_the_flop_on() {
        let hole = parse_cards("AcAd2h3s").unwrap();
        let board = parse_cards("AhKhQhJhTd").unwrap();
        for dealt in 0..=5 {
            let value = Ranking::High.value(&hole, &board[..dealt], HoleUse::ExactlyTwo);
            assert_eq!(value.is_some(), dealt >= 3, "{dealt} cards");
        }
        for (hole, dealt, hole_use) in
            [(1, 5, HoleUse::ExactlyTwo), (2, 2, HoleUse::Any), (4, 5, HoleUse::Any)]
        {
            let (hole, board) = (&parse_cards("AcAd2h3s").unwrap()[..hole], &board[..dealt]);
            assert_eq!(Ranking::High.value(hole, board, hole_use), None);
            assert_eq!(Ranking::AceFiveLow.value(hole, board, hole_use), None);
            assert_eq!(Ranking::High.best_cards(hole, board, hole_use), None);
        }
    }

    #[test]
    fn high_hands_are_named_as_by_the_best_five() {
        for cards in ["9c9dKhKsQcQd2h", "6c7d8h9sTcTdTh", "Ac2d3h4s5c9d9h", "2c4c6c8cTcQcAd"] {
            let cards = parse_cards(cards).unwrap();
            let (_, ours) = Ranking::High.best_cards(&cards, &[], HoleUse::Any).unwrap();
            let (_, five) = best_five(cards.iter().collect::<CardSet>()).unwrap();
            assert_eq!(ours.as_slice(), five);
        }
    }

    #[test]
    #[should_panic(expected = "the value is of another ranking")]
    fn a_badugi_is_not_described_as_a_low() {
        let cards = parse_cards("Ac2d3h4s5c").unwrap();
        let badugi = Ranking::Badugi.value(&cards, &[], HoleUse::Any).unwrap();
        let _ = Ranking::AceFiveLow.describe(badugi);
    }
}
