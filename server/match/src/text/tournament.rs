//! The lines of a match of tournaments.

use super::{amount, grouped, row, signed};
use crate::report::{Report, ResultReport, TournamentReport, confidence_percent};

/// Returns the first line: the tournament, its stacks and its clock.
pub(super) fn game(report: &Report, tournament: &TournamentReport) -> String {
    let game = &report.game;
    format!(
        "{}: {} with {} players, {} chips, {} at first, {} s on the clock for each decision, seed {}",
        tournament.name,
        game.name,
        report.bots.len(),
        grouped(game.stack),
        game.stakes,
        tournament.decision_ms / 1_000,
        report.seed
    )
}

/// Returns the result of each bot.
pub(super) fn results(report: &Report, tournament: &TournamentReport) -> Vec<String> {
    let Some(table) = report.tables.first().filter(|table| table.deals > 0) else {
        return vec![row("result", "no tournament was played from every seat")];
    };
    let mut lines = Vec::new();
    for result in &table.results {
        let is_own = |places: &&crate::report::PlacesReport| places.bot == result.bot;
        let Some(places) = tournament.bots.iter().find(is_own) else { continue };
        let verdict = match (result.half_width, result.verdict) {
            (None, _) => "too few tournaments for an interval",
            (_, "better") => "wins",
            (_, "worse") => "loses",
            _ => "neither is shown",
        };
        let pool = format!(
            "{:.1} % of the pool, mean place {:.2}",
            places.pool_percent, places.mean_place
        );
        lines.push(row(&result.bot, &format!("{:34} {pool:38} {verdict}", rate(result))));
        lines.extend(unpaired(result));
    }
    let unit = "thousandths of the buy-in a tournament, more than an even share of the pool";
    lines.push(row("unit", unit));
    lines
}

fn rate(result: &ResultReport) -> String {
    match result.half_width {
        Some(wide) => {
            format!("{} ± {} ({} %)", signed(result.rate), amount(wide), confidence_percent())
        }
        None => signed(result.rate),
    }
}

/// Returns what the tournaments would have been worth without pairing.
fn unpaired(result: &ResultReport) -> Option<String> {
    let unpaired = result.unpaired.as_ref()?;
    let wide = unpaired.half_width?;
    Some(row("unpaired", &format!("{} ± {}", signed(unpaired.rate), amount(wide))))
}
