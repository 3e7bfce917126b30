//! Standings that change, as hooks hear of them: with the results that change them, in one unit.

use crate::league_book::LeagueBook;
use crate::results::{KeptResults, ResultsError};
use crate::standings::{Standings, StandingsRow};
use crate::store::{HookEvent, SeasonId, Store, StoreError, StoredResults};
use crate::table::TableServices;
use cardroom_hooks::{EventKind, League, Standing, Subject};
use cardroom_rules::Millis;
use std::collections::BTreeSet;
use tokio::sync::OwnedMutexGuard;

/// The reason why standings cannot be computed.
#[derive(Debug, thiserror::Error)]
enum Unknown {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Results(#[from] ResultsError),
}

/// Returns the events of the standings that these results change, with the turn that is held until
/// they are stored. Returns `None` if there is nothing to tell.
pub(crate) async fn of_results(
    leagues: &LeagueBook,
    services: &TableServices,
    now: Millis,
    results: &[StoredResults],
) -> Option<(Vec<HookEvent>, OwnedMutexGuard<()>)> {
    if results.is_empty() || !services.hooks.asks(EventKind::Standings) {
        return None;
    }
    let turn = leagues.standings_turn().await;
    match changed(leagues, &*services.store, results).await {
        Ok(subjects) => Some((services.hooks.of_step(now.0, false, subjects), turn)),
        Err(error) => {
            // The results matter more than the news of them.
            tracing::error!(%error, "hooks do not hear of changed standings");
            None
        }
    }
}

/// Computes the standings before and after these results, and returns those that differ.
async fn changed(
    leagues: &LeagueBook,
    store: &dyn Store,
    results: &[StoredResults],
) -> Result<Vec<Subject>, Unknown> {
    let mut seasons: BTreeSet<SeasonId> = BTreeSet::new();
    for new in results {
        seasons.extend(new.season.clone());
        let before = store.tournament(new.tournament).await?.and_then(|known| known.results);
        if let Some(before) = before {
            seasons.extend(KeptResults::read(new.tournament, &before)?.summary.season);
        }
    }
    let mut subjects = Vec::new();
    for season in seasons {
        let Some(terms) = leagues.get(&season.league) else { continue };
        let before = store.season_results(&season).await?;
        let is_old =
            |known: &&StoredResults| !results.iter().any(|new| new.tournament == known.tournament);
        let new = results.iter().filter(|new| new.season.as_ref() == Some(&season));
        let mut after: Vec<&StoredResults> = before.iter().filter(is_old).chain(new).collect();
        after.sort_by_key(|night| (night.ended_ms, night.tournament));
        let standings = |nights: &[&StoredResults]| {
            let nights = nights.iter().map(|night| {
                Ok((night.tournament, KeptResults::read(night.tournament, &night.results)?))
            });
            let nights = nights.collect::<Result<Vec<_>, ResultsError>>()?;
            Ok::<_, ResultsError>(Standings::of(season.clone(), &terms.league, &nights))
        };
        let before = standings(&before.iter().collect::<Vec<_>>())?;
        let after = standings(&after)?;
        let (before, after) = (rows(&before), rows(&after));
        if before != after {
            let SeasonId { league: id, season } = season;
            let league = League { id, name: terms.league.name.clone(), season };
            subjects.push(Subject::Standings { league, standings: after });
        }
    }
    Ok(subjects)
}

/// Returns the players with a rank.
fn rows(standings: &Standings) -> Vec<Standing> {
    let row = |row: &StandingsRow| {
        let (name, points) = (row.name.clone(), row.season.points.to_string());
        Some(Standing { place: row.season.rank?, name, points })
    };
    standings.rows.iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::announced::Announcement;
    use crate::config::{Config, LeagueTerms};
    use crate::ids::TournamentId;
    use crate::league_book::MadeLeague;
    use crate::results::{KeptPlayer, Summary};
    use crate::store::prelude::*;
    use crate::store::{MemoryStore, StoredTournament, Unit};
    use cardroom_rules::{Cents, Chips, PlayerId};
    use cardroom_tournament::Attendance;
    use cardroom_tournament::prizes::Points;

    const CLUB: &str = "id = \"club\"\nname = \"Club\"\npoints = \"entrants - place\"\n";

    fn season() -> SeasonId {
        SeasonId { league: "club".to_owned(), season: "one".to_owned() }
    }

    fn player(place: u32, name: &str, points: u64) -> KeptPlayer {
        KeptPlayer {
            account: PlayerId(u64::from(name.as_bytes()[0])),
            name: name.to_owned(),
            place: Some(place),
            ended_place: Some(place),
            entries: 1,
            rebuys: 0,
            add_ons: 0,
            prize: Cents::ZERO,
            tickets: Cents::ZERO,
            bounties: Cents::ZERO,
            knocked_out: 0,
            points: Some(Points(points)),
            disqualified: false,
            bonus: Chips(0),
            attendance: Attendance::Played,
            disqualified_in_play: false,
            forfeited: Cents::ZERO,
        }
    }

    fn night(tournament: u64, season: Option<SeasonId>, players: Vec<KeptPlayer>) -> StoredResults {
        let summary = Summary {
            name: "Night".to_owned(),
            structure: "s".to_owned(),
            rulebook: "online".to_owned(),
            game_name: "Hold'em".to_owned(),
            began_at: Some(Millis(1)),
            ended_at: Millis(tournament),
            cancelled: false,
            entries: 2,
            players: 2,
            buy_in: Cents::ZERO,
            fee: Cents::ZERO,
            prize_pool: Cents::ZERO,
            winners: Vec::new(),
            season,
        };
        let (deals, corrections) = (Vec::new(), Vec::new());
        let kept =
            KeptResults { summary, players, deals, counting: None, corrections, stages: None };
        kept.stored(TournamentId(tournament))
    }

    async fn with_night(results: StoredResults) -> MemoryStore {
        let store = MemoryStore::new();
        let opening = Config::default().opening().unwrap();
        let structure = opening.structures.into_values().next().expect("structures are shipped");
        let rulebook = opening.library.rulebook("online").expect("it is shipped").clone();
        let setup = cardroom_tournament::Setup {
            structure,
            rulebook,
            starts_at: None,
            carried: None,
            self_run: false,
        };
        let stored = StoredTournament {
            id: TournamentId(0),
            name: "Night".to_owned(),
            setup: serde_json::to_string(&Announcement::of(setup, true)).unwrap(),
            announced_ms: 1,
            announced_by: None,
            code: None,
            results: None,
        };
        for _ in 0..2 {
            store.announce_tournament(&stored, &|_| Vec::new()).await.unwrap();
        }
        store.commit(&[Unit { results: vec![results], ..Unit::default() }]).await.unwrap();
        store
    }

    fn leagues() -> LeagueBook {
        let library = Config::default().library().unwrap();
        let leagues = LeagueBook::default();
        let made = MadeLeague { id: 1, file: CLUB.to_owned() };
        leagues.keep(LeagueTerms::made(CLUB, &library).unwrap(), made);
        leagues
    }

    /// Returns the name and the points of each row.
    fn told(subjects: &[Subject]) -> Vec<(String, String)> {
        match subjects {
            [] => Vec::new(),
            [Subject::Standings { league, standings }] => {
                assert_eq!((&*league.id, &*league.season), ("club", "one"));
                standings.iter().map(|row| (row.name.clone(), row.points.clone())).collect()
            }
            other => panic!("{other:?}"),
        }
    }

    #[tokio::test]
    async fn standings_are_told_with_the_results_that_change_them_and_only_then() {
        let first = night(1, Some(season()), vec![player(1, "Ada", 100), player(2, "Bob", 0)]);
        let store = with_night(first.clone()).await;
        let leagues = leagues();
        let row = |name: &str, points: &str| (name.to_owned(), points.to_owned());
        let second = night(2, Some(season()), vec![player(1, "Bob", 300), player(2, "Ada", 0)]);
        let subjects = changed(&leagues, &store, &[second]).await.unwrap();
        assert_eq!(told(&subjects), [row("Bob", "3.00"), row("Ada", "1.00")]);
        let elsewhere = night(2, None, vec![player(1, "Bob", 300)]);
        assert_eq!(changed(&leagues, &store, &[elsewhere]).await.unwrap(), []);
        assert_eq!(changed(&leagues, &store, &[first]).await.unwrap(), [], "the same again");
        // A night that counts no longer changes the season that it counted for.
        let moved = night(1, None, vec![player(1, "Ada", 100), player(2, "Bob", 0)]);
        let subjects = changed(&leagues, &store, &[moved]).await.unwrap();
        assert!(
            matches!(&*subjects, [Subject::Standings { standings, .. }] if standings.is_empty())
        );
    }
}
