//! The face-up cards of the hand in progress: tabled hands and boards. They are gathered from
//! events, which are public by construction, so that awards can name the winning hands.

use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_engine::{Event, MAX_BOARD, MAX_BOARDS, MAX_HOLE};
use cardroom_rules::{MAX_SEATS, Play, SeatNo};

/// Tabled hands and boards of the hand in progress.
#[derive(Clone, Debug, Default)]
pub(crate) struct FaceUp {
    play: u8,
    hands: [ArrayVec<Card, MAX_HOLE>; MAX_SEATS],
    boards: ArrayVec<ArrayVec<Card, MAX_BOARD>, MAX_BOARDS>,
}

impl FaceUp {
    /// Notes an event, in the order in which they happen.
    pub(crate) fn note(&mut self, event: &Event) {
        match event {
            Event::HandStarted(start) => {
                *self = Self { play: start.play, ..Self::default() };
                self.boards.push(ArrayVec::new());
            }
            Event::Tabled { seat, cards } | Event::HandExposed { seat, cards, live: true, .. } => {
                self.hands[seat.index()].clone_from(cards);
            }
            Event::BoardDealt { board, cards } => {
                if let Some(board) = self.boards.get_mut(usize::from(*board)) {
                    board.extend(cards.iter().copied());
                }
            }
            Event::RunItAgreed { boards } => {
                let first = self.boards.first().cloned().unwrap_or_default();
                while self.boards.len() < usize::from(*boards).min(MAX_BOARDS) {
                    self.boards.push(first.clone());
                }
            }
            _ => {}
        }
    }

    /// Describes the hand of a seat in words, for one board and one half of the game's showdown;
    /// `None` if it is not face up. The board alone would be a hand, too, but not the one that won.
    pub(super) fn words(
        &self,
        plays: &[Play],
        seat: SeatNo,
        board: u8,
        half: u8,
    ) -> Option<String> {
        let hole = Some(&self.hands[seat.index()]).filter(|hole| !hole.is_empty())?;
        let half = plays.get(usize::from(self.play))?.game.showdown.get(usize::from(half))?;
        let board = self.boards.get(usize::from(board))?;
        let value = half.ranking.value(hole, board, half.hole)?;
        Some(half.ranking.describe(value))
    }
}
