//! Ready-made wagers as people make them: what a brain says and pushes at a hybrid table.
//!
//! ```
//! use cardroom_bot::gestures::{push, raise_to, say, with_chips};
//! use cardroom_protocol::Chips;
//! use cardroom_protocol::hybrid::Words;
//!
//! // "Call", "raise to six hundred", one chip of 500, and the same chip with a word before it.
//! let call = say(Words::Call);
//! let raise = raise_to(Chips(600));
//! let overchip = push(&[(500, 1)]);
//! let spoken = with_chips(Words::Raise, &[(500, 1)]);
//! # let _ = (call, raise, overchip, spoken);
//! ```

use cardroom_protocol::Chips;
use cardroom_protocol::hybrid::{
    ChipCount, ChipList, First, Gesture, PushedChips, Said, SpokenPush, Words,
};
use cardroom_protocol::limits::{MAX_DENOMINATIONS, MAX_GESTURE_CHIPS};

/// Says a word without a number.
#[must_use]
pub fn say(words: Words) -> Gesture {
    Gesture::Say(Said { words, amount: None, figure: None })
}

/// Says a word and an unambiguous number of chips.
#[must_use]
pub fn say_amount(words: Words, amount: Chips) -> Gesture {
    Gesture::Say(Said { words, amount: Some(amount), figure: None })
}

/// Says a bare number that may stand for several amounts, such as "five".
#[must_use]
pub fn say_figure(figure: u32) -> Gesture {
    Gesture::Say(Said { words: Words::Amount, amount: None, figure: Some(figure) })
}

/// Says "Raise to ...".
#[must_use]
pub fn raise_to(to: Chips) -> Gesture {
    say_amount(Words::Raise, to)
}

/// Pushes chips silently. Each pair is a denomination and a count.
#[must_use]
pub fn push(chips: &[(u64, u8)]) -> Gesture {
    pull_and_push(&[], chips)
}

/// Pulls back some chips of an earlier bet, and then pushes chips silently.
#[must_use]
pub fn pull_and_push(pulled: &[(u64, u8)], chips: &[(u64, u8)]) -> Gesture {
    Gesture::Push(Box::new(PushedChips { chips: list(chips), pulled: list(pulled) }))
}

/// Says a word, and then pushes chips.
#[must_use]
pub fn with_chips(words: Words, chips: &[(u64, u8)]) -> Gesture {
    let said = Said { words, amount: None, figure: None };
    let (first, chips) = (First::Word, list(chips));
    Gesture::Both(Box::new(SpokenPush { first, said, chips, heard_by_all: true }))
}

/// Makes one more motion with chips.
#[must_use]
pub fn motion(chips: &[(u64, u8)]) -> Gesture {
    Gesture::Motion(list(chips))
}

/// Splits an amount into chips of these denominations, the largest first. Returns `None` if they do
/// not add up to it, or if it takes more chips than one gesture can move.
#[must_use]
pub fn change_for(amount: Chips, denominations: &[u64]) -> Option<Vec<(u64, u8)>> {
    let mut sizes: Vec<u64> = denominations.iter().copied().filter(|size| *size > 0).collect();
    sizes.sort_unstable_by(|one, other| other.cmp(one));
    let (mut left, mut chips, mut total) = (amount.0, Vec::new(), 0_usize);
    for size in sizes {
        let count = u8::try_from((left / size).min(u64::from(u8::MAX))).unwrap_or(u8::MAX);
        if count > 0 {
            left -= size * u64::from(count);
            total += usize::from(count);
            chips.push((size, count));
        }
    }
    (left == 0 && total <= MAX_GESTURE_CHIPS && chips.len() <= MAX_DENOMINATIONS).then_some(chips)
}

/// Makes a list of chips. Drops those that exceed the limit of one gesture.
fn list(chips: &[(u64, u8)]) -> ChipList {
    let counts = chips.iter().map(|(denomination, count)| ChipCount {
        denomination: Chips(*denomination),
        count: *count,
    });
    counts.take(MAX_DENOMINATIONS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_changed_into_the_largest_chips() {
        let change = |amount| change_for(Chips(amount), &[25, 500, 100]);
        assert_eq!(change(1_150), Some(vec![(500, 2), (100, 1), (25, 2)]));
        assert_eq!(change(0), Some(Vec::new()));
        assert_eq!(change(30), None, "five chips more would do it");
        assert_eq!(change_for(Chips(5_025), &[25]), None, "201 chips are too many for one gesture");
        assert_eq!(change_for(Chips(5_000), &[25]), Some(vec![(25, 200)]));
    }
}
