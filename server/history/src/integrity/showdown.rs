//! Hold'em hands of two players against each other.

use crate::course::{Course, Moment};
use cardroom_cards::{Card, CardSet, HighValue, evaluate_high};
use cardroom_protocol::game::Deck;

/// A hand that wins less than one in five runouts is far behind.
const FAR_BEHIND_ONE_IN: u32 = 5;

/// How many runouts stand for all 1,712,304 before the flop.
const SAMPLED_RUNOUTS: u32 = 600;

/// Returns `true` if hands compare as in Texas hold'em, on one board.
pub(super) fn is_plain_holdem(course: &Course<'_>) -> bool {
    let game = &course.start.game;
    game.id == "holdem"
        && game.deck == Deck::Standard52
        && (game.hole_cards, game.board_cards) == (2, 5)
        && course.boards == 1
}

/// Returns a player's two cards, if the record shows them.
pub(super) fn hole_cards(course: &Course<'_>, seat: u8) -> Option<[Card; 2]> {
    let known = course.record.cards_of(seat).map(|cards| cards.held());
    let shown = || {
        course.moments.iter().find_map(|moment| match moment {
            Moment::Shows { seat: who, cards } if *who == seat => Some(cards.to_vec()),
            _ => None,
        })
    };
    known.or_else(shown)?.try_into().ok()
}

fn value(hand: [Card; 2], board: CardSet) -> Option<HighValue> {
    let mut cards = board;
    let is_new = cards.insert(hand[0]) && cards.insert(hand[1]);
    is_new.then(|| evaluate_high(cards)).flatten()
}

/// Returns `true` if a hand beats another on a complete board. `None` if the board is incomplete.
pub(super) fn is_better(hand: [Card; 2], other: [Card; 2], board: &[Card]) -> Option<bool> {
    if board.len() != 5 {
        return None;
    }
    let board: CardSet = board.iter().collect();
    Some(value(hand, board)? > value(other, board)?)
}

/// Returns `true` if a hand wins less than a fifth of the pot over the remaining runouts. Before
/// the flop this looks at a fixed set of 600 runouts, with a standard error of 1.6%.
pub(super) fn is_far_behind(hand: [Card; 2], other: [Card; 2], board: &[Card]) -> Option<bool> {
    let mut taken: CardSet = board.iter().collect();
    let are_new = hand.into_iter().chain(other).all(|card| taken.insert(card));
    if !are_new {
        return None;
    }
    let board: CardSet = board.iter().collect();
    let deck: Vec<Card> = (0..52).filter_map(Card::from_index).collect();
    let deck: Vec<Card> = deck.into_iter().filter(|card| !taken.contains(*card)).collect();
    // Halves of a pot: two for a win, one for a tie.
    let (mut halves, mut runouts) = (0_u32, 0_u32);
    let mut run = |board: CardSet| -> Option<()> {
        let (mine, others) = (value(hand, board)?, value(other, board)?);
        halves += 2 * u32::from(mine > others) + u32::from(mine == others);
        runouts += 1;
        Some(())
    };
    match board.len() {
        0 => sampled(&deck).into_iter().try_for_each(&mut run)?,
        3 => pairs(&deck).into_iter().try_for_each(|[one, two]| {
            let mut board = board;
            board.insert(one);
            board.insert(two);
            run(board)
        })?,
        4 => deck.iter().try_for_each(|card| {
            let mut board = board;
            board.insert(*card);
            run(board)
        })?,
        _ => return None,
    }
    Some(halves * FAR_BEHIND_ONE_IN < 2 * runouts)
}

fn pairs(deck: &[Card]) -> Vec<[Card; 2]> {
    let later = |(place, one): (usize, &Card)| {
        let one = *one;
        deck[place + 1..].iter().map(move |two| [one, *two]).collect::<Vec<_>>()
    };
    deck.iter().enumerate().flat_map(later).collect()
}

/// Returns random boards of five cards, the same ones every time.
fn sampled(deck: &[Card]) -> Vec<CardSet> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let scaled = (u128::from(state) * bound as u128) >> 64;
        // Less than the bound.
        usize::try_from(scaled).unwrap_or(0)
    };
    let mut boards = Vec::new();
    for _ in 0..SAMPLED_RUNOUTS {
        let mut board = CardSet::new();
        while board.len() < 5 {
            board.insert(deck[below(deck.len())]);
        }
        boards.push(board);
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_cards::parse_cards;

    fn two(text: &str) -> [Card; 2] {
        parse_cards(text).unwrap().try_into().unwrap()
    }

    #[test]
    fn a_hand_is_far_behind_below_a_fifth_of_the_runouts() {
        let is = |hand, other, board: &str| {
            is_far_behind(two(hand), two(other), &parse_cards(board).unwrap()).unwrap()
        };
        // 12% and 46% of the runouts.
        assert!(is("7d2c", "AsAh", ""));
        assert!(!is("7d7c", "AsKh", ""));
        assert!(!is("AsAh", "7d2c", ""));
        // Two outs twice: 8.4%. A flush draw and an overcard: about 45%.
        assert!(is("KsKd", "AsAd", "Ah7c2d"));
        assert!(!is("AhKh", "QsQd", "Qh7h2h"));
        assert!(!is("KhQh", "JsTd", "Jh7h2d"));
        // Eight outs once: 18%.
        assert!(is("9s8d", "AsAd", "JcTc2d3h"));
        assert_eq!(is_far_behind(two("AsAh"), two("AsKd"), &[]), None, "a card twice");
    }

    #[test]
    fn hands_compare_on_a_whole_board_alone() {
        let board = parse_cards("2c7d9hJsKd").unwrap();
        assert_eq!(is_better(two("KhQc"), two("JhTc"), &board), Some(true));
        assert_eq!(is_better(two("JhTc"), two("KhQc"), &board), Some(false));
        assert_eq!(is_better(two("3h4c"), two("3d4h"), &board), Some(false), "the board plays");
        assert_eq!(is_better(two("KhQc"), two("JhTc"), &board[..4]), None);
    }
}
