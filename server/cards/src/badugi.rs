//! Badugi: one to four cards, all of different ranks and suits. More cards are better, then lower
//! ones.

use crate::ace::Ace;
use crate::rank_times::keep_lowest;
use crate::{Card, CardSet, HandValue, Suit};

/// Returns the best badugi of any number of cards, or `None` without a card.
pub(crate) fn value(cards: CardSet, ace: Ace) -> Option<HandValue> {
    // Three other cards take at most three ranks, so no suit needs more than its four lowest.
    let suits = Suit::ALL.map(|suit| keep_lowest(ace.order(cards.suit_mask(suit).into()), 4));
    (!cards.is_empty()).then(|| best(&suits, 0))
}

/// Returns the best badugi with the ranks `taken` from other suits and at most one rank of
/// each of these suits.
fn best(suits: &[u32], taken: u32) -> HandValue {
    let Some((&suit, others)) = suits.split_first() else {
        return HandValue::badugi(taken);
    };
    let mut best_value = best(others, taken);
    let mut free = suit & !taken;
    while free != 0 {
        best_value = best_value.max(best(others, taken | (free & free.wrapping_neg())));
        free &= free - 1;
    }
    best_value
}

/// Returns the cards of a badugi with this value. Of several such badugis it chooses the one whose
/// highest card has the highest suit, then the next.
pub(crate) fn cards_of(value: HandValue, cards: CardSet, ace: Ace) -> Option<CardSet> {
    pick(value.as_badugi(), cards, ace)
}

/// Returns one card of each of the `ranks`, each of a different suit.
fn pick(ranks: u32, cards: CardSet, ace: Ace) -> Option<CardSet> {
    let Some(top) = ranks.checked_ilog2() else {
        return Some(CardSet::new());
    };
    Suit::ALL.into_iter().rev().find_map(|suit| {
        let card = Card::new(ace.rank(top as usize), suit);
        if !cards.contains(card) {
            return None;
        }
        let other_suits = cards.difference(CardSet::of_suit(suit));
        let mut picked = pick(ranks ^ (1 << top), other_suits, ace)?;
        picked.insert(card);
        Some(picked)
    })
}

#[cfg(test)]
mod tests {
    use crate::{HoleUse, Ranking, parse_cards};

    #[test]
    fn the_lowest_cards_of_different_ranks_and_suits_count() {
        for (ranking, held, made) in [
            (Ranking::Badugi, "Ac2d3h4s", "4s 3h 2d Ac"),
            (Ranking::Badugi, "KcQdJhTs", "Kc Qd Jh Ts"),
            (Ranking::Badugi, "AcAd2c3h", "3h 2c Ad"),
            (Ranking::Badugi, "Ac2c3c4c", "Ac"),
            (Ranking::Badugi, "AcAdAhAs", "As"),
            (Ranking::Badugi, "KcKsAcAs", "Ks Ac"),
            // The king makes a fourth suit, which is worth more than any three.
            (Ranking::Badugi, "Ac2d3h4hKs", "Ks 3h 2d Ac"),
            (Ranking::Badugi, "Ac2c2d3d3h4hKs", "Ks 3h 2d Ac"),
            (Ranking::AceHighBadugi, "2c3d4h5s", "5s 4h 3d 2c"),
            (Ranking::AceHighBadugi, "Ac2d3h4s", "Ac 4s 3h 2d"),
            (Ranking::AceHighBadugi, "Ac2c3d4h5h", "4h 3d 2c"),
        ] {
            let cards = parse_cards(held).expect("cards of a test");
            let (_, best) = ranking.best_cards(&cards, &[], HoleUse::Any).expect("a card");
            let best: Vec<String> = best.iter().map(ToString::to_string).collect();
            assert_eq!(best.join(" "), made, "{held}");
        }
    }

    #[test]
    fn each_badugi_beats_the_next() {
        let ladder = |ranking: Ranking, hands: &[&str]| {
            let value = |held: &&str| {
                let cards = parse_cards(held).expect("cards of a test");
                ranking.value(&cards, &[], HoleUse::Any).expect("a card")
            };
            assert!(hands.iter().map(value).is_sorted_by(|better, worse| better > worse));
        };
        ladder(
            Ranking::Badugi,
            &[
                "4c3d2hAs", "5c3d2hAs", "5c4d2hAs", "KcQdJhTs", "Ac2d3h", "KcQdJhJc", "Ac2d", "Ac",
                "Kc",
            ],
        );
        ladder(Ranking::AceHighBadugi, &["5c4d3h2s", "KcQdJhTs", "Ac4d3h2s", "4c3d2h", "Ac"]);
    }

    #[test]
    fn the_whole_deck_holds_the_best_badugi_and_no_cards_none() {
        let deck: Vec<_> = crate::CardSet::full52().iter().collect();
        let best = Ranking::Badugi.value(&deck, &[], HoleUse::Any).expect("cards");
        assert_eq!(Ranking::Badugi.describe(best), "Four-card badugi, 4-3-2-A");
        assert_eq!(Ranking::Badugi.value(&[], &[], HoleUse::Any), None);
    }
}
