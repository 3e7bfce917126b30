//! One session: a table that is hosted in memory, and the seats that play at it. The table's core
//! decides everything about poker. This file hands messages to seats and answers to the table, and
//! judges only what a seat did not answer as it should.

use crate::decks::{Stream, decks, generator};
use crate::game::Terms;
use crate::reduce::{self, Chance};
use crate::schedule;
use crate::seat::{
    Answer, Ask, Entrant, Fault, FaultKind, Limits, Opening, Question, Reply, Seat, Shown,
};
use cardroom_bot::{Choices as _, Table};
use cardroom_cards::CardSet;
use cardroom_engine::HandSetUp;
use cardroom_protocol::client::{Act, ChooseGame, Discard, RunIt, ShowOrMuck, Sit};
use cardroom_protocol::limits::MAX_DISCARDS;
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::server::{Role, ServerMessage, Step};
use cardroom_protocol::table::{Action, LegalActions, TableEvent};
use cardroom_protocol::{ActionId, RequestId, TurnToken};
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_record::look::Look;
use cardroom_record::tenure::Tenure;
use cardroom_record::{Held, Player, StoredStream};
use cardroom_rules::{Millis, SeatNo};
use cardroom_tables::{CoreInput, Outputs, PlayedHand, TableCore, TableDescription};
use chacha20::ChaCha20Rng;
use hdrhistogram::Histogram;
use rand::RngExt as _;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The number of the only table that a session has.
const TABLE: TableId = TableId(1);
/// How far the probabilities of a policy may be from 1 together.
const POLICY_SLACK: f64 = 1e-6;

/// The settings of every session of a match.
#[derive(Clone, Debug)]
pub struct Conduct {
    pub terms: Terms,
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
    /// Whether the luck of each hand is estimated. It must be one of a game whose
    /// [value is known](Terms::knows_value).
    pub reduces: bool,
}

/// A hand that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Hand {
    pub deal: u32,
    /// The chips that each seat won or lost.
    pub net: Vec<i64>,
    pub decisions: u32,
    /// How many chips of the first seat's result were luck, if that is estimated.
    pub luck: Option<f64>,
    /// The whole hand, if histories are kept.
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

/// A seat with its player and its view.
struct Place {
    entrant: usize,
    player: Player,
    seat: Box<dyn Seat>,
    view: Table,
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

/// A session between its first and its last hand.
pub struct Session<'a> {
    conduct: &'a Conduct,
    plan: &'a schedule::Session,
    core: TableCore,
    now: Millis,
    places: Vec<Place>,
    /// Offers that await an answer.
    offers: VecDeque<(usize, Question)>,
    shown: Vec<Shown>,
    /// The cards of the hand so far, if its luck is estimated.
    chances: Vec<Chance>,
    played: Option<Box<PlayedHand>>,
    hands: u32,
    deal: u32,
    decisions: u32,
    faults: Vec<NotedFault>,
    requests: u32,
}

impl<'a> Session<'a> {
    /// Opens the table, and a seat for each player. `entrant_of` returns a bot of the match, and
    /// `names` are the names of all.
    ///
    /// # Errors
    /// A seat is not ready.
    pub fn open<'e>(
        conduct: &'a Conduct,
        plan: &'a schedule::Session,
        entrant_of: &dyn Fn(usize) -> &'e dyn Entrant,
        names: &[String],
    ) -> Result<Self, Stopped> {
        let broken = |reason: String| Stopped::Broken { session: plan.number, deal: 0, reason };
        let setup = conduct.terms.setup(plan.seats.len()).map_err(broken)?;
        let core = TableCore::open(TABLE, description(), Some(&setup), &StoredStream::default());
        let mut core = core.map_err(|error| broken(error.to_string()))?;
        let shown: Vec<String> =
            (1_u8..)
                .zip(&plan.seats)
                .map(|(number, entrant)| {
                    if conduct.shows_names { names[*entrant].clone() } else { format!("p{number}") }
                })
                .collect();
        let players: Vec<Player> = (1..).zip(&shown).map(|(id, name)| player(id, name)).collect();
        let now = Millis(1);
        let views = sit_down(&mut core, now, conduct, &players).map_err(broken)?;
        let mut places = Vec::new();
        for ((seat, entrant), (player, view)) in
            (0_u8..).zip(&plan.seats).zip(players.into_iter().zip(views))
        {
            let opening = Opening {
                session: plan.number,
                seat,
                brain_seed: brain_seed(conduct, plan.number, seat),
                names: &shown,
                limits: conduct.limits,
                view: &view,
            };
            let opened = entrant_of(*entrant).open(&opening).map_err(|fault| {
                let (session, entrant) = (plan.number, *entrant);
                let noted = NotedFault { entrant, session, hand: 0, deal: 0, fault };
                Stopped::NotReady(Box::new(noted))
            })?;
            let stream = Stream::Policy { session: plan.number, seat };
            places.push(Place {
                entrant: *entrant,
                player,
                seat: opened,
                view,
                policy: generator(conduct.seed, stream),
                actions: 0,
                bank: conduct.limits.bank,
                faults: 0,
                is_out: false,
                times: Histogram::new(3).map_err(|error| broken(error.to_string()))?,
            });
        }
        Ok(Self {
            conduct,
            plan,
            core,
            now,
            places,
            offers: VecDeque::new(),
            shown: Vec::new(),
            chances: Vec::new(),
            played: None,
            hands: 0,
            deal: 0,
            decisions: 0,
            faults: Vec::new(),
            requests: 0,
        })
    }

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
            hands.push(hand);
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
            if let Some(played) = self.played.take() {
                return self.score(played);
            }
            if let Some((place, question)) = self.offers.pop_front() {
                self.offer(place, question)?;
            } else if let Some(game) = self.core.wants_deck(self.now) {
                let decks = decks(self.conduct.seed, deal, game);
                self.step(CoreInput::Deck { decks, sealed: None, draw: 0 })?;
            } else if let Some(place) = self.on_turn() {
                self.decide(place)?;
            } else {
                let deadline = self.core.deadline();
                self.now = deadline.ok_or_else(|| self.broken("nothing happens"))?.max(self.now);
                self.step(CoreInput::Tick)?;
            }
        }
    }

    /// Sets up the table for a deal.
    fn begin(&mut self, deal: u32) -> Result<(), Stopped> {
        let terms = &self.conduct.terms;
        (self.deal, self.decisions) = (deal, 0);
        self.hands += 1;
        self.shown.clear();
        self.chances.clear();
        self.offers.clear();
        let seats = self.places.len();
        let set_up = HandSetUp {
            stacks: (0..seats).map(|seat| (SeatNo::from_index(seat), terms.stack)).collect(),
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

    /// Asks the player on turn, and plays the answer. An answer that the table refuses is a fault.
    fn decide(&mut self, at: usize) -> Result<(), Stopped> {
        let Some(decision) = &self.places[at].view.decision else { return Ok(()) };
        let (turn, legal) = (decision.turn, decision.legal);
        self.decisions += 1;
        let question = legal.discard.map_or(Question::Act(legal), Question::Discard);
        if let Some((answer, raw)) = self.ask(at, question)? {
            if let Some(action) = self.action(at, turn, &legal, answer)
                && self.act(at, action)?
            {
                return Ok(());
            }
            let detail = illegal(&question);
            self.fault(at, Fault { kind: FaultKind::Illegal, detail, raw })?;
        }
        let safe = self.safe(at, turn, &legal);
        if self.act(at, safe)? { Ok(()) } else { Err(self.broken("it refuses a check or a fold")) }
    }

    /// Asks a seat something. Returns `None` after a fault, and if the seat is out.
    fn ask(&mut self, at: usize, question: Question) -> Result<Option<(Answer, Vec<u8>)>, Stopped> {
        self.take_faults(at)?;
        let Self { places, conduct, .. } = self;
        let place = &mut places[at];
        if place.is_out {
            return Ok(None);
        }
        let turn = conduct.limits.turn;
        let limit = place.bank.map_or(turn, |bank| bank.min(turn));
        let is_bank = place.bank.is_some_and(|bank| bank < turn);
        let ask = Ask { view: &place.view, question, limit, is_bank };
        let Reply { answer, took, raw } = place.seat.ask(&ask);
        let nanoseconds = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        place.times.saturating_record(nanoseconds.max(1));
        if let Some(bank) = &mut place.bank {
            *bank = bank.saturating_sub(took);
        }
        match answer {
            Ok(answer) => Ok(Some((answer, raw))),
            Err(fault) => {
                self.fault(at, fault)?;
                Ok(None)
            }
        }
    }

    /// Turns an answer into what the table takes. Returns `None` if it answers another question.
    fn action(
        &mut self,
        at: usize,
        turn: TurnToken,
        legal: &LegalActions,
        answer: Answer,
    ) -> Option<TableAction> {
        let action = match (answer, legal.discard) {
            (Answer::Act(action), None) => action,
            (Answer::Policy(policy), None) => drawn(&policy, &mut self.places[at].policy)?,
            (Answer::Discard(cards), Some(_)) => return Some(self.discard(at, turn, cards)),
            _ => return None,
        };
        Some(self.wager(at, turn, action))
    }

    /// Returns the answer of a seat that gave none: check, or fold where it cannot; in a draw, as
    /// few cards as possible.
    fn safe(&mut self, at: usize, turn: TurnToken, legal: &LegalActions) -> TableAction {
        let Some(range) = legal.discard else {
            return self.wager(at, turn, legal.check_or_fold());
        };
        let cards = &self.places[at].view.cards;
        let cards = cards.iter().take(usize::from(range.least)).collect();
        self.discard(at, turn, cards)
    }

    fn wager(&mut self, at: usize, turn: TurnToken, action: Action) -> TableAction {
        let action_id = self.next_action(at);
        TableAction::Act(Act { table: TABLE.0.into(), turn, action_id, action })
    }

    fn discard(&mut self, at: usize, turn: TurnToken, cards: CardSet) -> TableAction {
        let action_id = self.next_action(at);
        let cards = cards.iter().take(MAX_DISCARDS).collect();
        TableAction::Discard(Discard { table: TABLE.0.into(), turn, action_id, cards })
    }

    fn next_action(&mut self, at: usize) -> ActionId {
        self.places[at].actions += 1;
        ActionId(self.places[at].actions)
    }

    /// Plays an action. Returns `false` if the table refused it.
    fn act(&mut self, at: usize, action: TableAction) -> Result<bool, Stopped> {
        let (connection, player) = (connection(at), self.places[at].player.clone());
        let outputs = self.core.on(self.now, CoreInput::Act { connection, player, action });
        let refused = |(_, message): &(ConnectionId, ServerMessage)| {
            matches!(message, ServerMessage::ActionRefused(_))
        };
        let is_refused = outputs.private.iter().any(refused);
        self.deliver(outputs)?;
        Ok(!is_refused)
    }

    /// Asks a seat to answer an offer. Without an answer, the default of the offer applies.
    fn offer(&mut self, at: usize, question: Question) -> Result<(), Stopped> {
        let answer = self.ask(at, question)?;
        self.requests += 1;
        let (request, table) = (RequestId(self.requests), TABLE.0.into());
        let fits = match (question, answer.as_ref().map(|(answer, _)| answer)) {
            (Question::Show, Some(Answer::Show(show))) => {
                Some(TableRequest::ShowOrMuck(ShowOrMuck { request, table, show: *show }))
            }
            (Question::RunIt { most }, Some(Answer::RunIt(boards))) if *boards <= most => {
                let boards = (*boards).max(1);
                Some(TableRequest::RunIt(RunIt { request, table, boards }))
            }
            (Question::ChooseGame, Some(Answer::ChooseGame(Some(game)))) => {
                Some(TableRequest::ChooseGame(ChooseGame { request, table, game: *game }))
            }
            (Question::ChooseGame, Some(Answer::ChooseGame(None)))
            | (_, Some(Answer::Silence) | None) => return Ok(()),
            _ => None,
        };
        let is_taken = match fits {
            Some(wanted) => self.request(at, wanted)?,
            None => false,
        };
        if is_taken {
            return Ok(());
        }
        let raw = answer.map(|(_, raw)| raw).unwrap_or_default();
        self.fault(at, Fault { kind: FaultKind::Illegal, detail: illegal(&question), raw })
    }

    /// Sends a request of a seat. Returns `false` if the table refused it.
    fn request(&mut self, at: usize, request: TableRequest) -> Result<bool, Stopped> {
        let (connection, player) = (connection(at), Some(self.places[at].player.clone()));
        let (request, drawn) = (Box::new(request), Vec::new());
        let input = CoreInput::Request { connection, player, request, hold: None, drawn };
        let outputs = self.core.on(self.now, input);
        let refused = |(_, message): &(ConnectionId, ServerMessage)| {
            matches!(message, ServerMessage::Refused(_))
        };
        let is_refused = outputs.private.iter().any(refused);
        self.deliver(outputs)?;
        Ok(!is_refused)
    }

    fn step(&mut self, input: CoreInput) -> Result<(), Stopped> {
        let outputs = self.core.on(self.now, input);
        self.deliver(outputs)
    }

    /// Hands the messages of a step to the seats. A match stores nothing.
    fn deliver(&mut self, outputs: Outputs) -> Result<(), Stopped> {
        for step in &outputs.steps {
            for at in 0..self.places.len() {
                self.see(at, step)?;
            }
        }
        for (to, message) in outputs.private {
            let at = usize::try_from(to.0).unwrap_or(0).wrapping_sub(1);
            let Some(place) = self.places.get_mut(at) else { continue };
            match message {
                ServerMessage::HoleCards(cards) => place.view.take_cards(cards),
                ServerMessage::YourTurn(turn) => place.view.take_turn(&turn),
                ServerMessage::TableSnapshot(snapshot) => {
                    place.view = Table::from_snapshot(snapshot);
                }
                _ => {}
            }
        }
        if outputs.played.is_some() {
            self.played = outputs.played;
        }
        Ok(())
    }

    /// Shows a step to a seat, event by event.
    fn see(&mut self, at: usize, step: &Step) -> Result<(), Stopped> {
        let Self { places, offers, shown, chances, conduct, .. } = self;
        let notes_chance = conduct.reduces && at == 0;
        let place = &mut places[at];
        let mut seen = || {
            if !place.view.admit(step.seq)? {
                return Ok(());
            }
            for event in &step.events.0 {
                place.view.apply_event(event)?;
                place.seat.saw(&place.view, event);
                if notes_chance {
                    chances.extend(chance(&place.view, event));
                }
                match event {
                    TableEvent::HandStarted(_) => place.seat.hand_started(&place.view),
                    TableEvent::HandTabled(tabled) if at == 0 => {
                        let (seat, cards) = (tabled.seat, tabled.cards.clone());
                        shown.push(Shown { seat, cards });
                    }
                    TableEvent::HandEnded(_) | TableEvent::HandVoided(_) => {
                        if let Some(result) = place.view.last_result {
                            place.seat.hand_ended(&place.view, &result, shown);
                        }
                    }
                    event => offers.extend(offered(&place.view, event).map(|asked| (at, asked))),
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
        let stack = self.conduct.terms.stack.0;
        let began = played.record.seats.iter().all(|seat| seat.began_with.0 == stack);
        if net.iter().sum::<i64>() != 0 || !began || played.record.seats.len() != net.len() {
            return Err(self.broken("chips appeared or vanished"));
        }
        let luck = self.conduct.reduces.then(|| self.luck(&played)).transpose()?;
        let played = self.conduct.keeps_hands.then_some(played);
        Ok(Hand { deal: self.deal, net, decisions: self.decisions, luck, played })
    }

    /// Returns how many chips of the first seat's result were luck.
    fn luck(&self, played: &PlayedHand) -> Result<f64, Stopped> {
        let held = |seat: u8| -> Option<CardSet> {
            let cards = played.cards.iter().find(|cards| cards.seat == seat)?;
            Some(cards.dealt.iter().copied().collect())
        };
        let (Some(first), Some(second)) = (held(0), held(1)) else {
            return Err(self.broken("a player has no cards"));
        };
        let (seed, session) = (self.conduct.seed, self.plan.number);
        Ok(reduce::luck(seed, session, self.deal, [first, second], &self.chances))
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
        self.faults.push(noted.clone());
        if self.conduct.is_strict { Err(Stopped::Strict(Box::new(noted))) } else { Ok(()) }
    }

    fn broken(&self, reason: &str) -> Stopped {
        let (session, deal, reason) = (self.plan.number, self.deal, reason.to_owned());
        Stopped::Broken { session, deal, reason }
    }
}

/// Seats the players, and returns the first view of each.
fn sit_down(
    core: &mut TableCore,
    now: Millis,
    conduct: &Conduct,
    players: &[Player],
) -> Result<Vec<Table>, String> {
    let stack = conduct.terms.stack;
    for (at, player) in players.iter().enumerate() {
        let sit = Sit {
            request: RequestId(0),
            table: TABLE.0.into(),
            seat: u8::try_from(at).ok(),
            buy_in: stack.0.into(),
            wait_for_big_blind: false,
        };
        let hold = Some(Held { account: player.account, amount: stack });
        let (connection, drawn) = (connection(at), Vec::new());
        let (player, request) = (Some(player.clone()), Box::new(TableRequest::Sit(sit)));
        core.on(now, CoreInput::Request { connection, player, request, hold, drawn });
    }
    let mut views = Vec::new();
    for (at, player) in players.iter().enumerate() {
        let (connection, player) = (connection(at), Some(player.clone()));
        let attach = CoreInput::Attach { connection, player, request: None, observing: true };
        let shown = core.on(now, attach).private.into_iter().find_map(|(_, message)| {
            let ServerMessage::TableSnapshot(snapshot) = message else { return None };
            Some(Table::from_snapshot(snapshot))
        });
        let view = shown.filter(|view| usize::from(view.hero_seat.unwrap_or(u8::MAX)) == at);
        views.push(view.ok_or("a player got no seat")?);
    }
    Ok(views)
}

/// Returns the cards that an event deals, with the pot that they are dealt for.
fn chance(view: &Table, event: &TableEvent) -> Option<Chance> {
    let cards = match event {
        TableEvent::CardsDealt(_) => Vec::new(),
        TableEvent::BoardDealt(dealt) => dealt.cards.clone(),
        _ => return None,
    };
    Some(Chance { pot: view.pot_total().0, cards })
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

/// Draws an action from what a seat answered with probabilities. Returns `None` if they are none.
fn drawn(policy: &[(Action, f64)], numbers: &mut ChaCha20Rng) -> Option<Action> {
    let is_valid = |(_, share): &(Action, f64)| share.is_finite() && *share >= 0.0;
    let sum: f64 = policy.iter().map(|(_, share)| share).sum();
    if !policy.iter().all(is_valid) || (sum - 1.0).abs() > POLICY_SLACK {
        return None;
    }
    let mut left = numbers.random::<f64>() * sum;
    let mut last = None;
    for (action, share) in policy.iter().filter(|(_, share)| *share > 0.0) {
        last = Some(*action);
        if left < *share {
            break;
        }
        left -= share;
    }
    last
}

fn illegal(question: &Question) -> String {
    let what = match question {
        Question::Act(_) => "the action is not legal",
        Question::Discard(_) => "these cards cannot be discarded",
        Question::RunIt { .. } => "so many boards were not offered",
        Question::Show => "it was asked whether it shows its hand",
        Question::ChooseGame => "there is no such game here",
    };
    what.to_owned()
}

fn brain_seed(conduct: &Conduct, session: u32, seat: u8) -> u64 {
    use rand::Rng as _;
    let stream = Stream::Brain { session, seat };
    conduct.brain_seed.unwrap_or_else(|| generator(conduct.seed, stream).next_u64())
}

fn connection(at: usize) -> ConnectionId {
    ConnectionId(at as u64 + 1)
}

fn player(account: u64, name: &str) -> Player {
    let account = AccountId(account);
    let (role, look, tenure) = (Role::Player, Look::of(account), Tenure::ALWAYS);
    Player { account, name: name.into(), bot: true, role, staff: false, look, tenure }
}

fn description() -> TableDescription {
    TableDescription {
        name: "match".to_owned(),
        bots_allowed: true,
        rotation: None,
        event: None,
        hosted_by: None,
        free_chat: false,
    }
}
