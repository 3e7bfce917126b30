//! The start of a hand: who is dealt in, what they post, and the first cards.

use super::Step;
use crate::button::{Lineup, strictly_between};
use crate::event::{Event, HandStart, PostKind};
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::Owes;
use cardroom_cards::{CardSet, Concealed, DeckOrder};
use cardroom_rules::{AnteKind, Chips, HandNo, MAX_SEATS, SeatNo};

impl Step<'_> {
    pub(super) fn start_hand(&mut self, deck: DeckOrder, draw: u32) -> Result<(), Refusal> {
        let table = &*self.table;
        if table.hand.is_some() {
            return Err(RefusalKind::HandInProgress.into());
        }
        if !table.wants_hand(self.now) {
            return Err(RefusalKind::CannotStart.into());
        }
        let cards: CardSet = deck.cards().iter().copied().collect();
        if cards != table.setup.game.deck.cards() {
            return Err(RefusalKind::BadDeck.into());
        }
        let lineup = table.lineup(draw).ok_or(RefusalKind::CannotStart)?;
        let owed: [Owes; MAX_SEATS] = std::array::from_fn(|index| {
            table.state.seats[index].as_ref().map_or(Owes::default(), |seat| seat.owes)
        });

        self.begin_charge_period();
        self.note_missed_blinds(&lineup);
        let number = HandNo(self.table.state.last_hand.0 + 1);
        let positions = lineup.positions;
        self.emit(Event::HandStarted(Box::new(HandStart {
            hand: number,
            at: self.now,
            button: positions.button,
            small_position: positions.small,
            small_blind: lineup.small_is_posted.then_some(positions.small),
            big_blind: positions.big,
            dealt: lineup.dealt,
            deck: Some(Concealed::new(deck)),
        })));
        self.post_all(&lineup, &owed);
        self.deal_street();
        self.advance();
        Ok(())
    }

    /// Players who sit out while a blind passes over them owe it when they come back.
    fn note_missed_blinds(&mut self, lineup: &Lineup) {
        let Some(last) = self.table.state.positions else { return };
        let next = lineup.positions;
        for index in 0..usize::from(self.table.setup.seats) {
            let number = SeatNo::from_index(index);
            let Some(seat) = self.table.seat(number) else { continue };
            if seat.is_ready() {
                continue;
            }
            let owes = seat.owes;
            if !owes.big && strictly_between(number, last.big, next.big) {
                self.emit(Event::BlindMissed { seat: number, big: true });
            }
            let passed = strictly_between(number, last.small, next.small) || number == next.small;
            if !owes.small && passed {
                self.emit(Event::BlindMissed { seat: number, big: false });
            }
        }
    }

    fn post_all(&mut self, lineup: &Lineup, owed: &[Owes; MAX_SEATS]) {
        let stakes = self.table.setup.stakes;
        let positions = lineup.positions;
        // GAPS G-23: antes of each come before the blinds, an ante for the table after them.
        if stakes.ante_kind == AnteKind::Each {
            for seat in lineup.dealt.clockwise_after(positions.button) {
                self.post(seat, PostKind::Ante, stakes.ante);
            }
        }
        if lineup.small_is_posted {
            self.post(positions.small, PostKind::SmallBlind, stakes.small_blind);
        }
        self.post(positions.big, PostKind::BigBlind, stakes.big_blind);
        for seat in lineup.posting.clockwise_after(positions.big) {
            let owes = owed[seat.index()];
            if owes.big {
                self.post(seat, PostKind::EntryBlind, stakes.big_blind);
            }
            if owes.small {
                self.post(seat, PostKind::DeadBlind, stakes.small_blind);
            }
        }
        match stakes.ante_kind {
            AnteKind::BigBlind => self.post(positions.big, PostKind::Ante, stakes.ante),
            // Nobody pays the ante of a dead button.
            AnteKind::Button if lineup.dealt.contains(positions.button) => {
                self.post(positions.button, PostKind::Ante, stakes.ante);
            }
            AnteKind::Button | AnteKind::Each | AnteKind::None => {}
        }
    }

    fn post(&mut self, seat: SeatNo, post: PostKind, due: Chips) {
        let stack = self.table.seat(seat).map_or(Chips::ZERO, |seat| seat.stack);
        let amount = due.min(stack);
        if !amount.is_zero() {
            self.emit(Event::Posted { seat, post, amount });
        }
    }
}
