//! Violations of WebSocket itself, and the close codes that answer them. Cardroom's
//! own protocol uses `ErrorCode`.

use tokio_tungstenite::tungstenite::Error as WsError;
use tokio_tungstenite::tungstenite::error::{CapacityError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

/// A violation of WebSocket. The connection ends with a close code of RFC 6455
/// and without a `Goodbye`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    /// Bytes that are not a frame, or a frame that is not allowed now.
    Protocol,
    /// Text that is not UTF-8.
    Text,
    /// A message over the size limit.
    Size,
}

impl Violation {
    /// Returns the violation behind an error, or `None` if the client is gone.
    pub fn of(error: &WsError) -> Option<Self> {
        match error {
            WsError::Protocol(ProtocolError::ResetWithoutClosingHandshake) => None,
            WsError::Protocol(_) => Some(Self::Protocol),
            WsError::Utf8(_) => Some(Self::Text),
            WsError::Capacity(_) => Some(Self::Size),
            _ => None,
        }
    }

    /// Returns the close code (RFC 6455, 7.4.1).
    #[must_use]
    pub fn close_code(self) -> CloseCode {
        match self {
            Self::Protocol => CloseCode::Protocol,
            Self::Text => CloseCode::Invalid,
            Self::Size => CloseCode::Size,
        }
    }

    /// Returns the label in metrics.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Protocol => "websocket_protocol",
            Self::Text => "websocket_text",
            Self::Size => "websocket_size",
        }
    }
}

/// Returns the sentence for the close frame.
pub fn reason(error: &WsError) -> String {
    match error {
        WsError::Protocol(error) => format!("This breaks RFC 6455: {error}."),
        WsError::Utf8(_) => "A text frame or the reason of a close is not UTF-8.".to_owned(),
        WsError::Capacity(CapacityError::MessageTooLong { size, max_size }) => {
            format!("A frame of {size} bytes exceeds the limit of {max_size}. Send smaller frames.")
        }
        error => error.to_string(),
    }
}
