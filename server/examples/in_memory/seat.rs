//! One player and its session. It does what a connection does, with a queue instead of the socket.

use bytes::Bytes;
use cardroom::room::Room;
use cardroom::session::in_memory::InMemory;
use cardroom_bot::brains::TightAggressive;
use cardroom_bot::player::{Outcome, Player, Shared};
use cardroom_bot::{Encoding, Seed};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::MINOR_VERSION;
use cardroom_protocol::client::Hello;
use cardroom_protocol::server::ServerMessage;
use std::future::poll_fn;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
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
    // Each player has a different address, so that limits per address do not apply.
    let address = IpAddr::V4(Ipv4Addr::from_bits(0x0A00_0000 | number));
    let (line, frames) = mpsc::channel(ON_THE_WAY);
    let outbox = {
        let _runtime = party.sessions.enter();
        let session = InMemory::connect(&party.room, ENCODING, UNREAD, address);
        let outbox = Arc::clone(session.outbox());
        party.sessions.spawn(serve(session, frames));
        outbox
    };

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
                player.connected(now, welcome);
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

/// Serves the session until its player is gone.
async fn serve(mut session: InMemory, mut frames: mpsc::Receiver<Bytes>) {
    let clock = session.clock().clone();
    while let Some(frame) = session.serve(|cx| frames.poll_recv(cx)).await {
        session.take(clock.now(), &frame);
    }
    session.leave().await;
}
