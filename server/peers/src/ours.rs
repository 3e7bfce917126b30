//! This engine under the policy.

use crate::{BIG_BLIND, Dice, Played, SEATS, SMALL_BLIND, STACK, Wish, wish};
use cardroom_cards::{Card, CardSet, DeckOrder};
use cardroom_engine::{Action, Event, Input, Legal, Occupancy, Table, TableSetup};
use cardroom_rules::{Chips, Library, Millis, PlayerId, RingTerms, SeatNo, Stakes, Switch};
use std::error::Error;
use std::sync::Arc;

/// Two cards for each player, the board, and three burn cards.
const MOST_DEALT: usize = 2 * SEATS as usize + 5 + 3;

pub(crate) struct Engine {
    setup: TableSetup,
    dice: Dice,
    cards: Vec<Card>,
    events: Vec<Event>,
}

impl Engine {
    pub(crate) fn new() -> Result<Self, Box<dyn Error>> {
        let library = Library::parse(
            [("holdem", include_str!("../../../config/games/holdem.toml"))],
            [("tda-2024", include_str!("../../../config/rulebooks/tda-2024.toml"))],
        )?;
        let ring = RingTerms {
            sit_out_ms: Millis::seconds(600),
            ..RingTerms::bare(Chips(1), Chips(STACK))
        };
        let stakes = Stakes::no_limit(SMALL_BLIND, BIG_BLIND);
        let setup = TableSetup {
            plays: library.plays("holdem", &stakes).ok_or("no hold'em")?.0,
            switch: Switch::Never,
            rulebook: library.rulebook("tda-2024").ok_or("no rulebook")?.clone(),
            ring: Arc::new(ring),
            seats: SEATS,
            hybrid: false,
            auto_show: true,
            players_left: None,
            occupancy: Occupancy::Ring,
        };
        let cards = CardSet::full52().iter().collect();
        Ok(Self { setup, dice: Dice(1), cards, events: Vec::new() })
    }

    /// Plays a hundred hands at one table, each with full stacks. The button is drawn.
    pub(crate) fn hundred_hands(&mut self) -> Played {
        let mut seated = Table::new(self.setup.clone()).expect("the setup goes together");
        for seat in 0..SEATS {
            sit(&mut seated, SeatNo(seat));
        }
        let actions = (0..100).map(|_| self.hand(&mut seated.clone())).sum();
        Played { hands: 100, actions }
    }

    fn hand(&mut self, table: &mut Table) -> u64 {
        self.shuffle();
        let deck = DeckOrder::new(self.cards.clone()).expect("all cards are different");
        let start = Input::StartHand { deck, reshuffles: Vec::new(), draw: self.dice.next() };
        self.step(table, start);
        let mut actions = 0;
        while table.hand_in_progress().is_some() {
            let input = match table.turn() {
                Some((seat, turn, legal)) => {
                    actions += 1;
                    Input::Act { seat, turn, action: choose(&legal, &mut self.dice) }
                }
                None => Input::Tick,
            };
            self.step(table, input);
        }
        actions
    }

    /// Draws only the cards that can come, each with the same chance, as the arena does. The rest
    /// of the deck keeps its order.
    fn shuffle(&mut self) {
        for place in 0..MOST_DEALT {
            let left = self.cards.len() - place;
            let other = self.dice.below(left as u64) as usize;
            self.cards.swap(place, place + other);
        }
    }

    fn step(&mut self, table: &mut Table, input: Input) {
        table.step_into(Millis(0), input, &mut self.events).expect("the policy acts legally");
        self.events.clear();
    }
}

fn choose(legal: &Legal, dice: &mut Dice) -> Action {
    let passive = if legal.check { Action::Check } else { Action::Call };
    match (wish(dice), legal.wager) {
        (Wish::FoldOrCheck, _) if !legal.check => Action::Fold,
        (Wish::Raise, Some(wager)) => {
            let span = wager.max_to.0 - wager.min_to.0 + 1;
            let to = Chips(wager.min_to.0 + dice.below(span));
            if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) }
        }
        _ => passive,
    }
}

fn sit(table: &mut Table, seat: SeatNo) {
    let player = PlayerId(u64::from(seat.0));
    let (buy_in, owed) = (Chips(STACK), Chips::ZERO);
    let sit = Input::Sit { seat, player, buy_in, owed, wait_for_big_blind: false };
    table.step(Millis(0), sit).expect("the seat is free");
}
