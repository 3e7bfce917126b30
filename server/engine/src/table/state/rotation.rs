//! The game that a table plays, of all in its rotation, and who may choose the next one.

use cardroom_rules::{Appended, SeatNo, Switch};

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Rotation {
    /// Index of the game of the current or next hand.
    pub(super) play: u8,
    /// The number of hands dealt in that game.
    pub(super) hands: u32,
    /// The player who may choose the next hand's game.
    pub(super) choice: Option<SeatNo>,
    /// The last player who was asked to choose a game.
    pub(super) chooser: Appended<Option<SeatNo>>,
}

impl Rotation {
    /// Returns the index of the game of the current or next hand.
    pub(crate) fn play(&self) -> u8 {
        self.play
    }

    /// Returns the number of hands dealt in that game.
    pub(crate) fn hands(&self) -> u32 {
        self.hands
    }

    /// Returns the player who may choose the next hand's game.
    pub(crate) fn choice(&self) -> Option<SeatNo> {
        self.choice
    }

    /// Returns the last player who was asked to choose a game.
    pub(crate) fn chooser(&self) -> Option<SeatNo> {
        *self.chooser
    }

    /// Returns `true` if the game changes after a hand that was dealt to this many players.
    pub(crate) fn is_due(&self, switch: Switch, dealt: usize) -> bool {
        match switch {
            Switch::Hands(most) => self.hands >= most,
            Switch::Orbit => self.hands as usize >= dealt,
            Switch::Never | Switch::Level | Switch::DealersChoice => false,
        }
    }

    /// Returns the game after the current one.
    pub(crate) fn next_of(&self, games: usize) -> u8 {
        let games = u8::try_from(games).expect("a table has few games");
        (self.play + 1) % games
    }

    pub(crate) fn begin_hand(&mut self) {
        self.hands += 1;
        self.choice = None;
    }

    /// Takes back a hand that was voided.
    pub(crate) fn take_back_hand(&mut self, hands_before: u32) {
        self.hands = hands_before;
    }

    /// Goes back to the game of a hand that was voided after it was over.
    pub(crate) fn go_back_to(&mut self, play: u8, hands_before: u32) {
        (self.play, self.hands, self.choice) = (play, hands_before, None);
    }

    pub(crate) fn offer(&mut self, seat: SeatNo) {
        self.choice = Some(seat);
        self.chooser = Appended(Some(seat));
    }

    /// Changes the game. `by` chose it.
    pub(crate) fn change(&mut self, play: u8, by: Option<SeatNo>) {
        self.play = play;
        self.hands = 0;
        if by.is_some() {
            self.choice = None;
        }
    }

    /// Begins with the first game if the current one is gone.
    pub(crate) fn fit(&mut self, games: usize) {
        if usize::from(self.play) >= games {
            self.play = 0;
            self.hands = 0;
        }
    }

    /// Follows players to their new seats.
    pub(crate) fn reseat(&mut self, new_seat: impl Fn(SeatNo) -> Option<SeatNo>) {
        self.choice = self.choice.and_then(&new_seat);
        *self.chooser = self.chooser.and_then(new_seat);
    }
}
