//! Requests with a key, which are done once however often they come. The room stores a request
//! before it begins, and its answer after it. So a request that comes again is never done again:
//! its answer is the stored one, or the room says that it knows none.

use crate::call::Call;
use crate::exchange::Reply;
use crate::problem::Problem;
use cardroom_protocol::ErrorCode;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The header with the key.
pub const HEADER: &str = "idempotency-key";
/// The most characters of a key.
pub const MOST_CHARS: usize = 64;
/// How long a key is known, in milliseconds.
pub const KNOWN_FOR_MS: u64 = 24 * 60 * 60 * 1_000;
/// The most keys that an account may use in that time.
pub const MOST_KEYS: u32 = 10_000;

/// The code of a key that came with another request.
pub const REUSED: &str = "key_reused";
/// The code of a request whose end is not known.
pub const UNFINISHED: &str = "key_unfinished";

/// The codes that only requests with keys have. The socket has no such refusal.
pub const CODES: [&str; 2] = [REUSED, UNFINISHED];

/// Reads the values of the header.
///
/// # Errors
/// There are several, or the value is no key.
pub fn key_of<'a>(mut values: impl Iterator<Item = &'a [u8]>) -> Result<Option<&'a str>, Problem> {
    let Some(value) = values.next() else { return Ok(None) };
    let is_key = |key: &&str| {
        (1..=MOST_CHARS).contains(&key.len())
            && key.bytes().all(|byte| (b'!'..=b'~').contains(&byte))
    };
    let key = std::str::from_utf8(value).ok().filter(is_key);
    match (key, values.next()) {
        (Some(key), None) => Ok(Some(key)),
        _ => {
            let text =
                format!("A key has 1 to {MOST_CHARS} printable ASCII characters, and no space.");
            let problem = Problem::with_status(400, ErrorCode::Malformed, text);
            Err(Problem { field: Some(HEADER.to_owned()), ..problem })
        }
    }
}

impl Call {
    /// Returns the hash of everything in the request that its effect follows from. The order of
    /// fields and the space between them do not count.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        let whole = json!([self.operation.id, self.values, self.rest]);
        Sha256::digest(whole.to_string()).into()
    }
}

/// The end of a stored request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Its answer is stored.
    Store(Vec<u8>),
    /// It is forgotten, because it was turned away before it was looked at.
    Forget,
    /// It stays without an answer, because it is not known whether it was done.
    Leave,
}

/// Returns the fate of a request with this answer. `is_final` if the answer is the server's to the
/// last message of the request.
#[must_use]
pub fn fate(reply: &Reply, is_final: bool) -> Fate {
    match reply {
        _ if !is_final => Fate::Leave,
        Reply::Done => Fate::Store(json!({ "status": 204 }).to_string().into()),
        Reply::Body(body) => Fate::Store(json!({ "status": 200, "body": body }).to_string().into()),
        Reply::Problem(problem) => match problem.status {
            401 | 403 | 429 | 503 => Fate::Forget,
            500.. => Fate::Leave,
            status => {
                let stored = json!({ "status": status, "body": problem.body() });
                Fate::Store(stored.to_string().into())
            }
        },
    }
}

/// Returns the answer to a request whose key is known, with the hash and the answer of the first
/// one. `is_under_way` if this process carries that one out.
#[must_use]
pub fn again(
    hash: &[u8; 32],
    first_hash: &[u8],
    first_answer: Option<&[u8]>,
    is_under_way: bool,
) -> Reply {
    if first_hash != hash {
        return problem(Problem::named(422, REUSED, "Another request came with this key."));
    }
    if is_under_way {
        let text = "The first request with this key is under way. Try again in a moment.";
        return problem(Problem::refused(ErrorCode::Busy, text));
    }
    first_answer.and_then(read).unwrap_or_else(|| {
        let text = "The first request with this key began, and the room does not know how it ended. \
                    Look whether it was done. If it was not, send it with another key.";
        problem(Problem::named(409, UNFINISHED, text))
    })
}

/// Returns the refusal of an account that used too many keys.
#[must_use]
pub fn too_many() -> Reply {
    let text = format!("An account has at most {MOST_KEYS} keys in 24 hours.");
    problem(Problem::refused(ErrorCode::RateLimited, text).after(60))
}

fn problem(problem: Problem) -> Reply {
    Reply::Problem(Box::new(problem))
}

/// Reads a stored answer.
fn read(stored: &[u8]) -> Option<Reply> {
    let mut stored: Value = serde_json::from_slice(stored).ok()?;
    let body = stored["body"].take();
    match stored["status"].as_u64()? {
        204 => Some(Reply::Done),
        200 => Some(Reply::Body(body)),
        _ => Problem::read(&body).map(problem),
    }
}

#[cfg(test)]
mod tests;
