//! What the players were told, kept so that it can be held against what the room says later: which
//! step had which content, who sat where, which actions were acknowledged.
//!
//! A *life* is the time between two moments at which everybody lost the room: its process was
//! killed, or all connections were cut. What was told in one life must hold in all later ones.

mod compare;
mod inspector;
mod places;

pub(super) use inspector::{InspectError, Inspected, NAME, PASSWORD, compare_all};
pub(super) use places::Returns;

use crate::chips::Wallets;
use cardroom_bot::probe::{Probe, SentAction};
use cardroom_bot::{Action, Card, Chips, Outcome, Table, TableEvent, TableId};
use cardroom_protocol::server::Step;
use cardroom_protocol::{ActionId, HandNo, Seq};
use places::{Place, Return};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How many faults are kept in words; more do not make it clearer.
const FAULTS_KEPT: usize = 20;

/// What one bot was told of a hand, and said in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::scenario) struct Answers {
    pub(super) seat: u8,
    /// What it sent, each under its own number.
    pub(super) sent: BTreeMap<ActionId, Action>,
    /// What of it was acknowledged.
    pub(super) accepted: BTreeMap<ActionId, Action>,
}

/// A hand as the players at its table were told it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::scenario) struct HandTold {
    /// The events of each step of it that anybody read.
    pub(super) steps: BTreeMap<Seq, Vec<TableEvent>>,
    /// The life of the room in which somebody was told its end.
    pub(super) ended_in: Option<u32>,
    /// It ended before anybody was told to leave.
    pub(in crate::scenario) played_out: bool,
    /// At a ring table, where every hand ends before the run does.
    pub(super) is_ring: bool,
    /// The room was killed in it.
    pub(super) interrupted: bool,
    /// What the bots said.
    pub(super) answers: BTreeMap<usize, Answers>,
}

pub(in crate::scenario) type HandKey = (TableId, HandNo);

#[derive(Default)]
struct State {
    life: u32,
    /// Everybody was told to leave.
    closing: bool,
    bots: BTreeMap<usize, BotTold>,
    /// The last step anybody read of a table in a life, and the first one a full view stood at.
    tables: BTreeMap<TableId, Lives>,
    hands: BTreeMap<HandKey, HandTold>,
    returns: Returns,
    /// How often a player of a ring game came back into the hand that was in progress.
    ring_interrupted: u64,
    /// When each of them was back.
    back_at: Vec<Duration>,
    faults: Vec<String>,
    fault_count: u64,
}

#[derive(Default)]
struct BotTold {
    wallets: Wallets,
    /// The life its connection was made in.
    connected_in: u32,
    logged_in_in: Option<u32>,
    viewed_in: Option<u32>,
    place: Option<Place>,
    /// The cards it holds, where it was told the step after them.
    cards: Vec<Card>,
    ended: bool,
    /// Plays ring games: its seat is its own until it leaves.
    is_ring: bool,
    has_sat: bool,
}

#[derive(Default)]
struct Lives {
    last_step: BTreeMap<u32, Seq>,
    first_view: BTreeMap<u32, Seq>,
}

/// Hears what all bots are told.
pub(in crate::scenario) struct Told {
    state: Mutex<State>,
    /// Bots with smaller numbers play ring games.
    ring_bots: usize,
}

impl Told {
    pub(in crate::scenario) fn new(ring_bots: usize) -> Self {
        let bot = |number| (number, BotTold { is_ring: true, ..BotTold::default() });
        let bots = (0..ring_bots).map(bot).collect();
        Self { state: Mutex::new(State { bots, ..State::default() }), ring_bots }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everybody loses the room: connections that are made from now on are of its next life.
    pub(in crate::scenario) fn next_life(&self) {
        self.state().life += 1;
    }

    /// Everybody is told to leave. For who does in the middle of a hand the room acts, and rightly.
    pub(in crate::scenario) fn closing(&self) {
        self.state().closing = true;
    }

    /// How many ring bots have had a seat.
    pub(in crate::scenario) fn seated(&self) -> usize {
        self.state().bots.values().filter(|bot| bot.is_ring && bot.has_sat).count()
    }

    /// How many bots play, and how many of them are not back yet in this life of the room.
    pub(in crate::scenario) fn missing(&self) -> (usize, usize) {
        let state = self.state();
        let playing = state.bots.values().filter(|bot| !bot.ended);
        let missing = playing.clone().filter(|bot| !bot.is_back(state.life)).count();
        (playing.count(), missing)
    }

    /// Who plays and is not back yet in this life of the room, in words.
    pub(in crate::scenario) fn absent(&self) -> Vec<String> {
        let state = self.state();
        let absent = state.bots.iter().filter(|(_, bot)| !bot.ended && !bot.is_back(state.life));
        let told = |(number, bot): (&usize, &BotTold)| {
            let BotTold { place, connected_in, logged_in_in, viewed_in, .. } = bot;
            format!(
                "bot {number} of {place:?}: connected in {connected_in}, logged in in {logged_in_in:?}, saw \
                 its table in {viewed_in:?}, and this is {}",
                state.life
            )
        };
        absent.map(told).take(FAULTS_KEPT).collect()
    }

    /// A table stood where a player had been told more.
    pub(in crate::scenario) fn check_steps(&self) {
        let mut state = self.state();
        let mut lost = Vec::new();
        for (table, lives) in &mut state.tables {
            for (life, last) in &lives.last_step {
                let later = lives.first_view.range(life + 1..).map(|(_, view)| *view).min();
                if let Some(view) = later.filter(|view| view < last) {
                    lost.push(format!(
                        "table {table}: step {last} was told, and after the restart a view stood at \
                         {view}"
                    ));
                }
            }
        }
        let life = state.life;
        for lives in state.tables.values_mut() {
            // What every bot has come back from is settled.
            lives.last_step.retain(|of, _| of + 3 > life);
            lives.first_view.retain(|of, _| of + 3 > life);
        }
        state.note(lost);
    }

    /// The hands that ended in an earlier life of the room, to be compared; they are not kept. When
    /// everybody is back, nobody has anything more to read of that life.
    pub(in crate::scenario) fn take_ended(&self) -> Vec<(HandKey, HandTold)> {
        let mut state = self.state();
        let life = state.life;
        let over = |(key, hand): (&HandKey, &HandTold)| {
            hand.ended_in.filter(|ended_in| *ended_in < life).map(|_| *key)
        };
        let ended: Vec<HandKey> = state.hands.iter().filter_map(over).collect();
        ended.into_iter().filter_map(|key| Some((key, state.hands.remove(&key)?))).collect()
    }

    /// All hands that are left, when everybody has left.
    pub(in crate::scenario) fn take_all(&self) -> Vec<(HandKey, HandTold)> {
        std::mem::take(&mut self.state().hands).into_iter().collect()
    }

    /// How the ring bots' chips stand, as they were told.
    pub(in crate::scenario) fn wallets(&self) -> Vec<Wallets> {
        self.state().bots.values().filter(|bot| bot.is_ring).map(|bot| bot.wallets).collect()
    }

    /// Who came back where.
    pub(in crate::scenario) fn returns(&self) -> Returns {
        self.state().returns
    }

    /// How often a player of a ring game came back into the hand that had been in progress.
    pub(in crate::scenario) fn ring_interrupted(&self) -> u64 {
        self.state().ring_interrupted
    }

    /// The cards that players held in a hand in progress, as far as they were told.
    pub(in crate::scenario) fn held(&self) -> Vec<(usize, Vec<Card>)> {
        let state = self.state();
        let holds = |bot: &BotTold| bot.place?.hand.filter(|_| bot.cards.len() > 1);
        let holding = state.bots.iter().filter(|(_, bot)| holds(bot).is_some());
        holding.map(|(number, bot)| (*number, bot.cards.clone())).collect()
    }

    /// When players were back since this was asked last, on the clock of their swarm.
    pub(in crate::scenario) fn take_back_at(&self) -> Vec<Duration> {
        std::mem::take(&mut self.state().back_at)
    }

    /// Notes something that must not be.
    pub(in crate::scenario) fn fault(&self, what: String) {
        self.state().note([what]);
    }

    /// What must not be, and how often.
    pub(in crate::scenario) fn faults(&self) -> (u64, Vec<String>) {
        let state = self.state();
        (state.fault_count, state.faults.clone())
    }
}

impl BotTold {
    /// Whether it sees again what it saw before: its table, or that it has none.
    fn is_back(&self, life: u32) -> bool {
        if self.place.is_some() {
            self.viewed_in == Some(life)
        } else {
            self.logged_in_in == Some(life)
        }
    }
}

impl State {
    fn bot(&mut self, number: usize) -> &mut BotTold {
        self.bots.entry(number).or_default()
    }

    fn note(&mut self, faults: impl IntoIterator<Item = String>) {
        for fault in faults {
            self.fault_count += 1;
            if self.faults.len() < FAULTS_KEPT {
                self.faults.push(fault);
            }
        }
    }

    fn view(&mut self, number: usize, at: Duration, table: &Table) {
        let bot = self.bots.entry(number).or_default();
        let (life, is_ring) = (bot.connected_in, bot.is_ring);
        let first = bot.viewed_in != Some(life);
        bot.viewed_in = Some(life);
        let now = Place::of(table);
        bot.has_sat |= now.is_some();
        bot.cards.clone_from(&table.cards);
        let before = std::mem::replace(&mut bot.place, now);
        let id = table.info.table;
        let lives = self.tables.entry(id).or_default();
        let view = lives.first_view.entry(life).or_insert(table.seq);
        *view = (*view).min(table.seq);
        let Some(before) = before.filter(|_| first && life > 0) else { return };
        self.back_at.push(at);
        if let Some(hand) = before.hand {
            let hand = self.hands.entry((before.table, hand)).or_default();
            hand.interrupted = true;
        }
        let came = Return::of(before, now);
        self.returns.count(came);
        self.ring_interrupted += u64::from(is_ring && came == Return::SameHand);
        if is_ring && !came.is_same_seat() {
            self.note([format!(
                "bot {number} came back to another place: {before:?}, then {now:?}"
            )]);
        }
    }

    fn step(&mut self, number: usize, step: &Step, before: &Table) {
        let bot = self.bot(number);
        let (life, is_ring) = (bot.connected_in, bot.is_ring);
        let table = step.table;
        let last = self.tables.entry(table).or_default().last_step.entry(life).or_insert(step.seq);
        *last = (*last).max(step.seq);
        let mut hand = before.hand.as_ref().map(|hand| hand.number);
        let mut parts: Vec<(HandNo, Vec<TableEvent>, bool)> = Vec::new();
        for event in &step.events.0 {
            if let TableEvent::HandStarted(started) = event {
                hand = Some(started.hand);
            }
            let ends = matches!(event, TableEvent::HandEnded(_) | TableEvent::HandVoided(_));
            if let Some(number) = hand {
                match parts.last_mut().filter(|(of, ..)| *of == number) {
                    Some((_, events, ended)) => {
                        events.push(event.clone());
                        *ended |= ends;
                    }
                    None => parts.push((number, vec![event.clone()], ends)),
                }
            }
            if ends {
                hand = None;
            }
        }
        if let Some(seat) = before.hero_seat {
            let bot = self.bot(number);
            bot.place = Some(Place { table, seat, hand });
            let same = before.hand.as_ref().is_some_and(|before| Some(before.number) == hand);
            bot.cards = if same { before.cards.clone() } else { Vec::new() };
        }
        let mut parted = Vec::new();
        let closing = self.closing;
        for (number, events, ended) in parts {
            let told = self.hands.entry((table, number)).or_default();
            told.is_ring |= is_ring;
            if ended {
                told.ended_in.get_or_insert(life);
                told.played_out = !closing;
            }
            let known = told.steps.entry(step.seq).or_insert_with(|| events.clone());
            if *known != events {
                parted.push(format!(
                    "table {table}: step {} was told in two ways: {known:?}, then {events:?}",
                    step.seq
                ));
            }
        }
        self.note(parted);
    }
}

impl Probe for Told {
    fn connected(&self, bot: usize, _at: Duration, _took: Duration) {
        let mut state = self.state();
        let life = state.life;
        state.bot(bot).connected_in = life;
    }

    fn logged_in(&self, bot: usize, _at: Duration, wallet: Chips) {
        let mut state = self.state();
        let bot = state.bot(bot);
        bot.logged_in_in = Some(bot.connected_in);
        bot.wallets.logged_in(wallet.0);
    }

    fn wallet(&self, bot: usize, _at: Duration, wallet: Chips) {
        self.state().bot(bot).wallets.told(wallet.0);
    }

    fn seated(&self, bot: usize, _at: Duration, _table: TableId) {
        let mut state = self.state();
        let bot = state.bot(bot);
        bot.wallets.seated();
        bot.has_sat = true;
    }

    fn left_table(&self, bot: usize, _at: Duration, _table: TableId, cashed_out: Chips) {
        let mut state = self.state();
        let bot = state.bot(bot);
        bot.wallets.left_table(cashed_out.0);
        bot.place = None;
    }

    fn view(&self, bot: usize, at: Duration, table: &Table) {
        self.state().view(bot, at, table);
    }

    fn step(&self, bot: usize, _at: Duration, step: &Step, before: &Table) {
        self.state().step(bot, step, before);
    }

    fn action_sent(&self, bot: usize, sent: &SentAction) {
        let mut state = self.state();
        let answers = state.hands.entry((sent.table, sent.hand)).or_default();
        let answers = answers.answers.entry(bot).or_default();
        answers.seat = sent.seat;
        answers.sent.insert(sent.action_id, sent.action);
    }

    fn action_accepted(&self, bot: usize, _received: Duration, sent: &SentAction) {
        let mut state = self.state();
        let hand = state.hands.entry((sent.table, sent.hand)).or_default();
        let answers = hand.answers.entry(bot).or_default();
        answers.seat = sent.seat;
        answers.accepted.insert(sent.action_id, sent.action);
    }

    fn ended(&self, bot: usize, outcome: &Outcome) {
        let mut state = self.state();
        state.bot(bot).ended = true;
        if bot < self.ring_bots && !outcome.is_success() {
            state.note([format!("bot {bot} ended: {outcome}")]);
        }
    }

    fn protocol_error(&self, bot: usize, _at: Duration, what: &str) {
        self.fault(format!("protocol error of bot {bot}: {what}"));
    }
}

#[cfg(test)]
mod tests;
