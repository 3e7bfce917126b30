//! The actions of a hand, each a text such as `p1 cbr 30`. Places count from 0 here, and from 1 in
//! the text.

use crate::amount::Amount;
use cardroom_cards::{Card, parse_cards};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// An action of the dealer or of a player. `None` is a card that the record does not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    DealHole {
        place: usize,
        cards: Vec<Option<Card>>,
    },
    DealBoard(Vec<Card>),
    Fold(usize),
    CheckOrCall(usize),
    BringIn(usize),
    /// A bet or a raise to this amount.
    RaiseTo(usize, Amount),
    /// The cards that a player discards; empty if the player stands pat.
    Discard {
        place: usize,
        cards: Vec<Option<Card>>,
    },
    /// The cards that a player shows; empty if the player mucks.
    Show {
        place: usize,
        cards: Vec<Option<Card>>,
    },
    /// A comment without an action.
    Comment(String),
    /// A text that is no action.
    Unknown(String),
}

impl Action {
    /// Reads an action, with or without a comment behind it.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let words: Vec<&str> =
            text.split('#').next().unwrap_or_default().split_whitespace().collect();
        if words.is_empty() {
            return Self::Comment(text.to_owned());
        }
        Self::of_words(&words).unwrap_or_else(|| Self::Unknown(text.to_owned()))
    }

    fn of_words(words: &[&str]) -> Option<Self> {
        Some(match *words {
            ["d", "dh", who, cards] => Self::DealHole { place: place(who)?, cards: known(cards)? },
            ["d", "db", cards] => Self::DealBoard(parse_cards(cards).ok()?),
            [who, "sd"] => Self::Discard { place: place(who)?, cards: Vec::new() },
            [who, "sd", cards] => Self::Discard { place: place(who)?, cards: known(cards)? },
            [who, "sm"] => Self::Show { place: place(who)?, cards: Vec::new() },
            [who, "sm", cards] => Self::Show { place: place(who)?, cards: known(cards)? },
            [who, "f"] => Self::Fold(place(who)?),
            [who, "cc"] => Self::CheckOrCall(place(who)?),
            [who, "pb"] => Self::BringIn(place(who)?),
            [who, "cbr", to] => Self::RaiseTo(place(who)?, Amount::parse(to)?),
            _ => return None,
        })
    }
}

fn place(who: &str) -> Option<usize> {
    who.strip_prefix('p')?.parse::<usize>().ok()?.checked_sub(1)
}

/// Reads cards. `??` is an unknown one, and `-` stands for no cards.
fn known(text: &str) -> Option<Vec<Option<Card>>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let symbols: Vec<char> = text.chars().collect();
    let pairs = symbols.chunks(2).map(|pair| match pair {
        ['?', '?'] => Some(None),
        [rank, suit] => format!("{rank}{suit}").parse().ok().map(Some),
        _ => None,
    });
    pairs.collect()
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_cards = |f: &mut fmt::Formatter<'_>, place, what, cards: &[_]| {
            write!(f, "p{} {what}", place + 1)?;
            if cards.is_empty() { Ok(()) } else { write!(f, " {}", run(cards)) }
        };
        match self {
            Self::DealHole { place, cards } => write!(f, "d dh p{} {}", place + 1, run(cards)),
            Self::DealBoard(cards) => {
                f.write_str("d db ")?;
                cards.iter().try_for_each(|card| write!(f, "{card}"))
            }
            Self::Fold(place) => write!(f, "p{} f", place + 1),
            Self::CheckOrCall(place) => write!(f, "p{} cc", place + 1),
            Self::BringIn(place) => write!(f, "p{} pb", place + 1),
            Self::RaiseTo(place, to) => write!(f, "p{} cbr {to}", place + 1),
            Self::Discard { place, cards } => of_cards(f, *place, "sd", cards),
            Self::Show { place, cards } => of_cards(f, *place, "sm", cards),
            Self::Comment(text) | Self::Unknown(text) => f.write_str(text),
        }
    }
}

/// Writes cards without separators.
fn run(cards: &[Option<Card>]) -> String {
    if cards.is_empty() {
        return "-".to_owned();
    }
    cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
}

impl<'de> Deserialize<'de> for Action {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::parse(&String::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_reads_back_from_its_text() {
        let texts = [
            "d dh p1 AsKh",
            "d dh p12 ????",
            "d dh p2 -",
            "d db 2c3d4h",
            "p1 f",
            "p2 cc",
            "p3 pb",
            "p1 cbr 30",
            "p1 cbr 30.5",
            "p4 sd",
            "p4 sd 2c??",
            "p5 sm",
            "p5 sm AsKh",
        ];
        for text in texts {
            let action = Action::parse(text);
            assert!(!matches!(action, Action::Unknown(_) | Action::Comment(_)), "{text}");
            assert_eq!(action.to_string(), text);
        }
        assert_eq!(Action::parse("p1 cc # a call"), Action::CheckOrCall(0));
        assert_eq!(Action::parse("p4 sd -"), Action::parse("p4 sd"));
        assert!(matches!(Action::parse("# a pause"), Action::Comment(_)));
        for text in ["p0 f", "x1 f", "p1 jump", "p1 cbr x", "d db ??", "d dh p1 As7", "p1 sd 2c 3c"]
        {
            assert_eq!(Action::parse(text), Action::Unknown(text.to_owned()));
        }
    }
}
