//! What the players of a field do, and the cards they get: enough for a tournament to come to its
//! end.

use cardroom_cards::{Card, DeckOrder, fisher_yates};
use cardroom_engine::{Action, Legal};
use cardroom_rules::Game;
use cardroom_tournament::Draws;

/// In so many decisions a player takes part in one.
#[derive(Clone, Copy)]
pub(super) struct Patience(u32);

impl Patience {
    /// Everybody plays: tournaments come to an end.
    pub(super) const NONE: Self = Self(1);
    /// Nobody wants to be out at once.
    pub(super) const EARLY: Self = Self(6);
    /// Nearly everybody waits for somebody else to be out.
    pub(super) const BUBBLE: Self = Self(40);
}

/// Folds little, sometimes puts everything in.
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

/// A deck, and those for when it runs out.
pub(super) fn decks(game: &Game, draws: &mut Draws) -> (DeckOrder, Vec<DeckOrder>) {
    let mut deck = || {
        let mut cards: Vec<Card> = game.deck.cards().iter().collect();
        fisher_yates(&mut cards, || draws.next_u32());
        DeckOrder::new(cards).expect("a set of cards has no card twice")
    };
    let first = deck();
    (first, (0..game.most_reshuffles()).map(|_| deck()).collect())
}
