//! Named players of a room in this process: their holdings, their messages, and a swarm that plays
//! for some of them.

use crate::tournaments::winners::standings;
use cardroom::accounts::NewToken;
use cardroom::announced::Announcement;
use cardroom::director::announce;
use cardroom::ids::AccountId;
use cardroom::inbox::DirectorHandle;
use cardroom::wiring::OpenRoom;
use cardroom_bot::brains::TightAggressive;
use cardroom_bot::connection::{Connection, Endpoint};
use cardroom_bot::swarm::{Summary, SwarmBuilder};
use cardroom_bot::{Credentials, Settings, Swarm, TournamentId, TournamentPlan};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Act, LoginToken};
use cardroom_protocol::server::{Scope, ServerMessage};
use cardroom_protocol::table::Action;
use cardroom_protocol::tournament::{
    DirectTournament, EnterTournament, ImportRoster, ListPlayers, OpenTournament, PlayerRow,
    RosterReport, TournamentCommand, WatchTournament, WithdrawEntry,
};
use cardroom_protocol::{ActionId, Encoding, ErrorCode, RequestId, Secret, Seq, TimeMs};
use cardroom_rules::{Millis, Structure};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

/// The timeout, longer than all of it takes.
const LONG: Duration = Duration::from_secs(180);

/// The end of a structure whose levels take a second each.
pub(crate) const LEVELS: &str = r#"
[pace]
between_hands_ms = 0
run_out_ms = 0
[levels]
betting = "no_limit"
seconds = 1
rows = [
    { blinds = [25, 50] },
    { blinds = [50, 100] },
    { blinds = [100, 200] },
    { blinds = [200, 400] },
    { blinds = [400, 800] },
    { blinds = [800, 1600] },
]
"#;

/// A person with an account.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) account: AccountId,
    token: Secret,
}

pub(crate) async fn people<const N: usize>(room: &OpenRoom, names: [&str; N]) -> [Person; N] {
    let mut people = Vec::new();
    for name in names {
        let accounts = &room.room.accounts;
        let login = accounts
            .register(name, &Secret::from("eight or more"), Ipv4Addr::LOCALHOST.into())
            .await
            .unwrap();
        // A few of them direct, as far as their roles allow it.
        let scopes = Scope::ALL.into_iter().collect();
        let new = NewToken { scopes, ..NewToken::to_play("bot") };
        let token = accounts.create_api_token(login.account, &new).await.unwrap().0;
        people.push(Person { name: name.to_owned(), account: login.account, token });
    }
    people.try_into().ok().unwrap()
}

/// Announces a tournament from a structure of the room, starting now or after a delay.
pub(crate) async fn open_event(
    room: &OpenRoom,
    structure: &str,
    starts_in: Option<u64>,
    change: impl FnOnce(&mut Structure),
) -> DirectorHandle {
    let office = room.room.tournaments().unwrap();
    let mut structure = Structure::clone(&office.structures[structure]);
    change(&mut structure);
    let starts_at = starts_in.map(|after| Millis(room.room.clock.now().0 + after));
    let setup = office.setup(&Arc::new(structure), starts_at, false).unwrap();
    let name = setup.structure.name.clone();
    let announcement = Announcement::of(setup, true);
    announce(announcement, name, None, &office.services).await.unwrap()
}

/// Lets these people enter and play to the end.
pub(crate) async fn play(room: &OpenRoom, tournament: TournamentId, people: &[Person]) -> Summary {
    let swarm = swarm(room, tournament, people).run();
    let Ok(summary) = tokio::time::timeout(LONG, swarm).await else {
        let stands = standings(room, tournament).await;
        panic!("it does not end: {:?} {:#?}", stands.info, stands.players);
    };
    let summary = summary.unwrap();
    assert!(summary.is_success(), "{} {:?}", summary.totals, summary.refusals);
    summary
}

/// Lets these people enter and play until they are stopped.
pub(crate) async fn start(room: &OpenRoom, tournament: TournamentId, people: &[Person]) -> Swarm {
    swarm(room, tournament, people).start().await.unwrap()
}

fn swarm(room: &OpenRoom, tournament: TournamentId, people: &[Person]) -> SwarmBuilder {
    let tokens: Vec<Secret> = people.iter().map(|person| person.token.clone()).collect();
    let settings = Settings {
        credentials: Credentials::Tokens(tokens.into()),
        tournament: Some(TournamentPlan::id(tournament)),
        ..Settings::default()
    };
    Swarm::builder(&format!("ws://{}/ws", room.address))
        .settings(settings)
        .bots(people.len())
        .seed(23)
        .brain(|bot| TightAggressive::new(bot.seed))
}

/// A connection of a person, logged in.
pub(crate) struct Line {
    connection: Connection,
    /// Messages received and not examined yet.
    waiting: Vec<ServerMessage>,
    /// All examined messages, for tests that need them again.
    pub(crate) heard: Vec<ServerMessage>,
    request: RequestId,
}

impl Line {
    pub(crate) async fn open(room: &OpenRoom, person: &Person) -> Self {
        let endpoint = Endpoint::resolve(&format!("ws://{}/ws", room.address)).await.unwrap();
        let connection = Connection::open(&endpoint, Encoding::Binary, None).await.unwrap();
        let request = RequestId(1);
        let mut line = Self { connection, waiting: Vec::new(), heard: Vec::new(), request };
        line.send(LoginToken { request, token: person.token.clone() }.into()).await;
        line.told(|message| matches!(message, ServerMessage::LoggedIn(_)).then_some(())).await;
        line
    }

    pub(crate) async fn send(&mut self, message: ClientMessage) {
        self.connection.send(&[message]).await.unwrap();
    }

    /// Reads on until a message matches. Earlier messages cannot match later.
    pub(crate) async fn told<T>(&mut self, is: impl Fn(&ServerMessage) -> Option<T>) -> T {
        let found = async {
            loop {
                if self.waiting.is_empty() {
                    let decoded = self.connection.receive().await.unwrap();
                    self.waiting = decoded.messages;
                    continue;
                }
                let message = self.waiting.remove(0);
                self.heard.push(message.clone());
                if let Some(found) = is(&message) {
                    return found;
                }
            }
        };
        tokio::time::timeout(LONG, found).await.expect("it is told")
    }

    /// Sends a request, and reads to the answer or the refusal.
    pub(crate) async fn ask<T>(
        &mut self,
        message: impl FnOnce(RequestId) -> ClientMessage,
        answer: impl Fn(&ServerMessage) -> Option<T>,
    ) -> Result<T, ErrorCode> {
        let request = self.next_request();
        self.send(message(request)).await;
        self.told(|message| match message {
            ServerMessage::Refused(refused) if refused.request == request => {
                Some(Err(refused.code))
            }
            other => answer(other).map(Ok),
        })
        .await
    }

    /// Sends a request that has no answer of its own, and reads to its end.
    pub(crate) async fn order(
        &mut self,
        message: impl FnOnce(RequestId) -> ClientMessage,
    ) -> Result<(), ErrorCode> {
        let request = self.next_request();
        self.send(message(request)).await;
        self.answered(request).await
    }

    /// Watches a tournament, and returns its last step.
    pub(crate) async fn seen(&mut self, tournament: TournamentId) -> Seq {
        let watch = |request| WatchTournament { request, tournament, on: true }.into();
        let seq = self.ask(watch, |message| match message {
            ServerMessage::TournamentSnapshot(snapshot) => Some(snapshot.view.seq),
            _ => None,
        });
        seq.await.unwrap()
    }

    /// Returns the first page of the players.
    pub(crate) async fn players(&mut self, tournament: TournamentId) -> Vec<PlayerRow> {
        let list = |request| ListPlayers { request, tournament, from: 0 }.into();
        let page = self.ask(list, |message| match message {
            ServerMessage::PlayerPage(page) => Some(page.players.clone()),
            _ => None,
        });
        page.await.unwrap()
    }

    /// Imports a roster in parts of this many characters. Returns the report.
    pub(crate) async fn import(
        &mut self,
        tournament: TournamentId,
        text: &str,
        chars: usize,
    ) -> Result<RosterReport, ErrorCode> {
        let seq = self.seen(tournament).await;
        let letters: Vec<char> = text.chars().collect();
        let mut parts: Vec<String> =
            letters.chunks(chars).map(|part| part.iter().collect()).collect();
        let last = parts.pop().unwrap_or_default();
        let import = |request, text, more| {
            let (reason, rule) = ("the club's list".to_owned(), Some("TFPL 2c-4".to_owned()));
            ImportRoster { request, tournament, seq, reason, rule, text, more }.into()
        };
        for text in parts {
            self.order(|request| import(request, text, true)).await?;
        }
        self.ask(
            |request| import(request, last, false),
            |message| match message {
                ServerMessage::RosterReport(report) => Some(report.clone()),
                _ => None,
            },
        )
        .await
    }

    /// Gives a command of the floor that must succeed.
    pub(crate) async fn direct(&mut self, tournament: TournamentId, command: TournamentCommand) {
        self.try_direct(tournament, command).await.unwrap();
    }

    /// Gives a command of the floor.
    pub(crate) async fn try_direct(
        &mut self,
        tournament: TournamentId,
        command: TournamentCommand,
    ) -> Result<(), ErrorCode> {
        let seq = self.seen(tournament).await;
        let (reason, rule) = ("it was said aloud".to_owned(), None);
        self.order(|request| {
            DirectTournament { request, tournament, seq, reason, rule, command }.into()
        })
        .await
    }

    /// Folds on every turn of this player, until a message matches.
    pub(crate) async fn fold_until<T>(&mut self, is: impl Fn(&ServerMessage) -> Option<T>) -> T {
        loop {
            let told = self.told(|message| match message {
                ServerMessage::YourTurn(turn) => Some(Err((turn.table, turn.turn))),
                other => is(other).map(Ok),
            });
            let (table, turn) = match told.await {
                Ok(found) => return found,
                Err(turn) => turn,
            };
            let action_id = ActionId(self.next_request().0.into());
            self.send(Act { table, turn, action_id, action: Action::Fold }.into()).await;
        }
    }

    fn next_request(&mut self) -> RequestId {
        self.request.0 += 1;
        self.request
    }

    async fn answered(&mut self, request: RequestId) -> Result<(), ErrorCode> {
        self.told(|message| match message {
            ServerMessage::Refused(refused) if refused.request == request => {
                Some(Err(refused.code))
            }
            ServerMessage::Entered(entered) if entered.request == request => Some(Ok(())),
            ServerMessage::Done(done) if done.request == request => Some(Ok(())),
            _ => None,
        })
        .await
    }

    pub(crate) async fn enter(&mut self, tournament: TournamentId) -> Result<(), ErrorCode> {
        self.attest_and_enter(tournament, true).await
    }

    /// Enters, declaring whether the player has the age that the book requires.
    pub(crate) async fn attest_and_enter(
        &mut self,
        tournament: TournamentId,
        of_age: bool,
    ) -> Result<(), ErrorCode> {
        self.order(|request| EnterTournament { request, tournament, of_age }.into()).await
    }

    pub(crate) async fn withdraw(&mut self, tournament: TournamentId) -> Result<(), ErrorCode> {
        let request = self.next_request();
        self.send(WithdrawEntry { request, tournament }.into()).await;
        self.answered(request).await
    }

    /// Opens a tournament of the room for a league, with this start.
    pub(crate) async fn open_tournament(
        &mut self,
        structure: &str,
        starts_at: u64,
        league: Option<&str>,
    ) -> Result<TournamentId, ErrorCode> {
        let (request, starts_at) = (self.next_request(), Some(TimeMs(starts_at)));
        let structure = structure.to_owned();
        let (name, self_run, league) = (None, false, league.map(str::to_owned));
        let open = OpenTournament { request, structure, name, starts_at, self_run, league };
        self.send(open.into()).await;
        self.told(|message| match message {
            ServerMessage::Refused(refused) if refused.request == request => {
                Some(Err(refused.code))
            }
            ServerMessage::TournamentOpened(opened) => Some(Ok(opened.tournament)),
            _ => None,
        })
        .await
    }
}
