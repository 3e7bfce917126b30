//! A visitor connects, does one thing for as long as it stays, and leaves. It plays no cards.

use super::Shared;
use super::plan::{ComesAs, Does, Plan};
use cardroom_bot::connection::{Connection, ConnectionError, frame_bytes};
use cardroom_bot::notices::is_limit;
use cardroom_bot::{TableId, ThinkTime};
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{ListTables, LoginGuest, Observe, Ping, Register, WatchLobby};
use cardroom_protocol::lobby::TableFilter;
use cardroom_protocol::{ErrorCode, RequestId, Secret, ServerMessage};
use rand::rngs::StdRng;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The id of the login request.
const LOGIN: RequestId = RequestId(1);
/// The first id of requests to watch tables.
const OBSERVE: u32 = 10;
/// The first id of requests for the list of tables.
const LIST: u32 = 1_000;
/// The password of accounts that visitors create.
const PASSWORD: &str = "a password of nobody";
/// How long to wait for an answer of the room.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long to read the rest of a connection that was not read, through a narrow window.
const LAST_READ: Duration = Duration::from_secs(10);
/// The offset between an error's number and its WebSocket close code.
const CLOSE_CODES: u16 = 4_000;

/// Why a visit failed.
#[derive(Debug)]
pub(super) enum Unwell {
    TurnedAway(Refusal),
    Broke(ConnectionError),
    /// The room did not answer.
    Silent,
}

/// Something that the room refused a visitor.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The refused request or step, and the code.
    pub(super) reason: String,
    /// Whether a limit of the server is the cause.
    pub(super) is_limit: bool,
}

impl Refusal {
    fn of(what: &str, code: ErrorCode) -> Self {
        Self { reason: format!("{what} {code}"), is_limit: is_limit(code) }
    }
}

impl From<ConnectionError> for Unwell {
    fn from(error: ConnectionError) -> Self {
        match error.refusal() {
            Some(reason) => Self::TurnedAway(Refusal { reason, is_limit: error.is_limit() }),
            None => Self::Broke(error),
        }
    }
}

/// The result for a visitor that does not read.
enum Stalled {
    /// The room has closed the connection.
    Closed,
    /// The room still accepted requests at the end of the visit.
    Served,
}

pub(super) struct Visitor {
    /// The visitor's number in the run.
    pub(super) number: u32,
    /// When the visit was due.
    pub(super) intended: Instant,
    /// The source of its random pauses.
    pub(super) random: StdRng,
}

impl Visitor {
    /// Makes the whole visit. It ends early when `leave` is canceled, but never during a login,
    /// because the chips that the room grants there must be counted.
    pub(super) async fn visit(
        mut self,
        plan: &Plan,
        shared: &Shared,
        leave: &CancellationToken,
    ) -> Result<(), Unwell> {
        let endpoint = if plan.does == Does::Stalls { &shared.narrow } else { &shared.endpoint };
        let mut connection = Connection::open(endpoint, shared.encoding, shared.source()).await?;
        tokio::time::timeout(PATIENCE, self.come_in(plan.comes_as, &mut connection, shared))
            .await
            .map_err(|_| Unwell::Silent)??;
        shared.entered(self.intended.elapsed());
        let until = plan.stays.map(|stays| Instant::now() + stays);
        if plan.does == Does::Stalls {
            let begin = Instant::now();
            let stalled = self.stall(plan, shared, &mut connection, until);
            // An early end proves nothing either way.
            let Some(stalled) = leave.run_until_cancelled(stalled).await else { return Ok(()) };
            let after = begin.elapsed();
            let found = match stalled {
                Stalled::Closed => Some(after),
                Stalled::Served => was_closed(connection).await.then_some(after),
            };
            shared.stalled(found);
            // A closed visitor is not replaced before its time, because newcomers would
            // keep the room busy.
            leave.run_until_cancelled(sleep_until(until)).await;
            return Ok(());
        }
        let stay = self.stay(plan, shared, &mut connection, until);
        let done = leave.run_until_cancelled(stay).await.unwrap_or(Ok(()));
        connection.close().await;
        done
    }

    /// Repeats requests to watch tables and reads nothing, until its time is over or the connection
    /// is closed. A room that has closed it answers further requests with a reset. The answers must
    /// first fill the buffers of both kernels before the room notices anything.
    async fn stall(
        &mut self,
        plan: &Plan,
        shared: &Shared,
        connection: &mut Connection,
        until: Option<Instant>,
    ) -> Stalled {
        loop {
            match connection.send(&self.observe(plan, shared)).await {
                Ok(_) => {}
                Err(ConnectionError::TimedOut) => return Stalled::Served,
                Err(_) => return Stalled::Closed,
            }
            let next = Instant::now() + plan.pauses.sample(&mut self.random, PATIENCE);
            if until.is_some_and(|until| until <= next) {
                sleep_until(until).await;
                return Stalled::Served;
            }
            tokio::time::sleep_until(next).await;
        }
    }

    async fn stay(
        &mut self,
        plan: &Plan,
        shared: &Shared,
        connection: &mut Connection,
        until: Option<Instant>,
    ) -> Result<(), Unwell> {
        match plan.does {
            Does::Leaves | Does::Stalls => Ok(()),
            Does::Waits => self.read(connection, shared, until, None).await,
            Does::Watches => {
                connection.send(&self.observe(plan, shared)).await?;
                self.read(connection, shared, until, None).await
            }
            Does::Browses => {
                connection.send(&[WatchLobby { request: RequestId(2), on: true }.into()]).await?;
                self.read(connection, shared, until, Some(plan.pauses)).await
            }
        }
    }

    /// Waits for the answer to the login.
    async fn come_in(
        &self,
        comes_as: ComesAs,
        connection: &mut Connection,
        shared: &Shared,
    ) -> Result<(), Unwell> {
        let login: ClientMessage = match comes_as {
            ComesAs::Stranger => return Ok(()),
            ComesAs::Guest => LoginGuest { request: LOGIN, nickname: None }.into(),
            ComesAs::Account => {
                let name = format!("{}-{}", shared.name_prefix, self.number);
                Register { request: LOGIN, name, password: Secret(PASSWORD.to_owned()) }.into()
            }
        };
        connection.send(&[login]).await?;
        loop {
            for message in connection.receive().await?.messages {
                match message {
                    ServerMessage::LoggedIn(login) if login.request == LOGIN => {
                        shared.granted(login.balance.0);
                        return Ok(());
                    }
                    ServerMessage::Refused(refused) if refused.request == LOGIN => {
                        return Err(Unwell::TurnedAway(Refusal::of("login", refused.code)));
                    }
                    ServerMessage::Goodbye(goodbye) => {
                        return Err(Unwell::TurnedAway(Refusal::of("goodbye", goodbye.code)));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Makes the requests to watch this visitor's tables.
    fn observe(&self, plan: &Plan, shared: &Shared) -> Vec<ClientMessage> {
        let from = if plan.same_tables { 0 } else { self.number as usize };
        let tables = shared.tables.iter().cycle().skip(from % shared.tables.len().max(1));
        let tables = tables.take((plan.tables as usize).min(shared.tables.len()));
        let request = |(number, &table): (u32, &TableId)| {
            Observe { request: RequestId(OBSERVE + number), table }.into()
        };
        (0..).zip(tables).map(request).collect()
    }

    /// Reads until it is time to leave and keeps the connection alive. A visitor that browses also
    /// requests the list of tables now and then.
    async fn read(
        &mut self,
        connection: &mut Connection,
        shared: &Shared,
        until: Option<Instant>,
        asks: Option<ThinkTime>,
    ) -> Result<(), Unwell> {
        let idle = u64::from(connection.welcome().idle_timeout_ms.max(2_000));
        let alive = Duration::from_millis(idle / 2);
        let mut said = Instant::now();
        let mut asked = 0;
        let mut waits_since = None;
        let mut next = asks.map(|pause| said + pause.sample(&mut self.random, PATIENCE));
        loop {
            let times = [until, next, waits_since.map(|since: Instant| since + PATIENCE)];
            let wake = times.into_iter().flatten().fold(said + alive, Instant::min);
            tokio::select! {
                payload = connection.receive_payload() => {
                    let payload = payload?;
                    shared.read.frames.fetch_add(1, Relaxed);
                    shared.read.bytes.fetch_add(frame_bytes(payload.len()) as u64, Relaxed);
                    for message in connection.decode(&payload)?.messages {
                        match message {
                            ServerMessage::TableList(list)
                                if list.last && list.request == RequestId(LIST + asked) =>
                            {
                                if let Some(since) = waits_since.take() {
                                    shared.answered(since.elapsed());
                                }
                                next = asks.map(|pause| {
                                    Instant::now() + pause.sample(&mut self.random, PATIENCE)
                                });
                            }
                            ServerMessage::Goodbye(goodbye) => {
                                return Err(Unwell::TurnedAway(Refusal::of("goodbye", goodbye.code)));
                            }
                            ServerMessage::Refused(refused) if refused.request.0 > LOGIN.0 => {
                                shared.refused(Refusal::of("request", refused.code));
                            }
                            _ => {}
                        }
                    }
                }
                () = tokio::time::sleep_until(wake) => {
                    let now = Instant::now();
                    if until.is_some_and(|until| until <= now) {
                        return Ok(());
                    }
                    if waits_since.is_some_and(|since| since + PATIENCE <= now) {
                        return Err(Unwell::Silent);
                    }
                    if let Some(due) = next.filter(|due| *due <= now) {
                        asked += 1;
                        // Latency counts from when the request was due, not from when
                        // this program sent it.
                        (next, waits_since, said) = (None, Some(due), now);
                        let filter = TableFilter::default();
                        let list = ListTables { request: RequestId(LIST + asked), filter };
                        connection.send(&[list.into()]).await?;
                    } else if said + alive <= now {
                        said = now;
                        connection.send(&[Ping { nonce: 0 }.into()]).await?;
                    }
                }
            }
        }
    }
}

async fn sleep_until(until: Option<Instant>) {
    match until {
        Some(until) => tokio::time::sleep_until(until).await,
        None => std::future::pending().await,
    }
}

/// Returns `true` if the room had closed a connection that was not read for long. Reading it to its
/// end then finds a close or a reset. If the room keeps sending, it has not closed it.
async fn was_closed(mut connection: Connection) -> bool {
    let read = async {
        loop {
            match connection.receive().await {
                Ok(frame) => {
                    let is_goodbye = |message: &ServerMessage| match message {
                        ServerMessage::Goodbye(goodbye) => goodbye.code == ErrorCode::SlowClient,
                        _ => false,
                    };
                    if frame.messages.iter().any(is_goodbye) {
                        return true;
                    }
                }
                Err(ConnectionError::Closed(Some(code))) => {
                    return code == CLOSE_CODES + ErrorCode::SlowClient.number();
                }
                // The connection was reset together with the data that was never read.
                Err(_) => return true,
            }
        }
    };
    tokio::time::timeout(LAST_READ, read).await.unwrap_or(false)
}
