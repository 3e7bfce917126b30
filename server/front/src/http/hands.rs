//! Completed hands as files: a player's own hands by token, shared hands by their link. The
//! histories decide which cards each viewer sees.

use super::files::token_of;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cardroom_history::{Format, NotTold};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::history::{HandFilter, HandRecord, SeatLook};
use cardroom_protocol::server::Role;
use cardroom_room::accounts::AccountError;
use cardroom_room::history::{Histories, HistoryError, MOST_IN_A_FILE, Viewer};
use cardroom_room::limits::Shared;
use cardroom_room::permits::{Ask, NotPermitted, Standing, permit};
use cardroom_room::room::Room;
use cardroom_store::ids::{AccountId, TableId};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub(super) fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/hands/{file}", get(one_hand))
        .route("/hands.phhs", get(|room, headers, query| many(room, headers, query, "phhs")))
        .route("/hands.ohh", get(|room, headers, query| many(room, headers, query, "ohh")))
        .route("/hands.txt", get(|room, headers, query| many(room, headers, query, "txt")))
        .route(
            "/hands.pokerstars",
            get(|room, headers, query| many(room, headers, query, "pokerstars")),
        )
        .route("/shared/{file}", get(shared))
        .with_state(room)
}

/// The ending of a hand's proof, with its rounds that were given up.
const PROOF: &str = ".deal.json";

/// The reason for a refusal.
#[derive(Debug, thiserror::Error)]
pub(super) enum Refusal {
    #[error("The room is not open; try again in a moment.")]
    NotOpen,
    #[error("Say who you are: Authorization: Bearer TOKEN.")]
    NoToken,
    #[error("Too many requests; try again in a moment.")]
    TooMany,
    #[error("You or your network exported too many accounts in this hour; try again later.")]
    TooManyExports,
    #[error("There is no such file.")]
    NoSuchFile,
    #[error(transparent)]
    NotPermitted(#[from] NotPermitted),
    #[error("Say why: ?reason= with one line of 1 to 280 characters.")]
    NoReason,
    #[error("This room does not write this format.")]
    FormatOff,
    #[error("This hand cannot be written so: {0}.")]
    NotTold(#[from] NotTold),
    #[error(transparent)]
    Account(#[from] AccountError),
    #[error(transparent)]
    History(#[from] HistoryError),
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match &self {
            Self::NotOpen => StatusCode::SERVICE_UNAVAILABLE,
            Self::NoToken | Self::Account(AccountError::BadToken) => StatusCode::UNAUTHORIZED,
            Self::TooMany | Self::TooManyExports => StatusCode::TOO_MANY_REQUESTS,
            Self::NoSuchFile => StatusCode::NOT_FOUND,
            Self::NoReason => StatusCode::BAD_REQUEST,
            Self::NotTold(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::FormatOff | Self::NotPermitted(_) => StatusCode::FORBIDDEN,
            Self::Account(AccountError::Suspended(_)) => StatusCode::FORBIDDEN,
            Self::Account(_) => StatusCode::INTERNAL_SERVER_ERROR,
            Self::History(error) => match error.code() {
                ErrorCode::UnknownHand => StatusCode::NOT_FOUND,
                ErrorCode::Forbidden => StatusCode::FORBIDDEN,
                ErrorCode::BadText => StatusCode::BAD_REQUEST,
                _ => StatusCode::INTERNAL_SERVER_ERROR,
            },
        };
        let mut response = (status, format!("{self}\n")).into_response();
        if let Self::NotPermitted(reason) = &self {
            let word = HeaderValue::from_static(reason.code().as_str());
            response.headers_mut().insert("x-refusal", word);
        }
        if matches!(self, Self::TooManyExports) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("600"));
        }
        response
    }
}

/// The hands of a file; the parameters of [`HandFilter`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    player: Option<String>,
    table: Option<u64>,
    tournament: Option<u64>,
    game: Option<String>,
    least_pot: Option<u64>,
    since: Option<u64>,
    until: Option<u64>,
    #[serde(default)]
    from: u32,
    at_most: Option<u32>,
}

/// Returns the viewer, by the token in the request.
async fn viewer(room: &Room, headers: &HeaderMap) -> Result<Viewer, Refusal> {
    let (account, standing) = bearer(room, headers, Ask::OwnFile).await?;
    Ok(Viewer { account, role: standing.acts_as() })
}

/// Returns the account whose token is in the request, and the standing of the token, if it permits
/// the request.
pub(super) async fn bearer(
    room: &Room,
    headers: &HeaderMap,
    ask: Ask,
) -> Result<(AccountId, Standing), Refusal> {
    let token = token_of(headers).ok_or(Refusal::NoToken)?;
    let (account, standing) = room.accounts.bearer(&token).await?;
    let is_file = matches!(ask, Ask::OwnFile);
    if !room.limits.allows_message(account)
        || (is_file && !room.limits.has_share(Shared::File, account))
    {
        return Err(Refusal::TooMany);
    }
    permit(Some(&standing), ask, room.clock.now().0)?;
    Ok((account, standing))
}

async fn one_hand(
    State(room): State<Arc<Room>>,
    Path(file): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let histories = room.histories().ok_or(Refusal::NotOpen)?;
    let viewer = viewer(&room, &headers).await?;
    let (name, ending) = match file.strip_suffix(PROOF) {
        Some(name) => (name, PROOF),
        None => file.rsplit_once('.').ok_or(Refusal::NoSuchFile)?,
    };
    let (table, hand) = name.split_once('-').ok_or(Refusal::NoSuchFile)?;
    let number = |text: &str| text.parse::<u64>().map_err(|_| Refusal::NoSuchFile);
    let (table, hand) = (TableId(number(table)?), number(hand)?);
    // Here the floor sees only what a player would. With a reason, it gets
    // more over its connection.
    let viewer = Viewer { role: viewer.role.min(Role::Player), ..viewer };
    if ending == PROOF {
        let proofs = histories.proofs(viewer, table, hand).await?;
        return Ok(download(format!("[{}]", proofs.join(",")), "json", &file));
    }
    let record = histories.read(viewer, table, hand, None, room.clock.now().0).await?;
    written(&histories, record, ending, &file).await
}

async fn many(
    State(room): State<Arc<Room>>,
    headers: HeaderMap,
    Query(wanted): Query<Wanted>,
    ending: &'static str,
) -> Result<Response, Refusal> {
    let histories = room.histories().ok_or(Refusal::NotOpen)?;
    let viewer = viewer(&room, &headers).await?;
    let format = format_of(&histories, ending)?;
    let filter = HandFilter {
        player: wanted.player,
        table: wanted.table.map(Into::into),
        tournament: wanted.tournament.map(Into::into),
        game: wanted.game,
        least_pot: wanted.least_pot.map(Into::into),
        since: wanted.since.map(Into::into),
        until: wanted.until.map(Into::into),
    };
    let at_most = wanted.at_most.unwrap_or(MOST_IN_A_FILE);
    let hands = histories.latest_sealed(viewer, &filter, wanted.from, at_most).await?;
    let (text, left_out) = format.write_all_sealed(&hands);
    let mut response = download(text, ending, &format!("hands.{ending}"));
    // How many hands the format cannot express, and why.
    response.headers_mut().insert("x-hands-left-out", HeaderValue::from(left_out.total()));
    if let Ok(reasons) = HeaderValue::from_str(&left_out.to_string()) {
        response.headers_mut().insert("x-hands-left-out-because", reasons);
    }
    Ok(response)
}

async fn shared(
    State(room): State<Arc<Room>>,
    Path(file): Path<String>,
) -> Result<Response, Refusal> {
    let histories = room.histories().ok_or(Refusal::NotOpen)?;
    let (code, ending) = file.rsplit_once('.').ok_or(Refusal::NoSuchFile)?;
    let record = histories.shared(code).await?;
    if ending == "json" {
        let looks = histories.looks(TableId(record.table.0), record.hand.0).await?;
        return Ok(axum::Json(SharedHand { record, looks }).into_response());
    }
    written(&histories, record, ending, &file).await
}

/// A shared hand as JSON, with everything that the page shows of it.
#[derive(Serialize)]
struct SharedHand {
    #[serde(flatten)]
    record: HandRecord,
    looks: Vec<SeatLook>,
}

fn format_of(histories: &Histories, ending: &str) -> Result<Format, Refusal> {
    let format = Format::of_ending(ending).ok_or(Refusal::NoSuchFile)?;
    if format == Format::PokerStars && !histories.settings().pokerstars_text {
        return Err(Refusal::FormatOff);
    }
    Ok(format)
}

async fn written(
    histories: &Histories,
    record: HandRecord,
    ending: &str,
    file: &str,
) -> Result<Response, Refusal> {
    if ending == "json" {
        return Ok(axum::Json(record).into_response());
    }
    let format = format_of(histories, ending)?;
    let text = format.write_sealed(&histories.sealed(record).await?)?;
    Ok(download(text, ending, file))
}

fn download(text: String, ending: &str, file: &str) -> Response {
    let kind = match ending {
        "ohh" => "application/json",
        "phh" | "phhs" => "application/toml",
        _ => "text/plain; charset=utf-8",
    };
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let name: String = file.chars().filter(|symbol| symbol.is_ascii_graphic()).collect();
    let name = format!("attachment; filename=\"{}\"", name.replace(['"', '\\'], ""));
    if let Ok(name) = HeaderValue::from_str(&name) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response
}
