//! A player's turns: the one that waits, the action last sent, and what follows a refusal.

use super::may_pass;
use crate::model::Table;
use crate::probe::{ActionKey, ActionTiming, SentAction};
use cardroom_cards::CardSet;
use cardroom_protocol::client::{Act, Discard};
use cardroom_protocol::hybrid::{Gesture, MakeGesture};
use cardroom_protocol::limits::MAX_DISCARDS;
use cardroom_protocol::table::Action;
use cardroom_protocol::{ActionId, ClientMessage, ErrorCode, TableId, TurnToken};
use std::time::Duration;

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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Due {
    pub(super) turn: TurnToken,
    pub(super) received: Duration,
    pub(super) at: Duration,
    /// Whether the brain thinks elsewhere and may wake the player before that.
    pub(super) is_asked: bool,
}

/// An action that was sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sent {
    pub(super) table: TableId,
    pub(super) turn: TurnToken,
    pub(super) action_id: ActionId,
    pub(super) answer: Answer,
    pub(super) timing: ActionTiming,
    /// Whether this is the safe answer sent after a refusal.
    pub(super) fallback: bool,
    /// The action as reported to the probe. `None` if it is not one that other bots could count.
    pub(super) reported: Option<SentAction>,
    accepted: bool,
    /// Whether the room has accepted or refused it since it was sent last.
    answered: bool,
    busy: u32,
    /// Until when to repeat the action to a busy table: the end of the turn.
    until: Duration,
}

/// The answer to a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    Action(Action),
    Discard(CardSet),
    Gesture(Box<Gesture>),
}

/// The consequence of a refused action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    /// The action is sent again, or the turn comes again after the floor's ruling or its pause.
    Passing,
    /// The turn is over.
    Late,
    /// The room does not accept this answer.
    Illegal(Box<Sent>),
}

impl Sent {
    pub(super) fn message(&self) -> ClientMessage {
        let Self { table, turn, action_id, answer, .. } = self.clone();
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

    pub(super) fn schedule(&mut self, due: Due) {
        self.due = Some(due);
    }

    /// Lets the turn that a brain thinks about be due now.
    pub(super) fn wake(&mut self, now: Duration) {
        if let Some(due) = self.due.as_mut().filter(|due| due.is_asked) {
            due.at = now;
        }
    }

    /// Takes the turn whose answer is due.
    pub(super) fn take_due(&mut self, now: Duration) -> Option<Due> {
        self.due.take_if(|due| now >= due.at)
    }

    /// Handles the loss of the connection or the view. Sent actions are remembered.
    pub(super) fn disconnected(&mut self) {
        self.due = None;
    }

    /// Returns when the action was sent that awaits its answer.
    pub(super) fn waiting_since(&self) -> Option<Duration> {
        self.sent.as_ref().filter(|sent| !sent.answered).map(|sent| sent.timing.sent)
    }

    /// Continues after the last action id that the room has received.
    pub(super) fn seen_by_room(&mut self, action_id: ActionId) {
        self.last_action_id = self.last_action_id.max(action_id);
    }

    /// Forgets everything. Action ids start again at another table.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    pub(super) fn next_action_id(&mut self) -> ActionId {
        self.last_action_id.0 += 1;
        self.last_action_id
    }

    /// Leaves a turn to the table's clock.
    pub(super) fn give_up(&mut self, turn: TurnToken) {
        self.given_up = Some(turn);
    }

    pub(super) fn has_given_up(&self, turn: TurnToken) -> bool {
        self.given_up == Some(turn)
    }

    /// Counts one more gesture in a turn. Returns `false` if the turn has had enough of them.
    pub(super) fn take_gesture(&mut self, turn: TurnToken) -> bool {
        let made = self.gestures.filter(|(of, _)| *of == turn).map_or(0, |(_, made)| made);
        let may = made < MOST_GESTURES;
        if may {
            self.gestures = Some((turn, made + 1));
        }
        may
    }

    /// Returns the last action if the room has not accepted it.
    pub(super) fn unaccepted(&self) -> Option<&Sent> {
        self.sent.as_ref().filter(|sent| !sent.accepted)
    }

    /// Returns the action to repeat in a turn, because it may have been lost or met a busy table.
    /// The room recognizes the id, so a repeated action does no harm.
    pub(super) fn repeat(&mut self, turn: TurnToken) -> Option<ClientMessage> {
        let sent = self.sent.as_mut().filter(|sent| !sent.accepted && sent.turn == turn)?;
        sent.answered = false;
        Some(sent.message())
    }

    /// Returns the timing of the last action, unless another turn is open now.
    pub(super) fn timing(&self, open: Option<TurnToken>) -> Option<ActionTiming> {
        let sent = self.sent.as_ref().filter(|sent| open.is_none_or(|open| open == sent.turn));
        sent.map(|sent| sent.timing)
    }

    /// Records the answer to a turn under a new id.
    pub(super) fn answer(
        &mut self,
        table: &Table,
        turn: TurnToken,
        answer: Answer,
        timing: ActionTiming,
        fallback: bool,
    ) -> &Sent {
        let action_id = self.next_action_id();
        let reported = reported(table, action_id, &answer, timing);
        let until = timing.sent.saturating_add(time_of_turn(table));
        let (table, accepted, busy) = (table.info.table, false, 0);
        self.sent.insert(Sent {
            table,
            turn,
            action_id,
            answer,
            timing,
            fallback,
            reported,
            accepted,
            answered: false,
            busy,
            until,
        })
    }

    /// Returns the action that the room has accepted, once.
    pub(super) fn accepted(&mut self, action_id: ActionId) -> Option<&Sent> {
        let sent = self.sent.as_mut();
        let sent = sent.filter(|sent| sent.action_id == action_id && !sent.accepted)?;
        (sent.accepted, sent.answered) = (true, true);
        Some(sent)
    }

    /// Handles a refused action without ever looping. A busy table gets the action again while the
    /// turn lasts. Returns `None` if another action was sent since.
    pub(super) fn refused(
        &mut self,
        now: Duration,
        action_id: ActionId,
        code: ErrorCode,
    ) -> Option<Refusal> {
        let sent = self.sent.as_mut().filter(|sent| sent.action_id == action_id)?;
        sent.answered = true;
        let turn = sent.turn;
        match code {
            code if may_pass(code) => {
                let at = now + BUSY_WAIT * 2_u32.pow(sent.busy.min(BUSY_DOUBLINGS));
                if at < sent.until {
                    sent.busy += 1;
                    self.due = Some(Due { turn, received: now, at, is_asked: false });
                    return Some(Refusal::Passing);
                }
            }
            ErrorCode::FloorCalled | ErrorCode::TablePaused => {
                self.sent = None;
                return Some(Refusal::Passing);
            }
            ErrorCode::StaleTurn | ErrorCode::NotYourTurn | ErrorCode::NoHand => {}
            _ => return Some(Refusal::Illegal(Box::new(sent.clone()))),
        }
        self.give_up(turn);
        Some(Refusal::Late)
    }
}

/// Returns how long the current turn may last, including the time bank. Without a clock
/// there is no limit.
pub(super) fn time_of_turn(table: &Table) -> Duration {
    let clock = table.hand.as_ref().and_then(|hand| hand.turn.as_ref());
    clock.map_or(Duration::MAX, |turn| {
        Duration::from_millis(u64::from(turn.time_ms) + u64::from(turn.bank_ms))
    })
}

/// Returns an answer as the probe gets it. A discard is not an action that other bots could count.
fn reported(
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

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: TurnToken = TurnToken(4);

    fn sent(action_id: ActionId) -> Sent {
        let second = Duration::from_secs(1);
        let timing = ActionTiming { turn_received: second, intended: second, sent: second };
        Sent {
            table: TableId(1),
            turn: TURN,
            action_id,
            answer: Answer::Action(Action::Fold),
            timing,
            fallback: false,
            reported: None,
            accepted: false,
            answered: false,
            busy: 0,
            until: 2 * second,
        }
    }

    #[test]
    fn a_busy_table_gets_an_action_again_until_the_turn_is_over() {
        let mut turns = Turns { sent: Some(sent(ActionId(7))), ..Turns::default() };
        let mut now = Duration::from_secs(1);
        assert_eq!(turns.refused(now, ActionId(6), ErrorCode::Busy), None);
        for wait in [100, 200, 400] {
            let answer = turns.refused(now, ActionId(7), ErrorCode::Busy);
            assert_eq!(answer, Some(Refusal::Passing));
            now += Duration::from_millis(wait);
            assert_eq!(turns.take_due(now).map(|due| due.at), Some(now));
            assert_eq!(turns.waiting_since(), None);
            assert!(turns.repeat(TURN).is_some() && turns.waiting_since().is_some());
        }
        assert_eq!(turns.refused(now, ActionId(7), ErrorCode::Busy), Some(Refusal::Late));
        assert!(turns.has_given_up(TURN) && turns.due_at().is_none());
    }

    #[test]
    fn an_action_that_a_paused_table_refused_is_not_repeated() {
        let mut turns = Turns { sent: Some(sent(ActionId(7))), ..Turns::default() };
        let refused = turns.refused(Duration::ZERO, ActionId(7), ErrorCode::TablePaused);
        assert_eq!(refused, Some(Refusal::Passing));
        assert!(turns.repeat(TURN).is_none() && turns.due_at().is_none());
        assert!(!turns.has_given_up(TURN), "the turn comes again after the pause");
    }

    #[test]
    fn an_accepted_action_is_reported_once_and_not_repeated() {
        let mut turns = Turns { sent: Some(sent(ActionId(7))), ..Turns::default() };
        assert!(turns.repeat(TurnToken(5)).is_none() && turns.repeat(TURN).is_some());
        assert_eq!(turns.waiting_since(), Some(Duration::from_secs(1)));
        assert!(turns.accepted(ActionId(7)).is_some());
        assert_eq!(turns.waiting_since(), None);
        assert!(turns.accepted(ActionId(7)).is_none() && turns.repeat(TURN).is_none());
    }

    #[test]
    fn a_turn_has_a_limit_of_gestures() {
        let mut turns = Turns::default();
        assert_eq!([(); 4].map(|()| turns.take_gesture(TURN)), [true, true, true, false]);
        assert!(turns.take_gesture(TurnToken(5)));
    }
}
