//! A player that uses a code to join a private table or a private tournament. A code admits one
//! connection, so each new connection presents it again.

use super::requests::Request;
use super::{Outcome, Phase, Player};
use cardroom_protocol::hosting::{Invited as InvitedToTable, InvitedToTournament, UseInvitation};
use cardroom_protocol::server::Refused;
use cardroom_protocol::{TableId, TournamentId};
use std::time::Duration;

/// The table or tournament that a code led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Invited {
    Table(TableId),
    Tournament(TournamentId),
}

impl Player {
    /// Presents a code, and waits for the answer.
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

    /// Handles a refused code. It is not tried again unless the room was only busy.
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
