//! What all hands of an environment have in common: game, stakes, seats, and the numbers of
//! actions and observations that follow from them.

use crate::actions::ActionSet;
use crate::error::EnvError;
use crate::layout::Layout;
use cardroom_engine::{Input, Table, TableSetup};
use cardroom_match::decks;
use cardroom_match::game::{GameChoice, Terms};
use cardroom_match::schedule;
use cardroom_rules::{
    AnteKind, Betting, Chips, Library, MAX_SEATS, Millis, Play, PlayerId, SeatNo,
};
use std::sync::{Arc, LazyLock};

include!(concat!(env!("OUT_DIR"), "/config.rs"));

static LIBRARY: LazyLock<Library> = LazyLock::new(|| {
    Library::parse(GAMES.iter().copied(), RULEBOOKS.iter().copied())
        .expect("the tests parse the files of config/")
});

/// Returns the games and rulebooks of `config/`.
#[must_use]
pub fn library() -> &'static Library {
    &LIBRARY
}

/// Returns the ids of all games and rotations, sorted.
pub fn games() -> impl Iterator<Item = &'static str> {
    GAMES.iter().map(|(id, _)| *id)
}

/// Reads the name of a betting structure.
///
/// # Errors
/// A sentence with the known names.
pub fn betting(name: &str) -> Result<Betting, EnvError> {
    match name {
        "no-limit" => Ok(Betting::NoLimit),
        "pot-limit" => Ok(Betting::PotLimit),
        "fixed-limit" => Ok(Betting::FixedLimit),
        _ => Err(EnvError::setup(format!(
            "There is no betting structure \"{name}\". There are no-limit, pot-limit and \
             fixed-limit."
        ))),
    }
}

/// Reads the name of who pays an ante.
///
/// # Errors
/// A sentence with the known names.
pub fn ante_kind(name: &str) -> Result<AnteKind, EnvError> {
    match name {
        "each" => Ok(AnteKind::Each),
        "big-blind" => Ok(AnteKind::BigBlind),
        "button" => Ok(AnteKind::Button),
        _ => Err(EnvError::setup(format!(
            "There is no ante \"{name}\". It is paid by each, big-blind or button."
        ))),
    }
}

/// The game, its stakes and its players, with what follows from them.
#[derive(Debug)]
pub struct World {
    pub terms: Terms,
    pub setup: TableSetup,
    pub seats: usize,
    pub actions: ActionSet,
    pub layout: Layout,
    /// The table before its first hand.
    seated: Box<Table>,
}

impl World {
    /// Sets up a game for this many players. `sizes` are the wagers of discrete actions, as
    /// fractions of the pot. `ante` says who pays the ante, if not each player.
    ///
    /// # Errors
    /// A sentence that says what does not exist or does not fit.
    pub fn new(
        choice: &GameChoice,
        seats: usize,
        ante: Option<AnteKind>,
        sizes: &[f64],
    ) -> Result<Self, EnvError> {
        let terms = Terms::new(library(), library(), choice).map_err(EnvError::Setup)?;
        if !(2..=MAX_SEATS).contains(&seats) {
            return Err(EnvError::setup(format!("A table has 2 to {MAX_SEATS} seats.")));
        }
        let mut setup = terms.setup(seats).map_err(EnvError::Setup)?;
        if let Some(kind) = ante {
            let paid_by = |play: &Play| {
                let mut play = play.clone();
                let is_none = play.stakes.ante.is_zero();
                play.stakes.ante_kind = if is_none { AnteKind::None } else { kind };
                play
            };
            setup.plays = setup.plays.iter().map(paid_by).collect();
        }
        let actions = ActionSet::new(&setup.plays, sizes)?;
        let layout = Layout::new(&setup.plays, seats);
        let seated = seated(setup.clone(), terms.stack())?;
        Ok(Self { terms, setup, seats, actions, layout, seated })
    }

    /// Returns the table with its players, before a hand.
    #[must_use]
    pub fn seated(&self) -> Box<Table> {
        self.seated.clone()
    }

    /// Returns the same table as one that takes a hand on a later street.
    pub(crate) fn entered(&self) -> Result<Box<Table>, EnvError> {
        let setup = TableSetup { hybrid: true, ..self.setup.clone() };
        seated(setup, self.terms.stack())
    }

    #[must_use]
    pub fn plays(&self) -> &Arc<[Play]> {
        &self.setup.plays
    }

    #[must_use]
    pub fn big_blind(&self) -> u64 {
        self.terms.big_blind()
    }

    /// Returns a hand that is dealt as deal `deal` of `cardroom match --seed`. Deals count from 1.
    #[must_use]
    pub fn start_of(&self, seed: u64, deal: u32) -> Start {
        let play = self.play_of(deal);
        Start {
            stacks: vec![self.stack(); self.seats],
            button: schedule::button(deal, self.seats),
            play,
            decks: decks::decks(seed, deal, &self.setup.plays[usize::from(play)].game),
            later: None,
        }
    }

    /// Returns the game of a deal. In dealer's choice the games follow each other, because the
    /// button has no way to choose.
    #[must_use]
    pub fn play_of(&self, deal: u32) -> u8 {
        if self.terms.offers_choice() {
            return schedule::game_of(deal, self.setup.plays.len(), 1);
        }
        self.terms.play_of(deal, self.seats)
    }

    /// Returns the stack of each player before a hand.
    #[must_use]
    pub fn stack(&self) -> u64 {
        self.terms.stack()
    }
}

/// Everything that decides how a hand begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The chips of each seat. On a later street, those that are left.
    pub stacks: Vec<u64>,
    pub button: u8,
    /// The place of the game among those of a rotation.
    pub play: u8,
    pub decks: cardroom_engine::Decks,
    pub later: Option<Later>,
}

/// A hand that begins on a later street.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Later {
    /// Its place in the hand, counted from 1.
    pub street: u8,
    /// The chips in the middle.
    pub pot: u64,
}

fn seated(setup: TableSetup, stack: u64) -> Result<Box<Table>, EnvError> {
    let seats = setup.seats;
    let mut table = Table::new(setup).map_err(EnvError::Setup)?;
    for seat in (0..seats).map(SeatNo) {
        let (player, buy_in, owed) = (PlayerId(u64::from(seat.0) + 1), Chips(stack), Chips::ZERO);
        let sit = Input::Sit { seat, player, buy_in, owed, wait_for_big_blind: false };
        let step = table.step(Millis(1), sit);
        step.map_err(|refusal| EnvError::setup(refusal.to_string()))?;
    }
    Ok(Box::new(table))
}
