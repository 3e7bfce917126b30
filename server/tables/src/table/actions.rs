//! Players' actions: each is checked, carried out, and answered once. A repeated action gets the
//! same answer.

use super::refusals::not_seated;
use super::seats::seat_of;
use super::{After, Outputs, TableCore, player_id};
use crate::answered::Answered;
use crate::faults::{Fault, is_planted};
use crate::wire;
use arrayvec::ArrayVec;
use cardroom_cards::Card;
use cardroom_engine::{Action, Event, Input, Refusal, RefusalKind, Table, TurnNo, Viewer};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::client::{Act, Discard};
use cardroom_protocol::hybrid::{Gesture, MakeGesture};
use cardroom_protocol::requests::TableAction;
use cardroom_protocol::server::{ActionAccepted, ActionRefused, ServerMessage};
use cardroom_protocol::{ActionId, ErrorCode, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::{ConnectionId, TableId};
use cardroom_rules::{MAX_SEATS, Millis, PlayerId, SeatNo};
use std::collections::BTreeMap;

/// Answers to actions, apart from those that are stored.
#[derive(Debug, Default)]
pub(super) struct Answers {
    /// The refusal of each player's last action. It changed nothing, and is not stored.
    refused: BTreeMap<PlayerId, ActionRefused>,
    /// The action of the current step.
    current: Option<(PlayerId, ActionId)>,
}

impl Answers {
    /// Returns the action of the current step, for its record.
    pub(super) fn take_current(&mut self) -> Option<(PlayerId, ActionId)> {
        self.current.take()
    }

    /// Begins the step of an action.
    fn begin(&mut self, who: PlayerId, action_id: ActionId) {
        self.current = Some((who, action_id));
    }

    /// Ends the step of an action, with its refusal if it was refused.
    fn end(&mut self, who: PlayerId, refused: Option<ActionRefused>) {
        self.current = None;
        match refused {
            Some(refused) => self.refused.insert(who, refused),
            None => self.refused.remove(&who),
        };
    }

    /// Returns the previous answer to this action, if it is the last accepted one or the last one
    /// refused since.
    fn again(
        &self,
        table: TableId,
        who: PlayerId,
        action_id: ActionId,
        answered: &Answered,
    ) -> Option<ServerMessage> {
        if is_planted(Fault::AnswerForgotten) {
            return None;
        }
        let table = WireTableId(table.0);
        let refused = self.refused.get(&who).filter(|refused| refused.action_id == action_id);
        let accepted = || {
            let is_last = answered.last_of(who) == Some(action_id.0);
            is_last.then(|| ActionAccepted { table, action_id }.into())
        };
        refused.map(|refused| refused.clone().into()).or_else(accepted)
    }

    /// Returns the number of a player's last action, accepted or refused. Numbers grow.
    pub(super) fn last_of(&self, who: PlayerId, answered: &Answered) -> Option<ActionId> {
        let refused = self.refused.get(&who).map(|refused| refused.action_id);
        refused.max(answered.last_of(who).map(ActionId))
    }

    /// Drops refusals when their players have neither a seat nor an accepted action any more.
    pub(super) fn follow(&mut self, event: &Event, table: &Table, answered: &Answered) {
        match event {
            Event::SeatTaken { player, .. } | Event::Placed { player, .. } => {
                self.refused.remove(player);
            }
            Event::SeatLeft { .. } | Event::HandEnded { .. } | Event::HandVoided { .. } => {
                let seated: ArrayVec<_, MAX_SEATS> =
                    table.players().map(|(_, player)| player).collect();
                let is_there =
                    |who: &PlayerId| seated.contains(who) || answered.last_of(*who).is_some();
                self.refused.retain(|who, _| is_there(who));
            }
            _ => {}
        }
    }
}

/// Handles an action, and answers it before its effects.
pub(super) fn act(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: &Player,
    action: &TableAction,
    outputs: &mut Outputs,
) {
    let action_id = action.action_id();
    let table = WireTableId(core.id.0);
    let refuse = |code, message, legal| ActionRefused { table, action_id, code, message, legal };
    let who = player_id(player.account);
    if let Some(answer) = core.answers.again(core.id, who, action_id, &core.projections.answered) {
        return outputs.private.push((connection, answer));
    }
    let Some(seat) = seat_of(&core.table, player.account) else {
        let (code, message) = not_seated();
        return outputs.private.push((connection, refuse(code, message, None).into()));
    };
    let last = core.answers.last_of(who, &core.projections.answered);
    if last.is_some_and(|last| action_id < last) {
        let message = "This action id was used before. Use a larger one.".to_owned();
        let decision = core.table.decision(Viewer::Seat(seat));
        let legal = decision.map(|(_, legal)| wire::legal_out(&legal, &core.table));
        let answer = refuse(ErrorCode::StaleActionId, message, legal);
        return outputs.private.push((connection, answer.into()));
    }
    // The answer precedes the effects of the action, including the player's own next turn.
    let place = outputs.private.len();
    let input = match action {
        // No player is asked to act in a pause.
        _ if core.table.is_paused() => Err(RefusalKind::Paused.into()),
        TableAction::Act(Act { turn, action, .. }) => {
            Ok(Input::Act { seat, turn: TurnNo(turn.0), action: wire::action_in(*action) })
        }
        TableAction::Discard(Discard { turn, cards, .. }) => {
            let turn = TurnNo(turn.0);
            let action = read_discard(&core.table, seat, turn, cards);
            action.map(|action| Input::Act { seat, turn, action })
        }
        TableAction::MakeGesture(MakeGesture { turn, gesture, .. }) => {
            read_gesture(&core.table, seat, turn.map(|turn| TurnNo(turn.0)), gesture)
        }
    };
    core.answers.begin(who, action_id);
    let stepped = input.and_then(|input| core.step(now, input, outputs));
    let answer = match stepped {
        Ok(()) => {
            outputs.after.push(After::Acted);
            core.answers.end(who, None);
            ActionAccepted { table, action_id }.into()
        }
        Err(refusal) => {
            let (code, message) = core.terms.explain(&refusal);
            let legal = refusal.legal.as_ref();
            let legal = legal.map(|legal| wire::legal_out(legal, &core.table));
            let refused = refuse(code, message, legal);
            core.answers.end(who, Some(refused.clone()));
            refused.into()
        }
    };
    outputs.private.insert(place, (connection, answer));
}

/// Converts cards to their places in the hand. Refuses only cards that the player does not
/// hold. The table decides whether a discard is allowed now, and of how many cards.
fn read_discard(
    table: &HybridTable,
    seat: SeatNo,
    turn: TurnNo,
    cards: &[Card],
) -> Result<Action, Refusal> {
    if let Some(picks) = wire::picks_in(table, seat, cards) {
        return Ok(Action::Discard(picks));
    }
    let decision = table.decision(Viewer::Seat(seat));
    Err(match decision {
        None => RefusalKind::NotYourTurn.into(),
        Some((current, legal)) => {
            let stale = current != turn;
            let kind = match legal.discard {
                _ if stale => RefusalKind::StaleTurn,
                None => RefusalKind::NothingToDraw,
                Some(_) => RefusalKind::NoSuchCard,
            };
            Refusal { kind, legal: Some(legal) }
        }
    })
}

/// Converts words and chips. If they are meant for a turn, they count only in that turn.
fn read_gesture(
    table: &HybridTable,
    seat: SeatNo,
    turn: Option<TurnNo>,
    gesture: &Gesture,
) -> Result<Input, Refusal> {
    if !table.setup().hybrid {
        return Err(RefusalKind::NotHybrid.into());
    }
    let decision = table.decision(Viewer::Seat(seat));
    let (current, legal) = decision.unzip();
    if turn.is_some_and(|turn| current != Some(turn)) {
        return Err(Refusal { kind: RefusalKind::StaleTurn, legal });
    }
    let gesture = wire::gesture_in(gesture).map_err(|kind| Refusal { kind, legal })?;
    Ok(Input::Gesture { seat, gesture })
}
