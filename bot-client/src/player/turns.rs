//! A player's turns: when to act, with which id, and what to do after a refusal.

use super::{Phase, Player};
use crate::choices::Choices as _;
use crate::model::{Seat, Table};
use crate::probe::{ActionKey, ActionSeen, ActionTiming, SentAction};
use cardroom_cards::CardSet;
use cardroom_protocol::client::{Act, Discard};
use cardroom_protocol::hybrid::{Gesture, MakeGesture};
use cardroom_protocol::limits::MAX_DISCARDS;
use cardroom_protocol::server::{ActionAccepted, ActionRefused, YourTurn};
use cardroom_protocol::table::{Acted, Action, LegalActions};
use cardroom_protocol::{ActionId, ClientMessage, ErrorCode, HandNo, TableId, TurnToken};
use std::time::Duration;

/// The part of the time limit reserved for the way to the server.
const TIME_MARGIN: Duration = Duration::from_millis(500);
/// The limit of gestures in one turn, if rulings leave the turn to the bot.
const MOST_GESTURES: u8 = 3;
/// How long to wait before an action is sent again to a busy table.
const BUSY_WAIT: Duration = Duration::from_millis(100);
/// How often `BUSY_WAIT` doubles, at most up to 32 times as long.
const BUSY_DOUBLINGS: u32 = 5;

/// The current turn and the action last sent.
#[derive(Debug, Default)]
pub(super) struct Turns {
    last_action_id: ActionId,
    due: Option<Due>,
    sent: Option<Sent>,
    /// A turn whose actions were refused. The table's clock ends it.
    given_up: Option<TurnToken>,
    /// The number of gestures made in a turn. At the limit an exact action ends the turn.
    gestures: Option<(TurnToken, u8)>,
}

/// A turn that waits for its think time to pass, or for a busy table.
#[derive(Clone, Copy, Debug)]
struct Due {
    turn: TurnToken,
    received: Duration,
    at: Duration,
}

/// The action last sent.
#[derive(Clone, Debug)]
struct Sent {
    act: ActDraft,
    timing: ActionTiming,
    accepted: bool,
    /// Whether this is the safe answer sent after a refusal.
    fallback: bool,
    busy: u32,
    /// Until when to repeat the action to a busy table: the end of the turn.
    until: Duration,
    /// The action as reported to the probe, if there is one.
    told: Option<SentAction>,
}

#[derive(Clone, Debug)]
struct ActDraft {
    table: TableId,
    turn: TurnToken,
    action_id: ActionId,
    answer: Answer,
}

/// The answer to a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    Action(Action),
    Discard(CardSet),
    Gesture(Box<Gesture>),
}

impl ActDraft {
    fn message(&self) -> ClientMessage {
        let Self { table, turn, action_id, answer } = self.clone();
        match answer {
            Answer::Action(action) => Act { table, turn, action_id, action }.into(),
            Answer::Discard(cards) => {
                let cards = cards.iter().take(MAX_DISCARDS).collect();
                Discard { table, turn, action_id, cards }.into()
            }
            Answer::Gesture(gesture) => {
                MakeGesture { table, turn: Some(turn), action_id, gesture }.into()
            }
        }
    }
}

impl Turns {
    pub(super) fn due_at(&self) -> Option<Duration> {
        self.due.map(|due| due.at)
    }

    /// Handles the loss of the connection or the view. Sent actions are remembered.
    pub(super) fn disconnected(&mut self) {
        self.due = None;
    }

    /// Continues after the last action id that the room has received.
    pub(super) fn seen_by_room(&mut self, action_id: ActionId) {
        self.last_action_id = self.last_action_id.max(action_id);
    }

    /// Forgets everything. Action ids start again at another table.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    fn next_action_id(&mut self) -> ActionId {
        self.last_action_id.0 += 1;
        self.last_action_id
    }
}

impl Player {
    pub(super) fn your_turn(&mut self, now: Duration, turn: &YourTurn) {
        if !self.view.is_at(turn.table) {
            return;
        }
        if let Some(table) = self.view.synced_mut() {
            table.take_turn(turn);
            self.consider(now);
        }
    }

    /// Considers the pending decision: repeats an action that may have been lost, or
    /// schedules a new one.
    pub(super) fn consider(&mut self, now: Duration) {
        let Some(table) = self.view.table() else { return };
        let Some(decision) = &table.decision else { return };
        let turn = decision.turn;
        // Only the floor's question can be answered now. The turn comes again after the ruling.
        let asked = table.hybrid.as_ref().is_some_and(|hybrid| hybrid.ticket.is_some());
        if self.turns.given_up == Some(turn) || asked {
            return;
        }
        match &self.turns.sent {
            // The room recognizes the id, so a repeated action does no harm.
            Some(sent) if sent.act.turn == turn && !sent.accepted => {
                self.outbox.send(sent.act.message());
                return;
            }
            _ => {}
        }
        let leaving = matches!(self.phase, Phase::Leaving { .. });
        let limit = time_of_turn(table).saturating_sub(TIME_MARGIN);
        let think = if leaving {
            Duration::ZERO
        } else {
            match self.brain.think_time(table, &decision.legal) {
                Some(time) => time.min(limit),
                None => self.shared.settings.think_time.sample(&mut self.think_rng, limit),
            }
        };
        self.turns.due = Some(Due { turn, received: now, at: now.saturating_add(think) });
        self.act_when_due(now);
    }

    pub(super) fn act_when_due(&mut self, now: Duration) {
        let Some(due) = self.turns.due.filter(|due| now >= due.at) else { return };
        self.turns.due = None;
        let Some(table) = self.view.table() else { return };
        let Some(decision) = table.decision.as_ref().filter(|open| open.turn == due.turn) else {
            return;
        };
        let unheard = |sent: &&Sent| sent.act.turn == due.turn && !sent.accepted;
        if let Some(sent) = self.turns.sent.as_ref().filter(unheard) {
            // The table was busy when the action arrived.
            self.outbox.send(sent.act.message());
            return;
        }
        let legal = decision.legal;
        let made = self.turns.gestures.filter(|(turn, _)| *turn == due.turn);
        let made = made.map_or(0, |(_, made)| made);
        let gesture = match table.hybrid {
            Some(_) if legal.discard.is_none() && made < MOST_GESTURES => {
                self.turns.gestures = Some((due.turn, made + 1));
                self.brain.gesture(table, &legal)
            }
            _ => None,
        };
        let mut answer = match (legal.discard, gesture) {
            (Some(range), _) => Answer::Discard(self.brain.discard(table, range)),
            (None, Some(gesture)) => Answer::Gesture(Box::new(gesture)),
            (None, None) => Answer::Action(self.brain.act(table, &legal)),
        };
        if !is_legal(table, &legal, &answer) {
            self.shared.counters.illegal_choices.count();
            tracing::warn!(bot = self.bot, ?answer, ?legal, "the brain's action is not legal");
            answer = safe_answer(table, &legal);
        }
        let timing = ActionTiming { turn_received: due.received, intended: due.at, sent: now };
        self.send_answer(due.turn, answer, timing, false);
    }

    fn send_answer(
        &mut self,
        turn: TurnToken,
        answer: Answer,
        timing: ActionTiming,
        fallback: bool,
    ) {
        let Some(table) = self.view.table() else { return };
        let action_id = self.turns.next_action_id();
        let told = sent_action(table, action_id, &answer, timing);
        let until = timing.sent.saturating_add(time_of_turn(table));
        let act = ActDraft { table: table.info.table, turn, action_id, answer };
        self.outbox.send(act.message());
        self.shared.counters.actions.count();
        if let (Some(probe), Some(told)) = (&self.shared.probe, &told) {
            probe.action_sent(self.bot, told);
        }
        self.turns.sent =
            Some(Sent { act, timing, accepted: false, fallback, busy: 0, until, told });
    }

    pub(super) fn action_accepted(&mut self, now: Duration, accepted: &ActionAccepted) {
        let Some(sent) = &mut self.turns.sent else { return };
        if sent.act.action_id != accepted.action_id || sent.accepted {
            return;
        }
        sent.accepted = true;
        self.shared.counters.actions_accepted.count();
        if let (Some(probe), Some(told)) = (&self.shared.probe, &sent.told) {
            probe.action_accepted(self.bot, now, told);
        }
    }

    /// Handles a refused action without ever looping. A busy table gets the action again while the
    /// turn lasts. After any other refusal the player checks or folds once, and then leaves the
    /// turn to the clock.
    pub(super) fn action_refused(&mut self, now: Duration, refused: &ActionRefused) {
        self.shared.notices.count_if_limit("action", refused.code);
        let answered = |sent: &&Sent| sent.act.action_id == refused.action_id;
        let Some(sent) = self.turns.sent.as_ref().filter(answered).cloned() else { return };
        if let Some(probe) = &self.shared.probe {
            probe.action_refused(self.bot, now, refused.code);
        }
        match refused.code {
            code if super::may_pass(code) => {
                let at = now + BUSY_WAIT * 2_u32.pow(sent.busy.min(BUSY_DOUBLINGS));
                if at < sent.until {
                    self.turns.due = Some(Due { turn: sent.act.turn, received: now, at });
                    self.turns.sent = Some(Sent { busy: sent.busy + 1, ..sent });
                } else {
                    self.shared.counters.actions_late.count();
                    self.turns.given_up = Some(sent.act.turn);
                }
                return;
            }
            // The turn comes again after the floor's ruling.
            ErrorCode::FloorCalled => {
                self.turns.sent = None;
                return;
            }
            ErrorCode::StaleTurn | ErrorCode::NotYourTurn | ErrorCode::NoHand => {
                self.shared.counters.actions_late.count();
                self.turns.given_up = Some(sent.act.turn);
                return;
            }
            _ => {}
        }
        self.shared.counters.actions_refused.count();
        let open = self.view.table().and_then(|table| table.decision.as_ref());
        let open = open.filter(|open| open.turn == sent.act.turn).map(|open| open.legal);
        let safe = refused.legal.or(open).zip(self.view.table());
        match safe.map(|(legal, table)| safe_answer(table, &legal)) {
            Some(safe) if !sent.fallback => {
                tracing::warn!(
                    bot = self.bot, answer = ?sent.act.answer, code = %refused.code, refused.message,
                    "the server refused an action"
                );
                self.send_answer(sent.act.turn, safe, sent.timing, true);
            }
            _ => {
                self.turns.given_up = Some(sent.act.turn);
                let what = format!("refused twice: {}: {}", refused.code, refused.message);
                self.shared.protocol_error(self.bot, now, &what);
            }
        }
    }

    /// Offers the brain to act out of turn, because another player's turn has begun.
    pub(super) fn interject(&mut self) {
        let Some(table) = self.view.table().filter(|table| table.hybrid.is_some()) else {
            return;
        };
        let can_act = table.hero().is_some_and(Seat::can_act);
        let waits = self.turns.sent.as_ref().is_some_and(|sent| !sent.accepted);
        if !can_act || waits || !matches!(self.phase, Phase::Playing) {
            return;
        }
        let Some(gesture) = self.brain.interject(table) else { return };
        let (table, gesture) = (table.info.table, Box::new(gesture));
        let action_id = self.turns.next_action_id();
        self.outbox.send(MakeGesture { table, turn: None, action_id, gesture });
    }

    /// Handles a discard by any player, perhaps this one.
    pub(super) fn discard_seen(&self, timed_out: bool, is_hero: bool) {
        if is_hero && timed_out {
            self.shared.counters.timeouts.count();
        }
    }

    /// Handles an action by any player, perhaps this one.
    pub(super) fn action_seen(
        &mut self,
        now: Duration,
        table: TableId,
        index: Option<(HandNo, u32)>,
        acted: &Acted,
        is_hero: bool,
    ) {
        if is_hero && acted.timed_out {
            self.shared.counters.timeouts.count();
        }
        let Some(probe) = &self.shared.probe else { return };
        let sent = self.turns.sent.as_ref().filter(|sent| {
            let open = self.view.table().and_then(|table| table.decision.as_ref());
            is_hero && !acted.timed_out && open.is_none_or(|open| open.turn == sent.act.turn)
        });
        probe.action_seen(&ActionSeen {
            bot: self.bot,
            key: index.map(|(hand, index)| ActionKey { table, hand, index }),
            table,
            seat: acted.seat,
            received: now,
            own: sent.map(|sent| sent.timing),
        });
    }
}

/// Returns how long the current turn may last, including the time bank. Without a clock
/// there is no limit.
fn time_of_turn(table: &Table) -> Duration {
    let clock = table.hand.as_ref().and_then(|hand| hand.turn.as_ref());
    clock.map_or(Duration::MAX, |turn| {
        Duration::from_millis(u64::from(turn.time_ms) + u64::from(turn.bank_ms))
    })
}

/// Returns an answer as the probe gets it. A discard is not an action that other bots could count.
fn sent_action(
    table: &Table,
    action_id: ActionId,
    answer: &Answer,
    timing: ActionTiming,
) -> Option<SentAction> {
    let (Answer::Action(action), Some(hand)) = (answer, &table.hand) else { return None };
    let (seat, action, hand, actions) = (table.hero_seat?, *action, hand.number, hand.actions);
    let table = table.info.table;
    let key = actions.map(|index| ActionKey { table, hand, index });
    Some(SentAction { table, hand, seat, action_id, action, key, timing })
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
