//! Deals to players and boards, and the seats that are in the hand.

use super::Walk;
use crate::fraud::{Code, Fraud, check};
use crate::script::Op;
use cardroom_cards::Card;

impl Walk<'_> {
    pub(super) fn dealt_down(&mut self, each: u8) -> Result<(), Fraud> {
        let for_the_board = self.is_at_last_street() && self.deals_one_to_the_board()?;
        check(!for_the_board, Code::Script, "The last card is for the board.")?;
        let op = self.op_of(Op::Down, usize::from(each))?;
        self.need(op, "these cards down")?;
        let live = self.live();
        let places = self.take_many(live.len() * usize::from(each))?;
        for (seat, place) in live.iter().cycle().zip(places) {
            if let Some(hand) = self.hands.get_mut(seat) {
                hand.give(place);
                hand.dealt.push(place);
            }
        }
        self.course.down(each);
        Ok(())
    }

    pub(super) fn dealt_up(&mut self, cards: &[(u8, Card)]) -> Result<(), Fraud> {
        self.need(Op::Up, "a card up")?;
        let is_to_all = self.live().iter().eq(cards.iter().map(|(seat, _)| seat));
        check(is_to_all, Code::Script, "The up cards go to other seats.")?;
        let places = self.take_many(cards.len())?;
        self.course.up(cards);
        for ((seat, card), place) in cards.iter().zip(places) {
            if let Some(hand) = self.hands.get_mut(seat) {
                hand.give(place);
                hand.dealt.push(place);
            }
            self.expect(&[place], &[*card], &format!("an up card of seat {seat}"));
        }
        Ok(())
    }

    pub(super) fn dealt_to_board(&mut self, board: u8, cards: &[Card]) -> Result<(), Fraud> {
        if self.is_at_last_street() && self.deals_one_to_the_board()? {
            self.end_draw()?;
            self.burn_if_due()?;
            let is_one = board == 0 && cards.len() == 1;
            check(is_one, Code::Script, "One card is for the board.")?;
            self.at = self.dealt.opening.script.len();
        } else {
            self.deal_next_board(board, cards.len())?;
        }
        let places = self.take_many(cards.len())?;
        for (place, card) in places.iter().zip(cards) {
            self.expect(&[*place], &[*card], "a card of the board");
        }
        self.board.extend(places);
        self.course.board(board, cards);
        Ok(())
    }

    /// Goes on to the first board of a deal, or from one board to the next.
    fn deal_next_board(&mut self, board: u8, cards: usize) -> Result<(), Fraud> {
        let op = self.op_of(Op::Board, cards)?;
        if board == 0 && self.next_board == 0 {
            self.need(op, "these cards to the board")?;
        }
        let last = self.at.checked_sub(1).and_then(|at| self.dealt.opening.script.get(at));
        let is_next = board == self.next_board && last == Some(&op);
        check(is_next, Code::Script, "The cards go to another board.")?;
        self.next_board = if board + 1 == self.boards { 0 } else { board + 1 };
        Ok(())
    }

    pub(super) fn runs_out(&mut self, boards: u8) -> Result<(), Fraud> {
        check(self.next_board == 0, Code::Script, "Boards are added within a deal.")?;
        let is_more = boards >= self.boards;
        check(is_more, Code::Script, "The hand is run out on fewer boards.")?;
        self.boards = boards;
        self.course.boards(boards);
        Ok(())
    }

    /// Takes a seat out of the hand. A seat that is not in it changes nothing.
    pub(super) fn folded(&mut self, seat: u8) -> Result<(), Fraud> {
        if let Some(hand) = self.hands.get_mut(&seat).filter(|hand| hand.is_live) {
            hand.is_live = false;
            self.course.fold(seat);
            self.leave_draw(seat);
        }
        Ok(())
    }

    pub(super) fn restored(&mut self, seat: u8) -> Result<(), Fraud> {
        let hand = self.hands.get_mut(&seat);
        check(hand.is_some(), Code::Script, "A hand is restored that was not dealt.")?;
        if let Some(hand) = hand {
            hand.is_live = true;
        }
        self.course.restored(seat);
        Ok(())
    }
}
