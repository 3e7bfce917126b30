//! A hand as it stands on a real table.

use crate::gesture::FrontChips;
use cardroom_cards::DeckOrder;
use cardroom_rules::{Chips, SeatNo, SeatSet};

/// A hand as it stands when the betting of a street begins.
///
/// On the first street the forced bets are posted as usual. On a later street the stacks are the
/// chips left behind, and the pot holds all chips put in before. The cards of earlier streets come
/// off the deck without betting.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The whole deck, from its first card.
    pub deck: DeckOrder,
    /// Further orders of its cards, as in [`Input::StartHand`](crate::Input::StartHand).
    pub reshuffles: Vec<DeckOrder>,
    /// The players in the hand.
    pub dealt: SeatSet,
    /// The seat may be empty.
    pub button: SeatNo,
    pub small_blind: SmallBlind,
    /// `None` for the player left of the small blind.
    pub big_blind: Option<SeatNo>,
    /// The street whose betting begins, from 0.
    pub street: u8,
    /// The chips in the middle.
    pub pot: Chips,
    /// The chips in front of players by denomination, where denominations matter.
    pub front: Vec<FrontChips>,
}

/// The seat of the small blind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SmallBlind {
    /// The player left of the button, or heads-up the player on the button.
    LeftOfButton,
    At(SeatNo),
    /// No player posts it.
    Dead,
}
