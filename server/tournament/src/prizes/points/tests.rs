//! League formulas computed by hand, and invalid formulas.

use super::*;
use proptest::prelude::*;

const SEVENTH_OF_28: Scored =
    Scored { place: 7, entrants: 28, buy_in: Cents(1_250), knocked_out: 2 };

fn points(text: &str, scored: &Scored) -> Result<u64, FormulaError> {
    text.parse::<Formula>()?.points(scored).map(|points| points.0)
}

fn of_seventh(text: &str) -> u64 {
    points(text, &SEVENTH_OF_28).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn formulas_of_leagues() {
    // 100 * sqrt(28 / 7), the most common league formula.
    assert_eq!(of_seventh("100 * sqrt(entrants / place)"), 20_000);
    assert_eq!(of_seventh("10 * sqrt(entrants / place) * (1 + buy_in / 4)"), 8_250);
    assert_eq!(of_seventh("max(0, 11 - place) + 0.5 * knocked_out"), 500);
    assert_eq!(of_seventh("nth(place, 25, 18, 15, 12, 10, 8, 6, 4, 2, 1)"), 600);
    assert_eq!(of_seventh("nth(place, 25, 18, 15)"), 0);
    assert_eq!(of_seventh("entrants - place + 1"), 2_200);
    assert_eq!(of_seventh("floor(entrants / 3) + round(entrants / 8) / 8"), 950);
}

#[test]
fn arithmetic_is_as_everybody_has_learned_it() {
    assert_eq!(of_seventh("1 + 2 * 3 - 4 / 2"), 500);
    assert_eq!(of_seventh("(1 + 2) * 3"), 900);
    assert_eq!(of_seventh("20 - 5 - 3"), 1_200);
    assert_eq!(of_seventh("20 / 5 / 2"), 200);
    assert_eq!(of_seventh("-2 * -3"), 600);
    assert_eq!(of_seventh("min(5, 3, 4) * 1_000.25"), 300_075);
}

#[test]
fn points_have_two_decimals_and_are_never_below_nothing() {
    assert_eq!(of_seventh("2 / 3"), 67);
    assert_eq!(of_seventh("0.125"), 13);
    assert_eq!(of_seventh("0.0049"), 0);
    assert_eq!(of_seventh("place - entrants"), 0);
    assert_eq!(of_seventh("3 * (1 / 3)"), 100);
    assert_eq!(of_seventh("sqrt(2)"), 141);
    assert_eq!(Points(1_250).to_string(), "12.50");
}

#[test]
fn what_has_no_value_is_an_error_that_says_for_whom() {
    let of = |text| points(text, &SEVENTH_OF_28).unwrap_err();
    let (place, entrants) = (7, 28);
    assert_eq!(of("1 / (place - 7)"), FormulaError::DividesByZero { place, entrants });
    assert_eq!(of("sqrt(place - 8)"), FormulaError::RootOfNegative { place, entrants });
    let large = ["999999999999"; 20].join("*");
    assert_eq!(of(&large), FormulaError::TooLarge { place, entrants });
}

#[test]
fn a_text_that_is_no_formula_says_where() {
    for (text, at, says) in [
        ("", 1, "expected a number"),
        ("1 +", 4, "expected a number"),
        ("1 2", 3, "expected an operator"),
        ("100 * sqr(4)", 7, "there is no sqr"),
        ("sqrt(4, 5)", 1, "sqrt takes one number"),
        ("nth(place)", 1, "nth takes at least two"),
        ("min(4", 6, "expected ')'"),
        ("place ^ 2", 7, "'^' means nothing"),
        ("1.2.3", 1, "1.2.3 is no number"),
        ("1.2345678", 1, "is no number"),
        ("1e9", 2, "expected an operator"),
        ("ä", 1, "means nothing"),
    ] {
        match text.parse::<Formula>() {
            Err(FormulaError::Unreadable { column, what }) => {
                assert_eq!(column, at, "{text}: {what}");
                assert!(what.contains(says), "{text}: {what}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
    for deep in ["(".repeat(999), "-".repeat(999), "1".repeat(1_001)] {
        assert!(deep.parse::<Formula>().is_err());
    }
}

#[test]
fn a_formula_is_kept_as_it_was_written() {
    let text = "100 * sqrt( entrants/place )";
    let json = serde_json::to_string(&text.parse::<Formula>().unwrap()).unwrap();
    assert_eq!(serde_json::from_str::<Formula>(&json).unwrap().text(), text);
    assert!(serde_json::from_str::<Formula>("\"1 +\"").is_err());
}

proptest! {
    #[test]
    fn no_text_and_no_result_makes_a_formula_fail_badly(
        text in "[0-9a-z_ ()+*/,.-]{0,40}",
        place in 1_u32..,
        entrants: u32,
        buy_in: u64,
    ) {
        let _ = points(&text, &Scored { place, entrants, buy_in: Cents(buy_in), knocked_out: 1 });
    }

    #[test]
    fn a_better_place_never_has_fewer_points(place in 1_u32..300_000, entrants in 2_u32..300_000) {
        let of = |place| {
            let scored = Scored { place, entrants, ..SEVENTH_OF_28 };
            points("100 * sqrt(entrants / place)", &scored).unwrap()
        };
        prop_assert!(of(place) >= of(place + 1));
    }
}
