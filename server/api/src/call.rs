//! A request as the operation that it means, with the values in its address, query and body.

use crate::operations::{Field, In, Kind, Method, Operation, ROOT, Sends, all};
use crate::place::{MOST, Place, USUAL};
use crate::problem::Problem;
use cardroom_protocol::ErrorCode;
use serde_json::{Map, Value, json};

/// A request, as it came over HTTP.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub method: &'a str,
    /// The path, with percent signs as they came.
    pub path: &'a str,
    pub query: &'a str,
    pub body: &'a [u8],
}

/// A request of which every value is known by name.
#[derive(Clone, Debug)]
pub struct Call {
    pub operation: &'static Operation,
    pub values: Map<String, Value>,
    /// The fields of a command or an order.
    pub rest: Map<String, Value>,
    pub limit: u32,
    pub after: Option<Place>,
}

/// Decodes percent signs of a part of an address; `None` if that gives no text.
pub type Decode = fn(&str) -> Option<String>;

/// Finds the operation of a request.
///
/// # Errors
/// There is none, or none with this method.
pub fn find(method: &str, path: &str) -> Result<&'static Operation, Problem> {
    let path = path.strip_prefix(ROOT).ok_or_else(Problem::no_such_resource)?;
    let mut found: Vec<_> = all().filter(|operation| matches(operation.path, path)).collect();
    // A word stands before a parameter in the same place.
    let least = found.iter().map(|operation| parameters(operation.path)).min();
    found.retain(|operation| Some(parameters(operation.path)) == least);
    let operation = found.iter().find(|operation| operation.method.word() == method);
    operation.copied().ok_or_else(|| match found.is_empty() {
        true => Problem::no_such_resource(),
        false => {
            let words: Vec<_> = found.iter().map(|operation| operation.method.word()).collect();
            let text = format!("This address takes {} only.", words.join(" and "));
            let problem = Problem::with_status(405, ErrorCode::UnknownMessage, text);
            Problem { allow: Some(words.join(", ")), ..problem }
        }
    })
}

/// Returns `true` if the address has this form.
fn matches(form: &str, path: &str) -> bool {
    let (mut form, mut path) = (form.split('/'), path.split('/'));
    loop {
        match (form.next(), path.next()) {
            (None, None) => return true,
            (Some(part), Some(found)) if part == found => {}
            (Some(part), Some(found)) if part.starts_with('{') && !found.is_empty() => {}
            _ => return false,
        }
    }
}

fn parameters(form: &str) -> usize {
    form.matches('{').count()
}

impl Method {
    /// Returns the word of the method.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

impl Call {
    /// Reads the values of a request to an operation.
    ///
    /// # Errors
    /// A value is missing, unknown, or not what it has to be.
    pub fn read(
        operation: &'static Operation,
        request: Request<'_>,
        decode: Decode,
    ) -> Result<Self, Problem> {
        let mut call =
            Self { operation, values: Map::new(), rest: Map::new(), limit: USUAL, after: None };
        call.read_path(request.path, decode)?;
        call.read_query(request.query, decode)?;
        if operation.method == Method::Post {
            call.read_body(request.body)?;
        }
        for field in operation.fields {
            if call.values.contains_key(field.name) {
                continue;
            }
            let default = field.default.and_then(|text| serde_json::from_str(text).ok());
            let value = default.ok_or_else(|| missing(field.name))?;
            call.values.insert(field.name.to_owned(), value);
        }
        Ok(call)
    }

    fn field(&self, name: &str, place: In) -> Option<&'static Field> {
        self.operation.fields.iter().find(|field| field.name == name && field.place == place)
    }

    fn read_path(&mut self, path: &str, decode: Decode) -> Result<(), Problem> {
        let path = path.strip_prefix(ROOT).unwrap_or(path);
        for (form, found) in self.operation.path.split('/').zip(path.split('/')) {
            let name = form.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
            let Some(field) = name.and_then(|name| self.field(name, In::Path)) else { continue };
            // Nothing has an address with text in place of its number.
            let value = decode(found).and_then(|text| value_of(field.kind, &text));
            let value = value.ok_or_else(Problem::no_such_resource)?;
            self.values.insert(field.name.to_owned(), value);
        }
        Ok(())
    }

    fn read_query(&mut self, query: &str, decode: Decode) -> Result<(), Problem> {
        let mut known = Map::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, text) = pair.split_once('=').unwrap_or((pair, ""));
            let name = decode(name).unwrap_or_default();
            let text = decode(&text.replace('+', " "));
            let text = text.ok_or_else(|| Problem::of_field(&*name, "This is no UTF-8."))?;
            if known.insert(name.clone(), Value::Null).is_some() {
                return Err(Problem::of_field(name, "The query has this twice."));
            }
            if self.operation.is_list() && name == "limit" {
                let limit = text.parse().ok().filter(|limit| (1..=MOST).contains(limit));
                let wrong = || Problem::of_field(name, format!("A page has 1 to {MOST} rows."));
                self.limit = limit.ok_or_else(wrong)?;
            } else if self.operation.is_list() && name == "after" {
                let text = Place::parse(&text);
                let wrong = || Problem::of_field(name, "This is no place that the room gave.");
                self.after = Some(text.ok_or_else(wrong)?);
            } else if let Some(field) = self.field(&name, In::Query) {
                let value = value_of(field.kind, &text);
                let wrong =
                    || Problem::of_field(name, format!("This is no {}.", field.kind.word()));
                self.values.insert(field.name.to_owned(), value.ok_or_else(wrong)?);
            } else {
                return Err(Problem::of_field(name, "This address has no such parameter."));
            }
        }
        Ok(())
    }

    fn read_body(&mut self, body: &[u8]) -> Result<(), Problem> {
        let body = match body.is_empty() && !self.needs_body() {
            true => Map::new(),
            false => object(body)?,
        };
        let takes_more = matches!(self.operation.sends, Sends::Command { .. });
        for (name, value) in body {
            if self.field(&name, In::Body).is_some() {
                self.values.insert(name, value);
            } else if takes_more && !self.values.contains_key(&name) {
                self.rest.insert(name, value);
            } else {
                return Err(unknown(&name));
            }
        }
        Ok(())
    }

    fn needs_body(&self) -> bool {
        matches!(self.operation.sends, Sends::Command { .. })
            || self
                .operation
                .fields
                .iter()
                .any(|field| field.place == In::Body && field.default.is_none())
    }
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Number => "whole number",
            Self::Text => "text",
            Self::Flag => "\"true\" or \"false\"",
            Self::Json => "JSON",
        }
    }
}

/// Reads a value out of an address or a query.
fn value_of(kind: Kind, text: &str) -> Option<Value> {
    match kind {
        Kind::Number => {
            // A number has only one valid spelling, so a thing has only one address.
            let number: u64 = text.parse().ok()?;
            let is_plain = number.to_string() == text && number <= MAX_SAFE;
            is_plain.then(|| json!(number))
        }
        Kind::Text => Some(json!(text)),
        Kind::Flag => text.parse::<bool>().ok().map(|flag| json!(flag)),
        Kind::Json => serde_json::from_str(text).ok(),
    }
}

const MAX_SAFE: u64 = cardroom_protocol::ids::MAX_SAFE;

/// Returns the problem of a field that is not there.
pub(crate) fn missing(name: &str) -> Problem {
    Problem::of_field(name, format!("The field `{name}` is missing."))
}

/// Returns the problem of a field that is none of the operation.
pub(crate) fn unknown(name: &str) -> Problem {
    Problem::of_field(name, format!("There is no field `{name}` here."))
}

/// Reads the object of a body.
fn object(body: &[u8]) -> Result<Map<String, Value>, Problem> {
    let value: Value = serde_json::from_slice(body).map_err(|error| {
        let text = format!("The body is no JSON: {error}.");
        Problem::with_status(400, ErrorCode::Malformed, text)
    })?;
    match value {
        Value::Object(body) => Ok(body),
        _ => {
            let text = "The body has to be an object with the fields of the request.";
            Err(Problem::with_status(422, ErrorCode::Malformed, text))
        }
    }
}

#[cfg(test)]
mod tests;
