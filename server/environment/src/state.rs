//! One hand as a value: whose turn it is, what is legal, and what each seat won.

use crate::actions::{Move, of_amount};
use crate::error::EnvError;
use crate::felt::Felt;
use crate::laid::{Given, Laid, most_cards};
use crate::layout::Sight;
use crate::mirror::Mirror;
use crate::options::Options;
use crate::world::{Start, World};
use arrayvec::ArrayVec;
use cardroom_cards::{Card, CardSet};
use cardroom_engine::{
    Action, Event, HandSetUp, Input, Picks, Refusal, Scene, SmallBlind, Table, TurnNo, Viewer,
};
use cardroom_rules::{Betting, Chips, MAX_SEATS, Millis, Play, SeatNo};
use std::sync::Arc;

/// The most cards that a player holds.
pub const MAX_HOLE: usize = 7;

/// How many actions a hand has room for before its list grows.
const USUAL_MOVES: usize = 8;
/// How many events a step has room for before its list grows. The start of a hand has ten or more.
const USUAL_EVENTS: usize = 16;

/// A hand from its start to its end.
#[derive(Clone, Debug)]
pub struct State {
    world: Arc<World>,
    start: Arc<Start>,
    /// Boxed, because a state is moved when it is made.
    table: Box<Table>,
    now: Millis,
    felt: Felt,
    /// The discards of each seat.
    gone: [CardSet; MAX_SEATS],
    turn: Option<Turn>,
    /// The result of each seat, once the hand is over.
    net: Option<ArrayVec<i64, MAX_SEATS>>,
    moves: Vec<(u8, Move)>,
    laid: Option<Box<Laid>>,
    events: Vec<Event>,
}

/// A decision that waits for a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    seat: SeatNo,
    number: TurnNo,
    options: Options,
}

/// The one whose move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ToAct {
    Seat(u8),
    /// A card is due, in a state whose cards are chosen one by one.
    Chance,
    /// The hand is over.
    Nobody,
}

/// How the cards of a hand come.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Cards {
    /// From the deck of the start.
    #[default]
    Deck,
    /// These ones, and others from the deck of the start.
    Given(Given),
    /// One by one, each applied by the caller.
    Explicit,
}

impl State {
    /// Starts a hand of this game.
    ///
    /// # Errors
    /// A sentence that says why it cannot start.
    pub fn new(world: &Arc<World>, start: Start, cards: &Cards) -> Result<Self, EnvError> {
        let table = match start.later {
            Some(_) => world.entered()?,
            None => world.seated(),
        };
        let play = world.plays().get(usize::from(start.play));
        let game = &play.ok_or_else(|| EnvError::setup("There is no such game."))?.game;
        let laid = match cards {
            Cards::Deck => None,
            Cards::Given(given) => {
                given.check(world.seats, game.deck.cards())?;
                Some(Laid::given(&start.decks.deck, given))
            }
            Cards::Explicit if most_cards(game, world.seats) > game.deck.size() => {
                return Err(EnvError::setup(format!(
                    "With {} players of {} the deck can run out, so its cards cannot be outcomes \
                     of chance.",
                    world.seats, game.name
                )));
            }
            Cards::Explicit => Some(Laid::explicit(&start.decks.deck)),
        };
        let mut state = Self {
            world: Arc::clone(world),
            start: Arc::new(start),
            table,
            now: Millis(1),
            felt: Felt::default(),
            gone: [CardSet::new(); MAX_SEATS],
            turn: None,
            net: None,
            moves: Vec::with_capacity(USUAL_MOVES),
            laid: laid.map(Box::new),
            events: Vec::with_capacity(USUAL_EVENTS),
        };
        state.begin()?;
        state.settle()?;
        Ok(state)
    }

    /// Starts the next hand at the same table, from its deck.
    ///
    /// # Errors
    /// A sentence that says why it cannot start.
    pub fn restart(&mut self, start: Start) -> Result<(), EnvError> {
        if self.net.is_none() || self.start.later.is_some() || start.later.is_some() {
            *self = Self::new(&self.world, start, &Cards::Deck)?;
            return Ok(());
        }
        match Arc::get_mut(&mut self.start) {
            Some(own) => *own = start,
            None => self.start = Arc::new(start),
        }
        (self.laid, self.net) = (None, None);
        self.moves.clear();
        self.begin()
    }

    fn begin(&mut self) -> Result<(), EnvError> {
        let start = Arc::clone(&self.start);
        self.gone = [CardSet::new(); MAX_SEATS];
        let stacks = start.stacks.iter().enumerate();
        let set_up = HandSetUp {
            stacks: stacks.map(|(seat, chips)| (SeatNo::from_index(seat), Chips(*chips))).collect(),
            button: SeatNo(start.button),
            play: start.play,
            offers_choice: false,
        };
        self.set_up(Input::SetUpHand(set_up))?;
        let (deck, reshuffles) = (start.decks.deck.clone(), start.decks.reshuffles.clone());
        let begin = match start.later {
            None => Input::StartHand { deck, reshuffles, draw: 0 },
            Some(later) => Input::EnterHand(Box::new(Scene {
                deck,
                reshuffles,
                dealt: (0..self.world.seats).map(SeatNo::from_index).collect(),
                button: SeatNo(start.button),
                small_blind: SmallBlind::LeftOfButton,
                big_blind: None,
                street: later.street,
                pot: Chips(later.pot),
                front: Vec::new(),
            })),
        };
        self.set_up(begin)?;
        self.run()
    }

    fn set_up(&mut self, input: Input) -> Result<(), EnvError> {
        let step = self.table.step_into(self.now, input, &mut self.events);
        step.map_err(|refusal| EnvError::setup(refusal.to_string()))?;
        self.absorb();
        Ok(())
    }

    /// Lets the table go on until a player is on turn, or the hand is over.
    fn run(&mut self) -> Result<(), EnvError> {
        self.turn = None;
        while self.net.is_none() {
            if self.note_turn() {
                return Ok(());
            }
            self.now = self.table.deadline().map_or(self.now, |at| at.max(self.now));
            let step = self.table.step_into(self.now, Input::Tick, &mut self.events);
            step.map_err(|refusal| EnvError::Broken(refusal.to_string()))?;
            if self.events.is_empty() {
                return Err(EnvError::Broken("nothing happens".to_owned()));
            }
            self.absorb();
        }
        Ok(())
    }

    /// Notes the player on turn. Returns `false` if there is none.
    fn note_turn(&mut self) -> bool {
        let Some((seat, number, legal)) = self.table.turn() else { return false };
        let Some(play) = self.table.in_play() else { return false };
        let options = Options::of_turn(&play, seat, &legal);
        self.turn = Some(Turn { seat, number, options });
        true
    }

    fn absorb(&mut self) {
        let Self { events, felt, laid, start, .. } = self;
        let mut is_over = false;
        for event in events.iter() {
            felt.see(event, &start.stacks);
            if let Some(laid) = laid {
                laid.see(event, felt.live, SeatNo(felt.button));
            }
            is_over |= matches!(event, Event::HandEnded { .. });
        }
        events.clear();
        if is_over {
            self.net = self.results();
        }
    }

    fn results(&self) -> Option<ArrayVec<i64, MAX_SEATS>> {
        let dealt = self.table.last_dealt()?;
        let mut net: ArrayVec<i64, MAX_SEATS> = (0..self.world.seats).map(|_| 0).collect();
        for seat in &dealt.seats {
            let won = seat.ended_with.0 as i64 - seat.began_with.0 as i64;
            *net.get_mut(seat.seat.index())? = won;
        }
        Some(net)
    }

    /// Chooses cards until a player is on turn, a card waits for the caller, or the hand is over.
    fn settle(&mut self) -> Result<(), EnvError> {
        loop {
            let Some(laid) = &mut self.laid else { return Ok(()) };
            if laid.is_spoiled() {
                return Err(EnvError::setup(
                    "The deck ran out and was shuffled again, so the rest of the given cards \
                     cannot be dealt.",
                ));
            }
            if laid.is_explicit || !laid.is_open() {
                return Ok(());
            }
            laid.choose_all();
            self.lay()?;
        }
    }

    /// Plays the hand again with the cards that are chosen.
    fn lay(&mut self) -> Result<(), EnvError> {
        let Some(laid) = &mut self.laid else { return Ok(()) };
        let mut start = Start::clone(&self.start);
        start.decks.deck = laid.deck()?;
        laid.begin();
        self.table = match start.later {
            Some(_) => self.world.entered()?,
            None => self.world.seated(),
        };
        self.start = Arc::new(start);
        self.net = None;
        self.now = Millis(1);
        self.begin()?;
        for (_, action) in self.moves.clone() {
            self.act(action)?;
        }
        Ok(())
    }

    /// Takes an action of the player on turn.
    ///
    /// # Errors
    /// The action is not legal, or no player is on turn. Nothing has changed.
    pub fn apply(&mut self, action: Move) -> Result<(), EnvError> {
        if self.is_card_due() {
            return Err(EnvError::CardDue);
        }
        let seat = self.turn.map_or(0, |turn| turn.seat.0);
        self.act(action)?;
        self.moves.push((seat, action));
        self.settle()
    }

    fn act(&mut self, action: Move) -> Result<(), EnvError> {
        let Turn { seat, number: turn, .. } = self.turn.ok_or(EnvError::Over)?;
        let action = self.translate(seat, action)?;
        let picked = match action {
            Action::Discard(picks) => self.picked(seat, picks),
            _ => CardSet::new(),
        };
        let input = Input::Act { seat, turn, action };
        let step = self.table.step_into(self.now, input, &mut self.events);
        step.map_err(|refusal| EnvError::Illegal(refusal.to_string()))?;
        let gone = &mut self.gone[seat.index()];
        *gone = gone.union(picked);
        self.absorb();
        self.run()
    }

    /// Returns the action as the engine has it.
    fn translate(&self, seat: SeatNo, action: Move) -> Result<Action, EnvError> {
        Ok(match action {
            Move::Fold => Action::Fold,
            Move::Check => Action::Check,
            Move::Call => Action::Call,
            Move::BringIn => Action::BringIn,
            Move::Bet(to) => Action::Bet(Chips(to)),
            Move::RaiseTo(to) => Action::RaiseTo(Chips(to)),
            Move::Discard(cards) => {
                let hole = self.hole(usize::from(seat.0));
                let mut picks = Picks::NONE;
                for card in cards.iter() {
                    let place = hole.iter().position(|held| *held == card);
                    let place = place.ok_or_else(|| {
                        EnvError::Illegal(format!("The player does not hold {card}."))
                    })?;
                    picks = picks.with(place);
                }
                Action::Discard(picks)
            }
        })
    }

    fn picked(&self, seat: SeatNo, picks: Picks) -> CardSet {
        let hole = self.hole(seat.index());
        let cards = hole.iter().enumerate().filter(|(place, _)| picks.contains(*place));
        cards.map(|(_, card)| *card).collect()
    }

    /// Takes an action by its number.
    ///
    /// # Errors
    /// The number has no action, or its action is not legal. Nothing has changed.
    pub fn apply_number(&mut self, number: usize) -> Result<(), EnvError> {
        if self.is_card_due() {
            return Err(EnvError::CardDue);
        }
        let action = self.action_of(number)?;
        self.apply(action)
    }

    /// Returns the action of a number.
    ///
    /// # Errors
    /// The number has no action, or its action is not legal.
    pub fn action_of(&self, number: usize) -> Result<Move, EnvError> {
        let turn = self.turn.ok_or(EnvError::Over)?;
        let hole = self.hole_to_discard(&turn);
        let actions = &self.world.actions;
        actions.action(number, &turn.options, self.is_limit(), &hole).ok_or_else(|| {
            let Some(name) = actions.name(number) else {
                let last = actions.count() - 1;
                return EnvError::Illegal(format!(
                    "There is no action {number}, only 0 to {last}."
                ));
            };
            let legal = self.legal_numbers();
            EnvError::Illegal(format!(
                "Action {number} ({name}) is not legal now. Legal: {legal:?}."
            ))
        })
    }

    /// Returns the action of a kind and an amount, as `OBSERVATIONS.md` numbers them.
    ///
    /// # Errors
    /// There is no such action, or it is not legal.
    pub fn action_of_amount(&self, kind: i64, amount: i64) -> Result<Move, EnvError> {
        let Turn { seat, .. } = self.turn.ok_or(EnvError::Over)?;
        let action = of_amount(kind, amount, &self.hole(seat.index())).ok_or_else(|| {
            EnvError::Illegal(format!("There is no action of kind {kind} with amount {amount}."))
        })?;
        let exact = self.translate(seat, action)?;
        let play = self.table.in_play().ok_or(EnvError::Over)?;
        let refused = play.check(seat, exact);
        refused.map_err(|reason| EnvError::Illegal(Refusal::from(reason).to_string()))?;
        Ok(action)
    }

    /// Returns the numbers of the legal actions.
    #[must_use]
    pub fn legal_numbers(&self) -> Vec<usize> {
        let Some(turn) = self.turn.filter(|_| !self.is_card_due()) else { return Vec::new() };
        let hole = self.hole_to_discard(&turn);
        self.world.actions.legal(&turn.options, self.is_limit(), &hole).collect()
    }

    /// Writes 1 for each action that is legal now, and 0 for the others.
    pub fn write_mask(&self, mask: &mut [i8]) {
        match self.turn.filter(|_| !self.is_card_due()) {
            Some(turn) => {
                let hole = self.hole_to_discard(&turn);
                let actions = &self.world.actions;
                actions.write_mask(&turn.options, self.is_limit(), &hole, mask);
            }
            None => mask.fill(0),
        }
    }

    /// Writes what a seat sees.
    ///
    /// # Errors
    /// A card is due, so the cards of the seat are not known yet.
    pub fn write_observation(&self, seat: usize, numbers: &mut [f32]) -> Result<(), EnvError> {
        if self.is_card_due() {
            return Err(EnvError::CardDue);
        }
        if self.net.is_some() {
            self.world.layout.write(None, numbers);
            return Ok(());
        }
        let hole = self.hole(seat);
        let turn = self.turn.as_ref();
        let sight = Sight {
            felt: &self.felt,
            seat,
            hole: &hole,
            gone: self.gone[seat],
            on_turn: turn.map(|turn| turn.seat.index()),
            options: turn.filter(|turn| turn.seat.index() == seat).map(|turn| &turn.options),
            big_blind: self.world.big_blind(),
        };
        self.world.layout.write(Some(&sight), numbers);
        Ok(())
    }

    // Cards that are chosen one by one.

    /// Returns the cards that can come next, each with the same probability; none if no card is
    /// due.
    #[must_use]
    pub fn outcomes(&self) -> Vec<Card> {
        let laid = self.laid.as_ref().filter(|_| self.is_card_due());
        laid.map(|laid| laid.outcomes()).unwrap_or_default()
    }

    /// Returns who receives the card that is due; `None` inside is the board.
    #[must_use]
    pub fn receiver(&self) -> Option<Option<u8>> {
        let laid = self.laid.as_ref().filter(|_| self.is_card_due())?;
        laid.receiver().map(|seat| seat.map(|seat| seat.0))
    }

    /// Deals the card that is due.
    ///
    /// # Errors
    /// No card is due, or this one is not in the deck. Nothing has changed.
    pub fn deal(&mut self, card: Card) -> Result<(), EnvError> {
        if !self.is_card_due() {
            return Err(EnvError::NoCardDue);
        }
        let Some(laid) = &mut self.laid else { return Err(EnvError::NoCardDue) };
        if laid.choose(card)? { self.lay() } else { Ok(()) }
    }

    fn is_card_due(&self) -> bool {
        self.laid.as_ref().is_some_and(|laid| laid.is_explicit && laid.is_open())
    }

    // The hand so far.

    #[must_use]
    pub fn to_act(&self) -> ToAct {
        if self.is_card_due() {
            return ToAct::Chance;
        }
        self.turn.map_or(ToAct::Nobody, |turn| ToAct::Seat(turn.seat.0))
    }

    #[must_use]
    pub fn is_over(&self) -> bool {
        self.to_act() == ToAct::Nobody
    }

    /// Returns the legal actions of the player on turn.
    #[must_use]
    pub fn options(&self) -> Option<&Options> {
        self.turn.as_ref().filter(|_| !self.is_card_due()).map(|turn| &turn.options)
    }

    /// Returns the chips that each seat won or lost, once the hand is over.
    #[must_use]
    pub fn net(&self) -> Option<&[i64]> {
        self.net.as_deref().filter(|_| !self.is_card_due())
    }

    /// Returns the cards that a seat holds.
    #[must_use]
    pub fn hole(&self, seat: usize) -> ArrayVec<Card, MAX_HOLE> {
        self.table.hole_cards(Viewer::Seat(SeatNo::from_index(seat)))
    }

    /// Returns the cards of the player on turn, if they discard. No other action needs them.
    fn hole_to_discard(&self, turn: &Turn) -> ArrayVec<Card, MAX_HOLE> {
        match turn.options.discard {
            Some(_) => self.hole(turn.seat.index()),
            None => ArrayVec::new(),
        }
    }

    #[must_use]
    pub fn felt(&self) -> &Felt {
        &self.felt
    }

    #[must_use]
    pub fn world(&self) -> &Arc<World> {
        &self.world
    }

    /// Returns the game of this hand, and its stakes.
    #[must_use]
    pub fn play(&self) -> &Play {
        &self.world.plays()[usize::from(self.start.play)]
    }

    fn is_limit(&self) -> bool {
        self.play().stakes.betting == Betting::FixedLimit
    }

    /// Returns how the hand began, with its deck.
    #[must_use]
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Returns the actions so far, each with its seat.
    #[must_use]
    pub fn moves(&self) -> &[(u8, Move)] {
        &self.moves
    }

    /// Writes the hand in the poker hand history format, with all cards.
    ///
    /// # Errors
    /// The hand is not over, or the format cannot express it.
    pub fn to_phh(&self) -> Result<String, EnvError> {
        if self.net().is_none() {
            return Err(EnvError::Illegal(
                "A history is written of a hand that is over.".to_owned(),
            ));
        }
        Mirror::history(&self.world, &self.start, &self.moves)
    }
}
