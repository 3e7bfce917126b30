//! A connection's requests to open a tournament: by a structure of the room, or with a whole one in
//! the request.

use super::Client;
use cardroom_protocol::limits::{MAX_STRUCTURE_BYTES, MAX_TOURNAMENT_NAME_CHARS};
use cardroom_protocol::server::{Refused, Role, ServerMessage};
use cardroom_protocol::tournament::{OpenTournament, OpenTournamentWith, TournamentOpened};
use cardroom_protocol::{ErrorCode, RequestId, TimeMs, TournamentId as WireTournamentId};
use cardroom_room::director::{TournamentOffice, announce};
use cardroom_room::inbox::DirectorHandle;
use cardroom_rules::{Millis, Structure};
use cardroom_store::ids::AccountId;
use std::sync::Arc;

/// The terms of a tournament to open, without its structure.
struct Terms {
    name: Option<String>,
    starts_at: Option<TimeMs>,
    self_run: bool,
    league: Option<String>,
}

type Refusal = (ErrorCode, String);

impl Client {
    /// Opens a tournament of a structure of the room.
    pub(super) fn open_tournament(&mut self, body: OpenTournament) {
        let OpenTournament { request, structure, name, starts_at, self_run, league } = body;
        let terms = Terms { name, starts_at, self_run, league };
        let opens = self.opener(&terms).and_then(|(office, by)| {
            let structure = office.structures.get(&structure).cloned().ok_or_else(|| {
                let text = "This room does not have that structure. Choose one of its own.";
                (ErrorCode::UnknownStructure, text.to_owned())
            })?;
            Ok((office, by, structure))
        });
        self.open_by(request, terms, opens);
    }

    /// Opens a tournament with the structure in the request. No other tournament can name it.
    pub(super) fn open_tournament_with(&mut self, body: OpenTournamentWith) {
        let OpenTournamentWith { request, structure, name, starts_at, self_run, league } = body;
        let terms = Terms { name, starts_at, self_run, league };
        let opens = self.opener(&terms).and_then(|(office, by)| {
            let structure = self.structure_in(&structure, &office)?;
            Ok((office, by, structure))
        });
        self.open_by(request, terms, opens);
    }

    /// Returns the office and the account if they may open a tournament on these terms.
    fn opener(&self, terms: &Terms) -> Result<(TournamentOffice, AccountId), Refusal> {
        let refuse = |code, text: &str| Err((code, text.to_owned()));
        let Some(player) = self.viewer.player.as_ref().filter(|_| self.role != Role::Player) else {
            let text = "Only hosts and the floor open tournaments. Host a private one instead.";
            return refuse(ErrorCode::Forbidden, text);
        };
        let Some(office) = self.room.tournaments() else {
            return refuse(ErrorCode::Busy, super::STARTING);
        };
        if !terms.name.as_deref().is_none_or(is_name) {
            let text = "A tournament needs a name of 1 to 60 characters.";
            return refuse(ErrorCode::BadText, text);
        }
        let league = terms.league.as_deref();
        if league.is_some_and(|league| !office.services.leagues.contains(league)) {
            let text = "This room does not have that league. Choose one of its own.";
            return refuse(ErrorCode::BadText, text);
        }
        Ok((office, player.account))
    }

    /// Reads the structure in a request.
    fn structure_in(
        &self,
        text: &str,
        office: &TournamentOffice,
    ) -> Result<Arc<Structure>, Refusal> {
        if text.len() > MAX_STRUCTURE_BYTES {
            let text = format!("A structure has at most {MAX_STRUCTURE_BYTES} bytes. Shorten it.");
            return Err((ErrorCode::BadStructure, text));
        }
        let structure = office.services.library.parse_structure(text).map_err(|reason| {
            let text = format!("This structure cannot be played: {reason}");
            (ErrorCode::BadStructure, format!("{}.", text.trim_end_matches('.')))
        })?;
        if !is_name(&structure.name) {
            let text = "This structure cannot be played: name: it has 1 to 60 characters.";
            return Err((ErrorCode::BadStructure, text.to_owned()));
        }
        // The house pays what is missing to it, so it is like a grant of chips.
        if structure.prizes.guarantee.0 > 0 && self.role != Role::Admin {
            let text = "Only an administrator opens a tournament with a guarantee of its own. Leave \
                        prizes.guarantee out, or choose a structure of the room.";
            return Err((ErrorCode::Forbidden, text.to_owned()));
        }
        Ok(Arc::new(structure))
    }

    fn open_by(
        &mut self,
        request: RequestId,
        terms: Terms,
        opens: Result<(TournamentOffice, AccountId, Arc<Structure>), Refusal>,
    ) {
        let (office, by, structure) = match opens {
            Ok(opens) => opens,
            Err((code, text)) => return self.refuse(request, code, &text),
        };
        let outbox = Arc::clone(&self.outbox);
        let starts_at = terms.starts_at.map(|at| Millis(at.0));
        let name = terms.name.unwrap_or_else(|| structure.name.clone());
        if structure.entry.qualified_only {
            let starts_at = starts_at.unwrap_or_else(|| self.room.clock.now());
            self.room.lifecycle.spawn(async move {
                let of_day = (true, terms.self_run, None);
                let league = terms.league.as_deref();
                let day =
                    office.open_next_day(&structure, name, starts_at, Some(by), of_day, league);
                let day = day.await;
                outbox.send_message(opened(request, day));
            });
            return;
        }
        let (league, terms) = (terms.league.as_deref(), (starts_at, terms.self_run, true));
        let Some(announcement) = office.announcement(&structure, terms, league) else {
            let text =
                "This room does not have the rulebook of that structure. Choose another structure.";
            return self.refuse(request, ErrorCode::Internal, text);
        };
        self.room.lifecycle.spawn(async move {
            let announced = announce(announcement, name, Some(by), &office.services).await;
            outbox.send_message(opened(request, announced));
        });
    }
}

/// Returns `true` if a tournament may have this name.
fn is_name(name: &str) -> bool {
    (1..=MAX_TOURNAMENT_NAME_CHARS).contains(&name.trim().chars().count())
        && !name.chars().any(char::is_control)
}

/// Builds the answer to a request to open a tournament.
fn opened(
    request: RequestId,
    opened: Result<DirectorHandle, impl std::fmt::Display>,
) -> ServerMessage {
    match opened {
        Ok(handle) => {
            let tournament = WireTournamentId(handle.id.0);
            TournamentOpened { request, tournament }.into()
        }
        Err(error) => {
            let (code, message) = (ErrorCode::NotAllowedNow, error.to_string());
            Refused { request, code, message }.into()
        }
    }
}
