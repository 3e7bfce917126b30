//! What everybody may ask over HTTP: whether the room is well, what it is, and to come in.

use super::upgrade::upgrade;
use crate::room::{Room, SERVER};
use crate::shutdown::Phase;
use axum::extract::State;
use axum::response::Html;
use axum::routing::get;
use axum::{Json, Router};
use cardroom_protocol::{Encoding, MINOR_VERSION};
use http::StatusCode;
use serde::Serialize;
use std::sync::Arc;

/// The pages of the public address.
pub fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/", get(front_page))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/version", get(version))
        .route("/ws", get(upgrade))
        .with_state(room)
}

/// Whether the room takes players: what a load balancer asks.
async fn ready(State(room): State<Arc<Room>>) -> (StatusCode, &'static str) {
    match room.lifecycle.phase() {
        Phase::Starting => (StatusCode::SERVICE_UNAVAILABLE, "starting\n"),
        Phase::Open => (StatusCode::OK, "ready\n"),
        Phase::Draining => (StatusCode::SERVICE_UNAVAILABLE, "draining\n"),
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

async fn front_page(State(room): State<Arc<Room>>) -> Html<String> {
    let name = escaped(&room.session.room);
    let [binary, json] = Encoding::ALL.map(Encoding::subprotocol);
    Html(format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{name}</title>\n<h1>{name}</h1>\n\
         <p>A poker room ({SERVER}). Clients connect by WebSocket to <code>/ws</code> of this \
         address with the subprotocol <code>{binary}</code> or <code>{json}</code>.</p>\n\
         <p><a href=\"/version\">Version</a> &middot; <a href=\"/readyz\">Readiness</a></p>\n"
    ))
}

/// Text that stands for itself in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
