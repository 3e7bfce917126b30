//! What a connection asks that is answered from what the room keeps: past events and their results. Each
//! is answered in a task of its own, because the store takes its time.

use super::Connection;
use crate::director::{TournamentOffice, TournamentRequest, house_rules, structure_sheet};
use crate::ids::TournamentId;
use crate::results::{ShelfError, past_event, result_page};
use crate::session::host::Asked;
use crate::store::PastFilter;
use cardroom_protocol::client::ClientMessage;
use cardroom_protocol::limits::MAX_PAST_EVENTS_PER_PAGE;
use cardroom_protocol::past::{GetResults, ListPastEvents, PastEventPage};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{ErrorCode, RequestId};
use std::sync::Arc;

/// Why there is no answer.
struct Refusal(ErrorCode, String);

type Answer = Result<ServerMessage, Refusal>;

impl Connection {
    /// A request that is answered from what the room keeps.
    pub(super) fn ask_kept(&mut self, message: ClientMessage) {
        match message {
            ClientMessage::ListPastEvents(body) => {
                let request = body.request;
                self.answer_later(request, async move |office| list_past(&office, body).await);
            }
            ClientMessage::GetResults(body) => {
                let request = body.request;
                self.answer_later(request, async move |office| results(&office, &body).await);
            }
            _ => {}
        }
    }

    /// What a tournament is asked that is not there any more. False where it is not answered.
    pub(super) fn ask_past_tournament(
        &mut self,
        tournament: TournamentId,
        request: RequestId,
        what: &TournamentRequest,
    ) -> bool {
        match what {
            TournamentRequest::Structure => self.answer_later(request, async move |office| {
                let announced = office.shelf.announcement(tournament).await?;
                Ok(structure_sheet(tournament, &announced.setup.structure, request).into())
            }),
            TournamentRequest::HouseRules => self.answer_later(request, async move |office| {
                let announced = office.shelf.announcement(tournament).await?;
                Ok(house_rules(tournament, &announced.setup.rulebook, request).into())
            }),
            _ => return false,
        }
        true
    }

    fn answer_later<F>(
        &mut self,
        request: RequestId,
        answer: impl FnOnce(TournamentOffice) -> F + Send + 'static,
    ) where
        F: Future<Output = Answer> + Send + 'static,
    {
        let outbox = Arc::clone(&self.outbox);
        let Some(office) = self.room.tournaments() else {
            let text = "The room is starting; try again.";
            return outbox.send_message(Asked::Request(request).refusal(ErrorCode::Busy, text));
        };
        self.room.lifecycle.tasks.spawn(async move {
            match answer(office).await {
                Ok(message) => outbox.send_message(message),
                Err(Refusal(code, text)) => {
                    outbox.send_message(Asked::Request(request).refusal(code, &text));
                }
            }
        });
    }
}

impl From<ShelfError> for Refusal {
    fn from(error: ShelfError) -> Self {
        let code = match error {
            ShelfError::Unknown => ErrorCode::UnknownTournament,
            ShelfError::NotOver => ErrorCode::NotAllowedNow,
            other => {
                tracing::error!(error = %other, "results could not be read");
                let text = "The room could not look that up.";
                return Self(ErrorCode::Internal, text.to_owned());
            }
        };
        Self(code, error.to_string())
    }
}

async fn list_past(office: &TournamentOffice, body: ListPastEvents) -> Answer {
    let ListPastEvents { request, league, season, from } = body;
    let at_most = u32::try_from(MAX_PAST_EVENTS_PER_PAGE).unwrap_or(u32::MAX);
    let past = office.shelf.past(&PastFilter { league, season }, from, at_most).await?;
    let events = past.tournaments.iter().map(|(id, summary)| past_event(*id, summary)).collect();
    Ok(PastEventPage { request, from, total: past.total, events }.into())
}

async fn results(office: &TournamentOffice, body: &GetResults) -> Answer {
    let tournament = TournamentId(body.tournament.0);
    let results = office.shelf.results(tournament).await?;
    Ok(result_page(body.request, tournament, &results, body.from).into())
}
