//! Sets of starting hands in the notation of poker books: `77+ ATs+ KQo`.

use cardroom_cards::{Card, Rank};
use std::fmt;
use std::str::FromStr;

/// A set of the 169 kinds of two-card starting hands.
///
/// Parsed from a list such as `"77+ ATs+ KQo"`. `77+` is the pair and every higher pair, `ATs` is
/// ace and ten of one suit, and `KQo` is king and queen of two suits. A plus raises the lower card
/// up to one rank below the higher.
///
/// ```
/// use cardroom_bot::brains::Range;
/// use cardroom_cards::parse_cards;
///
/// let range: Range = "QQ+ AKs".parse()?;
/// let held = |text| { let cards = parse_cards(text).expect("two cards"); [cards[0], cards[1]] };
/// assert!(range.contains(held("KhKd")) && range.contains(held("Kh Ah")));
/// assert!(!range.contains(held("Kh As")));
/// assert_eq!(range.combinations(), 3 * 6 + 4);
/// # Ok::<(), cardroom_bot::brains::ParseRangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Range {
    /// Row: the higher rank, column: the lower rank. Pairs are on the diagonal.
    suited_and_pairs: [u16; 13],
    offsuit: [u16; 13],
}

/// The text is not a kind of starting hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is not a kind of starting hand, such as 77, 77+, ATs, ATs+, KQo or KTo+")]
pub struct ParseRangeError(String);

impl Range {
    /// Returns `true` if two cards belong to the set.
    #[must_use]
    pub fn contains(&self, hole: [Card; 2]) -> bool {
        let [a, b] = hole;
        let (high, low) = (a.rank().max(b.rank()), a.rank().min(b.rank()));
        let rows = if high == low || a.suit() == b.suit() {
            &self.suited_and_pairs
        } else {
            &self.offsuit
        };
        rows[usize::from(high.index())] & (1 << low.index()) != 0
    }

    /// Returns how many of the 1,326 combinations of two cards belong to the set.
    #[must_use]
    pub fn combinations(&self) -> u32 {
        let mut count = 0;
        for high in Rank::ALL {
            let row = usize::from(high.index());
            let pair = 1 << high.index();
            count += 6 * (self.suited_and_pairs[row] & pair).count_ones();
            count += 4 * (self.suited_and_pairs[row] & !pair).count_ones();
            count += 12 * self.offsuit[row].count_ones();
        }
        count
    }

    fn add(&mut self, kind: &str) -> Option<()> {
        let (kind, and_higher) = match kind.strip_suffix('+') {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let mut letters = kind.chars();
        let high = Rank::from_char(letters.next()?)?;
        let low = Rank::from_char(letters.next()?)?;
        let suits = letters.next();
        if letters.next().is_some() || low > high {
            return None;
        }
        if high == low {
            let top = if and_higher { Rank::Ace } else { high };
            for rank in (high.index()..=top.index()).map(usize::from) {
                self.suited_and_pairs[rank] |= 1 << rank;
            }
            return suits.is_none().then_some(());
        }
        let rows = match suits? {
            's' => &mut self.suited_and_pairs,
            'o' => &mut self.offsuit,
            _ => return None,
        };
        let top = if and_higher { high.index() - 1 } else { low.index() };
        for rank in low.index()..=top {
            rows[usize::from(high.index())] |= 1 << rank;
        }
        Some(())
    }
}

impl FromStr for Range {
    type Err = ParseRangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut range = Self::default();
        for kind in text.split_whitespace() {
            range.add(kind).ok_or_else(|| ParseRangeError(kind.to_owned()))?;
        }
        Ok(range)
    }
}

impl fmt::Debug for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Range({} combinations)", self.combinations())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_combinations() {
        for (text, combinations) in [
            ("AA", 6),
            ("22+", 78),
            ("AKs", 4),
            ("AKo", 12),
            ("A2s+", 48),
            ("KTo+", 36),
            ("QQ+ QQ", 18),
            ("", 0),
        ] {
            assert_eq!(text.parse::<Range>().unwrap().combinations(), combinations, "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_hand() {
        for text in ["A", "AK", "KAs", "77s", "AKx", "AKs++", "1Js", "AKsq"] {
            assert!(text.parse::<Range>().is_err(), "{text}");
        }
    }
}
