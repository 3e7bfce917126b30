//! Results of tournaments as files, `/results/12.json`, `.csv` and `.ots`, and the standings of
//! seasons: `/leagues/thursdays/2026-autumn.csv`. They are public, as in the protocol, except for
//! those of private tournaments.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use cardroom_room::results::{Format, Reader, ShelfError};
use cardroom_room::room::Room;
use cardroom_rules::Millis;
use cardroom_store::SeasonId;
use cardroom_store::ids::TournamentId;
use http::{StatusCode, header};
use std::sync::Arc;

pub(super) fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/results/{file}", get(results))
        .route("/leagues/{league}/{file}", get(standings))
        .with_state(room)
}

async fn results(State(room): State<Arc<Room>>, Path(file): Path<String>) -> Response {
    let Some((tournament, format)) = named(&file) else {
        return (StatusCode::NOT_FOUND, "like /results/12.csv; or .json, or .ots\n")
            .into_response();
    };
    let Some(office) = room.tournaments() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "starting\n").into_response();
    };
    match office.shelf.file(&room.session.room, tournament, format, Reader::Anybody).await {
        Ok(text) => {
            let name = format!("attachment; filename=\"results-{file}\"");
            let headers =
                [(header::CONTENT_TYPE, format.media_type()), (header::CONTENT_DISPOSITION, &name)];
            (headers, text).into_response()
        }
        Err(error @ (ShelfError::Unknown | ShelfError::NotOver)) => {
            (StatusCode::NOT_FOUND, format!("{error}\n")).into_response()
        }
        Err(error) => {
            tracing::error!(%error, tournament = tournament.0, "results cannot be written");
            (StatusCode::INTERNAL_SERVER_ERROR, "these results cannot be read\n").into_response()
        }
    }
}

async fn standings(
    State(room): State<Arc<Room>>,
    Path((league, file)): Path<(String, String)>,
) -> Response {
    let Some(office) = room.tournaments() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "starting\n").into_response();
    };
    let terms = office.services.leagues.get(&league);
    let season = file.strip_suffix(".csv").zip(terms).and_then(|(id, terms)| {
        let season = terms.season(Some(id), Millis(0))?;
        Some((SeasonId { league, season: season.id.clone() }, terms.league.clone()))
    });
    let Some((season, league)) = season else {
        let text = "like /leagues/thursdays/2026-autumn.csv\n";
        return (StatusCode::NOT_FOUND, text).into_response();
    };
    match office.shelf.standings(&season, &league).await {
        Ok(standings) => {
            let name = format!("attachment; filename=\"{}-{file}\"", season.league);
            let csv = Format::Csv.media_type();
            let headers = [(header::CONTENT_TYPE, csv), (header::CONTENT_DISPOSITION, &name)];
            (headers, standings.csv()).into_response()
        }
        Err(error) => {
            tracing::error!(%error, league = season.league, "standings cannot be read");
            let text = "these standings cannot be read\n";
            (StatusCode::INTERNAL_SERVER_ERROR, text).into_response()
        }
    }
}

/// Parses the tournament and the format from a file name.
fn named(file: &str) -> Option<(TournamentId, Format)> {
    let (id, ending) = file.split_once('.')?;
    // A number has only one valid spelling, so a file has only one name.
    let number: u64 = id.parse().ok().filter(|number: &u64| number.to_string() == id)?;
    Some((TournamentId(number), Format::named(ending)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_number_and_an_ending() {
        assert_eq!(named("12.csv"), Some((TournamentId(12), Format::Csv)));
        assert_eq!(named("12.ots"), Some((TournamentId(12), Format::Ots)));
        for file in ["12", "12.", "x.csv", "+12.csv", "012.csv", "12.txt", ".csv", "1.2.csv"] {
            assert_eq!(named(file), None, "{file}");
        }
    }
}
