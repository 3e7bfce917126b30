//! A hand as its record describes it, in one form for every format. It holds the known cards, the
//! moves and the results. It plays nothing, and has no amount that the record does not have.

use super::holding::Holding;
use super::peculiar::Peculiarity;
use cardroom_cards::Card;
use cardroom_rules::Stakes;

/// A hand that was really played.
#[derive(Clone, Debug)]
pub struct Script {
    /// The name in reports: its path, or its number at its site.
    pub name: String,
    /// The id of the game in `config/games`.
    pub game: &'static str,
    pub stakes: Stakes,
    /// The players dealt in, clockwise from the button's left. Heads-up, the first one has the big
    /// blind and the second one the button.
    pub players: Vec<Player>,
    pub blinds: Blinds,
    /// The button is on an empty seat. Otherwise the last player has it.
    pub dead_button: bool,
    /// The boards as far as they were dealt. More than one if the hand was run out more than once.
    pub boards: Vec<Vec<Card>>,
    /// The boards lay side by side from the start, with betting on all of them. Each wins its
    /// part of every pot.
    pub together: bool,
    pub moves: Vec<Move>,
    pub rake: u64,
    /// The peculiarities of the record, and how it was read.
    pub peculiar: Vec<Peculiarity>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blinds {
    /// The first two players. Heads-up, the button has the small blind.
    Both,
    /// The first player has the big blind. The seat of the small blind is empty.
    DeadSmall,
    /// Heads-up: the first player has the small blind and acts first on every street, because the
    /// button is on the big blind or on an empty seat.
    SmallFirst,
    OfButton,
    /// There are no blinds: a card decides the bring-in.
    None,
}

#[derive(Clone, Debug)]
pub struct Player {
    /// The record's name for the player's place.
    pub label: String,
    /// The chips before the hand.
    pub stack: u64,
    /// Owes a small blind, posted dead.
    pub owes_small: bool,
    /// Owes a big blind, posted live.
    pub owes_big: bool,
    pub straddles: bool,
    pub holding: Holding,
    /// The record shows the hand at the showdown.
    pub shows: bool,
    /// The chips after the hand, in half chips: some records split a chip.
    pub final_halves: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The street, counted from 0.
    pub street: usize,
    /// An index into the players, if the record gives it.
    pub player: Option<usize>,
    pub made: Made,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Made {
    Fold,
    CheckOrCall,
    /// Bet, raised or completed to this total of the street.
    To(u64),
    /// Bet or raised to this total of the hand.
    HandTotal(u64),
    /// Bet or raised by the only size there is.
    Limit,
    BringIn,
    /// Discarded this many cards. The holding has the cards.
    Draw(usize),
}

impl Script {
    /// Iterates over the players still in the hand when a street, counted from 0, began.
    pub(super) fn live_on(&self, street: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.players.len()).filter(move |player| !self.folded_before(*player, street))
    }

    fn folded_before(&self, player: usize, street: usize) -> bool {
        self.folds().any(|fold| fold.player == Some(player) && fold.street < street)
    }

    /// Returns the result of the hand as text.
    pub(super) fn recorded(&self) -> String {
        let stacks = self.players.iter().map(|player| match player.final_halves % 2 {
            0 => (player.final_halves / 2).to_string(),
            _ => format!("{}.5", player.final_halves / 2),
        });
        let stacks: Vec<String> = stacks.collect();
        format!("final stacks {}", stacks.join(" "))
    }

    /// Returns `true` if a player folded.
    pub(super) fn folded(&self, player: usize) -> bool {
        self.folds().any(|fold| fold.player == Some(player))
    }

    fn folds(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter().filter(|made| made.made == Made::Fold)
    }
}
