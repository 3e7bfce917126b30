//! Questions to the seats of a session, and what becomes of their answers.

use super::policies::answered;
use super::{Place, Session, Stopped};
use crate::seat::{Answer, Ask, Fault, FaultKind, Question, Reply};
use cardroom_bot::{Choices as _, Policy};
use cardroom_cards::CardSet;
use cardroom_protocol::client::{Act, ChooseGame, Discard, RunIt, ShowOrMuck};
use cardroom_protocol::limits::MAX_DISCARDS;
use cardroom_protocol::requests::{TableAction, TableRequest};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::table::{Action, LegalActions};
use cardroom_protocol::{ActionId, RequestId, TurnToken};
use cardroom_record::ids::ConnectionId;
use cardroom_tables::CoreInput;
use chacha20::ChaCha20Rng;
use rand::RngExt as _;

/// How far the probabilities of a policy may be from 1 together.
const POLICY_SLACK: f64 = 1e-6;

impl Session<'_> {
    /// Asks the player on turn, and plays the answer. An answer that the table refuses is a fault.
    pub(super) fn decide(&mut self, at: usize) -> Result<(), Stopped> {
        let Some(decision) = &self.places[at].view.decision else { return Ok(()) };
        let (turn, legal) = (decision.turn, decision.legal);
        self.decisions += 1;
        self.story.last_decision = self.story.chances.len();
        let stated = self.stated(at, &legal);
        let question = legal.discard.map_or(Question::Act(legal), Question::Discard);
        let answer = self.ask(at, question)?;
        self.now = self.now + self.thinks;
        if let Some((answer, raw)) = answer {
            if let Some(action) = self.action(at, turn, &legal, answer, stated)?
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
        // The histogram grows with the time, and has a place for hours.
        place.times.record(nanoseconds.max(1)).unwrap_or_default();
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
    /// `stated` is the distribution from which the seat has drawn the action itself.
    fn action(
        &mut self,
        at: usize,
        turn: TurnToken,
        legal: &LegalActions,
        answer: Answer,
        stated: Option<Policy>,
    ) -> Result<Option<TableAction>, Stopped> {
        let (action, policy) = match (answer, legal.discard) {
            (Answer::Act(action), None) => (action, stated),
            (Answer::Policy(policy), None) => {
                let Some(action) = drawn(&policy, &mut self.places[at].policy) else {
                    return Ok(None);
                };
                (action, Some(answered(&policy)))
            }
            (Answer::Discard(cards), Some(_)) => {
                return Ok(Some(self.discard(at, turn, cards)));
            }
            _ => return Ok(None),
        };
        if let Some(policy) = policy {
            self.note_draw(at, legal, &policy, action)?;
        }
        Ok(Some(self.wager(at, turn, action)))
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
        TableAction::Act(Act { table: self.table.0.into(), turn, action_id, action })
    }

    fn discard(&mut self, at: usize, turn: TurnToken, cards: CardSet) -> TableAction {
        let action_id = self.next_action(at);
        let cards = cards.iter().take(MAX_DISCARDS).collect();
        TableAction::Discard(Discard { table: self.table.0.into(), turn, action_id, cards })
    }

    fn next_action(&mut self, at: usize) -> ActionId {
        self.places[at].actions += 1;
        ActionId(self.places[at].actions)
    }

    /// Plays an action. Returns `false` if the table refused it.
    fn act(&mut self, at: usize, action: TableAction) -> Result<bool, Stopped> {
        let Place { connection, player, .. } = &self.places[at];
        let (connection, player) = (*connection, player.clone());
        let outputs = self.core.on(self.now, CoreInput::Act { connection, player, action });
        let refused = |(_, message): &(ConnectionId, ServerMessage)| {
            matches!(message, ServerMessage::ActionRefused(_))
        };
        let is_refused = outputs.private.iter().any(refused);
        self.deliver(outputs)?;
        Ok(!is_refused)
    }

    /// Asks a seat to answer an offer. Without an answer, the default of the offer applies.
    pub(super) fn offer(&mut self, at: usize, question: Question) -> Result<(), Stopped> {
        let answer = self.ask(at, question)?;
        self.requests += 1;
        let (request, table) = (RequestId(self.requests), self.table.0.into());
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
        let Place { connection, player, .. } = &self.places[at];
        let (connection, player) = (*connection, Some(player.clone()));
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
