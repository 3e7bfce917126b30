//! The ways to choose some of a few cards.

use arrayvec::ArrayVec;

use crate::{Card, CardSet};

/// The most cards to choose from.
pub(crate) const MOST_CARDS: usize = 7;

/// Returns each way to choose `size` of at most [`MOST_CARDS`] cards.
pub(crate) fn choices(cards: CardSet, size: u32) -> impl Iterator<Item = CardSet> + Clone {
    debug_assert!(cards.len() <= MOST_CARDS);
    let cards: ArrayVec<Card, MOST_CARDS> = cards.iter().take(MOST_CARDS).collect();
    let masks = (0_u32..1 << cards.len()).filter(move |mask| mask.count_ones() == size);
    masks.map(move |mask| {
        let chosen = cards.iter().enumerate().filter(|(place, _)| mask >> place & 1 == 1);
        chosen.map(|(_, card)| card).collect()
    })
}

/// Returns each way to choose five of five to seven cards.
pub(crate) fn fives(cards: CardSet) -> impl Iterator<Item = CardSet> {
    choices(cards, 5)
}

#[cfg(test)]
mod tests {
    use super::choices;
    use crate::{CardSet, parse_cards};

    #[test]
    fn three_of_four() {
        let cards: CardSet = parse_cards("2c3d4hAs").unwrap().into_iter().collect();
        let threes: Vec<String> = choices(cards, 3).map(|three| three.to_string()).collect();
        assert_eq!(threes, ["2c 3d 4h", "2c 3d As", "2c 4h As", "3d 4h As"]);
        assert_eq!(choices(cards, 5).count(), 0);
        assert_eq!(choices(cards, 0).collect::<Vec<CardSet>>(), [CardSet::new()]);
    }
}
