//! One life of a program of the competition in a seat.
//!
//! States go out in one write when the program is asked, and at the end of a hand. Until then it
//! could not act on them.

use super::hand::{HandText, Moment};
use super::line::{Line, Lines};
use super::reply::{self, Said};
use crate::remote::{self, NoConnection, Remote, fault};
use crate::seat::{Answer, Ask, Fault, Opening, Question, Reply, Seat, Shown};
use cardroom_bot::Table;
use cardroom_bot::lines::Told;
use cardroom_bot::model::HandResult;
use cardroom_protocol::line::{LineFault, MAX_UNREAD_BYTES};
use cardroom_protocol::table::{Action, LegalActions, TableEvent};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// More unread bytes than this come only from a program that goes on writing.
const IS_WRITING_ON: usize = 16 * 1024;
/// The most bytes that are read before a question.
const LOOK_BYTES: usize = 2 * MAX_UNREAD_BYTES;
/// How long to wait for the next bytes of such a program.
const WRITING_ON: Duration = Duration::from_millis(20);
/// The most faults between two questions that are reported one by one.
const MOST_EARLY_FAULTS: usize = 100;
/// How many states are kept whose answers came too late, to drop those.
const MOST_OVERDUE: usize = 16;
/// The beginning of the first line of a program.
const VERSION: &str = "VERSION:2.";

pub(super) struct AcpcSeat {
    remote: Remote,
    lines: Lines,
    seat: u8,
    hand: Option<HandText>,
    /// How many hands have begun.
    hands: u64,
    /// States of the hand that the program was not sent yet.
    moments: Vec<Moment>,
    /// The state at the last turn, so that no state is sent twice.
    last: Option<Moment>,
    output: String,
    /// The state that the program is asked about.
    open: Option<String>,
    /// The last state that it answered.
    answered: Option<String>,
    /// States whose answers may still come and are dropped.
    overdue: Vec<String>,
    early: Vec<Fault>,
    /// Why the program is asked no more.
    out: Option<Fault>,
}

impl AcpcSeat {
    /// Reads the version of a program that has just connected.
    pub(super) fn greet(
        remote: Remote,
        opening: &Opening<'_>,
        until: Instant,
    ) -> Result<Self, Fault> {
        let mut seat = Self {
            remote,
            lines: Lines::default(),
            seat: opening.seat,
            hand: None,
            hands: 0,
            moments: Vec::new(),
            last: None,
            output: String::new(),
            open: None,
            answered: None,
            overdue: Vec::new(),
            early: Vec::new(),
            out: None,
        };
        loop {
            if let Some(line) = seat.lines.next() {
                if line.bytes.starts_with(VERSION.as_bytes()) {
                    return Ok(seat);
                }
                let began = line.bytes.escape_ascii();
                return Err(seat.not_ready(format!("It began with \"{began}\", and no {VERSION}.")));
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(seat.not_ready(format!("It did not send {VERSION}0.0 in time.")));
            }
            let came = seat.remote.wait(left).and_then(|()| seat.look());
            if let Err(told) = came {
                let why = format!("It was gone before it was ready: {}.", told.detail);
                return Err(seat.not_ready(why));
            }
        }
    }

    fn not_ready(&mut self, why: String) -> Fault {
        remote::not_ready(&NoConnection::Because(why), "", self.remote.process())
    }

    /// Reads bytes that came. Returns how many.
    fn look(&mut self) -> Result<usize, Told> {
        let came = self.remote.read()?;
        let count = came.len();
        self.lines.take(came)?;
        Ok(count)
    }

    /// Reads what came while nothing was asked.
    fn hear_early(&mut self) -> Result<(), Told> {
        let mut came = 0;
        while came < LOOK_BYTES {
            let mut more = self.look()?;
            if more == 0 && self.lines.unread() > IS_WRITING_ON {
                self.remote.wait(WRITING_ON)?;
                more = self.look()?;
            }
            if more == 0 {
                break;
            }
            came += more;
        }
        while let Some(line) = self.lines.next() {
            if let Err(told) = self.hear(&line) {
                self.note_early(told);
            }
        }
        Ok(())
    }

    fn note_early(&mut self, told: Told) {
        if self.early.len() < MOST_EARLY_FAULTS {
            self.early.push(fault(told));
        }
    }

    /// Judges a line. Returns the action if it answers the open state, and `None` for a comment or
    /// an answer that came too late.
    fn hear(&mut self, line: &Line) -> Result<Option<Said>, Told> {
        let about = |kind, detail: &str| Told { raw: line.bytes.clone(), ..Told::of(kind, detail) };
        let malformed = |detail| about(LineFault::Malformed, detail);
        if line.is_too_long {
            return Err(malformed("the line is longer than 64 KiB"));
        }
        let text = std::str::from_utf8(&line.bytes).map_err(|_| malformed("it is no text"))?;
        if text.is_empty() || text.starts_with(['#', ';']) {
            return Ok(None);
        }
        let (state, said) = reply::read(text).map_err(malformed)?;
        if self.open.as_deref() == Some(state) {
            return Ok(Some(said));
        }
        if let Some(at) = self.overdue.iter().position(|overdue| overdue == state) {
            self.overdue.remove(at);
            return Ok(None);
        }
        if self.answered.as_deref() == Some(state) {
            self.note_early(about(LineFault::Unasked, "it answers the same state again"));
            return Ok(None);
        }
        Err(match self.open {
            Some(_) => about(LineFault::WrongId, "it answers another state"),
            None => about(LineFault::Unasked, "it answers a state that does not ask it"),
        })
    }

    /// Notes the state of the hand, unless it is the same as before.
    fn note(&mut self) {
        let Some(hand) = &self.hand else { return };
        let now = hand.now();
        if self.last != Some(now) {
            self.last = Some(now);
            self.moments.push(now);
        }
    }

    /// Writes the states that the program was not sent yet. Returns the last one. The shown cards
    /// are part of the last state if the hand is over.
    fn write_states(&mut self, is_over: bool) -> Option<String> {
        let hand = self.hand.as_ref()?;
        let position = hand.position(self.seat)?;
        let (number, last) = (self.hands.saturating_sub(1), self.moments.len().checked_sub(1)?);
        let shows_all = is_over && hand.is_contested();
        let mut line = String::new();
        for (at, moment) in self.moments.drain(..).enumerate() {
            let shows = |of: usize| of == position || (shows_all && at == last);
            let betting = hand.betting_at(moment);
            let cards = hand.cards_at(moment, shows);
            line = format!("MATCHSTATE:{position}:{number}:{betting}:{cards}");
            let _ = write!(self.output, "{line}\r\n");
        }
        Some(line)
    }

    fn send(&mut self) -> Result<bool, Told> {
        let output = std::mem::take(&mut self.output);
        self.remote.send(output.as_bytes())
    }

    /// Waits for the answer to the open state.
    fn answer(&mut self, ask: &Ask<'_>) -> Result<(Said, Vec<u8>, Duration), (Told, Duration)> {
        let mut asked = Instant::now();
        let sent = self.send().map_err(|told| (told, Duration::ZERO))?;
        if sent {
            asked = Instant::now();
        }
        loop {
            let used = asked.elapsed();
            while let Some(line) = self.lines.next() {
                match self.hear(&line) {
                    Ok(Some(said)) => {
                        self.answered = self.open.take();
                        return Ok((said, line.bytes, used));
                    }
                    Ok(None) => {}
                    Err(told) => return Err((told, used)),
                }
            }
            let Some(left) = ask.limit.checked_sub(used).filter(|left| !left.is_zero()) else {
                return Err((self.remote.overdue(ask.is_bank, used), used));
            };
            let came = self.remote.wait(left).and_then(|()| self.look());
            came.map_err(|told| (told, asked.elapsed()))?;
        }
    }

    /// Notes a fault that takes the place of an answer.
    fn failed(&mut self, told: Told, took: Duration) -> Reply {
        if let Some(open) = self.open.take() {
            // A program may print something else before its answer.
            if self.overdue.len() == MOST_OVERDUE {
                self.overdue.remove(0);
            }
            self.overdue.push(open);
        }
        if told.fault.ends_session() {
            self.remote.close(false);
            self.out = Some(fault(told.clone()));
        }
        Reply { answer: Err(fault(told)), took, raw: Vec::new() }
    }

    /// Turns an action into one of the table. Returns the reason if there is none.
    fn action(&self, said: Said, legal: &LegalActions) -> Result<Action, &'static str> {
        let size = match said {
            Said::Fold if legal.check => return Err("there is no bet to fold to"),
            Said::Fold => return Ok(Action::Fold),
            Said::Call if legal.check => return Ok(Action::Check),
            Said::Call => return Ok(Action::Call),
            Said::Raise(size) => size,
        };
        let wager = legal.wager.ok_or("no raise is possible")?;
        let hand = self.hand.as_ref().ok_or("there is no hand")?;
        let to = match (size, hand.is_limit()) {
            (None, true) => wager.min_to,
            (None, false) => return Err("a raise has a size"),
            (Some(_), true) => return Err("a raise has no size in fixed limit"),
            (Some(size), false) => {
                let before = hand.position(self.seat).map_or(0, |position| hand.before(position));
                size.checked_sub(before).ok_or("the raise is below the chips put in")?.into()
            }
        };
        Ok(if wager.raise { Action::RaiseTo(to) } else { Action::Bet(to) })
    }
}

impl Seat for AcpcSeat {
    fn saw(&mut self, view: &Table, event: &TableEvent) {
        if let TableEvent::HandStarted(started) = event {
            self.hand = Some(HandText::begin(started));
            self.hands += 1;
            self.moments.clear();
            self.last = None;
        }
        let Some(hand) = &mut self.hand else { return };
        if let Some(position) = hand.position(self.seat)
            && !view.cards.is_empty()
        {
            hand.holes[position].clone_from(&view.cards);
        }
        hand.take(event);
        if matches!(event, TableEvent::Turn(_) | TableEvent::HandEnded(_)) {
            self.note();
        }
    }

    fn ask(&mut self, ask: &Ask<'_>) -> Reply {
        if let Some(out) = &self.out {
            return Reply { answer: Err(out.clone()), took: Duration::ZERO, raw: Vec::new() };
        }
        let Question::Act(legal) = ask.question else {
            // The dealer makes no offers, and its games have no draws.
            return Reply { answer: Ok(Answer::Silence), took: Duration::ZERO, raw: Vec::new() };
        };
        if let Err(told) = self.hear_early() {
            return self.failed(told, Duration::ZERO);
        }
        if let (Some(hand), false) = (&mut self.hand, ask.view.cards.is_empty())
            && let Some(position) = hand.position(self.seat)
        {
            hand.holes[position].clone_from(&ask.view.cards);
        }
        self.lines.settle();
        self.open = self.write_states(false);
        match self.answer(ask) {
            Ok((said, raw, took)) => match self.action(said, &legal) {
                Ok(action) => Reply { answer: Ok(Answer::Act(action)), took, raw },
                Err(detail) => {
                    let (kind, detail) = (LineFault::Illegal, detail.to_owned());
                    Reply { answer: Err(Fault { kind, detail, raw }), took, raw: Vec::new() }
                }
            },
            Err((told, took)) => self.failed(told, took),
        }
    }

    fn hand_ended(&mut self, _: &Table, _: &HandResult, _: &[Shown]) {
        self.write_states(true);
        // If the program is gone, the next question finds out.
        if self.out.is_none() {
            let _ = self.send();
        }
        self.output.clear();
    }

    fn close(&mut self) {
        self.remote.close(self.out.is_none());
    }

    fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.early)
    }
}
