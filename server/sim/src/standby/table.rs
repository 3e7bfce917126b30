//! The one table of the room: hands of eight cards, which are turned over one by one. It stands for
//! every stream of a room. Whether poker is right is for the other simulation.

use super::database::{Rows, Step, What};
use std::collections::BTreeMap;

/// The number of players.
pub(super) const PLAYERS: usize = 3;
const CARDS: usize = 8;

/// A deck, as it was dealt.
pub(super) type Deck = [u8; CARDS];

/// The state of the table, with the keys that open its decks.
#[derive(Clone, Debug)]
pub(super) struct Table {
    seq: u64,
    hand: Option<Hand>,
    hands: u64,
    /// The last action of each player.
    actions: [u64; PLAYERS],
    keys: BTreeMap<u64, u64>,
    /// The key of this life, which seals new decks.
    newest: u64,
    /// The planted fault that a deck is opened with the newest key.
    opens_with_newest: bool,
}

#[derive(Clone, Debug)]
struct Hand {
    number: u64,
    key: u64,
    sealed: Deck,
    turned: usize,
}

impl Table {
    /// Makes the table from what is stored.
    pub(super) fn fold(rows: &Rows, newest: u64, opens_with_newest: bool) -> Self {
        let (seq, hand, hands, actions) = Default::default();
        let keys = rows.keys.clone();
        let mut table = Self { seq, hand, hands, actions, keys, newest, opens_with_newest };
        table.apply(&rows.steps);
        table
    }

    pub(super) fn has_played(&self, player: usize, action: u64) -> bool {
        self.actions[player] >= action
    }

    /// Returns `true` if a deck was sealed with this key, or will be.
    pub(super) fn needs(&self, key: u64) -> bool {
        key == self.newest || self.hand.as_ref().is_some_and(|hand| hand.key == key)
    }

    /// Plans the steps of an action. `deal` draws a deck for a hand and seals it.
    pub(super) fn plan(
        &self,
        player: usize,
        action: u64,
        deal: impl FnOnce(u64, u64) -> Deck,
    ) -> Vec<Step> {
        let mut planned = self.clone();
        let mut steps = Vec::new();
        if planned.hand.as_ref().is_none_or(|hand| hand.turned == CARDS) {
            let (hand, key) = (self.hands + 1, self.newest);
            let sealed = sealed(deal(hand, key), self.keys[&key]);
            let dealt = Step { seq: self.seq + 1, what: What::Dealt { hand, key, sealed } };
            planned.apply(std::slice::from_ref(&dealt));
            steps.push(dealt);
        }
        if let Some(card) = planned.next_card() {
            let hand = planned.hands;
            let what = What::Acted { player, action, hand, card };
            steps.push(Step { seq: planned.seq + 1, what });
        }
        steps
    }

    /// Applies steps that are stored.
    pub(super) fn apply(&mut self, steps: &[Step]) {
        for step in steps {
            self.seq = step.seq;
            match step.what {
                What::Dealt { hand, key, sealed } => {
                    self.hands = hand;
                    self.hand = Some(Hand { number: hand, key, sealed, turned: 0 });
                }
                What::Acted { player, action, .. } => {
                    self.actions[player] = action;
                    if let Some(hand) = &mut self.hand {
                        hand.turned += 1;
                    }
                }
            }
        }
    }

    /// Opens the deck of the hand in progress, and returns its next card.
    fn next_card(&self) -> Option<u8> {
        let hand = self.hand.as_ref()?;
        let key = if self.opens_with_newest { self.newest } else { hand.key };
        let deck = sealed(hand.sealed, *self.keys.get(&key)?);
        debug_assert!(hand.number == self.hands, "the last hand is in progress");
        deck.get(hand.turned).copied()
    }
}

impl Rows {
    /// Makes the table again, with the keys that its room holds.
    pub(super) fn refold(self, table: &Table) -> Table {
        let rows = Self { keys: table.keys.clone(), ..self };
        Table::fold(&rows, table.newest, table.opens_with_newest)
    }
}

/// Seals a deck, or opens a sealed one.
fn sealed(deck: Deck, key: u64) -> Deck {
    let pad = key.to_le_bytes();
    std::array::from_fn(|place| deck[place] ^ pad[place])
}
