//! Properties of every high hand, tested on random cards.

use crate::naive::high::naive_high;
use cardroom_cards::{
    Card, CardSet, Rank, Suit, best_five, evaluate_high, evaluate_high_slice, fisher_yates,
};
use proptest::prelude::*;

/// Returns distinct cards in random order. Half of the decks are small, so that
/// strong hands also occur.
fn cards(count: impl Strategy<Value = usize>) -> impl Strategy<Value = Vec<Card>> {
    let deck = prop_oneof![
        Just(CardSet::full52().iter().collect::<Vec<Card>>()),
        (0..13_u8, 2..5_u8).prop_map(|(lowest, width)| {
            let ranks = (0..width).map(move |step| Rank::ALL[usize::from((lowest + step) % 13)]);
            ranks.flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit))).collect()
        }),
        (0..13_u8, 5..10_u8).prop_map(|(lowest, width)| {
            let ranks = (0..width).map(move |step| Rank::ALL[usize::from((lowest + step) % 13)]);
            ranks
                .flat_map(|rank| [Suit::Clubs, Suit::Hearts].map(|suit| Card::new(rank, suit)))
                .collect()
        }),
    ];
    (deck.prop_shuffle(), count).prop_map(|(mut deck, count)| {
        deck.truncate(count);
        deck
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn another_card_never_lowers_the_best(hand in cards(6..8_usize)) {
        let whole = evaluate_high_slice(&hand);
        let without = evaluate_high_slice(&hand[..hand.len() - 1]);
        prop_assert!(whole >= without, "{hand:?}: {whole:?} < {without:?}");
    }

    #[test]
    fn the_order_of_the_cards_does_not_matter(hand in cards(5..8_usize), seed: u32) {
        let mut other = hand.clone();
        let mut number = seed;
        fisher_yates(&mut other, || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            number
        });
        prop_assert_eq!(evaluate_high_slice(&hand), evaluate_high_slice(&other));
        prop_assert_eq!(evaluate_high_slice(&hand), evaluate_high(hand.iter().collect()));
    }

    #[test]
    fn renaming_the_suits_does_not_matter(
        hand in cards(5..8_usize),
        suits in Just(Suit::ALL).prop_shuffle(),
    ) {
        let renamed = hand.iter().map(|card| {
            Card::new(card.rank(), suits[usize::from(card.suit().index())])
        });
        prop_assert_eq!(evaluate_high(renamed.collect()), evaluate_high(hand.iter().collect()));
    }

    #[test]
    fn the_best_five_are_in_the_hand_and_worth_the_value(hand in cards(5..8_usize)) {
        let hand: CardSet = hand.into_iter().collect();
        let (value, five) = best_five(hand).expect("five to seven cards");
        prop_assert_eq!(Some(value), evaluate_high(hand));
        prop_assert_eq!(Some(value), evaluate_high_slice(&five));
        prop_assert!(five.iter().all(|&card| hand.contains(card)));
        prop_assert_eq!(Some((value, five)), best_five(five.iter().collect()), "same order again");
    }

    #[test]
    fn the_rulebook_evaluator_agrees(left in cards(5..8_usize), right in cards(5..8_usize)) {
        let (Some(a), Some(b)) = (evaluate_high_slice(&left), evaluate_high_slice(&right)) else {
            return Err(TestCaseError::fail("five to seven cards"));
        };
        let (naive_a, naive_b) = (naive_high(&left), naive_high(&right));
        prop_assert_eq!(a.category().index(), naive_a.0, "{:?}", left);
        prop_assert_eq!(a.cmp(&b), naive_a.cmp(&naive_b), "{:?} against {:?}", left, right);
        prop_assert_eq!(a.cmp(&b), b.class().cmp(&a.class()), "the class is the order reversed");
    }

    #[test]
    fn a_double_card_has_no_value(hand in cards(5..7_usize)) {
        let double = [&hand[..], &hand[..1]].concat();
        prop_assert_eq!(evaluate_high_slice(&double), None);
    }
}
