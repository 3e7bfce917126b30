//! Which answers a player waits for.

use cardroom_protocol::tournament::Purchase;
use cardroom_protocol::{RequestId, TableId};

/// What was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Request {
    LoginByToken,
    LoginByName,
    ListTables,
    Observe(TableId),
    Sit(TableId),
    /// To come in with a code.
    Invitation,
    /// To get in line.
    Line(TableId),
    TopUp,
    Refill,
    SitIn,
    Leave,
    ListTournaments,
    WatchTournament,
    Enter,
    /// A page of the results of a tournament that is over.
    Results,
    BuyChips(Purchase),
    /// To table the hand at the showdown, or to give it away.
    Show,
    /// Nothing hangs on the answer.
    Other,
}

/// The requests that are not answered yet.
#[derive(Debug, Default)]
pub(super) struct Requests {
    last: u32,
    open: Vec<(RequestId, Request)>,
}

impl Requests {
    /// A new request's id.
    pub(super) fn ask(&mut self, request: Request) -> RequestId {
        self.last = self.last.wrapping_add(1);
        let id = RequestId(self.last);
        self.open.push((id, request));
        id
    }

    /// The request with this id, which is thereby answered.
    pub(super) fn answered(&mut self, id: RequestId) -> Option<Request> {
        let place = self.open.iter().position(|(open, _)| *open == id)?;
        Some(self.open.swap_remove(place).1)
    }

    /// Forgets the requests of this kind: another message answered them.
    pub(super) fn settle(&mut self, matches: impl Fn(Request) -> bool) {
        self.open.retain(|(_, request)| !matches(*request));
    }

    /// Whether the answer to such a request is still to come.
    pub(super) fn is_open(&self, request: Request) -> bool {
        self.open.iter().any(|(_, open)| *open == request)
    }

    /// The table of the view that is to come.
    pub(super) fn observed(&self) -> Option<TableId> {
        self.open.iter().rev().find_map(|(_, request)| match request {
            Request::Observe(table) => Some(*table),
            _ => None,
        })
    }

    /// Forgets all: the connection is gone.
    pub(super) fn forget(&mut self) {
        self.open.clear();
    }
}
