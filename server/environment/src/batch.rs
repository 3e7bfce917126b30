//! Many tables at once, each with one hand after the other. The arrays belong to the caller, so a
//! step needs nothing of Python.

use crate::actions::Move;
use crate::error::EnvError;
use crate::mirror::Mirror;
use crate::state::{Cards, State, ToAct};
use crate::world::{Start, World};
use cardroom_match::brains::BrainKind;
use cardroom_rules::MAX_SEATS;
use std::sync::Arc;

/// When a table whose hand is over deals the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Autoreset {
    /// In the step that ended the hand.
    SameStep,
    /// In the next step, which ignores its action.
    NextStep,
    /// Only when the caller resets the table.
    Disabled,
}

/// Tables of one game.
#[derive(Debug)]
pub struct Batch {
    world: Arc<World>,
    tables: Vec<Place>,
    autoreset: Autoreset,
    /// The next thing to do at each table.
    due: Vec<Due>,
}

#[derive(Debug)]
struct Place {
    state: State,
    seed: u64,
    /// The number of the hand, from 1.
    deal: u32,
    /// The table as brains see it.
    mirror: Option<Mirror>,
    /// The brain of each seat that has one.
    brains: [Option<BrainKind>; MAX_SEATS],
}

#[derive(Clone, Copy, Debug)]
enum Due {
    Act(u8, Move),
    Reset,
}

/// The arrays that a step fills, one row for each table. `to_act` is the seat on turn, and -1 if
/// the hand is over. Rewards and returns are in big blinds.
#[derive(Debug)]
pub struct Arrays<'a> {
    pub observations: &'a mut [f32],
    pub masks: &'a mut [i8],
    pub to_act: &'a mut [i8],
    /// The result of the seat that acted, if the hand is over, and 0 otherwise.
    pub rewards: &'a mut [f64],
    /// The results of all seats, if the hand is over.
    pub returns: &'a mut [f64],
    pub terminated: &'a mut [bool],
}

/// The rows of one table.
struct Row<'a> {
    observation: &'a mut [f32],
    mask: &'a mut [i8],
    to_act: &'a mut i8,
}

impl Batch {
    /// Opens tables. `brains` has the brain of each seat that is none of the learner's.
    ///
    /// # Errors
    /// Brains have all seats, or there is no table.
    pub fn new(
        world: &Arc<World>,
        tables: usize,
        brains: &[Option<BrainKind>],
        autoreset: Autoreset,
    ) -> Result<Self, EnvError> {
        if tables == 0 {
            return Err(EnvError::setup("A vector has at least one table."));
        }
        let mut of_seats = [None; MAX_SEATS];
        for (place, brain) in of_seats.iter_mut().zip(brains) {
            *place = *brain;
        }
        if of_seats[..world.seats].iter().all(Option::is_some) {
            return Err(EnvError::setup("A learner has at least one of the seats."));
        }
        let has_brains = of_seats.iter().any(Option::is_some);
        let place = |number: usize| {
            let seed = number as u64;
            let state = State::new(world, world.start_of(seed, 1), &Cards::Deck)?;
            let mirror = has_brains.then(|| Mirror::open(world, &of_seats, seed)).transpose()?;
            Ok(Place { state, seed, deal: 0, mirror, brains: of_seats })
        };
        let tables = (0..tables).map(place).collect::<Result<Vec<Place>, EnvError>>()?;
        Ok(Self { world: Arc::clone(world), tables, autoreset, due: Vec::new() })
    }

    #[must_use]
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.tables.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }

    /// Returns the hand at a table.
    #[must_use]
    pub fn state(&self, table: usize) -> Option<&State> {
        self.tables.get(table).map(|place| &place.state)
    }

    /// Sets the seed of a table. Its next hand is the first deal of the seed.
    ///
    /// # Errors
    /// There is no such table.
    pub fn seed(&mut self, table: usize, seed: u64) -> Result<(), EnvError> {
        let place = self.tables.get_mut(table);
        let place = place.ok_or_else(|| EnvError::setup("There is no such table."))?;
        (place.seed, place.deal) = (seed, 0);
        place.seat_brains(&self.world)
    }

    /// Deals the next hand at the tables that are named, and fills the rows of all.
    ///
    /// # Errors
    /// A hand cannot be dealt.
    pub fn reset(&mut self, wanted: &[bool], arrays: &mut Arrays<'_>) -> Result<(), EnvError> {
        for (at, place) in self.tables.iter_mut().enumerate() {
            if wanted.get(at).copied().unwrap_or(true) {
                place.deal_next(&self.world)?;
                arrays.terminated[at] = false;
            }
            arrays.rewards[at] = 0.0;
            arrays.returns_of(at, self.world.seats).fill(0.0);
            place.write(&self.world, arrays.row(at, &self.world))?;
        }
        Ok(())
    }

    /// Takes one action at each table.
    ///
    /// # Errors
    /// An action is not legal, with the number of its table. No table has changed then.
    pub fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) -> Result<(), EnvError> {
        if actions.len() != self.tables.len() {
            let (given, tables) = (actions.len(), self.tables.len());
            return Err(EnvError::Illegal(format!(
                "There are {given} actions for {tables} tables."
            )));
        }
        self.due.clear();
        for (at, (place, number)) in self.tables.iter().zip(actions).enumerate() {
            let due = match place.state.to_act() {
                ToAct::Nobody if self.autoreset == Autoreset::NextStep => Due::Reset,
                ToAct::Seat(seat) => {
                    let number = usize::try_from(*number).unwrap_or(usize::MAX);
                    Due::Act(seat, place.state.action_of(number).map_err(|error| of(at, &error))?)
                }
                ToAct::Nobody | ToAct::Chance => {
                    return Err(EnvError::Illegal(format!(
                        "The hand at table {at} is over. Reset it with options={{\"reset_mask\": \
                         …}}."
                    )));
                }
            };
            self.due.push(due);
        }
        let Self { world, tables, due, autoreset, .. } = self;
        for (at, (place, due)) in tables.iter_mut().zip(due).enumerate() {
            place.step(world, *due, *autoreset, arrays, at)?;
        }
        Ok(())
    }
}

fn of(table: usize, error: &EnvError) -> EnvError {
    EnvError::Illegal(format!("Table {table}: {error}"))
}

impl Arrays<'_> {
    /// Returns `true` if there is a row for each table.
    #[must_use]
    pub fn fit(&self, batch: &Batch) -> bool {
        let (tables, world) = (batch.tables.len(), &batch.world);
        self.observations.len() == tables * world.layout.len()
            && self.masks.len() == tables * world.actions.count()
            && self.returns.len() == tables * world.seats
            && [self.to_act.len(), self.rewards.len(), self.terminated.len()] == [tables; 3]
    }

    fn row(&mut self, at: usize, world: &World) -> Row<'_> {
        let (numbers, actions) = (world.layout.len(), world.actions.count());
        Row {
            observation: &mut self.observations[at * numbers..(at + 1) * numbers],
            mask: &mut self.masks[at * actions..(at + 1) * actions],
            to_act: &mut self.to_act[at],
        }
    }

    fn returns_of(&mut self, at: usize, seats: usize) -> &mut [f64] {
        &mut self.returns[at * seats..(at + 1) * seats]
    }
}

impl Place {
    fn step(
        &mut self,
        world: &Arc<World>,
        due: Due,
        autoreset: Autoreset,
        arrays: &mut Arrays<'_>,
        at: usize,
    ) -> Result<(), EnvError> {
        (arrays.rewards[at], arrays.terminated[at]) = (0.0, false);
        arrays.returns_of(at, world.seats).fill(0.0);
        match due {
            Due::Reset => self.deal_next(world)?,
            Due::Act(seat, action) => {
                self.act(seat, action)?;
                self.play_brains()?;
                if let Some(net) = self.state.net() {
                    let blinds = |chips: i64| chips as f64 / world.big_blind() as f64;
                    arrays.rewards[at] = blinds(net[usize::from(seat)]);
                    arrays.terminated[at] = true;
                    for (place, chips) in arrays.returns_of(at, world.seats).iter_mut().zip(net) {
                        *place = blinds(*chips);
                    }
                    if autoreset == Autoreset::SameStep {
                        self.deal_next(world)?;
                    }
                }
            }
        }
        self.write(world, arrays.row(at, world))
    }

    fn act(&mut self, seat: u8, action: Move) -> Result<(), EnvError> {
        self.state.apply(action)?;
        match &mut self.mirror {
            Some(mirror) => mirror.act(seat, action),
            None => Ok(()),
        }
    }

    /// Deals hands until a learner has a decision. A hand without one is no episode.
    fn deal_next(&mut self, world: &Arc<World>) -> Result<(), EnvError> {
        loop {
            self.deal += 1;
            let start = world.start_of(self.seed, self.deal);
            self.begin(world, start)?;
            if !self.state.is_over() {
                return Ok(());
            }
        }
    }

    fn begin(&mut self, world: &World, start: Start) -> Result<(), EnvError> {
        if self.mirror.as_ref().is_some_and(Mirror::is_playing) {
            // The caller deals the next hand before this one is over.
            self.seat_brains(world)?;
        }
        if let Some(mirror) = &mut self.mirror {
            mirror.deal(&start)?;
        }
        self.state.restart(start)?;
        self.play_brains()
    }

    /// Seats the brains anew.
    fn seat_brains(&mut self, world: &World) -> Result<(), EnvError> {
        if self.mirror.is_some() {
            self.mirror = Some(Mirror::open(world, &self.brains, self.seed)?);
        }
        Ok(())
    }

    /// Lets brains act until a learner is on turn, or the hand is over.
    fn play_brains(&mut self) -> Result<(), EnvError> {
        while let (ToAct::Seat(seat), Some(mirror)) = (self.state.to_act(), &mut self.mirror) {
            let Some(action) = mirror.ask(seat)? else { return Ok(()) };
            self.act(seat, action)?;
        }
        Ok(())
    }

    fn write(&self, world: &World, row: Row<'_>) -> Result<(), EnvError> {
        self.state.write_mask(row.mask);
        match self.state.to_act() {
            ToAct::Seat(seat) => {
                *row.to_act = i8::try_from(seat).unwrap_or(i8::MAX);
                self.state.write_observation(usize::from(seat), row.observation)
            }
            ToAct::Chance | ToAct::Nobody => {
                *row.to_act = -1;
                world.layout.write(None, row.observation);
                Ok(())
            }
        }
    }
}
