//! The public pages: health, version, and the WebSocket upgrade.

use super::upgrade::upgrade;
use super::{
    api, calendar, deal, exports, files, hands, ledger, page, ready, results, seats, sign_in,
};
use axum::extract::State;
use axum::middleware::from_fn_with_state;
use axum::routing::get;
use axum::{Json, Router};
use cardroom_protocol::{Encoding, MINOR_VERSION};
use cardroom_room::room::Room;
use serde::Serialize;
use std::sync::Arc;

/// Returns the pages of the public address.
pub fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready::status))
        .route("/version", get(version))
        .route("/ws", get(upgrade))
        .with_state(Arc::clone(&room))
        .merge(kept(&room))
        .merge(api::router(&room))
        .merge(sign_in::router(Arc::clone(&room)))
        .merge(page::router(room))
}

/// Returns the routes of files from the store.
fn kept(room: &Arc<Room>) -> Router {
    // Without feeds the room answers as if it knew none.
    let feeds = if room.has_feeds { calendar::router(Arc::clone(room)) } else { Router::new() };
    results::router(Arc::clone(room))
        .merge(feeds)
        .merge(hands::router(Arc::clone(room)))
        .merge(ledger::router(Arc::clone(room)))
        .merge(exports::router(Arc::clone(room)))
        .merge(deal::router(Arc::clone(room)))
        .merge(seats::router(Arc::clone(room)))
        .route_layer(from_fn_with_state(Arc::clone(room), files::guard))
}

#[derive(Serialize)]
struct Version {
    name: &'static str,
    version: &'static str,
    /// The highest minor version of protocol 1.
    protocol_minor: u16,
    subprotocols: [&'static str; 2],
    /// The commit it was built from, if the build knew it.
    commit: Option<&'static str>,
    /// Whether there are feeds for calendar programs. Absent if there are none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    feeds: bool,
}

async fn version(State(room): State<Arc<Room>>) -> Json<Version> {
    Json(Version {
        name: "cardroom",
        version: env!("CARGO_PKG_VERSION"),
        protocol_minor: MINOR_VERSION,
        subprotocols: Encoding::ALL.map(Encoding::subprotocol),
        commit: option_env!("CARDROOM_COMMIT"),
        feeds: room.has_feeds,
    })
}
