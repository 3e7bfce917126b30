//! A hand whose cards are chosen one by one, as it goes: by a search that takes each card as an
//! outcome of chance, or by a caller who gave hole cards and boards.
//!
//! The engine takes its deck when a hand begins. So this deals the hand from any deck first, and
//! again with the chosen cards whenever a deal is complete. The cards before that deal stay, and so
//! does the course of the hand.

use crate::error::EnvError;
use cardroom_cards::{Card, CardSet, DeckOrder};
use cardroom_engine::Event;
use cardroom_rules::{Deal, Game, SeatNo, SeatSet};
use std::collections::VecDeque;

/// Cards that a caller gave. They are dealt in their order, and the deck has the rest.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Given {
    /// The cards of each seat, in the order in which it gets them, draws included.
    pub hole: Vec<Vec<Card>>,
    pub board: Vec<Card>,
}

impl Given {
    /// Checks the cards against the deck.
    pub(crate) fn check(&self, seats: usize, deck: CardSet) -> Result<(), EnvError> {
        if self.hole.len() > seats {
            let count = self.hole.len();
            return Err(EnvError::setup(format!(
                "There are cards for {count} seats, and the table has {seats}."
            )));
        }
        let mut seen = CardSet::new();
        for card in self.hole.iter().flatten().chain(&self.board) {
            if !deck.contains(*card) {
                return Err(EnvError::setup(format!("The deck of this game has no {card}.")));
            }
            if !seen.insert(*card) {
                return Err(EnvError::setup(format!("The card {card} is given twice.")));
            }
        }
        Ok(())
    }
}

/// One deal of the hand.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Dealt {
    Burn,
    /// The receiver of each card; `None` is the board.
    To(Vec<Option<SeatNo>>),
}

/// The cards that were chosen so far, and the deals that need them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Laid {
    /// In the order of the deal, without burned cards.
    chosen: Vec<Card>,
    deals: Vec<Dealt>,
    /// The order of all other cards.
    order: Vec<Card>,
    /// Whether a caller applies each card.
    pub(crate) is_explicit: bool,
    hole: Vec<VecDeque<Card>>,
    board: VecDeque<Card>,
    /// The deck was shuffled again, so its order is not chosen any more.
    is_reshuffled: bool,
}

impl Laid {
    pub(crate) fn explicit(order: &DeckOrder) -> Self {
        let given = Given::default();
        Self { is_explicit: true, ..Self::given(order, &given) }
    }

    pub(crate) fn given(order: &DeckOrder, given: &Given) -> Self {
        Self {
            chosen: Vec::new(),
            deals: Vec::new(),
            order: order.cards().to_vec(),
            is_explicit: false,
            hole: given.hole.iter().map(|cards| cards.iter().copied().collect()).collect(),
            board: given.board.iter().copied().collect(),
            is_reshuffled: false,
        }
    }

    /// Forgets the deals, because the hand begins again.
    pub(crate) fn begin(&mut self) {
        self.deals.clear();
        self.is_reshuffled = false;
    }

    /// Notes a deal. `live` are the players in the hand.
    pub(crate) fn see(&mut self, event: &Event, live: SeatSet, button: SeatNo) {
        if self.is_reshuffled {
            return;
        }
        let dealt = match event {
            Event::Burned => Dealt::Burn,
            Event::HoleDealt { each } => {
                let rounds = (0..*each).flat_map(|_| live.clockwise_after(button));
                Dealt::To(rounds.map(Some).collect())
            }
            Event::UpDealt { cards } => {
                Dealt::To(cards.iter().map(|(seat, _)| Some(*seat)).collect())
            }
            Event::BoardDealt { cards, .. } => Dealt::To(cards.iter().map(|_| None).collect()),
            Event::Drawn { seat, count } => Dealt::To(vec![Some(*seat); usize::from(*count)]),
            Event::Reshuffled { .. } => {
                self.is_reshuffled = true;
                return;
            }
            _ => return,
        };
        self.deals.push(dealt);
    }

    /// Returns the receivers of the first deal that is not complete, from its first open card on.
    fn open(&self) -> Option<&[Option<SeatNo>]> {
        let mut before = 0;
        for dealt in &self.deals {
            let Dealt::To(receivers) = dealt else { continue };
            if before + receivers.len() > self.chosen.len() {
                return receivers.get(self.chosen.len() - before..);
            }
            before += receivers.len();
        }
        None
    }

    /// Returns `true` if a card waits to be chosen.
    pub(crate) fn is_open(&self) -> bool {
        self.open().is_some()
    }

    /// Returns who receives the next card; `None` inside is the board.
    pub(crate) fn receiver(&self) -> Option<Option<SeatNo>> {
        self.open()?.first().copied()
    }

    /// Returns the cards that can come next.
    pub(crate) fn outcomes(&self) -> Vec<Card> {
        let mut cards = self.order.clone();
        cards.retain(|card| !self.chosen.contains(card));
        cards.sort_unstable();
        cards
    }

    /// Chooses the next card. Returns `true` if its deal is complete.
    pub(crate) fn choose(&mut self, card: Card) -> Result<bool, EnvError> {
        let left = self.open().ok_or(EnvError::NoCardDue)?.len();
        if self.chosen.contains(&card) || !self.order.contains(&card) {
            return Err(EnvError::Illegal(format!("The card {card} is not in the deck any more.")));
        }
        self.chosen.push(card);
        Ok(left == 1)
    }

    /// Chooses all cards of the next deal: given ones, and others in the order of the deck.
    pub(crate) fn choose_all(&mut self) {
        let receivers = self.open().unwrap_or_default().to_vec();
        for receiver in receivers {
            let given = match receiver {
                Some(seat) => self.hole.get_mut(seat.index()).and_then(VecDeque::pop_front),
                None => self.board.pop_front(),
            };
            let card = given.or_else(|| self.rest().next());
            self.chosen.extend(card);
        }
    }

    /// Returns the cards that are neither chosen nor given.
    fn rest(&self) -> impl Iterator<Item = Card> + '_ {
        let is_given =
            |card: &Card| self.hole.iter().flatten().chain(&self.board).any(|one| one == card);
        let order = self.order.iter().copied();
        order.filter(move |card| !self.chosen.contains(card) && !is_given(card))
    }

    /// Returns `true` if given cards cannot come any more, because the deck was shuffled again.
    pub(crate) fn is_spoiled(&self) -> bool {
        self.is_reshuffled && self.hole.iter().any(|cards| !cards.is_empty())
    }

    /// Returns the deck in which the chosen cards come where they are dealt.
    pub(crate) fn deck(&self) -> Result<DeckOrder, EnvError> {
        let (mut chosen, mut rest) = (self.chosen.iter().copied(), self.rest());
        let mut cards = Vec::with_capacity(self.order.len());
        'deals: for dealt in &self.deals {
            match dealt {
                Dealt::Burn => cards.extend(rest.next()),
                Dealt::To(receivers) => {
                    for _ in receivers {
                        let Some(card) = chosen.next() else { break 'deals };
                        cards.push(card);
                    }
                }
            }
        }
        cards.extend(rest);
        cards.extend(self.hole.iter().flatten().chain(&self.board));
        DeckOrder::new(cards).map_err(|error| EnvError::Broken(error.to_string()))
    }
}

/// Returns the most cards that a hand takes off the deck.
pub(crate) fn most_cards(game: &Game, seats: usize) -> usize {
    let cards = game.streets.iter().flat_map(|street| &street.deal).map(|deal| match deal {
        Deal::Burn => 1,
        Deal::Board(count) => usize::from(*count),
        Deal::Up => seats,
        Deal::Down(count) | Deal::Draw(count) => usize::from(*count) * seats,
        Deal::Discard(_) => 0,
    });
    cards.sum()
}
