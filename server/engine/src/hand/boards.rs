//! The boards of a hand. There is one, unless all-in players agreed to run the hand out on more.

use super::Board;
use crate::bounds::MAX_BOARDS;
use arrayvec::ArrayVec;
use cardroom_cards::Card;

/// The boards of a hand, and whether the all-in players were asked how many to run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Boards {
    boards: ArrayVec<Board, MAX_BOARDS>,
    asked: bool,
}

impl Boards {
    /// Returns one board without cards.
    pub(crate) fn new() -> Self {
        Self { boards: [Board::new()].into_iter().collect(), asked: false }
    }

    pub(crate) fn first(&self) -> &Board {
        &self.boards[0]
    }

    pub(crate) fn get(&self, board: u8) -> &Board {
        &self.boards[usize::from(board)]
    }

    pub(crate) fn all(&self) -> &ArrayVec<Board, MAX_BOARDS> {
        &self.boards
    }

    pub(crate) fn is_single(&self) -> bool {
        self.boards.len() == 1
    }

    /// Returns the numbers of the boards, from 0.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u8> + use<> {
        (0..).take(self.boards.len())
    }

    pub(crate) fn is_last(&self, board: u8) -> bool {
        usize::from(board) + 1 == self.boards.len()
    }

    pub(crate) fn deal(&mut self, board: u8, card: Card) {
        self.boards[usize::from(board)].push(card);
    }

    /// Corrects the first board.
    pub(crate) fn replace_first(&mut self, board: Board) {
        self.boards[0] = board;
    }

    /// Returns `true` if the all-in players were asked how many boards to run.
    pub(crate) fn were_asked_for(&self) -> bool {
        self.asked
    }

    /// Records that the all-in players were asked how many boards to run.
    pub(crate) fn ask(&mut self) {
        self.asked = true;
    }

    /// Runs the hand out on this many boards, which share the cards dealt so far.
    pub(crate) fn run(&mut self, boards: u8) {
        while self.boards.len() < usize::from(boards) {
            let first = self.boards[0].clone();
            self.boards.push(first);
        }
    }
}
