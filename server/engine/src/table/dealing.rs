//! The cards of a street: dealt in the order that the game lists, discarded and replaced in draws,
//! and reshuffled when the deck runs out. The decisions come first, the functions for `apply` below
//! them.

use super::{Step, Table, time_use};
use crate::action::Picks;
use crate::bounds::MAX_BOARDS;
use crate::event::Event;
use crate::hand::{CardMove, Drawing, Hand, Phase};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet, Concealed};
use cardroom_rules::{Deal, Game, SeatNo};

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

/// Deals the next item of the street.
pub(crate) fn deal_next(step: &mut Step<'_>) {
    let hand = step.hand();
    if let Some(drawing) = hand.street.drawing() {
        return go_on_drawing(step, drawing);
    }
    let game = step.table.game();
    if hand.street.is_last_of_stud(game) && hand.street.is_undealt() {
        let stub = hand.deck.stub().map_or(0, <[Card]>::len);
        let short = ShortStub::decide(stub, hand.deck.burns(), hand.players.live().len());
        if let Some(short) = short {
            return deal_short(step, short);
        }
    }
    let events = hand.deals(game);
    step.emit_all(events);
}

/// Deals the last street of stud with too few cards (TDA RP-10-H). This completes all deals of
/// the street at once.
fn deal_short(step: &mut Step<'_>, short: ShortStub) {
    if short.scramble {
        let cards = u8::try_from(short.new_stub).expect("a deck has 52 cards");
        step.emit(Event::Reshuffled { seat: None, cards });
    }
    step.emit(Event::Burned);
    if short.community {
        let cards = step.hand().deck.known_stub()[..1].iter().copied().collect();
        step.emit(Event::BoardDealt { board: 0, cards });
    } else {
        step.emit(Event::HoleDealt { each: 1 });
    }
}

fn go_on_drawing(step: &mut Step<'_>, drawing: Drawing) {
    let hand = step.hand();
    if let Some(seat) = hand.players.next_to_draw() {
        return step.emit(hand.replaces(seat));
    }
    let seat = drawing.pending.next_after(hand.positions.button());
    let seat = seat.expect("a draw that nobody waits for is over");
    let was_away = hand.players[seat].timed_out;
    if step.table.state.seats.get(seat).is_some_and(|seat| seat.keeps_nobody_waiting(was_away)) {
        return discard_for(step, seat);
    }
    step.begin_turn(seat);
}

/// Discards for a player whose time is up: stands pat, or discards the first cards
/// if some must go.
pub(super) fn discard_for(step: &mut Step<'_>, seat: SeatNo) {
    let least = step.hand().street.drawing().map_or(0, |drawing| drawing.least);
    let bank = step.bank_now(seat);
    time_use::time_decision(step, seat);
    step.emit(Event::Discarded { seat, picks: Picks::first(least), timed_out: true, bank });
}

impl Hand {
    /// Deals the next item of the street: to each board, or to all players at once.
    fn deals(&self, game: &Game) -> ArrayVec<Event, MAX_BOARDS> {
        let stub = self.deck.known_stub();
        let event = match self.street.next_deal(game) {
            Deal::Board(count) => {
                let count = usize::from(count);
                let cards = |nth: usize| stub[nth * count..][..count].iter().copied().collect();
                let boards = self.boards.numbers().enumerate();
                let dealt =
                    boards.map(|(nth, board)| Event::BoardDealt { board, cards: cards(nth) });
                return dealt.collect();
            }
            // The earlier draws took the last card, so the cards out of play become the deck.
            Deal::Burn if stub.is_empty() => self.reshuffles(None),
            Deal::Burn => Event::Burned,
            Deal::Down(each) => Event::HoleDealt { each },
            Deal::Up => {
                let order = self.players.live().clockwise_after(self.positions.button());
                Event::UpDealt { cards: order.zip(stub.iter().copied()).collect() }
            }
            Deal::Discard(count) => Event::DrawBegan { least: count, most: count, replaced: false },
            Deal::Draw(most) => Event::DrawBegan { least: 0, most, replaced: true },
        };
        [event].into_iter().collect()
    }

    /// Replaces the cards that a player discarded. If the deck is too short, the rest of it goes
    /// out first. Then the cards out of play are reshuffled, without this player's latest discards.
    fn replaces(&self, seat: SeatNo) -> Event {
        let wanted = self.players[seat].to_draw;
        let left = u8::try_from(self.deck.known_stub().len()).expect("a deck has 52 cards");
        if left == 0 {
            return self.reshuffles(Some(seat));
        }
        Event::Drawn { seat, count: wanted.min(left) }
    }

    fn reshuffles(&self, seat: Option<SeatNo>) -> Event {
        let cards = self.out_of_play(seat).len();
        Event::Reshuffled { seat, cards: u8::try_from(cards).expect("a deck has 52 cards") }
    }
}

/// The street of a hand as its cards are dealt. The betting opens once all of them are out.
pub(super) struct Dealing<'a> {
    hand: &'a mut Hand,
    /// The number of deals in the street.
    deals: u8,
    is_last_of_stud: bool,
}

impl Table {
    pub(super) fn dealing(&mut self) -> Dealing<'_> {
        let (hand, game) = self.hand_and_game();
        let deals = hand.street.deals(game);
        let is_last_of_stud = hand.street.is_last_of_stud(game);
        Dealing { hand, deals, is_last_of_stud }
    }
}

impl Dealing<'_> {
    pub(super) fn burn(self) {
        self.hand.deck.burn();
        self.end_deal();
    }

    pub(super) fn down(self, each: u8) {
        self.hand.deal_down(each);
        self.end_deal();
    }

    pub(super) fn up(self, cards: &[(SeatNo, Card)]) {
        self.hand.deal_up(cards);
        self.end_deal();
    }

    pub(super) fn board(self, board: u8, cards: &[Card]) {
        self.hand.deal_board(board, cards);
        if self.hand.boards.is_last(board) {
            self.hand.street.end_deal();
        }
        if self.is_last_of_stud {
            self.hand.street.end_deals(self.deals);
        }
        self.open_if_dealt();
    }

    pub(super) fn begin_draw(self, least: u8, most: u8, replaced: bool) {
        self.hand.begin_draw(least, most, replaced);
        self.open_if_dealt();
    }

    pub(super) fn discard(self, seat: SeatNo, picks: Picks, timed_out: bool) {
        self.hand.give_away(seat, picks);
        self.hand.players[seat].timed_out |= timed_out;
        self.hand.end_draw_if_done();
        self.open_if_dealt();
    }

    pub(super) fn draw(self, seat: SeatNo, count: u8) {
        self.hand.take_cards(seat, count);
        self.hand.end_draw_if_done();
        self.open_if_dealt();
    }

    pub(super) fn reshuffle(self, seat: Option<SeatNo>) {
        self.hand.reshuffle(seat, self.is_last_of_stud);
        self.open_if_dealt();
    }

    /// Kills a hand. Its chips stay in, and its player draws no more cards.
    pub(super) fn kill(self, seat: SeatNo) {
        let hand = &mut *self.hand;
        hand.players.fold(seat);
        if hand.street.drawing().is_some() {
            hand.street.end_draw_of(seat);
            hand.players[seat].to_draw = 0;
            hand.phase = Phase::Dealing;
            hand.end_draw_if_done();
            return self.open_if_dealt();
        }
        hand.phase = match hand.phase {
            // The bets still stand, so `Open` decides whether another player acts.
            Phase::Turn(_) | Phase::Held { .. } | Phase::Open => Phase::Open,
            Phase::Dealing => Phase::Dealing,
            _ => Phase::Closed,
        };
    }

    fn end_deal(self) {
        self.hand.street.end_deal();
        self.open_if_dealt();
    }

    fn open_if_dealt(self) {
        if self.hand.street.is_dealt(self.deals) {
            self.hand.phase = Phase::Open;
        }
    }
}

impl Hand {
    /// Deals one card at a time, clockwise from the button's left.
    fn deal_down(&mut self, each: u8) {
        let live = self.players.live();
        for _ in 0..each {
            for seat in live.clockwise_after(self.positions.button()) {
                if let Some(card) = self.deck.draw() {
                    self.players[seat].hole.push(Concealed::new(card));
                    self.cards.note(seat, CardMove::Dealt, card);
                }
            }
        }
    }

    fn deal_up(&mut self, cards: &[(SeatNo, Card)]) {
        for (seat, card) in cards {
            self.deck.draw_open(*card);
            let player = &mut self.players[*seat];
            player.up = player.up.with(player.hole.len());
            player.hole.push(Concealed::new(*card));
            self.cards.note(*seat, CardMove::Dealt, *card);
        }
    }

    fn deal_board(&mut self, board: u8, cards: &[Card]) {
        for card in cards {
            self.deck.draw_open(*card);
            self.boards.deal(board, *card);
        }
    }

    fn begin_draw(&mut self, least: u8, most: u8, replaced: bool) {
        self.players.begin_draw();
        let pending = self.players.live();
        self.street.begin_draw(Drawing { least, most, replaced, pending });
    }

    fn give_away(&mut self, seat: SeatNo, picks: Picks) {
        let Some(drawing) = self.street.drawing() else { return };
        self.street.end_draw_of(seat);
        let player = &mut self.players[seat];
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
        player.to_draw = if drawing.replaced { picks.len() } else { 0 };
        self.phase = Phase::Dealing;
    }

    fn take_cards(&mut self, seat: SeatNo, count: u8) {
        for _ in 0..count {
            let card = self.deck.draw();
            let player = &mut self.players[seat];
            player.to_draw -= 1;
            if let Some(card) = card {
                player.hole.push(Concealed::new(card));
                self.cards.note(seat, CardMove::Drawn, card);
            }
        }
    }

    fn end_draw_if_done(&mut self) {
        if !self.street.awaits_draws() && self.players.next_to_draw().is_none() {
            self.street.end_draw();
        }
    }

    /// Returns the cards out of play. They are not in the deck, on a board or in a live hand, and
    /// the drawing player, if any, did not just discard them.
    pub(crate) fn out_of_play(&self, drawer: Option<SeatNo>) -> CardSet {
        let Some(mut cards) = self.deck.all_cards() else { return CardSet::new() };
        let in_hands = self.players.live().iter().flat_map(|seat| &self.players[seat].hole);
        let in_hands = in_hands.map(|card| *card.peek());
        let in_play = in_hands
            .chain(self.boards.all().iter().flatten().copied())
            .chain(self.deck.stub().unwrap_or_default().iter().copied())
            .chain(drawer.into_iter().flat_map(|seat| self.players[seat].tossed.peek().iter()));
        for card in in_play {
            cards.remove(card);
        }
        cards
    }

    /// Makes a new deck: in a draw from the cards out of play, on the last street of stud from the
    /// stub and the burned cards (TDA RP-10-H).
    fn reshuffle(&mut self, drawer: Option<SeatNo>, last_of_stud: bool) {
        let cards =
            if last_of_stud { self.deck.stub_and_burns() } else { self.out_of_play(drawer) };
        self.deck.reshuffle(cards);
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
