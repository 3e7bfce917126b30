//! The start of a hand: the players dealt in, their posts, and the first cards.

use super::{Step, absent, lineup};
use crate::button::{Lineup, strictly_between};
use crate::event::{Event, HandStart, PostKind};
use crate::hand::Decks;
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::{Owes, Seat};
use crate::split::SeatOrder;
use cardroom_cards::{Concealed, DeckOrder};
use cardroom_rules::{AnteKind, Chips, Forced, HandNo, MAX_SEATS, SeatNo, Straddle};
use std::sync::Arc;

impl Step<'_> {
    pub(super) fn start_hand(
        &mut self,
        deck: DeckOrder,
        reshuffles: Vec<DeckOrder>,
        draw: u32,
    ) -> Result<(), Refusal> {
        let table = &*self.table;
        if table.hand.is_some() {
            return Err(RefusalKind::HandInProgress.into());
        }
        if !table.wants_hand(self.now) {
            return Err(RefusalKind::CannotStart.into());
        }
        let game = table.game();
        if !self.decks_fit(&deck, &reshuffles) {
            return Err(RefusalKind::BadDeck.into());
        }
        let lineup = lineup::of_next_hand(table, draw).ok_or(RefusalKind::CannotStart)?;
        let owed: [Owes; MAX_SEATS] = std::array::from_fn(|index| {
            let seat = table.state.seats.get(SeatNo::from_index(index));
            seat.map_or(Owes::default(), |seat| seat.owes)
        });

        let number = HandNo(table.state.last_hand.0 + 1);
        let bomb_pot = lineup::is_bomb_pot(table, number);
        let has_blinds = game.forced == Forced::Blinds && !bomb_pot;
        let play = table.state.play;
        let lineup = if bomb_pot {
            lineup.without_blinds(table.state.frozen_button, lineup::ready(table))
        } else {
            lineup
        };

        let (absent, missing) = (
            absent::absent_at_deal(table, lineup.dealt, self.now),
            absent::missing_of(table, lineup.dealt),
        );

        self.begin_charge_period();
        if has_blinds && !self.table.setup.ordered {
            self.note_missed_blinds(&lineup);
        }
        let positions = lineup.positions;
        self.emit(Event::HandStarted(Box::new(HandStart {
            hand: number,
            at: self.now,
            play,
            button: positions.button,
            small_position: positions.small,
            small_blind: (has_blinds && lineup.small_is_posted).then_some(positions.small),
            big_blind: has_blinds.then_some(positions.big),
            bomb_pot,
            dealt: lineup.dealt,
            absent,
            missing,
            deck: Some(Concealed::new(Arc::new(Decks { deck, reshuffles }))),
        })));
        if bomb_pot {
            self.post_bomb_antes(&lineup);
        } else {
            self.post_all(&lineup, &owed, has_blinds);
        }
        self.advance();
        Ok(())
    }

    /// Returns `true` if the orders are complete decks of the game, and enough of them.
    pub(super) fn decks_fit(&self, deck: &DeckOrder, reshuffles: &[DeckOrder]) -> bool {
        let game = self.table.game();
        let whole = game.deck.cards();
        let is_whole = |deck: &DeckOrder| deck.as_set() == whole;
        let enough = reshuffles.len() >= game.most_reshuffles();
        is_whole(deck) && enough && reshuffles.iter().all(is_whole)
    }

    fn post_bomb_antes(&mut self, lineup: &Lineup) {
        let ante = self.table.setup.ring.bomb_pot.map_or(Chips::ZERO, |bomb| bomb.ante);
        for seat in lineup.dealt.clockwise_after(lineup.positions.button) {
            self.post(seat, PostKind::Ante, ante);
        }
    }

    /// Records the blinds that sitting-out players miss and will owe on their return.
    fn note_missed_blinds(&mut self, lineup: &Lineup) {
        let Some(last) = self.table.state.positions else { return };
        let next = lineup.positions;
        for index in 0..usize::from(self.table.setup.seats) {
            let number = SeatNo::from_index(index);
            let Some(seat) = self.table.state.seats.get(number) else { continue };
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

    pub(super) fn post_all(&mut self, lineup: &Lineup, owed: &[Owes; MAX_SEATS], has_blinds: bool) {
        let stakes = *self.table.stakes();
        let positions = lineup.positions;
        // GAPS G-23: each player's ante comes before the blinds, a table ante after them.
        if stakes.ante_kind == AnteKind::Each {
            for seat in lineup.dealt.clockwise_after(positions.button) {
                self.post(seat, PostKind::Ante, stakes.ante);
            }
        }
        if !has_blinds {
            return;
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
            // No player pays the ante of a dead button.
            AnteKind::Button if lineup.dealt.contains(positions.button) => {
                self.post(positions.button, PostKind::Ante, stakes.ante);
            }
            AnteKind::Button | AnteKind::Each | AnteKind::None => {}
        }
        if let Some(seat) = self.straddler(lineup) {
            self.post(seat, PostKind::Straddle, stakes.big_blind.times(2));
        }
    }

    /// Returns the first player in position who wants to straddle and can pay in full. There
    /// is no straddle heads-up.
    fn straddler(&self, lineup: &Lineup) -> Option<SeatNo> {
        let rule = self.table.setup.ring.straddle?;
        let Lineup { positions, dealt, .. } = *lineup;
        if dealt.len() < 3 {
            return None;
        }
        let due = self.table.stakes().big_blind.times(2);
        let willing = |seat: &SeatNo| {
            let bet = self.hand().players[*seat].bet;
            let able = |taken: &Seat| taken.straddle && taken.stack >= due;
            bet.is_zero() && self.table.state.seats.get(*seat).is_some_and(able)
        };
        let mut others = dealt;
        others.remove(positions.big);
        if lineup.small_is_posted {
            others.remove(positions.small);
        }
        match rule {
            Straddle::Utg => dealt.next_after(positions.big).filter(|seat| others.contains(*seat)),
            Straddle::Button => Some(positions.button).filter(|seat| others.contains(*seat)),
            Straddle::Mississippi => {
                let from_button: SeatOrder = others.clockwise_after(positions.big).collect();
                return from_button.into_iter().rev().find(willing);
            }
        }
        .filter(willing)
    }

    fn post(&mut self, seat: SeatNo, post: PostKind, due: Chips) {
        let stack = self.table.state.seats.stack(seat);
        let amount = due.min(stack);
        if !amount.is_zero() {
            self.emit(Event::Posted { seat, post, amount });
        }
    }
}
