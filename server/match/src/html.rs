//! A match as one page that needs no network (`--html`): the curve of winnings, results by position
//! and by street, and the largest pots to step through.
//!
//! Everything that bots or files name goes through `escape`, or is read by the page's script as
//! text. The page may load nothing and send nothing, which it states itself.

mod curve;
mod hand;
mod tables;

use crate::report::{Report, ResultReport};
use crate::run::{Bot, Outcome};
use crate::session::Hand;
use crate::text::{amount, grouped, headline, signed};
use serde::Serialize;
use std::fmt::Write as _;

/// How many of the largest pots a page shows.
pub const LARGEST: usize = 10;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// A hand to step through, as the page's script reads it.
#[derive(Serialize)]
struct ShownHand {
    title: String,
    seats: Vec<hand::ShownSeat>,
    steps: Vec<hand::Step>,
}

/// Writes the page of a match.
#[must_use]
pub fn page(report: &Report, outcome: &Outcome, bots: &[Bot]) -> String {
    let names: Vec<&str> = report.bots.iter().map(|bot| bot.name.as_str()).collect();
    let title = escape(&names.join(", "));
    let [game, schedule] = headline(report).map(|line| escape(&line));
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>{title}</h1>\n<p>{game}<br>{schedule}</p>\n"
    );
    page += &results(report);
    page += &curve::section(report);
    page += &tables::sections(report, outcome);
    page += &hands(report, outcome, bots);
    let _ = writeln!(
        page,
        "<footer>Cardroom {}. <code>{}</code></footer>\n</main>\n<script>\n{SCRIPT}</script>\n\
         </body>\n</html>",
        escape(report.version),
        escape(&report.command.join(" "))
    );
    page
}

/// Returns the unit of all rates.
fn unit(report: &Report) -> &'static str {
    report.tournament.as_ref().map_or("mbb a hand", |tournament| tournament.unit)
}

fn results(report: &Report) -> String {
    let mut rows = String::new();
    for table in &report.tables {
        for result in &table.results {
            let against: Vec<&str> = table
                .results
                .iter()
                .filter(|other| other.bot != result.bot)
                .map(|other| other.bot.as_str())
                .collect();
            let _ = writeln!(
                rows,
                "<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>",
                escape(&result.bot),
                escape(&against.join(", ")),
                interval(result),
                match (result.half_width, result.verdict) {
                    (None, _) => "too few for an interval",
                    (_, "better") => "wins",
                    (_, "worse") => "loses",
                    _ => "neither is shown",
                }
            );
        }
    }
    format!(
        "<section>\n<h2>Result</h2>\n<div class=\"wide\"><table>\n<thead><tr><th>Bot</th>\
         <th>against</th><th>{}</th><th></th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n\
         </section>\n",
        escape(unit(report))
    )
}

fn interval(result: &ResultReport) -> String {
    match result.half_width {
        Some(wide) => format!("{} ± {}", signed(result.rate), amount(wide)),
        None => signed(result.rate),
    }
}

/// Returns the largest pots, for the script to step through.
fn hands(report: &Report, outcome: &Outcome, bots: &[Bot]) -> String {
    let mut all = Vec::new();
    for session in &outcome.sessions {
        let kept = session.hands.iter().filter_map(|hand| Some((hand, hand.played.as_deref()?)));
        all.extend(kept.map(|(hand, played)| (session, hand, played)));
    }
    let pot = |hand: &Hand| hand.note.map_or(0, |note| note.pot);
    // A stable sort: equal pots stay in the order in which they were played.
    all.sort_by_key(|(_, hand, _)| std::cmp::Reverse(pot(hand)));
    let shown = all.into_iter().take(LARGEST).map(|(session, hand, played)| {
        let name = |seat: u8| {
            let entrant = session.entrant_at(hand, seat)?;
            Some(bots.get(entrant)?.name.clone())
        };
        let what = if report.tournament.is_some() { "tournament" } else { "deal" };
        let (seats, steps) = hand::steps(played, name);
        let (pot, seating) = (grouped(pot(hand)), session.plan.seating + 1);
        let title = format!("{pot} chips, {what} {}, seating {seating}", hand.deal);
        ShownHand { title, seats, steps }
    });
    let shown: Vec<ShownHand> = shown.collect();
    // The script is not left early by a name, since no "<" is in it.
    let data = serde_json::to_string(&shown).unwrap_or_else(|_| "[]".to_owned());
    let data = data.replace('<', "\\u003c");
    format!(
        "<section>\n<h2>Largest pots</h2>\n<div id=\"hands\"><noscript>The hands are shown by a \
         script of this page.</noscript></div>\n\
         <script type=\"application/json\" id=\"hands-data\">{data}</script>\n</section>\n"
    )
}

/// Escapes a text for an element or a quoted attribute.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests;
