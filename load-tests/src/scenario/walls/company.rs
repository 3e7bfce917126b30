//! The company of a room: hooks, walls, and a floor that announces to both once a second.
//!
//! A wall is a page that follows a tournament. It asks for everything when it opens, hears every
//! step, and asks for what may have changed every five seconds (`server/web/src/wall`).

use crate::receiver::Receiver;
use crate::target::Room;
use cardroom_bot::Encoding;
use cardroom_bot::connection::{Connection, ConnectionError, Endpoint, EndpointError};
use cardroom_protocol::client::{Login, Ping};
use cardroom_protocol::hooks::{DirectHook, HookFormat, HookOrder, HookTerms};
use cardroom_protocol::tournament::{
    DirectTournament, GetHouseRules, GetStructure, ListPlayers, ListRulings, ListTournamentTables,
    OpenTournament, TimedAnnouncement, TournamentCommand, WatchTournament,
};
use cardroom_protocol::{
    ClientMessage, RequestId, Secret, Seq, ServerMessage, TimeMs, TournamentId,
};
use parking_lot::Mutex;
use serde::Serialize;
use std::ops::AddAssign;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::task::JoinSet;
use tokio::time::{Instant, interval, timeout};

/// The floor's account. The password is worthless, because the room ends with the run.
pub(super) const FLOOR: (&str, &str) = ("Floor", "hooks hear it and walls show it");
const REQUEST: RequestId = RequestId(1);
/// A structure that every room has.
const STRUCTURE: &str = "nightly-freezeout";
/// Later than any run ends.
const STARTS_IN: Duration = Duration::from_secs(24 * 3_600);
const PATIENCE: Duration = Duration::from_secs(30);
const ANNOUNCES_EVERY: Duration = Duration::from_secs(1);
/// How often a wall asks for what may have changed (`PAGES_MS` of its page).
const ASKS_EVERY: Duration = Duration::from_secs(5);
/// How long hooks may still deliver at the end.
const LAST_DELIVERIES: Duration = Duration::from_secs(3);

/// The events of nights and of the room, without those of hands.
const EVENTS: [&str; 18] = [
    "account.order",
    "announcement",
    "report.filed",
    "room.ready",
    "ruling.made",
    "ruling.undone",
    "tournament.announced",
    "tournament.break",
    "tournament.canceled",
    "tournament.corrected",
    "tournament.deal",
    "tournament.ended",
    "tournament.final_table",
    "tournament.level",
    "tournament.paused",
    "tournament.player_out",
    "tournament.resumed",
    "tournament.started",
];
const HANDS: &str = "hand.ended";

/// Hooks and walls beside a room that plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Company {
    pub(super) hooks: u32,
    pub(super) walls: u32,
    /// Whether the hooks ask for every hand, too.
    pub(super) hands: bool,
}

/// The events and frames that reached a company, in a run or in several.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize)]
pub(crate) struct Heard {
    pub(crate) announcements: u64,
    /// Requests that reached the hooks.
    pub(crate) deliveries: u64,
    /// Frames that reached the walls.
    pub(crate) frames: u64,
}

impl AddAssign for Heard {
    fn add_assign(&mut self, more: Self) {
        self.announcements += more.announcements;
        self.deliveries += more.deliveries;
        self.frames += more.frames;
    }
}

/// Why the company could not come, or had to leave.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CompanyError {
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error("the receiver of hooks cannot listen: {0}")]
    Receiver(#[from] std::io::Error),
    #[error("the room refused the floor: {0}")]
    Refused(String),
    #[error("the room did not answer in time")]
    Silent,
    #[error("the room sent a wall away: {0}")]
    SentAway(String),
}

/// A company that has come.
pub(crate) struct Present {
    tasks: JoinSet<()>,
    receiver: Receiver,
    counts: Arc<Counts>,
    company: Company,
}

#[derive(Default)]
struct Counts {
    announcements: AtomicU64,
    frames: AtomicU64,
    faults: Mutex<Vec<String>>,
}

impl Company {
    /// Makes the hooks, opens the walls, and begins to announce.
    pub(crate) async fn join(self, room: &Room) -> Result<Present, CompanyError> {
        let endpoint = Endpoint::resolve(room.url()).await?;
        let receiver = Receiver::start().await?;
        let mut floor = Floor::come(&endpoint).await?;
        for number in 1..=self.hooks {
            floor.make_hook(receiver.hook(number), self.hands).await?;
        }
        let tournament = floor.open_tournament().await?;
        let (counts, mut tasks) = (Arc::<Counts>::default(), JoinSet::new());
        for _ in 0..self.walls {
            let wall = Wall::open(&endpoint, tournament).await?;
            let counts = Arc::clone(&counts);
            tasks.spawn(async move { counts.note(wall.stay(&counts).await) });
        }
        let theirs = Arc::clone(&counts);
        tasks.spawn(async move { theirs.note(floor.announce(tournament, &theirs).await) });
        Ok(Present { tasks, receiver, counts, company: self })
    }
}

impl Present {
    /// Ends the company. Returns what it heard, and what went wrong.
    pub(crate) async fn leave(mut self) -> (Heard, Vec<String>) {
        self.tasks.shutdown().await;
        let announcements = self.counts.announcements.load(Relaxed);
        let due = announcements * u64::from(self.company.hooks);
        let until = Instant::now() + LAST_DELIVERIES;
        while self.receiver.taken() < due && Instant::now() < until {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let (deliveries, frames) = (self.receiver.taken(), self.counts.frames.load(Relaxed));
        let heard = Heard { announcements, deliveries, frames };
        let mut faults = std::mem::take(&mut *self.counts.faults.lock());
        faults.extend(self.company.missed(heard));
        (heard, faults)
    }
}

impl Company {
    /// Says what the company should have heard and did not.
    fn missed(self, heard: Heard) -> Vec<String> {
        let Heard { announcements, deliveries, frames } = heard;
        let due = [
            (deliveries, u64::from(self.hooks), "deliveries reached the hooks"),
            (frames, u64::from(self.walls), "frames reached the walls"),
        ];
        let due = due.map(|(came, each, what)| (came, announcements * each, what));
        let missed = due.iter().filter(|(came, due, _)| came < due);
        missed.map(|(came, due, what)| format!("only {came} of {due} {what}")).collect()
    }
}

impl Counts {
    fn note(&self, ended: Result<(), CompanyError>) {
        if let Err(error) = ended {
            self.faults.lock().push(error.to_string());
        }
    }
}

/// A connection with the rights of the floor.
struct Floor(Connection);

impl Floor {
    async fn come(endpoint: &Endpoint) -> Result<Self, CompanyError> {
        let mut floor = Self(Connection::open(endpoint, Encoding::Binary, None).await?);
        let (name, password) = (FLOOR.0.to_owned(), Secret(FLOOR.1.to_owned()));
        floor.ask(Login { request: REQUEST, name, password, browser: None }.into()).await?;
        Ok(floor)
    }

    /// Sends a request, and returns its answer. Only one is ever under way.
    async fn ask(&mut self, message: ClientMessage) -> Result<ServerMessage, CompanyError> {
        self.0.send(&[message]).await?;
        let answer = async {
            loop {
                for message in self.0.receive().await?.messages {
                    match message {
                        ServerMessage::Refused(refused) => {
                            return Err(CompanyError::Refused(refused.message));
                        }
                        ServerMessage::LoggedIn(_)
                        | ServerMessage::HookSecret(_)
                        | ServerMessage::TournamentOpened(_)
                        | ServerMessage::Done(_) => return Ok(message),
                        _ => {}
                    }
                }
            }
        };
        timeout(PATIENCE, answer).await.map_err(|_| CompanyError::Silent)?
    }

    async fn make_hook(&mut self, address: String, hands: bool) -> Result<(), CompanyError> {
        let events = EVENTS.into_iter().chain(hands.then_some(HANDS));
        let terms = HookTerms {
            address,
            events: events.map(str::to_owned).collect(),
            leagues: Default::default(),
            tournaments: Default::default(),
            format: HookFormat::Standard,
        };
        let (reason, order) = ("Measured.".to_owned(), HookOrder::Make(Box::new(terms)));
        self.ask(DirectHook { request: REQUEST, reason, order }.into()).await?;
        Ok(())
    }

    async fn open_tournament(&mut self) -> Result<TournamentId, CompanyError> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let starts_at = u64::try_from((now + STARTS_IN).as_millis()).unwrap_or_default();
        let open = OpenTournament {
            request: REQUEST,
            structure: STRUCTURE.to_owned(),
            name: None,
            starts_at: Some(TimeMs(starts_at)),
            self_run: false,
            league: None,
        };
        match self.ask(open.into()).await? {
            ServerMessage::TournamentOpened(opened) => Ok(opened.tournament),
            _ => Err(CompanyError::Silent),
        }
    }

    /// Announces until the end.
    async fn announce(
        mut self,
        tournament: TournamentId,
        counts: &Counts,
    ) -> Result<(), CompanyError> {
        let mut due = interval(ANNOUNCES_EVERY);
        for number in 1_u64.. {
            due.tick().await;
            let text = format!("Announcement {number}");
            let announced = TimedAnnouncement { text, minutes: 1 };
            let order = DirectTournament {
                request: REQUEST,
                tournament,
                seq: Seq(0),
                reason: "Measured.".to_owned(),
                rule: None,
                command: TournamentCommand::AnnounceFor(announced),
            };
            self.ask(order.into()).await?;
            counts.announcements.fetch_add(1, Relaxed);
        }
        Ok(())
    }
}

/// The connection of a wall.
struct Wall {
    connection: Connection,
    tournament: TournamentId,
}

impl Wall {
    async fn open(endpoint: &Endpoint, tournament: TournamentId) -> Result<Self, CompanyError> {
        let connection = Connection::open(endpoint, Encoding::Json, None).await?;
        let mut wall = Self { connection, tournament };
        let once: [ClientMessage; 2] = [
            GetStructure { request: REQUEST, tournament }.into(),
            GetHouseRules { request: REQUEST, tournament }.into(),
        ];
        let all = [&once[..], &wall.again()[..]].concat();
        wall.connection.send(&all).await?;
        Ok(wall)
    }

    /// Makes the requests for what may have changed.
    fn again(&self) -> [ClientMessage; 4] {
        let (request, tournament, from) = (REQUEST, self.tournament, 0);
        [
            WatchTournament { request, tournament, on: true }.into(),
            ListPlayers { request, tournament, from }.into(),
            ListTournamentTables { request, tournament, from }.into(),
            ListRulings { request, tournament, from }.into(),
        ]
    }

    /// Hears everything, and asks again for what may have changed.
    async fn stay(mut self, counts: &Counts) -> Result<(), CompanyError> {
        let mut looks = interval(ASKS_EVERY);
        looks.reset();
        let mut is_stale = false;
        loop {
            tokio::select! {
                payload = self.connection.receive_payload() => {
                    counts.frames.fetch_add(1, Relaxed);
                    for message in self.connection.decode(&payload?)?.messages {
                        match message {
                            ServerMessage::TournamentStep(_) => is_stale = true,
                            ServerMessage::Refused(refused) => {
                                return Err(CompanyError::SentAway(refused.message));
                            }
                            ServerMessage::Goodbye(goodbye) => {
                                return Err(CompanyError::SentAway(goodbye.message));
                            }
                            _ => {}
                        }
                    }
                }
                _ = looks.tick() => {
                    let messages = match std::mem::take(&mut is_stale) {
                        true => self.again().to_vec(),
                        false => vec![Ping { nonce: 0 }.into()],
                    };
                    self.connection.send(&messages).await?;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_that_heard_too_little_is_a_fault() {
        let company = Company { hooks: 2, walls: 3, hands: false };
        let heard = Heard { announcements: 10, deliveries: 20, frames: 30 };
        assert!(company.missed(heard).is_empty());
        let deaf = Heard { deliveries: 19, frames: 0, ..heard };
        let missed =
            ["only 19 of 20 deliveries reached the hooks", "only 0 of 30 frames reached the walls"];
        assert_eq!(company.missed(deaf), missed);
    }
}
