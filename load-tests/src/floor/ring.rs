//! The players of a floor. They act as soon as it is their turn, and record when all players know.

use super::traffic::NOBODY;
use super::{FloorError, FloorProcess, Traffic};
use crate::figures::Distribution;
use crate::process_stats::{ProcessUse, Switches};
use bytes::Bytes;
use cardroom_bot::ThinkTime;
use futures_util::{SinkExt as _, StreamExt as _};
use parking_lot::Mutex;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// How many players connect at the same time.
const CONNECTING: usize = 100;

/// The results of a floor.
#[derive(Clone, Debug)]
pub(crate) struct Measured {
    /// Actions at all tables.
    pub(crate) actions: u64,
    /// The duration of the count.
    pub(crate) time: Duration,
    /// CPU time of the floor's server, if the system reports it.
    pub(crate) used: Option<ProcessUse>,
    /// Context switches of the floor's server, if the system reports them.
    pub(crate) switches: Option<Switches>,
    /// From the intended moment of an action to its actor reading the step.
    pub(crate) action_rtt: Distribution,
}

/// The players of all tables.
pub(crate) struct Players {
    tasks: JoinSet<()>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    actions: AtomicU64,
    times: Mutex<Distribution>,
}

impl Players {
    /// Connects all players. They play as soon as their table is full, with these think times.
    pub(crate) async fn connect(
        address: SocketAddr,
        traffic: Traffic,
        think: ThinkTime,
    ) -> Result<Self, FloorError> {
        let shared = Arc::new(Shared::default());
        let mut tasks = JoinSet::new();
        let places: Vec<(u32, u8)> = (0..traffic.tables)
            .flat_map(|table| (0..traffic.seats).map(move |seat| (table, seat)))
            .collect();
        for some in places.chunks(CONNECTING) {
            let mut coming = JoinSet::new();
            for (table, seat) in some.iter().copied() {
                coming.spawn(async move { (table, seat, connect(address, table, seat).await) });
            }
            while let Some(come) = coming.join_next().await {
                let Ok((table, seat, socket)) = come else { return Err(FloorError::Broken) };
                let action = Bytes::from(vec![0; traffic.action_bytes.into()]);
                let random = StdRng::seed_from_u64(u64::from(table) * 16 + u64::from(seat));
                let player = Player { seat, think, random, action, shared: Arc::clone(&shared) };
                tasks.spawn(player.play(socket?));
            }
        }
        Ok(Self { tasks, shared })
    }

    /// Warms up, measures, and disconnects all players.
    pub(crate) async fn measure(
        mut self,
        server: &FloorProcess,
        warm_up: Duration,
        time: Duration,
    ) -> Result<Measured, FloorError> {
        tokio::time::sleep(warm_up).await;
        *self.shared.times.lock() = Distribution::default();
        let actions = self.actions();
        let (used, switches) = (server.usage(), server.switches());
        let begin = Instant::now();
        tokio::time::sleep(time).await;
        let measured = Measured {
            actions: self.actions() - actions,
            time: begin.elapsed(),
            used: server.usage().zip(used).map(|(end, begin)| end - begin),
            switches: server.switches().zip(switches).map(|(end, begin)| end - begin),
            action_rtt: self.shared.times.lock().clone(),
        };
        // Players must not end before they are stopped.
        if self.tasks.try_join_next().is_some() {
            return Err(FloorError::Broken);
        }
        if measured.actions == 0 { Err(FloorError::Silent) } else { Ok(measured) }
    }

    fn actions(&self) -> u64 {
        self.shared.actions.load(Ordering::Relaxed)
    }
}

impl Measured {
    /// Returns the number of actions as a figure.
    #[expect(clippy::cast_precision_loss, reason = "no run counts to 2^53")]
    pub(crate) fn actions(&self) -> f64 {
        self.actions as f64
    }

    /// Returns the actions per second of all tables.
    pub(crate) fn actions_per_second(&self) -> f64 {
        self.actions() / self.time.as_secs_f64()
    }
}

async fn connect(
    address: SocketAddr,
    table: u32,
    seat: u8,
) -> Result<WebSocketStream<TcpStream>, FloorError> {
    let failed =
        |error: tokio_tungstenite::tungstenite::Error| FloorError::Connect(Box::new(error));
    let stream = TcpStream::connect(address).await.map_err(|error| failed(error.into()))?;
    stream.set_nodelay(true).map_err(|error| failed(error.into()))?;
    // The same settings as the room's bots.
    let config = WebSocketConfig::default()
        .read_buffer_size(1024)
        .write_buffer_size(256)
        .max_write_buffer_size(64 * 1024);
    let url = format!("ws://{address}/{table}/{seat}");
    let (socket, _) = tokio_tungstenite::client_async_with_config(url, stream, Some(config))
        .await
        .map_err(failed)?;
    Ok(socket)
}

struct Player {
    seat: u8,
    think: ThinkTime,
    random: StdRng,
    action: Bytes,
    shared: Arc<Shared>,
}

impl Player {
    /// Plays until the connection ends or the task is aborted.
    async fn play(mut self, mut socket: WebSocketStream<TcpStream>) {
        let mut acted_at = None;
        while let Some(Ok(message)) = socket.next().await {
            let Message::Binary(frame) = message else { continue };
            if let Some(at) = Option::<Instant>::take(&mut acted_at) {
                self.note(at.elapsed());
            }
            let turn = frame.first().copied().unwrap_or(NOBODY);
            if turn == self.seat {
                // Timed like the room's actions, from when the action was due, even if
                // this program is late.
                let think = self.think.sample(&mut self.random, Duration::MAX);
                let intended = Instant::now() + think;
                if !think.is_zero() {
                    tokio::time::sleep_until(intended).await;
                }
                acted_at = Some(intended);
                if socket.send(Message::Binary(self.action.clone())).await.is_err() {
                    return;
                }
            }
        }
    }

    fn note(&self, time: Duration) {
        self.shared.actions.fetch_add(1, Ordering::Relaxed);
        self.shared.times.lock().record(time);
    }
}
