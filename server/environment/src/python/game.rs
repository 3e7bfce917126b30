//! Games with their stakes, seats and actions.

use super::state::State;
use crate::error::EnvError;
use crate::world::{self, World};
use cardroom_match::brains::BrainKind;
use cardroom_match::game::GameChoice;
use pyo3::prelude::*;
use std::sync::Arc;

/// A game with its stakes, its number of seats and its discrete actions.
#[pyclass(frozen, module = "cardroom_env")]
pub(super) struct Game {
    pub(super) world: Arc<World>,
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game="holdem", *, seats=2, stack=200.0, blinds=(50, 100), betting=None,
        ante=None, ante_kind=None, rulebook="online", sizes=None))]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    pub(super) fn new(
        game: &str,
        seats: usize,
        stack: f64,
        blinds: (u64, u64),
        betting: Option<&str>,
        ante: Option<u64>,
        ante_kind: Option<&str>,
        rulebook: &str,
        sizes: Option<Vec<f64>>,
    ) -> PyResult<Self> {
        let (small_blind, big_blind) = blinds;
        let choice = GameChoice {
            game: game.to_owned(),
            betting: betting.map(world::betting).transpose()?,
            small_blind,
            big_blind,
            ante,
            stack: chips(stack, big_blind)?,
            rulebook: rulebook.to_owned(),
        };
        let ante_kind = ante_kind.map(world::ante_kind).transpose()?;
        let sizes = sizes.unwrap_or_else(|| vec![0.5, 1.0]);
        let world = World::new(&choice, seats, ante_kind, &sizes)?;
        Ok(Self { world: Arc::new(world) })
    }

    /// The name of the game with its betting.
    #[getter]
    fn name(&self) -> String {
        self.world.terms.name()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.world.seats
    }

    /// The chips of a big blind, or of a small bet.
    #[getter]
    fn big_blind(&self) -> u64 {
        self.world.big_blind()
    }

    /// The chips of a stack.
    #[getter]
    fn stack(&self) -> u64 {
        self.world.stack()
    }

    /// How many discrete actions there are.
    #[getter]
    fn num_actions(&self) -> usize {
        self.world.actions.count()
    }

    /// How many numbers an observation has.
    #[getter]
    fn observation_size(&self) -> usize {
        self.world.layout.len()
    }

    /// The name, shape and first place of each section of an observation.
    #[getter]
    fn sections(&self) -> Vec<(&'static str, Vec<usize>, usize)> {
        let sections = self.world.layout.sections().iter();
        sections.map(|one| (one.what.name(), one.shape.clone(), one.at)).collect()
    }

    /// A deal of a seed: `State(game, seed=seed, deal=deal)`, in less time.
    fn deal(&self, seed: u64, deal: u32) -> PyResult<State> {
        Ok(State::of_deal(&self.world, seed, deal)?)
    }

    /// The name of a discrete action.
    fn action_name(&self, action: usize) -> PyResult<String> {
        let name = self.world.actions.name(action);
        let missing = || EnvError::Illegal(format!("There is no action {action}."));
        Ok(name.ok_or_else(missing)?)
    }

    fn __repr__(&self) -> String {
        let World { terms, seats, .. } = &*self.world;
        format!("<Game: {}, {}, {seats} seats>", terms.name(), terms.stakes())
    }
}

/// The ids of all games and rotations.
#[pyfunction]
pub(super) fn games() -> Vec<&'static str> {
    world::games().collect()
}

/// The names of the brains that can have seats.
#[pyfunction]
pub(super) fn brains() -> Vec<&'static str> {
    BrainKind::ALL.iter().map(|kind| kind.name()).collect()
}

/// Returns the brain with this name, which may be written as `cardroom match` has it.
pub(super) fn brain(name: &str) -> Result<BrainKind, EnvError> {
    let plain = name.strip_prefix("brain:").unwrap_or(name);
    BrainKind::named(plain).ok_or_else(|| {
        let known = BrainKind::ALL.map(BrainKind::name).join(", ");
        EnvError::Setup(format!("There is no brain \"{plain}\". There are {known}."))
    })
}

/// Returns big blinds in chips.
fn chips(blinds: f64, big_blind: u64) -> Result<u64, EnvError> {
    let chips = blinds * big_blind as f64;
    if !(1.0..=9e15).contains(&chips) || chips.fract() != 0.0 {
        return Err(EnvError::Setup(format!(
            "A stack is a number of whole chips: {blinds} big blinds of {big_blind} are {chips}."
        )));
    }
    Ok(chips as u64)
}
