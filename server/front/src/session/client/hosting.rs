//! A connection's requests about private tables and tournaments, and its access to them.

use super::Client;
use cardroom_protocol::hosting::{
    ChangeTable, CloseHosted, GetTableLedger, HandOver, HostTable, HostTournament, Hosted,
    HostedTournaments, Hosting, Invited, InvitedToTournament, TermsRefused, TournamentHosted,
    TournamentTermsRefused, UseInvitation,
};
use cardroom_protocol::requests::{Asked, HostingRequest};
use cardroom_protocol::server::{Done, Role, ServerMessage};
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_room::hosting::{HostingError, HostingOffice};
use cardroom_room::inbox::{DirectorHandle, TableHandle};
use cardroom_room::limits::Shared;
use cardroom_room::network::Site;
use cardroom_room::results::Reader;
use cardroom_store::ids::{AccountId, TableId, TournamentId};
use std::sync::Arc;

/// How many codes count at a time on one connection. The oldest is dropped first.
const MOST_INVITATIONS: usize = 64;

/// The refusal of one more table or tournament.
const TOO_MANY_OPENED: &str = "You or your network opened too many private tables and tournaments in \
                               this hour. Use those that are open, or try again later.";

/// The target of a code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Invitation {
    Table(TableId),
    Tournament(TournamentId),
}

impl Client {
    /// Returns the table with this id if this connection may reach it. A private table
    /// can only be reached by its host, by players who sit or wait there, with its code,
    /// or through its tournament.
    pub(super) fn table(&self, table: TableId) -> Option<TableHandle> {
        let handle = self.room.registry.table(table)?;
        let Some(host) = handle.hosted_by else { return Some(handle) };
        let is_let_in = |account: AccountId| {
            let registry = &self.room.registry;
            account == host
                || registry.seats(account).contains(&table)
                || registry.lines(account).contains(&table)
        };
        let account = self.viewer.player.as_ref().map(|player| player.account);
        let tournament = handle.info.borrow().tournament;
        let reaches = self.invitations.contains(&Invitation::Table(table))
            || account.is_some_and(is_let_in)
            || tournament.is_some_and(|of| self.tournament(TournamentId(of.0)).is_some());
        reaches.then_some(handle)
    }

    /// Adds an invitation, and drops the oldest if there are too many.
    fn accept(&mut self, invitation: Invitation) {
        if !self.invitations.contains(&invitation) {
            if self.invitations.len() == MOST_INVITATIONS {
                self.invitations.remove(0);
            }
            self.invitations.push(invitation);
        }
    }

    /// Returns the tournament with this id if this connection may reach it. A private one can only
    /// be reached by its host, by its players, or with its code.
    pub(super) fn tournament(&self, tournament: TournamentId) -> Option<DirectorHandle> {
        let handle = self.room.registry.tournament(tournament)?;
        let account = self.viewer.player.as_ref().map(|player| player.account);
        let reaches = !handle.is_private()
            || (account.is_some() && handle.announced_by == account)
            || self.is_let_into(tournament);
        reaches.then_some(handle)
    }

    fn is_let_into(&self, tournament: TournamentId) -> bool {
        let account = self.viewer.player.as_ref().map(|player| player.account);
        self.invitations.contains(&Invitation::Tournament(tournament))
            || account.is_some_and(|account| self.room.registry.is_in(account, tournament))
    }

    /// Returns as which reader this connection accesses the stored data of a tournament.
    pub(super) fn reader_of(&self, tournament: TournamentId) -> Reader {
        if self.is_let_into(tournament) {
            return Reader::LetIn;
        }
        let player = self.viewer.player.as_ref();
        player.map_or(Reader::Anybody, |player| Reader::Account(player.account))
    }

    /// Handles a request about private tables and tournaments.
    pub(super) fn ask_hosting(&mut self, request: HostingRequest) {
        let Some(office) = self.room.hosting() else {
            return self.refuse_starting(request.request());
        };
        if matches!(&request, HostingRequest::HostTable(_) | HostingRequest::HostTournament(_)) {
            let Some(account) = self.viewer.player.as_ref().map(|player| player.account) else {
                return;
            };
            if !self.room.limits.allows(Shared::Opening, self.address, account) {
                return self.refuse(request.request(), ErrorCode::RateLimited, TOO_MANY_OPENED);
            }
            self.note_use();
        }
        match request {
            HostingRequest::UseInvitation(body) => self.use_invitation(&office, &body),
            HostingRequest::GetHosting(body) => {
                let request = body.request;
                self.answer_hosting(request, async move |account| {
                    let allowed = office.is_allowed(account).await?;
                    let (limits, tables) = (office.limits(), office.tables_of(account));
                    Ok(Hosting { request, allowed, limits, tables }.into())
                });
            }
            HostingRequest::HostTable(HostTable { request, terms }) => {
                let Some(player) = self.viewer.player.clone() else { return };
                let network = Site::of(self.address);
                self.answer_hosting(request, async move |_| {
                    let (table, code) = office.open(&player, network, &terms).await?;
                    Ok(Hosted { request, table: table.0.into(), code }.into())
                });
            }
            HostingRequest::GetHostedTournaments(body) => {
                let request = body.request;
                self.answer_hosting(request, async move |account| {
                    let allowed = office.is_allowed(account).await?;
                    let limits = office.tournament_limits();
                    let tournaments = office.tournaments_of(account);
                    Ok(HostedTournaments { request, allowed, limits, tournaments }.into())
                });
            }
            HostingRequest::HostTournament(HostTournament { request, terms }) => {
                let Some(player) = self.viewer.player.clone() else { return };
                let network = Site::of(self.address);
                self.answer_hosting(request, async move |_| {
                    let opened = office.open_tournament(&player, network, &terms);
                    let (tournament, code) = opened.await?;
                    Ok(TournamentHosted { request, tournament: tournament.0.into(), code }.into())
                });
            }
            HostingRequest::GetTableLedger(GetTableLedger { request, table }) => {
                let table = TableId(table.0);
                let handle = self.table(table).filter(TableHandle::is_private);
                self.answer_hosting(request, async move |account| {
                    let night = match handle {
                        Some(handle) => office.ledger_of(&handle).await?,
                        None => office.ledger_after(account, table).await?,
                    };
                    Ok(night.message(request).into())
                });
            }
            HostingRequest::ChangeTable(ChangeTable { request, table, terms }) => {
                let Some(player) = self.viewer.player.clone() else { return };
                self.answer_hosting(request, async move |_| {
                    office.change_terms(&player, TableId(table.0), &terms).await?;
                    Ok(Done { request }.into())
                });
            }
            HostingRequest::HandOver(HandOver { request, table, to }) => {
                let Some(player) = self.viewer.player.clone() else { return };
                let handle = self.table(TableId(table.0)).filter(TableHandle::has_own_chips);
                self.answer_hosting(request, async move |_| {
                    let handle = handle.ok_or(HostingError::Unknown)?;
                    office.hand_over(&player, &handle, to).await?;
                    Ok(Done { request }.into())
                });
            }
            HostingRequest::CloseHosted(CloseHosted { request, table }) => {
                let runs_room = self.role == Role::Admin;
                self.answer_hosting(request, async move |account| {
                    office.close(account, runs_room, TableId(table.0)).await?;
                    Ok(Done { request }.into())
                });
            }
        }
    }

    /// Checks a code. A right one lets this connection in, a wrong one is counted.
    fn use_invitation(&mut self, office: &HostingOffice, body: &UseInvitation) {
        let request = body.request;
        let now = self.room.clock.now();
        let account = self.viewer.player.as_ref().map(|player| player.account);
        if !self.room.limits.allows_code(self.address, account, now) {
            self.origin().was_refused(&self.room);
            let text = "Too many wrong codes came from you or your address. Wait a minute, then try again.";
            return self.refuse(request, ErrorCode::RateLimited, text);
        }
        if let Some(handle) = office.find_tournament(&body.code) {
            self.accept(Invitation::Tournament(handle.id));
            let info = handle.info.borrow().as_ref().clone();
            return self.outbox.send_message(InvitedToTournament { request, info });
        }
        let found = office.find(&body.code);
        let Some(handle) = found.and_then(|table| self.room.registry.table(table)) else {
            self.room.limits.wrong_code(self.address, account, now);
            let text =
                "No table or tournament has this code. Check it, or ask the host for a new one.";
            return self.refuse(request, ErrorCode::UnknownCode, text);
        };
        self.accept(Invitation::Table(handle.id));
        let info = handle.info.borrow().as_ref().clone();
        self.outbox.send_message(Invited { request, info });
    }

    /// Answers in a task of its own, because the store may take its time.
    fn answer_hosting<F>(
        &mut self,
        request: RequestId,
        answer: impl FnOnce(AccountId) -> F + Send + 'static,
    ) where
        F: Future<Output = Result<ServerMessage, HostingError>> + Send + 'static,
    {
        let Some(account) = self.viewer.player.as_ref().map(|player| player.account) else {
            return;
        };
        let outbox = Arc::clone(&self.outbox);
        self.room.lifecycle.spawn(async move {
            let message = answer(account).await.unwrap_or_else(|error| refusal(request, &error));
            outbox.send_message(message);
        });
    }
}

fn refusal(request: RequestId, error: &HostingError) -> ServerMessage {
    let code = match error {
        HostingError::Terms(wrong) => {
            let (term, message) = (wrong.term, wrong.message.clone());
            return TermsRefused { request, term, message }.into();
        }
        HostingError::TournamentTerms(wrong) => {
            let (term, message) = (wrong.term, wrong.message.clone());
            return TournamentTermsRefused { request, term, message }.into();
        }
        HostingError::Off => ErrorCode::HostingOff,
        HostingError::TooMany(_) | HostingError::TooManyTournaments(_) | HostingError::RoomFull => {
            ErrorCode::TooManyHosted
        }
        HostingError::NetworkFull(_) => ErrorCode::NetworkFull,
        HostingError::Unknown => ErrorCode::UnknownTable,
        HostingError::NotNow(code, _) => *code,
        HostingError::Store(_) | HostingError::Open(_) | HostingError::Tournament(_) => {
            tracing::error!(%error, "could not open or close a private table or tournament");
            ErrorCode::Internal
        }
    };
    Asked::Request(request).refusal(code, error.to_string())
}
