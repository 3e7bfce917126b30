//! One bot between the messages and its brain: from the login to the last hand.
//!
//! A [`Player`] is a plain state machine. It is given messages and the time, and yields messages to
//! send and the next moment it wants to be woken at. It knows no sockets, tasks or clocks; `drive`
//! runs it over connections, and a simulator can run it without any.
//!
//! Times are durations since a start that all players of a swarm share.

mod invitation;
mod line;
mod requests;
mod seating;
mod settings;
mod steps;
mod tournament;
mod turns;

pub use settings::{BuyIn, Credentials, Outcome, ParseBuyInError, Settings, TableChoice};

use crate::brain::Brain;
use crate::counters::Counters;
use crate::model::Table;
use crate::notices::Notices;
use crate::probe::Probe;
use crate::seed::{Purpose, Seed};
use crate::tournament::Results;
use cardroom_protocol::client::{ClientMessage, Ping};
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{Chips, ErrorCode, Secret};
use chacha20::ChaCha12Rng;
use requests::Requests;
use std::sync::Arc;
use std::time::Duration;
use tournament::TournamentRun;
use turns::Turns;

/// What all players of a swarm share.
#[derive(Default)]
pub struct Shared {
    /// How they play.
    pub settings: Settings,
    /// What they count.
    pub counters: Counters,
    /// What they say once for all.
    pub notices: Notices,
    /// What became of their entries in tournaments.
    pub results: Results,
    /// Who hears about it.
    pub probe: Option<Arc<dyn Probe>>,
}

/// One bot.
pub struct Player {
    bot: usize,
    shared: Arc<Shared>,
    brain: Box<dyn Brain>,
    think_rng: ChaCha12Rng,
    phase: Phase,
    logged_in: bool,
    ever_logged_in: bool,
    resume_token: Option<Secret>,
    /// The name others see, once it is known.
    name: String,
    /// Nicknames refused so far.
    names_refused: u32,
    wallet: Chips,
    table: Option<Table>,
    /// Whether steps are taken: not between a gap and the full view that follows it.
    in_sync: bool,
    requests: Requests,
    turns: Turns,
    /// How many tables of the list were passed over so far.
    tables_refused: usize,
    /// How many tables in a row the room said it does not have.
    tables_unknown: usize,
    candidate: Option<seating::Candidate>,
    /// Where the code has led on this connection.
    invited: Option<invitation::Invited>,
    /// When to look for chips again after a refused refill.
    funds_at: Option<Duration>,
    /// Where it stands in the tournament it plays.
    run: Option<Box<TournamentRun>>,
    hands_played: u64,
    ends_at: Option<Duration>,
    outcome: Option<Outcome>,
    outbox: Vec<ClientMessage>,
    idle_timeout: Duration,
    last_sent: Duration,
    last_received: Duration,
}

/// Where a player is on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Phase {
    /// No connection.
    Offline,
    /// Waits for the answer to its login.
    LoggingIn,
    /// Waits for the list of tables.
    Looking,
    /// Has nothing to do until then; after that it logs in or looks for a table.
    Pausing { until: Duration },
    /// Waits for the view of the table where it wants to sit.
    Opening,
    /// Is in line for a seat at the table in view.
    InLine,
    /// Waits for its seat.
    Sitting,
    /// Waits for the view of the table where it sits already.
    Resuming,
    /// Waits for the list of tournaments, for the view of one, or for the moment to enter it.
    Finding,
    /// Waits for its entry.
    Entering,
    /// Has an entry in a tournament, and no seat for now.
    BetweenSeats,
    /// Has a seat.
    Playing,
    /// Waits to be let go.
    Leaving { until: Duration },
    /// Has left, and waits to see its chips in the wallet.
    CashingOut { until: Duration },
    /// Is done; the connection may be closed.
    Done,
}

/// Whether the same request may find another answer in a moment: a room that has too much to do, or
/// whose disk has just failed, has changed nothing.
fn may_pass(code: ErrorCode) -> bool {
    matches!(code, ErrorCode::Busy | ErrorCode::RateLimited | ErrorCode::Internal)
}

impl Player {
    /// A player that is not connected yet. `bot` is its number among the players that share.
    #[must_use]
    pub fn new(bot: usize, seed: Seed, shared: Arc<Shared>, brain: Box<dyn Brain>) -> Self {
        let plan = shared.settings.tournament.as_ref();
        let run = plan.map(|plan| Box::new(TournamentRun::new(bot, seed, plan.late_from)));
        Self {
            bot,
            shared,
            brain,
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

    /// A connection is open and the hello answered. Logs in.
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

    /// The connection is gone.
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

    /// A frame came.
    pub fn receive(&mut self, now: Duration, messages: Vec<ServerMessage>) {
        self.last_received = now;
        for message in messages {
            self.receive_message(now, message);
        }
    }

    /// Time has passed; to be called when [`deadline`](Self::deadline) is reached. Calling it
    /// earlier does no harm.
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

    /// When the player wants to be woken by [`tick`](Self::tick), if nothing happens before.
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

    /// Takes what is to be sent, as one batch.
    pub fn take_outbox(&mut self, now: Duration) -> Vec<ClientMessage> {
        if !self.outbox.is_empty() {
            self.last_sent = now;
        }
        std::mem::take(&mut self.outbox)
    }

    /// Whether the server has been silent for so long, in spite of pings, that the connection must
    /// be dead.
    #[must_use]
    pub fn is_connection_dead(&self, now: Duration) -> bool {
        now.saturating_sub(self.last_received) > self.idle_timeout.saturating_mul(3) / 2
    }

    /// Asks the player to finish: its seat is given back when the hand is over.
    pub fn stop(&mut self, now: Duration, outcome: Outcome) {
        if self.outcome.is_some() {
            return;
        }
        self.outcome = Some(outcome);
        let seated = matches!(self.phase, Phase::Playing | Phase::Sitting | Phase::Resuming);
        // A seat in a tournament cannot be given back: who goes is blinded out.
        if seated && self.run.is_none() && self.shared.settings.leave_at_stop {
            self.leave(now);
        } else {
            self.finish();
        }
    }

    /// Whether the room knows who this is.
    #[must_use]
    pub fn is_logged_in(&self) -> bool {
        self.logged_in
    }

    /// Why the player stopped, once it has.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref().filter(|_| self.phase == Phase::Done)
    }

    /// The table as the player sees it now.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The bot's number.
    #[must_use]
    pub fn bot(&self) -> usize {
        self.bot
    }

    /// Goes on after a login or a pause: to a table, or to the tournament.
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
                self.wallet = balance.balance;
                if let Some(probe) = &self.shared.probe {
                    probe.wallet(self.bot, now, balance.balance);
                }
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
