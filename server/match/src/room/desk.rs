//! The judge of a client's messages: each is the answer to a question, a fault, or refused. It has
//! neither a socket nor a clock.

use crate::seat::{Answer, Question};
use cardroom_bot::lines::Told;
use cardroom_protocol::client::{Act, ChooseGame, Discard, RunIt, ShowOrMuck};
use cardroom_protocol::line::LineFault;
use cardroom_protocol::requests::Asked;
use cardroom_protocol::server::{
    ActionAccepted, ActionRefused, Done, Pong, Refused, ServerMessage, YourTurn,
};
use cardroom_protocol::table::LegalActions;
use cardroom_protocol::{ActionId, ClientMessage, ErrorCode, RequestId, TableId, TurnToken};

/// How many turns are kept whose answers came too late, to drop those.
const MOST_OVERDUE: usize = 16;
/// The most faults between two questions that are reported one by one.
const MOST_FAULTS: usize = 100;

const ONLY_ANSWERS: &str = "This room plays a match. It takes actions and answers to offers.";
const NOT_THIS_TURN: &str = "This turn is over, or is not yours.";

/// A turn: each table of a tournament numbers its own.
type Turn = (TableId, TurnToken);

/// The questions to a client, and its answers.
#[derive(Debug, Default)]
pub(super) struct Desk {
    /// The turn that was sent and has no answer.
    turn: Option<(Turn, LegalActions)>,
    /// The last turn that was answered, with the client's number of the action.
    answered: Option<(Turn, ActionId)>,
    /// Turns whose answers may still come and are dropped.
    overdue: Vec<Turn>,
    /// The offer that waits for an answer.
    offer: Option<Question>,
    /// The answer to an offer that came before the match asked for it.
    early: Option<Offered>,
    /// The client's number of the action that the table judges.
    action: Option<ActionId>,
    /// The client's number of the request that the table judges.
    request: Option<RequestId>,
    verdict: Option<Result<(Answer, Vec<u8>), Told>>,
    faults: Vec<Told>,
}

/// An answer to an offer.
#[derive(Clone, PartialEq, Debug)]
struct Offered {
    request: RequestId,
    answer: Answer,
    raw: Vec<u8>,
}

impl Desk {
    /// Notes a turn that is sent to the client.
    pub(super) fn turn_begins(&mut self, turn: &YourTurn) {
        let begins = (turn.table, turn.turn);
        if self.turn.is_none_or(|(before, _)| before != begins) {
            self.give_up_turn();
            self.verdict = None;
        }
        self.turn = Some((begins, turn.legal));
    }

    /// Notes an offer that the match waits for. An answer may have come already.
    pub(super) fn offer_begins(&mut self, offer: Question) {
        self.verdict = None;
        self.offer = Some(offer);
        if self.early.as_ref().is_some_and(|early| fits(&early.answer, offer))
            && let Some(early) = self.early.take()
        {
            self.take_offered(early);
        }
    }

    /// Closes the question. An answer that still comes is dropped.
    pub(super) fn give_up(&mut self) {
        self.give_up_turn();
        self.offer = None;
        self.verdict = None;
    }

    fn give_up_turn(&mut self) {
        if let Some((turn, _)) = self.turn.take() {
            if self.overdue.len() == MOST_OVERDUE {
                self.overdue.remove(0);
            }
            self.overdue.push(turn);
        }
    }

    /// Forgets offers of the hand before. Returns the refusal of an answer without a question.
    pub(super) fn hand_begins(&mut self) -> Option<ServerMessage> {
        self.offer = None;
        let early = self.early.take()?;
        Some(refused(early.request, ErrorCode::NoHand, "The hand is over."))
    }

    pub(super) fn has_verdict(&self) -> bool {
        self.verdict.is_some()
    }

    pub(super) fn take_verdict(&mut self) -> Option<Result<(Answer, Vec<u8>), Told>> {
        self.verdict.take()
    }

    pub(super) fn take_faults(&mut self) -> Vec<Told> {
        std::mem::take(&mut self.faults)
    }

    /// Returns a message of the table as the client may have it: with the client's own numbers.
    /// `None` if it concerns what the match did in the client's place.
    pub(super) fn translated(&mut self, message: &ServerMessage) -> Option<ServerMessage> {
        match message {
            ServerMessage::ActionAccepted(accepted) => {
                let action_id = self.action.take()?;
                Some(ActionAccepted { action_id, ..accepted.clone() }.into())
            }
            ServerMessage::ActionRefused(refused) => {
                let action_id = self.action.take()?;
                Some(ActionRefused { action_id, ..refused.clone() }.into())
            }
            ServerMessage::Done(_) => Some(Done { request: self.request.take()? }.into()),
            ServerMessage::Refused(refused) => {
                let request = self.request.take()?;
                Some(Refused { request, ..refused.clone() }.into())
            }
            ServerMessage::HoleCards(_)
            | ServerMessage::YourTurn(_)
            | ServerMessage::TableSnapshot(_) => Some(message.clone()),
            _ => None,
        }
    }

    /// Judges a frame that is none of the protocol. It takes the place of an answer.
    pub(super) fn malformed(&mut self, why: &str, raw: Vec<u8>) {
        self.fault(Told { raw, ..Told::of(LineFault::Malformed, why) });
    }

    fn fault(&mut self, told: Told) {
        if self.turn.is_some() && self.verdict.is_none() {
            self.give_up_turn();
            self.verdict = Some(Err(told));
        } else if self.faults.len() < MOST_FAULTS {
            self.faults.push(told);
        }
    }

    /// Judges a message. Returns what to answer at once.
    pub(super) fn hear(&mut self, message: ClientMessage, raw: &[u8]) -> Option<ServerMessage> {
        let request = |answer, request| Offered { request, answer, raw: raw.to_vec() };
        let offered = match message {
            ClientMessage::Ping(ping) => return Some(pong(ping.nonce)),
            ClientMessage::Act(Act { table, turn, action_id, action }) => {
                return self.acted((table, turn), action_id, Answer::Act(action), raw);
            }
            ClientMessage::Discard(Discard { table, turn, action_id, cards }) => {
                let cards = Answer::Discard(cards.into_iter().collect());
                return self.acted((table, turn), action_id, cards, raw);
            }
            ClientMessage::ShowOrMuck(ShowOrMuck { request: id, show, .. }) => {
                request(Answer::Show(show), id)
            }
            ClientMessage::RunIt(RunIt { request: id, boards, .. }) => {
                request(Answer::RunIt(boards), id)
            }
            ClientMessage::ChooseGame(ChooseGame { request: id, game, .. }) => {
                request(Answer::ChooseGame(Some(game)), id)
            }
            other => {
                let asked = other.asked()?;
                return Some(asked.refusal(ErrorCode::MatchTable, ONLY_ANSWERS));
            }
        };
        if self.offer.is_some_and(|offer| fits(&offered.answer, offer)) {
            self.take_offered(offered);
            return None;
        }
        let older = self.early.replace(offered)?;
        Some(refused(older.request, ErrorCode::NothingToDo, "Nothing was offered."))
    }

    fn take_offered(&mut self, offered: Offered) {
        self.offer = None;
        self.request = Some(offered.request);
        self.verdict = Some(Ok((offered.answer, offered.raw)));
    }

    /// Judges an action by the turn that it names.
    fn acted(
        &mut self,
        turn: Turn,
        action_id: ActionId,
        answer: Answer,
        raw: &[u8],
    ) -> Option<ServerMessage> {
        let (table, _) = turn;
        let refusal = |code, text: &str| Some(Asked::Action(table, action_id).refusal(code, text));
        let told = |kind, detail: &str| Told { raw: raw.to_vec(), ..Told::of(kind, detail) };
        match self.answered.filter(|(answered, _)| *answered == turn) {
            // Sent again, because the answer had not come yet.
            Some((_, before)) if before == action_id => {
                return self.action.is_none().then(|| ActionAccepted { table, action_id }.into());
            }
            Some(_) => {
                if self.faults.len() < MOST_FAULTS {
                    self.faults.push(told(LineFault::Unasked, "it answers the same turn again"));
                }
                return refusal(ErrorCode::StaleTurn, NOT_THIS_TURN);
            }
            None => {}
        }
        let open = self.turn.filter(|_| self.verdict.is_none());
        if let Some((_, legal)) = open.filter(|(open, _)| *open == turn) {
            let is_discard = matches!(answer, Answer::Discard(_));
            if is_discard != legal.discard.is_some() {
                self.fault(told(LineFault::Illegal, "it is not the time for that"));
                let code = if is_discard { ErrorCode::NothingToDraw } else { ErrorCode::DrawNow };
                return refusal(code, "Answer the turn that you were sent.");
            }
            self.turn = None;
            self.answered = Some((turn, action_id));
            self.action = Some(action_id);
            self.verdict = Some(Ok((answer, raw.to_vec())));
            return None;
        }
        if let Some(at) = self.overdue.iter().position(|overdue| *overdue == turn) {
            self.overdue.remove(at);
            return refusal(ErrorCode::StaleTurn, NOT_THIS_TURN);
        }
        let (kind, detail) = match self.turn {
            Some(_) => (LineFault::WrongId, "it answers another turn"),
            None => (LineFault::Unasked, "it acts when it is not its turn"),
        };
        self.fault(told(kind, detail));
        refusal(ErrorCode::NotYourTurn, NOT_THIS_TURN)
    }
}

/// Returns `true` if an answer belongs to an offer.
fn fits(answer: &Answer, offer: Question) -> bool {
    matches!(
        (answer, offer),
        (Answer::Show(_), Question::Show)
            | (Answer::RunIt(_), Question::RunIt { .. })
            | (Answer::ChooseGame(_), Question::ChooseGame)
    )
}

fn refused(request: RequestId, code: ErrorCode, text: &str) -> ServerMessage {
    Asked::Request(request).refusal(code, text)
}

/// Returns the answer to a ping.
pub(super) fn pong(nonce: u32) -> ServerMessage {
    Pong { nonce, time_ms: super::greeting::now_ms() }.into()
}

#[cfg(test)]
mod tests;
