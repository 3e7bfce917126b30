//! Feeds for calendar programs: `/calendar.ics`, `/leagues/thursdays.ics`, and a single tournament
//! as `/tournaments/12.ics`. `/calendar/TOKEN.ics` has what an account entered; the token is a
//! secret of its owner. A program that names the version it has gets it only if it changed.

use super::accept::Peer;
use super::address::client_address;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use cardroom_protocol::Secret;
use cardroom_room::accounts::{AccountError, Calendars};
use cardroom_room::feeds::Wanted;
use cardroom_room::room::Room;
use cardroom_store::ids::TournamentId;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use std::sync::Arc;

pub(super) fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/calendar.ics", get(everything))
        .route("/calendar/{file}", get(of_account))
        .route("/leagues/{league}", get(of_league))
        .route("/tournaments/{file}", get(of_tournament))
        .with_state(room)
}

async fn everything(State(room): State<Arc<Room>>, headers: HeaderMap) -> Response {
    feed(&room, Some(Wanted::Public), &headers).await
}

/// Every token that is no address of a calendar gets the same answer.
async fn of_account(
    State(room): State<Arc<Room>>,
    Path(file): Path<String>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Response {
    let Some(token) = file.strip_suffix(".ics").map(Secret::from) else { return missing() };
    let address = client_address(peer.address, &headers, &room.trusted_proxies);
    match Calendars(room.accounts.clone()).owner(&token, address).await {
        Ok(account) => {
            let wanted = Wanted::Entered { account: account.id, name: account.name };
            private(feed(&room, Some(wanted), &headers).await)
        }
        Err(AccountError::Internal) => failed(),
        Err(_) => missing(),
    }
}

/// Forbids caches that others share.
fn private(mut answer: Response) -> Response {
    answer
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    answer
}

async fn of_league(
    State(room): State<Arc<Room>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Response {
    let wanted = file.strip_suffix(".ics").map(|league| Wanted::League(league.to_owned()));
    feed(&room, wanted, &headers).await
}

async fn of_tournament(
    State(room): State<Arc<Room>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Response {
    feed(&room, named(&file).map(Wanted::Tournament), &headers).await
}

/// Parses the tournament from a file name. A number has one valid spelling only.
fn named(file: &str) -> Option<TournamentId> {
    let id = file.strip_suffix(".ics")?;
    let number: u64 = id.parse().ok().filter(|number: &u64| number.to_string() == id)?;
    Some(TournamentId(number))
}

async fn feed(room: &Room, wanted: Option<Wanted>, headers: &HeaderMap) -> Response {
    let Some(wanted) = wanted else { return missing() };
    let Some(feeds) = room.feeds() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "starting\n").into_response();
    };
    match feeds.feed(&wanted).await {
        Ok(Some(feed)) => sent(feed.text, &feed.etag, headers),
        Ok(None) => missing(),
        Err(error) => {
            tracing::error!(%error, "a calendar feed cannot be written");
            failed()
        }
    }
}

fn failed() -> Response {
    (StatusCode::INTERNAL_SERVER_ERROR, "this feed cannot be read\n").into_response()
}

fn missing() -> Response {
    let text = "There is no such feed. Feeds are /calendar.ics, /leagues/ID.ics and \
                /tournaments/NUMBER.ics.\n";
    (StatusCode::NOT_FOUND, text).into_response()
}

fn sent(text: String, etag: &str, asked: &HeaderMap) -> Response {
    let common = [(header::ETAG, etag), (header::CACHE_CONTROL, "no-cache")];
    if has(asked, etag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let kind = [
        (header::CONTENT_TYPE, "text/calendar; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "inline; filename=\"calendar.ics\""),
    ];
    (common, kind, text).into_response()
}

/// Returns `true` if the program has this version already.
fn has(asked: &HeaderMap, etag: &str) -> bool {
    let known = asked.get_all(header::IF_NONE_MATCH).iter();
    let mut known = known.filter_map(|value| value.to_str().ok()).flat_map(|list| list.split(','));
    known.any(|one| {
        let one = one.trim();
        one == "*" || one.strip_prefix("W/").unwrap_or(one) == etag
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_has_the_feed_gets_no_text() {
        let status = |known: &str| {
            let mut asked = HeaderMap::new();
            asked.insert(header::IF_NONE_MATCH, HeaderValue::from_str(known).unwrap());
            let answer = sent("BEGIN:VCALENDAR".to_owned(), "\"ab\"", &asked);
            assert_eq!(answer.headers()[header::ETAG], "\"ab\"");
            answer.status()
        };
        for known in ["\"ab\"", "W/\"ab\"", "\"x\", \"ab\"", "*"] {
            assert_eq!(status(known), StatusCode::NOT_MODIFIED, "{known}");
        }
        for known in ["\"a\"", "ab", ""] {
            assert_eq!(status(known), StatusCode::OK, "{known}");
        }
    }

    #[test]
    fn a_tournament_has_one_file() {
        assert_eq!(named("12.ics"), Some(TournamentId(12)));
        for file in ["12", ".ics", "012.ics", "+12.ics", "12.csv", "x.ics"] {
            assert_eq!(named(file), None, "{file}");
        }
    }
}
