//! The seat of an entry by its code: `/seats/12-K7QX2M9RTA.json`. Whoever has the code needs no
//! account, and wrong codes count as wrong links do (`files`).

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use cardroom_room::director::{SeatFound, parse_seat_code};
use cardroom_room::inbox::SendError;
use cardroom_room::room::Room;
use http::StatusCode;
use std::sync::Arc;

pub(super) fn router(room: Arc<Room>) -> Router {
    Router::new().route("/seats/{file}", get(seat)).with_state(room)
}

async fn seat(State(room): State<Arc<Room>>, Path(file): Path<String>) -> Response {
    let code = file.strip_suffix(".json").and_then(parse_seat_code);
    let Some((tournament, letters)) = code else { return missing() };
    let Some(handle) = room.registry.tournament(tournament) else { return missing() };
    match handle.find_seat(letters).await {
        Ok(Some(SeatFound::Slip(slip))) => Json(slip).into_response(),
        Ok(Some(SeatFound::Ended)) => {
            let text = "This tournament is over, and its codes have ended.\n";
            (StatusCode::GONE, text).into_response()
        }
        Ok(None) | Err(SendError::Closed) => missing(),
        Err(SendError::Busy) => {
            let text = "The tournament is busy. Try again in a moment.\n";
            (StatusCode::SERVICE_UNAVAILABLE, text).into_response()
        }
    }
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, "No player has this code.\n").into_response()
}
