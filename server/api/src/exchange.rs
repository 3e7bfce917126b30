//! The course of one call: the messages that go to the server one after the other, and the answer
//! over HTTP that its messages give.

mod tally;

use crate::call::Call;
use crate::messages::messages;
use crate::operations::{Answers, Method, Order};
use crate::place::Place;
use crate::problem::Problem;
use crate::template::REQUEST;
use cardroom_protocol::{ClientMessage, ErrorCode};
use serde_json::{Map, Value, json};
use std::collections::VecDeque;

/// The next step after a message of the server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// The answer is not complete.
    Wait,
    Send(Box<ClientMessage>),
    Answer(Reply),
}

/// The answer over HTTP.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It was done, and there is nothing to say.
    Done,
    Body(Value),
    Problem(Box<Problem>),
}

/// One call that is under way.
#[derive(Debug)]
pub struct Exchange {
    call: Call,
    /// Messages that follow the one that was sent.
    queue: VecDeque<ClientMessage>,
    /// The rows so far.
    rows: Vec<Value>,
    /// The fields of the first page beside its rows.
    beside: Map<String, Value>,
}

impl Exchange {
    /// Creates the exchange of a call, before its first message.
    ///
    /// # Errors
    /// A field is missing, unknown, or has a wrong value.
    pub fn new(call: Call) -> Result<Self, Problem> {
        let from = match call.after {
            Some(Place::FromStart(from) | Place::FromEnd { from, .. }) => from,
            Some(Place::Behind(_)) | None => 0,
        };
        if call.after.is_some_and(|place| !belongs(place, call.operation.answers)) {
            return Err(Problem::of_field("after", "This is a place in another list."));
        }
        let queue = messages(&call, from)?.into();
        Ok(Self { call, queue, rows: Vec::new(), beside: Map::new() })
    }

    /// Returns `true` if the call has no message, so it needs no sign-in.
    #[must_use]
    pub fn sends_nothing(&self) -> bool {
        self.queue.is_empty()
    }

    /// Returns the first message to send; `None` if the welcome of the room is the answer.
    pub fn first(&mut self) -> Option<ClientMessage> {
        self.queue.pop_front()
    }

    /// Handles a message of the server, by its name.
    pub fn on(&mut self, name: &str, body: &Value) -> Next {
        if name == "Goodbye" || (name == "Refused" && is_ours(body)) {
            return Next::Answer(Reply::Problem(Box::new(self.refusal(body))));
        }
        match self.call.operation.answers {
            Answers::Body(names)
                if names.contains(&name) && (is_ours(body) || name == "Welcome") =>
            {
                Next::Answer(match name {
                    "Done" => Reply::Done,
                    _ => Reply::Body(Value::Object(without(body, &["request"]))),
                })
            }
            Answers::Part(answer, part) if name == answer => {
                Next::Answer(Reply::Body(body[part].clone()))
            }
            Answers::Pages { answer, rows, order } if name == answer && is_ours(body) => {
                self.on_page(body, rows, order)
            }
            Answers::Whole { answer, rows, .. } | Answers::Plain { answer, rows }
                if name == answer && is_ours(body) =>
            {
                self.rows.extend(body[rows].as_array().into_iter().flatten().cloned());
                match body["last"] == json!(false) {
                    true => Next::Wait,
                    false => Next::Answer(self.whole()),
                }
            }
            Answers::Beside { answer, rows } if name == answer && self.is_about(body) => {
                self.rows = body[rows].as_array().cloned().unwrap_or_default();
                self.beside = without(body, &[rows]);
                Next::Wait
            }
            Answers::Beside { .. } if name == "Done" && is_ours(body) => {
                Next::Answer(self.page(None))
            }
            Answers::Tally(fields) if is_ours(body) => self.on_tally(name, body, fields),
            Answers::Roster if is_ours(body) => self.on_roster(name, body),
            _ => Next::Wait,
        }
    }

    /// Returns `true` if a message is about the tournament that the call names.
    fn is_about(&self, body: &Value) -> bool {
        self.call.values.get("tournament") == Some(&body["tournament"])
    }

    /// Returns the problem of a refusal.
    fn refusal(&self, body: &Value) -> Problem {
        let code = serde_json::from_value(body["code"].clone()).unwrap_or(ErrorCode::Internal);
        let problem = Problem::refused(code, body["message"].as_str().unwrap_or_default());
        // The server knows no such name, so the address leads nowhere.
        let names_something = self.call.operation.path.contains('{');
        let is_unknown = matches!(code, ErrorCode::BadText | ErrorCode::NothingToDo);
        let reads = self.call.operation.method == Method::Get;
        match code {
            _ if reads && names_something && is_unknown => Problem { status: 404, ..problem },
            // The names are values of the body, and each mistake has its line.
            ErrorCode::Conflict if self.call.operation.id == "openAccounts" => {
                Problem { status: 422, ..problem }
            }
            // The sentence names the key in it.
            ErrorCode::BadStructure | ErrorCode::UnknownStructure => {
                Problem { field: Some("structure".to_owned()), ..problem }
            }
            _ => problem,
        }
    }

    /// Takes the rows of a page, and asks for the next one while the client's page is not full.
    fn on_page(&mut self, body: &Value, rows: &str, order: Order) -> Next {
        let number = |name: &str| body[name].as_u64().and_then(|n| u32::try_from(n).ok());
        let (from, total) = (number("from").unwrap_or(0), number("total").unwrap_or(0));
        if order == Order::AtItsBeginning && self.call.after.is_none() {
            self.call.after = Some(Place::FromEnd { rest: total, from });
        }
        if let Some(Place::FromEnd { rest, .. }) = self.call.after {
            // Rows that came since have moved the place.
            let due = total.saturating_sub(rest) + count(&self.rows);
            if due != from {
                return self.ask_from(due);
            }
        }
        if self.beside.is_empty() {
            self.beside = without(body, &["request", "from", rows]);
        }
        let page = body[rows].as_array().map_or(&[][..], Vec::as_slice);
        let room = usize::try_from(self.call.limit).unwrap_or(usize::MAX) - self.rows.len();
        self.rows.extend(page.iter().take(room).cloned());
        let is_full = count(&self.rows) == self.call.limit;
        let next = from + u32::try_from(page.len().min(room)).unwrap_or(u32::MAX);
        if !is_full && !page.is_empty() && next < total {
            return self.ask_from(next);
        }
        let place = match order {
            Order::AtItsEnd => Place::FromStart(next),
            Order::AtItsBeginning => {
                Place::FromEnd { rest: total.saturating_sub(next), from: next }
            }
        };
        let after = (next < total && !page.is_empty()).then_some(place);
        Next::Answer(self.page(after))
    }

    fn ask_from(&self, from: u32) -> Next {
        match messages(&self.call, from) {
            Ok(messages) => match messages.into_iter().next() {
                Some(message) => Next::Send(Box::new(message)),
                None => Next::Wait,
            },
            Err(problem) => Next::Answer(Reply::Problem(Box::new(problem))),
        }
    }

    fn page(&mut self, after: Option<Place>) -> Reply {
        let mut body = std::mem::take(&mut self.beside);
        body.insert("items".to_owned(), json!(std::mem::take(&mut self.rows)));
        body.extend(after.map(|place| ("after".to_owned(), json!(place.to_string()))));
        Reply::Body(Value::Object(body))
    }

    /// Returns the page of a list that the server sent whole.
    fn whole(&mut self) -> Reply {
        let Answers::Whole { by, .. } = self.call.operation.answers else { return self.page(None) };
        let id = |row: &Value| row[by].as_u64().unwrap_or(0);
        let begins = match self.call.after {
            Some(Place::Behind(id)) => Some(id),
            _ => None,
        };
        self.rows.retain(|row| begins.is_none_or(|begins| id(row) > begins));
        self.rows.sort_by_key(id);
        let limit = usize::try_from(self.call.limit).unwrap_or(usize::MAX);
        let has_more = self.rows.len() > limit;
        self.rows.truncate(limit);
        let last = self.rows.last().map(id).filter(|_| has_more);
        self.page(last.map(Place::Behind))
    }

    /// Sends the next part of a roster, and ends with its report.
    fn on_roster(&mut self, name: &str, body: &Value) -> Next {
        match (name, self.queue.pop_front()) {
            ("Done", Some(part)) => Next::Send(Box::new(part)),
            ("RosterReport", _) => {
                let problems = body["problems"].as_array().is_some_and(|all| !all.is_empty());
                if !problems {
                    let body = without(body, &["request", "problems", "total"]);
                    return Next::Answer(Reply::Body(Value::Object(body)));
                }
                let text = "The roster has mistakes, so nobody was entered. Correct them, then send \
                            it again.";
                let problem = Problem::with_status(422, ErrorCode::BadText, text);
                let lines = Some(Box::new(body["problems"].clone()));
                Next::Answer(Reply::Problem(Box::new(Problem { lines, ..problem })))
            }
            (_, part) => {
                self.queue.extend(part);
                Next::Wait
            }
        }
    }

    /// Returns `true` if the call changes nothing, so it may be repeated.
    #[must_use]
    pub fn only_reads(&self) -> bool {
        self.call.operation.method == Method::Get
    }
}

/// Returns `true` if a list gives places of this kind.
fn belongs(place: Place, answers: Answers) -> bool {
    match (place, answers) {
        (Place::FromStart(_), Answers::Pages { order, .. }) => order == Order::AtItsEnd,
        (Place::FromEnd { .. }, Answers::Pages { order, .. }) => order == Order::AtItsBeginning,
        (Place::Behind(_), Answers::Whole { .. }) => true,
        _ => false,
    }
}

fn is_ours(body: &Value) -> bool {
    body["request"] == json!(REQUEST)
}

/// Returns the fields of a message without some of them.
fn without(body: &Value, names: &[&str]) -> Map<String, Value> {
    let fields = body.as_object().into_iter().flatten();
    let fields = fields.filter(|(name, _)| !names.contains(&name.as_str()));
    fields.map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn count(rows: &[Value]) -> u32 {
    u32::try_from(rows.len()).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
