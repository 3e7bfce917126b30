//! Decks from a file instead of from the seed (`--deck FILE`). `DECKS.md` specifies the file.

use cardroom_cards::{Card, CardSet, DeckOrder, parse_cards};
use cardroom_rules::DeckKind;
use sha2::{Digest as _, Sha256};
use std::sync::Arc;

/// The decks of a file, in the order of the deals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GivenDecks {
    decks: Arc<[DeckOrder]>,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
}

/// A mistake in a file of decks. Lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DeckFileError {
    #[error("line {line} has {found} cards, and a deck of this game has {wanted}")]
    Count { line: usize, found: usize, wanted: usize },
    #[error("line {line} has {card} twice")]
    Twice { line: usize, card: Card },
    #[error("line {line} has {card}, which is not in the deck of this game")]
    Foreign { line: usize, card: Card },
    #[error("line {line} cannot be read: {reason}")]
    Unknown { line: usize, reason: String },
    #[error("there is no deck in it")]
    Empty,
}

impl GivenDecks {
    /// Reads a file. Empty lines and lines that begin with `#` are no decks.
    ///
    /// # Errors
    /// The first mistake, with its line.
    pub fn parse(text: &str, kind: DeckKind) -> Result<Self, DeckFileError> {
        let lines = (1..).zip(text.lines().map(str::trim));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let decks = lines.map(|(line, cards)| deck(line, cards, kind));
        let decks = decks.collect::<Result<Arc<[DeckOrder]>, _>>()?;
        if decks.is_empty() {
            return Err(DeckFileError::Empty);
        }
        let digest = Sha256::digest(text);
        let sha256 = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { decks, sha256 })
    }

    /// Returns how many deals it has decks for.
    #[must_use]
    pub fn count(&self) -> u32 {
        u32::try_from(self.decks.len()).unwrap_or(u32::MAX)
    }

    /// Returns the deck of a deal, from 1.
    pub(crate) fn of_deal(&self, deal: u32) -> Option<&DeckOrder> {
        self.decks.get(usize::try_from(deal).ok()?.checked_sub(1)?)
    }
}

fn deck(line: usize, text: &str, kind: DeckKind) -> Result<DeckOrder, DeckFileError> {
    let unknown = |reason: String| DeckFileError::Unknown { line, reason };
    let cards = parse_cards(text).map_err(|error| unknown(error.to_string()))?;
    let mut seen = CardSet::new();
    if let Some(card) = cards.iter().find(|card| !seen.insert(**card)) {
        return Err(DeckFileError::Twice { line, card: *card });
    }
    let of_game = kind.cards();
    if let Some(card) = cards.iter().find(|card| !of_game.contains(**card)) {
        return Err(DeckFileError::Foreign { line, card: *card });
    }
    if cards.len() != kind.size() {
        let (found, wanted) = (cards.len(), kind.size());
        return Err(DeckFileError::Count { line, found, wanted });
    }
    DeckOrder::new(cards).map_err(|error| unknown(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(decks: &[&str]) -> String {
        decks.join("\n") + "\n"
    }

    fn full() -> String {
        CardSet::full52().iter().map(|card| card.to_string()).collect()
    }

    #[test]
    fn each_line_is_the_deck_of_a_deal() {
        let mut backwards: Vec<String> =
            CardSet::full52().iter().map(|card| card.to_string()).collect();
        backwards.reverse();
        let text = lines(&["# two decks", &full(), "", &backwards.join(" ")]);
        let given = GivenDecks::parse(&text, DeckKind::Standard52).unwrap();
        assert_eq!(given.count(), 2);
        let first = |deal| given.of_deal(deal).map(|deck: &DeckOrder| deck.cards()[0].to_string());
        assert_eq!(first(1).as_deref(), Some("2c"));
        assert_eq!(first(2).as_deref(), Some("As"));
        assert_eq!((first(0), first(3)), (None, None));
        assert_eq!(given.sha256.len(), 64);
    }

    #[test]
    fn a_mistake_is_named_with_its_line() {
        let all = full();
        let parse = |line: &str, kind| {
            let text = lines(&["# a comment counts as a line", line]);
            GivenDecks::parse(&text, kind).unwrap_err().to_string()
        };
        let standard = |line: &str| parse(line, DeckKind::Standard52);
        assert_eq!(standard(&all[2..]), "line 2 has 51 cards, and a deck of this game has 52");
        assert_eq!(standard(&format!("{}2d", &all[2..])), "line 2 has 2d twice");
        assert!(standard(&format!("1c{}", &all[2..])).starts_with("line 2 cannot be read: "));
        assert!(standard(&format!("2x{}", &all[2..])).starts_with("line 2 cannot be read: "));
        assert!(standard(&all[..103]).starts_with("line 2 cannot be read: "));
        let short = parse(&all, DeckKind::Short36);
        assert_eq!(short, "line 2 has 2c, which is not in the deck of this game");
        let none = GivenDecks::parse("# nothing\n\n", DeckKind::Standard52);
        assert_eq!(none.unwrap_err(), DeckFileError::Empty);
    }
}
