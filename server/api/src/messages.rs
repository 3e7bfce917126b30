//! The messages of a call, made from the templates of its operation.

use crate::call::{Call, missing, unknown};
use crate::forms::filled;
use crate::opening;
use crate::operations::{List, Sends};
use crate::problem::Problem;
use crate::roster;
use cardroom_protocol::administration::{
    Administer, FindAccounts, GetAccount, ListOperations, ListReports, ReportPlayer, SearchChat,
};
use cardroom_protocol::client::{
    CreateApiToken, ListApiTokens, ListTables, Observe, RevokeApiToken,
};
use cardroom_protocol::hooks::{DirectHook, ListDeliveries, ListHooks};
use cardroom_protocol::hybrid::{DirectTable, ListAudit};
use cardroom_protocol::integrity::GetIntegrityReport;
use cardroom_protocol::league::{DirectLeague, GetStandings, ListBans, ListLeagues};
use cardroom_protocol::past::{GetResults, ListPastEvents};
use cardroom_protocol::tournament::{
    CheckIn, DirectTournament, EnterTournament, GetHouseRules, GetStructure, ImportRoster,
    ListPayouts, ListPlayers, ListRulings, ListSeatCodes, ListStructures, ListTournamentTables,
    ListTournaments, OpenTournament, OpenTournamentWith, ProposeDeal, VoteOnDeal, WatchTournament,
    WithdrawEntry,
};
use cardroom_protocol::{ClientMessage, RequestId};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use serde_path_to_error::Segment;

/// The request id of every message of a call. One call is under way on a connection.
pub const REQUEST: RequestId = RequestId(3);

/// The place of the first row of a page in a template, which is no field of the operation.
const FROM: &str = "from";

/// Returns the messages of a call, with this many rows before the first one of a page.
///
/// # Errors
/// A field is missing, unknown, or has a wrong value.
pub fn messages(call: &Call, from: u32) -> Result<Vec<ClientMessage>, Problem> {
    let mut values = call.values.clone();
    values.insert(FROM.to_owned(), json!(from));
    let build = |template: &str, values: &Map<String, Value>, forms: &[(&str, &Value)]| {
        let template = serde_json::from_str(template).expect("a test reads every template");
        build(&template, values, forms)
    };
    match call.operation.sends {
        Sends::Nothing => Ok(Vec::new()),
        Sends::Message(template) => Ok(vec![build(template, &values, &[])?]),
        Sends::Messages(templates) => {
            templates.iter().map(|template| build(template, &values, &[])).collect()
        }
        Sends::Command { template, word, list } => {
            let (form, command) = command(call, word, list)?;
            values.insert(word.to_owned(), command);
            Ok(vec![build(template, &values, &[(word, &form)])?])
        }
        Sends::Roster => roster::messages(&values),
        Sends::Opening => Ok(vec![opening::message(&values)?]),
    }
}

fn wrapped(inner: Value, around: Option<&str>) -> Value {
    match around {
        Some(name) => json!({ name: inner }),
        None => inner,
    }
}

/// Returns the template of the command that a body names, and its message.
fn command(call: &Call, word: &str, list: List) -> Result<(Value, Value), Problem> {
    let mut rest = call.rest.clone();
    let name = rest.remove(word).ok_or_else(|| missing(word))?;
    let named = |name: &str| list.forms().find(|(form, _)| form.name == name);
    let found = name.as_str().and_then(named);
    let (form, around) = found.ok_or_else(|| {
        let names: Vec<_> = list.forms().map(|(form, _)| form.name.as_str()).collect();
        Problem::of_field(
            word,
            format!("There is no such {word}. Say one of: {}.", names.join(", ")),
        )
    })?;
    let mut values = call.values.clone();
    for field in form.fields() {
        for (name, value) in values_of(&field, &mut rest)? {
            values.insert(name, value);
        }
    }
    match rest.keys().next() {
        Some(name) => Err(unknown(name)),
        None => {
            let template = wrapped(form.template().clone(), around);
            Ok((template, wrapped(form.filled(&values), around)))
        }
    }
}

/// Returns the names of the values of a field. Some fields of people are two values of the message.
#[must_use]
pub fn names_of(field: &Value) -> Vec<&str> {
    let name = field["name"].as_str().unwrap_or_default();
    match field["kind"].as_str() {
        Some("player") => vec!["seat", name],
        Some("season") => vec!["league", name],
        _ => vec![name],
    }
}

/// Returns the value of a field that may be left out; `None` if it may not.
#[must_use]
pub fn default_of(field: &Value) -> Option<Value> {
    let is_flag = field["flag"] == json!(true);
    match field["kind"].as_str() {
        Some("check") => Some(json!(false)),
        Some("choice") if is_flag => Some(field["options"][0]["typed"].clone()),
        _ if !field["default"].is_null() => Some(field["default"].clone()),
        _ if !field["optional"].is_null() => Some(Value::Null),
        _ => None,
    }
}

/// Takes the values of a field out of the body, as the message has them.
fn values_of(
    field: &Value,
    body: &mut Map<String, Value>,
) -> Result<Vec<(String, Value)>, Problem> {
    let mut found = Vec::new();
    for name in names_of(field) {
        let value = body.remove(name).or_else(|| default_of(field)).ok_or_else(|| missing(name))?;
        let value = match field["kind"].as_str() {
            Some("choice") => chosen(field, name, &value)?,
            Some("number") => times(field, value),
            _ => value,
        };
        found.push((name.to_owned(), value));
    }
    Ok(found)
}

/// Returns the value behind the word of a choice.
fn chosen(field: &Value, name: &str, typed: &Value) -> Result<Value, Problem> {
    let options = field["options"].as_array().map_or(&[][..], Vec::as_slice);
    let found = options.iter().find(|option| option["typed"] == *typed);
    found.map(|option| option["value"].clone()).ok_or_else(|| {
        let words = options.iter().filter_map(|option| option["typed"].as_str());
        let words: Vec<_> = words.collect();
        Problem::of_field(name, format!("Say one of: {}.", words.join(", ")))
    })
}

/// Returns a number in the unit of the message, which may be a part of the field's.
fn times(field: &Value, value: Value) -> Value {
    match (field["times"].as_u64(), value.as_u64()) {
        (Some(times), Some(number)) => json!(number.saturating_mul(times)),
        _ => value,
    }
}

/// Fills a template in and decodes the message. `forms` are the templates of values that are
/// commands, for the names of their fields.
pub(crate) fn build(
    template: &Value,
    values: &Map<String, Value>,
    forms: &[(&str, &Value)],
) -> Result<ClientMessage, Problem> {
    let inside = template.as_object().and_then(|message| message.iter().next());
    let (name, template) = inside.expect("a template has one message");
    let mut body = filled(template, values);
    if let Value::Object(body) = &mut body {
        body.insert("request".to_owned(), json!(REQUEST));
    }
    decode(name, body).map_err(|wrong| wrong.problem(template, forms))
}

/// A value of a message that is not what it has to be.
struct Wrong {
    path: Vec<String>,
    why: String,
}

impl Wrong {
    /// Returns the problem in the words of the request: its field instead of the place in the
    /// message.
    fn problem(self, template: &Value, forms: &[(&str, &Value)]) -> Problem {
        let path: Vec<&str> = self.path.iter().map(String::as_str).collect();
        let field = field_at(template, forms, &path);
        let detail = format!("The field `{field}` is wrong: {}.", self.why);
        Problem::of_field(field, detail)
    }
}

/// Returns the name of the field at a place of a message, with the rest of the way in it.
fn field_at(template: &Value, forms: &[(&str, &Value)], path: &[&str]) -> String {
    let mut at = template;
    for (index, part) in path.iter().enumerate() {
        at = match at.get(part) {
            Some(next) => next,
            None => break,
        };
        let Some(name) = at.as_str().and_then(|text| text.strip_prefix('$')) else { continue };
        let rest = &path[index + 1..];
        if let Some((_, form)) = forms.iter().find(|(form, _)| *form == name) {
            return in_form(form, rest).unwrap_or_else(|| name.to_owned());
        }
        return dotted(std::iter::once(name).chain(rest.iter().copied()));
    }
    dotted(path.iter().copied())
}

fn in_form(form: &Value, path: &[&str]) -> Option<String> {
    let mut at = form;
    for (index, part) in path.iter().enumerate() {
        at = at.get(part)?;
        if let Some(name) = at.as_str().and_then(|text| text.strip_prefix('$')) {
            let rest = path[index + 1..].iter().copied();
            return Some(dotted(std::iter::once(name).chain(rest)));
        }
    }
    None
}

/// Joins the parts of a place, with the index of a list in brackets.
fn dotted<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for part in parts {
        if part.starts_with('[') || text.is_empty() {
            text.push_str(part);
        } else {
            text.push('.');
            text.push_str(part);
        }
    }
    text
}

macro_rules! sendable {
    ($($message:ident)*) => {
        /// The names of all messages that the API sends.
        pub const SENT: &[&str] = &[$(stringify!($message)),*];

        fn decode(name: &str, body: Value) -> Result<ClientMessage, Wrong> {
            match name {
                $(stringify!($message) => typed::<$message>(body).map(ClientMessage::from),)*
                _ => unreachable!("a test decodes every template"),
            }
        }
    };
}

sendable! {
    Administer CheckIn CreateApiToken DirectHook DirectLeague DirectTable DirectTournament EnterTournament
    FindAccounts GetAccount GetHouseRules GetIntegrityReport GetResults GetStandings GetStructure
    ImportRoster ListApiTokens ListAudit ListBans ListDeliveries ListHooks ListLeagues ListOperations ListPastEvents
    ListPayouts ListPlayers ListReports ListRulings ListSeatCodes ListStructures ListTables ListTournamentTables
    ListTournaments Observe OpenTournament OpenTournamentWith ProposeDeal ReportPlayer RevokeApiToken SearchChat
    VoteOnDeal WatchTournament WithdrawEntry
}

fn typed<T: DeserializeOwned>(body: Value) -> Result<T, Wrong> {
    serde_path_to_error::deserialize(body).map_err(|error| {
        let part = |segment: &Segment| match segment {
            Segment::Seq { index } => Some(format!("[{index}]")),
            Segment::Map { key } => Some(key.clone()),
            Segment::Enum { variant } => Some(variant.clone()),
            Segment::Unknown => None,
        };
        let path = error.path().iter().filter_map(part).collect();
        Wrong { path, why: error.into_inner().to_string() }
    })
}

#[cfg(test)]
mod tests;
