//! Whether a tournament that a swarm has played went as it should: from what the bots counted, what
//! the standings say and what a witness saw. Each of them is gathered elsewhere.

use crate::standings::Standings;
use crate::swarm::Summary;
use crate::tournament::EntryEnd;
use crate::witness::Seen;

/// What is wrong; empty where nothing is.
#[must_use]
pub fn problems(summary: &Summary, standings: &Standings, seen: Option<&Seen>) -> Vec<String> {
    let totals = &summary.totals;
    let counts = [
        (totals.protocol_errors, "messages that are not the protocol's"),
        (totals.illegal_choices, "actions that were not legal"),
        (totals.actions_refused, "actions refused that were said to be legal"),
        (totals.hands_not_dealt, "hands not dealt to who sat there"),
        (totals.big_blinds_twice, "big blinds twice running"),
    ];
    let mut problems: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let odd = summary.outcomes.iter().filter(|outcome| !outcome.is_success());
    problems.extend(odd.map(|outcome| format!("a bot ended so: {outcome}")));
    // Where others play on, what the bots won is all there is.
    let others_play = summary.results.iter().all(|result| result.end != EntryEnd::Place(1))
        && !standings.is_final();
    if !others_play {
        problems.extend(standings.problems());
    }
    problems.extend(seen.into_iter().flat_map(|seen| seen.problems.iter().cloned()));
    problems
}
