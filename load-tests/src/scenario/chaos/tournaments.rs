//! Plays one sit-and-go after the other while the run lasts, and checks each against its results. A
//! place that was announced must stand, and the prizes must add up to the pool.

use super::results::Results;
use crate::scenario::told::Told;
use crate::server_process::Announced;
use cardroom_bot::brains::RandomLegal;
use cardroom_bot::connection::{Endpoint, EndpointError};
use cardroom_bot::swarm::{Summary, SwarmBuilder};
use cardroom_bot::{
    DealPart, EntryEnd, EntryResult, Settings, Swarm, ThinkTime, TournamentId, TournamentPlan,
};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// The name of the tournaments in the lobby.
const NAME: &str = "Chaos";
/// How often to request results while the room is down.
const ATTEMPTS: u32 = 40;
/// How long to wait between two of these requests.
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(500);

/// The settings of all tournaments of a run.
#[derive(Clone)]
pub(super) struct Field {
    pub(super) url: String,
    pub(super) entrants: usize,
    pub(super) seed: u64,
    pub(super) think: ThinkTime,
    /// The bots' part in verifiable deals.
    pub(super) deals: DealPart,
    /// The number of the first bot. The bots of the next tournament have the numbers after these.
    pub(super) first_bot: usize,
    pub(super) told: Arc<Told>,
}

/// Counts of the tournaments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Finished {
    /// Tournaments played to the winner.
    #[serde(rename = "tournaments_played")]
    pub(super) played: u64,
    /// Tournaments that had not ended when the run did.
    #[serde(rename = "tournaments_cut_short")]
    pub(super) cut_short: u64,
}

/// Returns the tournament to announce repeatedly. When one is full, the next takes entries.
pub(super) fn announced(entrants: usize) -> Announced {
    let text = include_str!("sit_and_go.toml").replace("ENTRANTS", &entrants.to_string());
    Announced {
        name: NAME.to_owned(),
        structure: "chaos".to_owned(),
        text,
        starts_in_minutes: None,
    }
}

/// Plays one tournament after the other until `no_more` is canceled. Those in play continue to
/// their end, or until `stop` is canceled.
pub(super) async fn play(
    mut field: Field,
    no_more: CancellationToken,
    stop: CancellationToken,
) -> Result<Finished, EndpointError> {
    let mut finished = Finished::default();
    while !no_more.is_cancelled() {
        let swarm = field.swarm().start().await?;
        let stopping = swarm.stop_token();
        let summary = {
            let play = swarm.join();
            tokio::pin!(play);
            tokio::select! {
                summary = &mut play => summary,
                () = stop.cancelled() => {
                    stopping.cancel();
                    play.await
                }
            }
        };
        if stop.is_cancelled() && summary.results.len() < field.entrants {
            finished.cut_short += 1;
            break;
        }
        field.judge(&summary).await?;
        finished.played += 1;
        field.first_bot += field.entrants;
    }
    Ok(finished)
}

impl Field {
    fn swarm(&self) -> SwarmBuilder {
        let settings = Settings {
            deals: self.deals,
            name_prefix: "entrant-".to_owned(),
            tournament: Some(TournamentPlan::named(NAME)),
            think_time: self.think,
            ..Settings::default()
        };
        Swarm::builder(&self.url)
            .bots(self.entrants)
            .first_bot(self.first_bot)
            .seed(self.seed)
            .settings(settings)
            .brain(|bot| RandomLegal::new(bot.seed))
            .connect_attempts(u32::MAX)
            .longest_wait(super::LONGEST_WAIT)
            .probe(self.told.clone())
    }

    /// Compares what the bots received with the stored results.
    async fn judge(&self, summary: &Summary) -> Result<(), EndpointError> {
        let Some(tournament) = summary.results.first().map(|result| result.tournament) else {
            self.told.fault("a tournament ended, and nobody was told a place".to_owned());
            return Ok(());
        };
        let endpoint = Endpoint::resolve(&self.url).await?;
        let mut problems = counted(summary);
        if summary.results.len() != self.entrants {
            let told = summary.results.len();
            problems.push(format!("{told} of {} were told a place", self.entrants));
        }
        match kept(&endpoint, tournament).await {
            Some(results) => problems.extend(differences(&summary.results, &results)),
            None => problems.push("its results are not kept".to_owned()),
        }
        for problem in problems {
            self.told.fault(format!("tournament {tournament}: {problem}"));
        }
        Ok(())
    }
}

/// Reads the stored results of a tournament, and retries while the room is down.
async fn kept(endpoint: &Endpoint, tournament: TournamentId) -> Option<Results> {
    for _ in 0..ATTEMPTS {
        if let Ok(Some(results)) = Results::read(endpoint, tournament).await {
            return Some(results);
        }
        tokio::time::sleep(BETWEEN_ATTEMPTS).await;
    }
    None
}

/// Lists violations that the bots of a tournament counted.
fn counted(summary: &Summary) -> Vec<String> {
    let totals = &summary.totals;
    let counts = [
        (totals.protocol_errors, "messages that are not the protocol's"),
        (totals.illegal_choices, "actions that were not legal"),
        (totals.actions_refused, "actions refused that were said to be legal"),
    ];
    let mut problems: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let odd = summary.outcomes.iter().filter(|outcome| !outcome.is_success());
    problems.extend(odd.map(|outcome| format!("a bot ended so: {outcome}")));
    problems
}

/// Lists differences between the received and the stored results, and between the
/// prizes and the pool.
fn differences(told: &[EntryResult], kept: &Results) -> Vec<String> {
    let mut differences = Vec::new();
    for told in told {
        let row = kept.rows.iter().find(|row| row.name == told.name);
        let stands = row.map(|row| (row.place.map(EntryEnd::Place), row.prize));
        if stands != Some((Some(told.end), told.prize)) {
            let EntryResult { name, end, prize, .. } = told;
            differences
                .push(format!("{name} was told {end:?} and {prize}, and stands at {stands:?}"));
        }
    }
    let prizes: u64 = kept.rows.iter().map(|row| row.prize.0).sum();
    if prizes != kept.prize_pool.0 {
        differences.push(format!("prizes of {prizes} from a pool of {}", kept.prize_pool));
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_bot::Money;
    use cardroom_protocol::EntryId;
    use cardroom_protocol::past::ResultRow;

    fn told(bot: usize, place: u32, prize: u64) -> EntryResult {
        EntryResult {
            bot,
            name: format!("entrant-{bot}"),
            tournament: TournamentId(1),
            entry: EntryId(bot as u64 + 1),
            end: EntryEnd::Place(place),
            prize: Money(prize),
            bounties: Money(0),
        }
    }

    fn row(bot: usize, place: u32, prize: u64) -> ResultRow {
        ResultRow {
            place: Some(place),
            name: format!("entrant-{bot}"),
            entries: 1,
            rebuys: 0,
            add_ons: 0,
            prize: Money(prize),
            tickets: Money(0),
            bounties: Money(0),
            knocked_out: 0,
            points: None,
            disqualified: false,
        }
    }

    #[test]
    fn places_and_prizes_that_were_told_have_to_stand() {
        let kept = Results { prize_pool: Money(2_000), rows: vec![row(1, 1, 2_000), row(0, 2, 0)] };
        assert_eq!(differences(&[told(1, 1, 2_000), told(0, 2, 0)], &kept), Vec::<String>::new());
        let other = differences(&[told(1, 2, 0), told(0, 2, 0)], &kept);
        assert!(other.len() == 1 && other[0].contains("entrant-1 was told Place(2)"), "{other:?}");
        let gone = Results { rows: vec![row(1, 1, 2_000)], ..kept };
        assert_eq!(differences(&[told(0, 2, 0)], &gone).len(), 1);
    }

    #[test]
    fn prizes_are_the_pool() {
        let kept = Results { prize_pool: Money(2_000), rows: vec![row(1, 1, 1_999)] };
        assert_eq!(differences(&[], &kept), ["prizes of 1999 from a pool of 2000"]);
    }
}
