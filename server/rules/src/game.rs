//! A game as data: what is dealt on which street, who opens it, and how hands compare.

use crate::stakes::Betting;
use cardroom_cards::{CardSet, HoleUse, Rank, Ranking};
use serde::{Deserialize, Serialize};

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
    /// What everybody or somebody puts in before the first decision.
    #[serde(default)]
    pub forced: Forced,
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
    /// Sixes to aces: 36 cards.
    Short36,
}

/// The forced bets of a game. Antes are up to the stakes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forced {
    /// A small and a big blind; the button moves.
    #[default]
    Blinds,
    /// A bring-in by a card that lies open; no blinds, and the button stands still (TDA 11-B).
    BringIn,
}

/// One street: cards, then a betting round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Street {
    /// Its name, for people.
    pub name: String,
    /// What is dealt before the betting, in order.
    pub deal: Vec<Deal>,
    pub opener: Opener,
    /// Which bet size applies in fixed limit.
    pub tier: BetTier,
}

/// One act of dealing, or of giving cards back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// One card off the deck, unseen.
    Burn,
    /// So many cards face down to every player, one at a time, clockwise from the button's left.
    Down(u8),
    /// One card face up to every player, in the same order.
    Up,
    /// So many cards to the board.
    Board(u8),
    /// Every player, in turn from the button's left, gives away exactly so many cards unseen.
    Discard(u8),
    /// Every player, in turn from the button's left, gives away up to so many cards unseen and
    /// gets as many new ones face down.
    Draw(u8),
}

/// Who acts first on a street.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opener {
    /// The first player left of the blinds.
    LeftOfBigBlind,
    /// The first player left of the button.
    LeftOfButton,
    /// Whoever shows the lowest card, ace high, ties by suit: stud's bring-in.
    LowCard,
    /// Whoever shows the highest card, ace low, ties by suit: razz's bring-in.
    HighCard,
    /// Whoever shows the best high hand; ties by the highest card's suit (TDA RP-10-D).
    HighBoard,
    /// Whoever shows the best low hand; ties by the highest card's suit (TDA RP-10-D).
    LowBoard,
}

/// Which of the two bet sizes of fixed limit applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BetTier {
    Small,
    /// Twice the big blind.
    Big,
}

/// How one part of the pot is won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Half {
    pub ranking: Ranking,
    /// How a hand is made of hole cards and board.
    pub hole: HoleUse,
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

    /// The cards a hand with so many players uses at least when nobody folds: those drawn come
    /// from reshuffled discards where the deck runs out, and the last card of stud may be one
    /// for all (TDA RP-10-H).
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

    /// How many cards the board has at the end.
    #[must_use]
    pub fn board_cards(&self) -> usize {
        let count =
            |deal: &Deal| if let Deal::Board(count) = deal { usize::from(*count) } else { 0 };
        self.deals().map(count).sum()
    }

    /// How many cards a player holds at the showdown.
    #[must_use]
    pub fn held_at_the_end(&self) -> usize {
        self.deals().fold(0, |held, deal| match deal {
            Deal::Down(count) => held + usize::from(*count),
            Deal::Up => held + 1,
            Deal::Discard(count) => held.saturating_sub(usize::from(*count)),
            Deal::Burn | Deal::Board(_) | Deal::Draw(_) => held,
        })
    }

    /// The most cards a player holds at a time.
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

    /// Whether cards lie open in front of players before the showdown.
    #[must_use]
    pub fn has_up_cards(&self) -> bool {
        self.deals().any(|deal| matches!(deal, Deal::Up))
    }

    /// Whether players give cards away in the course of a hand.
    #[must_use]
    pub fn has_discards(&self) -> bool {
        self.deals().any(|deal| matches!(deal, Deal::Draw(_) | Deal::Discard(_)))
    }

    /// How often the cards out of play may have to be shuffled again in one hand: twice for each
    /// draw, which is more than any table can use up, and once for the last street of stud.
    #[must_use]
    pub fn most_reshuffles(&self) -> usize {
        let draws = self.deals().filter(|deal| matches!(deal, Deal::Draw(_))).count();
        2 * draws + usize::from(self.forced == Forced::BringIn)
    }
}

impl DeckKind {
    /// How many cards it has.
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
