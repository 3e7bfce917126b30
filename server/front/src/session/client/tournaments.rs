//! A connection's requests to tournaments, and to the room about them.

use super::{Client, NO_TOURNAMENT, NOT_LOOKED_UP};
use cardroom_protocol::limits::{MAX_REASON_CHARS, MAX_STRUCTURES_PER_PAGE};
use cardroom_protocol::requests::{Asked, TournamentRequest};
use cardroom_protocol::server::Role;
use cardroom_protocol::tournament::{
    BuyChips, DirectTournament, EnterTournament, ListSeatCodes, ListStructures, OfferRematch,
    OpenableStructure, Purchase, StructurePage, TournamentCommand, TournamentList,
};
use cardroom_protocol::{ErrorCode, RequestId};
use cardroom_room::cashier::{Hold, InsufficientFunds};
use cardroom_room::director::{Behind, Next};
use cardroom_room::inbox::{DirectorHandle, DirectorInput, Player, SendError};
use cardroom_room::noted::note;
use cardroom_room::text::is_line;
use cardroom_rules::{Chips, Millis, Structure};
use cardroom_sessions::is_explained;
use cardroom_store::ids::TournamentId;
use std::sync::Arc;

/// How many tournaments one message of a list has.
const PER_MESSAGE: usize = 50;
/// The refusal of a command without a printable reason.
pub(super) const NEEDS_REASON: &str =
    "A reason needs one line of 1 to 280 characters, and a rule one of at most 40.";

impl Client {
    /// Reports to a tournament that its player has arrived. The tournament answers with the seat.
    pub(super) fn attend(&mut self, tournament: TournamentId) {
        let Some(handle) = self.room.registry.tournament(tournament) else { return };
        let viewer = self.viewer.clone();
        self.room.lifecycle.spawn(async move {
            let _ = handle.send(DirectorInput::Arrived { viewer }).await;
        });
    }

    pub(super) fn ask_tournament(&mut self, stamp: Millis, request: TournamentRequest) {
        match request {
            TournamentRequest::EnterTournament(body) => {
                self.note_use();
                self.enter_tournament(stamp, body);
            }
            TournamentRequest::BuyChips(body) => self.buy_chips(stamp, body),
            TournamentRequest::DirectTournament(body) => self.direct(stamp, body),
            TournamentRequest::ImportRoster(body) => self.import_roster(stamp, body),
            TournamentRequest::OfferRematch(body) => self.offer_rematch(stamp, body),
            TournamentRequest::ListSeatCodes(body) => self.list_seat_codes(stamp, body),
            request => self.pass_on(stamp, request, None),
        }
    }

    /// Passes on the offer of a rematch, with the tournament to play next if the player reaches it
    /// and it is not over.
    fn offer_rematch(&mut self, stamp: Millis, body: OfferRematch) {
        let (asked, tournament) = (body.request, TournamentId(body.tournament.0));
        let Some(handle) = self.tournament(tournament) else {
            return self.refuse_unknown_tournament(asked);
        };
        let next = self.tournament(TournamentId(body.next.0));
        let next = next.filter(|next| next.id != tournament && !next.is_over()).map(|next| {
            let structure = next.info.borrow().structure.clone();
            Box::new(Next { id: next.id, code: next.code, structure })
        });
        let request = Box::new(TournamentRequest::OfferRematch(body));
        let (viewer, request) = (self.viewer.clone(), note(request, || self.operator()));
        let behind = Behind { next, ..Behind::default() };
        let input = DirectorInput::Request { viewer, stamp, request, behind, hold: None };
        let sent = handle.try_send(input);
        self.note_watched(tournament, asked, sent, None);
    }

    /// Passes on a request for the seat codes, which only people who direct the tournament print.
    fn list_seat_codes(&mut self, stamp: Millis, body: ListSeatCodes) {
        let (asked, tournament) = (body.request, TournamentId(body.tournament.0));
        let Some(player) = &self.viewer.player else { return };
        let Some(handle) = self.tournament(tournament) else {
            return self.refuse_unknown_tournament(asked);
        };
        let is_floor = matches!(self.role, Role::Floor | Role::Admin) && !handle.is_private();
        if handle.announced_by != Some(player.account) && !is_floor {
            let text = "Only the floor prints the codes of seats. Ask the floor.";
            return self.refuse(asked, ErrorCode::Forbidden, text);
        }
        self.pass_on(stamp, TournamentRequest::ListSeatCodes(body), None);
    }

    /// Passes a request to its tournament, with the price of what it buys.
    fn pass_on(&mut self, stamp: Millis, request: TournamentRequest, hold: Option<Hold>) {
        let (id, tournament) = (request.request(), TournamentId(request.tournament().0));
        let watches = match &request {
            TournamentRequest::WatchTournament(body) => Some(body.on),
            _ => None,
        };
        if watches == Some(true) && self.watched.len() >= self.room.session.watched_tables {
            let text =
                "You watch as many tournaments as one connection may. Stop watching one first.";
            return self.refuse(id, ErrorCode::TooManyTables, text);
        }
        let sent = match self.tournament(tournament) {
            None if self.ask_past_tournament(tournament, &request) => return,
            None => Err(SendError::Closed),
            Some(handle) => {
                let request = note(Box::new(request), || self.operator());
                let viewer = self.viewer.clone();
                let behind = Behind::default();
                handle.try_send(DirectorInput::Request { viewer, stamp, request, behind, hold })
            }
        };
        self.note_watched(tournament, id, sent, watches);
    }

    fn note_watched(
        &mut self,
        tournament: TournamentId,
        request: RequestId,
        sent: Result<(), SendError>,
        watches: Option<bool>,
    ) {
        match (sent, watches) {
            (Ok(()), Some(true)) => {
                if !self.watched.contains(&tournament) {
                    self.watched.push(tournament);
                }
            }
            (Ok(()), Some(false)) => self.watched.retain(|other| *other != tournament),
            (Ok(()), None) => {}
            (Err(SendError::Busy), _) => {
                let text = "The tournament is busy. Try again in a moment.";
                self.refuse(request, ErrorCode::Busy, text);
            }
            (Err(SendError::Closed), _) => {
                self.refuse_unknown_tournament(request);
            }
        }
    }

    fn enter_tournament(&mut self, stamp: Millis, body: EnterTournament) {
        let (request, tournament) = (body.request, TournamentId(body.tournament.0));
        let Some(purse) = &self.purse else { return };
        let Some(handle) = self.tournament(tournament) else {
            return self.refuse_unknown_tournament(request);
        };
        let structure = handle.info.borrow().structure.clone();
        let hold = purse.hold_entry(&structure, Chips(handle.price.0));
        self.pay(stamp, TournamentRequest::EnterTournament(body), hold);
    }

    fn buy_chips(&mut self, stamp: Millis, body: BuyChips) {
        let (request, tournament) = (body.request, TournamentId(body.tournament.0));
        let Some(purse) = &self.purse else { return };
        let Some(handle) = self.tournament(tournament) else {
            return self.refuse_unknown_tournament(request);
        };
        let cost = match body.what {
            Purchase::Rebuy => handle.sold[0],
            Purchase::AddOn => handle.sold[1],
        };
        let Some(cost) = cost else {
            let text = "This tournament does not sell such chips.";
            return self.refuse(request, ErrorCode::NoPurchase, text);
        };
        let hold = purse.hold(Chips(cost.0));
        self.pay(stamp, TournamentRequest::BuyChips(body), hold);
    }

    /// Passes on a request whose price the wallet holds, and refuses it otherwise.
    fn pay(
        &mut self,
        stamp: Millis,
        request: TournamentRequest,
        hold: Result<Hold, InsufficientFunds>,
    ) {
        match hold {
            Ok(hold) => self.pass_on(stamp, request, Some(hold)),
            Err(InsufficientFunds { available }) => {
                let text = format!(
                    "Your wallet holds only {available} chips, which is less than this costs."
                );
                self.refuse(request.request(), ErrorCode::InsufficientFunds, &text);
            }
        }
    }

    /// Handles a command of the floor, from an account with the role or from the
    /// host of the tournament.
    fn direct(&mut self, stamp: Millis, body: DirectTournament) {
        let (asked, tournament) = (body.request, TournamentId(body.tournament.0));
        let Some(player) = &self.viewer.player else { return };
        let calls_off = matches!(body.command, TournamentCommand::Cancel(_));
        let handle = match self.tournament(tournament) {
            // An administrator may cancel a private tournament, but sees nothing else of it.
            None if calls_off && self.role == Role::Admin => {
                self.room.registry.tournament(tournament)
            }
            reached => reached,
        };
        let Some(handle) = handle else {
            return self.refuse_unknown_tournament(asked);
        };
        let hosts = handle.announced_by == Some(player.account);
        let directs = match handle.is_private() {
            true => self.role == Role::Admin && calls_off,
            false => matches!(self.role, Role::Floor | Role::Admin),
        };
        if !hosts && !directs {
            let text = "Only the floor directs this tournament. Ask the floor.";
            return self.refuse(asked, ErrorCode::Forbidden, text);
        }
        let announced = match &body.command {
            TournamentCommand::Announce(text) => Some(text),
            TournamentCommand::AnnounceFor(timed) => Some(&timed.text),
            _ => None,
        };
        let is_said = is_explained(&body.reason, body.rule.as_deref())
            && announced.is_none_or(|text| is_line(text, MAX_REASON_CHARS));
        if !is_said {
            return self.refuse(asked, ErrorCode::BadText, NEEDS_REASON);
        }
        let owner = hosts || self.role == Role::Admin;
        if let TournamentCommand::EnterPlayer(name) = &body.command
            && !handle.is_private()
        {
            let name = name.clone();
            return self.register_for(handle, stamp, body, owner, name);
        }
        let (viewer, id) = (self.viewer.clone(), handle.id);
        let request = Box::new(TournamentRequest::DirectTournament(body));
        let request = note(request, || self.operator());
        let behind = Behind { owner, ..Behind::default() };
        // It was looked up before, because this connection may be unable to reach it otherwise.
        let input = DirectorInput::Request { viewer, stamp, request, behind, hold: None };
        let sent = handle.try_send(input);
        self.note_watched(id, asked, sent, None);
    }

    /// Registers a player by command of the floor. Looks the account up; the player pays
    /// from their own wallet.
    fn register_for(
        &mut self,
        handle: DirectorHandle,
        stamp: Millis,
        command: DirectTournament,
        owner: bool,
        name: String,
    ) {
        let Some(office) = self.room.tournaments() else {
            return self.refuse_starting(command.request);
        };
        let (request, viewer, room) =
            (command.request, self.viewer.clone(), Arc::clone(&self.room));
        let operator = self.operator();
        self.room.lifecycle.spawn(async move {
            let outbox = Arc::clone(&viewer.outbox);
            let refuse = |code, text: &str| {
                outbox.send_message(Asked::Request(request).refusal(code, text));
            };
            let found = match office.services.tables.store.account_by_name(&name).await {
                Ok(found) => found,
                Err(error) => {
                    tracing::error!(%error, "could not look up an account");
                    return refuse(ErrorCode::Internal, NOT_LOOKED_UP);
                }
            };
            let Some(stored) = found else {
                return refuse(
                    ErrorCode::NotAllowedNow,
                    "No account has this name. Check the spelling.",
                );
            };
            let account = stored.id;
            let player = Player::from(stored);
            let structure = handle.info.borrow().structure.clone();
            let price = Chips(handle.price.0);
            let Ok(purse) = room.accounts.purse(account).await else {
                return refuse(ErrorCode::Internal, NOT_LOOKED_UP);
            };
            let Ok(hold) = purse.hold_entry(&structure, price) else {
                return refuse(
                    ErrorCode::InsufficientFunds,
                    "The player's wallet holds too little.",
                );
            };
            let behind = Behind { owner, entrant: Some(player), ..Behind::default() };
            let hold = Some(hold);
            let ordered = Box::new(TournamentRequest::DirectTournament(command));
            let ordered = note(ordered, || operator);
            let input = DirectorInput::Request { viewer, stamp, request: ordered, behind, hold };
            if handle.send(input).await.is_err() {
                refuse(ErrorCode::UnknownTournament, NO_TOURNAMENT);
            }
        });
    }

    /// Lists the structures by which [`Self::open_tournament`] opens a tournament.
    pub(super) fn list_structures(&self, body: &ListStructures) {
        let request = body.request;
        let Some(office) = self.room.tournaments() else {
            return self.refuse_starting(request);
        };
        let skipped = usize::try_from(body.from).unwrap_or(usize::MAX);
        let page = office.structures.values().skip(skipped).take(MAX_STRUCTURES_PER_PAGE);
        let openable = |structure: &Arc<Structure>| OpenableStructure {
            id: structure.id.clone(),
            name: structure.name.clone(),
            game: structure.game.clone(),
            rulebook: structure.rulebook.clone(),
        };
        let structures = page.map(openable).collect();
        let total = u32::try_from(office.structures.len()).unwrap_or(u32::MAX);
        self.outbox.send_message(StructurePage { request, from: body.from, total, structures });
    }

    pub(super) fn list_tournaments(&mut self, request: RequestId, past: bool) {
        let mut all: Vec<_> = self.room.registry.tournaments().into_iter().collect();
        all.retain(|handle| !handle.is_private() && (past || !handle.is_over()));
        all.sort_by_key(|handle| (handle.info.borrow().starts_at, handle.id));
        let mut pages = all.chunks(PER_MESSAGE).peekable();
        if pages.peek().is_none() {
            let list = TournamentList { request, tournaments: Vec::new(), last: true };
            return self.outbox.send_message(list);
        }
        while let Some(page) = pages.next() {
            let infos = page.iter().map(|handle| (**handle.info.borrow()).clone());
            let tournaments = infos.collect();
            let last = pages.peek().is_none();
            self.outbox.send_message(TournamentList { request, tournaments, last });
        }
    }
}
