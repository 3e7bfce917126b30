//! One bot, between the messages and its brain, from the login to the last hand.
//!
//! A [`Player`] is a plain state machine. It takes messages and the time, and yields messages to
//! send and the time of its next wakeup. It knows no sockets, tasks or clocks. `drive` runs it over
//! connections, and a simulator can run it without any.
//!
//! Times are durations since a start time that all players of a swarm share.

mod account;
mod deals;
mod settings;
mod shared;

mod invitation;
mod keep_alive;
mod login;
mod outbox;
mod search;
mod stint;
mod turns;
mod view;
mod wallet;

mod acting;
mod refusals;
mod seating;
mod steps;
mod tournament;
mod waiting;

pub use account::Account;
pub use settings::{
    BuyIn, Credentials, DeadLine, DealPart, Outcome, ParseBuyInError, Settings, TableChoice,
};
pub use shared::Shared;

use crate::brain::Brain;
use crate::model::Table;
use crate::seed::{Purpose, Seed};
use acting::Decider;
use cardroom_protocol::client::{Logout, Ping};
use cardroom_protocol::server::{LeftTable, LoggedIn, ServerMessage, Welcome, YourTurn};
use cardroom_protocol::{Chips, ClientMessage, ErrorCode};
use deals::Deals;
pub use deals::Receipt;
use invitation::Invitation;
use keep_alive::{KeepAlive, Reliance};
use login::Login;
use outbox::{Outbox, Request};
use search::Search;
use std::sync::Arc;
use std::time::Duration;
use stint::Stint;
use tournament::{TournamentRun, entering};
use view::View;
use wallet::Wallet;

/// How long to wait before looking for a seat again.
const NO_SEAT_PAUSE: Duration = Duration::from_secs(2);
/// How long to wait before repeating a request to a busy server.
const BUSY_PAUSE: Duration = Duration::from_millis(500);

/// A bot's state machine.
pub struct Player {
    bot: usize,
    shared: Arc<Shared>,
    decider: Decider,
    phase: Phase,
    stint: Stint,
    login: Login,
    keep_alive: KeepAlive,
    outbox: Outbox,
    wallet: Wallet,
    search: Search,
    invitation: Invitation,
    view: View,
    /// The part in verifiable deals, once the player has asked for one.
    deals: Option<Box<Deals>>,
    /// The minor version of the protocol that the room speaks.
    minor: u16,
    /// The player's progress in its tournament.
    run: Option<Box<TournamentRun>>,
}

/// The current activity of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    /// Has no connection to the server.
    Offline,
    /// Waits for the answer to its login.
    LoggingIn,
    /// Waits for the list of tables.
    Looking,
    /// Has nothing to do until this time, and then logs in or looks for a table.
    Pausing { until: Duration },
    /// Waits for the view of the table that it wants to join.
    Opening,
    /// Is on the waiting list of the table in view.
    InLine,
    /// Waits for its seat.
    Sitting,
    /// Waits for the view of the table at which it already has a seat.
    Resuming,
    /// Waits for the list of tournaments, for the view of one, or for the moment to enter it.
    Finding,
    /// Waits for its entry.
    Entering,
    /// Has an entry in a tournament, and currently no seat.
    BetweenSeats,
    /// Has a seat at a table.
    Playing,
    /// Waits for confirmation that it has left its seat.
    Leaving { until: Duration },
    /// Has left, and waits until its chips are back in the wallet.
    CashingOut { until: Duration },
    /// Is done. The connection may be closed.
    Done,
}

impl Phase {
    /// Returns `true` if the room may deal to the player without another request, at its seat or
    /// at one that it may get at any moment.
    fn may_be_dealt_in(&self) -> bool {
        matches!(
            self,
            Self::Playing | Self::Resuming | Self::Sitting | Self::Entering | Self::BetweenSeats
        )
    }
}

/// Returns `true` if the same request may succeed when it is repeated. A room that is overloaded,
/// or whose disk has just failed, has changed nothing.
fn may_pass(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::Busy | ErrorCode::RateLimited | ErrorCode::Internal)
}

impl Player {
    /// Makes a player that is not connected yet. `bot` is its number in the swarm.
    #[must_use]
    pub fn new(bot: usize, seed: Seed, shared: Arc<Shared>, brain: Box<dyn Brain>) -> Self {
        let plan = shared.settings.tournament.as_ref();
        let seeded = shared.settings.seeded_chains.then(|| seed.rng(Purpose::Chains));
        let run = plan.map(|plan| Box::new(TournamentRun::new(bot, seed, plan.late_from)));
        Self {
            bot,
            decider: Decider::new(bot, Arc::clone(&shared), brain, seed.rng(Purpose::Think)),
            shared,
            phase: Phase::Offline,
            stint: Stint::default(),
            login: Login::default(),
            keep_alive: KeepAlive::default(),
            outbox: Outbox::default(),
            wallet: Wallet::default(),
            search: Search::default(),
            invitation: Invitation::default(),
            view: View::default(),
            deals: seeded.map(|generator| Box::new(Deals::seeded(generator))),
            minor: 0,
            run,
        }
    }

    /// Logs in. Call it when a connection is open and the server has answered the hello.
    pub fn connected(&mut self, now: Duration, welcome: &Welcome) {
        self.keep_alive = KeepAlive::begun(now, welcome.idle_timeout_ms);
        self.minor = welcome.minor;
        self.log_in();
    }

    /// Waits for the login of the account's lead, which also keeps the connection alive.
    fn await_login(&mut self, now: Duration, welcome: &Welcome) {
        self.keep_alive = KeepAlive::begun(now, 0);
        self.minor = welcome.minor;
        if self.phase == Phase::Offline {
            self.phase = Phase::LoggingIn;
        }
    }

    /// Handles a lost connection.
    pub fn disconnected(&mut self) {
        self.outbox.forget();
        self.login.disconnected();
        self.view.lose_sync();
        self.search.disconnected();
        self.invitation.forget();
        self.decider.disconnected();
        if let Some(deals) = &mut self.deals {
            deals.forget();
        }
        if let Some(run) = &mut self.run {
            run.disconnected();
        }
        let done =
            matches!(self.phase, Phase::Leaving { .. } | Phase::CashingOut { .. } | Phase::Done);
        self.phase = if done { Phase::Done } else { Phase::Offline };
    }

    /// Handles the messages of a frame.
    pub fn receive(&mut self, now: Duration, messages: Vec<ServerMessage>) {
        self.keep_alive.received(now);
        for message in messages {
            self.receive_message(now, message);
        }
    }

    /// Handles the passage of time. Call it when [`deadline`](Self::deadline) is reached. An
    /// earlier call does no harm.
    pub fn tick(&mut self, now: Duration) {
        let reliance = self.reliance();
        self.tick_relied_on(now, &reliance);
    }

    /// Does the same for a connection that all these players rely on.
    fn tick_relied_on(&mut self, now: Duration, reliance: &Reliance) {
        if self.stint.take_time_up(now) {
            self.stop(now, Outcome::TimeUp);
        }
        match self.phase {
            Phase::Pausing { until } if now >= until => {
                if self.login.is_open() {
                    self.look_around(now);
                } else {
                    self.log_in();
                }
            }
            Phase::Leaving { until } if now >= until => self.phase = Phase::Done,
            Phase::CashingOut { until } if now >= until => self.finish(),
            _ => {}
        }
        if self.wallet.take_retry(now) {
            self.use_chips(now);
        }
        entering::enter_when_due(self, now);
        self.decider.act_when_due(now, self.view.table(), &mut self.outbox);
        let pings = self.keep_alive.ping_at(reliance).is_some_and(|at| now >= at);
        if self.phase != Phase::Offline && pings {
            self.outbox.send(Ping { nonce: 0 });
            self.keep_alive.pinged(now, reliance);
        }
    }

    /// Returns when to call [`tick`](Self::tick) if nothing happens before.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        let phase = match self.phase {
            Phase::Offline | Phase::Done => return None,
            Phase::Pausing { until } | Phase::Leaving { until } | Phase::CashingOut { until } => {
                Some(until)
            }
            _ => None,
        };
        let enter_at = self.run.as_ref().and_then(|run| run.enter_at());
        let (retry_at, ends_at) = (self.wallet.retry_at(), self.stint.ends_at());
        let reliance = self.reliance();
        let ping_at = self.keep_alive.ping_at(&reliance);
        let dead_at = self.keep_alive.dead_at(&reliance);
        [phase, enter_at, self.decider.due_at(), retry_at, ends_at, ping_at, dead_at]
            .into_iter()
            .flatten()
            .min()
    }

    /// Takes the messages to send, as one batch.
    pub fn take_outbox(&mut self, now: Duration) -> Vec<ClientMessage> {
        let messages = self.outbox.take(now);
        if !messages.is_empty() {
            self.keep_alive.sent(now);
        }
        messages
    }

    /// Returns what the player relies on its connection for.
    fn reliance(&self) -> Reliance {
        let is_on = !matches!(self.phase, Phase::Offline | Phase::Done);
        let since = [self.decider.waiting_since(), self.outbox.waiting_since()];
        Reliance {
            // The lead watches the line for all players of its account.
            // A match may be silent as long as other players decide.
            times: self
                .shared
                .settings
                .dead_line
                .filter(|_| !self.login.follows_lead() && !self.decider.is_in_match()),
            waiting: since.into_iter().flatten().min().filter(|_| is_on),
            plays: self.phase.may_be_dealt_in(),
        }
    }

    /// Returns `true` if the connection must be dead: the server has been silent for too long
    /// in spite of pings, see [`DeadLine`].
    #[must_use]
    pub fn is_connection_dead(&self, now: Duration) -> bool {
        self.keep_alive.is_dead(now, &self.reliance())
    }

    /// Makes the player finish. It leaves its seat when the hand is over.
    pub fn stop(&mut self, now: Duration, outcome: Outcome) {
        if !self.stint.end(outcome) {
            return;
        }
        let seated = matches!(self.phase, Phase::Playing | Phase::Sitting | Phase::Resuming);
        // A player cannot leave a tournament seat. A player who goes is blinded out.
        let leaves = self.run.is_none() && !self.decider.is_in_match();
        if seated && leaves && self.shared.settings.leave_at_stop {
            seating::leave(self, now);
        } else {
            self.finish();
        }
    }

    /// Returns `true` once the login has succeeded.
    #[must_use]
    pub fn is_logged_in(&self) -> bool {
        self.login.is_open()
    }

    /// Returns why the player stopped, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.stint.outcome().filter(|_| self.phase == Phase::Done)
    }

    /// Returns the table as the player sees it now.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.view.table()
    }

    /// Returns the bot's number.
    #[must_use]
    pub fn bot(&self) -> usize {
        self.bot
    }

    fn log_in(&mut self) {
        self.phase = Phase::LoggingIn;
        self.login.send(self.bot, &self.shared.settings, &mut self.outbox);
    }

    /// Continues at the seat that the login lists, or looks around.
    fn logged_in(&mut self, now: Duration, logged_in: &LoggedIn) {
        self.login.accepted(logged_in, &mut self.outbox);
        self.wallet.set(logged_in.balance);
        if !self.login.follows_lead() {
            self.shared.counters.logins.count();
            self.shared.observe(|probe| probe.logged_in(self.bot, now, logged_in.balance));
        }
        self.stint.begin(now, &self.shared.settings);
        if self.stint.outcome().is_some() {
            return self.finish();
        }
        if self.run.is_some() {
            return tournament::after_login(self, logged_in);
        }
        let seat_at = logged_in.tables.first();
        if self.view.id().is_some_and(|before| Some(&before) != seat_at) {
            self.leave_view();
        }
        match seat_at {
            // The server sends its view without a request.
            Some(_) => self.phase = Phase::Resuming,
            None => seating::look_for_table(self, now),
        }
    }

    /// Continues after a login or a pause, at a table or in the tournament.
    fn look_around(&mut self, now: Duration) {
        if self.run.is_some() {
            entering::find(self);
        } else {
            seating::look_for_table(self, now);
        }
    }

    /// Continues with the chips in the wallet, if the entry, the seat or the stack waits for them.
    fn use_chips(&mut self, now: Duration) {
        match self.phase {
            Phase::Entering
                if self.wallet.retry_at().is_none()
                    && !self.outbox.is_open(Request::Enter)
                    && !self.outbox.is_open(Request::Refill) =>
            {
                entering::enter(self);
            }
            _ if self.run.is_some() || self.decider.is_in_match() => {}
            Phase::Opening if self.view.synced().is_some() && self.wallet.retry_at().is_none() => {
                seating::sit(self, now);
            }
            Phase::Playing => seating::top_up(self, now),
            _ => {}
        }
    }

    /// Drops the table, which is no longer this player's.
    fn leave_view(&mut self) {
        self.view.take();
        self.decider.leave_table();
    }

    fn pause(&mut self, now: Duration, time: Duration) {
        self.phase = Phase::Pausing { until: now + time };
    }

    fn finish(&mut self) {
        let settings = &self.shared.settings;
        // Logging out loses nothing: the account of a guest ends with its token.
        let may_log_out = settings.credentials == Credentials::Guest;
        if self.login.is_open() && settings.leave_at_stop && may_log_out {
            self.outbox.ask(Request::Other, |request| Logout { request });
        }
        self.phase = Phase::Done;
    }

    fn receive_message(&mut self, now: Duration, message: ServerMessage) {
        if deals::is_of_deals(&message) {
            let seat = self.view.table().and_then(|table| table.hero_seat);
            let deals = self.deals.get_or_insert_default();
            match deals.take(now, seat, &message, &mut self.outbox) {
                Ok(true) => self.shared.counters.deals_verified.count(),
                Ok(false) => {}
                Err(suspicion) => deals.report(&self.shared, self.bot, now, suspicion),
            }
            return;
        }
        match message {
            ServerMessage::Step(step) => steps::step(self, now, &step),
            ServerMessage::HoleCards(cards) => {
                if let Some(deals) = &mut self.deals {
                    deals.hold(&cards);
                }
                if let Some(table) = self.view.at_mut(cards.table) {
                    table.take_cards(cards);
                }
            }
            ServerMessage::YourTurn(turn) => self.your_turn(now, &turn),
            ServerMessage::ActionAccepted(accepted) => self.decider.accepted(now, &accepted),
            ServerMessage::ActionRefused(refused) => {
                self.decider.refused(now, &refused, self.view.table(), &mut self.outbox);
            }
            ServerMessage::TableSnapshot(snapshot) => steps::snapshot(self, now, snapshot),
            ServerMessage::LoggedIn(logged_in) => self.logged_in(now, &logged_in),
            ServerMessage::Balance(balance) => {
                self.note_balance(now, balance.balance);
                match self.phase {
                    Phase::CashingOut { .. } => self.finish(),
                    _ => self.use_chips(now),
                }
            }
            ServerMessage::TableList(list) => seating::tables_listed(self, now, &list),
            ServerMessage::Seated(seated) => seating::seated(self, now, &seated),
            ServerMessage::LeftTable(left) => self.left_table(now, &left),
            ServerMessage::PlayerChanged(changed) => {
                if let Some(table) = self.view.at_mut(changed.table) {
                    table.rename(&changed);
                }
            }
            ServerMessage::TournamentList(list) => entering::listed(self, now, &list),
            ServerMessage::TournamentSnapshot(snapshot) => entering::viewed(self, now, &snapshot),
            ServerMessage::TournamentStep(step) => entering::step(self, &step),
            ServerMessage::Entered(entered) => entering::entered(self, &entered),
            ServerMessage::NewSeat(seat) => tournament::new_seat(self, &seat),
            ServerMessage::RebuyOffered(offer) => {
                if let Some(run) = &self.run {
                    run.rebuy_offered(&offer, &self.shared.settings, &mut self.outbox);
                }
            }
            ServerMessage::DealOffered(offer) => tournament::deal_offered(self, &offer),
            ServerMessage::Finished(finished) => tournament::finished(self, now, &finished),
            ServerMessage::EntryReturned(returned) => {
                tournament::entry_returned(self, now, &returned);
            }
            ServerMessage::ResultPage(page) => entering::results(self, now, &page),
            ServerMessage::Invited(invited) => seating::invited(self, &invited),
            ServerMessage::InvitedToTournament(invited) => entering::invited(self, &invited),
            ServerMessage::SeatOffered(offer) => waiting::seat_offered(self, now, &offer),
            ServerMessage::WaitListLeft(left) => waiting::left(self, now, &left),
            ServerMessage::Done(done) => {
                if self.outbox.answered(done.request) == Some(Request::Refill) {
                    self.shared.counters.refills.count();
                    self.shared.notices.chips_refused(None);
                    self.use_chips(now);
                }
            }
            ServerMessage::StillSittingOut(out) => drop(self.outbox.answered(out.request)),
            ServerMessage::Refused(refused) => refusals::refused(self, now, refused),
            ServerMessage::Goodbye(goodbye) => {
                self.shared.notices.count_if_limit("goodbye", goodbye.code);
                if goodbye.code == ErrorCode::Replaced {
                    self.stint.end(Outcome::Replaced);
                    self.phase = Phase::Done;
                } else if self.decider.is_in_match() {
                    self.stint.end(Outcome::MatchOver);
                    self.phase = Phase::Done;
                }
            }
            ServerMessage::MatchSeat(seat) => {
                self.decider.join_match(Duration::from_millis(seat.turn_ms.into()));
                // In a tournament, the next table comes with its own view.
                if !self.view.is_at(seat.table) {
                    self.leave_view();
                }
            }
            ServerMessage::Welcome(_) => {
                self.shared.protocol_error(self.bot, now, "a second welcome");
            }
            ServerMessage::Pong(_) => self.keep_alive.ponged(),
            ServerMessage::SignInOffered(_)
            | ServerMessage::RoomClosing(_)
            | ServerMessage::StoringFails(_)
            | ServerMessage::HandLooks(_)
            | ServerMessage::ApiToken(_)
            | ServerMessage::ApiTokenList(_)
            | ServerMessage::Emoted(_)
            | ServerMessage::TablePaused(_)
            | ServerMessage::TimeUse(_)
            | ServerMessage::TournamentPaused(_)
            | ServerMessage::TournamentPots(_)
            | ServerMessage::TournamentRealCards(_)
            | ServerMessage::TournamentWall(_)
            | ServerMessage::TableChanged(_)
            | ServerMessage::TableClosed(_)
            | ServerMessage::ChatLine(_)
            | ServerMessage::TournamentChanged(_)
            | ServerMessage::TournamentGone(_)
            | ServerMessage::StructureSheet(_)
            | ServerMessage::HouseRules(_)
            | ServerMessage::PlayerPage(_)
            | ServerMessage::TablePage(_)
            | ServerMessage::PayoutPage(_)
            | ServerMessage::RulingPage(_)
            | ServerMessage::RematchOffered(_)
            | ServerMessage::RosterReport(_)
            | ServerMessage::SeatCodePage(_)
            | ServerMessage::ChipsBagged(_)
            | ServerMessage::TournamentOpened(_)
            | ServerMessage::Tickets(_)
            | ServerMessage::AuditPage(_)
            | ServerMessage::PastEventPage(_)
            | ServerMessage::LeagueList(_)
            | ServerMessage::StandingPage(_)
            | ServerMessage::BanPage(_)
            | ServerMessage::SchedulePage(_)
            | ServerMessage::ScheduleMade(_)
            | ServerMessage::StructurePage(_)
            | ServerMessage::HandPage(_)
            | ServerMessage::HandShown(_)
            | ServerMessage::HandShared(_)
            | ServerMessage::HandSoFar(_)
            | ServerMessage::Statistics(_)
            | ServerMessage::IntegrityReport(_)
            | ServerMessage::DealJoined(_)
            | ServerMessage::DealOpened(_)
            | ServerMessage::DealBound(_)
            | ServerMessage::CardsOpened(_)
            | ServerMessage::OwnCardsOpened(_)
            | ServerMessage::DealSealed(_)
            | ServerMessage::DealGivenUp(_)
            | ServerMessage::DealProof(_)
            | ServerMessage::NotePage(_)
            | ServerMessage::PushOffered(_)
            | ServerMessage::SecondFactorKey(_)
            | ServerMessage::RecoveryCodes(_)
            | ServerMessage::AccountPage(_)
            | ServerMessage::AccountShown(_)
            | ServerMessage::ResetCode(_)
            | ServerMessage::ResetCodes(_)
            | ServerMessage::OperationPage(_)
            | ServerMessage::ReportPage(_)
            | ServerMessage::ChatPage(_)
            | ServerMessage::HookPage(_)
            | ServerMessage::HookSecret(_)
            | ServerMessage::DeliveryPage(_)
            | ServerMessage::Hosting(_)
            | ServerMessage::Hosted(_)
            | ServerMessage::TermsRefused(_)
            | ServerMessage::HostedTournaments(_)
            | ServerMessage::TournamentHosted(_)
            | ServerMessage::TableLedger(_)
            | ServerMessage::HostedTerms(_)
            | ServerMessage::BuyInAsked(_)
            | ServerMessage::BuyInSettled(_)
            | ServerMessage::BuyInWaits(_)
            | ServerMessage::TournamentTermsRefused(_)
            | ServerMessage::WaitListPlace(_) => {}
        }
        let has_deals = self.minor >= deals::SINCE && !self.decider.is_in_match();
        let part = self.shared.settings.deals;
        let takes_part = has_deals && part != DealPart::Absent;
        let seated = self.view.synced().filter(|table| table.hero_seat.is_some());
        if let Some(table) = seated.map(|table| table.info.table).filter(|_| takes_part) {
            let is_of_tournament = self.run.is_some();
            let deals = self.deals.get_or_insert_default();
            deals.join_once(now, table, is_of_tournament, part, &mut self.outbox);
        }
    }

    fn your_turn(&mut self, now: Duration, turn: &YourTurn) {
        if !self.view.is_at(turn.table) {
            return;
        }
        if let Some(table) = self.view.synced_mut() {
            table.take_turn(turn);
            self.consider(now);
        }
    }

    /// Considers the pending decision, if there is one.
    fn consider(&mut self, now: Duration) {
        let leaves = matches!(self.phase, Phase::Leaving { .. });
        if let Some(table) = self.view.table() {
            self.decider.consider(now, table, leaves, &mut self.outbox);
        }
    }

    fn note_balance(&mut self, now: Duration, wallet: Chips) {
        self.wallet.set(wallet);
        if let Some(probe) = self.shared.probe.as_ref().filter(|_| !self.login.follows_lead()) {
            probe.wallet(self.bot, now, wallet);
        }
    }

    fn left_table(&mut self, now: Duration, left: &LeftTable) {
        if let Some(deals) = &mut self.deals {
            deals.leave(left.table);
        }
        if !self.view.is_at(left.table) {
            return;
        }
        self.shared.observe(|probe| probe.left_table(self.bot, now, left.table, left.cashed_out));
        if self.run.is_some() {
            tournament::seat_left(self);
        } else {
            seating::left(self, now, left);
        }
    }
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Player")
            .field("bot", &self.bot)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}
