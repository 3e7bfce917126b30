//! Records everything that players received, to compare it with what the room sends later: each
//! player's seat, the hands and the acknowledged actions. The audit of each table checks the steps,
//! views and cards.
//!
//! A *life* is the time between two moments at which all players lost the room, because its process
//! was killed or all connections were cut. A message of one life must hold in all later ones.

mod compare;
mod gaps;
mod inspector;
mod places;
mod probe;
mod reading;

pub(super) use gaps::Gaps;
pub(in crate::scenario) use inspector::{
    InspectError, Inspected, Inspector, PASSWORD, compare_all, start_inspected,
};
pub(super) use places::Returns;

use crate::chips::{Books, RoomBooks, Verdict, Wallets};
use cardroom_audit::TableAudit;
use cardroom_bot::{Action, Card, Table, TableEvent, TableId};
use cardroom_protocol::server::Step;
use cardroom_protocol::{ActionId, HandNo, Seq};
use parking_lot::Mutex;
use places::Place;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// How many faults to keep as text. More would not help to understand the failure.
const FAULTS_KEPT: usize = 20;

/// The messages that one bot received and sent in a hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::scenario) struct Answers {
    pub(super) seat: u8,
    /// The actions that it sent, by their ids.
    pub(super) sent: BTreeMap<ActionId, Action>,
    /// The actions that were acknowledged.
    pub(super) accepted: BTreeMap<ActionId, Action>,
}

/// A hand as the players at its table received it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::scenario) struct HandTold {
    /// The events of each step of the hand that any bot read.
    pub(super) steps: BTreeMap<Seq, Vec<TableEvent>>,
    /// The life of the room in which the first bot learned of the hand's end.
    pub(super) ended_in: Option<u64>,
    /// True if the hand ended before the bots were stopped.
    pub(in crate::scenario) played_out: bool,
    /// True at a ring table, where every hand ends before the run does.
    pub(super) is_ring: bool,
    /// True if the room was killed during the hand.
    pub(super) interrupted: bool,
    /// The seats of the players who were there when the hand began, as they read it.
    pub(super) present: BTreeSet<u8>,
    /// The messages of each bot in the hand.
    pub(super) answers: BTreeMap<usize, Answers>,
}

pub(in crate::scenario) type HandKey = (TableId, HandNo);

#[derive(Default)]
struct State {
    life: u64,
    /// True once all bots were stopped.
    closing: bool,
    bots: BTreeMap<usize, BotTold>,
    tables: BTreeMap<TableId, TableAudit>,
    hands: BTreeMap<HandKey, HandTold>,
    returns: Returns,
    /// How often a ring player returned to the hand in progress.
    ring_interrupted: u64,
    /// When each player was back.
    back_at: Vec<Duration>,
    /// When ring players received frames of their tables.
    times: gaps::Times,
    faults: Vec<String>,
    fault_count: u64,
}

#[derive(Default)]
struct BotTold {
    wallets: Wallets,
    /// The life in which its connection was made.
    connected_in: u64,
    logged_in_in: Option<u64>,
    viewed_in: Option<u64>,
    place: Option<Place>,
    /// The player's cards, if it received the step that followed them.
    cards: Vec<Card>,
    ended: bool,
    /// True for ring players, who keep their seat until they leave.
    is_ring: bool,
    has_sat: bool,
}

/// Records what all bots receive.
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

    /// Begins the next life, after all bots have lost the room. New connections belong to it.
    /// Returns the life before.
    pub(in crate::scenario) fn next_life(&self) -> u64 {
        let mut state = self.state.lock();
        state.life += 1;
        state.life - 1
    }

    /// Records that all bots were stopped. The room may act for players who leave during a hand.
    pub(in crate::scenario) fn closing(&self) {
        self.state.lock().closing = true;
    }

    /// Returns the number of ring bots that have had a seat.
    pub(in crate::scenario) fn seated(&self) -> usize {
        self.state.lock().bots.values().filter(|bot| bot.is_ring && bot.has_sat).count()
    }

    /// Returns the number of bots that play, and of those that are not back yet in this life.
    pub(in crate::scenario) fn missing(&self) -> (usize, usize) {
        let state = self.state.lock();
        let playing = state.bots.values().filter(|bot| !bot.ended);
        let missing = playing.clone().filter(|bot| !bot.is_back(state.life)).count();
        (playing.count(), missing)
    }

    /// Describes the players that are not back yet in this life.
    pub(in crate::scenario) fn absent(&self) -> Vec<String> {
        let state = self.state.lock();
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

    /// Removes and returns the hands that ended in an earlier life. Once all bots are back, no
    /// further messages of that life can arrive.
    pub(in crate::scenario) fn take_ended(&self) -> Vec<(HandKey, HandTold)> {
        let mut state = self.state.lock();
        let life = state.life;
        let is_over = |_: &HandKey, hand: &mut HandTold| hand.ended_in.is_some_and(|it| it < life);
        state.hands.extract_if(.., is_over).collect()
    }

    /// Removes and returns all remaining hands, after all bots have left.
    pub(in crate::scenario) fn take_all(&self) -> Vec<(HandKey, HandTold)> {
        std::mem::take(&mut self.state.lock().hands).into_iter().collect()
    }

    /// Checks the chips of the ring bots after all have left. `whose` names them in a fault.
    pub(in crate::scenario) fn count_chips(&self, whose: &str, refills: u64) {
        let mut state = self.state.lock();
        let ring = state.bots.values().filter(|bot| bot.is_ring);
        let wallets: Vec<Wallets> = ring.map(|bot| bot.wallets).collect();
        let room = RoomBooks { on_tables: Some(0), ..RoomBooks::default() };
        let verdict = Books::of(&wallets, room, refills).verdict(false);
        if let Verdict::Broken { reason } | Verdict::Unknown { reason } = verdict {
            state.note([format!("{whose}' chips: {reason}")]);
        }
    }

    /// Returns the counts of where players returned to.
    pub(in crate::scenario) fn returns(&self) -> Returns {
        self.state.lock().returns
    }

    /// Returns how often a ring player returned to the hand that had been in progress.
    pub(in crate::scenario) fn ring_interrupted(&self) -> u64 {
        self.state.lock().ring_interrupted
    }

    /// Returns the known hole cards of players in a hand in progress.
    pub(in crate::scenario) fn held(&self) -> Vec<(usize, Vec<Card>)> {
        let state = self.state.lock();
        let holds = |bot: &BotTold| bot.place?.hand.filter(|_| bot.cards.len() > 1);
        let holding = state.bots.iter().filter(|(_, bot)| holds(bot).is_some());
        holding.map(|(number, bot)| (*number, bot.cards.clone())).collect()
    }

    /// Returns when players were back since the last call, on the clock of their swarm.
    pub(in crate::scenario) fn take_back_at(&self) -> Vec<Duration> {
        std::mem::take(&mut self.state.lock().back_at)
    }

    /// Returns how long ring tables stood still between two lives, since the last call.
    pub(in crate::scenario) fn take_gaps(&self) -> Gaps {
        self.state.lock().times.take()
    }

    /// Records a step that a spectator of a ring table received over a connection of this life,
    /// when the next life had begun. `before` is the table before the step.
    pub(in crate::scenario) fn late_step(&self, life: u64, step: &Step, before: &Table) {
        let hand = before.hand.as_ref().map(|hand| hand.number);
        self.state.lock().read(life, true, step, hand);
    }

    /// Records a fault as text.
    pub(in crate::scenario) fn fault(&self, what: String) {
        self.state.lock().note([what]);
    }

    /// Returns the number of faults and their descriptions.
    pub(in crate::scenario) fn faults(&self) -> (u64, Vec<String>) {
        let state = self.state.lock();
        (state.fault_count, state.faults.clone())
    }
}

impl BotTold {
    /// Returns `true` if the bot sees its table again, or again that it has none.
    fn is_back(&self, life: u64) -> bool {
        if self.place.is_some() {
            self.viewed_in == Some(life)
        } else {
            self.logged_in_in == Some(life)
        }
    }
}

#[cfg(test)]
mod tests;
