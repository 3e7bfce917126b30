//! One session: a table that is hosted in memory, and the seats that play at it. The table's core
//! decides everything about poker. This file hands messages to seats and answers to the table, and
//! judges only what a seat did not answer as it should.

mod answers;
mod course;
mod opening;
mod policies;
pub(crate) mod tournament;

use crate::carry::{StackRule, Stacks};
use crate::decks::{GivenDecks, Stream, generator};
use crate::game::Terms;
use crate::keep::{HandNote, Largest};
use crate::reduce::{self, Luck, Story};
use crate::schedule;
use crate::seat::{Fault, FaultKind, Limits, Question, Seat, Shown};
use crate::tournament::TournamentTerms;
use cardroom_bot::Table;
use cardroom_cards::Card;
use cardroom_engine::HandSetUp;
use cardroom_protocol::server::{ServerMessage, Step};
use cardroom_protocol::table::TableEvent;
use cardroom_record::Player;
use cardroom_record::ids::{ConnectionId, TableId};
use cardroom_rules::{Millis, SeatNo};
use cardroom_tables::{CoreInput, Outputs, PlayedHand, TableCore};
use cardroom_tournament::Report;
use chacha20::ChaCha20Rng;
use hdrhistogram::Histogram;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The number of the table of a match, and of the first one of a tournament.
const TABLE: TableId = TableId(1);

/// The settings of every session of a match.
#[derive(Clone, Debug)]
pub struct Conduct {
    pub terms: Terms,
    /// The tournament that each deal is, instead of a hand.
    pub tournament: Option<TournamentTerms>,
    pub stacks: StackRule,
    /// The decks of a file, if they do not follow from the seed.
    pub decks: Option<GivenDecks>,
    pub seed: u64,
    /// The seed that all brains have in every hand, if they are to decide alike.
    pub brain_seed: Option<u64>,
    pub limits: Limits,
    /// A seat with more faults than this is out for the rest of the session.
    pub most_faults: u32,
    /// Whether the first fault ends the match.
    pub is_strict: bool,
    /// Whether the seats have the names of the bots, and not `p1`, `p2` and so on.
    pub shows_names: bool,
    /// Whether each hand is kept as it was played, for a history.
    pub keeps_hands: bool,
    /// How many hands of each session are kept otherwise: those with the largest pots. If it is
    /// above 0, each hand has a note.
    pub keeps_largest: usize,
    /// Whether the luck of each hand is estimated. It must be one of a game whose
    /// [value is known](Terms::knows_value).
    pub finds_luck: bool,
    /// Whether the luck has that of actions which are drawn from stated probabilities.
    pub uses_policies: bool,
}

/// A hand that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Hand {
    pub deal: u32,
    /// The chips that each player of the session won or lost.
    pub net: Vec<i64>,
    /// The seat of each player of the session in a hand of a tournament; `None` for one who was at
    /// no table, or at another. In other hands the players sit in the order of the plan.
    pub seats: Option<Box<[Option<u8>]>>,
    pub decisions: u32,
    /// The luck in the result, if it is estimated.
    pub luck: Option<Luck>,
    /// The hand in short, if that is noted.
    pub note: Option<HandNote>,
    /// The whole hand, if it is kept.
    pub played: Option<Box<PlayedHand>>,
}

/// A fault with its place in the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotedFault {
    /// Which bot, by its place among the entrants.
    pub entrant: usize,
    pub session: u32,
    /// The number of the hand in its session, from 1; 0 before the first.
    pub hand: u32,
    pub deal: u32,
    pub fault: Fault,
}

/// Why a session ended before its last hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stopped {
    /// A seat could not begin.
    #[error("{}", .0.fault.detail)]
    NotReady(Box<NotedFault>),
    /// The first fault of a strict match.
    #[error("{}", .0.fault.detail)]
    Strict(Box<NotedFault>),
    #[error("The match was interrupted.")]
    Interrupted,
    /// The table did something that cannot be. It is a fault of this program.
    #[error("The table of session {session} is broken in deal {deal}: {reason}")]
    Broken { session: u32, deal: u32, reason: String },
}

/// A player with its view of the table.
struct Place {
    entrant: usize,
    /// Which of the session's players it is, from 0.
    number: usize,
    connection: ConnectionId,
    player: Player,
    seat: Box<dyn Seat>,
    view: Table,
    /// Whether it sees what happens. A player who is out of a tournament does not.
    watches: bool,
    policy: ChaCha20Rng,
    /// How many actions it has sent.
    actions: u64,
    /// The time that is left of the session's.
    bank: Option<Duration>,
    faults: u32,
    is_out: bool,
    /// How long each decision took, in nanoseconds.
    times: Histogram<u64>,
}

/// A session between its first and its last hand, or one table of a tournament.
pub struct Session<'a> {
    conduct: &'a Conduct,
    plan: &'a schedule::Session,
    table: TableId,
    core: TableCore,
    now: Millis,
    /// How long a decision takes on the clock of the table.
    thinks: Millis,
    /// The number of the tournament that the table belongs to.
    tournament: Option<u32>,
    stacks: Stacks,
    places: Vec<Place>,
    /// Offers that await an answer.
    offers: VecDeque<(ConnectionId, Question)>,
    shown: Vec<Shown>,
    /// The chances and draws of the hand so far, if its luck is estimated.
    story: Story,
    played: Option<Box<PlayedHand>>,
    /// Reports for the director of its tournament.
    reports: VecDeque<Report>,
    largest: Largest,
    hands: u32,
    deal: u32,
    decisions: u32,
    faults: Vec<NotedFault>,
    requests: u32,
}

impl Session<'_> {
    /// Plays these deals, and adds each hand to `hands` when it is over.
    ///
    /// # Errors
    /// The session cannot go on, or shall not.
    pub fn play(
        &mut self,
        deals: &[u32],
        interrupted: &AtomicBool,
        hands: &mut Vec<Hand>,
    ) -> Result<(), Stopped> {
        for deal in deals {
            if interrupted.load(Ordering::Relaxed) {
                return Err(Stopped::Interrupted);
            }
            let hand = self.hand(*deal)?;
            self.keep(hand, hands);
        }
        Ok(())
    }

    /// Ends the session. Returns its faults, and how long the decisions of each seat took.
    pub fn close(mut self) -> (Vec<NotedFault>, Vec<Histogram<u64>>) {
        for place in &mut self.places {
            place.seat.close();
        }
        (self.faults, self.places.into_iter().map(|place| place.times).collect())
    }

    fn hand(&mut self, deal: u32) -> Result<Hand, Stopped> {
        self.begin(deal)?;
        loop {
            if let Some(played) = self.go_on()? {
                return self.score(played);
            }
        }
    }

    /// Sets up the table for a deal.
    fn begin(&mut self, deal: u32) -> Result<(), Stopped> {
        let terms = &self.conduct.terms;
        self.begin_hand(deal);
        let seats = self.places.len();
        let set_up = HandSetUp {
            stacks: self.stacks.next(),
            button: SeatNo(schedule::button(deal, seats)),
            play: terms.play_of(deal, seats),
            offers_choice: terms.offers_choice(),
        };
        if let Some(seed) = self.conduct.brain_seed {
            for place in &mut self.places {
                place.seat.begin_deal(seed ^ u64::from(deal) << 32);
            }
        }
        self.step(CoreInput::SetUpHand(set_up))?;
        let is_set = self.core.table().upcoming().is_some() || terms.offers_choice();
        if is_set { Ok(()) } else { Err(self.broken("no hand can be dealt")) }
    }

    fn on_turn(&self) -> Option<usize> {
        self.places.iter().position(|place| place.view.decision.is_some())
    }

    fn step(&mut self, input: CoreInput) -> Result<(), Stopped> {
        let outputs = self.core.on(self.now, input);
        self.deliver(outputs)
    }

    /// Hands the messages of a step to the seats. A match stores nothing.
    fn deliver(&mut self, outputs: Outputs) -> Result<(), Stopped> {
        for step in &outputs.steps {
            let witness = self.places.iter().position(|place| place.watches);
            for at in 0..self.places.len() {
                self.see(at, witness == Some(at), step)?;
            }
        }
        for (to, message) in outputs.private {
            // Players who are on their way to the table are shown it as a whole.
            let own = self.places.iter_mut().find(|place| place.connection == to);
            let Some(place) = own else { continue };
            place.seat.take_message(&message);
            match message {
                ServerMessage::HoleCards(cards) => place.view.take_cards(cards),
                ServerMessage::YourTurn(turn) => place.view.take_turn(&turn),
                ServerMessage::TableSnapshot(snapshot) => {
                    place.view = Table::from_snapshot(snapshot);
                }
                ServerMessage::LeftTable(_) => place.watches = false,
                _ => {}
            }
        }
        if outputs.played.is_some() {
            self.played = outputs.played;
        }
        self.reports.extend(tournament::reports(outputs.after));
        Ok(())
    }

    /// Shows a step to a seat, event by event. One of the seats is the witness, which notes the
    /// cards that were shown.
    fn see(&mut self, at: usize, is_witness: bool, step: &Step) -> Result<(), Stopped> {
        let Self { places, offers, shown, story, conduct, .. } = self;
        let notes_chance = conduct.finds_luck && at == 0;
        let seats = places.len();
        let place = &mut places[at];
        if !place.watches {
            return Ok(());
        }
        place.seat.take_step(step);
        let mut seen = || {
            if !place.view.admit(step.seq)? {
                return Ok(());
            }
            for event in &step.events.0 {
                place.view.apply_event(event)?;
                place.seat.saw(&place.view, event);
                if notes_chance {
                    story.chances.extend(policies::chance(&place.view, seats, event));
                }
                match event {
                    TableEvent::HandStarted(_) => place.seat.hand_started(&place.view),
                    TableEvent::HandTabled(tabled) if is_witness => {
                        let (seat, cards) = (tabled.seat, tabled.cards.clone());
                        shown.push(Shown { seat, cards });
                    }
                    TableEvent::HandEnded(_) | TableEvent::HandVoided(_) => {
                        if let Some(result) = place.view.last_result {
                            place.seat.hand_ended(&place.view, &result, shown);
                        }
                    }
                    event => {
                        let asked = offered(&place.view, event);
                        offers.extend(asked.map(|asked| (place.connection, asked)));
                    }
                }
            }
            Ok(())
        };
        seen().map_err(|error: cardroom_bot::model::ModelError| self.broken(&error.to_string()))
    }

    /// Takes the result of a hand that is over. No chip may have appeared or vanished.
    fn score(&mut self, played: Box<PlayedHand>) -> Result<Hand, Stopped> {
        for at in 0..self.places.len() {
            self.take_faults(at)?;
        }
        let mut net = vec![0; self.places.len()];
        for seat in &played.record.seats {
            let signed = |chips: u64| i64::try_from(chips).unwrap_or(i64::MAX);
            if let Some(net) = net.get_mut(usize::from(seat.seat)) {
                *net = signed(seat.ended_with.0) - signed(seat.began_with.0);
            }
        }
        let seats = &played.record.seats;
        let began = seats.iter().all(|seat| self.stacks.began(seat.seat, seat.began_with.0));
        for seat in seats {
            self.stacks.ended(seat.seat, seat.ended_with.0);
        }
        if net.iter().sum::<i64>() != 0 || !began || seats.len() != net.len() {
            return Err(self.broken("chips appeared or vanished"));
        }
        let luck = self.conduct.finds_luck.then(|| self.luck(&played)).transpose()?;
        Ok(self.noted(net, luck, played))
    }

    fn luck(&self, played: &PlayedHand) -> Result<Luck, Stopped> {
        let held = |seat: usize| -> Option<Vec<Card>> {
            let cards = played.cards.iter().find(|cards| usize::from(cards.seat) == seat)?;
            Some(cards.dealt.clone())
        };
        let holes: Option<Vec<Vec<Card>>> = (0..self.places.len()).map(held).collect();
        let holes = holes.ok_or_else(|| self.broken("a player has no cards"))?;
        let stream = Stream::Equity { session: self.plan.number, deal: self.deal };
        let numbers = generator(self.conduct.seed, stream);
        let play = self.conduct.terms.play_of(self.deal, self.places.len());
        let game = &self.conduct.terms.plays[usize::from(play)].game;
        Ok(reduce::luck(numbers, game, &holes, &self.story))
    }

    fn take_faults(&mut self, at: usize) -> Result<(), Stopped> {
        for fault in self.places[at].seat.take_faults() {
            self.fault(at, fault)?;
        }
        Ok(())
    }

    /// Notes a fault, and its consequence for the rest of the session.
    fn fault(&mut self, at: usize, fault: Fault) -> Result<(), Stopped> {
        let place = &mut self.places[at];
        place.faults += 1;
        place.is_out |= fault.kind.ends_session() || place.faults > self.conduct.most_faults;
        let (entrant, session) = (place.entrant, self.plan.number);
        let (hand, deal) = (self.hands, self.deal);
        let noted = NotedFault { entrant, session, hand, deal, fault };
        // A program that says nothing when it is ready shows only when it is asked.
        if noted.fault.kind == FaultKind::NotReady {
            return Err(Stopped::NotReady(Box::new(noted)));
        }
        self.faults.push(noted.clone());
        if self.conduct.is_strict { Err(Stopped::Strict(Box::new(noted))) } else { Ok(()) }
    }

    fn broken(&self, reason: &str) -> Stopped {
        let (session, deal, reason) = (self.plan.number, self.deal, reason.to_owned());
        Stopped::Broken { session, deal, reason }
    }
}

/// Returns what a seat is asked because of an event.
fn offered(view: &Table, event: &TableEvent) -> Option<Question> {
    match event {
        TableEvent::ShowOffered(offer) if view.hero_seat == Some(offer.seat) => {
            Some(Question::Show)
        }
        TableEvent::RunItOffered(offer)
            if view.hero().is_some_and(cardroom_bot::model::Seat::is_live) =>
        {
            Some(Question::RunIt { most: offer.most })
        }
        TableEvent::ChoiceOffered(offer) if view.hero_seat == Some(offer.seat) => {
            Some(Question::ChooseGame)
        }
        _ => None,
    }
}

fn connection(at: usize) -> ConnectionId {
    ConnectionId(at as u64 + 1)
}
