//! One client of the room, independent of its transport. It decodes payloads of frames, passes
//! them to the connection's [`SessionCore`], and carries out the outputs. The core decides what is
//! allowed when. A client knows no socket, so a simulation serves the same clients without one.

mod errands;
mod hosting;
mod kept;
mod noting;
mod opening;
mod perform;
mod rosters;
mod signing_in;
mod tournaments;

use self::errands::{Decision, ELSEWHERE, Errand};
use self::noting::Origin;
use cardroom_protocol::requests::Asked;
use cardroom_protocol::server::{Role as AccountRole, RoomClosing, ServerMessage, StoringFails};
use cardroom_protocol::{ClientMessage, DecodeError, ErrorCode, RequestId};
use cardroom_room::cashier::Purse;
use cardroom_room::hand_over::{MOVED, MOVING};
use cardroom_room::inbox::{DirectorInput, TableInput, Viewer};
use cardroom_room::limits::MessageRate;
use cardroom_room::lobby::Listing;
use cardroom_room::metrics;
use cardroom_room::noted::Operator;
use cardroom_room::outbox::Outbox;
use cardroom_room::room::Room;
use cardroom_room::shutdown::Phase;
use cardroom_room::threads::Home;
use cardroom_rules::Millis;
use cardroom_sessions::{AccountAnswer, Input, Output, SessionCore};
use cardroom_store::ids::{AccountId, ConnectionId, TournamentId};
use std::collections::VecDeque;
use std::future::Future;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::sync::Semaphore;

/// The goodbye to every client when the room closes.
const CLOSING: &str = "The room is closing. Come back in a few minutes.";
/// Sent to every player when the closing begins.
const LAST_HANDS: &str =
    "The room closes when the hands in progress are over. Your seat and chips are safe.";
/// The refusal of a request that needs a part of the room that is not open yet.
const STARTING: &str = "The room is still starting. Try again in a moment.";
/// The refusal of a request to a tournament that this connection cannot reach.
const NO_TOURNAMENT: &str = "This tournament does not exist. Choose one from the lobby.";
/// The refusal of a request for which the store could not be read.
const NOT_LOOKED_UP: &str = "The room could not look that up. Try again in a moment.";
/// How many links to deals of one connection may wait for tables whose inboxes are full.
const MOST_WAITING_LINKS: usize = 32;

/// Returns the goodbye to every client when the room closes here, for good or to go on elsewhere.
#[must_use]
pub fn goodbye(room: &Room) -> (ErrorCode, &'static str) {
    if room.hand_over.is_moving() { (MOVED, MOVING) } else { (ErrorCode::ShuttingDown, CLOSING) }
}

/// Returns the message that no new hand begins.
pub fn room_closing() -> ServerMessage {
    RoomClosing { message: LAST_HANDS.to_owned() }.into()
}

/// Returns the message that nothing can be stored, or that the room stores again.
pub fn storing_fails(failing: bool) -> ServerMessage {
    StoringFails { failing }.into()
}

/// One client of the room.
pub struct Client {
    room: Arc<Room>,
    outbox: Arc<Outbox>,
    core: SessionCore,
    home: Home,
    address: IpAddr,
    id: ConnectionId,
    /// How tables see this connection. Contains the player after a sign-in.
    viewer: Viewer,
    /// The account's purse; `None` until a sign-in.
    purse: Option<Purse>,
    /// The role in which it acts at tables and in tournaments.
    role: AccountRole,
    /// The client is there for one request over HTTP. It takes no seat, so the connection on which
    /// the account plays stays, and the API has counted its request.
    visits: bool,
    /// Whether it is noted that the account is used.
    used: bool,
    /// The tournaments this connection watches.
    watched: Vec<TournamentId>,
    /// The tables and tournaments whose codes this connection has sent.
    invitations: Vec<hosting::Invitation>,
    /// The parts so far of a roster that is longer than a message.
    roster: Option<rosters::Begun>,
    rate: MessageRate,
    /// The sign-in or other account request that is under way.
    errand: Option<Errand>,
    /// Table lists that are sent as fast as the client reads.
    listings: VecDeque<Listing>,
    /// Places for links to deals that wait because the inbox of their table is full; `None` until
    /// one waits.
    waiting_links: Option<Arc<Semaphore>>,
}

impl Client {
    /// Creates a client whose messages go to this outbox.
    #[must_use]
    pub fn new(room: Arc<Room>, outbox: Arc<Outbox>, address: IpAddr) -> Self {
        let id = room.next_connection();
        Self {
            viewer: Viewer {
                connection: id,
                outbox: Arc::clone(&outbox),
                player: None,
                address: None,
            },
            purse: None,
            role: AccountRole::Player,
            visits: false,
            used: false,
            watched: Vec::new(),
            invitations: Vec::new(),
            roster: None,
            home: Home::new(room.threads.next()),
            rate: room.limits.message_rate(),
            errand: None,
            listings: VecDeque::new(),
            waiting_links: None,
            core: SessionCore::new(room.clock.now(), &room.session),
            room,
            outbox,
            address,
            id,
        }
    }

    /// Creates a client that is there for one request over HTTP.
    #[must_use]
    pub fn visiting(room: Arc<Room>, outbox: Arc<Outbox>, address: IpAddr) -> Self {
        Self { visits: true, ..Self::new(room, outbox, address) }
    }

    #[must_use]
    pub fn id(&self) -> ConnectionId {
        self.id
    }

    /// Returns the client's address, as the limits see it.
    #[must_use]
    pub fn address(&self) -> IpAddr {
        self.address
    }

    #[must_use]
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// Returns the thread of play for this client.
    pub(crate) fn home(&mut self) -> &mut Home {
        &mut self.home
    }

    /// Registers the client with the room until it [leaves](Self::leave).
    pub fn enter(&self) {
        self.room.registry.connected(self.id, Arc::clone(&self.outbox));
        // All registered clients have already been sent away.
        if self.room.lifecycle.phase() >= Phase::Parting {
            self.send_away();
        }
    }

    /// Tells a client that was just welcomed if nothing can be stored.
    fn welcomed(&self) {
        self.room.registry.welcomed(self.id);
        let fails = self.room.accounts.store_fails();
        if *fails.borrow() {
            self.outbox.send_message(storing_fails(true));
            // All welcomed clients may have got the end of it in between.
            if !*fails.borrow() {
                self.outbox.send_message(storing_fails(false));
            }
        }
    }

    fn refuse(&self, request: RequestId, code: ErrorCode, text: &str) {
        self.outbox.send_message(Asked::Request(request).refusal(code, text));
    }

    fn refuse_starting(&self, request: RequestId) {
        self.refuse(request, ErrorCode::Busy, STARTING);
    }

    fn refuse_unknown_tournament(&self, request: RequestId) {
        self.refuse(request, ErrorCode::UnknownTournament, NO_TOURNAMENT);
    }

    /// Sends the client away, because the room is closing and does not wait for it.
    fn send_away(&self) {
        let (code, text) = goodbye(&self.room);
        self.outbox.close(code, text);
    }

    /// Returns when [`tick`](Self::tick) is due if nothing happens before.
    #[must_use]
    pub fn deadline(&self) -> Millis {
        self.core.deadline(&self.room.session)
    }

    pub fn tick(&mut self) {
        self.feed(self.room.clock.now(), Input::Tick);
    }

    /// Continues the work that is under way: an account request that was decided or, once the
    /// outbox is `drained`, a table list. Pending while there is nothing to continue.
    pub fn poll_work(&mut self, drained: bool, cx: &mut Context<'_>) -> Poll<()> {
        if drained && !self.listings.is_empty() {
            self.send_listing();
            return Poll::Ready(());
        }
        if let Some(errand) = &mut self.errand
            && let Poll::Ready(decision) = Pin::new(errand).poll(cx)
        {
            self.errand = None;
            self.decided(decision);
            return Poll::Ready(());
        }
        Poll::Pending
    }

    /// Handles the payload of a frame whose last byte was read at `stamp`. A payload that does not
    /// decode ends the connection.
    pub fn take(&mut self, stamp: Millis, payload: &[u8]) {
        let limit = self.room.bounds.frame_bytes;
        let decoded = match self.outbox.encoding().decode::<ClientMessage>(payload, limit) {
            Ok(decoded) => decoded,
            Err(error @ DecodeError::TooLarge { .. }) => {
                return self.outbox.close(ErrorCode::TooLarge, &error.to_string());
            }
            Err(error) => return self.outbox.close(ErrorCode::Malformed, &error.to_string()),
        };
        self.room.totals.messages_read(decoded.messages.len());
        if decoded.messages.is_empty() && decoded.unknown == 0 {
            // An empty frame carries no message, but reading it costs as much as one.
            self.noise(stamp);
        }
        for message in decoded.messages {
            let is_owed = answers_a_turn(&message) && self.outbox.answers().take();
            let over_rate = !is_owed && self.is_over_rate();
            self.feed(stamp, Input::Message { message, over_rate });
        }
        // A binary message with an unknown tag has no name that a refusal could tell.
        for _ in decoded.misnamed.len()..decoded.unknown {
            ::metrics::counter!(metrics::MESSAGES_UNKNOWN).increment(1);
            self.noise(stamp);
        }
        for misnamed in decoded.misnamed {
            ::metrics::counter!(metrics::MESSAGES_UNKNOWN).increment(1);
            let over_rate = self.is_over_rate();
            self.feed(stamp, Input::Misnamed { misnamed, over_rate });
        }
    }

    /// Handles input that shows only that the client is alive.
    pub fn noise(&mut self, stamp: Millis) {
        let over_rate = self.is_over_rate();
        self.feed(stamp, Input::Noise { over_rate });
    }

    fn origin(&self) -> Origin {
        Origin { address: self.address, connection: self.id }
    }

    /// Returns who gives the orders of this connection; `None` before a sign-in.
    fn operator(&self) -> Option<Operator> {
        let (player, standing) = (self.viewer.player.as_ref()?, self.core.standing()?);
        Some(Operator {
            account: Some(player.account),
            name: Some(Arc::clone(&player.name)),
            standing: standing.clone(),
            user: None,
            address: Some(self.address),
            connection: Some(self.id),
        })
    }

    fn is_over_rate(&self) -> bool {
        if self.visits {
            return false;
        }
        let account = self.viewer.player.as_ref().map(|player| player.account);
        let allowed = self.rate.check().is_ok()
            && account.is_none_or(|account| self.room.limits.allows_message(account));
        if !allowed {
            ::metrics::counter!(metrics::MESSAGES_OVER_RATE).increment(1);
        }
        !allowed
    }

    /// Passes an input to the state machine and carries out its outputs.
    fn feed(&mut self, now: Millis, input: Input) {
        let had_several = self.core.has_several_tables();
        let mut messages = Vec::new();
        for output in self.core.on(now, input, &self.room.session) {
            match output {
                Output::Send(message) => messages.push(message),
                other => {
                    self.send(&mut messages);
                    self.perform(other);
                }
            }
        }
        self.send(&mut messages);
        if self.core.has_several_tables() != had_several {
            self.outbox.gather(!had_several);
        }
    }

    fn send(&self, messages: &mut Vec<ServerMessage>) {
        if !messages.is_empty() {
            self.outbox.send_messages(messages);
            messages.clear();
        }
    }

    fn decided(&mut self, decision: Decision) {
        let now = self.room.clock.now();
        let input = match decision {
            Decision::Account(result) => {
                match (&result, &mut self.viewer.player) {
                    (Ok(AccountAnswer::Upgraded(logged_in)), Some(player)) => {
                        player.name = logged_in.name.as_str().into();
                    }
                    (Ok(AccountAnswer::Look(look)), Some(player)) => player.look = *look,
                    (Ok(AccountAnswer::Factor(factor, _)), Some(player)) => {
                        if let Some(standing) = self.core.standing() {
                            self.role = standing.with_factor(*factor).acts_as();
                            player.role = self.role;
                        }
                    }
                    _ => {}
                }
                Input::AccountDecided(result)
            }
            Decision::Login { result: Err(denied), .. } => {
                ::metrics::counter!(metrics::LOGINS, "result" => denied.code.as_str()).increment(1);
                Input::LoginDecided(Err(denied))
            }
            Decision::Login { result: Ok((login, _)), .. } if !self.is_welcome(login.account) => {
                return self.send_away();
            }
            Decision::Login { result: Ok((login, sign_in)), by_token } => {
                let Some(arrived) = self.arrive(login, sign_in, by_token) else {
                    return self.outbox.close(ErrorCode::Replaced, ELSEWHERE);
                };
                ::metrics::counter!(metrics::LOGINS, "result" => "ok").increment(1);
                self.feed(now, Input::LoginDecided(Ok(arrived)));
                // Players who are connected when the closing begins get this then.
                if self.room.lifecycle.phase() >= Phase::Draining {
                    self.outbox.send_message(room_closing());
                }
                return;
            }
        };
        self.feed(now, input);
    }

    /// Returns `true` if the account may come in. While the last hands end, a player with a seat or
    /// an entry in a tournament may come back.
    fn is_welcome(&self, account: AccountId) -> bool {
        self.room.lifecycle.phase() < Phase::Draining || self.room.registry.is_playing(account)
    }

    /// Deregisters the connection everywhere it was known.
    pub async fn leave(&mut self) {
        let registry = &self.room.registry;
        registry.disconnected(self.id);
        self.room.lobby.unwatch(self.id);
        let mut tables: Vec<_> = self.core.tables().collect();
        if let Some(player) = &self.viewer.player {
            tables.extend(registry.logged_out(player.account, self.id, self.room.clock.now()));
            tables.extend(registry.lines(player.account));
        }
        tables.sort_unstable();
        tables.dedup();
        for table in tables {
            if let Some(handle) = registry.table(table) {
                let _ = handle.send(TableInput::Detach { connection: self.id }).await;
            }
        }
        for tournament in std::mem::take(&mut self.watched) {
            if let Some(handle) = registry.tournament(tournament) {
                let _ = handle.send(DirectorInput::Detach { connection: self.id }).await;
            }
        }
    }
}

/// Returns `true` if a message answers a question of a table. A gesture out of turn does not.
fn answers_a_turn(message: &ClientMessage) -> bool {
    use ClientMessage as M;
    match message {
        M::MakeGesture(body) => body.turn.is_some(),
        M::Act(_)
        | M::LendLink(_)
        | M::Discard(_)
        | M::RunIt(_)
        | M::ChooseGame(_)
        | M::ShowOrMuck(_)
        | M::ShowCards(_)
        | M::RabbitConsent(_) => true,
        _ => false,
    }
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").field("connection", &self.id).finish_non_exhaustive()
    }
}
