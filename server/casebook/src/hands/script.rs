//! A hand as its record tells it, in one form for every format. It says what was known, done and
//! won; it does not play, and holds no amount that the record does not have.

use super::holding::Holding;
use super::peculiar::Peculiarity;
use cardroom_cards::Card;
use cardroom_rules::Stakes;

/// A hand that was really played.
#[derive(Clone, Debug)]
pub struct Script {
    /// How reports name it: where it lies, or its number at its site.
    pub name: String,
    /// The game, by its id in `config/games`.
    pub game: &'static str,
    /// What it was played for.
    pub stakes: Stakes,
    /// Who was dealt in, clockwise from the button's left. Heads-up the first one has the big blind
    /// and the second one the button.
    pub players: Vec<Player>,
    /// Who posts, and where.
    pub blinds: Blinds,
    /// Nobody has the button: the seat it is on is empty. Otherwise the last player has it.
    pub dead_button: bool,
    /// The board as it came, as far as it came; more than one where the hand was run out more than
    /// once.
    pub boards: Vec<Vec<Card>>,
    /// The boards lay side by side from the start and were bet on together: each of them wins its
    /// part of every pot.
    pub together: bool,
    /// What the players did, in order.
    pub moves: Vec<Move>,
    /// What the house took.
    pub rake: u64,
    /// What is peculiar about the record, and how it was read.
    pub peculiar: Vec<Peculiarity>,
}

/// Who has the blinds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blinds {
    /// The first two players; heads-up the button has the small one.
    Both,
    /// The first player has the big blind; the seat of the small one is empty.
    DeadSmall,
    /// Heads-up: the first player has the small blind and acts first on every street, because the
    /// button is on the big blind or on an empty seat.
    SmallFirst,
    OfButton,
    /// Nobody: a card brings it in.
    None,
}

/// One player of a hand.
#[derive(Clone, Debug)]
pub struct Player {
    /// How the record calls the place.
    pub label: String,
    /// The chips before the hand.
    pub stack: u64,
    /// Owes a small blind, which is posted dead.
    pub owes_small: bool,
    /// Owes a big blind, which is posted live.
    pub owes_big: bool,
    pub straddles: bool,
    /// The cards, as far as they are known.
    pub holding: Holding,
    /// The record has the hand shown at the showdown.
    pub shows: bool,
    /// The chips after the hand, in half chips: some records split a chip.
    pub final_halves: u64,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// On which street, from 0.
    pub street: usize,
    /// Whose it was, where the record says so: a place among the players.
    pub player: Option<usize>,
    pub made: Made,
}

/// What a player did.
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
    /// Gave so many cards away; the holding says which.
    Draw(usize),
}

impl Script {
    /// Who was still in the hand when a street began, from 0.
    pub(super) fn live_on(&self, street: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.players.len()).filter(move |player| !self.folded_before(*player, street))
    }

    fn folded_before(&self, player: usize, street: usize) -> bool {
        self.folds().any(|fold| fold.player == Some(player) && fold.street < street)
    }

    /// What the hand came to, for people.
    pub(super) fn recorded(&self) -> String {
        let stacks = self.players.iter().map(|player| match player.final_halves % 2 {
            0 => (player.final_halves / 2).to_string(),
            _ => format!("{}.5", player.final_halves / 2),
        });
        let stacks: Vec<String> = stacks.collect();
        format!("final stacks {}", stacks.join(" "))
    }

    /// Whether a player gave up the hand.
    pub(super) fn folded(&self, player: usize) -> bool {
        self.folds().any(|fold| fold.player == Some(player))
    }

    fn folds(&self) -> impl Iterator<Item = &Move> {
        self.moves.iter().filter(|made| made.made == Made::Fold)
    }
}
