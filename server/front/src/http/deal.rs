//! The log of verifiable deals for everybody: the room's key, signed heads, tiles in the paths of
//! C2SP tlog-tiles, and how rounds ended. Proofs of a table come without private cards.

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use cardroom_room::deal_log::{ConsistencyPage, DealLog, LogError, PublicTable};
use cardroom_room::history::HistoryError;
use cardroom_room::inbox::TableHandle;
use cardroom_room::room::Room;
use cardroom_store::ids::{TableId, TournamentId};
use http::{HeaderName, StatusCode, header};
use serde::Deserialize;
use std::sync::Arc;

/// The most hands in a file with the proofs of a table.
const MOST_HANDS: u64 = 50;
/// The most bytes of such a file, which verifiers read.
const MOST_BYTES: usize = 1024 * 1024;
/// The most days of counts.
const MOST_DAYS: u32 = 366;
/// The days of counts if the request does not say.
const DAYS: u32 = 30;
const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

const TEXT: (HeaderName, &str) = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
const BYTES: (HeaderName, &str) = (header::CONTENT_TYPE, "application/octet-stream");
/// A full tile never changes.
const FOR_EVER: (HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=31536000, immutable");

pub(super) fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/deal/key", get(key))
        .route("/deal/log/checkpoint", get(checkpoint))
        .route("/deal/log/consistency", get(consistency))
        .route("/deal/log/tile/{*path}", get(tile))
        .route("/deal/counts", get(counts))
        .route("/tables/{table}/deals", get(deals))
        .with_state(room)
}

/// The reason for a refusal.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error("The room is not open, or its deals cannot be verified.")]
    NoLog,
    #[error("The log has no such part.")]
    NoPart,
    #[error("There is no such table that everybody may watch.")]
    NoTable,
    #[error("Something failed inside the room. Try again in a moment.")]
    Internal,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self {
            Self::NoLog | Self::NoPart | Self::NoTable => StatusCode::NOT_FOUND,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, format!("{self}\n")).into_response()
    }
}

impl From<LogError> for Refusal {
    fn from(error: LogError) -> Self {
        tracing::error!(%error, "the log of deals cannot be read");
        Self::Internal
    }
}

impl From<HistoryError> for Refusal {
    fn from(_: HistoryError) -> Self {
        Self::Internal
    }
}

fn log_of(room: &Room) -> Result<&DealLog, Refusal> {
    room.deals().map(|deals| deals.log()).ok_or(Refusal::NoLog)
}

async fn key(State(room): State<Arc<Room>>) -> Result<Response, Refusal> {
    Ok(Json(log_of(&room)?.key_page()).into_response())
}

async fn checkpoint(State(room): State<Arc<Room>>) -> Result<Response, Refusal> {
    let checkpoint = log_of(&room)?.checkpoint().ok_or(Refusal::NoLog)?;
    Ok(([TEXT], checkpoint).into_response())
}

/// The sizes of two heads.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sizes {
    from: u64,
    to: u64,
}

async fn consistency(
    State(room): State<Arc<Room>>,
    Query(Sizes { from, to }): Query<Sizes>,
) -> Result<Response, Refusal> {
    let proof = log_of(&room)?.consistency(from, to).await?.ok_or(Refusal::NoPart)?;
    Ok(Json(ConsistencyPage::from(proof)).into_response())
}

async fn tile(
    State(room): State<Arc<Room>>,
    Path(path): Path<String>,
) -> Result<Response, Refusal> {
    let tile = log_of(&room)?.tile_at(&format!("tile/{path}")).await?;
    let (bytes, is_full) = tile.ok_or(Refusal::NoPart)?;
    Ok(if is_full {
        ([BYTES, FOR_EVER], bytes).into_response()
    } else {
        ([BYTES], bytes).into_response()
    })
}

/// How many days to count.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Days {
    days: Option<u32>,
}

async fn counts(
    State(room): State<Arc<Room>>,
    Query(Days { days }): Query<Days>,
) -> Result<Response, Refusal> {
    let log = log_of(&room)?;
    let today = u32::try_from(room.clock.now().0 / DAY_MS).unwrap_or(u32::MAX);
    let days = days.unwrap_or(DAYS).clamp(1, MOST_DAYS);
    let tables = room.registry.tables();
    let open = tables.iter().map(|table| (table.id, public_table(table))).collect();
    let page = log.counts_page((today + 1).saturating_sub(days), &open).await?;
    Ok(Json(page).into_response())
}

/// Returns the name of a public table and its tournament; `None` for a private table.
fn public_table(table: &TableHandle) -> Option<PublicTable> {
    let info = table.info.borrow();
    let tournament = info.tournament.map(|tournament| TournamentId(tournament.0));
    (!table.is_private()).then(|| PublicTable { name: info.name.clone(), tournament })
}

/// The hands of a file. Without the first one they are the latest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hands {
    from: Option<u64>,
    to: Option<u64>,
}

async fn deals(
    State(room): State<Arc<Room>>,
    Path(table): Path<u64>,
    Query(Hands { from, to }): Query<Hands>,
) -> Result<Response, Refusal> {
    let (log, table) = (log_of(&room)?, TableId(table));
    let public = match room.registry.table(table) {
        Some(open) => public_table(&open),
        None => log.gone_table(table).await?,
    };
    public.ok_or(Refusal::NoTable)?;
    let histories = room.histories().ok_or(Refusal::NoLog)?;
    let last = histories.last_hand(table).await?.unwrap_or(0);
    let to = to.unwrap_or(u64::MAX).min(last);
    let from = from.unwrap_or_else(|| (to + 1).saturating_sub(MOST_HANDS));
    let to = to.min(from.saturating_add(MOST_HANDS - 1));
    let proofs = histories.public_proofs(table, from..=to, MOST_BYTES).await?;
    let kind = (header::CONTENT_TYPE, "application/json");
    Ok(([kind], format!("[{}]", proofs.join(","))).into_response())
}
