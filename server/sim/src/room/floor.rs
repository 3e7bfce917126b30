//! The floor: an operator who watches every table and tournament and rules at random, mostly on the
//! current step, sometimes on an old one. The rulings need not be sensible. The room may refuse any
//! of them, and must stay consistent after those that it carries out.

mod orders;

use super::script::World;
use super::watch::Ear;
use bytes::Bytes;
use cardroom::clock::Clock;
use cardroom::room::Room;
use cardroom::session::in_memory::InMemory;
use cardroom::store::prelude::*;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Hello, LoginGuest, LoginToken, Observe};
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::table::TableEvent;
use cardroom_protocol::tournament::{
    DirectTournament, ImpoundedPot, TournamentCommand, TournamentEvent, TournamentState,
    WatchTournament,
};
use cardroom_protocol::{
    Chips, Encoding, ErrorCode, MINOR_VERSION, RequestId, Secret, Seq, TableId, TournamentId,
};
use cardroom_rules::Millis;
use chacha20::ChaCha12Rng;
use futures_util::FutureExt as _;
use orders::Moment;
use parking_lot::Mutex;
use rand::RngExt as _;
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future as _;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

/// A name that a guest may take.
const NAME: &str = "Ophelia";
/// One command in this many is about an old step.
const STALE: u32 = 6;
/// How often the operator acts after the last fault.
const SETTLING: Duration = Duration::from_millis(500);

/// The operator's login, which outlives the process.
#[derive(Default)]
pub(super) struct Badge {
    token: Mutex<Option<Secret>>,
}

/// Runs the operator while the process lives.
pub(super) async fn preside(world: Arc<World>, room: Arc<Room>, life: u64) {
    let mut chance = world.plan.chance(3_000_000 + life);
    loop {
        let mut operator = Operator::enter(&world, &room, chance);
        operator.rule().await;
        operator.session.leave().await;
        chance = operator.chance;
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

struct Operator {
    world: Arc<World>,
    room: Arc<Room>,
    clock: Clock,
    session: InMemory,
    ear: Ear,
    chance: ChaCha12Rng,
    requests: u32,
    /// Commands without an answer.
    asked: BTreeSet<u32>,
    is_on_duty: bool,
    tables: BTreeMap<TableId, Seen>,
    events: BTreeMap<TournamentId, Seen>,
}

/// The operator's knowledge of a table or a tournament.
#[derive(Clone, Default)]
struct Seen {
    seq: u64,
    seats: u8,
    is_paused: bool,
    is_over: bool,
    /// Impounded pots with their chips.
    pots: Vec<(u32, Chips)>,
}

fn pots_of(pots: &[ImpoundedPot]) -> Vec<(u32, Chips)> {
    pots.iter().map(|pot| (pot.pot, pot.chips)).collect()
}

impl Operator {
    fn enter(world: &Arc<World>, room: &Arc<Room>, chance: ChaCha12Rng) -> Self {
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let session = InMemory::connect(room, Encoding::Binary, usize::MAX, address);
        Self {
            world: Arc::clone(world),
            room: Arc::clone(room),
            clock: room.clock.clone(),
            session,
            ear: world.watch.ear(),
            chance,
            requests: 0,
            asked: BTreeSet::new(),
            is_on_duty: false,
            tables: BTreeMap::new(),
            events: BTreeMap::new(),
        }
    }

    /// Runs until the connection ends. The first one ends after the login, because the role applies
    /// only from the next login on.
    async fn rule(&mut self) {
        let hello = Hello { minor: MINOR_VERSION, client: "simulated".to_owned() };
        self.say(hello.into());
        let request = self.request();
        let token = self.world.badge.token.lock().clone();
        self.say(match token {
            Some(token) => LoginToken { request, token }.into(),
            None => LoginGuest { request, nickname: Some(NAME.to_owned()) }.into(),
        });
        while self.session.ending().is_none() {
            let settles = self.world.notes.is_settling();
            let pause = match settles {
                true => SETTLING,
                false => {
                    Duration::from_millis(self.chance.random_range(100..self.world.plan.rules_ms))
                }
            };
            if !self.listen(pause).await {
                return;
            }
            if self.is_on_duty {
                match settles {
                    // A new operator does not know yet which tables are paused.
                    true if self.looks_at_new() => {}
                    true => self.let_all_go_on(),
                    false => self.look_or_command(),
                }
            }
        }
    }

    /// Reads messages for this long. Returns `false` if the connection should end.
    async fn listen(&mut self, time: Duration) -> bool {
        let mut sleep = pin!(tokio::time::sleep(time));
        let outbox = Arc::clone(self.session.outbox());
        loop {
            let source = |cx: &mut Context<'_>| {
                if let Poll::Ready(frames) = outbox.poll_recorded(cx) {
                    return Poll::Ready(Some(frames));
                }
                sleep.as_mut().poll(cx).map(|()| None)
            };
            let Some(frames) = self.session.serve(source).await else { return true };
            let now = self.clock.now();
            if !frames.iter().all(|frame| self.hear(now, frame)) {
                return false;
            }
            if frames.is_empty() && self.session.ending().is_some() {
                return false;
            }
        }
    }

    fn hear(&mut self, now: Millis, frame: &Bytes) -> bool {
        let (bot, encoding) = (self.world.bots.len(), Encoding::Binary);
        let heard = self.ear.hear(&self.world, now, bot, encoding, frame);
        heard.iter().all(|said| self.note(now, said))
    }

    /// Handles a message. Returns `false` if the operator must log in again.
    fn note(&mut self, now: Millis, said: &ServerMessage) -> bool {
        match said {
            ServerMessage::LoggedIn(login) => {
                (*self.world.badge.token.lock()).clone_from(&login.resume_token);
                self.is_on_duty = login.role >= Role::Floor;
                if !self.is_on_duty {
                    self.appoint();
                    return false;
                }
            }
            ServerMessage::TableSnapshot(snapshot) => {
                let view = &snapshot.view;
                let (seq, seats, is_paused) = (view.seq.0, view.info.seats, view.paused);
                let seen = Seen { seq, seats, is_paused, ..Seen::default() };
                self.tables.insert(snapshot.table, seen);
            }
            ServerMessage::Step(step) => {
                let seen = self.tables.entry(step.table).or_default();
                seen.seq = step.seq.0;
                for event in &step.events.0 {
                    match event {
                        TableEvent::Paused(_) => seen.is_paused = true,
                        TableEvent::Resumed(_) => seen.is_paused = false,
                        _ => {}
                    }
                }
            }
            ServerMessage::TournamentSnapshot(snapshot) => {
                let seen = self.events.entry(snapshot.view.info.tournament).or_default();
                let info = &snapshot.view.info;
                (seen.seq, seen.seats) = (snapshot.view.seq.0, info.seats);
                seen.pots.clear();
                seen.is_over =
                    matches!(info.state, TournamentState::Finished | TournamentState::Cancelled);
            }
            ServerMessage::TournamentPots(impounded) => {
                let seen = self.events.entry(impounded.tournament).or_default();
                seen.pots = pots_of(&impounded.pots);
            }
            ServerMessage::TournamentStep(step) => {
                let seen = self.events.entry(step.tournament).or_default();
                seen.seq = step.seq.0;
                for event in &step.events.0 {
                    if let TournamentEvent::PotsChanged(changed) = event {
                        seen.pots = pots_of(&changed.pots);
                    }
                }
                seen.is_over |= step.events.0.iter().any(|event| {
                    matches!(
                        event,
                        TournamentEvent::TournamentEnded(_)
                            | TournamentEvent::TournamentCancelled(_)
                    )
                });
            }
            ServerMessage::Done(done) if self.asked.remove(&done.request.0) => {
                self.world.notes.count(|counts| counts.floor += 1);
                self.world.notes.tell(now, format_args!("the floor is obeyed: {}", done.request.0));
            }
            ServerMessage::Refused(refused) if self.asked.remove(&refused.request.0) => {
                self.world.notes.count(|counts| counts.overruled += 1);
            }
            // A busy or closing room may turn the operator away for a while.
            ServerMessage::Refused(refused) if refused.code == ErrorCode::BadName => {
                self.world.notes.fail(format!("nobody is on the floor: {}", refused.message));
            }
            _ => {}
        }
        true
    }

    /// Gives the operator's account its role, which applies from the next login on.
    fn appoint(&self) {
        let store = &self.world.store;
        let found = store.account_by_name(NAME).now_or_never().and_then(Result::ok).flatten();
        let role = if self.world.plan.runs_the_room { Role::Admin } else { Role::Floor };
        match found.map(|found| store.set_role(found.id, role).now_or_never()) {
            Some(Some(Ok(()))) => {}
            other => self.world.notes.fail(format!("nobody is on the floor: {other:?}")),
        }
    }

    fn request(&mut self) -> RequestId {
        self.requests += 1;
        RequestId(self.requests)
    }

    fn say(&mut self, message: ClientMessage) {
        match Encoding::Binary.encode(&[message]) {
            Ok(frame) => self.session.take(self.clock.now(), &frame),
            Err(error) => self.world.notes.fail(format!("a frame cannot be made: {error}")),
        }
    }

    /// Watches one table or tournament that is new to the operator. Returns `false`
    /// if there is none.
    fn looks_at_new(&mut self) -> bool {
        let tables = self.room.registry.tables();
        self.tables.retain(|id, _| tables.iter().any(|table| table.id.0 == id.0));
        let mut known = tables.iter().map(|table| TableId(table.id.0));
        let unseen = known.find(|table| !self.tables.contains_key(table));
        if let Some(table) = unseen {
            let request = self.request();
            self.tables.insert(table, Seen::default());
            self.say(Observe { request, table }.into());
            return true;
        }
        let events = self.room.registry.tournaments();
        let mut known = events.iter().map(|event| TournamentId(event.id.0));
        let unseen = known.find(|event| !self.events.contains_key(event));
        if let Some(tournament) = unseen {
            let request = self.request();
            self.events.insert(tournament, Seen::default());
            self.say(WatchTournament { request, tournament, on: true }.into());
        }
        unseen.is_some()
    }

    /// Watches something new, or sends a command.
    fn look_or_command(&mut self) {
        if self.looks_at_new() {
            return;
        }
        let tables = self.room.registry.tables();
        // An operator usually resumes a paused table soon.
        let paused = self.tables.iter().find(|(_, seen)| seen.is_paused).map(|(table, _)| *table);
        if let Some(table) = paused.filter(|_| self.chance.random_bool(0.6)) {
            return self.command_table(table, TableCommand::Resume);
        }
        let halted = self.events.iter().find(|(_, seen)| seen.is_paused).map(|(event, _)| *event);
        if let Some(event) = halted.filter(|_| self.chance.random_bool(0.6)) {
            return self.command_event(event, TournamentCommand::Resume);
        }
        let impounded = self.under_way().find(|event| !self.events[event].pots.is_empty());
        if let Some(event) = impounded.filter(|_| self.chance.random_bool(0.3)) {
            return self.release_pots(event);
        }
        let event = self.under_way().next();
        match event.filter(|_| self.chance.random_bool(0.3)) {
            Some(event) => {
                let tables: Vec<TableId> = tables.iter().map(|table| TableId(table.id.0)).collect();
                let seq = self.events.get(&event).map_or(0, |seen| seen.seq);
                let now = self.clock.now();
                let at = Moment { now, seq, tables: &tables };
                let command = orders::to_tournament(&mut self.chance, &at);
                self.command_event(event, command);
            }
            None if self.tables.is_empty() => {}
            None => {
                let which = self.chance.random_range(0..self.tables.len());
                let Some((&table, seen)) = self.tables.iter().nth(which) else { return };
                let command = orders::to_table(&mut self.chance, seen.seats.max(2));
                self.command_table(table, command);
            }
        }
    }

    /// Returns the tournaments that are not over.
    fn under_way(&self) -> impl Iterator<Item = TournamentId> + '_ {
        self.events.iter().filter(|(_, seen)| !seen.is_over).map(|(event, _)| *event)
    }

    /// Releases every impounded pot to a random entry. If that entry is out, the room rejects the
    /// command, and a later call picks another entry.
    fn release_pots(&mut self, event: TournamentId) {
        let pots = self.events.get(&event).map(|seen| seen.pots.clone()).unwrap_or_default();
        for (pot, chips) in pots {
            let command = orders::pot_to_one(&mut self.chance, pot, chips);
            self.command_event(event, command);
        }
    }

    /// Resumes everything that was stopped.
    fn let_all_go_on(&mut self) {
        let tables: Vec<TableId> = self.tables.keys().copied().collect();
        for table in tables {
            self.command_table(table, TableCommand::Resume);
        }
        let tables: Vec<TableId> =
            self.room.registry.tables().iter().map(|table| TableId(table.id.0)).collect();
        let events: Vec<TournamentId> = self.under_way().collect();
        for event in events {
            self.command_event(event, TournamentCommand::Resume);
            self.command_event(event, TournamentCommand::HandForHand(false));
            self.release_pots(event);
            for table in &tables {
                self.command_event(event, TournamentCommand::WaiveHalt(*table));
            }
        }
    }

    fn command_table(&mut self, table: TableId, command: TableCommand) {
        let Some(seen) = self.tables.get(&table) else { return };
        let seq = Seq(self.recall(seen.seq));
        let request = self.request();
        self.asked.insert(request.0);
        let what = format!("{command:?}");
        let order = DirectTable {
            request,
            table,
            seq,
            reason: "It has to be so.".to_owned(),
            rule: None,
            command,
        };
        self.order(request, &format!("table {table} {what}"), order.into());
    }

    fn command_event(&mut self, tournament: TournamentId, command: TournamentCommand) {
        let Some(seen) = self.events.get_mut(&tournament) else { return };
        match command {
            TournamentCommand::Pause => seen.is_paused = true,
            TournamentCommand::Resume => seen.is_paused = false,
            _ => {}
        }
        let seq = seen.seq;
        let seq = Seq(self.recall(seq));
        let request = self.request();
        self.asked.insert(request.0);
        let what = format!("{command:?}");
        let order = DirectTournament {
            request,
            tournament,
            seq,
            reason: "It has to be so.".to_owned(),
            rule: None,
            command,
        };
        self.order(request, &format!("tournament {tournament} {what}"), order.into());
    }

    fn order(&mut self, request: RequestId, what: &str, message: ClientMessage) {
        let now = self.clock.now();
        self.world.notes.tell(now, format_args!("the floor asks {}: {what}", request.0));
        self.world.notes.count(|counts| counts.inputs += 1);
        self.say(message);
    }

    /// Returns the step that a command refers to, usually the last one.
    fn recall(&mut self, seq: u64) -> u64 {
        let is_stale = !self.world.notes.is_settling() && self.chance.random_range(0..STALE) == 0;
        match is_stale {
            true => seq.saturating_sub(self.chance.random_range(1..20)),
            false => seq,
        }
    }
}
