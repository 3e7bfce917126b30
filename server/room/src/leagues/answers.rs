//! Conversion of leagues into messages for clients.

use crate::config::LeagueTerms;
use crate::standings::{Standings, StandingsRow};
use cardroom_protocol::league::{LeagueInfo, LeagueTie, SeasonInfo, StandingPage, StandingRow};
use cardroom_protocol::limits::{MAX_SEASONS, MAX_STANDINGS_PER_PAGE};
use cardroom_protocol::{Points, RequestId, TimeMs};
use cardroom_tournament::league::LeagueTie as Tie;

/// Builds a league's entry in a list.
#[must_use]
pub fn league_info(terms: &LeagueTerms) -> LeagueInfo {
    let league = &terms.league;
    let first = terms.seasons.len().saturating_sub(MAX_SEASONS);
    let seasons = terms.seasons.iter().skip(first).map(|season| SeasonInfo {
        season: season.id.clone(),
        name: season.name.clone(),
        from: TimeMs(season.from.0),
        until: TimeMs(season.until.0),
    });
    LeagueInfo {
        league: league.id.clone(),
        name: league.name.clone(),
        rulebook: terms.rulebook.clone(),
        points: league.points.text().to_owned(),
        best_nights: league.best_nights,
        least_nights: league.least_nights,
        ties: league.ties.iter().map(|tie| wire_tie(*tie)).collect(),
        min_age: terms.min_age,
        members_only: !terms.members.is_empty(),
        seasons: seasons.collect(),
        present: league.present,
        disqualified: league.disqualified.as_ref().map(|points| points.text().to_owned()),
    }
}

fn wire_tie(tie: Tie) -> LeagueTie {
    match tie {
        Tie::Wins => LeagueTie::Wins,
        Tie::Places => LeagueTie::Places,
        Tie::BestNight => LeagueTie::BestNight,
        Tie::KnockedOut => LeagueTie::KnockedOut,
        Tie::FewerNights => LeagueTie::FewerNights,
    }
}

/// Builds a page of standings.
#[must_use]
pub fn standing_page(request: RequestId, standings: &Standings, from: u32) -> StandingPage {
    let skip = usize::try_from(from).unwrap_or(usize::MAX);
    let rows = standings.rows.iter().skip(skip).take(MAX_STANDINGS_PER_PAGE);
    StandingPage {
        request,
        league: standings.season.league.clone(),
        season: standings.season.season.clone(),
        nights: count(standings.nights.len()),
        from,
        total: count(standings.rows.len()),
        rows: rows.map(row).collect(),
    }
}

fn row(row: &StandingsRow) -> StandingRow {
    StandingRow {
        rank: row.season.rank,
        name: row.name.clone(),
        points: Points(row.season.points.0),
        nights: count(row.season.nights.len()),
        counted: count(row.counted()),
        wins: count(row.wins()),
        best_place: row.best_place(),
        knocked_out: row.season.knocked_out,
    }
}

fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}
