//! One hand.

use super::game::Game;
use crate::actions::{Move, by_rank};
use crate::error::EnvError;
use crate::felt::What;
use crate::laid::Given;
use crate::state::{self, Cards, ToAct};
use crate::world::{Later, Start, World};
use cardroom_cards::{Card, CardSet, DeckOrder, parse_cards};
use cardroom_rules::Betting;
use numpy::PyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::sync::Arc;

/// The number of the player if a card is due.
pub(super) const CHANCE: i64 = -1;
/// The number of the player if the hand is over.
pub(super) const OVER: i64 = -2;

/// One hand, from its start to its end.
#[pyclass(module = "cardroom_env")]
pub(super) struct State {
    pub(super) state: state::State,
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (game=None, *, seed=0, deal=1, button=None, stacks=None, deck=None,
        hole_cards=None, board=None, street=0, pot=0, chance=None, **settings))]
    #[allow(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        python: Python<'_>,
        game: Option<&Bound<'_, PyAny>>,
        seed: u64,
        deal: u32,
        button: Option<u8>,
        stacks: Option<Vec<u64>>,
        deck: Option<&Bound<'_, PyAny>>,
        hole_cards: Option<Vec<Bound<'_, PyAny>>>,
        board: Option<&Bound<'_, PyAny>>,
        street: u8,
        pot: u64,
        chance: Option<&str>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let game = game_of(python, game, settings)?;
        let world = &game.get().world;
        let mut start = start_of(world, seed, deal)?;
        if let Some(button) = button {
            start.button = button;
        }
        if let Some(stacks) = stacks {
            if stacks.len() != world.seats || stacks.contains(&0) {
                let seats = world.seats;
                return Err(EnvError::Setup(format!(
                    "There are {seats} stacks of at least one chip, one for each seat."
                ))
                .into());
            }
            start.stacks = stacks;
        }
        if let Some(deck) = deck {
            start.decks.deck = whole_deck(&cards(deck)?, &start)?;
        }
        start.later = later(street, pot)?;
        let cards = how_cards_come(hole_cards, board, chance)?;
        let state = state::State::new(world, start, &cards)?;
        Ok(Self { state })
    }

    /// The seat on turn, CHANCE if a card is due, or OVER.
    fn current_player(&self) -> i64 {
        match self.state.to_act() {
            ToAct::Seat(seat) => seat.into(),
            ToAct::Chance => CHANCE,
            ToAct::Nobody => OVER,
        }
    }

    fn is_terminal(&self) -> bool {
        self.state.is_over()
    }

    fn is_chance(&self) -> bool {
        self.state.to_act() == ToAct::Chance
    }

    /// The numbers of the legal actions, or the cards that can come next.
    fn legal_actions<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if self.is_chance() {
            return PyList::new(python, self.state.outcomes().iter().map(Card::to_string));
        }
        PyList::new(python, self.state.legal_numbers())
    }

    /// The legal actions, with amounts in chips. Amounts of wagers are totals for the street.
    fn legal<'py>(&self, python: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let legal = PyDict::new(python);
        let Some(options) = self.state.options() else { return Ok(legal) };
        legal.set_item("fold", options.fold)?;
        legal.set_item("check", options.check)?;
        legal.set_item("call", options.call)?;
        legal.set_item("bring_in", options.bring_in)?;
        let wager = options
            .wager
            .map(|wager| (if wager.raise { "raise" } else { "bet" }, wager.min_to, wager.max_to));
        legal.set_item("wager", wager)?;
        legal.set_item("discard", options.discard)?;
        Ok(legal)
    }

    /// Takes an action: its number, its name, or its name with an amount or cards. If a card is
    /// due, takes the card.
    fn apply(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.is_chance() {
            let text: String = action.extract().map_err(|_| PyErr::from(EnvError::CardDue))?;
            return Ok(self.state.deal(card(&text)?)?);
        }
        if let Ok(number) = action.extract::<i64>() {
            let number = usize::try_from(number).unwrap_or(usize::MAX);
            return Ok(self.state.apply_number(number)?);
        }
        Ok(self.state.apply(move_of(action)?)?)
    }

    /// The kind and the amount or cards of a numbered action.
    fn action<'py>(&self, python: Python<'py>, number: usize) -> PyResult<Bound<'py, PyTuple>> {
        let action = self.state.action_of(number)?;
        let plain = |kind: &str| (kind, python.None()).into_pyobject(python);
        let chips = |kind: &str, to: u64| (kind, to).into_pyobject(python);
        match action {
            Move::Fold => plain("fold"),
            Move::Check => plain("check"),
            Move::Call => plain("call"),
            Move::BringIn => plain("bring-in"),
            Move::Bet(to) => chips("bet", to),
            Move::RaiseTo(to) => chips("raise", to),
            Move::Discard(cards) => ("discard", texts(cards.iter())).into_pyobject(python),
        }
    }

    /// The cards that can come next, each with its probability.
    fn chance_outcomes(&self) -> Vec<(String, f64)> {
        let outcomes = self.state.outcomes();
        let probability = 1.0 / outcomes.len().max(1) as f64;
        outcomes.iter().map(|card| (card.to_string(), probability)).collect()
    }

    /// The seat that receives the card that is due; None for the board.
    fn receiver(&self) -> PyResult<Option<u8>> {
        let receiver = self.state.receiver();
        Ok(receiver.ok_or(EnvError::NoCardDue)?)
    }

    fn clone(&self) -> Self {
        Self { state: self.state.clone() }
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// The result of each seat in big blinds; zeros until the hand is over.
    fn returns(&self) -> Vec<f64> {
        let world = self.state.world();
        let blinds = |chips: &i64| *chips as f64 / world.big_blind() as f64;
        match self.state.net() {
            Some(net) => net.iter().map(blinds).collect(),
            None => vec![0.0; world.seats],
        }
    }

    /// The result of each seat in chips.
    fn net(&self) -> PyResult<Vec<i64>> {
        let net = self.state.net().map(<[i64]>::to_vec);
        Ok(net.ok_or_else(|| EnvError::Illegal("The hand is not over.".to_owned()))?)
    }

    /// The observation of a seat, as OBSERVATIONS.md specifies it. Without a seat, the one on turn.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        python: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat.or_else(|| usize::try_from(self.current_player()).ok()))?;
        let mut numbers = vec![0.0; self.state.world().layout.len()];
        self.state.write_observation(seat, &mut numbers)?;
        Ok(PyArray1::from_slice(python, &numbers))
    }

    /// 1 for each legal action, and 0 for the others.
    fn action_mask<'py>(&self, python: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.state.world().actions.count()];
        self.state.write_mask(&mut mask);
        PyArray1::from_slice(python, &mask)
    }

    /// The cards that a seat holds, the highest first, as discards count them.
    fn hole_cards(&self, seat: usize) -> PyResult<Vec<String>> {
        let seat = self.seat(Some(seat))?;
        if self.is_chance() {
            return Err(EnvError::CardDue.into());
        }
        Ok(texts(by_rank(&self.state.hole(seat))))
    }

    fn board(&self) -> PyResult<Vec<String>> {
        if self.is_chance() {
            return Err(EnvError::CardDue.into());
        }
        Ok(texts(self.state.felt().board.iter().copied()))
    }

    /// The chips behind each player. When the hand is over, the stacks before pots are awarded.
    fn stacks(&self) -> Vec<u64> {
        self.state.felt().stacks[..self.state.world().seats].to_vec()
    }

    /// The bets of the street.
    fn bets(&self) -> Vec<u64> {
        self.state.felt().bets[..self.state.world().seats].to_vec()
    }

    fn pot(&self) -> u64 {
        self.state.felt().pot
    }

    fn street(&self) -> u8 {
        self.state.felt().street
    }

    fn button(&self) -> u8 {
        self.state.felt().button
    }

    /// The actions that were taken: seat, street, kind, and the amount or number of cards.
    fn history(&self) -> Vec<(u8, u8, &'static str, Option<u64>)> {
        let told = self.state.felt().history.iter().map(|did| {
            let (kind, number) = match did.what {
                What::Fold => ("fold", None),
                What::Check => ("check", None),
                What::Call => ("call", None),
                What::BringIn => ("bring-in", None),
                What::Bet(to) => ("bet", Some(to)),
                What::RaiseTo(to) => ("raise", Some(to)),
                What::Discard(count) => ("discard", Some(count.into())),
            };
            (did.seat, did.street, kind, number)
        });
        told.collect()
    }

    /// The hand in the poker hand history format, with all cards.
    fn to_phh(&self) -> PyResult<String> {
        Ok(self.state.to_phh()?)
    }

    /// The game that is played, which changes from deal to deal in a rotation.
    #[getter]
    fn game(&self) -> String {
        self.state.play().game.id.clone()
    }

    /// The betting structure of the game.
    #[getter]
    fn betting(&self) -> &'static str {
        match self.state.play().stakes.betting {
            Betting::NoLimit => "no-limit",
            Betting::PotLimit => "pot-limit",
            Betting::FixedLimit => "fixed-limit",
        }
    }

    fn __repr__(&self) -> String {
        let felt = self.state.felt();
        let (game, street, pot) = (&self.state.play().game.id, felt.street, felt.pot);
        format!("<State: {game}, street {street}, pot {pot}, to act {}>", self.current_player())
    }
}

impl State {
    /// Begins a deal of a seed without any changes.
    pub(super) fn of_deal(world: &Arc<World>, seed: u64, deal: u32) -> Result<Self, EnvError> {
        let start = start_of(world, seed, deal)?;
        Ok(Self { state: state::State::new(world, start, &Cards::Deck)? })
    }

    fn seat(&self, seat: Option<usize>) -> Result<usize, EnvError> {
        match seat {
            Some(seat) if seat < self.state.world().seats => Ok(seat),
            Some(seat) => Err(EnvError::Illegal(format!("The table has no seat {seat}."))),
            None => Err(EnvError::Illegal("Nobody is on turn. Name a seat.".to_owned())),
        }
    }
}

/// Returns the game of a state: one that was made before, or one with these settings.
fn game_of<'py>(
    python: Python<'py>,
    game: Option<&Bound<'py, PyAny>>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, Game>> {
    let class = python.get_type::<Game>();
    let made = match game {
        Some(game) if game.is_instance_of::<Game>() => {
            if settings.is_some_and(|settings| !settings.is_empty()) {
                return Err(PyTypeError::new_err(
                    "A Game has its settings already. Give them to Game, or the name of a game.",
                ));
            }
            game.clone()
        }
        Some(game) => class.call((game,), settings)?,
        None => class.call((), settings)?,
    };
    Ok(made.cast_into::<Game>()?)
}

fn start_of(world: &World, seed: u64, deal: u32) -> Result<Start, EnvError> {
    if deal == 0 {
        return Err(EnvError::setup("Deals count from 1."));
    }
    Ok(world.start_of(seed, deal))
}

fn later(street: u8, pot: u64) -> Result<Option<Later>, EnvError> {
    match (street, pot) {
        (0, 0) => Ok(None),
        (0, _) => Err(EnvError::setup("A pot is given for a later street. Give the street, too.")),
        _ => Ok(Some(Later { street, pot })),
    }
}

fn how_cards_come(
    hole: Option<Vec<Bound<'_, PyAny>>>,
    board: Option<&Bound<'_, PyAny>>,
    chance: Option<&str>,
) -> PyResult<Cards> {
    let is_given = hole.is_some() || board.is_some();
    match chance {
        None if !is_given => Ok(Cards::Deck),
        None => {
            let of_seat = |seat: Bound<'_, PyAny>| -> PyResult<Vec<Card>> {
                if seat.is_none() { Ok(Vec::new()) } else { cards(&seat) }
            };
            let hole = hole.unwrap_or_default().into_iter().map(of_seat);
            Ok(Cards::Given(Given {
                hole: hole.collect::<PyResult<_>>()?,
                board: board.map(cards).transpose()?.unwrap_or_default(),
            }))
        }
        Some("explicit") if is_given => {
            Err(EnvError::setup("With chance=\"explicit\" you apply the cards yourself.").into())
        }
        Some("explicit") => Ok(Cards::Explicit),
        Some(other) => {
            Err(EnvError::Setup(format!("chance is \"explicit\" or None, and not \"{other}\"."))
                .into())
        }
    }
}

/// Completes a deck: cards that are not named come after those that are.
fn whole_deck(first: &[Card], start: &Start) -> Result<DeckOrder, EnvError> {
    let mut seen = CardSet::new();
    if let Some(twice) = first.iter().find(|card| !seen.insert(**card)) {
        return Err(EnvError::Setup(format!("The deck has {twice} twice.")));
    }
    let all = start.decks.deck.cards();
    if let Some(card) = first.iter().find(|card| !all.contains(card)) {
        return Err(EnvError::Setup(format!("The deck of this game has no {card}.")));
    }
    let rest = all.iter().copied().filter(|card| !seen.contains(*card));
    let cards = first.iter().copied().chain(rest).collect();
    DeckOrder::new(cards).map_err(|error| EnvError::Setup(error.to_string()))
}

/// Reads cards from a text such as "AsKd", or from a list of texts.
fn cards(given: &Bound<'_, PyAny>) -> PyResult<Vec<Card>> {
    let text = match given.cast::<PyString>() {
        Ok(text) => text.to_string(),
        Err(_) => given.extract::<Vec<String>>()?.concat(),
    };
    let read = parse_cards(&text);
    Ok(read.map_err(|error| EnvError::Setup(format!("\"{text}\" are no cards: {error}.")))?)
}

fn card(text: &str) -> Result<Card, EnvError> {
    text.parse().map_err(|_| EnvError::Illegal(format!("\"{text}\" is no card, such as As.")))
}

fn texts(cards: impl IntoIterator<Item = Card>) -> Vec<String> {
    cards.into_iter().map(|card| card.to_string()).collect()
}

/// Reads an action with its amount.
fn move_of(action: &Bound<'_, PyAny>) -> PyResult<Move> {
    let (kind, rest) = match action.cast::<PyString>() {
        Ok(kind) => (kind.to_string(), None),
        Err(_) => {
            let (kind, rest) = action.extract::<(String, Bound<'_, PyAny>)>().map_err(|_| {
                PyTypeError::new_err(
                    "An action is a number, a name such as \"call\", or a pair such as (\"raise\", \
                     300) or (\"discard\", [\"As\"]).",
                )
            })?;
            (kind, Some(rest).filter(|rest| !rest.is_none()))
        }
    };
    let amount = || -> PyResult<u64> {
        let missing = || EnvError::Illegal(format!("\"{kind}\" needs an amount in chips."));
        rest.as_ref().ok_or_else(missing)?.extract()
    };
    Ok(match kind.as_str() {
        "fold" => Move::Fold,
        "check" => Move::Check,
        "call" => Move::Call,
        "bring-in" => Move::BringIn,
        "bet" => Move::Bet(amount()?),
        "raise" => Move::RaiseTo(amount()?),
        "discard" => {
            let given = rest.as_ref().map(cards).transpose()?.unwrap_or_default();
            Move::Discard(given.into_iter().collect())
        }
        _ => {
            return Err(EnvError::Illegal(format!(
                "There is no action \"{kind}\". There are fold, check, call, bring-in, bet, raise \
                 and discard."
            ))
            .into());
        }
    })
}
