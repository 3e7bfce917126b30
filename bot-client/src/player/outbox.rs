//! The messages that a player sends, and the requests among them that await an answer.

use cardroom_protocol::tournament::Purchase;
use cardroom_protocol::{ClientMessage, RequestId, TableId};
use std::time::Duration;

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
    /// Takes part in the deals of a table.
    JoinDeal,
    /// A request whose answer changes nothing.
    Other,
}

impl Request {
    /// Returns `true` if a table waits for the request, and answers it at once.
    fn is_in_time(self) -> bool {
        matches!(self, Self::Show | Self::SitIn | Self::TopUp | Self::Other)
    }
}

/// A request without an answer.
#[derive(Clone, Copy, Debug)]
struct Open {
    id: RequestId,
    request: Request,
    /// When it was sent. `None` before.
    sent: Option<Duration>,
}

/// The messages to send, and the requests that have no answer yet.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// The bits of an id that do not count.
    base: u32,
    last: u32,
    open: Vec<Open>,
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
        self.open.push(Open { id, request, sent: None });
        self.send(message(id));
    }

    /// Sends a message that is no request.
    pub(super) fn send(&mut self, message: impl Into<ClientMessage>) {
        self.messages.push(message.into());
    }

    pub(super) fn take(&mut self, now: Duration) -> Vec<ClientMessage> {
        for open in &mut self.open {
            open.sent.get_or_insert(now);
        }
        std::mem::take(&mut self.messages)
    }

    /// Returns since when a request at a table awaits its answer, if it must come in time.
    pub(super) fn waiting_since(&self) -> Option<Duration> {
        let in_time = self.open.iter().filter(|open| open.request.is_in_time());
        in_time.filter_map(|open| open.sent).min()
    }

    /// Takes the request with this id, which has been answered.
    pub(super) fn answered(&mut self, id: RequestId) -> Option<Request> {
        let place = self.open.iter().position(|open| open.id == id)?;
        Some(self.open.swap_remove(place).request)
    }

    /// Removes the requests of a kind that another message has answered.
    pub(super) fn settle(&mut self, matches: impl Fn(Request) -> bool) {
        self.open.retain(|open| !matches(open.request));
    }

    /// Returns `true` if this request has no answer yet.
    pub(super) fn is_open(&self, request: Request) -> bool {
        self.open.iter().any(|open| open.request == request)
    }

    /// Returns the table whose view was requested last and has not arrived.
    pub(super) fn observed(&self) -> Option<TableId> {
        self.open.iter().rev().find_map(|open| match open.request {
            Request::Observe(table) => Some(table),
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
        let second_two = Duration::from_secs(2);
        assert_eq!(outbox.waiting_since(), None, "nothing was sent yet");
        assert_eq!(outbox.take(second_two), sent);
        assert_eq!(outbox.take(second_two), []);
        assert_eq!(outbox.waiting_since(), Some(second_two));
        outbox.answered(second);
        assert_eq!(outbox.waiting_since(), None);
    }
}
