//! The connection between one player and the room. Frames take random times but keep their order.
//! Connections are lost, lost without the room noticing, or no longer read.

use super::notes::Fault;
use super::plan::START;
use super::script::World;
use super::watch::Ear;
use bytes::Bytes;
use cardroom::clock::Clock;
use cardroom::room::Room;
use cardroom::session::in_memory::InMemory;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::Hello;
use cardroom_protocol::server::ServerMessage;
use cardroom_protocol::{Encoding, MINOR_VERSION};
use cardroom_rules::Millis;
use chacha20::ChaCha12Rng;
use rand::{RngExt as _, SeedableRng as _};
use std::collections::VecDeque;
use std::future::Future as _;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

/// The limit of unread data for a player that does not read. It is below a real room's limit, so
/// that runs reach it.
const UNREAD: usize = 16_384;
/// How long a connection sleeps if nothing is due.
const REST: Millis = Millis(3_600_000);

/// Converts a time to the clock of the players.
pub(super) fn since_start(now: Millis) -> Duration {
    Duration::from_millis(now.since(START).0)
}

/// Connects one player again and again while the process lives.
pub(super) async fn play(world: Arc<World>, room: Arc<Room>, bot: usize, life: u64) {
    let stream = 2_000_000 + life * 1_000 + bot as u64;
    let mut chance = world.plan.chance(stream);
    world.bots[bot].lock().disconnected();
    loop {
        let wait = Duration::from_millis(chance.random_range(1..3_000));
        tokio::time::sleep(wait).await;
        if world.bots[bot].lock().outcome().is_some() {
            return;
        }
        let mut line = Line::open(&world, &room, bot, chance);
        let lost = line.run().await;
        chance = line.hang_up(lost).await;
    }
}

/// How a connection ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lost {
    Cut,
    /// The player is gone, and the room does not notice.
    HalfOpen,
}

struct Line {
    world: Arc<World>,
    clock: Clock,
    bot: usize,
    session: InMemory,
    encoding: Encoding,
    ear: Ear,
    chance: ChaCha12Rng,
    /// Frames on their way to the room, with their times of arrival.
    up: VecDeque<(Millis, Bytes)>,
    /// Messages on their way to the player, by frame.
    down: VecDeque<(Millis, Arc<Vec<ServerMessage>>)>,
    /// The player does not read until this time.
    stalled_until: Millis,
    greeted: bool,
    /// True if the player is gone.
    is_dead: bool,
    lost: Option<Lost>,
}

impl Line {
    fn open(world: &Arc<World>, room: &Arc<Room>, bot: usize, chance: ChaCha12Rng) -> Self {
        let encoding = world.plan.bots[bot].encoding;
        let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
        let session = InMemory::connect(room, encoding, UNREAD, address);
        let mut line = Self {
            world: Arc::clone(world),
            clock: room.clock.clone(),
            bot,
            session,
            encoding,
            ear: world.watch.ear(),
            chance,
            up: VecDeque::new(),
            down: VecDeque::new(),
            stalled_until: Millis(0),
            greeted: false,
            is_dead: false,
            lost: None,
        };
        let hello = Hello { minor: MINOR_VERSION, client: "simulated".to_owned() };
        line.send(&[hello.into()]);
        line
    }

    /// Runs until the connection is lost, and returns how.
    async fn run(&mut self) -> Lost {
        loop {
            self.carry();
            if let Some(lost) = self.lost {
                return lost;
            }
            let frames = self.wake().await;
            self.said(&frames);
            if self.has_ended() && self.down.is_empty() {
                return Lost::Cut;
            }
        }
    }

    /// Returns `true` if the room has ended the connection, and everything of it was read.
    fn has_ended(&self) -> bool {
        self.session.ending().is_some() && self.session.outbox().pending() == 0
    }

    /// Serves the session until there are frames for the player, which it returns, or until
    /// something else is due.
    async fn wake(&mut self) -> Vec<Bytes> {
        let now = self.clock.now();
        // When the room has closed a connection, it must report so, and nothing else is due.
        let is_ended = self.session.ending().is_some();
        let stalled = now < self.stalled_until && !is_ended;
        let reads = !stalled && !self.has_ended();
        let read_at = self.down.front().map(|(at, _)| match stalled {
            true => (*at).max(self.stalled_until),
            false => *at,
        });
        let player = self.world.bots[self.bot].lock().deadline();
        let player = player
            .filter(|_| self.greeted)
            .map(|at| START + Millis(u64::try_from(at.as_millis()).unwrap_or(u64::MAX / 2) + 1));
        let stall = stalled.then_some(self.stalled_until);
        let due = [self.up.front().map(|(at, _)| *at), read_at, player, stall];
        // A session that has ended has nothing to wait for.
        let rest = if is_ended { Millis(1) } else { REST };
        let due = due.into_iter().flatten().min().unwrap_or(now + rest);
        let mut sleep = pin!(tokio::time::sleep_until(self.clock.instant(due)));
        let outbox = Arc::clone(self.session.outbox());
        self.session
            .serve(|cx| {
                if reads && let Poll::Ready(frames) = outbox.poll_recorded(cx) {
                    return Poll::Ready(frames);
                }
                sleep.as_mut().poll(cx).map(|()| Vec::new())
            })
            .await
    }

    /// Puts frames of the room on their way to the player.
    fn said(&mut self, frames: &[Bytes]) {
        let now = self.clock.now();
        for frame in frames {
            let heard = self.ear.hear(&self.world, now, self.bot, self.encoding, frame);
            if self.is_dead {
                continue;
            }
            let at = self.arrival(self.down.back().map(|(at, _)| *at));
            self.down.push_back((at, heard));
        }
    }

    /// Delivers everything that arrives now, and sends the player's answers.
    fn carry(&mut self) {
        let now = self.clock.now();
        while let Some((_, frame)) = self.up.pop_front_if(|(at, _)| *at <= now) {
            self.world.notes.count(|counts| counts.inputs += 1);
            self.session.take(now, &frame);
        }
        if now >= self.stalled_until || self.session.ending().is_some() {
            while let Some((_, messages)) = self.down.pop_front_if(|(at, _)| *at <= now) {
                self.receive(now, messages);
            }
        }
        if self.greeted {
            let mut player = self.world.bots[self.bot].lock();
            player.tick(since_start(now));
            let answers = player.take_outbox(since_start(now));
            let done = player.outcome().is_some();
            drop(player);
            self.send(&answers);
            if done && self.up.is_empty() {
                self.lost = Some(Lost::Cut);
            }
        }
    }

    fn receive(&mut self, now: Millis, messages: Arc<Vec<ServerMessage>>) {
        let mut messages = Arc::unwrap_or_clone(messages);
        let mut player = self.world.bots[self.bot].lock();
        if !self.greeted {
            let Some(ServerMessage::Welcome(welcome)) = messages.first() else { return };
            self.greeted = true;
            player.connected(since_start(now), welcome);
            messages.remove(0);
        }
        player.receive(since_start(now), messages);
    }

    /// Sends messages to the room, and decides which faults strike them.
    fn send(&mut self, messages: &[ClientMessage]) {
        if messages.is_empty() {
            return;
        }
        self.world.watch.sent(self.bot, messages);
        let now = self.clock.now();
        let frame = match self.encoding.encode(messages) {
            Ok(frame) => frame,
            Err(error) => return self.world.notes.fail(format!("a frame cannot be made: {error}")),
        };
        let is_login = messages.iter().any(|said| matches!(said, ClientMessage::LoginToken(_)));
        // Tokens do not come from the seed and differ between runs.
        self.world.notes.log(now, "up", if is_login { &[] } else { &frame });
        let at = self.arrival(self.up.back().map(|(at, _)| *at));
        self.up.push_back((at, frame.clone()));
        let (rates, notes) = (&self.world.plan.rates, &self.world.notes);
        if notes.strikes(now, Fault::Twice, rates.twice, &mut self.chance) {
            notes.count(|counts| counts.repeated += 1);
            self.up.push_back((at, frame));
        }
        if notes.strikes(now, Fault::Stall, rates.stall, &mut self.chance) {
            notes.count(|counts| counts.stalls += 1);
            self.stalled_until = now + Millis(self.chance.random_range(500..60_000));
        }
        if notes.strikes(now, Fault::Cut, rates.cut, &mut self.chance) {
            notes.count(|counts| counts.disconnects += 1);
            self.lost = Some(Lost::Cut);
        }
        if notes.strikes(now, Fault::HalfOpen, rates.half_open, &mut self.chance) {
            notes.count(|counts| counts.half_open += 1);
            self.lost = Some(Lost::HalfOpen);
        }
    }

    /// Returns when a frame that is sent now arrives, after the one before it.
    fn arrival(&mut self, before: Option<Millis>) -> Millis {
        let takes = self.chance.random_range(0..self.world.plan.rates.delay_ms);
        (self.clock.now() + Millis(takes)).max(before.unwrap_or_default())
    }

    /// Disconnects the player. The room either notices or keeps sending.
    async fn hang_up(mut self, lost: Lost) -> ChaCha12Rng {
        self.world.bots[self.bot].lock().disconnected();
        let next = ChaCha12Rng::from_rng(&mut self.chance);
        match lost {
            Lost::Cut => self.session.leave().await,
            Lost::HalfOpen => {
                tokio::spawn(self.talk_to_nobody());
            }
        }
        next
    }

    /// Delivers the remaining frames to the room, and discards its answers.
    async fn talk_to_nobody(mut self) {
        self.greeted = false;
        self.is_dead = true;
        self.stalled_until = Millis(0);
        while self.session.ending().is_none() {
            self.carry();
            if self.session.ending().is_none() {
                let frames = self.wake().await;
                self.said(&frames);
            }
        }
        self.session.leave().await;
    }
}
