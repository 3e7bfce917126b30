//! Running a hand out on more than one board if all its players agree.

use super::Step;
use crate::event::Event;
use crate::hand::{Hand, Phase};
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::{Deal, Game, Millis, RingTerms, SeatNo};

impl Hand {
    /// Asks the all-in players, once per hand, if the table offers it and board cards are still to
    /// come.
    pub(super) fn offers_run_it(
        &self,
        game: &Game,
        ring: &RingTerms,
        now: Millis,
    ) -> Option<Event> {
        let most = self.most_boards(game, ring.run_it);
        let is_of_boards = |deal: &Deal| matches!(deal, Deal::Burn | Deal::Board(_));
        let only_boards = self.street.later_deals(game).all(is_of_boards);
        let is_offered = most >= 2 && !self.boards.were_asked_for() && only_boards;
        is_offered.then(|| Event::RunItOffered { most, until: now + ring.run_it_ms })
    }

    /// Returns the most boards that the table allows and the deck can fill. Six-card Omaha with seven
    /// players leaves cards for only one.
    fn most_boards(&self, game: &Game, allowed: u8) -> u8 {
        let (mut burned, mut dealt) = (0, 0);
        for deal in self.street.later_deals(game) {
            match deal {
                Deal::Board(count) => dealt += usize::from(*count),
                _ => burned += 1,
            }
        }
        let cards = self.deck.known_stub().len();
        let fits = |boards: &u8| burned + usize::from(*boards) * dealt <= cards;
        (1..=allowed).rev().find(fits).unwrap_or(1)
    }
}

pub(super) fn answer(step: &mut Step<'_>, seat: SeatNo, boards: u8) -> Result<(), Refusal> {
    step.table.checked_seat(seat)?;
    let hand = step.table.hand.as_ref().ok_or(RefusalKind::NoHand)?;
    let Phase::RunItVote { most, .. } = hand.phase else {
        return Err(RefusalKind::NothingToRun.into());
    };
    if !hand.players.awaits_run_it(seat) {
        return Err(RefusalKind::NothingToRun.into());
    }
    if !(1..=most).contains(&boards) {
        return Err(RefusalKind::BoardsOutOfRange { most }.into());
    }
    step.emit(Event::RunItAnswered { seat, boards });
    // One player who wants one board decides, or else all answers together.
    if let Some(boards) = step.hand().players.boards_to_run() {
        step.emit(Event::RunItAgreed { boards });
    }
    step.advance();
    Ok(())
}
