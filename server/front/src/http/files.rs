//! Headers and limits of all files over HTTP. No cache keeps them, and no browser guesses their
//! type. An address that guesses tokens or links is slowed down, and so is a network that has too
//! many files.

use super::accept::Peer;
use super::address::client_address;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use cardroom_protocol::Secret;
use cardroom_room::limits::Shared;
use cardroom_room::room::Room;
use cardroom_room::security::{self, Event, Subject};
use cardroom_rules::Millis;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use std::net::IpAddr;
use std::sync::Arc;

/// How long to wait if an account requests files too fast.
const SOON: Millis = Millis::seconds(10);

/// Lets a request pass, unless its address has guessed too often.
pub(super) async fn guard(State(room): State<Arc<Room>>, request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>();
    let peer = peer.expect("the accept loop puts the peer into every request");
    let address = client_address(peer.address, request.headers(), &room.trusted_proxies);
    let (guess, token) = (Guess::of(&request), token_of(request.headers()));
    let now = room.clock.now();
    let mut response = match room.limits.allows_guess(address, now) {
        Err(wait) if guess.is_some() => {
            room.limits.note_refusal(address, None);
            too_many(wait)
        }
        _ if !is_export(&request) && !room.limits.network_has_share(Shared::File, address) => {
            room.limits.note_refusal(address, None);
            let text = "Too many files went to your network. Try again in a moment.\n";
            (StatusCode::TOO_MANY_REQUESTS, text).into_response()
        }
        _ => next.run(request).await,
    };
    if guess.is_some_and(|guess| guess.was_wrong(response.status())) {
        room.limits.wrong_guess(address, now);
        note(guess, address);
    } else if let Some(token) = token.filter(|_| response.status().is_success()) {
        room.accounts.note_bearer(&token, address).await;
    }
    if response.status() == StatusCode::TOO_MANY_REQUESTS {
        response.headers_mut().entry(header::RETRY_AFTER).or_insert(seconds(SOON));
    }
    keep_to_the_asker(response.headers_mut());
    response
}

/// Returns `true` for a file with everything about an account, which has an allowance of its own.
fn is_export(request: &Request) -> bool {
    request.uri().path().starts_with("/account")
}

/// Returns the token in a request, which may be wrong.
pub(super) fn token_of(headers: &HeaderMap) -> Option<Secret> {
    let text = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    Some(Secret::from(text.strip_prefix("Bearer ")?.trim()))
}

/// A secret in a request, which may be wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guess {
    Token,
    /// The code of a link to a hand or of a seat, or the address of a calendar.
    Link,
}

impl Guess {
    fn of(request: &Request) -> Option<Self> {
        let path = request.uri().path();
        if ["/shared/", "/seats/", "/calendar/"].iter().any(|begin| path.starts_with(begin)) {
            return Some(Self::Link);
        }
        request.headers().contains_key(header::AUTHORIZATION).then_some(Self::Token)
    }

    fn was_wrong(self, status: StatusCode) -> bool {
        match self {
            Self::Token => status == StatusCode::UNAUTHORIZED,
            Self::Link => status == StatusCode::NOT_FOUND,
        }
    }
}

/// Notes a wrong token as a failed sign-in.
fn note(guess: Option<Guess>, address: IpAddr) {
    if guess == Some(Guess::Token) {
        let subject = Subject { address: Some(address), ..Subject::default() };
        security::note(Event::SignInFailed, &subject);
    }
}

fn too_many(wait: Millis) -> Response {
    let text = "Too many wrong tokens, links or codes came from your address. Wait a minute, then \
                try again.\n";
    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, seconds(wait))], text).into_response()
}

/// Rounds the wait up to whole seconds, at least one.
fn seconds(wait: Millis) -> HeaderValue {
    HeaderValue::from(wait.0.div_ceil(1_000).max(1))
}

fn keep_to_the_asker(headers: &mut HeaderMap) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    // A full tile of the log of deals never changes, and says so.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    #[test]
    fn a_wrong_code_of_a_seat_counts_as_a_wrong_link_does() {
        let guess = |path: &str| Guess::of(&Request::get(path).body(Body::empty()).unwrap());
        for path in [
            "/seats/12-K7QX2M9RTA.json",
            "/seats/nothing",
            "/shared/1-1-0-00.json",
            "/calendar/cr_0.ics",
        ] {
            let guess = guess(path).expect("it may be wrong");
            assert!(guess.was_wrong(StatusCode::NOT_FOUND), "{path}");
            // A code that has ended was right.
            assert!(!guess.was_wrong(StatusCode::GONE) && !guess.was_wrong(StatusCode::OK));
        }
        assert_eq!(guess("/results/12.json"), None);
        assert_eq!(guess("/calendar.ics"), None, "it is public");
    }
}
