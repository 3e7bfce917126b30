//! Measures the server's delay with pings on an idle connection. They are sent from a separate
//! thread, so that a busy generator does not distort them. A server with a late event loop answers
//! late, whatever its tables do.

use crate::figures::Distribution;
use cardroom_bot::Encoding;
use cardroom_bot::connection::{Connection, ConnectionError, Endpoint};
use cardroom_protocol::ServerMessage;
use cardroom_protocol::client::Ping;
use parking_lot::Mutex;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// The interval of pings, which is long enough not to add load.
const PERIOD: Duration = Duration::from_millis(50);
/// How long one connection is used. It is never signed in, and a room closes such a connection
/// after a while (`limits.login_timeout_ms`), which would count as a limit that bound.
const CONNECTION: Duration = Duration::from_secs(10);
/// How long to wait before reconnecting after an error.
const PAUSE: Duration = Duration::from_millis(500);

/// Pings until it is stopped or dropped.
pub(crate) struct Sounding {
    stop: CancellationToken,
    noted: Arc<Mutex<Noted>>,
}

#[derive(Default)]
struct Noted {
    answered: Distribution,
    /// The longest answer time since the last report.
    worst: Option<Duration>,
    /// When the ping was sent that is not answered yet.
    unanswered: Option<Instant>,
}

impl Sounding {
    /// Starts to ping the room at this URL.
    pub(crate) fn start(url: String) -> Self {
        let (stop, noted) = (CancellationToken::new(), Arc::<Mutex<Noted>>::default());
        let (stopped, shared) = (stop.clone(), Arc::clone(&noted));
        // Without a thread nothing is measured, and the report says so.
        let _ = std::thread::Builder::new().name("sounding".to_owned()).spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            if let Ok(runtime) = runtime {
                runtime.block_on(stopped.run_until_cancelled(keep_pinging(&url, &shared)));
            }
        });
        Self { stop, noted }
    }

    /// Drops the measurements of the warm-up.
    pub(crate) fn forget(&self) {
        self.noted.lock().answered = Distribution::default();
    }

    /// Returns the longest answer time since the last call, or `None` without any.
    pub(crate) fn take_worst(&self) -> Option<Duration> {
        self.noted.lock().worst.take()
    }

    /// Stops, and returns how long answers took. Includes the times of pings that were due while
    /// the one before was unanswered, and the wait for an answer that did not arrive.
    pub(crate) fn stop(&self) -> Distribution {
        self.stop.cancel();
        let mut noted = self.noted.lock();
        if let Some(sent) = noted.unanswered.take() {
            noted.answered.record(sent.elapsed());
        }
        noted.answered.paced(Some(PERIOD))
    }
}

impl Drop for Sounding {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

async fn keep_pinging(url: &str, noted: &Mutex<Noted>) {
    loop {
        let Ok(endpoint) = Endpoint::resolve(url).await else {
            tokio::time::sleep(PAUSE).await;
            continue;
        };
        if let Err(error) = ping(&endpoint, noted).await {
            tracing::debug!(?error, "pings are interrupted");
            tokio::time::sleep(PAUSE).await;
        }
    }
}

/// Pings until the connection breaks or has been used for long enough.
async fn ping(endpoint: &Endpoint, noted: &Mutex<Noted>) -> Result<(), ConnectionError> {
    let mut connection = Connection::open(endpoint, Encoding::Binary, None).await?;
    let mut due = Instant::now();
    let ends = due + CONNECTION;
    for nonce in 0.. {
        tokio::time::sleep_until(due).await;
        if due >= ends {
            break;
        }
        // Not from when the ping was due, because the server did not cause a late
        // wakeup of this thread.
        let sent = Instant::now();
        noted.lock().unanswered = Some(sent);
        connection.send(&[Ping { nonce }.into()]).await?;
        let is_pong = |message: &ServerMessage| match message {
            ServerMessage::Pong(pong) => pong.nonce == nonce,
            _ => false,
        };
        while !connection.receive().await?.messages.iter().any(is_pong) {}
        let took = sent.elapsed();
        let mut noted = noted.lock();
        noted.unanswered = None;
        noted.answered.record(took);
        noted.worst = noted.worst.max(Some(took));
        drop(noted);
        due = (due + PERIOD).max(Instant::now());
    }
    connection.close().await;
    Ok(())
}
