//! The lines from a program.

use super::MAX_LINE_BYTES;
use crate::ids::AskId;
use crate::table::Action;
use cardroom_cards::Card;
use serde::{Deserialize, Serialize};

/// A line from the program: `ready`, or `id` and one of the answers.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AnswerLine {
    /// The program is ready. It may leave this out: its first answer counts as ready, too.
    pub ready: Option<ReadyLine>,
    /// Number of the question that is answered.
    pub id: Option<AskId>,
    /// The action.
    pub action: Option<Action>,
    /// The cards to discard in a draw. None of them stands pat.
    pub discard: Option<Vec<Card>>,
    /// Actions with their probabilities, which add up to 1. One of them is drawn. A match may use
    /// the probabilities to measure more exactly.
    pub policy: Option<Vec<Weighted>>,
    /// The most boards to run out the hand on.
    pub run_it: Option<u8>,
    /// Whether to show the hand.
    pub show: Option<bool>,
    /// The game to play next: an index into the list of the question, from 0.
    pub choose_game: Option<u8>,
}

/// What a program wants to hear. Each field may be left out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadyLine {
    /// Whether to send an `event` line for each event from now on.
    pub events: bool,
    /// Whether to send `offer` lines from now on.
    pub offers: bool,
}

/// An action and its probability, from 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "(Action, f64)", into = "(Action, f64)")]
pub struct Weighted {
    /// The action.
    pub action: Action,
    /// The probability to take it.
    pub probability: f64,
}

impl From<(Action, f64)> for Weighted {
    fn from((action, probability): (Action, f64)) -> Self {
        Self { action, probability }
    }
}

impl From<Weighted> for (Action, f64) {
    fn from(weighted: Weighted) -> Self {
        (weighted.action, weighted.probability)
    }
}

/// A line from the program, once it is understood.
#[derive(Clone, PartialEq, Debug)]
pub enum FromBot {
    /// The program is ready, and wants to hear this.
    Ready(ReadyLine),
    /// The answer to a question.
    Answer(AskId, Reply),
}

/// What a program answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Reply {
    /// This action.
    Action(Action),
    /// These cards, in a draw.
    Discard(Vec<Card>),
    /// One of these actions. The probabilities are finite, not negative, and add up to 1.
    Policy(Vec<Weighted>),
    /// At most this many boards.
    RunIt(u8),
    /// Show the hand, or not.
    Show(bool),
    /// The next game.
    ChooseGame(u8),
}

/// How far the probabilities of a policy may be from 1 in total.
const POLICY_TOLERANCE: f64 = 1e-6;

/// Why a line is not one of the protocol.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Malformed {
    /// The line is longer than [`MAX_LINE_BYTES`].
    #[error("The line is longer than {MAX_LINE_BYTES} bytes.")]
    TooLong,
    /// The line is not JSON, or an object with other fields.
    #[error("The line cannot be read: {0}.")]
    Unreadable(String),
    /// The line does not hold one answer with its id, or `ready` alone.
    #[error("A line holds `ready`, or `id` and one answer.")]
    NotOneAnswer,
    /// The policy is not a list of probabilities that add up to 1.
    #[error("The probabilities of a policy are from 0 to 1 and add up to 1.")]
    Policy,
}

impl Malformed {
    pub(super) fn new(error: &serde_json::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl FromBot {
    /// Reads a line, without its end.
    ///
    /// # Errors
    /// Fails if the line is too long, is not JSON, has an unknown field, or is neither `ready` nor
    /// one answer with its id.
    pub fn read(line: &[u8]) -> Result<Self, Malformed> {
        if line.len() > MAX_LINE_BYTES {
            return Err(Malformed::TooLong);
        }
        // Without a name for each value, an array would do for an object.
        if line.trim_ascii_start().first() == Some(&b'[') {
            return Err(Malformed::Unreadable("an array is not an object".to_owned()));
        }
        let line: AnswerLine =
            serde_json::from_slice(line).map_err(|error| Malformed::new(&error))?;
        line.understood()
    }
}

impl AnswerLine {
    /// Returns what the line says.
    fn understood(self) -> Result<FromBot, Malformed> {
        let Self { ready, id, action, discard, policy, run_it, show, choose_game } = self;
        let replies = [
            action.map(Reply::Action),
            discard.map(Reply::Discard),
            policy.map(Reply::Policy),
            run_it.map(Reply::RunIt),
            show.map(Reply::Show),
            choose_game.map(Reply::ChooseGame),
        ];
        let mut replies = replies.into_iter().flatten();
        match (ready, id, replies.next(), replies.next()) {
            (Some(ready), None, None, None) => Ok(FromBot::Ready(ready)),
            (None, Some(_), Some(Reply::Policy(policy)), None) if !is_distribution(&policy) => {
                Err(Malformed::Policy)
            }
            (None, Some(id), Some(reply), None) => Ok(FromBot::Answer(id, reply)),
            _ => Err(Malformed::NotOneAnswer),
        }
    }
}

/// Returns `true` if the probabilities are some and add up to 1. Any comparison with NaN is false.
fn is_distribution(policy: &[Weighted]) -> bool {
    let sum: f64 = policy.iter().map(|weighted| weighted.probability).sum();
    policy.iter().all(|weighted| weighted.probability >= 0.0)
        && (sum - 1.0).abs() <= POLICY_TOLERANCE
}
