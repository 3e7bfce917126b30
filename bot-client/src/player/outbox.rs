//! The messages that a player sends, and the requests among them that await an answer.

use cardroom_protocol::tournament::Purchase;
use cardroom_protocol::{ClientMessage, RequestId, TableId};

/// The number of low bits of a request's id that count the requests of one player. The bits above
/// are the player's place in its account.
pub(super) const COUNTER_BITS: u32 = 20;

/// The kind of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Request {
    LoginByToken,
    LoginByName,
    ListTables,
    Observe(TableId),
    Sit(TableId),
    /// Presents an invitation code.
    Invitation,
    /// Joins a waiting list.
    Line(TableId),
    TopUp,
    Refill,
    SitIn,
    Leave,
    ListTournaments,
    WatchTournament,
    Enter,
    /// A page of the results of a finished tournament.
    Results,
    BuyChips(Purchase),
    /// Tables or mucks the hand at the showdown.
    Show,
    /// A request whose answer changes nothing.
    Other,
}

/// The messages to send, and the requests that have no answer yet.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// The bits of an id that do not count.
    base: u32,
    last: u32,
    open: Vec<(RequestId, Request)>,
    messages: Vec<ClientMessage>,
}

impl Outbox {
    /// Sets the bits of the ids that do not count.
    pub(super) fn begin_at(&mut self, base: u32) {
        self.base = base;
    }

    /// Sends a request under a new id.
    pub(super) fn ask<M: Into<ClientMessage>>(
        &mut self,
        request: Request,
        message: impl FnOnce(RequestId) -> M,
    ) {
        self.last = (self.last + 1) % (1 << COUNTER_BITS);
        let id = RequestId(self.base + self.last);
        self.open.push((id, request));
        self.send(message(id));
    }

    /// Sends a message that is no request.
    pub(super) fn send(&mut self, message: impl Into<ClientMessage>) {
        self.messages.push(message.into());
    }

    pub(super) fn take(&mut self) -> Vec<ClientMessage> {
        std::mem::take(&mut self.messages)
    }

    /// Takes the request with this id, which has been answered.
    pub(super) fn answered(&mut self, id: RequestId) -> Option<Request> {
        let place = self.open.iter().position(|(open, _)| *open == id)?;
        Some(self.open.swap_remove(place).1)
    }

    /// Removes the requests of a kind that another message has answered.
    pub(super) fn settle(&mut self, matches: impl Fn(Request) -> bool) {
        self.open.retain(|(_, request)| !matches(*request));
    }

    /// Returns `true` if this request has no answer yet.
    pub(super) fn is_open(&self, request: Request) -> bool {
        self.open.iter().any(|(_, open)| *open == request)
    }

    /// Returns the table whose view was requested last and has not arrived.
    pub(super) fn observed(&self) -> Option<TableId> {
        self.open.iter().rev().find_map(|(_, request)| match request {
            Request::Observe(table) => Some(*table),
            _ => None,
        })
    }

    /// Forgets all messages and requests, because the connection is lost.
    pub(super) fn forget(&mut self) {
        self.open.clear();
        self.messages.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::client::{Logout, Ping, Refill};

    #[test]
    fn an_answer_is_matched_to_its_request_once() {
        let mut outbox = Outbox::default();
        outbox.begin_at(3 << COUNTER_BITS);
        outbox.send(Ping { nonce: 0 });
        outbox.ask(Request::Refill, |request| Refill { request });
        outbox.ask(Request::Other, |request| Logout { request });
        assert!(outbox.is_open(Request::Refill));
        let (first, second) =
            (RequestId((3 << COUNTER_BITS) + 1), RequestId((3 << COUNTER_BITS) + 2));
        assert_eq!(outbox.answered(first), Some(Request::Refill));
        assert_eq!(outbox.answered(first), None);
        let sent = [
            Ping { nonce: 0 }.into(),
            Refill { request: first }.into(),
            Logout { request: second }.into(),
        ];
        assert_eq!(outbox.take(), sent);
        assert_eq!(outbox.take(), []);
    }
}
