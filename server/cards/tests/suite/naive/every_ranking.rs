//! A slow evaluator of every ranking that follows the rulebook: it tries each choice of cards and
//! sorts their ranks.
//!
//! It shares only the card type with the fast ones, so that they check each other.

use cardroom_cards::{Card, HoleUse, Ranking};

/// Greater is better: a category, then the ranks that decide. In a low hand both are negative.
pub(crate) type NaiveValue = Vec<i8>;

/// Returns the best value, or `None` if no choice of cards makes a hand.
pub(crate) fn naive_value(
    ranking: Ranking,
    hole: &[Card],
    board: &[Card],
    hole_use: HoleUse,
) -> Option<NaiveValue> {
    let candidates: Vec<Vec<Card>> = match hole_use {
        HoleUse::Any if is_badugi(ranking) => vec![[hole, board].concat()],
        HoleUse::Any => subsets(&[hole, board].concat(), 5),
        HoleUse::ExactlyTwo => subsets(hole, 2)
            .iter()
            .flat_map(|two| {
                subsets(board, 3).into_iter().map(move |three| [two, &three[..]].concat())
            })
            .collect(),
    };
    candidates.iter().filter_map(|cards| of_chosen(ranking, cards)).max()
}

fn is_badugi(ranking: Ranking) -> bool {
    matches!(ranking, Ranking::Badugi | Ranking::AceHighBadugi)
}

fn subsets(cards: &[Card], size: usize) -> Vec<Vec<Card>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let Some((first, rest)) = cards.split_first() else {
        return Vec::new();
    };
    let with_first =
        subsets(rest, size - 1).into_iter().map(|more| [&[*first], &more[..]].concat());
    with_first.chain(subsets(rest, size)).collect()
}

fn of_chosen(ranking: Ranking, cards: &[Card]) -> Option<NaiveValue> {
    match ranking {
        Ranking::High => Some(high(cards, &[14, 5, 4, 3, 2], [0, 1, 2, 3, 4, 5, 6, 7, 8])),
        // By category: high card, pair, two pair, trips, straight, flush, full house, quads,
        // straight flush.
        Ranking::ShortDeckHigh => Some(high(cards, &[14, 9, 8, 7, 6], [0, 1, 2, 3, 4, 6, 5, 7, 8])),
        Ranking::ShortDeckTripsHigh => {
            Some(high(cards, &[14, 9, 8, 7, 6], [0, 1, 2, 4, 3, 6, 5, 7, 8]))
        }
        Ranking::DeuceSevenLow => Some(negative(high(cards, &[], [0, 1, 2, 3, 4, 5, 6, 7, 8]))),
        Ranking::AceFiveLow => Some(negative(low(cards))),
        Ranking::EightOrBetter => {
            let value = low(cards);
            (value[0] == 0 && value[1] <= 8).then(|| negative(value))
        }
        Ranking::Badugi => badugi(cards, ace_low),
        Ranking::AceHighBadugi => badugi(cards, ace_high),
    }
}

fn negative(value: NaiveValue) -> NaiveValue {
    value.into_iter().map(|number| -number).collect()
}

fn ace_high(card: &Card) -> i8 {
    2 + place_in("23456789TJQKA", card)
}

fn ace_low(card: &Card) -> i8 {
    1 + place_in("A23456789TJQK", card)
}

fn place_in(order: &str, card: &Card) -> i8 {
    let place = order.find(card.rank().to_char()).expect("a rank");
    i8::try_from(place).expect("thirteen ranks")
}

/// Returns the ranks, more frequent ones first, then higher ones, and the frequency of each.
fn grouped(cards: &[Card], rank: fn(&Card) -> i8) -> (Vec<i8>, Vec<usize>) {
    let mut ranks: Vec<i8> = cards.iter().map(rank).collect();
    let times = |of: i8| cards.iter().filter(|card| rank(card) == of).count();
    ranks.sort_by_key(|&rank| std::cmp::Reverse((times(rank), rank)));
    let counts = ranks.iter().map(|&rank| times(rank)).collect();
    (ranks, counts)
}

fn high(five: &[Card], wheel: &[i8], places: [i8; 9]) -> NaiveValue {
    let (mut ranks, counts) = grouped(five, ace_high);
    let flush = five.iter().all(|card| card.suit() == five[0].suit());
    let is_wheel = ranks == wheel;
    let straight = is_wheel || ranks.windows(2).all(|pair| pair[0] - pair[1] == 1);
    if is_wheel {
        ranks.rotate_left(1);
        ranks[4] = 1;
    }
    let category = match counts[..] {
        _ if straight && flush => 8,
        [4, ..] => 7,
        [3, 3, 3, 2, 2] => 6,
        _ if flush => 5,
        _ if straight => 4,
        [3, ..] => 3,
        [2, 2, 2, 2, 1] => 2,
        [2, ..] => 1,
        _ => 0,
    };
    [&[places[category]], &ranks[..]].concat()
}

/// Returns the category of a low, 0 without a pair, and the ranks.
fn low(five: &[Card]) -> NaiveValue {
    let (ranks, counts) = grouped(five, ace_low);
    let category = match counts[..] {
        [4, ..] => 5,
        [3, 3, 3, 2, 2] => 4,
        [3, ..] => 3,
        [2, 2, 2, 2, 1] => 2,
        [2, ..] => 1,
        _ => 0,
    };
    [&[category], &ranks[..]].concat()
}

fn badugi(cards: &[Card], rank: fn(&Card) -> i8) -> Option<NaiveValue> {
    let sizes = (1..=4).flat_map(|size| subsets(cards, size));
    let valid = sizes.filter(|chosen| {
        chosen.iter().enumerate().all(|(place, card)| {
            chosen[..place]
                .iter()
                .all(|other| other.rank() != card.rank() && other.suit() != card.suit())
        })
    });
    let value = |chosen: Vec<Card>| {
        let (ranks, _) = grouped(&chosen, rank);
        let count = i8::try_from(chosen.len()).expect("four at most");
        [&[count], &negative(ranks)[..]].concat()
    };
    valid.map(value).max()
}
