//! Every operation of the API, in one table: its address, the messages of the protocol that it
//! sends, and the answers that it waits for.

/// A template of an order about accounts.
macro_rules! administer {
    ($order:literal) => {
        concat!(r#"{"Administer": {"reason": "$reason", "order": "#, $order, "}}")
    };
}

/// A template of a command of the floor in a tournament.
macro_rules! direct {
    ($command:literal) => {
        concat!(
            r#"{"DirectTournament": {"tournament": "$tournament", "seq": "$seq",
                "reason": "$reason", "rule": "$rule", "command": "#,
            $command,
            "}}"
        )
    };
}

mod accounts;
mod events;
mod hooks;
mod leagues;
mod lobby;
mod schedules;

use crate::forms::{DECLARED, Form};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::requests::Need;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// The path before every address of the API.
pub const ROOT: &str = "/api/v1";

/// Opens a tournament by the id of its structure.
pub const OPEN_BY_ID: &str = r#"{"OpenTournament": {"structure": "$structure", "name": "$name",
    "starts_at": "$starts_at", "self_run": "$self_run", "league": "$league"}}"#;
/// Opens a tournament with a whole structure.
pub const OPEN_WHOLE: &str = r#"{"OpenTournamentWith": {"structure": "$structure", "name": "$name",
    "starts_at": "$starts_at", "self_run": "$self_run", "league": "$league"}}"#;

/// The method of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    Get,
    Post,
    Delete,
}

/// One operation of the API.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// Its name in the description of the API.
    pub id: &'static str,
    pub method: Method,
    /// The address below [`ROOT`], with parameters in braces.
    pub path: &'static str,
    pub summary: &'static str,
    pub fields: &'static [Field],
    pub sends: Sends,
    pub answers: Answers,
    /// The answer has an entity tag.
    pub tagged: bool,
}

/// A value that a request has, in its address, its query or its body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: &'static str,
    pub place: In,
    pub kind: Kind,
    /// The value in JSON if there is none. A field without a default is required.
    pub default: Option<&'static str>,
}

/// Where a request has a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum In {
    Path,
    Query,
    Body,
}

/// How a value is read out of an address or a query. A value in a body is JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Number,
    Text,
    Flag,
    Json,
}

/// The messages that an operation sends. A template is a message in JSON with `$name` in place of each value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sends {
    /// No message: the welcome of the room is the answer.
    Nothing,
    Message(&'static str),
    /// Several messages, one after the other.
    Messages(&'static [&'static str]),
    /// A message with a command or an order, which the body names in the field `word`.
    Command {
        template: &'static str,
        word: &'static str,
        list: List,
    },
    /// A roster, in as many parts as it needs.
    Roster,
    /// A tournament, by the id of its structure or with a whole one.
    Opening,
    /// A message with the file of a league, whose terms are an object in the body.
    League(&'static str),
}

/// A list of commands or orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum List {
    Tournament,
    Table,
    League,
    Account,
}

/// How the answer is made of the server's messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answers {
    /// The body of the first message with one of these names. `Done` has no body.
    Body(&'static [&'static str]),
    /// One field of a message.
    Part(&'static str, &'static str),
    /// The rows of a message that may come before `Done`. There are no rows if it does not come.
    Beside { answer: &'static str, rows: &'static str },
    /// The rows of a list, from pages of the server.
    Pages { answer: &'static str, rows: &'static str, order: Order },
    /// The rows of a list that the server sends whole, sorted by this number of each.
    Whole { answer: &'static str, rows: &'static str, by: &'static str },
    /// The rows of a list that the server sends whole, in its order.
    Plain { answer: &'static str, rows: &'static str },
    /// The values of these fields at tables and tournaments of the lobby, each once.
    Tally(&'static [&'static str]),
    /// The report about a roster.
    Roster,
}

/// Where a list grows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    AtItsEnd,
    /// The newest rows are first.
    AtItsBeginning,
}

/// All operations, by their subject.
pub static OPERATIONS: &[&[Operation]] = &[
    lobby::OPERATIONS,
    events::OPERATIONS,
    schedules::OPERATIONS,
    leagues::OPERATIONS,
    accounts::OPERATIONS,
    hooks::OPERATIONS,
];

/// Returns the operations of all subjects.
pub fn all() -> impl Iterator<Item = &'static Operation> {
    OPERATIONS.iter().copied().flatten()
}

/// The orders about accounts, in the form of the floor's commands.
static ORDERS: LazyLock<Vec<Form>> =
    LazyLock::new(|| serde_json::from_str(include_str!("orders.json")).expect("a test reads it"));

impl List {
    /// Returns the forms of the list. The second of a pair is the message around the command.
    pub fn forms(self) -> impl Iterator<Item = (&'static Form, Option<&'static str>)> {
        let (plain, inside): (&'static [Form], &'static [Form]) = match self {
            Self::Tournament => (&DECLARED.tournament, &[]),
            Self::Table => (&DECLARED.table, &DECLARED.deal_error),
            Self::League => (&DECLARED.league, &[]),
            Self::Account => (&ORDERS, &[]),
        };
        let inside = inside.iter().map(|form| (form, Some("DealError")));
        plain.iter().map(|form| (form, None)).chain(inside)
    }
}

impl Operation {
    /// Returns `true` if the answer is one page of a list.
    #[must_use]
    pub fn is_list(&self) -> bool {
        matches!(self.answers, Answers::Pages { .. } | Answers::Whole { .. })
    }

    /// Returns what a client needs for the messages that it sends.
    ///
    /// # Panics
    /// If a template is no message, which a test would notice.
    #[must_use]
    pub fn needs(&self) -> Need {
        let name = |template: &str| {
            let message: Map<String, Value> =
                serde_json::from_str(template).expect("a test reads every template");
            message.into_iter().next().map_or_else(String::new, |(name, _)| name)
        };
        let names: Vec<String> = match self.sends {
            Sends::Nothing => Vec::new(),
            Sends::Message(template)
            | Sends::Command { template, .. }
            | Sends::League(template) => vec![name(template)],
            Sends::Messages(templates) => templates.iter().map(|template| name(template)).collect(),
            Sends::Roster => vec!["ImportRoster".to_owned()],
            Sends::Opening => vec![name(OPEN_BY_ID), name(OPEN_WHOLE)],
        };
        let needs =
            ClientMessage::NEEDS.iter().filter(|(known, _)| names.iter().any(|it| it == known));
        needs.map(|(_, need)| *need).max().unwrap_or(Need::Nothing)
    }
}

const fn field(name: &'static str, place: In, kind: Kind, default: Option<&'static str>) -> Field {
    Field { name, place, kind, default }
}

/// A number in the address.
const fn id(name: &'static str) -> Field {
    field(name, In::Path, Kind::Number, None)
}

/// A name in the address.
const fn named(name: &'static str) -> Field {
    field(name, In::Path, Kind::Text, None)
}

/// A value in the query that may be left out.
const fn query(name: &'static str, kind: Kind, default: &'static str) -> Field {
    field(name, In::Query, kind, Some(default))
}

/// A value that the query must have.
const fn asked(name: &'static str, kind: Kind) -> Field {
    field(name, In::Query, kind, None)
}

/// A value that the body must have.
const fn body(name: &'static str) -> Field {
    field(name, In::Body, Kind::Json, None)
}

/// A value that the body may have.
const fn maybe(name: &'static str, default: &'static str) -> Field {
    field(name, In::Body, Kind::Json, Some(default))
}

const fn get(
    id: &'static str,
    path: &'static str,
    summary: &'static str,
    fields: &'static [Field],
    sends: Sends,
    answers: Answers,
) -> Operation {
    Operation { id, method: Method::Get, path, summary, fields, sends, answers, tagged: false }
}

const fn post(
    id: &'static str,
    path: &'static str,
    summary: &'static str,
    fields: &'static [Field],
    sends: Sends,
    answers: Answers,
) -> Operation {
    Operation { id, method: Method::Post, path, summary, fields, sends, answers, tagged: false }
}

const fn delete(
    id: &'static str,
    path: &'static str,
    summary: &'static str,
    fields: &'static [Field],
    sends: Sends,
) -> Operation {
    let answers = DONE;
    Operation { id, method: Method::Delete, path, summary, fields, sends, answers, tagged: false }
}

const fn tagged(operation: Operation) -> Operation {
    Operation { tagged: true, ..operation }
}

const DONE: Answers = Answers::Body(&["Done"]);

const fn pages(answer: &'static str, rows: &'static str) -> Answers {
    Answers::Pages { answer, rows, order: Order::AtItsEnd }
}

const fn newest_first(answer: &'static str, rows: &'static str) -> Answers {
    Answers::Pages { answer, rows, order: Order::AtItsBeginning }
}
