//! One value of every message about waiting lists.

use crate::samples::Note;
use cardroom_protocol::waiting::*;
use cardroom_protocol::{ClientMessage, RequestId, ServerMessage, TableId};

const REQUEST: RequestId = RequestId(95);
const TABLE: TableId = TableId(7);

/// Every client message about them.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    vec![
        ("", JoinWaitList { request: REQUEST, table: TABLE }.into()),
        ("", LeaveWaitList { request: REQUEST, table: TABLE }.into()),
    ]
}

/// Every server message about them.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let mut samples: Vec<(Note, ServerMessage)> = vec![
        ("", WaitListPlace { table: TABLE, place: 2, waiting: 3 }.into()),
        ("", SeatOffered { table: TABLE, time_ms: 30_000 }.into()),
    ];
    let left = |reason| ("", WaitListLeft { table: TABLE, reason }.into());
    let reasons = [
        WaitListEnd::Seated,
        WaitListEnd::Left,
        WaitListEnd::OfferOver,
        WaitListEnd::Away,
        WaitListEnd::SeatedElsewhere,
        WaitListEnd::Closed,
    ];
    samples.extend(reasons.map(left));
    samples
}
