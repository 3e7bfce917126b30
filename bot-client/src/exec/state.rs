//! What a brain and the tasks of its program share.

use crate::brain::Wake;
use crate::lines::{Ask, Dialog, Heard, TimeLimits};
use crate::model::Table;
use cardroom_protocol::line::{LineFault, MAX_UNREAD_BYTES, Question, Reply};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The part of a turn that is left for the way to the room.
const WAY_TO_THE_ROOM: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub(super) struct Shared(Mutex<State>);

pub(super) struct State {
    bot: usize,
    pub(super) dialog: Dialog,
    /// The answer to the open question; `Some(None)` after a fault that takes its place.
    pub(super) answer: Option<Option<Reply>>,
    /// Why the program decides nothing any more.
    pub(super) out: Option<String>,
    pub(super) wake: Option<Wake>,
    /// Bytes on their way to the program, until the program is out.
    writer: Option<UnboundedSender<Vec<u8>>>,
    reader: Option<UnboundedReceiver<Vec<u8>>>,
    unsent: usize,
    faults: u32,
    most_faults: u32,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("bot", &self.bot)
            .field("out", &self.out)
            .finish_non_exhaustive()
    }
}

impl Shared {
    pub(super) fn new(bot: usize, most_faults: u32) -> Self {
        let (writer, reader) = unbounded_channel();
        Self(Mutex::new(State {
            bot,
            dialog: Dialog::new(TimeLimits::default()),
            answer: None,
            out: None,
            wake: None,
            writer: Some(writer),
            reader: Some(reader),
            unsent: 0,
            faults: 0,
            most_faults,
        }))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes the bytes to write, for the task that writes them.
    pub(super) fn take_reader(&mut self) -> Option<UnboundedReceiver<Vec<u8>>> {
        self.reader.take()
    }

    /// Returns `true` if there is nothing to wait for.
    pub(super) fn is_decided(&self) -> bool {
        self.answer.is_some() || self.out.is_some() || self.dialog.open().is_none()
    }

    /// Asks for a decision.
    pub(super) fn ask(&mut self, table: &Table, ask: &Ask<'_>) {
        self.answer = None;
        if self.out.is_some() {
            return;
        }
        let clock = table.hand.as_ref().and_then(|hand| hand.turn.as_ref());
        let time = clock.map(|turn| {
            let time = u64::from(turn.time_ms) + u64::from(turn.bank_ms);
            Duration::from_millis(time).saturating_sub(WAY_TO_THE_ROOM)
        });
        self.dialog.ask(table, ask, time);
        self.send();
    }

    /// Makes an offer, if the program wants to hear of offers.
    pub(super) fn offer(&mut self, table: &Table, question: Question, time: Duration) {
        self.answer = None;
        if self.out.is_some() || self.dialog.ask(table, &Ask::Offer(question), Some(time)).is_none()
        {
            // There is nothing to wait for.
            self.answer = Some(None);
        }
        self.send();
    }

    /// Takes the answer to a turn.
    pub(super) fn take_answer(&mut self) -> Option<Reply> {
        if let Some(answer) = self.answer.take() {
            return answer;
        }
        if self.out.is_none() && self.dialog.open().is_some() {
            self.dialog.give_up();
            if self.dialog.is_ready() {
                self.note(LineFault::Late, "it did not answer in time", &[]);
            } else {
                self.note(LineFault::NotReady, "it was not ready for its first decision", &[]);
            }
        }
        None
    }

    /// Notes a fault, and whether the program is out because of it.
    pub(super) fn note(&mut self, fault: LineFault, detail: &str, raw: &[u8]) {
        self.faults += 1;
        let line = raw.escape_ascii().to_string();
        tracing::warn!(bot = self.bot, %fault, detail, line, "the program made a mistake");
        if fault.ends_session() {
            self.leave(format!("{fault}, {detail}"));
        } else if self.faults > self.most_faults {
            self.leave(format!("{} faults, the last one {fault}", self.faults));
        }
    }

    /// Makes the program the reason for the bot to leave.
    pub(super) fn leave(&mut self, why: String) {
        if self.out.is_none() {
            self.out = Some(why);
            self.writer = None;
            self.wake();
        }
    }

    /// Takes bytes that the program wrote.
    pub(super) fn receive(&mut self, bytes: &[u8]) {
        if let Err(told) = self.dialog.receive(bytes) {
            return self.note(told.fault, &told.detail, &told.raw);
        }
        while let Some(heard) = self.dialog.hear() {
            match heard {
                Heard::Ready => {}
                Heard::Answer(reply, _) => {
                    self.answer = Some(Some(reply));
                    self.wake();
                }
                Heard::Fault { told, closes } => {
                    if closes {
                        self.answer = Some(None);
                        self.wake();
                    }
                    self.note(told.fault, &told.detail, &told.raw);
                }
            }
        }
    }

    /// Sends what the program has not been told yet.
    pub(super) fn send(&mut self) {
        let bytes = self.dialog.take_output();
        let Some(writer) = self.writer.as_ref().filter(|_| !bytes.is_empty()) else { return };
        self.unsent += bytes.len();
        // If the task is gone, so is the program.
        let _ = writer.send(bytes);
        if self.unsent > MAX_UNREAD_BYTES {
            self.note(LineFault::Flood, "more than 1 MiB waits for it to be read", &[]);
        }
    }

    /// Takes note of bytes that were written.
    pub(super) fn sent(&mut self, count: usize) {
        self.unsent -= count;
    }

    /// Ends the conversation with the program.
    pub(super) fn end(&mut self) {
        self.dialog.end();
        self.send();
        self.writer = None;
        self.wake = None;
        self.out.get_or_insert_with(|| "the bot is done".to_owned());
    }

    fn wake(&self) {
        if let Some(wake) = &self.wake {
            wake();
        }
    }
}
