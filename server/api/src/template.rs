//! A message of the protocol, filled in from its template. If the message cannot have a value, the
//! problem names the field of the request.

use crate::forms::filled;
use crate::problem::Problem;
use cardroom_protocol::administration::{
    Administer, FindAccounts, GetAccount, ListOperations, ListReports, ReportPlayer, SearchChat,
};
use cardroom_protocol::client::{
    CreateApiToken, ListApiTokens, ListTables, Observe, RevokeApiToken,
};
use cardroom_protocol::hooks::{DirectHook, ListDeliveries, ListHooks};
use cardroom_protocol::hybrid::{DirectTable, ListAudit};
use cardroom_protocol::integrity::GetIntegrityReport;
use cardroom_protocol::league::{ChangeLeague, DirectLeague, GetStandings, ListBans, ListLeagues};
use cardroom_protocol::past::{GetResults, ListPastEvents};
use cardroom_protocol::schedule::{DirectSchedule, ListSchedules};
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
    Administer ChangeLeague CheckIn CreateApiToken DirectHook DirectLeague DirectSchedule DirectTable
    DirectTournament EnterTournament
    FindAccounts GetAccount GetHouseRules GetIntegrityReport GetResults GetStandings GetStructure
    ImportRoster ListApiTokens ListAudit ListBans ListDeliveries ListHooks ListLeagues ListOperations ListPastEvents
    ListPayouts ListPlayers ListReports ListRulings ListSchedules ListSeatCodes ListStructures ListTables ListTournamentTables
    ListTournaments Observe OpenTournament OpenTournamentWith ProposeDeal ReportPlayer RevokeApiToken SearchChat
    VoteOnDeal WatchTournament
    WithdrawEntry
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
