//! Metrics and state for the operator, on a separate address. Read-only.

use super::process::{self, ProcessUse};
use super::ready;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use cardroom_protocol::lobby::TableInfo;
use cardroom_room::SERVER;
use cardroom_room::metrics;
use cardroom_room::room::Room;
use cardroom_store::{LedgerAccount, Store, StoreError};
use http::{StatusCode, header};
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Serialize;
use std::sync::Arc;

/// Returns the pages of the admin address.
pub fn router(room: Arc<Room>, store: Arc<dyn Store>, figures: PrometheusHandle) -> Router {
    let probed = Arc::clone(&store);
    let render = move |State(room): State<Arc<Room>>| async move {
        ::metrics::gauge!(metrics::TABLES).set(count(room.registry.tables().len()));
        note_certificate(&room);
        let used = tokio::task::spawn_blocking(process::now).await.unwrap_or_default();
        let ready = ready::exposition(&room, probed.as_ref()).await;
        let (figures, stopped, used) = (figures.render(), stopped(&room), used.exposition());
        let text = format!("{figures}{stopped}{ready}{}{used}", ready::lease_exposition(&room));
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
    };
    let asked = Arc::clone(&store);
    let readyz = move |State(room)| ready::reasons(room, Arc::clone(&asked));
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(readyz))
        .route("/metrics", get(render))
        .route("/admin/state", get(state))
        .route("/admin/tables", get(tables))
        .route("/admin/ledger", get(move || ledger(Arc::clone(&store))))
        .with_state(room)
}

fn note_certificate(room: &Room) {
    let Some(served) = room.certificate() else { return };
    let status = served.status(ready::seconds_now());
    ::metrics::counter!(metrics::CERTIFICATE_FAILURES).absolute(status.failures);
    if let Some(left) = status.seconds_left {
        let left = i32::try_from(left).unwrap_or(if left < 0 { i32::MIN } else { i32::MAX });
        ::metrics::gauge!(metrics::CERTIFICATE_SECONDS).set(f64::from(left));
    }
}

/// Formats the time for which the process was stopped, for Prometheus.
fn stopped(room: &Room) -> String {
    let (name, stopped) = (metrics::STOPPED_SECONDS, room.clock.stopped().0);
    let (seconds, ms) = (stopped / 1_000, stopped % 1_000);
    format!(
        "# HELP {name} The time for which the whole process was stopped\n\
         # TYPE {name} counter\n{name} {seconds}.{ms:03}\n"
    )
}

/// The places of all chips, according to the store.
#[derive(Serialize)]
struct LedgerState {
    /// All play chips that were ever granted.
    granted: i64,
    wallets: i64,
    tables: i64,
    tournaments: i64,
    /// The total worth of all tickets into tournaments.
    tickets: i64,
    house: i64,
    /// The places above add up to the granted chips, no wallet or table is below zero, and every
    /// balance is the sum of its transfers.
    balanced: bool,
    /// Balances that are not the sum of their transfers; none should.
    differences: Vec<String>,
}

async fn ledger(store: Arc<dyn Store>) -> Result<Json<LedgerState>, (StatusCode, String)> {
    let failed = |error: StoreError| (StatusCode::SERVICE_UNAVAILABLE, format!("{error}\n"));
    let balances = store.load_balances().await.map_err(failed)?;
    let differences = store.ledger_audit().await.map_err(failed)?;
    let (mut granted, mut wallets, mut tables) = (0, 0, 0);
    let (mut tournaments, mut tickets, mut house) = (0, 0, 0);
    let mut nothing_below_zero = true;
    for (name, balance) in balances {
        let place = match LedgerAccount::parse(&name) {
            Some(LedgerAccount::Bank) => {
                granted -= balance;
                continue;
            }
            Some(LedgerAccount::Wallet(_)) => &mut wallets,
            Some(LedgerAccount::Table(_)) => &mut tables,
            Some(LedgerAccount::Tournament(_)) => &mut tournaments,
            Some(LedgerAccount::Tickets { .. }) => &mut tickets,
            Some(LedgerAccount::House(_)) | None => &mut house,
        };
        *place += balance;
        nothing_below_zero &= balance >= 0;
    }
    let held = wallets + tables + tournaments + tickets + house;
    let balanced = granted == held && nothing_below_zero && differences.is_empty();
    let differences = differences.into_iter().map(|one| one.account).collect();
    Ok(Json(LedgerState {
        granted,
        wallets,
        tables,
        tournaments,
        tickets,
        house,
        balanced,
        differences,
    }))
}

/// The room in figures, which a load test reads before and after.
#[derive(Serialize)]
struct RoomState {
    server: &'static str,
    phase: String,
    time_ms: u64,
    connections: usize,
    players_online: usize,
    tables: usize,
    seated: usize,
    hands: u64,
    actions: u64,
    /// Chips in stacks and pots, as tables last reported them between hands.
    chips_on_tables: u64,
    process: ProcessUse,
}

/// A table and its players' chips.
#[derive(Serialize)]
struct TableState {
    info: TableInfo,
    seated: usize,
    /// The sum of the stacks, as the table last reported it between hands.
    chips: u64,
}

async fn state(State(room): State<Arc<Room>>) -> Json<RoomState> {
    // With many open files this may take milliseconds, so it must not block the tables.
    let process = tokio::task::spawn_blocking(process::now).await.unwrap_or_default();
    let stacks = room.registry.stacks_by_table();
    Json(RoomState {
        server: SERVER,
        phase: format!("{:?}", room.lifecycle.phase()).to_lowercase(),
        time_ms: room.clock.now().0,
        connections: room.registry.connection_count(),
        players_online: room.registry.players_online(),
        tables: room.registry.tables().len(),
        seated: stacks.values().map(|stacks| stacks.players).sum(),
        hands: room.totals.hands(),
        actions: room.totals.actions(),
        chips_on_tables: stacks.values().map(|stacks| stacks.chips.0).sum(),
        process,
    })
}

async fn tables(State(room): State<Arc<Room>>) -> Json<Vec<TableState>> {
    let stacks = room.registry.stacks_by_table();
    let tables = room.registry.tables().into_iter().map(|table| {
        let stacks = stacks.get(&table.id).copied().unwrap_or_default();
        let info = TableInfo::clone(&table.info.borrow());
        TableState { info, seated: stacks.players, chips: stacks.chips.0 }
    });
    Json(tables.collect())
}

/// Converts a count for the recorder. No room has enough tables to lose precision.
fn count(count: usize) -> f64 {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}
