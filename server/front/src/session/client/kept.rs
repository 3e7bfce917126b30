//! Requests that are answered from the store: past events and their results, leagues and
//! standings, and the floor's rulings on them. Each is answered in a task of its own, because the
//! store takes its time.

use super::{Client, NOT_LOOKED_UP};
use cardroom_protocol::league::{ChangeLeague, DirectLeague, GetStandings, LeagueList};
use cardroom_protocol::limits::{MAX_LEAGUES_PER_MESSAGE, MAX_PAST_EVENTS_PER_PAGE};
use cardroom_protocol::past::{GetResults, ListPastEvents, PastEventPage};
use cardroom_protocol::requests::{Asked, RecordRequest, TournamentRequest};
use cardroom_protocol::schedule::{DirectSchedule, ListSchedules};
use cardroom_protocol::server::{Done, ServerMessage};
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_room::director::{TournamentOffice, house_rules, structure_sheet};
use cardroom_room::leagues::{self, DirectError, league_info, standing_page};
use cardroom_room::noted::note;
use cardroom_room::results::{Reader, ShelfError, past_event, result_page};
use cardroom_room::scheduling;
use cardroom_sessions::{UNEXPLAINED, is_explained};
use cardroom_store::ids::TournamentId;
use cardroom_store::{PastFilter, SeasonId};
use std::sync::Arc;

/// The reason for a refusal.
pub(super) struct Refusal(pub(super) ErrorCode, pub(super) String);

pub(super) type Answer = Result<ServerMessage, Refusal>;

impl Client {
    /// Handles a request that is answered from the store.
    pub(super) fn ask_records(&mut self, request: RecordRequest) {
        match request {
            RecordRequest::ListPastEvents(body) => {
                let request = body.request;
                self.answer_later(request, async move |office| list_past(&office, body).await);
            }
            RecordRequest::GetResults(body) => {
                let (request, tournament) = (body.request, TournamentId(body.tournament.0));
                let reader = self.reader_of(tournament);
                self.answer_later(request, async move |office| {
                    results(&office, &body, reader).await
                });
            }
            RecordRequest::ListLeagues(body) => self.list_leagues(body.request),
            RecordRequest::GetStandings(body) => {
                let request = body.request;
                self.answer_later(request, async move |office| standings(&office, body).await);
            }
            RecordRequest::DirectLeague(body) => self.direct_league(body),
            RecordRequest::ListBans(body) => self.list_bans(body.request, body.from),
            RecordRequest::ChangeLeague(body) => self.change_league(body),
            RecordRequest::ListSchedules(ListSchedules { request, from }) => {
                self.answer_later(request, async move |office| {
                    Ok(scheduling::page(&office, request, from).into())
                });
            }
            RecordRequest::DirectSchedule(body) => self.direct_schedule(body),
        }
    }

    fn list_leagues(&mut self, request: RequestId) {
        self.answer_all_later(request, async move |office| {
            let leagues = office.services.leagues.all();
            let leagues: Vec<_> = leagues.values().collect();
            let mut pages: Vec<ServerMessage> = Vec::new();
            let count = leagues.chunks(MAX_LEAGUES_PER_MESSAGE).len();
            for (page, leagues) in leagues.chunks(MAX_LEAGUES_PER_MESSAGE).enumerate() {
                let leagues = leagues.iter().map(|terms| league_info(terms)).collect();
                pages.push(LeagueList { request, leagues, last: page + 1 == count }.into());
            }
            if pages.is_empty() {
                pages.push(LeagueList { request, leagues: Vec::new(), last: true }.into());
            }
            Ok(pages)
        });
    }

    /// Handles a command of the floor about leagues.
    fn direct_league(&mut self, body: DirectLeague) {
        let request = body.request;
        let Some(player) = self.viewer.player.clone() else { return };
        if !is_explained(&body.reason, body.rule.as_deref()) {
            return self.refuse(request, ErrorCode::BadText, UNEXPLAINED);
        }
        let noted = note(body, || self.operator());
        self.answer_later(request, async move |office| {
            leagues::direct(&office, &player, noted).await.map_err(Refusal::from)?;
            Ok(Done { request }.into())
        });
    }

    /// Makes or changes a league.
    fn change_league(&mut self, body: ChangeLeague) {
        let request = body.request;
        if !is_explained(&body.reason, None) {
            return self.refuse(request, ErrorCode::BadText, UNEXPLAINED);
        }
        let noted = note(body, || self.operator());
        self.answer_later(request, async move |office| {
            leagues::change(&office, noted).await?;
            Ok(Done { request }.into())
        });
    }

    /// Carries out an order about a schedule.
    fn direct_schedule(&mut self, body: DirectSchedule) {
        let request = body.request;
        if !is_explained(&body.reason, None) {
            return self.refuse(request, ErrorCode::BadText, UNEXPLAINED);
        }
        let noted = note(body, || self.operator());
        self.answer_later(request, async move |office| {
            let done = scheduling::direct(&office, noted).await;
            done.map_err(|denied| Refusal(denied.code, denied.message))
        });
    }

    /// Lists the bans for the floor, which imposes them.
    fn list_bans(&mut self, request: RequestId, from: u32) {
        self.answer_later(request, async move |office| {
            let page = leagues::ban_page(&office, request, from).await;
            Ok(page.map_err(ShelfError::from)?.into())
        });
    }

    /// Answers a request to a tournament that is over. Returns `false` if it cannot be answered.
    pub(super) fn ask_past_tournament(
        &mut self,
        tournament: TournamentId,
        asked: &TournamentRequest,
    ) -> bool {
        let (reader, request) = (self.reader_of(tournament), asked.request());
        match asked {
            TournamentRequest::GetStructure(_) => self.answer_later(request, async move |office| {
                let announced = office.shelf.announcement(tournament, reader).await?;
                Ok(structure_sheet(tournament, &announced.setup.structure, request).into())
            }),
            TournamentRequest::GetHouseRules(_) => {
                self.answer_later(request, async move |office| {
                    let announced = office.shelf.announcement(tournament, reader).await?;
                    Ok(house_rules(tournament, &announced.setup.rulebook, request).into())
                });
            }
            _ => return false,
        }
        true
    }

    pub(super) fn answer_later<F>(
        &mut self,
        request: RequestId,
        answer: impl FnOnce(TournamentOffice) -> F + Send + 'static,
    ) where
        F: Future<Output = Answer> + Send + 'static,
    {
        self.answer_all_later(request, async move |office| Ok(vec![answer(office).await?]));
    }

    fn answer_all_later<F>(
        &mut self,
        request: RequestId,
        answer: impl FnOnce(TournamentOffice) -> F + Send + 'static,
    ) where
        F: Future<Output = Result<Vec<ServerMessage>, Refusal>> + Send + 'static,
    {
        let Some(office) = self.room.tournaments() else {
            return self.refuse_starting(request);
        };
        let outbox = Arc::clone(&self.outbox);
        self.room.lifecycle.spawn(async move {
            match answer(office).await {
                Ok(messages) => {
                    messages.into_iter().for_each(|message| outbox.send_message(message));
                }
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
                tracing::error!(error = %other, "could not read results");
                return Self(ErrorCode::Internal, NOT_LOOKED_UP.to_owned());
            }
        };
        Self(code, error.to_string())
    }
}

async fn list_past(office: &TournamentOffice, body: ListPastEvents) -> Answer {
    let ListPastEvents { request, league, season, from } = body;
    let at_most = u32::try_from(MAX_PAST_EVENTS_PER_PAGE).unwrap_or(u32::MAX);
    let filter = PastFilter { league, season, ..PastFilter::default() };
    let past = office.shelf.past(&filter, from, at_most).await?;
    let events = past.tournaments.iter().map(|(id, summary)| past_event(*id, summary)).collect();
    Ok(PastEventPage { request, from, total: past.total, events }.into())
}

async fn standings(office: &TournamentOffice, body: GetStandings) -> Answer {
    let GetStandings { request, league, season, from } = body;
    let unknown = |what: &str| Refusal(ErrorCode::BadText, format!("There is no such {what}."));
    let terms = office.services.leagues.get(&league).ok_or_else(|| unknown("league"))?;
    let now = office.services.tables.clock.now();
    let season = terms.season(season.as_deref(), now).ok_or_else(|| unknown("season"))?;
    let season = SeasonId { league, season: season.id.clone() };
    let standings = office.shelf.standings(&season, &terms.league).await?;
    Ok(standing_page(request, &standings, from).into())
}

impl From<DirectError> for Refusal {
    fn from(error: DirectError) -> Self {
        match error {
            DirectError::Shelf(error) => error.into(),
            DirectError::Refused(code, text) => Self(code, text),
        }
    }
}

async fn results(office: &TournamentOffice, body: &GetResults, reader: Reader) -> Answer {
    let tournament = TournamentId(body.tournament.0);
    let results = office.shelf.results(tournament, reader).await?;
    Ok(result_page(body.request, tournament, &results, body.from).into())
}
