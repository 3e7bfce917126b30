//! The next game in a table's rotation: by hands, by orbit, by level, or by the dealer's choice.

use super::{Step, lineup};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::{SeatNo, Switch};

impl Step<'_> {
    /// Moves to the next game after a hand if it is due, or asks the player with the next button.
    pub(super) fn rotate(&mut self, players_dealt: usize) {
        let table = &*self.table;
        let hands = table.state.hands_of_play as usize;
        match table.setup.switch {
            Switch::Never | Switch::Level => {}
            Switch::Hands(most) if hands >= most as usize => self.change_game(),
            Switch::Orbit if hands >= players_dealt => self.change_game(),
            Switch::Hands(_) | Switch::Orbit => {}
            Switch::DealersChoice => self.offer_choice(),
        }
    }

    /// Asks the player with the next button to choose the game.
    fn offer_choice(&mut self) {
        let table = &*self.table;
        if table.state.positions.is_none() && table.state.frozen_button.is_none() {
            return;
        }
        let Some(lineup) = lineup::of_next_hand(table, 0) else { return };
        let seat = lineup.positions.button;
        if !lineup.dealt.contains(seat) {
            return;
        }
        let until = self.now + table.setup.rulebook.clock.base_ms;
        self.emit(Event::ChoiceOffered { seat, until });
    }

    fn change_game(&mut self) {
        let games = u8::try_from(self.table.setup.plays.len()).expect("a table has few games");
        let play = (self.table.state.play + 1) % games;
        self.emit(Event::GameChanged { play, by: None, at: self.now });
    }

    pub(super) fn next_game(&mut self) -> Result<(), Refusal> {
        if self.table.setup.switch != Switch::Level {
            return Err(RefusalKind::NothingToDo.into());
        }
        if self.table.hand.is_some() {
            return Err(RefusalKind::HandInProgress.into());
        }
        self.change_game();
        Ok(())
    }

    pub(super) fn choose_game(&mut self, seat: SeatNo, play: u8) -> Result<(), Refusal> {
        self.table.checked_seat(seat)?;
        if self.table.hand.is_some() || self.table.state.choice != Some(seat) {
            return Err(RefusalKind::NotYourChoice.into());
        }
        if usize::from(play) >= self.table.setup.plays.len() {
            return Err(RefusalKind::UnknownGame.into());
        }
        self.emit(Event::GameChanged { play, by: Some(seat), at: self.now });
        Ok(())
    }
}
