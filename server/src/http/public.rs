//! What everybody may ask over HTTP: whether the room is well, what it is, and to come in.

use super::upgrade::upgrade;
use super::{exports, hands, ledger, page, results};
use crate::room::Room;
use crate::shutdown::Phase;
use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use cardroom_protocol::{Encoding, MINOR_VERSION};
use http::StatusCode;
use serde::Serialize;
use std::borrow::Cow;
use std::sync::Arc;

/// The pages of the public address.
pub fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/version", get(version))
        .route("/ws", get(upgrade))
        .with_state(Arc::clone(&room))
        .merge(results::router(Arc::clone(&room)))
        .merge(hands::router(Arc::clone(&room)))
        .merge(ledger::router(Arc::clone(&room)))
        .merge(exports::router(Arc::clone(&room)))
        .merge(page::router(room))
}

/// Whether the room takes players: what a load balancer asks.
async fn ready(State(room): State<Arc<Room>>) -> (StatusCode, Cow<'static, str>) {
    let (status, text) = match (room.lifecycle.phase(), room.accounts.store_trouble()) {
        (Phase::Open, Some(reason)) => {
            let text = format!("not ready: nothing can be stored, because {reason}\n");
            return (StatusCode::SERVICE_UNAVAILABLE, Cow::Owned(text));
        }
        (phase, _) => answer(phase),
    };
    (status, Cow::Borrowed(text))
}

fn answer(phase: Phase) -> (StatusCode, &'static str) {
    match phase {
        Phase::Starting => (StatusCode::SERVICE_UNAVAILABLE, "starting\n"),
        Phase::Open => (StatusCode::OK, "ready\n"),
        Phase::Draining => (StatusCode::SERVICE_UNAVAILABLE, "draining\n"),
        Phase::Parting => (StatusCode::SERVICE_UNAVAILABLE, "parting\n"),
        Phase::Closed => (StatusCode::SERVICE_UNAVAILABLE, "closed\n"),
    }
}

/// What runs here.
#[derive(Serialize)]
struct Version {
    name: &'static str,
    version: &'static str,
    /// The highest minor version of protocol 1.
    protocol_minor: u16,
    subprotocols: [&'static str; 2],
    /// The commit it was built from, where the build said so.
    commit: Option<&'static str>,
}

async fn version() -> Json<Version> {
    Json(Version {
        name: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        protocol_minor: MINOR_VERSION,
        subprotocols: Encoding::ALL.map(Encoding::subprotocol),
        commit: option_env!("CARDROOM_COMMIT"),
    })
}
