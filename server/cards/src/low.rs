//! Low hands: the lowest five cards win, by either of two rules.
//!
//! Both evaluate the low hand as a high hand, with the ranks in their own order, and invert the
//! comparison.

mod ace_five;
mod deuce_seven;

pub(crate) use ace_five::{ace_five, eight_or_better, eight_or_better_of_ranks, ranks_to_eight};
pub(crate) use deuce_seven::deuce_seven;

#[cfg(test)]
mod tests {
    use crate::{HandValue, HoleUse, Ranking, parse_cards};

    fn value(ranking: Ranking, cards: &str) -> Option<HandValue> {
        ranking.value(&parse_cards(cards).expect("cards of a test"), &[], HoleUse::Any)
    }

    /// Checks that each hand beats the next one.
    fn ladder<const N: usize>(ranking: Ranking, hands: [&str; N]) {
        for pair in hands.windows(2) {
            let [better, worse] = [pair[0], pair[1]].map(|cards| value(ranking, cards));
            assert!(better > worse && worse.is_some(), "{ranking:?}: {pair:?}");
        }
    }

    #[test]
    fn ace_to_five_ignores_straights_and_flushes_and_hates_pairs() {
        ladder(
            Ranking::AceFiveLow,
            [
                "5s4s3s2sAs",
                "6c4d3h2sAc",
                "6c5d3h2sAc",
                "7c4d3h2sAc",
                "KcQdJhTs9c",
                "AcAd2h3s4c",
                "AcAd2h3s5c",
                "2c2dAh3s4c",
                "KcKdQhJsTc",
                "2c2dAhAs3c",
                "3c3dAhAs2c",
                "AcAdAh2s3c",
                "KcKdKhQsJc",
                "AcAdAh2s2c",
                "2c2d2hAsAc",
                "AcAdAhAs2c",
                "KcKdKhKsQc",
            ],
        );
    }

    #[test]
    fn ace_to_five_makes_the_best_of_seven_paired_cards() {
        for (cards, five) in [
            ("AcAd2h2s3c3d3h", "AcAd2h2s3c"),
            ("AcAdAh2s2c2d2h", "AcAdAh2s2c"),
            ("AcAdAhAs2c3d3h", "AcAd3d3h2c"),
            ("KcKdKhKs2c", "KcKdKhKs2c"),
            ("KcKdKhKs2c2d", "2c2dKcKdKh"),
            ("KcKdKhKs2c3d", "KcKdKh2c3d"),
            ("AcKdKhQsQcJdTh", "AcKdQsJdTh"),
            ("9cAsAd2sTd5d3d", "9cAs2s5d3d"),
        ] {
            assert_eq!(
                value(Ranking::AceFiveLow, cards),
                value(Ranking::AceFiveLow, five),
                "{cards}"
            );
        }
    }

    #[test]
    fn eight_or_better_needs_five_low_ranks() {
        ladder(Ranking::EightOrBetter, ["5s4s3s2sAs", "8c4d3h2sAc", "8c7d6h5s4c"]);
        for cards in ["9c4d3h2sAc", "AcAd2h3s4c", "AcAd2h3s4cKdQh", "8c7d6h5s"] {
            assert_eq!(value(Ranking::EightOrBetter, cards), None, "{cards}");
        }
        let seven = value(Ranking::EightOrBetter, "Kc8d7h6s5c4d4h");
        assert_eq!(seven, value(Ranking::EightOrBetter, "8d7h6s5c4d"));
    }

    #[test]
    fn deuce_to_seven_counts_straights_and_flushes_and_the_ace_high() {
        ladder(
            Ranking::DeuceSevenLow,
            [
                "7c5d4h3s2c",
                "7c6d4h3s2c",
                "8c5d4h3s2c",
                "KcQdJhTs8c",
                "Ac5d4h3s2c",
                "Ac6d4h3s2c",
                "AcKdQhJs9c",
                "2c2d3h4s5c",
                "AcAd2h3s4c",
                "3c3d2h2s4c",
                "2c2d2h3s4c",
                "6c5d4h3s2c",
                "AcKdQhJsTc",
                "7c5c4c3c2c",
                "Ac5c4c3c2c",
                "2c2d2h3s3c",
                "2c2d2h2s3c",
                "6c5c4c3c2c",
                "AcKcQcJcTc",
            ],
        );
    }

    #[test]
    fn deuce_to_seven_passes_over_the_straight_among_seven_cards() {
        for (cards, five) in [
            ("7c6d5h4s3c2d2h", "7c5h4s3c2d"),
            ("7c5c4c3c2cKdQh", "Qh5c4c3c2c"),
            ("6c5d4h3s2cKdKh", "Kd5d4h3s2c"),
        ] {
            assert_eq!(
                value(Ranking::DeuceSevenLow, cards),
                value(Ranking::DeuceSevenLow, five),
                "{cards}"
            );
        }
    }
}
