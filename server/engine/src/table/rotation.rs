//! The next game in a table's rotation: by hands, by orbit, by level, or by the dealer's choice.

use super::lineup::NextHand;
use super::state::Rotation;
use crate::event::Event;
use cardroom_rules::{Forced, Millis, SeatNo, Switch};

impl NextHand<'_> {
    /// Moves to the next game after a hand if it is due, or asks a player for it.
    pub(super) fn game(&self, rotation: &Rotation, dealt: usize, now: Millis) -> Option<Event> {
        let switch = self.setup.switch;
        if switch == Switch::DealersChoice {
            let seat = self.chooses_game(rotation)?;
            let until = now + self.setup.rulebook.clock.base_ms;
            return Some(Event::ChoiceOffered { seat, until });
        }
        let play = rotation.next_of(self.setup.plays.len());
        rotation.is_due(switch, dealt).then_some(Event::GameChanged { play, by: None, at: now })
    }

    /// Returns the player with the next button, who chooses the game. After a game without blinds
    /// the button stands still, and the choice passes clockwise.
    fn chooses_game(&self, rotation: &Rotation) -> Option<SeatNo> {
        if !self.button.has_begun() {
            return None;
        }
        let lineup = self.lineup(0)?;
        let passes = self.game.forced == Forced::BringIn;
        let left_of = |chooser| lineup.dealt.next_after(chooser);
        let next = rotation.chooser().filter(|_| passes).and_then(left_of);
        let seat = next.unwrap_or(lineup.positions.button);
        lineup.dealt.contains(seat).then_some(seat)
    }
}
