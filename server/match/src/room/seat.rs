//! One life of a client in a seat.
//!
//! Steps and cards are put aside and go out in one frame when the client is asked, or a little
//! later while others are.

use super::desk::Desk;
use super::greeting::match_seat;
use super::keeper::Keeper;
use super::line::Line;
use crate::remote::fault;
use crate::seat::{Answer, Ask, Fault, Opening, Question, Reply, Seat};
use cardroom_bot::lines::Told;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::line::{LineFault, MAX_UNREAD_BYTES};
use cardroom_protocol::matches::MatchSeat;
use cardroom_protocol::server::{Goodbye, ServerMessage, Step};
use cardroom_protocol::table::TableEvent;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The most offers in a row without an answer that are waited for. A client need not know them.
const MOST_SILENCES: u32 = 2;

/// The thread does not sleep while it awaits a client that answers this soon. Waking up would take
/// longer than the answer.
const PROMPT: Duration = Duration::from_micros(200);

/// A client that the match and the keeper take in turns.
pub(super) type Guarded = Mutex<Client>;

pub(super) struct RoomSeat {
    client: Arc<Guarded>,
    /// The seat that the client was sent last.
    seat: MatchSeat,
}

/// The client at the other end of a connection.
pub(super) struct Client {
    line: Line,
    desk: Desk,
    /// When the last frame was sent.
    sent_at: Instant,
    /// When the last frame was read.
    heard_at: Instant,
    /// Bytes that came since the last question.
    came: usize,
    /// Whether its last answer came soon.
    is_prompt: bool,
    silences: u32,
    early: Vec<Fault>,
    /// Why the client is asked no more.
    out: Option<Fault>,
}

impl RoomSeat {
    pub(super) fn new(line: Line, opening: &Opening<'_>, keeper: &Arc<Keeper>) -> Self {
        let now = Instant::now();
        let client = Client {
            line,
            desk: Desk::default(),
            sent_at: now,
            heard_at: now,
            came: 0,
            is_prompt: false,
            silences: 0,
            early: Vec::new(),
            out: None,
        };
        let client = Arc::new(Mutex::new(client));
        keeper.keep(&client);
        Self { client, seat: match_seat(opening) }
    }

    fn client(&self) -> MutexGuard<'_, Client> {
        self.client.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Client {
    /// Sends what was put aside, and answers what came.
    pub(super) fn tend(&mut self) {
        if self.out.is_some() {
            return;
        }
        if let Err(told) = self.hear().and_then(|()| self.flush()) {
            self.end(told);
        }
    }

    /// Puts a message aside.
    fn push(&mut self, message: &ServerMessage) {
        if self.out.is_none()
            && let Err(told) = self.line.push(message)
        {
            self.end(told);
        }
    }

    fn flush(&mut self) -> Result<(), Told> {
        if self.line.has_messages() {
            self.line.flush()?;
            self.sent_at = Instant::now();
        }
        Ok(())
    }

    /// Reads what came, and answers it. Stops at the answer to a question.
    fn hear(&mut self) -> Result<(), Told> {
        while let Some(received) = self.line.read()? {
            self.heard_at = Instant::now();
            self.came += received.bytes;
            if self.came > MAX_UNREAD_BYTES {
                return Err(Told::of(
                    LineFault::Flood,
                    "more than 1 MiB came between two questions",
                ));
            }
            match received.read {
                Ok(messages) => {
                    for message in messages {
                        if let Some(answer) = self.desk.hear(message, &received.raw) {
                            self.line.push(&answer)?;
                        }
                    }
                }
                Err(why) => self.desk.malformed(&why, received.raw),
            }
            if self.desk.has_verdict() {
                break;
            }
        }
        let faults = self.desk.take_faults();
        self.early.extend(faults.into_iter().map(fault));
        Ok(())
    }

    /// Waits for the answer to the question.
    fn answer(&mut self, ask: &Ask<'_>) -> Result<(Answer, Vec<u8>, Duration), (Told, Duration)> {
        let asked = Instant::now();
        let none = |told| (told, Duration::ZERO);
        self.hear().map_err(none)?;
        self.flush().map_err(none)?;
        // It may have been sent by the keeper a moment ago.
        let from = self.sent_at.max(asked.checked_sub(ask.limit).unwrap_or(asked));
        loop {
            if let Some(verdict) = self.desk.take_verdict() {
                let took = self.heard_at.saturating_duration_since(from);
                self.is_prompt = took < PROMPT;
                return match verdict {
                    Ok((answer, raw)) => Ok((answer, raw, took)),
                    Err(told) => Err((told, took)),
                };
            }
            let used = from.elapsed();
            let Some(left) = ask.limit.checked_sub(used).filter(|left| !left.is_zero()) else {
                self.desk.give_up();
                return Err((self.line.overdue(ask.is_bank, used), used));
            };
            self.await_frame(left).map_err(|told| (told, from.elapsed()))?;
        }
    }

    /// Waits until something came, at most this long, and hears it.
    fn await_frame(&mut self, patience: Duration) -> Result<(), Told> {
        let until = Instant::now() + PROMPT.min(patience);
        while self.is_prompt && !self.desk.has_verdict() {
            self.is_prompt = Instant::now() < until;
            // The client may need this processor.
            std::thread::yield_now();
            self.hear()?;
        }
        if !self.desk.has_verdict() {
            // Answers to pings and the like.
            self.line.flush()?;
            self.line.wait(patience)?;
            self.hear()?;
        }
        if self.desk.has_verdict() { Ok(()) } else { self.line.flush() }
    }

    /// Notes that the client cannot play on.
    fn end(&mut self, told: Told) {
        if self.out.is_none() {
            self.line.close(false);
            self.out = Some(fault(told));
        }
    }

    fn failed(&mut self, told: Told, took: Duration) -> Reply {
        if told.fault.ends_session() {
            self.end(told.clone());
        }
        Reply { answer: Err(fault(told)), took, raw: Vec::new() }
    }
}

fn silence(took: Duration) -> Reply {
    Reply { answer: Ok(Answer::Silence), took, raw: Vec::new() }
}

impl Seat for RoomSeat {
    fn take_step(&mut self, step: &Step) {
        let mut client = self.client();
        if client.out.is_some() {
            return;
        }
        let begins = |event: &TableEvent| matches!(event, TableEvent::HandStarted(_));
        if step.events.0.iter().any(begins)
            && let Some(refusal) = client.desk.hand_begins()
        {
            client.push(&refusal);
        }
        client.push(&ServerMessage::Step(step.clone()));
    }

    fn take_message(&mut self, message: &ServerMessage) {
        let before = self.seat;
        if let ServerMessage::TableSnapshot(snapshot) = message {
            self.seat.table = snapshot.table;
            self.seat.seat = snapshot.view.you.as_ref().map_or(before.seat, |you| you.seat);
        }
        let mut client = self.client();
        if self.seat != before {
            client.push(&self.seat.into());
        }
        if let ServerMessage::YourTurn(turn) = message {
            client.desk.turn_begins(turn);
        }
        if let Some(message) = client.desk.translated(message) {
            client.push(&message);
        }
    }

    fn ask(&mut self, ask: &Ask<'_>) -> Reply {
        let mut client = self.client();
        if let Some(out) = &client.out {
            return Reply { answer: Err(out.clone()), took: Duration::ZERO, raw: Vec::new() };
        }
        client.came = 0;
        let is_offer = !matches!(ask.question, Question::Act(_) | Question::Discard(_));
        if is_offer {
            client.desk.offer_begins(ask.question);
            if client.silences >= MOST_SILENCES && !client.desk.has_verdict() {
                client.desk.give_up();
                return silence(Duration::ZERO);
            }
        }
        match client.answer(ask) {
            Ok((answer, raw, took)) => {
                if is_offer {
                    client.silences = 0;
                }
                Reply { answer: Ok(answer), took, raw }
            }
            // Silence is an answer to an offer.
            Err((told, took)) if is_offer && told.fault == LineFault::Late => {
                client.silences += 1;
                silence(took)
            }
            Err((told, took)) => client.failed(told, took),
        }
    }

    fn close(&mut self) {
        let mut client = self.client();
        let is_kind = client.out.is_none();
        if is_kind {
            let (code, message) = (ErrorCode::ShuttingDown, "The session is over.".to_owned());
            client.push(&Goodbye { code, message }.into());
            let _ = client.flush();
            client.line.close(true);
        }
        client.out.get_or_insert(fault(Told::of(LineFault::Closed, "the session is over")));
    }

    fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.client().early)
    }
}
