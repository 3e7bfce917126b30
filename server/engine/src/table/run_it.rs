//! Running a hand out on more than one board if all its players agree.

use super::Step;
use crate::event::Event;
use crate::hand::Phase;
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::{Deal, SeatNo};

impl Step<'_> {
    /// Asks the all-in players, once per hand, if the table offers it and board cards
    /// are still to come.
    pub(super) fn offer_run_it(&mut self) -> bool {
        let most = self.most_boards();
        let hand = self.hand();
        let is_of_boards = |deal: &Deal| matches!(deal, Deal::Burn | Deal::Board(_));
        let only_boards = hand.street.later_deals(self.table.game()).all(is_of_boards);
        if most < 2 || hand.boards.were_asked_for() || !only_boards {
            return false;
        }
        let until = self.now + self.table.setup.ring.run_it_ms;
        self.emit(Event::RunItOffered { most, until });
        true
    }

    /// Returns the most boards that the table allows and the deck can fill. Six-card Omaha with
    /// seven players leaves cards for only one.
    fn most_boards(&self) -> u8 {
        let Some(hand) = &self.table.hand else { return 1 };
        let (mut burned, mut dealt) = (0, 0);
        for deal in hand.street.later_deals(self.table.game()) {
            match deal {
                Deal::Board(count) => dealt += usize::from(*count),
                _ => burned += 1,
            }
        }
        let cards = self.known_stub().len();
        let fits = |boards: &u8| burned + usize::from(*boards) * dealt <= cards;
        (1..=self.table.setup.ring.run_it).rev().find(fits).unwrap_or(1)
    }

    pub(super) fn run_it(&mut self, seat: SeatNo, boards: u8) -> Result<(), Refusal> {
        self.table.checked_seat(seat)?;
        let hand = self.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
        let Phase::RunItVote { most, .. } = hand.phase else {
            return Err(RefusalKind::NothingToRun.into());
        };
        if !hand.players.awaits_run_it(seat) {
            return Err(RefusalKind::NothingToRun.into());
        }
        if !(1..=most).contains(&boards) {
            return Err(RefusalKind::BoardsOutOfRange { most }.into());
        }
        self.emit(Event::RunItAnswered { seat, boards });
        self.agree_if_decided();
        self.advance();
        Ok(())
    }

    /// Decides once a player wants one board, or all players have answered.
    fn agree_if_decided(&mut self) {
        if let Some(boards) = self.hand().players.boards_to_run() {
            self.emit(Event::RunItAgreed { boards });
        }
    }

    /// Runs one board, because a player has not answered in time.
    pub(super) fn run_it_once(&mut self) {
        self.emit(Event::RunItAgreed { boards: 1 });
        self.advance();
    }
}
