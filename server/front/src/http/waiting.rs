//! The pages of a process that waits for the room's place. A load balancer sees
//! that it is not ready, and the operator sees which process is the room and what would go wrong.

use super::accept::{Door, Peer};
use super::hosts::{self, Hosts};
use axum::extract::{Request, State};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use cardroom_room::metrics;
use cardroom_store::{LeaseHolder, Sighting, StoreWarning};
use http::{StatusCode, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use metrics_exporter_prometheus::PrometheusHandle;
use serde::Serialize;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

/// How many connections are answered at the same time. Others are closed.
const MOST_CONNECTIONS: usize = 256;
/// How long a connection may take.
const PATIENCE: Duration = Duration::from_secs(5);
const HEAD_BYTES: usize = 16 * 1024;
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The last look at the lease; `None` before the first.
pub type LastSighting = watch::Receiver<Option<Sighting>>;

/// The answer of `/readyz` on the admin address.
#[derive(Serialize)]
struct Readiness {
    ready: bool,
    reasons: Vec<Reason>,
    /// The things that would go wrong if this process took over.
    warnings: Vec<Reason>,
    /// The process that is the room.
    #[serde(skip_serializing_if = "Option::is_none")]
    room: Option<Holder>,
}

#[derive(Serialize)]
struct Reason {
    /// `standby`, with `database`, `program` or `key` for what keeps this process from taking over;
    /// `configuration`, `role` or `clock` for a warning.
    reason: &'static str,
    message: String,
}

#[derive(Serialize)]
struct Holder {
    name: String,
    program: String,
    since_ms: i64,
    beat_age_ms: i64,
}

/// Returns the pages of the public address.
pub fn waiting_router() -> Router {
    let standby = || async { (StatusCode::SERVICE_UNAVAILABLE, "standby\n") };
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(standby))
        .fallback(elsewhere)
}

/// Returns the pages of the admin address.
pub fn waiting_admin_router(look: LastSighting, figures: PrometheusHandle) -> Router {
    let metrics = move |State(look): State<LastSighting>| async move {
        let text = format!("{}{}", figures.render(), exposition(look.borrow().as_ref()));
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
    };
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(reasons))
        .route("/metrics", get(metrics))
        .fallback(elsewhere)
        .with_state(look)
}

/// Answers everything that only the room has, also before an upgrade.
async fn elsewhere() -> Response {
    let text = "This process waits for the room's place. The room is on another machine.\n";
    (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "1")], text).into_response()
}

async fn reasons(State(look): State<LastSighting>) -> (StatusCode, Json<Readiness>) {
    (StatusCode::SERVICE_UNAVAILABLE, Json(readiness(look.borrow().as_ref())))
}

fn readiness(look: Option<&Sighting>) -> Readiness {
    let mut reasons = vec![Reason { reason: "standby", message: standing(look) }];
    if let Some(obstacle) = look.and_then(|look| look.obstacle.as_ref()) {
        reasons.push(Reason { reason: obstacle.word(), message: obstacle.to_string() });
    }
    let warning = |StoreWarning { reason, message }| Reason { reason, message };
    let warnings = look.map(|look| look.warnings.clone()).unwrap_or_default();
    let room = look.filter(|look| look.is_held).and_then(|look| look.holder.clone());
    let room = room.map(|LeaseHolder { name, program, since_ms, beat_age_ms, .. }| Holder {
        name,
        program,
        since_ms,
        beat_age_ms,
    });
    let warnings = warnings.into_iter().map(warning).collect();
    Readiness { ready: false, reasons, warnings, room }
}

/// Says who is the room.
fn standing(look: Option<&Sighting>) -> String {
    let who = match look {
        Some(Sighting { is_held: true, holder: Some(holder), .. }) => {
            let age = holder.beat_age_ms;
            let (seconds, tenths) = (age / 1_000, age % 1_000 / 100);
            let (name, program) = (&holder.name, &holder.program);
            let held = holder.held_ms / 1_000;
            format!(
                "{name} is the room, with version {program}, for {held} s. Its last beat is \
                 {seconds}.{tenths} s old."
            )
        }
        Some(Sighting { is_held: true, holder: None, .. }) => {
            "Another process has the database and does not beat: an older program, or one that has \
             just begun to open it."
                .to_owned()
        }
        Some(Sighting { obstacle: None, .. }) => "No process is the room at the moment.".to_owned(),
        _ => "It is not known which process is the room.".to_owned(),
    };
    format!("This process waits for the room's place. {who}")
}

/// Formats what `/readyz` knows, for Prometheus.
fn exposition(look: Option<&Sighting>) -> String {
    let gauge = |name: &str, help: &str| format!("# HELP {name} {help}\n# TYPE {name} gauge\n");
    let mut text = gauge(metrics::READY, "Whether the room is ready, as /readyz says");
    text.push_str(&format!("{} 0\n", metrics::READY));
    text.push_str(&gauge(metrics::NOT_READY, "Reasons why the room is not ready"));
    for Reason { reason, .. } in readiness(look).reasons {
        text.push_str(&format!("{}{{reason=\"{reason}\"}} 1\n", metrics::NOT_READY));
    }
    text
}

/// Answers connections with one page each, until the future is dropped. A connection does not stay,
/// so none is left with this process when it becomes the room.
pub async fn serve_waiting(
    listener: &TcpListener,
    router: Router,
    door: Door,
    listed: &[String],
) -> Infallible {
    let hosts = Arc::new(Hosts::new(door, if door == Door::Admin { listed } else { &[] }));
    let service = TowerToHyperService::new(router.layer(from_fn_with_state(hosts, hosts::check)));
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut connections = JoinSet::new();
    loop {
        while connections.try_join_next().is_some() {}
        let Ok((socket, address)) = listener.accept().await else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let (Ok(place), Ok(own)) = (Arc::clone(&places).try_acquire_owned(), socket.local_addr())
        else {
            continue;
        };
        let (address, own_address) = (address.ip().to_canonical(), own.ip().to_canonical());
        let (room_place, address_place) = (None, None);
        let peer = Peer { address, own_address, secure: false, room_place, address_place };
        let service = service.clone();
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(peer.clone());
            service.call(request)
        });
        connections.spawn(async move {
            let answered = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(HEAD_BYTES)
                .keep_alive(false)
                .serve_connection(TokioIo::new(socket), service);
            // An error of a client that goes away does not matter.
            let _ = tokio::time::timeout(PATIENCE, answered).await;
            drop(place);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_store::Obstacle;

    fn look() -> Sighting {
        let holder = LeaseHolder {
            name: "db-a, process 7".to_owned(),
            configuration: "hash".to_owned(),
            program: "0.2.0".to_owned(),
            since_ms: 1_000,
            held_ms: 90_000,
            beat_age_ms: 450,
        };
        let (next, obstacle, warnings) = (None, None, Vec::new());
        Sighting { next, is_held: true, holder: Some(holder), obstacle, warnings }
    }

    #[test]
    fn the_operator_sees_who_is_the_room_and_for_how_long() {
        let said = readiness(Some(&look()));
        let [reason] = &said.reasons[..] else { panic!("one reason") };
        assert_eq!(reason.reason, "standby");
        assert!(
            reason.message.ends_with(
                "db-a, process 7 is the room, with version 0.2.0, for 90 s. Its last beat is 0.4 s old."
            ),
            "{}",
            reason.message
        );
        assert!(!said.ready && said.warnings.is_empty());
        assert_eq!(said.room.map(|room| room.beat_age_ms), Some(450));
        let free = Sighting { is_held: false, ..look() };
        assert!(standing(Some(&free)).contains("No process is the room"));
        assert!(readiness(Some(&free)).room.is_none());
        let older = Sighting { holder: None, ..look() };
        assert!(standing(Some(&older)).contains("an older program"));
        assert!(standing(None).contains("not known"));
    }

    #[test]
    fn the_operator_sees_what_would_go_wrong() {
        let warning = StoreWarning { reason: "role", message: "It may not.".to_owned() };
        let obstacle = Some(Obstacle::OlderProgram { found: 40, known: 28 });
        let said = readiness(Some(&Sighting { obstacle, warnings: vec![warning], ..look() }));
        let words: Vec<_> = said.reasons.iter().map(|reason| reason.reason).collect();
        assert_eq!(words, ["standby", "program"]);
        assert_eq!(said.warnings[0].reason, "role");
        let text = exposition(Some(&look()));
        assert!(text.contains("\ncardroom_ready 0\n"), "{text}");
        assert!(text.contains("cardroom_not_ready{reason=\"standby\"} 1\n"), "{text}");
    }
}
