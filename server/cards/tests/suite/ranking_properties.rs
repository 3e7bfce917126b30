//! Properties of every hand in every ranking, tested on random cards.

use crate::naive::every_ranking::naive_value;
use cardroom_cards::{Card, CardSet, HoleUse, Rank, Ranking, Suit};
use proptest::prelude::*;
use proptest::sample::select;

/// Returns a shuffled deck of the ranking, or a part of it with few ranks or few suits, so that
/// straights, flushes and full houses also occur.
fn deck(ranking: Ranking) -> impl Strategy<Value = Vec<Card>> {
    let short = matches!(ranking, Ranking::ShortDeckHigh | Ranking::ShortDeckTripsHigh);
    let lowest_rank = if short { Rank::Six } else { Rank::Two };
    let deck = if short { CardSet::short36() } else { CardSet::full52() };
    let ranks = Rank::ALL[usize::from(lowest_rank.index())..].to_vec();
    let suits = Suit::ALL.to_vec();
    let part = move |ranks: Vec<Rank>, suits: Vec<Suit>| {
        let in_part =
            move |card: &Card| ranks.contains(&card.rank()) && suits.contains(&card.suit());
        deck.iter().filter(in_part).collect::<Vec<Card>>()
    };
    // The ace and the lowest ranks are often together, for the lowest straights and the best lows.
    let low_ranks: Vec<Rank> = [&[Rank::Ace], &ranks[..6]].concat();
    prop_oneof![
        Just(part(ranks.clone(), suits.clone())),
        Just(part(low_ranks, suits.clone())),
        proptest::sample::subsequence(ranks.clone(), 3..=5)
            .prop_map(move |ranks| part(ranks, Suit::ALL.to_vec())),
        proptest::sample::subsequence(suits, 2).prop_map(move |suits| part(ranks.clone(), suits)),
    ]
    .prop_shuffle()
}

#[derive(Clone, Debug)]
struct Spot {
    ranking: Ranking,
    hole_use: HoleUse,
    board: Vec<Card>,
    hands: [Vec<Card>; 2],
}

/// Returns two hands of the same size, which may share cards, and a board.
fn spot() -> impl Strategy<Value = Spot> {
    let sizes = prop_oneof![
        // Badugi hands; no other hand has so few cards.
        (Just(HoleUse::Any), 1..=4_usize, Just(0)),
        (Just(HoleUse::Any), 0..=5_usize).prop_flat_map(|(hole_use, board)| {
            (Just(hole_use), (5 - board.min(4))..=(7 - board), Just(board))
        }),
        (Just(HoleUse::ExactlyTwo), 2..=6_usize, 3..=5_usize),
    ];
    (select(&Ranking::ALL[..]), sizes).prop_flat_map(|(ranking, (hole_use, hole, board))| {
        (deck(ranking), any::<bool>()).prop_map(move |(deck, shared)| {
            let needed = board + hole;
            let board = deck[..board].to_vec();
            let first = deck[board.len()..needed].to_vec();
            let mut second: Vec<Card> = deck.iter().rev().take(hole).copied().collect();
            if shared || second.iter().any(|card| board.contains(card)) {
                second = first.clone();
                second.reverse();
                if let Some(other) = deck.get(needed) {
                    second[0] = *other;
                }
            }
            Spot { ranking, hole_use, board, hands: [first, second] }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6_000))]

    #[test]
    fn the_rulebook_evaluator_agrees(spot in spot()) {
        let Spot { ranking, hole_use, board, hands } = spot;
        let values = hands.clone().map(|hole| ranking.value(&hole, &board, hole_use));
        let naive = hands.clone().map(|hole| naive_value(ranking, &hole, &board, hole_use));
        prop_assert_eq!(values[0].is_some(), naive[0].is_some());
        prop_assert_eq!(values[1].is_some(), naive[1].is_some());
        prop_assert_eq!(
            values[0].cmp(&values[1]), naive[0].cmp(&naive[1]),
            "{:?} {:?} {:?}", values, naive, hands
        );
    }

    #[test]
    fn the_best_cards_make_the_hand(spot in spot()) {
        let Spot { ranking, hole_use, board, hands: [hole, _] } = spot;
        let value = ranking.value(&hole, &board, hole_use);
        let best = ranking.best_cards(&hole, &board, hole_use);
        prop_assert_eq!(value, best.as_ref().map(|(value, _)| *value));
        let Some((value, cards)) = best else { return Ok(()) };

        prop_assert!(cards.iter().all(|card| hole.contains(card) || board.contains(card)));
        prop_assert_eq!(cards.iter().collect::<CardSet>().len(), cards.len());
        prop_assert_eq!(ranking.value(&cards, &[], HoleUse::Any), Some(value));
        let badugi = matches!(ranking, Ranking::Badugi | Ranking::AceHighBadugi);
        if !badugi {
            prop_assert_eq!(cards.len(), 5);
            if hole_use == HoleUse::ExactlyTwo {
                prop_assert_eq!(cards.iter().filter(|card| hole.contains(card)).count(), 2);
            }
        }
        // These cards alone come in the same order again.
        let again = ranking.best_cards(&cards, &[], HoleUse::Any);
        prop_assert_eq!(again, Some((value, cards)));
    }

    #[test]
    fn neither_the_order_nor_the_names_of_the_suits_matter(
        spot in spot(),
        suits in Just(Suit::ALL).prop_shuffle(),
    ) {
        let Spot { ranking, hole_use, board, hands: [hole, _] } = spot;
        let value = ranking.value(&hole, &board, hole_use);
        let turned = |cards: &[Card]| -> Vec<Card> {
            let renamed = |card: &Card| {
                Card::new(card.rank(), suits[usize::from(card.suit().index())])
            };
            cards.iter().rev().map(renamed).collect()
        };
        prop_assert_eq!(value, ranking.value(&turned(&hole), &turned(&board), hole_use));
    }

    #[test]
    fn equal_hands_have_equal_descriptions(spot in spot()) {
        let Spot { ranking, hole_use, board, hands } = spot;
        let [Some(one), Some(other)] = hands.map(|hole| ranking.value(&hole, &board, hole_use))
        else { return Ok(()) };
        prop_assert!(!ranking.describe(one).is_empty());
        prop_assert!(one != other || ranking.describe(one) == ranking.describe(other));
    }

    #[test]
    fn a_double_card_makes_no_hand(spot in spot()) {
        let Spot { ranking, hole_use, mut board, hands: [mut hole, _] } = spot;
        match board.first_mut() {
            Some(card) => *card = hole[0],
            None => hole.push(hole[0]),
        }
        prop_assert_eq!(ranking.value(&hole, &board, hole_use), None);
        prop_assert_eq!(ranking.best_cards(&hole, &board, hole_use), None);
    }
}
