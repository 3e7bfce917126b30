//! The cards of a street: dealt in the order that the game lists, discarded and replaced in draws,
//! and reshuffled when the deck runs out. The decisions come first, the functions for `apply` below
//! them.

use super::{Step, Table};
use crate::action::{Picks, TurnNo};
use crate::event::Event;
use crate::hand::{CardMove, Decks, Drawing, Hand, Phase};
use cardroom_cards::{Card, CardSet, Concealed, DeckOrder};
use cardroom_rules::{Deal, Forced, Millis, SeatNo};
use std::sync::Arc;

/// The measures on the last street of stud if the deck may be too short (TDA RP-10-H).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortStub {
    /// The cards that the street needs: one for each player, a burn, and the last card,
    /// which is never dealt.
    pub required: usize,
    /// Scramble the stub with the cards burned so far.
    pub scramble: bool,
    /// Deal one community card instead of one card for each player.
    pub community: bool,
    /// The size of the resulting stub, before the burn.
    pub new_stub: usize,
}

impl ShortStub {
    /// Returns the cards that the last street needs: one for each player, a burn, and the last
    /// card, which is never dealt.
    #[must_use]
    pub fn required(players: usize) -> usize {
        players + 2
    }

    /// Returns the code of the measures.
    #[must_use]
    pub fn code(short: Option<Self>) -> &'static str {
        match short.map(|short| (short.scramble, short.community)) {
            None => "deal",
            Some((true, false)) => "scramble_stub_with_burns",
            Some((false, _)) => "burn_and_community",
            Some((true, true)) => "scramble_burn_and_community",
        }
    }

    /// Decides the measures for `stub` cards left, `burns` cards burned and `players` in the hand.
    /// Returns `None` if the stub is long enough.
    #[must_use]
    pub fn decide(stub: usize, burns: usize, players: usize) -> Option<Self> {
        let required = Self::required(players);
        if stub >= required {
            return None;
        }
        let with_burns = stub + burns;
        Some(if with_burns >= required {
            Self { required, scramble: true, community: false, new_stub: with_burns }
        } else if stub >= 3 {
            Self { required, scramble: false, community: true, new_stub: stub }
        } else {
            Self { required, scramble: true, community: true, new_stub: with_burns }
        })
    }
}

impl Step<'_> {
    /// Deals the next item of the street.
    pub(super) fn deal_next(&mut self) {
        let hand = self.hand();
        if let Some(drawing) = hand.drawing {
            return self.go_on_drawing(drawing);
        }
        let street = &self.table.game().streets[usize::from(hand.street)];
        let deal = street.deal[usize::from(hand.dealing)];
        if self.is_last_of_stud() && hand.dealing == 0 {
            let stub = hand.stub().map_or(0, <[Card]>::len);
            let short = ShortStub::decide(stub, hand.burned.peek().len(), hand.live().len());
            if let Some(short) = short {
                return self.deal_short(short);
            }
        }
        match deal {
            Deal::Burn if self.known_stub().is_empty() => {
                // The earlier draws took the last card, so the cards out of play become the deck.
                let cards =
                    u8::try_from(hand.out_of_play(None).len()).expect("a deck has 52 cards");
                self.emit(Event::Reshuffled { seat: None, cards });
            }
            Deal::Burn => self.emit(Event::Burned),
            Deal::Down(each) => self.emit(Event::HoleDealt { each }),
            Deal::Up => self.deal_up(),
            Deal::Board(count) => self.deal_boards(count),
            Deal::Discard(count) => {
                self.emit(Event::DrawBegan { least: count, most: count, replaced: false });
            }
            Deal::Draw(most) => self.emit(Event::DrawBegan { least: 0, most, replaced: true }),
        }
    }

    fn is_last_of_stud(&self) -> bool {
        self.table.game().forced == Forced::BringIn && self.is_last_street()
    }

    fn deal_up(&mut self) {
        let hand = self.hand();
        let order = hand.live().clockwise_after(hand.button);
        let cards = order.zip(self.known_stub().iter().copied()).collect();
        self.emit(Event::UpDealt { cards });
    }

    fn deal_boards(&mut self, count: u8) {
        for board in 0..self.hand().boards.len() {
            let cards = self.known_stub()[..usize::from(count)].iter().copied().collect();
            let board = u8::try_from(board).expect("a hand has few boards");
            self.emit(Event::BoardDealt { board, cards });
        }
    }

    /// Deals the last street of stud with too few cards (TDA RP-10-H). This completes all deals of
    /// the street at once.
    fn deal_short(&mut self, short: ShortStub) {
        if short.scramble {
            let cards = u8::try_from(short.new_stub).expect("a deck has 52 cards");
            self.emit(Event::Reshuffled { seat: None, cards });
        }
        self.emit(Event::Burned);
        if short.community {
            let cards = self.known_stub()[..1].iter().copied().collect();
            self.emit(Event::BoardDealt { board: 0, cards });
        } else {
            self.emit(Event::HoleDealt { each: 1 });
        }
    }

    fn go_on_drawing(&mut self, drawing: Drawing) {
        let hand = self.hand();
        let drawn = hand.dealt.iter().find(|seat| hand.players[seat.index()].to_draw > 0);
        if let Some(seat) = drawn {
            return self.replace(seat);
        }
        let seat = drawing.pending.next_after(hand.button);
        let seat = seat.expect("a draw that nobody waits for is over");
        let was_away = hand.players[seat.index()].timed_out;
        if self.table.seat(seat).is_some_and(|seat| seat.keeps_nobody_waiting(was_away)) {
            return self.discard_for(seat);
        }
        let turn = TurnNo(self.table.state.last_turn.0 + 1);
        let deadline = self.now + self.table.setup.rulebook.clock.base_ms;
        self.emit(Event::TurnBegan { seat, turn, deadline });
    }

    /// Replaces the cards that a player discarded. If the deck is too short, the rest of it goes
    /// out first. Then the cards out of play are reshuffled, without this player's latest discards.
    fn replace(&mut self, seat: SeatNo) {
        let hand = self.hand();
        let wanted = hand.players[seat.index()].to_draw;
        let left = u8::try_from(self.known_stub().len()).expect("a deck has 52 cards");
        if left == 0 {
            let cards = hand.out_of_play(Some(seat)).len();
            let cards = u8::try_from(cards).expect("a deck has 52 cards");
            return self.emit(Event::Reshuffled { seat: Some(seat), cards });
        }
        self.emit(Event::Drawn { seat, count: wanted.min(left) });
    }

    /// Discards for a player whose time is up: stands pat, or discards the first cards
    /// if some must go.
    pub(super) fn discard_for(&mut self, seat: SeatNo) {
        let least = self.hand().drawing.map_or(0, |drawing| drawing.least);
        let bank = self.bank_now(seat);
        self.time_decision(seat);
        self.emit(Event::Discarded { seat, picks: Picks::first(least), timed_out: true, bank });
    }

    pub(super) fn known_stub(&self) -> &[Card] {
        self.hand().stub().expect("a hand in play has its deck")
    }

    pub(super) fn emit_discard(&mut self, seat: SeatNo, picks: Picks, bank: Millis) {
        self.emit(Event::Discarded { seat, picks, timed_out: false, bank });
    }
}

impl Table {
    /// Applies an event of the deal.
    pub(super) fn apply_deal(&mut self, event: &Event) {
        if let Event::Discarded { seat, bank, .. } = event {
            self.taken(*seat).bank = *bank;
        }
        let hand = self.hand.as_ref().expect("cards are dealt in a hand");
        let street = &self.game().streets[usize::from(hand.street)];
        let deals = u8::try_from(street.deal.len()).expect("a street has a handful of deals");
        let last_of_stud = self.game().forced == Forced::BringIn
            && usize::from(hand.street) + 1 == self.game().streets.len();
        let hand = self.hand_mut();
        match event {
            Event::Burned => {
                hand.burn();
                hand.dealing += 1;
            }
            Event::HoleDealt { each } => {
                hand.deal_down(*each);
                hand.dealing += 1;
            }
            Event::UpDealt { cards } => {
                hand.deal_up(cards);
                hand.dealing += 1;
            }
            Event::BoardDealt { board, cards } => {
                hand.deal_board(usize::from(*board), cards);
                if usize::from(*board) + 1 == hand.boards.len() {
                    hand.dealing += 1;
                }
                if last_of_stud {
                    hand.dealing = deals;
                }
            }
            Event::DrawBegan { least, most, replaced } => hand.begin_draw(*least, *most, *replaced),
            Event::Discarded { seat, picks, timed_out, .. } => {
                hand.give_away(*seat, *picks);
                hand.players[seat.index()].timed_out |= *timed_out;
                hand.end_draw_if_done();
            }
            Event::Drawn { seat, count } => {
                hand.take_cards(*seat, *count);
                hand.end_draw_if_done();
            }
            Event::Reshuffled { seat, .. } => hand.reshuffle(*seat, last_of_stud),
            _ => unreachable!("only events of the deal come here"),
        }
        if hand.dealing >= deals {
            hand.phase = Phase::Open;
        }
    }
}

impl Hand {
    pub(super) fn burn(&mut self) {
        if let Some(card) = self.draw() {
            let mut burned = *self.burned.peek();
            burned.insert(card);
            self.burned = Concealed::new(burned);
        }
    }

    /// Deals one card at a time, clockwise from the button's left.
    fn deal_down(&mut self, each: u8) {
        let live = self.live();
        for _ in 0..each {
            for seat in live.clockwise_after(self.button) {
                if let Some(card) = self.draw() {
                    self.players[seat.index()].hole.push(Concealed::new(card));
                    self.cards.note(seat, CardMove::Dealt, card);
                }
            }
        }
    }

    fn deal_up(&mut self, cards: &[(SeatNo, Card)]) {
        for (seat, card) in cards {
            let drawn = self.draw();
            assert!(drawn.is_none_or(|drawn| drawn == *card), "the open cards are the deck's");
            let player = &mut self.players[seat.index()];
            player.up = player.up.with(player.hole.len());
            player.hole.push(Concealed::new(*card));
            self.cards.note(*seat, CardMove::Dealt, *card);
        }
    }

    fn deal_board(&mut self, board: usize, cards: &[Card]) {
        for card in cards {
            let drawn = self.draw();
            assert!(drawn.is_none_or(|drawn| drawn == *card), "the board is the deck's");
            self.boards[board].push(*card);
        }
    }

    fn begin_draw(&mut self, least: u8, most: u8, replaced: bool) {
        for player in &mut self.players {
            player.tossed = Concealed::new(CardSet::new());
        }
        self.drawing = Some(Drawing { least, most, replaced, pending: self.live() });
    }

    fn give_away(&mut self, seat: SeatNo, picks: Picks) {
        let Some(drawing) = &mut self.drawing else { return };
        drawing.pending.remove(seat);
        let replaced = drawing.replaced;
        let player = &mut self.players[seat.index()];
        let mut tossed = CardSet::new();
        let mut place = 0;
        player.hole.retain(|card| {
            let goes = picks.contains(place);
            place += 1;
            if goes {
                tossed.insert(*card.peek());
                self.cards.note(seat, CardMove::Discarded, *card.peek());
            }
            !goes
        });
        player.tossed = Concealed::new(tossed);
        player.to_draw = if replaced { picks.len() } else { 0 };
        self.phase = Phase::Dealing;
    }

    fn take_cards(&mut self, seat: SeatNo, count: u8) {
        for _ in 0..count {
            let card = self.draw();
            let player = &mut self.players[seat.index()];
            player.to_draw -= 1;
            if let Some(card) = card {
                player.hole.push(Concealed::new(card));
                self.cards.note(seat, CardMove::Drawn, card);
            }
        }
    }

    pub(super) fn end_draw_if_done(&mut self) {
        let waits = self.drawing.is_some_and(|drawing| !drawing.pending.is_empty());
        if !waits && self.players.iter().all(|player| player.to_draw == 0) {
            self.drawing = None;
            self.dealing += 1;
        }
    }

    /// Returns the cards out of play. They are not in the deck, on a board or in a live hand, and
    /// the drawing player, if any, did not just discard them.
    pub(super) fn out_of_play(&self, drawer: Option<SeatNo>) -> CardSet {
        let Some(decks) = self.deck.as_ref().map(|decks| &**decks.peek()) else {
            return CardSet::new();
        };
        let Some(all) = decks.reshuffles.first() else { return CardSet::new() };
        let mut cards = all.as_set();
        let in_hands = self.live().iter().flat_map(|seat| &self.players[seat.index()].hole);
        let in_hands = in_hands.map(|card| *card.peek());
        let in_play = in_hands
            .chain(self.boards.iter().flatten().copied())
            .chain(self.stub().unwrap_or_default().iter().copied())
            .chain(
                drawer.into_iter().flat_map(|seat| self.players[seat.index()].tossed.peek().iter()),
            );
        for card in in_play {
            cards.remove(card);
        }
        cards
    }

    /// Makes a new deck: in a draw from the cards out of play, on the last street of stud from the
    /// stub and the burned cards (TDA RP-10-H).
    fn reshuffle(&mut self, drawer: Option<SeatNo>, last_of_stud: bool) {
        let cards = if last_of_stud {
            let stub = self.stub().unwrap_or_default().iter().copied();
            stub.chain(self.burned.peek().iter()).collect()
        } else {
            self.out_of_play(drawer)
        };
        self.burned = Concealed::new(CardSet::new());
        let nth = usize::from(self.reshuffled);
        self.reshuffled += 1;
        let Some(decks) = self.deck.as_ref().map(|decks| &**decks.peek()) else { return };
        let order = &decks.reshuffles[nth.min(decks.reshuffles.len() - 1)];
        let order = order.cards().iter().copied().filter(|card| cards.contains(*card)).collect();
        let deck = DeckOrder::new(order).expect("an order without some of its cards is an order");
        let reshuffles = decks.reshuffles.clone();
        self.deck = Some(Concealed::new(Arc::new(Decks { deck, reshuffles })));
        self.drawn = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::ShortStub;

    #[test]
    fn a_short_stub_is_scrambled_with_the_burns_or_a_card_is_for_all() {
        assert_eq!(ShortStub::decide(9, 3, 7), None);
        let scrambled = ShortStub { required: 9, scramble: true, community: false, new_stub: 10 };
        assert_eq!(ShortStub::decide(7, 3, 7), Some(scrambled));
        let for_all = ShortStub { required: 10, scramble: false, community: true, new_stub: 5 };
        assert_eq!(ShortStub::decide(5, 3, 8), Some(for_all));
        let both = ShortStub { required: 10, scramble: true, community: true, new_stub: 4 };
        assert_eq!(ShortStub::decide(1, 3, 8), Some(both));
    }
}
