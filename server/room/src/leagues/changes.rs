//! Leagues that are made while the room is open: their terms and seasons. A change is a file in TOML
//! that is read like one of the configuration, stored, and only then in force.

use super::direct::DirectError;
use crate::config::LeagueTerms;
use crate::director::TournamentOffice;
use crate::league_book::MadeLeague;
use crate::noted::Noted;
use crate::store::{StoredTerms, TermsKind};
use cardroom_protocol::ErrorCode;
use cardroom_protocol::league::{ChangeLeague, LeagueChange, NewSeason, SeasonEnd};
use cardroom_protocol::limits::MAX_LEAGUE_FILE_BYTES;
use toml::{Table, Value};

/// The most leagues beside those of the configuration.
const MOST: usize = 100;

/// Carries out a change by an operator who may make it.
///
/// # Errors
/// The change is impossible or cannot be stored. Nothing has changed in that case.
pub async fn change(
    office: &TournamentOffice,
    order: Noted<ChangeLeague>,
) -> Result<(), DirectError> {
    // One change at a time, because each reads what the previous one stored.
    let _turn = office.shelf.turn().await;
    match order.take().change {
        LeagueChange::Make(file) => {
            let terms = read(office, &file)?;
            let league = &terms.league.id;
            if office.services.leagues.contains(league) {
                let text = format!("There is a league \"{league}\" already. Choose another id.");
                return Err(refused(ErrorCode::Conflict, text));
            }
            if office.services.leagues.made_count() >= MOST {
                let text = format!("The room has {MOST} leagues already. End one first.");
                return Err(refused(ErrorCode::NotAllowedNow, text));
            }
            keep(office, None, terms, file).await
        }
        LeagueChange::Replace(file) => {
            let terms = read(office, &file)?;
            let made = made(office, &terms.league.id)?;
            keep(office, Some(made.id), terms, file).await
        }
        LeagueChange::OpenSeason(season) => {
            let NewSeason { league, season, name, from, until } = season;
            let made = made(office, &league)?;
            let keys = [("id", season), ("name", name), ("from", from), ("until", until)];
            let keys = keys.map(|(key, value)| (key.to_owned(), Value::String(value)));
            edit(office, made, |seasons| {
                seasons.push(Value::Table(keys.into_iter().collect()));
                Ok(())
            })
            .await
        }
        LeagueChange::EndSeason(SeasonEnd { league, season, until }) => {
            let made = made(office, &league)?;
            edit(office, made, |seasons| {
                let mut tables = seasons.iter_mut().filter_map(Value::as_table_mut);
                let known = tables.find(|it| it.get("id").and_then(Value::as_str) == Some(&season));
                let known = known.ok_or_else(|| {
                    refused(ErrorCode::BadText, "The league has no such season. Check its id.")
                })?;
                known.insert("until".to_owned(), Value::String(until));
                Ok(())
            })
            .await
        }
        LeagueChange::End(league) => {
            let made = made(office, &league)?;
            let mut schedules = office.schedules.all().into_iter();
            if let Some(schedule) =
                schedules.find(|known| known.terms.league.as_ref() == Some(&league))
            {
                let name = &schedule.terms.name;
                let text =
                    format!("The schedule \"{name}\" counts for it. End or change that first.");
                return Err(refused(ErrorCode::NotAllowedNow, text));
            }
            office.services.tables.store.end_terms(made.id).await?;
            office.services.leagues.forget(&league);
            office.shelf.forget_standings();
            Ok(())
        }
    }
}

/// Reads the file of a league.
fn read(office: &TournamentOffice, file: &str) -> Result<LeagueTerms, DirectError> {
    if file.len() > MAX_LEAGUE_FILE_BYTES {
        let text = format!("A league has at most {MAX_LEAGUE_FILE_BYTES} bytes. Shorten it.");
        return Err(refused(ErrorCode::BadText, text));
    }
    LeagueTerms::made(file, &office.services.library).map_err(|reason| {
        let text = format!("This league cannot be used: {reason}");
        refused(ErrorCode::BadText, format!("{}.", text.trim_end_matches('.')))
    })
}

/// Returns a league that was made while the room was open.
fn made(office: &TournamentOffice, league: &str) -> Result<MadeLeague, DirectError> {
    let leagues = &office.services.leagues;
    leagues.made(league).ok_or_else(|| match leagues.contains(league) {
        true => {
            let text = "This league is one of the room's configuration. Change its file there.";
            refused(ErrorCode::NotAllowedNow, text)
        }
        false => {
            let text = "This room does not have that league. Check its id.";
            refused(ErrorCode::BadText, text)
        }
    })
}

/// Changes the seasons in the file of a league.
async fn edit(
    office: &TournamentOffice,
    made: MadeLeague,
    change: impl FnOnce(&mut Vec<Value>) -> Result<(), DirectError>,
) -> Result<(), DirectError> {
    let unreadable = |error: String| {
        tracing::error!(error, "the stored file of a league cannot be read");
        let text = "The file of the league cannot be read. Replace it as a whole.";
        refused(ErrorCode::Internal, text)
    };
    let file = toml::from_str::<Table>(&made.file);
    let mut file = file.map_err(|error| unreadable(error.to_string()))?;
    let seasons = file.entry("seasons").or_insert_with(|| Value::Array(Vec::new()));
    let seasons = seasons.as_array_mut().ok_or_else(|| unreadable("seasons".to_owned()))?;
    change(seasons)?;
    let file = toml::to_string(&file).map_err(|error| unreadable(error.to_string()))?;
    let terms = read(office, &file)?;
    keep(office, Some(made.id), terms, file).await
}

/// Stores the terms of a league, and lets them be in force.
async fn keep(
    office: &TournamentOffice,
    id: Option<u64>,
    terms: LeagueTerms,
    file: String,
) -> Result<(), DirectError> {
    let services = &office.services.tables;
    let stored = StoredTerms {
        id: id.unwrap_or_default(),
        kind: TermsKind::League,
        name: terms.league.id.clone(),
        terms: file.clone(),
        changed_ms: services.clock.now().0,
    };
    let id = match id {
        None => services.store.add_terms(&stored).await?,
        Some(id) => {
            services.store.change_terms(&stored).await?;
            id
        }
    };
    office.services.leagues.keep(terms, MadeLeague { id, file });
    office.shelf.forget_standings();
    Ok(())
}

fn refused(code: ErrorCode, text: impl Into<String>) -> DirectError {
    DirectError::Refused(code, text.into())
}
