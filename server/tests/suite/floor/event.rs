//! A tournament that never ends, with an operator on its floor.

use crate::support::client::{Client, LONG, open_room};
use cardroom::announced::Announcement;
use cardroom::director::announce;
use cardroom::wiring::OpenRoom;
use cardroom_bot::brains::Caller;
use cardroom_bot::{Swarm, ThinkTime, TournamentPlan};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Login, Observe, SecondFactorStep, SetSecondFactor};
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::table::TableView;
use cardroom_protocol::tournament::{
    DirectTournament, EnterTournament, FloorRuled, GetStructure, ImpoundedPot, ListPlayers,
    ListRulings, ListTournamentTables, PlayerRow, Ruling, RulingState, StructureSheet, TableRow,
    TournamentCommand, TournamentEvent, TournamentStep, TournamentView, WatchTournament,
};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret, Seq, TableId, TournamentId};
use cardroom_rules::{Cents, Chips, Level, Millis, Stage, Stakes, Structure};
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The reason that every command here gives.
pub(crate) const REASON: &str = "it was said aloud";
pub(crate) const RULE: &str = "TDA 1";
/// The starting stack, so large that no player busts by playing.
pub(crate) const STACK: u64 = 1_000_000;

const PASSWORD: &str = "eight or more";
/// The name of the tournament.
const NAME: &str = "Test";

/// A room with a tournament.
pub(crate) struct Event {
    pub(crate) room: OpenRoom,
    pub(crate) tournament: TournamentId,
    /// Stops playing when it is dropped.
    _swarm: Option<Swarm>,
}

impl Event {
    /// Opens a tournament that takes entries, and begins on a command of the floor.
    pub(crate) async fn registering() -> Self {
        Self::open(3_600_000, |_| {}, false).await
    }

    /// Opens a tournament that takes entries, and begins after this many milliseconds.
    pub(crate) async fn announced(starts_in: u64, change: impl FnOnce(&mut Structure)) -> Self {
        Self::open(starts_in, change, false).await
    }

    /// Opens a tournament in which eight players who call everything play at two tables for six.
    pub(crate) async fn running() -> Self {
        Self::running_with(|_| {}, false).await
    }

    /// Opens it with a changed structure. The players are logged in before it is announced, so none
    /// of them can miss its start.
    pub(crate) async fn running_with(change: impl FnOnce(&mut Structure), self_run: bool) -> Self {
        let room = open_event_room().await;
        let swarm = Swarm::builder(&format!("ws://{}/ws", room.address))
            .bots(8)
            .brain(|_| Caller)
            .think_time(ThinkTime::Fixed(Duration::from_millis(4)))
            .tournament(TournamentPlan::named(NAME))
            .start()
            .await
            .unwrap();
        let deadline = Instant::now() + LONG;
        while swarm.totals().logins < 8 {
            assert!(Instant::now() < deadline, "not logged in: {}", swarm.totals());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let tournament = announce_in(&room, 2_000, change, self_run).await;
        Self { room, tournament, _swarm: Some(swarm) }
    }

    async fn open(starts_in: u64, change: impl FnOnce(&mut Structure), self_run: bool) -> Self {
        let room = open_event_room().await;
        let tournament = announce_in(&room, starts_in, change, self_run).await;
        Self { room, tournament, _swarm: None }
    }

    /// Connects a watcher with this role.
    pub(crate) async fn operator(&self, name: &str, role: Role) -> Operator {
        let accounts = &self.room.room.accounts;
        let password = Secret(PASSWORD.to_owned());
        accounts.register(name, &password, Ipv4Addr::LOCALHOST.into()).await.unwrap();
        accounts.set_role(name, role).await.unwrap();
        let mut operator = Operator {
            client: self.log_in(name, role).await,
            name: name.to_owned(),
            tournament: self.tournament,
            request: RequestId(100),
            seq: Seq(0),
            steps: Vec::new(),
        };
        operator.look().await;
        operator
    }

    /// Connects with an account that there is, and this role.
    pub(crate) async fn log_in(&self, name: &str, role: Role) -> Client {
        let mut client = Client::welcome(&self.room, Encoding::Binary).await;
        let password = Secret(PASSWORD.to_owned());
        let login = Login { request: RequestId(1), name: name.to_owned(), password, browser: None };
        client.send([login.into()]).await;
        match client.receive().await {
            ServerMessage::LoggedIn(logged_in) => assert_eq!(logged_in.role, role),
            other => panic!("{other:?}"),
        }
        client
    }

    /// Connects an operator of the floor.
    pub(crate) async fn cleo(&self) -> Operator {
        self.operator("Cleo", Role::Floor).await
    }

    /// Waits until every player plays.
    pub(crate) async fn has_begun(&self, operator: &mut Operator) {
        operator
            .until("it has begun", |view| view.info.level > 0 && view.info.players_left == 8)
            .await;
    }
}

/// Opens a room in which no limit is in anybody's way.
async fn open_event_room() -> OpenRoom {
    open_room(|config| {
        config.limits.connections_per_address = 1_000;
        config.limits.logins_per_minute = 100_000;
        config.limits.guests_per_hour = 1_000_000;
        config.limits.guests_per_network_hour = 1_000_000;
        config.limits.messages_per_second = 10_000;
        config.limits.message_burst = 10_000;
    })
    .await
}

/// Announces the tournament, which begins after this many milliseconds.
async fn announce_in(
    room: &OpenRoom,
    starts_in: u64,
    change: impl FnOnce(&mut Structure),
    self_run: bool,
) -> TournamentId {
    let office = room.room.tournaments().unwrap();
    let mut structure = Structure::clone(&office.structures["test-turbo"]);
    structure.seats = 6;
    structure.entry.starting_stack = Chips(STACK);
    structure.entry.fee = Cents(7);
    structure.entry.late_levels = Some(3);
    let level = || Stage::Level(Level { seconds: 1_000, stakes: Stakes::no_limit(1, 2) });
    structure.stages = (0..5).map(|_| level()).collect();
    change(&mut structure);
    let starts_at = Millis(room.room.clock.now().0 + starts_in);
    let setup = office.setup(&Arc::new(structure), Some(starts_at), self_run).unwrap();
    let announcement = Announcement::of(setup, true);
    let handle = announce(announcement, NAME.to_owned(), None, &office.services).await;
    TournamentId(handle.unwrap().id.0)
}

/// A watcher who gives commands.
pub(crate) struct Operator {
    pub(crate) client: Client,
    pub(crate) name: String,
    tournament: TournamentId,
    request: RequestId,
    /// The last step seen.
    pub(crate) seq: Seq,
    /// Steps received and not examined yet.
    steps: Vec<TournamentStep>,
}

impl Operator {
    /// Begins a second factor and returns its key.
    pub(crate) async fn begins_a_second_factor(&mut self, password: &str) -> Secret {
        let step = SecondFactorStep::Begin(Secret::from(password));
        self.client.send([SetSecondFactor { request: RequestId(50), step }.into()]).await;
        loop {
            match self.client.receive().await {
                ServerMessage::SecondFactorKey(made) => return made.key,
                ServerMessage::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
    }

    /// Confirms the key with the digits of the authenticator.
    pub(crate) async fn confirms_a_second_factor(&mut self, digits: &str) {
        let step = SecondFactorStep::Confirm(Secret::from(digits));
        self.client.send([SetSecondFactor { request: RequestId(51), step }.into()]).await;
        loop {
            match self.client.receive().await {
                ServerMessage::RecoveryCodes(_) => return,
                ServerMessage::Refused(refused) => panic!("{refused:?}"),
                _ => {}
            }
        }
    }

    async fn receive(&mut self) -> ServerMessage {
        let message = self.client.receive().await;
        match &message {
            ServerMessage::TournamentStep(step) => {
                self.seq = step.seq;
                self.steps.push(step.clone());
            }
            ServerMessage::TournamentSnapshot(snapshot) => self.seq = snapshot.view.seq,
            _ => {}
        }
        message
    }

    fn next_request(&mut self) -> RequestId {
        self.request.0 += 1;
        self.request
    }

    async fn answer<T>(
        &mut self,
        message: ClientMessage,
        pick: impl Fn(ServerMessage) -> Option<T>,
    ) -> Result<T, ErrorCode> {
        self.client.send([message]).await;
        loop {
            match self.receive().await {
                ServerMessage::Refused(refused) if refused.request == self.request => {
                    assert!(!refused.message.is_empty());
                    return Err(refused.code);
                }
                other => {
                    if let Some(answer) = pick(other) {
                        return Ok(answer);
                    }
                }
            }
        }
    }

    /// Requests the current view.
    pub(crate) async fn look(&mut self) -> TournamentView {
        let (request, tournament) = (self.next_request(), self.tournament);
        let watch = WatchTournament { request, tournament, on: true };
        let view = self.answer(watch.into(), |message| match message {
            ServerMessage::TournamentSnapshot(snapshot) => Some(*snapshot.view),
            _ => None,
        });
        view.await.unwrap()
    }

    /// Requests the impounded pots, which follow the view if there are any.
    pub(crate) async fn pots(&mut self) -> Vec<ImpoundedPot> {
        let (request, tournament) = (self.next_request(), self.tournament);
        let watch = WatchTournament { request, tournament, on: true };
        let pots = self.answer(watch.into(), |message| match message {
            ServerMessage::TournamentPots(pots) => Some(pots.pots),
            _ => None,
        });
        pots.await.unwrap()
    }

    /// Requests views until one matches.
    pub(crate) async fn until(
        &mut self,
        what: &str,
        holds: impl Fn(&TournamentView) -> bool,
    ) -> TournamentView {
        let deadline = Instant::now() + LONG;
        loop {
            let view = self.look().await;
            if holds(&view) {
                return view;
            }
            assert!(Instant::now() < deadline, "not so: {what}: {view:?}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    pub(crate) async fn players(&mut self) -> Vec<PlayerRow> {
        let (request, tournament) = (self.next_request(), self.tournament);
        let list = ListPlayers { request, tournament, from: 0 };
        let page = self.answer(list.into(), |message| match message {
            ServerMessage::PlayerPage(page) => Some(page.players),
            _ => None,
        });
        page.await.unwrap()
    }

    pub(crate) async fn tables(&mut self) -> Vec<TableRow> {
        let (request, tournament) = (self.next_request(), self.tournament);
        let list = ListTournamentTables { request, tournament, from: 0 };
        let page = self.answer(list.into(), |message| match message {
            ServerMessage::TablePage(page) => Some(page.tables),
            _ => None,
        });
        page.await.unwrap()
    }

    /// Waits until the players and tables match.
    pub(crate) async fn until_seated(
        &mut self,
        what: &str,
        holds: impl Fn(&[PlayerRow], &[TableRow]) -> bool,
    ) {
        let deadline = Instant::now() + LONG;
        loop {
            let (players, tables) = (self.players().await, self.tables().await);
            if holds(&players, &tables) {
                return;
            }
            assert!(Instant::now() < deadline, "not so: {what}: {players:?} {tables:?}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Gives a command at a table, based on its current state.
    pub(crate) async fn at_table(
        &mut self,
        table: TableId,
        command: TableCommand,
    ) -> Result<(), ErrorCode> {
        let observe = Observe { request: self.next_request(), table };
        let seq = self.answer(observe.into(), |message| match message {
            ServerMessage::TableSnapshot(snapshot) if snapshot.view.info.table == table => {
                Some(snapshot.view.seq)
            }
            _ => None,
        });
        let (seq, request) = (seq.await?, self.next_request());
        let (reason, rule) = (REASON.to_owned(), Some(RULE.to_owned()));
        let order = DirectTable { request, table, seq, reason, rule, command };
        self.answer(order.into(), |message| match message {
            ServerMessage::Done(done) if done.request == request => Some(()),
            _ => None,
        })
        .await
    }

    /// Returns the audit trail, the latest first.
    pub(crate) async fn rulings(&mut self) -> Vec<Ruling> {
        let (request, tournament) = (self.next_request(), self.tournament);
        let list = ListRulings { request, tournament, from: 0 };
        let page = self.answer(list.into(), |message| match message {
            ServerMessage::RulingPage(page) => Some(page.rulings),
            _ => None,
        });
        page.await.unwrap()
    }

    pub(crate) async fn enter(&mut self) {
        let (request, tournament) = (self.next_request(), self.tournament);
        let enter = EnterTournament { request, tournament, of_age: true };
        let entered = self.answer(enter.into(), |message| match message {
            ServerMessage::Entered(_) => Some(()),
            _ => None,
        });
        entered.await.unwrap();
    }

    /// Waits for the refusal of the request with this number.
    pub(crate) async fn refusal(&mut self, request: u32) -> ErrorCode {
        loop {
            match self.receive().await {
                ServerMessage::Refused(refused) if refused.request == RequestId(request) => {
                    return refused.code;
                }
                ServerMessage::Done(done) => assert_ne!(done.request, RequestId(request)),
                _ => {}
            }
        }
    }

    /// Gives a command based on the state at this step.
    pub(crate) async fn give(
        &mut self,
        seq: Seq,
        command: TournamentCommand,
    ) -> Result<(), ErrorCode> {
        let order = DirectTournament {
            request: self.next_request(),
            tournament: self.tournament,
            seq,
            reason: REASON.to_owned(),
            rule: Some(RULE.to_owned()),
            command,
        };
        let request = order.request;
        self.answer(order.into(), |message| match message {
            ServerMessage::Done(done) if done.request == request => Some(()),
            _ => None,
        })
        .await
    }

    /// Gives a command based on the current state, and repeats it if something
    /// happened in the meantime.
    pub(crate) async fn try_order(&mut self, command: &TournamentCommand) -> Result<(), ErrorCode> {
        let deadline = Instant::now() + LONG;
        loop {
            let answer = self.give(self.seq, command.clone()).await;
            if answer != Err(ErrorCode::SeqMoved) {
                return answer;
            }
            assert!(Instant::now() < deadline, "something happens all the time: {command:?}");
            self.look().await;
        }
    }

    /// Gives a command that must succeed. Returns the step it led to. It must be the first entry
    /// of the audit trail.
    pub(crate) async fn order(
        &mut self,
        command: TournamentCommand,
    ) -> (Seq, Vec<TournamentEvent>) {
        let since = self.seq;
        assert_eq!(self.try_order(&command).await, Ok(()), "{command:?}");
        let ruled = FloorRuled {
            operator: Some(self.name.clone()),
            command: command.clone(),
            reason: REASON.to_owned(),
            rule: Some(RULE.to_owned()),
            state: RulingState::Made,
        };
        let ruled = TournamentEvent::from(ruled);
        let deadline = Instant::now() + LONG;
        let step = loop {
            assert!(Instant::now() < deadline, "nobody is told of {command:?}: {:?}", self.steps);
            let told = |step: &&TournamentStep| step.seq > since && step.events.0.contains(&ruled);
            if let Some(step) = self.steps.iter().find(told) {
                break step.clone();
            }
            self.receive().await;
        };
        self.steps.clear();
        let kept = self.rulings().await.remove(0);
        assert_eq!((kept.seq, &kept.command), (step.seq, &command), "{kept:?}");
        assert_eq!(kept.operator.as_deref(), Some(&*self.name));
        assert_eq!((&*kept.reason, kept.rule.as_deref()), (REASON, Some(RULE)));
        assert!(kept.at.0 > 1_600_000_000_000, "{kept:?}");
        (step.seq, step.events.0)
    }

    /// Requests the levels and breaks.
    pub(crate) async fn structure(&mut self) -> StructureSheet {
        let (request, tournament) = (self.next_request(), self.tournament);
        let get = GetStructure { request, tournament };
        let sheet = self.answer(get.into(), |message| match message {
            ServerMessage::StructureSheet(sheet) => Some(sheet),
            _ => None,
        });
        sheet.await.unwrap()
    }

    /// Requests views until a table matches.
    pub(crate) async fn until_dealt(
        &mut self,
        table: TableId,
        what: &str,
        holds: impl Fn(&TableView) -> bool,
    ) {
        let deadline = Instant::now() + LONG;
        loop {
            let observe = Observe { request: self.next_request(), table };
            let view = self.answer(observe.into(), |message| match message {
                ServerMessage::TableSnapshot(snapshot) if snapshot.view.info.table == table => {
                    Some(snapshot.view)
                }
                _ => None,
            });
            let view = view.await.unwrap();
            if holds(&view) {
                return;
            }
            assert!(Instant::now() < deadline, "not so: {what}: {view:?}");
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits until watchers receive a ruling as it is stored.
    pub(crate) async fn is_told_of(&mut self, kept: &Ruling) {
        let ruled = TournamentEvent::from(FloorRuled {
            operator: kept.operator.clone(),
            command: kept.command.clone(),
            reason: kept.reason.clone(),
            rule: kept.rule.clone(),
            state: kept.state,
        });
        while !self.steps.iter().any(|step| step.events.0.contains(&ruled)) {
            self.receive().await;
        }
    }

    /// Undoes a ruling, and returns the events that follow.
    pub(crate) async fn undo(&mut self, ruling: Seq) -> Vec<TournamentEvent> {
        let (_, events) = self.order(TournamentCommand::Undo(ruling)).await;
        let undone = |event: &TournamentEvent| {
            matches!(event, TournamentEvent::RulingChanged(changed)
                if (changed.ruling, changed.state) == (ruling, RulingState::Undone))
        };
        assert!(events.iter().any(undone), "{events:?}");
        let kept = self.rulings().await;
        let of = kept.iter().find(|kept| kept.seq == ruling).unwrap();
        assert_eq!(of.state, RulingState::Undone);
        events
    }

    /// Checks that a ruling cannot be undone, and that trying has no effect.
    pub(crate) async fn cannot_undo(&mut self, ruling: Seq) {
        let before = self.rulings().await.len();
        let answer = self.try_order(&TournamentCommand::Undo(ruling)).await;
        assert_eq!(answer, Err(ErrorCode::CannotUndo));
        assert_eq!(self.rulings().await.len(), before);
    }
}

/// Returns `true` if one of the events matches.
pub(crate) fn told(events: &[TournamentEvent], is: impl Fn(&TournamentEvent) -> bool) -> bool {
    events.iter().any(is)
}
