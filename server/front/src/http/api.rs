//! `/api/v1`: the room over HTTP for programs. The crate `cardroom-api` has its operations. Here are
//! the limits, the token and the headers. Without `api.enabled`, it has no route.

mod answer;
mod gate;

use super::accept::Peer;
use super::address::client_address;
use super::files::token_of;
use crate::session::visit::{Once, Outcome, PATIENCE, UnderWay, visit};
use answer::{described, permitted, problem, reply, show_to};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::response::Response;
use axum::routing::any;
use cardroom_api::call::{self, Call};
use cardroom_api::exchange::Exchange;
use cardroom_api::once::{self, key_of};
use cardroom_api::operations::{Method, Operation};
use cardroom_api::problem::Problem;
use cardroom_protocol::requests::Need;
use cardroom_protocol::{ErrorCode, Secret};
use cardroom_room::permits::NotPermitted;
use cardroom_room::room::Room;
use cardroom_room::shutdown::Phase;
use gate::Gate;
use http::{HeaderMap, header, request};
use percent_encoding::percent_decode_str;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// The state that all requests of the API share.
struct Api {
    room: Arc<Room>,
    gate: Gate,
    under_way: Arc<UnderWay>,
}

/// Returns the routes of the API, or none if it is off.
pub(super) fn router(room: &Arc<Room>) -> Router {
    if !room.api.enabled {
        return Router::new();
    }
    let (gate, under_way) = (Gate::new(&room.api), Arc::default());
    let api = Arc::new(Api { room: Arc::clone(room), gate, under_way });
    Router::new().route("/api/v1/{*rest}", any(serve)).with_state(api)
}

async fn serve(State(api): State<Arc<Api>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let origin = head.headers.get(header::ORIGIN).cloned();
    let response = match head.method == http::Method::OPTIONS {
        true => permitted(),
        false => match api.answer(&head, body).await {
            Ok(response) => response,
            Err(refused) => problem(&refused),
        },
    };
    show_to(origin.as_ref(), &api.room.api.allowed_origins, response)
}

impl Api {
    async fn answer(
        &self,
        head: &request::Parts,
        body: axum::body::Body,
    ) -> Result<Response, Problem> {
        if !matches!(self.room.lifecycle.phase(), Phase::Open | Phase::Draining) {
            let text = "The room is not open. Try again in a moment.";
            return Err(Problem::with_status(503, ErrorCode::Busy, text));
        }
        let peer = head.extensions.get::<Peer>();
        let peer = peer.expect("the accept loop puts the peer into every request").address;
        let address = client_address(peer, &head.headers, &self.room.trusted_proxies);
        let token = self.token(&head.headers, address)?;
        self.gate.count(token.as_ref(), address, self.room.clock.now())?;
        let place = self.gate.enter()?;
        if head.uri.path() == "/api/v1/openapi.json" {
            return described(&head.headers);
        }
        // The answer to HEAD is that to GET, without its body.
        let method = if head.method == http::Method::HEAD { "GET" } else { head.method.as_str() };
        let operation = call::find(method, head.uri.path())?;
        if token.is_none() && operation.needs() != Need::Nothing {
            let refused = NotPermitted::NotSignedIn;
            return Err(Problem::refused(refused.code(), refused.to_string()));
        }
        let body = self.read(operation, &head.headers, body).await?;
        let request = call::Request {
            method,
            path: head.uri.path(),
            query: head.uri.query().unwrap_or_default(),
            body: &body,
        };
        let call = Call::read(operation, request, decoded)?;
        let once = self.once(&call, &head.headers)?;
        let exchange = Exchange::new(call)?;
        let has_key = once.is_some();
        let visit = visit(Arc::clone(&self.room), address, token, exchange, once);
        // A client that goes away leaves no call half done.
        let mut visit = self.room.lifecycle.spawn(async move {
            let _place = place;
            visit.await
        });
        let outcome = match has_key {
            // The call goes on, and its answer is stored for the next request with the key.
            true => tokio::time::timeout(PATIENCE, &mut visit).await.map_err(|_| {
                let text =
                    "The room has not answered in time. Send the request with its key again.";
                Problem::with_status(503, ErrorCode::Busy, text)
            })?,
            false => visit.await,
        };
        match outcome {
            Ok(Outcome::Reply(found)) => reply(found, operation, &head.headers),
            Ok(Outcome::WrongToken(refused)) => {
                self.room.limits.wrong_guess(address, self.room.clock.now());
                Err(refused)
            }
            Err(_) => {
                let text = "The room could not do this. Nothing is known of an effect.";
                Err(Problem::refused(ErrorCode::Internal, text))
            }
        }
    }

    /// Returns the key of a request that changes something, if it has one.
    fn once(&self, call: &Call, headers: &HeaderMap) -> Result<Option<Once>, Problem> {
        let key = key_of(headers.get_all(once::HEADER).iter().map(http::HeaderValue::as_bytes))?;
        let key = key.filter(|_| call.operation.method != Method::Get);
        Ok(key.map(|key| Once {
            key: key.to_owned(),
            hash: call.hash(),
            under_way: Arc::clone(&self.under_way),
        }))
    }

    /// Returns the token of a request, which may be wrong.
    fn token(&self, headers: &HeaderMap, address: IpAddr) -> Result<Option<Secret>, Problem> {
        if !headers.contains_key(header::AUTHORIZATION) {
            return Ok(None);
        }
        let token = token_of(headers).ok_or_else(|| {
            let text = "Say who you are: Authorization: Bearer TOKEN.";
            Problem::refused(ErrorCode::BadToken, text)
        })?;
        let now = self.room.clock.now();
        self.room.limits.allows_guess(address, now).map_err(|wait| {
            self.room.limits.note_refusal(address, None);
            let text =
                "Too many wrong tokens came from your address. Wait a minute, then try again.";
            Problem::refused(ErrorCode::RateLimited, text).after(wait.0.div_ceil(1_000))
        })?;
        Ok(Some(token))
    }

    /// Reads the body of a request, if its operation takes one.
    async fn read(
        &self,
        operation: &Operation,
        headers: &HeaderMap,
        body: axum::body::Body,
    ) -> Result<Bytes, Problem> {
        if operation.method != Method::Post {
            return Ok(Bytes::new());
        }
        let most = self.room.api.body_bytes;
        let too_large = || {
            let text = format!("A body has at most {most} bytes.");
            Problem::refused(ErrorCode::TooLarge, text)
        };
        let length = headers.get(header::CONTENT_LENGTH).and_then(|text| text.to_str().ok());
        if length.and_then(|text| text.parse::<u64>().ok()).is_some_and(|n| n > most as u64) {
            return Err(too_large());
        }
        let body = tokio::time::timeout(BODY_TIME, axum::body::to_bytes(body, most)).await;
        let body = body.map_err(|_| {
            let text = "The body did not arrive in time.";
            Problem::with_status(400, ErrorCode::Malformed, text)
        })?;
        let body = body.map_err(|_| too_large())?;
        if !body.is_empty() && !is_json(headers) {
            let text = "Send the body as application/json.";
            return Err(Problem::with_status(415, ErrorCode::Malformed, text));
        }
        Ok(body)
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/json")
}

fn decoded(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}
