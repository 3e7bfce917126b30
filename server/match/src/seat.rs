//! The players of a match: what a seat sees, which questions it answers, and how it may fail.
//!
//! An [`Entrant`] is what a command line names. It opens a [`Seat`] for each session, and a seat
//! remembers nothing of another session. A session asks one seat at a time and waits for its reply,
//! so a seat needs no thread of its own.

use cardroom_bot::model::HandResult;
use cardroom_bot::{Policy, Table};
use cardroom_cards::{Card, CardSet};
use cardroom_protocol::server::{ServerMessage, Step};
use cardroom_protocol::table::{Action, DiscardRange, LegalActions, TableEvent};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The kinds of mistakes, as reports name them.
pub use cardroom_protocol::line::LineFault as FaultKind;

/// A bot that takes part in a match. It opens a seat for each session.
pub trait Entrant: Send + Sync {
    /// Opens the seat of a session. A program is started here, and this returns when it is ready.
    ///
    /// # Errors
    /// [`FaultKind::NotReady`] if the seat cannot play. The match then does not begin, or ends.
    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault>;

    /// Called once before the first session. A program is built here, unless `halt` becomes true.
    /// Returns the SHA-256 of the program's file, in hexadecimal, if it was made only now.
    ///
    /// # Errors
    /// [`FaultKind::NotReady`] if it cannot play. The match then does not begin.
    fn prepare(&mut self, halt: &AtomicBool) -> Result<Option<String>, Fault> {
        let _ = halt;
        Ok(None)
    }

    /// Returns how many processes each of its seats keeps busy beside the match. A brain keeps none
    /// busy, because it thinks in the match itself.
    fn processes(&self) -> usize {
        0
    }

    /// Returns the command that starts it and its arguments; none for a brain.
    fn command(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the protocol that it speaks, with its version; `None` for a brain.
    fn protocol(&self) -> Option<&'static str> {
        None
    }

    /// Returns `true` if its seats may state the probabilities of their actions.
    fn may_state_policies(&self) -> bool {
        false
    }
}

/// One life of a player: the hands of a session.
///
/// `view` is the table as the seat sees it: its own cards, and those that others have shown.
pub trait Seat: Send {
    /// Called before each hand if all brains of the match share a seed, with a seed of the deal. A
    /// brain that begins anew from it decides alike in every seating.
    fn begin_deal(&mut self, seed: u64) {
        let _ = seed;
    }

    /// Called when a hand begins, before the blinds are posted and the cards are dealt.
    fn hand_started(&mut self, view: &Table) {
        let _ = view;
    }

    /// Called for every event at the table, in order. The view already contains it.
    fn saw(&mut self, view: &Table, event: &TableEvent) {
        let _ = (view, event);
    }

    /// Called with each step as the wire has it, before its events. Only a player that speaks the
    /// room's protocol needs it, as the messages below.
    fn take_step(&mut self, step: &Step) {
        let _ = step;
    }

    /// Called with each message that the table sends to this seat alone: first the whole table, and
    /// cards, turns and answers after their step.
    fn take_message(&mut self, message: &ServerMessage) {
        let _ = message;
    }

    /// Asks the seat something, and returns when it has answered or the time is over.
    fn ask(&mut self, ask: &Ask<'_>) -> Reply;

    /// Returns the distribution from which the seat is going to draw its next action itself, if it
    /// states one. It is asked before the seat is, in matches that use policies.
    fn policy(&self, view: &Table, legal: &LegalActions) -> Option<Policy> {
        let _ = (view, legal);
        None
    }

    /// Called when a hand is over, with the cards that the seat saw of each player at the end.
    fn hand_ended(&mut self, view: &Table, result: &HandResult, shown: &[Shown]) {
        let _ = (view, result, shown);
    }

    /// Ends the session. A program is stopped here.
    fn close(&mut self) {}

    /// Takes the faults since the last call that belong to no question, such as a line without a
    /// question. A session calls it before each question and after each hand.
    fn take_faults(&mut self) -> Vec<Fault> {
        Vec::new()
    }
}

/// The table and the limits, as a seat knows them when its session begins.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The number of the session in the match. A program must not learn it.
    pub session: u32,
    /// The number of the seat at the table.
    pub seat: u8,
    /// A number that follows from the match's seed, the session and the seat. It is only for brains
    /// of this process. It says nothing about the cards, but a program could tell sessions apart.
    pub brain_seed: u64,
    /// The name that each seat has at the table, by number of the seat.
    pub names: &'a [String],
    pub limits: Limits,
    /// The table before its first hand: the game, the stakes, and every seat with its stack.
    pub view: &'a Table,
}

/// The limits of time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most that one decision may take.
    pub turn: Duration,
    /// The most that all decisions of a session may take together.
    pub bank: Option<Duration>,
    /// The most that a program may take until it is ready.
    pub start: Duration,
}

/// A question with the view and the time to answer it.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    pub view: &'a Table,
    pub question: Question,
    /// How long the answer may take: the limit of a turn, or what is left of the session's time.
    pub limit: Duration,
    /// Whether the session's time ends the wait. If so, an answer that is too late is
    /// [`FaultKind::Bank`], and otherwise [`FaultKind::Late`].
    pub is_bank: bool,
}

/// A question to a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// An action, answered with [`Answer::Act`] or [`Answer::Policy`].
    Act(LegalActions),
    /// Cards to discard, answered with [`Answer::Discard`].
    Discard(DiscardRange),
    /// The most boards on which to run out an all-in hand, answered with [`Answer::RunIt`].
    RunIt { most: u8 },
    /// Whether to show a hand, answered with [`Answer::Show`].
    Show,
    /// The game of the next hand, answered with [`Answer::ChooseGame`].
    ChooseGame,
}

/// The answer of a seat. Whether it is legal is judged by the session.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    Act(Action),
    /// The probability of each action. The session draws one of them.
    Policy(Vec<(Action, f64)>),
    Discard(CardSet),
    RunIt(u8),
    Show(bool),
    /// One of [`info.games`](cardroom_protocol::lobby::TableInfo::games), from 0. `None` keeps the
    /// game as it is.
    ChooseGame(Option<u8>),
    /// No answer to an offer, whose default applies. It is no fault.
    Silence,
}

/// The reply of a seat to a question.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    pub answer: Result<Answer, Fault>,
    /// The time from the last byte of the question to the last byte of the answer.
    pub took: Duration,
    /// The answer as it was written, for the report of an illegal one. Empty for a brain.
    pub raw: Vec<u8>,
}

/// The cards that a seat showed in a hand that is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    pub seat: u8,
    pub cards: Vec<Card>,
}

/// A mistake of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// The details, such as "2,014 ms" or "exit code 3".
    pub detail: String,
    /// The line that was at fault, as it was written; empty if there is none.
    pub raw: Vec<u8>,
}
