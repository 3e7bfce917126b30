//! The code of a private table or a private tournament. A code admits one connection, so each new
//! connection presents it again.

use super::outbox::{Outbox, Request};
use cardroom_protocol::hosting::UseInvitation;
use cardroom_protocol::{TableId, TournamentId};

/// Where the code led to on this connection, if it was presented.
#[derive(Debug, Default)]
pub(super) struct Invitation {
    leads_to: Option<Invited>,
}

/// The table or tournament that a code led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Invited {
    Table(TableId),
    Tournament(TournamentId),
}

impl Invitation {
    pub(super) fn leads_to(&self) -> Option<Invited> {
        self.leads_to
    }

    /// Presents a code, which the room accepts or refuses.
    pub(super) fn present(code: &str, outbox: &mut Outbox) {
        let code = code.to_owned();
        outbox.ask(Request::Invitation, |request| UseInvitation { request, code });
    }

    pub(super) fn accept(&mut self, invited: Invited) {
        self.leads_to = Some(invited);
    }

    /// Forgets where the code led to. It must be presented again.
    pub(super) fn forget(&mut self) {
        self.leads_to = None;
    }
}
