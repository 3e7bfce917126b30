//! Figures and state for whoever runs the room, on an address of their own. Reading only.

use super::process::{self, ProcessUse};
use crate::metrics;
use crate::room::{Room, SERVER};
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use cardroom_protocol::lobby::TableInfo;
use http::header;
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Serialize;
use std::sync::Arc;

/// The pages of the admin address.
pub fn router(room: Arc<Room>, figures: PrometheusHandle) -> Router {
    let render = move |State(room): State<Arc<Room>>| async move {
        ::metrics::gauge!(metrics::TABLES).set(count(room.registry.tables().len()));
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], figures.render())
    };
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/metrics", get(render))
        .route("/admin/state", get(state))
        .route("/admin/tables", get(tables))
        .with_state(room)
}

/// The room in figures: what a load test reads before and after.
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
    /// Chips in stacks and pots, as tables told it between hands.
    chips_on_tables: u64,
    process: ProcessUse,
}

/// A table, with what its players have.
#[derive(Serialize)]
struct TableState {
    info: TableInfo,
    seated: usize,
    /// The sum of the stacks, as the table told it between hands.
    chips: u64,
}

async fn state(State(room): State<Arc<Room>>) -> Json<RoomState> {
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
        process: process::now(),
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

/// A count as the recorder takes it; no room has so many tables that it would not be exact.
fn count(count: usize) -> f64 {
    u32::try_from(count).unwrap_or(u32::MAX).into()
}
