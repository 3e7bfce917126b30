//! Import of a roster over a connection: collects its parts, and enters the roster when the last
//! one has arrived. This module does not look at the content.

use super::kept::Refusal;
use super::tournaments::NEEDS_REASON;
use super::{Client, NO_TOURNAMENT};
use cardroom_protocol::limits::{MAX_ROSTER_CHARS, MAX_ROSTER_PART_CHARS, MAX_ROSTER_PROBLEMS};
use cardroom_protocol::server::{Done, Role};
use cardroom_protocol::tournament::{ImportRoster, RosterProblem, RosterReport};
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_room::enrolling::{RosterOrder, enter};
use cardroom_room::inbox::{DirectorHandle, EnterError};
use cardroom_room::noted::note;
use cardroom_room::roster::{Column, Problem};
use cardroom_rules::Millis;
use cardroom_sessions::is_explained;
use cardroom_store::ids::TournamentId;
use cardroom_tournament::Seq;
use std::sync::Arc;

/// The parts of a roster so far.
#[derive(Debug)]
pub(super) struct Begun {
    tournament: TournamentId,
    text: String,
    chars: usize,
}

impl Client {
    /// Handles a roster or a part of one, from the director of the tournament.
    pub(super) fn import_roster(&mut self, stamp: Millis, body: ImportRoster) {
        let (request, more) = (body.request, body.more);
        let begun = self.roster.take();
        match self.put_together(begun, &body) {
            Err((code, text)) => self.refuse(request, code, text),
            Ok((_, begun)) if more => {
                self.roster = Some(begun);
                self.outbox.send_message(Done { request });
            }
            Ok((handle, begun)) => self.enter_roster(stamp, body, handle, begun.text),
        }
    }

    /// Appends a part to the roster so far, if the viewer may send it.
    fn put_together(
        &self,
        begun: Option<Begun>,
        body: &ImportRoster,
    ) -> Result<(DirectorHandle, Begun), (ErrorCode, &'static str)> {
        let tournament = TournamentId(body.tournament.0);
        let unknown = (ErrorCode::UnknownTournament, NO_TOURNAMENT);
        let handle = self.tournament(tournament).ok_or(unknown)?;
        if handle.is_private() {
            // A host must not enter players who are not there, or spend from their wallets.
            return Err((
                ErrorCode::Forbidden,
                "A private tournament takes no roster. Share its code, so that players enter themselves.",
            ));
        }
        let hosts = self.viewer.player.as_ref().map(|player| player.account) == handle.announced_by;
        let hosts = hosts && handle.announced_by.is_some();
        if !hosts && !matches!(self.role, Role::Floor | Role::Admin) {
            return Err((
                ErrorCode::Forbidden,
                "Only the floor directs this tournament. Ask the floor.",
            ));
        }
        if !is_explained(&body.reason, body.rule.as_deref()) {
            return Err((ErrorCode::BadText, NEEDS_REASON));
        }
        let mut begun = begun
            .filter(|begun| begun.tournament == tournament)
            .unwrap_or_else(|| Begun { tournament, text: String::new(), chars: 0 });
        let chars = body.text.chars().count();
        begun.chars += chars;
        if chars > MAX_ROSTER_PART_CHARS || begun.chars > MAX_ROSTER_CHARS {
            return Err((
                ErrorCode::BadText,
                "The roster, or this part of it, is too long. Split it and try again.",
            ));
        }
        begun.text.push_str(&body.text);
        Ok((handle, begun))
    }

    fn enter_roster(
        &mut self,
        stamp: Millis,
        body: ImportRoster,
        handle: DirectorHandle,
        text: String,
    ) {
        let ImportRoster { request, tournament, seq, .. } = body;
        let Some(operator) = self.viewer.player.clone() else { return };
        let owner = handle.announced_by == Some(operator.account) || self.role == Role::Admin;
        let seen = Seq(seq.0);
        let noted = note(body, || self.operator());
        let order = RosterOrder { operator, owner, stamp, seen, noted, text };
        let room = Arc::clone(&self.room);
        self.answer_later(request, async move |office| {
            let store = &office.services.tables.store;
            let report = |entered, problems: Vec<Problem>| {
                let total = u32::try_from(problems.len()).unwrap_or(u32::MAX);
                let told = problems.iter().take(MAX_ROSTER_PROBLEMS).map(problem).collect();
                RosterReport { request, tournament, entered, problems: told, total }.into()
            };
            match enter(&room, &**store, &handle, order).await {
                Ok(entered) => Ok(report(entered, Vec::new())),
                Err(EnterError::Problems(problems)) => Ok(report(0, problems)),
                Err(error) => Err(refusal(request, &error)),
            }
        });
    }
}

fn problem(problem: &Problem) -> RosterProblem {
    RosterProblem {
        line: problem.line,
        column: problem.column.map(Column::name).map(str::to_owned),
        what: problem.what.to_string(),
    }
}

fn refusal(request: RequestId, error: &EnterError) -> Refusal {
    let code = match error {
        EnterError::Gone => ErrorCode::UnknownTournament,
        _ => {
            tracing::error!(request = request.0, %error, "could not enter a roster");
            ErrorCode::Internal
        }
    };
    let text = match error {
        EnterError::Store(_) | EnterError::Wallet(_) => {
            "The room could not look that up; nobody was entered.".to_owned()
        }
        other => other.to_string(),
    };
    Refusal(code, text)
}
