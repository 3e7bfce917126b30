//! Games as data: the cards dealt on each street, the first to act, and the ranking of hands.

use crate::stakes::Betting;
use cardroom_cards::{CardSet, HoleUse, Rank, Ranking};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The name of its file in `config/games`, such as `holdem`.
    pub id: String,
    /// The name shown to people.
    pub name: String,
    pub deck: DeckKind,
    /// The betting structures it may be played in.
    pub betting: Vec<Betting>,
    /// The most players that the deck allows.
    pub max_players: u8,
    #[serde(default)]
    pub forced: Forced,
    /// In the order of play.
    pub streets: Vec<Street>,
    /// The parts that the pot is divided into evenly; one in games without a split.
    pub showdown: Vec<Half>,
}

/// The deck of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeckKind {
    /// The full deck of 52 cards.
    Standard52,
    /// Sixes to aces: 36 cards.
    Short36,
}

/// The forced bets of a game. The stakes define the antes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forced {
    /// A small and a big blind. The button moves.
    #[default]
    Blinds,
    /// A bring-in decided by the up-cards. There are no blinds, and the button does
    /// not move (TDA 11-B).
    BringIn,
}

/// Cards, then a betting round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Street {
    /// The name shown to people.
    pub name: String,
    /// The deals before the betting, in order.
    pub deal: Vec<Deal>,
    pub opener: Opener,
    /// The bet size in fixed limit.
    pub tier: BetTier,
}

/// One act of dealing or discarding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// One card off the deck, unseen.
    Burn,
    /// This many cards face down to every player, one at a time, clockwise from the button's left.
    Down(u8),
    /// One card face up to every player, in the same order.
    Up,
    /// This many cards to the board.
    Board(u8),
    /// Every player discards exactly this many cards unseen, in turn from the button's left.
    Discard(u8),
    /// Every player discards up to this many cards unseen and receives as many new ones face down,
    /// in turn from the button's left.
    Draw(u8),
}

/// The first player to act on a street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opener {
    /// The first player left of the blinds.
    LeftOfBigBlind,
    /// The first player left of the button.
    LeftOfButton,
    /// The lowest up-card with ace high, ties by suit: the bring-in of stud.
    LowCard,
    /// The highest up-card with ace low, ties by suit: the bring-in of razz.
    HighCard,
    /// The best high hand showing, ties by the highest card's suit (TDA RP-10-D).
    HighBoard,
    /// The best low hand showing, ties by the highest card's suit (TDA RP-10-D).
    LowBoard,
}

/// One of the two bet sizes in fixed limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BetTier {
    Small,
    /// Twice the big blind.
    Big,
}

/// The way in which one part of the pot is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Half {
    pub ranking: Ranking,
    /// The number of hole cards that a hand uses with the board.
    pub hole: HoleUse,
}

impl Game {
    /// Checks the game for missing streets, too few cards in the deck, a missing
    /// showdown and the like.
    ///
    /// # Errors
    /// Returns a sentence that names the problem.
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
        let blind_openers = [Opener::LeftOfBigBlind, Opener::LeftOfButton];
        let (first, later) = self.streets.split_first().expect("there is a street");
        let opens_well = match self.forced {
            Forced::Blinds => {
                self.streets.iter().all(|street| blind_openers.contains(&street.opener))
            }
            Forced::BringIn => {
                matches!(first.opener, Opener::LowCard | Opener::HighCard)
                    && first.deal.iter().any(|deal| matches!(deal, Deal::Up))
                    && later
                        .iter()
                        .all(|street| matches!(street.opener, Opener::HighBoard | Opener::LowBoard))
            }
        };
        if !opens_well {
            return Err("openers: blinds go with the button and the big blind, a bring-in with \
                        the cards that lie open"
                .to_owned());
        }
        if self.forced == Forced::BringIn && self.betting != [Betting::FixedLimit] {
            return Err("a game with a bring-in is played in fixed limit".to_owned());
        }
        let badugi = |half: &Half| matches!(half.ranking, Ranking::Badugi | Ranking::AceHighBadugi);
        let any_five = self.showdown.iter().any(|half| half.hole == HoleUse::Any && !badugi(half));
        let in_all = self.held_at_the_end() + self.board_cards();
        if any_five && !(5..=7).contains(&in_all) {
            return Err(format!("a hand is the best five of 5 to 7 cards, not of {in_all}"));
        }
        if self.showdown.iter().any(|half| half.hole == HoleUse::ExactlyTwo)
            && (self.board_cards() < 3 || self.held_at_the_end() < 2)
        {
            return Err("two cards of the hand go with three of a board".to_owned());
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

    fn deals(&self) -> impl Iterator<Item = &Deal> {
        self.streets.iter().flat_map(|street| &street.deal)
    }

    /// Returns the fewest cards that a hand with this many players uses if no player folds. Draws
    /// come from reshuffled discards if the deck runs out, and the last card of stud may be a
    /// community card (TDA RP-10-H).
    #[must_use]
    pub fn cards_needed(&self, players: usize) -> usize {
        let last = self.streets.len() - 1;
        let of_street = |(index, street): (usize, &Street)| -> usize {
            let in_common = self.forced == Forced::BringIn && index == last;
            let cards = street.deal.iter().map(|deal| match deal {
                Deal::Burn => usize::from(!in_common),
                Deal::Board(count) => usize::from(*count),
                Deal::Down(_) | Deal::Up if in_common => 0,
                Deal::Down(count) => usize::from(*count) * players,
                Deal::Up => players,
                Deal::Discard(_) | Deal::Draw(_) => 0,
            });
            cards.sum()
        };
        self.streets.iter().enumerate().map(of_street).sum()
    }

    /// Returns the final size of the board.
    #[must_use]
    pub fn board_cards(&self) -> usize {
        let count =
            |deal: &Deal| if let Deal::Board(count) = deal { usize::from(*count) } else { 0 };
        self.deals().map(count).sum()
    }

    /// Returns the number of cards a player holds at the showdown.
    #[must_use]
    pub fn held_at_the_end(&self) -> usize {
        self.deals().fold(0, |held, deal| match deal {
            Deal::Down(count) => held + usize::from(*count),
            Deal::Up => held + 1,
            Deal::Discard(count) => held.saturating_sub(usize::from(*count)),
            Deal::Burn | Deal::Board(_) | Deal::Draw(_) => held,
        })
    }

    /// Returns the most cards a player holds at a time.
    #[must_use]
    pub fn hole_cards(&self) -> usize {
        let (mut held, mut most) = (0_usize, 0);
        for deal in self.deals() {
            match deal {
                Deal::Down(count) => held += usize::from(*count),
                Deal::Up => held += 1,
                Deal::Discard(count) => held = held.saturating_sub(usize::from(*count)),
                Deal::Burn | Deal::Board(_) | Deal::Draw(_) => {}
            }
            most = most.max(held);
        }
        most
    }

    /// Returns `true` if players have up-cards before the showdown.
    #[must_use]
    pub fn has_up_cards(&self) -> bool {
        self.deals().any(|deal| matches!(deal, Deal::Up))
    }

    /// Returns the most reshuffles in one hand: two for each draw, which is more than any table
    /// needs, and one for the last street of stud.
    #[must_use]
    pub fn most_reshuffles(&self) -> usize {
        let draws = self.deals().filter(|deal| matches!(deal, Deal::Draw(_))).count();
        2 * draws + usize::from(self.forced == Forced::BringIn)
    }
}

impl DeckKind {
    /// Returns the number of cards in the deck.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::Standard52 => 52,
            Self::Short36 => 36,
        }
    }

    #[must_use]
    pub fn cards(self) -> CardSet {
        match self {
            Self::Standard52 => CardSet::full52(),
            Self::Short36 => {
                CardSet::full52().iter().filter(|card| card.rank() >= Rank::Six).collect()
            }
        }
    }
}
