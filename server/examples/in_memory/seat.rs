//! One player and its session. It does what a connection does, with a queue instead of the socket.

use bytes::Bytes;
use cardroom::outbox::Outbox;
use cardroom::room::Room;
use cardroom::session::client::Client;
use cardroom_bot::brains::TightAggressive;
use cardroom_bot::player::{Outcome, Player, Shared};
use cardroom_bot::{Encoding, Seed};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::MINOR_VERSION;
use cardroom_protocol::client::Hello;
use cardroom_protocol::server::ServerMessage;
use std::future::poll_fn;
use std::net::{IpAddr, Ipv4Addr};
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

const ENCODING: Encoding = Encoding::Binary;
/// How many frames may be on their way to a session.
const ON_THE_WAY: usize = 16;
/// The same limit as in `[limits]` of the configuration.
const UNREAD: usize = 65_536;
const FRAME: usize = 1 << 20;

/// State that all players of a run share.
pub(crate) struct Party {
    pub(crate) room: Arc<Room>,
    pub(crate) sessions: Handle,
    pub(crate) shared: Arc<Shared>,
    /// The start of the clock of all players.
    pub(crate) start: Instant,
    pub(crate) seed: u64,
    /// Canceling this makes all players leave their seats.
    pub(crate) stop: CancellationToken,
}

impl Party {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }
}

/// Plays one player from its login until it leaves. Releases the permit for the next player once
/// it has a table.
pub(crate) async fn play(
    party: Arc<Party>,
    number: u32,
    comes_in: OwnedSemaphorePermit,
) -> anyhow::Result<Outcome> {
    let outbox = Arc::new(Outbox::recording_at_most(ENCODING, UNREAD));
    // Each player has a different address, so that limits per address do not apply.
    let address = IpAddr::V4(Ipv4Addr::from_bits(0x0A00_0000 | number));
    let client = Client::new(Arc::clone(&party.room), Arc::clone(&outbox), address);
    let (line, frames) = mpsc::channel(ON_THE_WAY);
    party.sessions.spawn(serve(client, Arc::clone(&outbox), frames));

    let bot = number as usize;
    let seed = Seed::new(party.seed, u64::from(number));
    let brain = Box::new(TightAggressive::new(seed));
    let mut player = Player::new(bot, seed, Arc::clone(&party.shared), brain);
    let mut comes_in = Some(comes_in);
    let mut is_greeted = false;
    let mut is_stopped = false;
    let hello = Hello { minor: MINOR_VERSION, client: "in memory".to_owned() };
    line.send(ENCODING.encode(&[ClientMessage::from(hello)])?).await?;
    loop {
        let due = player.deadline().filter(|_| is_greeted).map(|at| party.start + at);
        let far = party.start + Duration::from_secs(1 << 20);
        let frames = tokio::select! {
            frames = poll_fn(|cx| outbox.poll_recorded(cx)) => frames,
            () = tokio::time::sleep_until(due.unwrap_or(far)) => Vec::new(),
            () = party.stop.cancelled(), if !is_stopped => Vec::new(),
        };
        let now = party.now();
        for frame in frames {
            let mut messages = ENCODING.decode::<ServerMessage>(&frame, FRAME)?.messages;
            if !is_greeted {
                let Some(ServerMessage::Welcome(welcome)) = messages.first() else {
                    anyhow::bail!("the room does not welcome");
                };
                player.connected(now, welcome.idle_timeout_ms);
                messages.remove(0);
                is_greeted = true;
            }
            player.receive(now, messages);
        }
        if party.stop.is_cancelled() && !is_stopped {
            is_stopped = true;
            player.stop(now, Outcome::Stopped);
        }
        player.tick(now);
        let answers = player.take_outbox(now);
        if !answers.is_empty() {
            line.send(ENCODING.encode(&answers)?).await?;
        }
        if player.table().is_some() {
            comes_in.take();
        }
        if let Some(outcome) = player.outcome() {
            return Ok(outcome.clone());
        }
        anyhow::ensure!(outbox.ending().is_none(), "the room ended it: {:?}", outbox.ending());
    }
}

/// The reasons for which a session wakes up.
enum Woken {
    Frame(Option<Bytes>),
    Worked,
    Alarm,
}

/// Serves the session until its player is gone.
async fn serve(mut client: Client, outbox: Arc<Outbox>, mut frames: mpsc::Receiver<Bytes>) {
    client.enter();
    let clock = client.room().clock.clone();
    let mut alarm = pin!(tokio::time::sleep_until(clock.instant(client.deadline())));
    loop {
        let wake = |cx: &mut Context<'_>| {
            if client.poll_work(outbox.pending() == 0, cx).is_ready() {
                return Poll::Ready(Woken::Worked);
            }
            if let Poll::Ready(frame) = frames.poll_recv(cx) {
                return Poll::Ready(Woken::Frame(frame));
            }
            alarm.as_mut().poll(cx).map(|()| Woken::Alarm)
        };
        match poll_fn(wake).await {
            Woken::Frame(Some(frame)) => client.take(clock.now(), &frame),
            Woken::Frame(None) => break,
            Woken::Worked => {}
            Woken::Alarm => {
                // Every message moves the deadline. The alarm is only adjusted when it goes off.
                if client.deadline() <= clock.now() {
                    client.tick();
                }
                alarm.as_mut().reset(clock.instant(client.deadline()));
            }
        }
    }
    client.leave().await;
}
