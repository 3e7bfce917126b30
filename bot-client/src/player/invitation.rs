//! A player that comes in with a code: to a private table, or to a private tournament. The code
//! lets in one connection, so that each new one brings it again.

use super::requests::Request;
use super::{Outcome, Phase, Player};
use cardroom_protocol::hosting::{Invited as InvitedToTable, InvitedToTournament, UseInvitation};
use cardroom_protocol::server::Refused;
use cardroom_protocol::{TableId, TournamentId};
use std::time::Duration;

/// Where a code has led.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Invited {
    Table(TableId),
    Tournament(TournamentId),
}

impl Player {
    /// Brings a code, and waits to be told where it leads.
    pub(super) fn use_code(&mut self, code: String) {
        let request = self.requests.ask(Request::Invitation);
        self.outbox.push(UseInvitation { request, code }.into());
        self.phase = if self.run.is_some() { Phase::Finding } else { Phase::Looking };
    }

    pub(super) fn invited_to_table(&mut self, invited: &InvitedToTable) {
        self.requests.answered(invited.request);
        self.invited = Some(Invited::Table(invited.info.table));
        if self.phase == Phase::Looking {
            self.open(invited.info.table);
        }
    }

    pub(super) fn invited_to_tournament(&mut self, invited: &InvitedToTournament) {
        self.requests.answered(invited.request);
        self.invited = Some(Invited::Tournament(invited.info.tournament));
        if self.phase == Phase::Finding {
            self.find_tournament();
        }
    }

    /// A code that leads nowhere leads nowhere the next time.
    pub(super) fn code_refused(&mut self, now: Duration, refused: &Refused) {
        if super::may_pass(refused.code) {
            return self.pause_for_room(now);
        }
        self.shared.notices.count_refusal(format!("code {}", refused.code));
        let outcome = match self.run {
            Some(_) => Outcome::NoSuchTournament,
            None => Outcome::NoSuchTable,
        };
        self.stop(now, outcome);
    }
}
