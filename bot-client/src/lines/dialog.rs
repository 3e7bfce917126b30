//! The conversation with a program: lines sent, open questions, and the meaning of answers.

use super::hearing::{Hearing, Told};
use super::{TimeLimits, seen};
use crate::model::Table;
use cardroom_cards::Card;
use cardroom_protocol::ids::AskId;
use cardroom_protocol::line::{
    EndLine, EventLine, FromBot, LineFault, LineResult, MAX_ACT_EVENTS, Question, ReadyLine, Reply,
    ResultLine, ToBot,
};
use cardroom_protocol::table::{LegalActions, TableEvent};
use cardroom_protocol::{HandNo, TableId};
use std::collections::VecDeque;
use std::time::Duration;

/// A question to a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask<'a> {
    /// A decision with these legal actions, which may be a draw.
    Act(&'a LegalActions),
    /// An offer, with its question.
    Offer(Question),
}

/// The meaning of a line from the program.
#[derive(Clone, PartialEq, Debug)]
pub enum Heard {
    /// The program is ready.
    Ready,
    /// The answer to the open question, and the line as it was written.
    Answer(Reply, Vec<u8>),
    /// A fault. If `closes` is true, it takes the place of the answer to the open question.
    Fault {
        /// The fault as the program hears of it.
        told: Told,
        /// Whether the open question is closed by it.
        closes: bool,
    },
}

/// The conversation with one program about one seat.
#[derive(Debug)]
pub struct Dialog {
    limits: TimeLimits,
    /// The kinds of lines that the program wants, once it is ready.
    ready: Option<ReadyLine>,
    /// The table and seat that the program knows.
    place: Option<(TableId, u8)>,
    /// The events since the program was last asked, the latest of them.
    events: VecDeque<TableEvent>,
    hand: Option<HandSeen>,
    last_id: AskId,
    open: Option<AskId>,
    /// A question that was closed before its answer came, which may still come and is dropped.
    overdue: Option<AskId>,
    output: Vec<u8>,
    hearing: Hearing,
}

/// Facts for the end of a hand, when the table has forgotten them.
#[derive(Debug)]
struct HandSeen {
    number: HandNo,
    boards: Vec<Vec<Card>>,
    seats: Vec<SeatSeen>,
}

#[derive(Debug)]
struct SeatSeen {
    seat: u8,
    /// The stack when the hand began, if the table knows it.
    start: Option<u64>,
    shown: Vec<Card>,
}

impl Dialog {
    /// Begins a conversation. `hello` follows with the first table.
    #[must_use]
    pub fn new(limits: TimeLimits) -> Self {
        Self {
            limits,
            ready: None,
            place: None,
            events: VecDeque::new(),
            hand: None,
            last_id: AskId(0),
            open: None,
            overdue: None,
            output: Vec::new(),
            hearing: Hearing::default(),
        }
    }

    /// Introduces the table, unless the program knows it.
    pub fn greet(&mut self, table: &Table) {
        let Some(seat) = table.hero_seat else { return };
        if self.place == Some((table.info.table, seat)) {
            return;
        }
        self.place = Some((table.info.table, seat));
        self.events.clear();
        self.hand = None;
        self.write(&ToBot::Hello(Box::new(seen::hello(table, seat, self.limits))));
    }

    /// Reports an event. The table already contains it.
    pub fn saw(&mut self, table: &Table, event: &TableEvent) {
        self.greet(table);
        if self.place.is_none() {
            return;
        }
        if let (TableEvent::HandStarted(_), Some(hand)) = (event, &table.hand) {
            self.write(&ToBot::Hand(Box::new(seen::hand(table, hand))));
        }
        if self.events.len() == MAX_ACT_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(event.clone());
        if self.ready.is_some_and(|ready| ready.events) {
            self.write(&ToBot::Event(Box::new(EventLine(event.clone()))));
        }
        match event {
            TableEvent::HandEnded(ended) => self.hand_over(table, ended.hand, false),
            TableEvent::HandVoided(voided) => self.hand_over(table, voided.hand, true),
            _ => self.remember(table, event),
        }
    }

    /// Notes what the table will have forgotten at the end of the hand.
    fn remember(&mut self, table: &Table, event: &TableEvent) {
        let Some(hand) = &table.hand else { return };
        let is_known = self.hand.as_ref().is_some_and(|known| known.number == hand.number);
        let shows = matches!(
            event,
            TableEvent::HandStarted(_)
                | TableEvent::BoardDealt(_)
                | TableEvent::RunItAgreed(_)
                | TableEvent::HandTabled(_)
                | TableEvent::HandExposed(_)
                | TableEvent::ToppedUp(_)
                | TableEvent::TimeCharged(_)
                | TableEvent::StackChanged(_)
        );
        if is_known && !shows {
            return;
        }
        let in_hand = table.seats.iter().filter_map(|seat| Some((seat, seat.in_hand.as_ref()?)));
        let seats = in_hand.map(|(seat, part)| SeatSeen {
            seat: seat.seat,
            start: seat.stack_at_start.map(|chips| chips.0),
            shown: part.tabled.clone().unwrap_or_default(),
        });
        let (number, boards) = (hand.number, seen::boards(table));
        self.hand = Some(HandSeen { number, boards, seats: seats.collect() });
    }

    fn hand_over(&mut self, table: &Table, hand: HandNo, voided: bool) {
        let known = self.hand.take().filter(|known| known.number == hand);
        let (boards, seats) = known.map(|known| (known.boards, known.seats)).unwrap_or_default();
        let net = |seen: &SeatSeen| {
            let now = i64::try_from(table.seat(seen.seat)?.stack.0).ok()?;
            Some(now - i64::try_from(seen.start?).ok()?)
        };
        let seats = seats.into_iter().map(|seen| LineResult {
            seat: seen.seat,
            net: net(&seen),
            cards: seen.shown,
        });
        let seats = seats.collect();
        self.write(&ToBot::Result(ResultLine { hand, voided, boards, seats }));
    }

    /// Asks a question, and closes the one before. Returns `None` for an offer that the program
    /// does not want to hear.
    pub fn ask(&mut self, table: &Table, ask: &Ask<'_>, time: Option<Duration>) -> Option<AskId> {
        let wants_offers = self.ready.is_some_and(|ready| ready.offers);
        if matches!(ask, Ask::Offer(_)) && !wants_offers {
            return None;
        }
        self.greet(table);
        self.give_up();
        self.last_id.0 += 1;
        let id = self.last_id;
        self.open = Some(id);
        let line = match ask {
            Ask::Act(legal) => {
                let events = std::mem::take(&mut self.events).into();
                ToBot::Act(Box::new(seen::act(table, id, legal, events, time)))
            }
            Ask::Offer(question) => {
                let time = time.unwrap_or(Duration::MAX);
                ToBot::Offer(Box::new(seen::offer(table, id, question.clone(), time)))
            }
        };
        self.write(&line);
        Some(id)
    }

    /// Closes the open question because its time is over. An answer that still comes is dropped.
    pub fn give_up(&mut self) {
        if let Some(id) = self.open.take() {
            self.overdue = Some(id);
        }
    }

    /// Ends the conversation with the program.
    pub fn end(&mut self) {
        self.open = None;
        self.write(&ToBot::End(EndLine {}));
    }

    /// Returns `true` once the program has said that it is ready, or has answered.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.ready.is_some()
    }

    /// Returns the number of the open question.
    #[must_use]
    pub fn open(&self) -> Option<AskId> {
        self.open
    }

    /// Takes the bytes to write to the program.
    pub fn take_output(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.output)
    }

    /// Takes bytes that the program wrote.
    ///
    /// # Errors
    /// Fails if more bytes wait than may be unread.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<(), Told> {
        if self.hearing.receive(bytes) {
            Ok(())
        } else {
            Err(Told::of(LineFault::Flood, "more than 1 MiB waited unread"))
        }
    }

    /// Returns how many of the bytes received wait to be heard.
    #[must_use]
    pub fn unread(&self) -> usize {
        self.hearing.unread()
    }

    /// Judges the next line of those received. Returns `None` if there is no whole line left.
    pub fn hear(&mut self) -> Option<Heard> {
        loop {
            let line = self.hearing.next()?;
            let fault = match line.read {
                Ok(FromBot::Ready(ready)) => {
                    self.ready = Some(ready);
                    return Some(Heard::Ready);
                }
                Ok(FromBot::Answer(id, reply)) if self.open == Some(id) => {
                    self.open = None;
                    self.ready.get_or_insert_default();
                    return Some(Heard::Answer(reply, line.raw));
                }
                Ok(FromBot::Answer(id, _)) if self.overdue == Some(id) => {
                    self.overdue = None;
                    continue;
                }
                Ok(FromBot::Answer(id, _)) => match self.open {
                    Some(open) => {
                        let detail = format!("it answered question {id}, and {open} is open");
                        Told::about(LineFault::WrongId, detail, &line.raw)
                    }
                    None => {
                        let detail = format!("it answered question {id}, and none is open");
                        Told::about(LineFault::Unasked, detail, &line.raw)
                    }
                },
                Err(malformed) => {
                    let detail = malformed.to_string();
                    Told::about(LineFault::Malformed, detail, &line.raw)
                }
            };
            let closes = self.open.take();
            // A program may print something else before its answer.
            if closes.is_some() {
                self.overdue = closes.filter(|_| fault.fault == LineFault::Malformed);
            }
            return Some(Heard::Fault { told: fault, closes: closes.is_some() });
        }
    }

    /// Appends a line. An amount that cannot be written never occurs at a table, whose own messages
    /// have the same limit.
    fn write(&mut self, line: &ToBot) {
        let before = self.output.len();
        if line.write(&mut self.output).is_err() {
            self.output.truncate(before);
        }
    }
}
