//! The ledger of a private table as a file, `/tables/31/ledger.csv`, by token. Its host may read
//! it. While the table is open, so may all players who have had chips there.

use super::hands::bearer;
use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use cardroom_room::accounts::AccountError;
use cardroom_room::hosting::{HostingError, HostingOffice, TableNight};
use cardroom_room::permits::Ask;
use cardroom_room::room::Room;
use cardroom_store::ids::{AccountId, TableId};
use http::{HeaderMap, StatusCode, header};
use std::sync::Arc;

pub(super) fn router(room: Arc<Room>) -> Router {
    Router::new().route("/tables/{table}/ledger.csv", get(ledger)).with_state(room)
}

async fn ledger(
    State(room): State<Arc<Room>>,
    Path(table): Path<String>,
    headers: HeaderMap,
) -> Response {
    let refuse = |status: StatusCode, text: String| (status, format!("{text}\n")).into_response();
    let account = match bearer(&room, &headers, Ask::OwnFile).await {
        Ok((account, _)) => account,
        Err(refusal) => return refusal.into_response(),
    };
    let Some(office) = room.hosting() else {
        return refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "The room is starting; try again.".to_owned(),
        );
    };
    let number = table.parse().ok().filter(|number: &u64| number.to_string() == table);
    let Some(table) = number.map(TableId) else {
        return refuse(StatusCode::NOT_FOUND, HostingError::Unknown.to_string());
    };
    match night(&room, &office, account, table).await {
        Ok(night) => {
            let name = format!("attachment; filename=\"ledger-{table}.csv\"");
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (header::CONTENT_DISPOSITION, &name),
            ];
            (headers, night.csv()).into_response()
        }
        Err(error @ HostingError::Unknown) => refuse(StatusCode::NOT_FOUND, error.to_string()),
        Err(error) => {
            tracing::error!(%error, table = table.0, "a ledger cannot be read");
            let text = AccountError::Internal.to_string();
            refuse(StatusCode::INTERNAL_SERVER_ERROR, text)
        }
    }
}

async fn night(
    room: &Room,
    office: &HostingOffice,
    account: AccountId,
    table: TableId,
) -> Result<TableNight, HostingError> {
    let Some(handle) = room.registry.table(table).filter(|handle| handle.is_private()) else {
        return office.ledger_after(account, table).await;
    };
    let night = office.ledger_of(&handle).await?;
    let may_read = handle.hosted_by == Some(account) || night.names(account);
    if may_read { Ok(night) } else { Err(HostingError::Unknown) }
}
