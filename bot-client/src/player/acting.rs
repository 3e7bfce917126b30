//! The decisions of a player in its turn: when to act, with which answer, and what to send after a
//! refusal.

mod offers;

use super::Shared;
use super::outbox::Outbox;
use super::turns::{Answer, Due, Refusal, Turns, time_of_turn};
use crate::brain::Brain;
use crate::choices::Choices as _;
use crate::model::{Seat, Table};
use crate::probe::{ActionKey, ActionSeen, ActionTiming};
use cardroom_cards::CardSet;
use cardroom_protocol::hybrid::MakeGesture;
use cardroom_protocol::server::{ActionAccepted, ActionRefused};
use cardroom_protocol::table::{Acted, LegalActions, TableEvent};
use cardroom_protocol::{ActionId, TurnToken};
use chacha20::ChaCha12Rng;
use std::sync::Arc;
use std::time::Duration;

/// The part of the time limit reserved for the way to the server.
const TIME_MARGIN: Duration = Duration::from_millis(500);

/// Everything a player decides at a table: its brain, its turns and the offers it thinks about. It
/// sees the table in view, and puts its answers into the outbox.
pub(super) struct Decider {
    bot: usize,
    shared: Arc<Shared>,
    brain: Box<dyn Brain>,
    think_rng: ChaCha12Rng,
    turns: Turns,
    /// Offers that the brain thinks about.
    offers: Vec<TableEvent>,
    /// The most time for a decision, if the player has a seat in a match, where it can neither buy
    /// chips nor leave the table.
    in_match: Option<Duration>,
}

impl Decider {
    pub(super) fn new(
        bot: usize,
        shared: Arc<Shared>,
        brain: Box<dyn Brain>,
        think_rng: ChaCha12Rng,
    ) -> Self {
        let (turns, offers) = (Turns::default(), Vec::new());
        Self { bot, shared, brain, think_rng, turns, offers, in_match: None }
    }

    pub(super) fn brain(&mut self) -> &mut dyn Brain {
        &mut *self.brain
    }

    /// Joins a match, which limits the time of each decision.
    pub(super) fn join_match(&mut self, time: Duration) {
        self.in_match = Some(time);
    }

    pub(super) fn is_in_match(&self) -> bool {
        self.in_match.is_some()
    }

    /// Returns when to act.
    pub(super) fn due_at(&self) -> Option<Duration> {
        self.turns.due_at()
    }

    /// Returns since when an action has waited for its answer.
    pub(super) fn waiting_since(&self) -> Option<Duration> {
        self.turns.waiting_since()
    }

    /// Handles a full view, which says what the room has seen of the player's actions.
    pub(super) fn seen_by_room(&mut self, action_id: ActionId) {
        self.turns.seen_by_room(action_id);
    }

    /// Handles a gap in the steps. The turn comes again with the next full view.
    pub(super) fn lost_steps(&mut self) {
        self.turns.disconnected();
    }

    /// Handles a lost connection.
    pub(super) fn disconnected(&mut self) {
        self.turns.disconnected();
        self.offers.clear();
    }

    /// Forgets the turns of a table that the player has left.
    pub(super) fn leave_table(&mut self) {
        self.turns.forget();
    }

    /// Handles the start of a hand, whose offers are still to come.
    pub(super) fn hand_started(&mut self, table: &Table) {
        self.offers.clear();
        self.brain.hand_started(table);
    }

    /// Asks the brain again, which may have decided meanwhile.
    pub(super) fn wake(&mut self, now: Duration, table: Option<&Table>, outbox: &mut Outbox) {
        self.turns.wake(now);
        self.act_when_due(now, table, outbox);
        let offers = std::mem::take(&mut self.offers);
        for (table, offer) in offers.iter().filter_map(|offer| Some((table?, offer))) {
            self.offered(table, offer, outbox);
        }
    }

    /// Considers the pending decision: repeats an action that may have been lost, or
    /// schedules a new one. A player that leaves does not think.
    pub(super) fn consider(
        &mut self,
        now: Duration,
        table: &Table,
        leaves: bool,
        outbox: &mut Outbox,
    ) {
        let Some(decision) = &table.decision else { return };
        let turn = decision.turn;
        // Only the floor's question can be answered now. The turn comes again after the ruling.
        let asked = table.hybrid.as_ref().is_some_and(|hybrid| hybrid.ticket.is_some());
        // The turn comes again after a pause, too.
        if self.turns.has_given_up(turn) || asked || table.paused {
            return;
        }
        if let Some(message) = self.turns.repeat(turn) {
            return outbox.send(message);
        }
        let limit = time_to_act(self.in_match, table);
        let think = if leaves {
            Duration::ZERO
        } else {
            match self.brain.think_time(table, &decision.legal) {
                Some(time) => time.min(limit),
                None => self.shared.settings.think_time.sample(&mut self.think_rng, limit),
            }
        };
        let at = now.saturating_add(think);
        self.turns.schedule(Due { turn, received: now, at, is_asked: false });
        self.act_when_due(now, Some(table), outbox);
    }

    /// Acts if the think time of the turn has passed.
    pub(super) fn act_when_due(
        &mut self,
        now: Duration,
        table: Option<&Table>,
        outbox: &mut Outbox,
    ) {
        let Some(due) = self.turns.take_due(now) else { return };
        let Some(table) = table.filter(|table| !table.paused) else { return };
        let Some(decision) = table.decision.as_ref().filter(|open| open.turn == due.turn) else {
            return;
        };
        if let Some(message) = self.turns.repeat(due.turn) {
            return outbox.send(message);
        }
        let (brain, legal) = (&mut self.brain, decision.legal);
        let limit = time_to_act(self.in_match, table);
        let last = due.received.saturating_add(limit);
        if !brain.is_decided(table, &legal) && now < last {
            return self.turns.schedule(Due { at: last, is_asked: true, ..due });
        }
        let may_gesture = table.hybrid.is_some() && legal.discard.is_none();
        let gesture = if may_gesture && self.turns.take_gesture(due.turn) {
            brain.gesture(table, &legal)
        } else {
            None
        };
        let mut answer = match (legal.discard, gesture) {
            (Some(range), _) => Answer::Discard(brain.discard(table, range)),
            (None, Some(gesture)) => Answer::Gesture(Box::new(gesture)),
            (None, None) => Answer::Action(brain.act(table, &legal)),
        };
        if !is_legal(table, &legal, &answer) {
            self.shared.counters.illegal_choices.count();
            tracing::warn!(bot = self.bot, ?answer, ?legal, "the brain's action is not legal");
            answer = safe_answer(table, &legal);
        }
        let timing = ActionTiming { turn_received: due.received, intended: due.at, sent: now };
        self.send(table, due.turn, answer, (timing, false), outbox);
    }

    fn send(
        &mut self,
        table: &Table,
        turn: TurnToken,
        answer: Answer,
        (timing, fallback): (ActionTiming, bool),
        outbox: &mut Outbox,
    ) {
        let sent = self.turns.answer(table, turn, answer, timing, fallback);
        outbox.send(sent.message());
        self.shared.counters.actions.count();
        if let Some(reported) = &sent.reported {
            self.shared.observe(|probe| probe.action_sent(self.bot, reported));
        }
    }

    pub(super) fn accepted(&mut self, now: Duration, accepted: &ActionAccepted) {
        let Some(sent) = self.turns.accepted(accepted.action_id) else { return };
        self.shared.counters.actions_accepted.count();
        if let Some(reported) = &sent.reported {
            self.shared.observe(|probe| probe.action_accepted(self.bot, now, reported));
        }
    }

    /// Handles a refused action. If the room does not accept the answer, the player checks or folds
    /// once, and then leaves the turn to the clock.
    pub(super) fn refused(
        &mut self,
        now: Duration,
        refused: &ActionRefused,
        table: Option<&Table>,
        outbox: &mut Outbox,
    ) {
        let shared = Arc::clone(&self.shared);
        shared.notices.count_if_limit("action", refused.code);
        let Some(refusal) = self.turns.refused(now, refused.action_id, refused.code) else {
            return;
        };
        shared.observe(|probe| probe.action_refused(self.bot, now, refused.code));
        let sent = match refusal {
            Refusal::Passing => return,
            Refusal::Late => return shared.counters.actions_late.count(),
            Refusal::Illegal(sent) => sent,
        };
        shared.counters.actions_refused.count();
        let open = table.and_then(|table| table.decision.as_ref());
        let open = open.filter(|open| open.turn == sent.turn).map(|open| open.legal);
        let safe = refused.legal.or(open).zip(table);
        match safe.map(|(legal, table)| (table, safe_answer(table, &legal))) {
            Some((table, safe)) if !sent.fallback => {
                tracing::warn!(
                    bot = self.bot, answer = ?sent.answer, code = %refused.code, refused.message,
                    "the server refused an action"
                );
                self.send(table, sent.turn, safe, (sent.timing, true), outbox);
            }
            _ => {
                self.turns.give_up(sent.turn);
                let what = format!("refused twice: {}: {}", refused.code, refused.message);
                shared.protocol_error(self.bot, now, &what);
            }
        }
    }

    /// Offers the brain to act out of turn, because another player's turn has begun.
    pub(super) fn interject(&mut self, table: &Table, outbox: &mut Outbox) {
        let can_act = table.hero().is_some_and(Seat::can_act);
        let has_words = table.hybrid.is_some() && !table.paused;
        if !can_act || !has_words || self.turns.unaccepted().is_some() {
            return;
        }
        let Some(gesture) = self.brain.interject(table) else { return };
        let (table, gesture) = (table.info.table, Box::new(gesture));
        let action_id = self.turns.next_action_id();
        outbox.send(MakeGesture { table, turn: None, action_id, gesture });
    }

    /// Handles an action by any player, perhaps this one, before the table has it.
    pub(super) fn action_seen(&self, now: Duration, table: &Table, acted: &Acted) {
        let is_hero = table.hero_seat == Some(acted.seat);
        if is_hero && acted.timed_out {
            self.shared.counters.timeouts.count();
        }
        let Some(probe) = &self.shared.probe else { return };
        let own = if is_hero && !acted.timed_out {
            self.turns.timing(table.decision.as_ref().map(|open| open.turn))
        } else {
            None
        };
        let index = table.hand.as_ref().and_then(|hand| Some((hand.number, hand.actions?)));
        let table = table.info.table;
        probe.action_seen(&ActionSeen {
            bot: self.bot,
            key: index.map(|(hand, index)| ActionKey { table, hand, index }),
            table,
            seat: acted.seat,
            received: now,
            own,
        });
    }
}

/// Returns how long a decision may take, without the way to the server. In a match, its limit
/// replaces the clock of the table.
fn time_to_act(in_match: Option<Duration>, table: &Table) -> Duration {
    in_match.unwrap_or_else(|| time_of_turn(table)).saturating_sub(TIME_MARGIN)
}

/// Returns `true` if the room accepts an answer. Only the room can judge a gesture.
fn is_legal(table: &Table, legal: &LegalActions, answer: &Answer) -> bool {
    match (answer, legal.discard) {
        (Answer::Gesture(_), None) => true,
        (Answer::Action(action), None) => legal.allows(*action),
        (Answer::Discard(cards), Some(range)) => {
            let held: CardSet = table.cards.iter().collect();
            let fits = |count: usize| {
                (usize::from(range.least)..=usize::from(range.most)).contains(&count)
            };
            cards.difference(held).is_empty() && fits(cards.len())
        }
        _ => false,
    }
}

/// Returns an answer that is always legal: check or fold, and in a draw stand pat or discard as
/// few cards as allowed.
fn safe_answer(table: &Table, legal: &LegalActions) -> Answer {
    match legal.discard {
        None => Answer::Action(legal.check_or_fold()),
        Some(range) => Answer::Discard(table.cards.iter().take(usize::from(range.least)).collect()),
    }
}
