//! Messages that cannot be encoded, because a number in them is above 2^53 − 1. An answer becomes a
//! refusal of its request. Anything else is left out: a client that misses a step asks for the whole
//! table or tournament, as after every gap.

use cardroom_protocol::message::Message as _;
use cardroom_protocol::requests::Asked;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{EncodeError, ErrorCode};
use parking_lot::Mutex;
use std::time::Duration;
use tokio::time::Instant;

/// The refusal of a request whose answer cannot be encoded.
const TOO_LARGE: &str = "The room cannot write this answer, because a number in it is too large. Tell \
                         the room's operator.";

/// How long the log keeps quiet after it has reported one. Each step of a table could be another.
const QUIET: Duration = Duration::from_secs(30);

static REPORTED: Mutex<Option<Instant>> = Mutex::new(None);

/// Reports a message that cannot be encoded, and returns what goes in its place, if anything does.
pub(crate) fn unwritten(message: &ServerMessage, error: &EncodeError) -> Option<ServerMessage> {
    let now = Instant::now();
    let mut reported = REPORTED.lock();
    if reported.is_none_or(|last| now.duration_since(last) >= QUIET) {
        *reported = Some(now);
        let name = message.name();
        tracing::error!(%error, message = name, "could not encode a message; it is left out");
    }
    drop(reported);
    let request = message.request()?;
    Some(Asked::Request(request).refusal(ErrorCode::Internal, TOO_LARGE))
}
