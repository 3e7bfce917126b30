//! Hands of exactly two hole cards and three of the board.
//!
//! Four hole cards and five of the board make 60 such hands, six hole cards 150. The high hands and
//! eight-or-better lows of Omaha are found from the ranks of each two and three. The other rankings
//! evaluate each choice.

use std::sync::LazyLock;

use arrayvec::ArrayVec;

use crate::choices::{MOST_CARDS, choices};
use crate::high::straights::AceEitherWay;
use crate::high::{flush, without_flush};
use crate::low::{eight_or_better_of_ranks, ranks_to_eight};
use crate::rank_times::RankTimes;
use crate::{Card, CardSet, HandValue, HighValue, Rank, Ranking, Suit};

/// The number of combinations of two ranks, equal ones included.
const TWOS: usize = 91;

/// The most ways to take two of the hole cards.
const HOLE_PAIRS: usize = MOST_CARDS * (MOST_CARDS - 1) / 2;

/// The best high hand without a flush for each three ranks on the board with each two in the hand,
/// indexed by [`place_of_three`] and [`place_of_two`]. It has 41,405 values in 162 KiB.
static WITHOUT_FLUSH: LazyLock<Vec<[HighValue; TWOS]>> = LazyLock::new(|| {
    let with_each_two = |three: [usize; 3]| {
        let mut values = [HighValue::from_bits(0); TWOS];
        for (value, two) in values.iter_mut().zip(twos()) {
            let five = three.into_iter().chain(two).map(|rank| Rank::ALL[rank]);
            // No deck has five cards of one rank. Their entry stays empty and is never read.
            if two.iter().chain(&three).any(|&rank| rank != two[0]) {
                *value = without_flush::<AceEitherWay>(RankTimes::of_ranks(five), 0);
            }
        }
        values
    };
    threes().map(with_each_two).collect()
});

/// Returns the value in a ranking of the best two hole cards with the best three of the
/// board. Returns `None` unless there are two to seven hole cards and three to five
/// board cards, all different.
pub(crate) fn value(ranking: Ranking, hole: &[Card], board: &[Card]) -> Option<HandValue> {
    let (hole_set, board_set) = sets(hole, board)?;
    match ranking {
        Ranking::High => Some(HandValue::high(high(hole_set, board_set))),
        Ranking::EightOrBetter => eight_or_better(hole, board),
        _ => two_and_three(hole_set, board_set).filter_map(|five| ranking.of_set(five)).max(),
    }
}

/// Returns each choice of two hole cards and three of the board.
pub(crate) fn two_and_three(hole: CardSet, board: CardSet) -> impl Iterator<Item = CardSet> {
    let threes = choices(board, 3);
    choices(hole, 2).flat_map(move |two| threes.clone().map(move |three| two.union(three)))
}

/// Returns hole cards and board as sets, if their numbers are valid and no card occurs twice.
pub(crate) fn sets(hole: &[Card], board: &[Card]) -> Option<(CardSet, CardSet)> {
    let (hole_set, board_set): (CardSet, CardSet) = (hole.iter().collect(), board.iter().collect());
    let fits = (2..=MOST_CARDS).contains(&hole.len()) && (3..=5).contains(&board.len());
    let different = hole_set.union(board_set).len() == hole.len() + board.len();
    (fits && different).then_some((hole_set, board_set))
}

fn high(hole: CardSet, board: CardSet) -> HighValue {
    let hole_ranks: ArrayVec<usize, MOST_CARDS> = ranks_ascending(hole).collect();
    let mut twos = ArrayVec::<usize, HOLE_PAIRS>::new();
    for (second, &high) in hole_ranks.iter().enumerate() {
        twos.extend(hole_ranks[..second].iter().map(|&low| place_of_two([low, high])));
    }
    let mut best = HighValue::from_bits(0);
    let board_ranks: ArrayVec<usize, MOST_CARDS> = ranks_ascending(board).collect();
    for (third, &high) in board_ranks.iter().enumerate() {
        for (second, &middle) in board_ranks[..third].iter().enumerate() {
            for &low in &board_ranks[..second] {
                let with_three = &WITHOUT_FLUSH[place_of_three([low, middle, high])];
                best = twos.iter().fold(best, |best, &two| best.max(with_three[two]));
            }
        }
    }
    best.max(best_flush(hole, board).unwrap_or(best))
}

/// Returns the best flush of two suited hole cards and three board cards of the same suit.
fn best_flush(hole: CardSet, board: CardSet) -> Option<HighValue> {
    Suit::ALL.into_iter().find_map(|suit| {
        let on_board = u32::from(board.suit_mask(suit));
        let in_hand = u32::from(hole.suit_mask(suit));
        if on_board.count_ones() < 3 || in_hand.count_ones() < 2 {
            return None;
        }
        let threes = masks_within(on_board, 3);
        let fives = threes.flat_map(|three| masks_within(in_hand, 2).map(move |two| two | three));
        fives.map(|five| flush::<AceEitherWay>(five, 0)).max()
    })
}

/// Returns the lowest five different ranks of eight or lower, two of them in the hand.
fn eight_or_better(hole: &[Card], board: &[Card]) -> Option<HandValue> {
    let low_rank = |card: &Card| ranks_to_eight(1 << card.rank().index());
    let in_hand: ArrayVec<u32, MOST_CARDS> = hole.iter().map(low_rank).collect();
    let on_board: ArrayVec<u32, 5> = board.iter().map(low_rank).collect();
    let mut twos = ArrayVec::<u32, HOLE_PAIRS>::new();
    for (second, &one) in in_hand.iter().enumerate() {
        let with_another = in_hand[..second].iter().map(|&other| one | other);
        twos.extend(with_another.filter(|two| two.count_ones() == 2));
    }
    let mut lowest: Option<u32> = None;
    for (third, &one) in on_board.iter().enumerate() {
        for (second, &another) in on_board[..third].iter().enumerate() {
            for &other in &on_board[..second] {
                let three = one | another | other;
                let fives = twos.iter().map(|two| two | three);
                // Fewer ranks mean fewer than five cards that count.
                let best = fives.filter(|five| five.count_ones() == 5).min();
                lowest = best.into_iter().chain(lowest).min();
            }
        }
    }
    eight_or_better_of_ranks(lowest?)
}

/// Returns the ranks of the cards, with repetitions.
fn ranks_ascending(cards: CardSet) -> impl Iterator<Item = usize> {
    cards.iter().map(|card| usize::from(card.rank().index()))
}

/// Returns each mask of `size` of these ranks.
fn masks_within(ranks: u32, size: u32) -> impl Iterator<Item = u32> {
    let before = move |mask: &u32| mask.checked_sub(1).map(|below| below & ranks);
    std::iter::successors(Some(ranks), before).filter(move |mask| mask.count_ones() == size)
}

/// Returns each combination of two ranks, lower first, in the order of [`place_of_two`].
fn twos() -> impl Iterator<Item = [usize; 2]> {
    (0..Rank::ALL.len()).flat_map(|high| (0..=high).map(move |low| [low, high]))
}

/// Returns each combination of three ranks, lowest first, in the order of [`place_of_three`].
fn threes() -> impl Iterator<Item = [usize; 3]> {
    (0..Rank::ALL.len()).flat_map(|high| {
        let not_higher = twos().filter(move |[_, middle]| *middle <= high);
        not_higher.map(move |[low, middle]| [low, middle, high])
    })
}

/// Returns the place of two ascending ranks in the combinatorial number system (Knuth, TAOCP volume
/// 4A, section 7.2.1.3). The higher rank is increased by one, so the ranks may be equal.
const fn place_of_two([low, high]: [usize; 2]) -> usize {
    low + high * (high + 1) / 2
}

/// Returns the place of three ascending ranks in the same system.
const fn place_of_three([low, middle, high]: [usize; 3]) -> usize {
    place_of_two([low, middle]) + high * (high + 1) * (high + 2) / 6
}

#[cfg(test)]
mod tests {
    use super::{TWOS, masks_within, place_of_three, place_of_two, threes, twos};
    use crate::HoleUse::ExactlyTwo;
    use crate::{Ranking, parse_cards};

    #[test]
    fn each_combination_of_ranks_has_the_place_it_comes_at() {
        assert!(twos().map(place_of_two).eq(0..TWOS));
        assert!(threes().map(place_of_three).eq(0..455));
        assert!(twos().all(|ranks| ranks.is_sorted()) && threes().all(|ranks| ranks.is_sorted()));
    }

    #[test]
    fn masks_within_a_mask() {
        assert!(masks_within(0b1_0110, 2).eq([0b1_0100, 0b1_0010, 0b0110]));
        assert!(masks_within(0b110, 0).eq([0]));
    }

    #[test]
    fn a_straight_flush_beats_the_flush_of_higher_cards() {
        let board = parse_cards("AhKhTh9h8h").unwrap();
        for (hole, words) in [
            ("7h6h2c2d", "Straight flush, Ten high"),
            ("7h6c5h2d", "Flush, Ace high"),
            ("QhJh2c2d", "Royal flush"),
        ] {
            let value = Ranking::High.value(&parse_cards(hole).unwrap(), &board, ExactlyTwo);
            assert_eq!(Ranking::High.describe(value.unwrap()), words);
        }
    }
}
