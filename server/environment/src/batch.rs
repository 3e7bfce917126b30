//! Many tables at once, each with one hand after the other. The arrays belong to the caller, so a
//! step needs nothing of Python.

use crate::actions::{Answers, KINDS, Move};
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
    answers: Answers,
    /// The masks as they were written last. A step checks all actions before it touches a table.
    masks: Vec<i8>,
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
    /// The number of an action that is legal.
    Number(usize),
    Move(Move),
    Reset,
}

/// The arrays that a step fills, one row for each table. `to_act` is the seat on turn, and -1 if
/// the hand is over. Rewards and returns are in big blinds.
#[derive(Debug)]
pub struct Arrays<'a> {
    pub observations: &'a mut [f32],
    /// The legal actions, or the legal kinds of them.
    pub masks: &'a mut [i8],
    /// The smallest and the largest legal amount. Empty if answers have none.
    pub amounts: &'a mut [i64],
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
    amounts: &'a mut [i64],
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
        let (world, answers) = (Arc::clone(world), Answers::Numbers);
        let masks = vec![0; tables.len() * world.actions.count()];
        Ok(Self { world, tables, autoreset, answers, masks, due: Vec::new() })
    }

    /// Takes these answers from now on. They are numbers before.
    #[must_use]
    pub fn answered_with(self, answers: Answers) -> Self {
        Self { answers, ..self }
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
            place.write(&self.world, arrays.row(at, &self.world, self.answers))?;
        }
        keep(&mut self.masks, arrays, self.answers);
        Ok(())
    }

    /// Returns what an answer does at a table.
    fn due_at(&self, at: usize, answer: &[i64]) -> Result<Due, EnvError> {
        let number = match *answer {
            [number] => Some(usize::try_from(number).unwrap_or(usize::MAX)),
            _ => None,
        };
        let count = self.world.actions.count();
        if let Some(number) = number.filter(|number| *number < count)
            && self.masks[at * count + number] == 1
        {
            return Ok(Due::Number(number));
        }
        let state = &self.tables[at].state;
        match state.to_act() {
            ToAct::Nobody if self.autoreset == Autoreset::NextStep => Ok(Due::Reset),
            ToAct::Seat(_) => {
                let action = match *answer {
                    [kind, amount] => state.action_of_amount(kind, amount),
                    _ => state.action_of(number.unwrap_or(usize::MAX)),
                };
                action.map(Due::Move).map_err(|error| of(at, &error))
            }
            ToAct::Nobody | ToAct::Chance => Err(EnvError::Illegal(format!(
                "The hand at table {at} is over. Reset it with options={{\"reset_mask\": …}}."
            ))),
        }
    }

    /// Takes one action at each table.
    ///
    /// # Errors
    /// An action is not legal, with the number of its table. No table has changed then.
    pub fn step(&mut self, actions: &[i64], arrays: &mut Arrays<'_>) -> Result<(), EnvError> {
        let (width, tables) = (self.answers.width(), self.tables.len());
        if actions.len() != tables * width {
            let given = actions.len() / width;
            return Err(EnvError::Illegal(format!(
                "There are {given} actions for {tables} tables."
            )));
        }
        self.due.clear();
        for (at, answer) in actions.chunks(width).enumerate() {
            let due = self.due_at(at, answer)?;
            self.due.push(due);
        }
        let Self { world, tables, due, autoreset, answers, masks } = self;
        for (at, (place, due)) in tables.iter_mut().zip(due).enumerate() {
            place.step(world, *due, *autoreset, arrays, at)?;
            place.write(world, arrays.row(at, world, *answers))?;
        }
        keep(masks, arrays, *answers);
        Ok(())
    }
}

/// Keeps a copy of the masks, which the caller may change.
fn keep(masks: &mut [i8], arrays: &Arrays<'_>, answers: Answers) {
    if answers == Answers::Numbers {
        masks.copy_from_slice(arrays.masks);
    }
}

/// Returns how many numbers the mask of a table has.
fn mask_len(world: &World, answers: Answers) -> usize {
    match answers {
        Answers::Numbers => world.actions.count(),
        Answers::Amounts => KINDS.len(),
    }
}

fn amounts_len(answers: Answers) -> usize {
    match answers {
        Answers::Numbers => 0,
        Answers::Amounts => 2,
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
            && self.masks.len() == tables * mask_len(world, batch.answers)
            && self.amounts.len() == tables * amounts_len(batch.answers)
            && self.returns.len() == tables * world.seats
            && [self.to_act.len(), self.rewards.len(), self.terminated.len()] == [tables; 3]
    }

    fn row(&mut self, at: usize, world: &World, answers: Answers) -> Row<'_> {
        let (numbers, actions) = (world.layout.len(), mask_len(world, answers));
        let amounts = amounts_len(answers);
        Row {
            observation: &mut self.observations[at * numbers..(at + 1) * numbers],
            mask: &mut self.masks[at * actions..(at + 1) * actions],
            amounts: &mut self.amounts[at * amounts..(at + 1) * amounts],
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
            Due::Number(_) | Due::Move(_) => {
                let (seat, action) = self.due_move(due)?;
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
        Ok(())
    }

    /// Returns the seat on turn with its move.
    fn due_move(&self, due: Due) -> Result<(u8, Move), EnvError> {
        let ToAct::Seat(seat) = self.state.to_act() else { return Err(EnvError::Over) };
        match due {
            Due::Number(number) => Ok((seat, self.state.action_of(number)?)),
            Due::Move(action) => Ok((seat, action)),
            Due::Reset => Err(EnvError::Over),
        }
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
        if row.amounts.is_empty() {
            self.state.write_mask(row.mask);
        } else if let Some(options) = self.state.options() {
            options.write_kinds(row.mask, row.amounts);
        } else {
            row.mask.fill(0);
            row.amounts.fill(0);
        }
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
