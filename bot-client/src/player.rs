//! One bot, between the messages and its brain, from the login to the last hand.
//!
//! A [`Player`] is a plain state machine. It takes messages and the time, and yields messages to
//! send and the time of its next wakeup. It knows no sockets, tasks or clocks. `drive` runs it over
//! connections, and a simulator can run it without any.
//!
//! Times are durations since a start time that all players of a swarm share.

mod account;
mod invitation;
mod line;
mod requests;
mod seating;
mod settings;
mod steps;
mod tournament;
mod turns;

pub use account::Account;
pub use settings::{BuyIn, Credentials, Outcome, ParseBuyInError, Settings, TableChoice};

use crate::brain::Brain;
use crate::counters::Counters;
use crate::model::Table;
use crate::notices::Notices;
use crate::probe::Probe;
use crate::seed::{Purpose, Seed};
use crate::tournament::Results;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::Ping;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{Chips, ErrorCode, Secret};
use chacha20::ChaCha12Rng;
use requests::Requests;
use std::sync::Arc;
use std::time::Duration;
use tournament::TournamentRun;
use turns::Turns;

/// State that all players of a swarm share.
#[derive(Default)]
pub struct Shared {
    /// How the players play.
    pub settings: Settings,
    /// The counters of the swarm.
    pub counters: Counters,
    /// Notices that are logged once for the whole swarm.
    pub notices: Notices,
    /// The results of the players' tournament entries.
    pub results: Results,
    /// The observer of the swarm, if there is one.
    pub probe: Option<Arc<dyn Probe>>,
}

/// A bot's state machine.
pub struct Player {
    bot: usize,
    shared: Arc<Shared>,
    brain: Box<dyn Brain>,
    /// True if another player of the account logs in and reports the wallet.
    shares_login: bool,
    think_rng: ChaCha12Rng,
    phase: Phase,
    logged_in: bool,
    ever_logged_in: bool,
    resume_token: Option<Secret>,
    /// The name that other players see, once the server has sent it.
    name: String,
    /// The number of nicknames refused so far.
    names_refused: u32,
    wallet: Chips,
    table: Option<Table>,
    /// False between a gap in the steps and the full view that follows. Steps are ignored then.
    in_sync: bool,
    requests: Requests,
    turns: Turns,
    /// The number of tables in the list that were passed over so far.
    tables_refused: usize,
    /// How many tables in a row the room did not know.
    tables_unknown: usize,
    candidate: Option<seating::Candidate>,
    /// The table or tournament that the code led to on this connection.
    invited: Option<invitation::Invited>,
    /// When to look for chips again after a refused refill.
    funds_at: Option<Duration>,
    /// The player's progress in its tournament.
    run: Option<Box<TournamentRun>>,
    hands_played: u64,
    ends_at: Option<Duration>,
    outcome: Option<Outcome>,
    outbox: Vec<ClientMessage>,
    idle_timeout: Duration,
    last_sent: Duration,
    last_received: Duration,
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
        let run = plan.map(|plan| Box::new(TournamentRun::new(bot, seed, plan.late_from)));
        Self {
            bot,
            shared,
            brain,
            shares_login: false,
            think_rng: seed.rng(Purpose::Think),
            phase: Phase::Offline,
            logged_in: false,
            ever_logged_in: false,
            resume_token: None,
            name: String::new(),
            names_refused: 0,
            wallet: Chips(0),
            table: None,
            in_sync: false,
            requests: Requests::default(),
            turns: Turns::default(),
            tables_refused: 0,
            tables_unknown: 0,
            candidate: None,
            invited: None,
            funds_at: None,
            run,
            hands_played: 0,
            ends_at: None,
            outcome: None,
            outbox: Vec::new(),
            idle_timeout: Duration::MAX,
            last_sent: Duration::ZERO,
            last_received: Duration::ZERO,
        }
    }

    /// Logs in. Call it when a connection is open and the server has answered the hello.
    pub fn connected(&mut self, now: Duration, idle_timeout_ms: u32) {
        self.idle_timeout = if idle_timeout_ms == 0 {
            Duration::MAX
        } else {
            Duration::from_millis(idle_timeout_ms.into())
        };
        self.last_sent = now;
        self.last_received = now;
        self.login();
    }

    /// Waits for the login of the account's lead, which also keeps the connection alive.
    fn await_login(&mut self, now: Duration) {
        self.idle_timeout = Duration::MAX;
        self.last_sent = now;
        self.last_received = now;
        if self.phase == Phase::Offline {
            self.phase = Phase::LoggingIn;
        }
    }

    /// Handles a lost connection.
    pub fn disconnected(&mut self) {
        self.requests.forget();
        self.outbox.clear();
        self.logged_in = false;
        self.in_sync = false;
        self.tables_unknown = 0;
        self.invited = None;
        self.turns.disconnected();
        if let Some(run) = &mut self.run {
            run.disconnected();
        }
        let done =
            matches!(self.phase, Phase::Leaving { .. } | Phase::CashingOut { .. } | Phase::Done);
        self.phase = if done { Phase::Done } else { Phase::Offline };
    }

    /// Handles the messages of a frame.
    pub fn receive(&mut self, now: Duration, messages: Vec<ServerMessage>) {
        self.last_received = now;
        for message in messages {
            self.receive_message(now, message);
        }
    }

    /// Handles the passage of time. Call it when [`deadline`](Self::deadline) is reached. An
    /// earlier call does no harm.
    pub fn tick(&mut self, now: Duration) {
        if self.ends_at.is_some_and(|end| now >= end) {
            self.ends_at = None;
            self.stop(now, Outcome::TimeUp);
        }
        match self.phase {
            Phase::Pausing { until } if now >= until => {
                if self.logged_in {
                    self.look_around(now);
                } else {
                    self.login();
                }
            }
            Phase::Leaving { until } if now >= until => self.phase = Phase::Done,
            Phase::CashingOut { until } if now >= until => self.finish(),
            _ => {}
        }
        if self.funds_at.is_some_and(|at| now >= at) {
            self.funds_at = None;
            self.top_up(now);
        }
        self.enter_when_due(now);
        self.act_when_due(now);
        if self.phase != Phase::Offline
            && now.saturating_sub(self.last_sent) >= self.idle_timeout / 2
        {
            self.outbox.push(Ping { nonce: 0 }.into());
            self.last_sent = now;
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
        let keep_alive = self.last_sent.checked_add(self.idle_timeout / 2);
        let enter_at = self.run.as_ref().and_then(|run| run.enter_at);
        [phase, enter_at, self.turns.due_at(), self.funds_at, self.ends_at, keep_alive]
            .into_iter()
            .flatten()
            .min()
    }

    /// Takes the messages to send, as one batch.
    pub fn take_outbox(&mut self, now: Duration) -> Vec<ClientMessage> {
        if !self.outbox.is_empty() {
            self.last_sent = now;
        }
        std::mem::take(&mut self.outbox)
    }

    /// Returns `true` if the connection must be dead: the server has been silent for too long
    /// in spite of pings.
    #[must_use]
    pub fn is_connection_dead(&self, now: Duration) -> bool {
        now.saturating_sub(self.last_received) > self.idle_timeout.saturating_mul(3) / 2
    }

    /// Makes the player finish. It leaves its seat when the hand is over.
    pub fn stop(&mut self, now: Duration, outcome: Outcome) {
        if self.outcome.is_some() {
            return;
        }
        self.outcome = Some(outcome);
        let seated = matches!(self.phase, Phase::Playing | Phase::Sitting | Phase::Resuming);
        // A player cannot leave a tournament seat. A player who goes is blinded out.
        if seated && self.run.is_none() && self.shared.settings.leave_at_stop {
            self.leave(now);
        } else {
            self.finish();
        }
    }

    /// Returns `true` once the login has succeeded.
    #[must_use]
    pub fn is_logged_in(&self) -> bool {
        self.logged_in
    }

    /// Returns why the player stopped, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref().filter(|_| self.phase == Phase::Done)
    }

    /// Returns the table as the player sees it now.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Returns the bot's number.
    #[must_use]
    pub fn bot(&self) -> usize {
        self.bot
    }

    /// Continues after a login or a pause, at a table or in the tournament.
    fn look_around(&mut self, now: Duration) {
        if self.run.is_some() {
            self.find_tournament();
        } else {
            self.look_for_table(now);
        }
    }

    fn finish(&mut self) {
        if self.logged_in && self.shared.settings.leave_at_stop {
            self.log_out();
        }
        self.phase = Phase::Done;
    }

    fn receive_message(&mut self, now: Duration, message: ServerMessage) {
        match message {
            ServerMessage::Step(step) => self.step(now, &step),
            ServerMessage::HoleCards(cards) => {
                if let Some(table) =
                    self.table.as_mut().filter(|table| table.info.table == cards.table)
                {
                    table.take_cards(cards);
                }
            }
            ServerMessage::YourTurn(turn) => self.your_turn(now, &turn),
            ServerMessage::ActionAccepted(accepted) => self.action_accepted(now, &accepted),
            ServerMessage::ActionRefused(refused) => self.action_refused(now, &refused),
            ServerMessage::TableSnapshot(snapshot) => self.snapshot(now, snapshot),
            ServerMessage::LoggedIn(logged_in) => self.welcome_in(now, &logged_in),
            ServerMessage::Balance(balance) => {
                self.note_balance(now, balance.balance);
                match self.phase {
                    Phase::CashingOut { .. } => self.finish(),
                    _ => self.top_up(now),
                }
            }
            ServerMessage::TableList(list) => self.tables_listed(now, &list),
            ServerMessage::Seated(seated) => self.seated(now, &seated),
            ServerMessage::LeftTable(left) => self.left_table(now, &left),
            ServerMessage::PlayerChanged(changed) => {
                if let Some(table) =
                    self.table.as_mut().filter(|table| table.info.table == changed.table)
                {
                    table.rename(&changed);
                }
            }
            ServerMessage::TournamentList(list) => self.tournaments_listed(now, &list),
            ServerMessage::TournamentSnapshot(snapshot) => self.tournament_view(now, &snapshot),
            ServerMessage::TournamentStep(step) => self.tournament_step(&step),
            ServerMessage::Entered(entered) => self.entered(&entered),
            ServerMessage::NewSeat(seat) => self.new_seat(&seat),
            ServerMessage::RebuyOffered(offer) => self.rebuy_offered(&offer),
            ServerMessage::DealOffered(offer) => self.deal_offered(&offer),
            ServerMessage::Finished(finished) => self.finished(now, &finished),
            ServerMessage::EntryReturned(returned) => self.entry_returned(now, &returned),
            ServerMessage::ResultPage(page) => self.results(now, &page),
            ServerMessage::Invited(invited) => self.invited_to_table(&invited),
            ServerMessage::InvitedToTournament(invited) => self.invited_to_tournament(&invited),
            ServerMessage::SeatOffered(offer) => self.seat_offered(now, &offer),
            ServerMessage::WaitListLeft(left) => self.out_of_line(now, &left),
            ServerMessage::Done(done) => self.request_done(now, done.request),
            ServerMessage::Refused(refused) => self.request_refused(now, refused),
            ServerMessage::Goodbye(goodbye) => {
                self.shared.notices.count_if_limit("goodbye", goodbye.code);
                if goodbye.code == ErrorCode::Replaced {
                    self.outcome.get_or_insert(Outcome::Replaced);
                    self.phase = Phase::Done;
                }
            }
            ServerMessage::Welcome(_) => self.protocol_error(now, "a second welcome"),
            ServerMessage::Pong(_)
            | ServerMessage::SignInOffered(_)
            | ServerMessage::ApiToken(_)
            | ServerMessage::ApiTokenList(_)
            | ServerMessage::Emoted(_)
            | ServerMessage::TablePaused(_)
            | ServerMessage::TimeUse(_)
            | ServerMessage::TournamentPaused(_)
            | ServerMessage::TournamentPots(_)
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
            | ServerMessage::RosterReport(_)
            | ServerMessage::ChipsBagged(_)
            | ServerMessage::TournamentOpened(_)
            | ServerMessage::Tickets(_)
            | ServerMessage::AuditPage(_)
            | ServerMessage::PastEventPage(_)
            | ServerMessage::LeagueList(_)
            | ServerMessage::StandingPage(_)
            | ServerMessage::BanPage(_)
            | ServerMessage::HandPage(_)
            | ServerMessage::HandShown(_)
            | ServerMessage::HandShared(_)
            | ServerMessage::HandSoFar(_)
            | ServerMessage::Statistics(_)
            | ServerMessage::IntegrityReport(_)
            | ServerMessage::NotePage(_)
            | ServerMessage::SecondFactorKey(_)
            | ServerMessage::RecoveryCodes(_)
            | ServerMessage::AccountPage(_)
            | ServerMessage::AccountShown(_)
            | ServerMessage::ResetCode(_)
            | ServerMessage::OperationPage(_)
            | ServerMessage::ReportPage(_)
            | ServerMessage::ChatPage(_)
            | ServerMessage::Hosting(_)
            | ServerMessage::Hosted(_)
            | ServerMessage::TermsRefused(_)
            | ServerMessage::HostedTournaments(_)
            | ServerMessage::TournamentHosted(_)
            | ServerMessage::TableLedger(_)
            | ServerMessage::TournamentTermsRefused(_)
            | ServerMessage::WaitListPlace(_) => {}
        }
    }

    fn note_balance(&mut self, now: Duration, wallet: Chips) {
        self.wallet = wallet;
        if let Some(probe) = self.shared.probe.as_ref().filter(|_| !self.shares_login) {
            probe.wallet(self.bot, now, wallet);
        }
    }

    fn protocol_error(&self, now: Duration, what: &str) {
        self.shared.counters.protocol_errors.count();
        tracing::warn!(bot = self.bot, what, "protocol error");
        if let Some(probe) = &self.shared.probe {
            probe.protocol_error(self.bot, now, what);
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

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("settings", &self.settings).finish_non_exhaustive()
    }
}
