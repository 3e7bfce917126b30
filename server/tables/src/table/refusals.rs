//! Refusals of requests, with their texts for players.

use cardroom_protocol::ErrorCode;

/// Why a request is refused: a code, and a text for the player.
pub(super) type Refused = (ErrorCode, String);

/// Refuses with a text.
pub(super) fn refused(code: ErrorCode, message: &str) -> Refused {
    (code, message.to_owned())
}

/// Refuses a request that requires a seat.
pub(super) fn not_seated() -> Refused {
    refused(ErrorCode::NotSeated, "You have no seat at this table. Sit down first.")
}
