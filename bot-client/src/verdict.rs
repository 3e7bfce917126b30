//! Checks a tournament that a swarm has played, from the bots' counters, the standings, and
//! what a witness saw.

use crate::standings::Standings;
use crate::swarm::Summary;
use crate::tournament::EntryEnd;
use crate::witness::Seen;

/// Returns all problems, or nothing if everything is correct.
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
    // If other players play on, only the bots' own results can be checked.
    let others_play = summary.results.iter().all(|result| result.end != EntryEnd::Place(1))
        && !standings.is_final();
    if !others_play {
        problems.extend(standings.problems());
    }
    problems.extend(seen.into_iter().flat_map(|seen| seen.problems.iter().cloned()));
    problems
}
