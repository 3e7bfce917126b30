//! Sign-in with a provider by a browser: `POST /oidc/start`, then to the provider, and back to
//! `/oidc/callback`, which redirects the browser to a page of the room with a ticket.

use super::accept::Peer;
use super::address::client_address;
use super::origin;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use cardroom_room::room::Room;
use cardroom_room::security::{self, Event, Subject};
use cardroom_room::sign_in::{Answer, CALLBACK, NotConfirmed, SignIn};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The cookie of a sign-in in progress. Over HTTPS it has a name that browsers accept from nobody
/// else.
const COOKIE: &str = "cardroom_sign_in";
const SECURE_COOKIE: &str = "__Secure-cardroom_sign_in";

/// How many answers of the provider are processed at the same time. Each costs the room a
/// request to the provider.
const MOST_AT_ONCE: usize = 8;

#[derive(Clone)]
struct SignIns {
    room: Arc<Room>,
    places: Arc<Semaphore>,
}

/// Returns the routes of a room with a provider; none for a room without.
pub(super) fn router(room: Arc<Room>) -> Router {
    if room.sign_in.is_none() {
        return Router::new();
    }
    Router::new()
        .route("/oidc/start", post(start))
        .route(CALLBACK, get(callback))
        .with_state(SignIns { room, places: Arc::new(Semaphore::new(MOST_AT_ONCE)) })
}

/// The reason why a sign-in does not begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
enum Refusal {
    #[error("Only pages of this room can begin a sign-in.")]
    Elsewhere,
    #[error("Too many logins came from your address. Wait a minute, then try again.")]
    TooOften,
    #[error("The sign-in provider does not answer. Try again in a moment.")]
    NoProvider,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self {
            Self::Elsewhere => StatusCode::FORBIDDEN,
            Self::TooOften => StatusCode::TOO_MANY_REQUESTS,
            Self::NoProvider => StatusCode::BAD_GATEWAY,
        };
        (status, format!("{self}\n")).into_response()
    }
}

/// The answer to a page that begins a sign-in.
#[derive(Serialize)]
struct Started {
    address: String,
    verifier: String,
}

async fn start(
    State(sign_ins): State<SignIns>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let room = &sign_ins.room;
    let sign_in = room.sign_in.as_ref().ok_or(Refusal::NoProvider)?;
    if !origin::is_allowed(&headers, &[], peer.secure) {
        return Err(Refusal::Elsewhere);
    }
    let address = client_address(peer.address, &headers, &room.trusted_proxies);
    if !room.limits.allows_login(address) {
        room.limits.note_refusal(address, None);
        return Err(Refusal::TooOften);
    }
    let begun = sign_in.begin(room.clock.now()).await.map_err(|error| {
        tracing::warn!(%error, "a sign-in with the provider cannot begin");
        Refusal::NoProvider
    })?;
    let started = Started { address: begun.address, verifier: begun.verifier.0 };
    let mut response = Json(started).into_response();
    set_cookie(response.headers_mut(), sign_in, &begun.cookie, 600);
    no_store(response.headers_mut());
    Ok(response)
}

/// The parameters with which the provider sends the browser back: a code, or an error.
#[derive(Deserialize)]
struct Sent {
    code: Option<String>,
    state: Option<String>,
    iss: Option<String>,
    error: Option<String>,
}

async fn callback(
    State(sign_ins): State<SignIns>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Query(sent): Query<Sent>,
) -> Response {
    let room = &sign_ins.room;
    let address = client_address(peer.address, &headers, &room.trusted_proxies);
    let page = match finish(&sign_ins, &headers, &sent, address).await {
        Ok(page) => page,
        Err(reason) => {
            // A player who refuses, and a room or a provider that fails, are not guesses.
            if reason == "expired" {
                let subject = Subject { address: Some(address), ..Subject::default() };
                security::note(Event::SignInFailed, &subject);
            }
            format!("/#/signin-failed/{reason}")
        }
    };
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    // Tickets are hexadecimal, names percent-encoded, and reasons words from this file.
    headers.insert(header::LOCATION, page.parse().unwrap_or(HeaderValue::from_static("/")));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if let Some(sign_in) = &sign_ins.room.sign_in {
        // The cookie is used only once.
        set_cookie(headers, sign_in, "", 0);
    }
    no_store(headers);
    response
}

/// Returns the page to redirect to, or a word for the reason, which the page explains.
async fn finish(
    sign_ins: &SignIns,
    headers: &HeaderMap,
    sent: &Sent,
    address: IpAddr,
) -> Result<String, &'static str> {
    let room = &sign_ins.room;
    let sign_in = room.sign_in.as_ref().ok_or("provider")?;
    let now = room.clock.now();
    room.limits.allows_guess(address, now).map_err(|_| "busy")?;
    if let Some(error) = &sent.error {
        tracing::info!(error = %error.escape_debug(), "the provider refused a sign-in");
        return Err(if error == "access_denied" { "denied" } else { "provider" });
    }
    let cookie = cookie(headers, sign_in);
    let (Some(code), Some(state), Some(cookie)) = (&sent.code, &sent.state, cookie) else {
        // Each is a line of the security log, so an address may cause only a few.
        room.limits.wrong_guess(address, now);
        return Err("expired");
    };
    let _place = sign_ins.places.try_acquire().map_err(|_| "busy")?;
    let answer = Answer { code, state, issuer: sent.iss.as_deref() };
    let confirmed = sign_in.confirm(cookie, answer, now).await.map_err(|error| {
        // Each may have cost a request to the provider, so an address may cause only a few.
        room.limits.wrong_guess(address, now);
        match error {
            NotConfirmed::Expired => "expired",
            NotConfirmed::Provider(error) => {
                tracing::warn!(%error, "the provider did not confirm a sign-in");
                "provider"
            }
        }
    })?;
    let known = room.accounts.knows(&confirmed.identity).await.map_err(|_| "busy")?;
    let ticket = confirmed.ticket;
    if known {
        return Ok(format!("/#/signin/{ticket}"));
    }
    let name = match &confirmed.name {
        Some(name) => room.accounts.suggestion(name).await.unwrap_or_default(),
        None => String::new(),
    };
    Ok(format!("/#/signin/{ticket}/{}", utf8_percent_encode(&name, NON_ALPHANUMERIC)))
}

fn cookie_name(sign_in: &SignIn) -> &'static str {
    if sign_in.is_secure() { SECURE_COOKIE } else { COOKIE }
}

fn cookie<'a>(headers: &'a HeaderMap, sign_in: &SignIn) -> Option<&'a str> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';'));
    pairs.find_map(|pair| pair.trim().strip_prefix(cookie_name(sign_in))?.strip_prefix('='))
}

/// Sets the cookie. It is `Lax`, because the browser comes back from another site.
fn set_cookie(headers: &mut HeaderMap, sign_in: &SignIn, value: &str, seconds: u32) {
    let secure = if sign_in.is_secure() { "; Secure" } else { "" };
    let name = cookie_name(sign_in);
    let cookie =
        format!("{name}={value}; Path=/oidc; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    if let Ok(cookie) = cookie.parse() {
        headers.insert(header::SET_COOKIE, cookie);
    }
}

fn no_store(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
}
