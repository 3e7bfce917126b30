//! Kills the room between the commit of an event and its attempts. A receiver must get every event
//! at least once and none that the room has no record of, and an order with a key must be carried
//! out at most once.

mod compare;
mod figures;
mod moments;
mod receiver;
mod room;

use super::Run;
use crate::scenario::ScenarioError;
use compare::{counts, differences};
pub(super) use figures::HookFigures;
use rand::SeedableRng as _;
use rand::rngs::StdRng;
use receiver::Receiver;
use room::{RoomApi, RoomError};
use std::ffi::OsString;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// The paths of the hooks. Both have all events, so that the same event has the same id for both.
const PATHS: [&str; 2] = ["/one", "/two"];
/// How long the events of a run may take until all have arrived.
const ARRIVED_WITHIN: Duration = Duration::from_secs(120);
/// How long to wait before asking again.
const AGAIN_AFTER: Duration = Duration::from_millis(250);

/// The receiver and the orders of a run.
pub(super) struct Hooks {
    receiver: Receiver,
    room: Arc<RoomApi>,
    rng: StdRng,
    /// The number of orders so far.
    orders: u32,
    /// The key of the order in this life, with its answer if it was read.
    under_way: Option<(String, Option<http::StatusCode>)>,
    /// The chips of the account before the first order.
    wallet: u64,
    figures: HookFigures,
}

/// Returns the settings of a room with hooks to this machine.
pub(super) fn settings() -> Vec<OsString> {
    let settings = [
        "server.address=\"https://poker.example\"",
        "outgoing.allow=[\"127.0.0.1\"]",
        "api.enabled=true",
        "api.requests_per_second=1000",
        "api.request_burst=1000",
        "limits.rows_per_hour=1000000000",
    ];
    settings.iter().map(|setting| format!("--set={setting}").into()).collect()
}

impl Hooks {
    /// Opens the receiver, and makes the hooks.
    pub(super) async fn open(url: &str, seed: u64) -> Result<Self, ScenarioError> {
        let receiver = Receiver::open().await.map_err(ScenarioError::Receiver)?;
        let addresses = PATHS.map(|path| format!("http://{}{path}", receiver.address));
        let cannot = |error: RoomError| ScenarioError::Hooks(error.to_string());
        let room = Arc::new(RoomApi::open(url, &addresses).await.map_err(cannot)?);
        let wallet = room.wallet().await.map_err(cannot)?;
        Ok(Self {
            receiver,
            room,
            rng: StdRng::seed_from_u64(seed),
            orders: 0,
            under_way: None,
            wallet,
            figures: HookFigures::default(),
        })
    }

    /// Waits until everything has arrived, and compares it with the records of the room.
    async fn judge(&mut self) -> Result<Vec<String>, RoomError> {
        let begin = Instant::now();
        loop {
            let is_drained = self.room.waiting().await? == 0;
            let records = self.room.records(&PATHS).await?;
            let arrived = self.receiver.arrived();
            let mut found = differences(&arrived, &records);
            let (chips, orders) = (self.room.wallet().await?, records.orders.len() as u64);
            if chips != self.wallet + orders {
                let grants = chips.saturating_sub(self.wallet);
                found.push(format!("{orders} orders of a chip each gave {grants} chips"));
            }
            let HookFigures { orders_done, orders_unfinished, .. } = self.figures;
            if !(orders_done..=orders_done + orders_unfinished).contains(&orders) {
                found.push(format!(
                    "{orders} orders were carried out, {orders_done} by their answers and \
                     {orders_unfinished} without one"
                ));
            }
            if (is_drained && found.is_empty()) || begin.elapsed() > ARRIVED_WITHIN {
                self.figures.arrived = counts(&arrived);
                if !is_drained {
                    found.push("events still wait for a hook".to_owned());
                }
                return Ok(found);
            }
            tokio::time::sleep(AGAIN_AFTER).await;
        }
    }
}

impl Run<'_> {
    /// Compares events with records at the end of a run. A run that showed nothing is a fault.
    pub(super) async fn judge_hooks(&mut self) {
        let Some(mut hooks) = self.hooks.take() else { return };
        self.progress.phase("receiving", None);
        match hooks.judge().await {
            Ok(found) => {
                found.into_iter().for_each(|what| self.told.fault(format!("hooks: {what}")));
            }
            Err(error) => self.told.fault(format!("hooks: {error}")),
        }
        let figures = hooks.figures;
        // A room whose disk was full refuses an order, so a few kills may show only one of the two.
        let shown = [figures.before_attempt, figures.during_attempt];
        let least = if hooks.orders < 10 { 1 } else { 2 };
        if shown.iter().filter(|count| **count > 0).count() < least {
            self.told.fault(format!("hooks: nothing is shown by {figures:?}"));
        }
        self.report.hooks = Some(figures);
    }
}
