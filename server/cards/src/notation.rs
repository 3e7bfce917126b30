//! The text form of cards: rank then suit, as in `As`, `Td`, `7h`.
//!
//! There is only one spelling. Lower-case ranks, upper-case suits, `10h` and suit symbols are
//! rejected, so two texts of the same cards are equal byte for byte.

use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter, Write};
use std::str::FromStr;

use crate::{Card, Rank, Suit};

/// The reason that a text is not a card or a list of cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCardError {
    /// A rank was expected, and this character is not one of `23456789TJQKA`.
    UnknownRank(char),
    /// A suit was expected, and this character is not one of `cdhs`.
    UnknownSuit(char),
    /// The text ended after a rank.
    MissingSuit,
    /// One card was expected, but the text is empty.
    Empty,
    /// One card was expected, but more text follows it.
    TrailingText,
}

impl Display for ParseCardError {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownRank(symbol) => {
                write!(formatter, "{symbol:?} is not a rank (one of 23456789TJQKA)")
            }
            Self::UnknownSuit(symbol) => {
                write!(formatter, "{symbol:?} is not a suit (one of cdhs)")
            }
            Self::MissingSuit => formatter.write_str("the suit is missing after the last rank"),
            Self::Empty => formatter.write_str("there is no card"),
            Self::TrailingText => formatter.write_str("there is more than one card"),
        }
    }
}

impl Error for ParseCardError {}

impl Display for Card {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_char(self.rank().to_char())?;
        formatter.write_char(self.suit().to_char())
    }
}

impl Debug for Card {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, formatter)
    }
}

impl FromStr for Card {
    type Err = ParseCardError;

    /// Parses exactly one card, without white space around it.
    fn from_str(text: &str) -> Result<Self, ParseCardError> {
        let mut symbols = text.chars();
        let rank = symbols.next().ok_or(ParseCardError::Empty)?;
        let card = read_card(rank, symbols.next())?;
        if symbols.next().is_some() {
            return Err(ParseCardError::TrailingText);
        }
        Ok(card)
    }
}

/// Parses cards written one after another, with or without white space between them: `"AsKd 7h"`.
///
/// An empty text is an empty list. A card may occur twice. Code that builds a hand or
/// a deck rejects that.
///
/// # Errors
///
/// Returns the first character that does not fit, or a rank without a suit at the end.
pub fn parse_cards(text: &str) -> Result<Vec<Card>, ParseCardError> {
    let mut cards = Vec::with_capacity(text.len() / 2);
    let mut symbols = text.chars();
    while let Some(symbol) = symbols.next() {
        if !symbol.is_whitespace() {
            cards.push(read_card(symbol, symbols.next())?);
        }
    }
    Ok(cards)
}

fn read_card(rank: char, suit: Option<char>) -> Result<Card, ParseCardError> {
    let rank = Rank::from_char(rank).ok_or(ParseCardError::UnknownRank(rank))?;
    let suit = suit.ok_or(ParseCardError::MissingSuit)?;
    let suit = Suit::from_char(suit).ok_or(ParseCardError::UnknownSuit(suit))?;
    Ok(Card::new(rank, suit))
}

#[cfg(test)]
mod tests {
    use super::{ParseCardError, parse_cards};
    use crate::{Card, CardSet, Rank, Suit};

    #[test]
    fn every_card_reads_back_from_its_text() {
        for card in CardSet::full52() {
            assert_eq!(card.to_string().parse(), Ok(card));
            assert_eq!(format!("{card:?}"), card.to_string());
        }
        assert_eq!(Card::new(Rank::Ace, Suit::Spades).to_string(), "As");
        assert_eq!(Card::new(Rank::Ten, Suit::Diamonds).to_string(), "Td");
    }

    #[test]
    fn other_spellings_of_a_card_are_refused() {
        for (text, error) in [
            ("", ParseCardError::Empty),
            ("A", ParseCardError::MissingSuit),
            ("as", ParseCardError::UnknownRank('a')),
            ("AS", ParseCardError::UnknownSuit('S')),
            ("10h", ParseCardError::UnknownRank('1')),
            ("1s", ParseCardError::UnknownRank('1')),
            ("??", ParseCardError::UnknownRank('?')),
            ("A♠", ParseCardError::UnknownSuit('♠')),
            ("AsK", ParseCardError::TrailingText),
            ("As ", ParseCardError::TrailingText),
            (" As", ParseCardError::UnknownRank(' ')),
        ] {
            assert_eq!(text.parse::<Card>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn a_list_reads_with_and_without_white_space() {
        let spaced = parse_cards(" As Kd\t7h\n").unwrap();
        assert_eq!(parse_cards("AsKd 7h").unwrap(), spaced);
        assert_eq!(format!("{spaced:?}"), "[As, Kd, 7h]");
        assert_eq!(parse_cards("").unwrap(), []);
    }

    #[test]
    fn a_list_names_what_it_could_not_read() {
        assert_eq!(parse_cards("AsK"), Err(ParseCardError::MissingSuit));
        assert_eq!(parse_cards("A s"), Err(ParseCardError::UnknownSuit(' ')));
        assert_eq!(parse_cards("As,Kd"), Err(ParseCardError::UnknownRank(',')));
        assert_eq!(
            ParseCardError::UnknownRank(',').to_string(),
            "',' is not a rank (one of 23456789TJQKA)"
        );
    }
}
