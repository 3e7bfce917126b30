//! The decisions and cards of the players in a field. They only need to bring a
//! tournament to its end.

use cardroom_cards::{Card, DeckOrder, fisher_yates};
use cardroom_engine::{Action, Legal};
use cardroom_rules::Game;
use cardroom_tournament::Draws;

/// A player takes part in one decision of this many.
#[derive(Clone, Copy)]
pub(super) struct Patience(u32);

impl Patience {
    /// All players play, so the tournament ends.
    pub(super) const NONE: Self = Self(1);
    /// Players avoid going out immediately.
    pub(super) const EARLY: Self = Self(6);
    /// Most players wait for another player to go out.
    pub(super) const BUBBLE: Self = Self(40);
}

/// Chooses an action. Players fold rarely and sometimes move all-in.
pub(super) fn action(legal: &Legal, patience: Patience, draws: &mut Draws) -> Action {
    if let Some(discard) = &legal.discard {
        let most = u32::from(discard.most - discard.least) + 1;
        let count = discard.least + u8::try_from(draws.below(most)).unwrap_or(0);
        return Action::Discard(cardroom_engine::Picks::first(count));
    }
    if legal.bring_in.is_some() {
        return Action::BringIn;
    }
    let waits = draws.below(patience.0) > 0;
    match (draws.below(10), legal.wager) {
        _ if waits && legal.check => Action::Check,
        _ if waits => Action::Fold,
        (0..=1, Some(wager)) => {
            let to = if draws.below(10) == 0 { wager.max_to } else { wager.min_to };
            if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
        }
        _ if legal.check => Action::Check,
        (2..=5, _) => Action::Call,
        _ => Action::Fold,
    }
}

/// Shuffles a deck, and spare decks for when it runs out.
pub(super) fn decks(game: &Game, draws: &mut Draws) -> (DeckOrder, Vec<DeckOrder>) {
    let mut deck = || {
        let mut cards: Vec<Card> = game.deck.cards().iter().collect();
        fisher_yates(&mut cards, || draws.next_u32());
        DeckOrder::new(cards).expect("a set of cards has no card twice")
    };
    let first = deck();
    (first, (0..game.most_reshuffles()).map(|_| deck()).collect())
}
