//! A player's answers to offers other than the turn: show or muck, run it more than once, choose
//! the next game.

use super::Decider;
use crate::model::{HandResult, Seat, Table};
use crate::player::outbox::{Outbox, Request};
use cardroom_protocol::client::{ChooseGame, RunIt, ShowOrMuck};
use cardroom_protocol::hybrid::ShowCards;
use cardroom_protocol::table::TableEvent;

impl Decider {
    /// Handles the end of a hand, and shows the cards that the brain chooses.
    pub(in crate::player) fn hand_over(
        &mut self,
        table: &Table,
        result: &HandResult,
        outbox: &mut Outbox,
    ) {
        self.brain.hand_ended(table, result);
        if table.to_show.is_empty() {
            return;
        }
        let chosen = self.brain.show_after(table, result);
        let cards: Vec<_> = table.to_show.iter().filter(|card| chosen.contains(card)).collect();
        if !cards.is_empty() {
            let (table, cards) = (table.info.table, cards.into_iter().copied().collect());
            outbox.ask(Request::Show, |request| ShowCards { request, table, cards });
        }
    }

    /// Answers an offer when it is made or when the player reconnects.
    pub(in crate::player) fn offered(
        &mut self,
        table: &Table,
        event: &TableEvent,
        outbox: &mut Outbox,
    ) {
        let is_asked = match event {
            TableEvent::ShowOffered(offer) => table.hero_seat == Some(offer.seat),
            TableEvent::RunItOffered(_) => table.hero().is_some_and(Seat::is_live),
            TableEvent::ChoiceOffered(offer) => table.hero_seat == Some(offer.seat),
            _ => false,
        };
        if is_asked && !self.brain.is_offer_decided(table, event) {
            return self.offers.push(event.clone());
        }
        let (brain, id) = (&mut self.brain, table.info.table);
        match event {
            TableEvent::ShowOffered(offer) if table.hero_seat == Some(offer.seat) => {
                let show = brain.show(table);
                outbox.ask(Request::Other, |request| ShowOrMuck { request, table: id, show });
            }
            // Tabling or mucking the hand is up to the player now.
            TableEvent::ShowdownOpened(_) => {
                let part = table.hero().and_then(|hero| hero.in_hand.as_ref());
                let undecided = part.is_some_and(|part| !part.folded && part.tabled.is_none());
                if undecided && !outbox.is_open(Request::Show) {
                    let show = brain.show_down(table);
                    outbox.ask(Request::Show, |request| ShowOrMuck { request, table: id, show });
                }
            }
            TableEvent::RunItOffered(offer) if table.hero().is_some_and(Seat::is_live) => {
                let boards = brain.run_it(table, offer.most).clamp(1, offer.most.max(1));
                outbox.ask(Request::Other, |request| RunIt { request, table: id, boards });
            }
            TableEvent::ChoiceOffered(offer) if table.hero_seat == Some(offer.seat) => {
                if let Some(game) = brain.choose_game(table) {
                    outbox.ask(Request::Other, |request| ChooseGame { request, table: id, game });
                }
            }
            _ => {}
        }
    }
}
