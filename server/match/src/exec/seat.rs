//! One life of a program in a seat.

use super::wire::{Looked, Sent, Wire};
use super::workshop::Bench;
use crate::seat::{Answer, Ask, Fault, Limits, Opening, Question, Reply, Seat, Shown};
use cardroom_bot::Table;
use cardroom_bot::lines::{Ask as LineAsk, Dialog, Heard, TimeLimits, Told};
use cardroom_bot::model::HandResult;
use cardroom_bot::program::Program;
use cardroom_protocol::line::{LineFault, Question as Offer, Reply as LineReply};
use cardroom_protocol::table::{LegalActions, TableEvent};
use std::time::{Duration, Instant};

/// How long a program that closed a pipe may take to end, to tell `exited` from `closed`.
const ENDING: Duration = Duration::from_millis(100);
/// How long a program may take to end after `end`.
const FAREWELL: Duration = Duration::from_millis(300);
/// More unread bytes than this come only from a program that goes on writing.
const IS_WRITING_ON: usize = 16 * 1024;
/// How long to wait for the next bytes of such a program.
const WRITING_ON: Duration = Duration::from_millis(20);
/// The most faults between two questions that are reported one by one.
const MOST_EARLY_FAULTS: usize = 100;

pub(super) struct ExecSeat {
    dialog: Dialog,
    wire: Wire,
    // Killed before its folders are removed.
    program: Program,
    _bench: Bench,
    limits: Limits,
    started: Instant,
    early: Vec<Fault>,
    /// Why the program is asked no more.
    out: Option<Fault>,
}

impl ExecSeat {
    pub(super) fn new(program: Program, wire: Wire, bench: Bench, opening: &Opening<'_>) -> Self {
        let Limits { turn, bank, .. } = opening.limits;
        let mut seat = Self {
            dialog: Dialog::new(TimeLimits { turn: Some(turn), bank }),
            wire,
            program,
            _bench: bench,
            limits: opening.limits,
            started: Instant::now(),
            early: Vec::new(),
            out: None,
        };
        seat.dialog.greet(opening.view);
        // If the program is gone already, the first question finds out.
        seat.wire.send(&seat.dialog.take_output());
        seat
    }

    /// Reads what came while nothing was asked.
    fn hear_early(&mut self) -> Result<(), Told> {
        while self.look()? > 0 || self.dialog.unread() > IS_WRITING_ON {
            if self.dialog.unread() <= IS_WRITING_ON || !self.wire.wait(WRITING_ON) {
                break;
            }
        }
        while self.early.len() < MOST_EARLY_FAULTS {
            match self.dialog.hear() {
                Some(Heard::Fault { told, .. }) => self.early.push(fault(told)),
                Some(Heard::Ready | Heard::Answer(..)) => {}
                None => break,
            }
        }
        Ok(())
    }

    /// Looks whether bytes came, and returns how many.
    fn look(&mut self) -> Result<usize, Told> {
        let (dialog, mut flood) = (&mut self.dialog, None);
        let looked = self.wire.look(|bytes| {
            flood = dialog.receive(bytes).err();
            flood.is_none()
        });
        match (looked, flood) {
            (_, Some(told)) => Err(told),
            (Looked::Came(came), None) => Ok(came),
            // What it wrote at last still counts.
            (Looked::Closed(came), None) if came > 0 => Ok(came),
            (Looked::Closed(_) | Looked::Stopped, None) => Err(self.gone("output")),
        }
    }

    /// Sends what the program has not been told yet. Returns `true` if the pipe took all of it.
    fn send(&mut self) -> Result<bool, Told> {
        match self.wire.send(&self.dialog.take_output()) {
            Sent::All => Ok(true),
            Sent::Part => Ok(false),
            Sent::TooMany => {
                let detail = "more than 1 MiB waits for it to be read";
                Err(Told::of(LineFault::Flood, detail))
            }
            Sent::Closed => Err(self.gone("input")),
        }
    }

    /// Says what became of a program that closed a pipe.
    fn gone(&mut self, pipe: &str) -> Told {
        match self.program.ended(ENDING) {
            Some(how) => Told::of(LineFault::Exited, how),
            None => Told::of(LineFault::Closed, format!("it closed its standard {pipe}")),
        }
    }

    /// Waits for the answer to the question that was put to the dialog.
    fn answer(
        &mut self,
        ask: &Ask<'_>,
    ) -> Result<(LineReply, Vec<u8>, Duration), (Told, Duration)> {
        let asked = Instant::now();
        let mut sent = None;
        let was_ready = self.dialog.is_ready();
        let mut counts_from = was_ready.then_some(asked);
        loop {
            let now = Instant::now();
            let took = now.saturating_duration_since(sent.unwrap_or(asked));
            match self.send() {
                Ok(true) if sent.is_none() => {
                    sent = Some(Instant::now());
                    counts_from = counts_from.and(sent);
                }
                Ok(_) => {}
                Err(told) => return Err((told, took)),
            }
            while let Some(heard) = self.dialog.hear() {
                match heard {
                    Heard::Ready => counts_from = counts_from.or(Some(Instant::now())),
                    Heard::Answer(reply, raw) => {
                        // Until then the program was starting, and not deciding.
                        let took = if counts_from.is_some() { took } else { Duration::ZERO };
                        return Ok((reply, raw, took));
                    }
                    Heard::Fault { told, closes: true } => return Err((told, took)),
                    Heard::Fault { told, closes: false } => self.early.push(fault(told)),
                }
            }
            let (from, limit) = match counts_from {
                Some(from) => (from, ask.limit),
                None => (self.started, self.limits.start),
            };
            let used = Instant::now().saturating_duration_since(from);
            let Some(left) = limit.checked_sub(used).filter(|left| !left.is_zero()) else {
                return Err((self.overdue(ask, counts_from.is_some(), used), used));
            };
            self.wire.wait(left);
            if let Err(told) = self.look() {
                return Err((told, Instant::now().saturating_duration_since(asked)));
            }
        }
    }

    /// Says what is wrong with a program that has not answered in time.
    fn overdue(&mut self, ask: &Ask<'_>, is_ready: bool, used: Duration) -> Told {
        self.dialog.give_up();
        // A process that it started may hold its pipes open.
        if let Some(how) = self.program.ended(Duration::ZERO) {
            return Told::of(LineFault::Exited, how);
        }
        let fault = match (is_ready, ask.is_bank) {
            (false, _) => LineFault::NotReady,
            (true, true) => LineFault::Bank,
            (true, false) => LineFault::Late,
        };
        Told::of(fault, format!("{} ms", used.as_millis()))
    }

    /// Notes a fault that takes the place of an answer. The program ends with one that it cannot
    /// play on after.
    fn failed(&mut self, mut told: Told, took: Duration) -> Reply {
        if told.fault.ends_session() {
            if !self.dialog.is_ready() && told.fault != LineFault::Flood {
                self.wire.look_at_errors();
                told = not_ready(&told, &self.wire.log.last_lines());
            }
            self.program.kill();
            self.out = Some(fault(told.clone()));
        }
        Reply { answer: Err(fault(told)), took, raw: Vec::new() }
    }
}

impl Seat for ExecSeat {
    fn saw(&mut self, view: &Table, event: &TableEvent) {
        if self.out.is_none() {
            self.dialog.saw(view, event);
        }
    }

    fn ask(&mut self, ask: &Ask<'_>) -> Reply {
        if let Some(out) = &self.out {
            let answer = Err(out.clone());
            return Reply { answer, took: Duration::ZERO, raw: Vec::new() };
        }
        if let Err(told) = self.hear_early() {
            return self.failed(told, Duration::ZERO);
        }
        let legal;
        let question = match ask.question {
            Question::Act(actions) => {
                legal = actions;
                LineAsk::Act(&legal)
            }
            Question::Discard(range) => {
                legal = LegalActions { discard: Some(range), ..LegalActions::default() };
                LineAsk::Act(&legal)
            }
            Question::RunIt { most } => LineAsk::Offer(Offer::RunIt(most)),
            Question::Show => LineAsk::Offer(Offer::Show),
            Question::ChooseGame => {
                let games = ask.view.info.games.iter().map(|game| game.id.clone());
                LineAsk::Offer(Offer::ChooseGame(games.collect()))
            }
        };
        let is_offer = matches!(question, LineAsk::Offer(_));
        if self.dialog.ask(ask.view, &question, Some(ask.limit)).is_none() {
            return Reply { answer: Ok(Answer::Silence), took: Duration::ZERO, raw: Vec::new() };
        }
        match self.answer(ask) {
            Ok((reply, raw, took)) => Reply { answer: Ok(answer(reply)), took, raw },
            // Silence is an answer to an offer.
            Err((told, took)) if is_offer && told.fault == LineFault::Late => {
                Reply { answer: Ok(Answer::Silence), took, raw: Vec::new() }
            }
            Err((told, took)) => self.failed(told, took),
        }
    }

    fn hand_ended(&mut self, _: &Table, _: &HandResult, _: &[Shown]) {
        // A program that is not asked for many hands must not be told all of them at once.
        if self.out.is_none() {
            let _ = self.send();
        }
    }

    fn close(&mut self) {
        if self.out.is_none() {
            self.dialog.end();
            if self.send().is_ok() {
                self.wire.hang_up();
                self.program.ended(FAREWELL);
                self.wire.look_at_errors();
            }
        }
        self.program.kill();
    }

    fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.early)
    }
}

fn answer(reply: LineReply) -> Answer {
    match reply {
        LineReply::Action(action) => Answer::Act(action),
        LineReply::Policy(policy) => {
            let pairs = policy.into_iter().map(|weighted| (weighted.action, weighted.probability));
            Answer::Policy(pairs.collect())
        }
        LineReply::Discard(cards) => Answer::Discard(cards.into_iter().collect()),
        LineReply::RunIt(boards) => Answer::RunIt(boards),
        LineReply::Show(show) => Answer::Show(show),
        LineReply::ChooseGame(game) => Answer::ChooseGame(Some(game)),
    }
}

fn fault(told: Told) -> Fault {
    Fault { kind: told.fault, detail: told.detail, raw: told.raw }
}

/// Says why a program was never ready, with the last lines of its standard error.
fn not_ready(told: &Told, last_lines: &str) -> Told {
    let why = match told.fault {
        LineFault::NotReady => format!("It was not ready after {}.", told.detail),
        _ => format!("It was gone before it was ready: {}.", told.detail),
    };
    let last = if last_lines.is_empty() {
        "It wrote nothing to standard error.".to_owned()
    } else {
        format!("The last lines of its standard error:\n{last_lines}")
    };
    Told::of(LineFault::NotReady, format!("{why} {last}"))
}
