//! A game as data: what is dealt on which street, who opens it, and how hands compare.

use crate::stakes::Betting;
use serde::{Deserialize, Serialize};

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// Its id, such as `holdem`: the name of its file in `config/games`.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The cards it is played with.
    pub deck: DeckKind,
    /// The betting structures it may be played in.
    pub betting: Vec<Betting>,
    /// The most players its deck allows.
    pub max_players: u8,
    /// In the order of play.
    pub streets: Vec<Street>,
    /// The pot is divided evenly among these; one for games without a split.
    pub showdown: Vec<Half>,
}

/// The cards a game is played with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeckKind {
    /// All 52 cards.
    Standard52,
}

/// One street: cards, then a betting round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Street {
    /// Its name, for people.
    pub name: String,
    /// What is dealt before the betting, in order.
    pub deal: Vec<Deal>,
    /// Who acts first.
    pub opener: Opener,
    /// Which bet size applies in fixed limit.
    pub tier: BetTier,
}

/// One act of dealing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// One card off the deck, unseen.
    Burn,
    /// So many cards face down to every player, one at a time, clockwise from the button's left.
    Down(u8),
    /// So many cards to the board.
    Board(u8),
}

/// Who acts first on a street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opener {
    /// The first player left of the blinds.
    LeftOfBigBlind,
    /// The first player left of the button.
    LeftOfButton,
}

/// Which of the two bet sizes of fixed limit applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BetTier {
    /// The big blind.
    Small,
    /// Twice the big blind.
    Big,
}

/// How one part of the pot is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Half {
    /// How hands compare.
    pub ranking: Ranking,
    /// How a hand is made of hole cards and board.
    pub hole: HoleUse,
}

/// How hands compare.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ranking {
    /// The common ranking of five-card poker hands, the highest best.
    High,
}

/// How a hand is made of hole cards and board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoleUse {
    /// The best five of all, with any number of hole cards.
    Any,
}

impl Game {
    /// What is wrong with the game, where something is: no street, more cards than the deck
    /// has, no way to win.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
    pub fn validate(&self) -> Result<(), String> {
        if self.streets.is_empty() || self.streets.len() > 10 {
            return Err("a game has 1 to 10 streets".to_owned());
        }
        if self.showdown.is_empty() || self.showdown.len() > 2 {
            return Err("the pot goes to one or two halves".to_owned());
        }
        if self.betting.is_empty() {
            return Err("a game needs a betting structure".to_owned());
        }
        if self.max_players < 2 || usize::from(self.max_players) > crate::MAX_SEATS {
            return Err(format!("max_players must be 2 to {}", crate::MAX_SEATS));
        }
        let needed = self.cards_needed(usize::from(self.max_players));
        if needed > self.deck.size() {
            return Err(format!(
                "{} players need {needed} cards and the deck has {}",
                self.max_players,
                self.deck.size()
            ));
        }
        Ok(())
    }

    /// The cards a hand with so many players uses when nobody folds.
    #[must_use]
    pub fn cards_needed(&self, players: usize) -> usize {
        let deals = self.streets.iter().flat_map(|street| &street.deal);
        deals
            .map(|deal| match deal {
                Deal::Burn => 1,
                Deal::Board(count) => usize::from(*count),
                Deal::Down(count) => usize::from(*count) * players,
            })
            .sum()
    }

    /// How many cards the board has at the end.
    #[must_use]
    pub fn board_cards(&self) -> usize {
        let deals = self.streets.iter().flat_map(|street| &street.deal);
        deals.map(|deal| if let Deal::Board(count) = deal { usize::from(*count) } else { 0 }).sum()
    }

    /// How many cards a player holds at the end.
    #[must_use]
    pub fn hole_cards(&self) -> usize {
        let deals = self.streets.iter().flat_map(|street| &street.deal);
        deals.map(|deal| if let Deal::Down(count) = deal { usize::from(*count) } else { 0 }).sum()
    }
}

impl DeckKind {
    /// How many cards it has.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::Standard52 => 52,
        }
    }

    /// Its cards.
    #[must_use]
    pub fn cards(self) -> cardroom_cards::CardSet {
        match self {
            Self::Standard52 => cardroom_cards::CardSet::full52(),
        }
    }
}
