//! Results by position and by the street in which a hand ended; in tournaments, by place.

use super::escape;
use crate::report::{Report, TournamentReport};
use crate::run::{Outcome, PlayedSession};
use crate::schedule;
use crate::session::Hand;
use crate::stats::{Estimate, LEAST_FOR_INTERVAL};
use crate::text::{amount, grouped, signed};
use std::collections::BTreeMap;
use std::fmt::Write as _;

pub(super) fn sections(report: &Report, outcome: &Outcome) -> String {
    if let Some(tournament) = &report.tournament {
        return places(tournament);
    }
    if !report.game.is_one_game {
        return "<section>\n<h2>Positions and streets</h2>\n<p>The games of a rotation have \
                positions and streets of their own.</p>\n</section>\n"
            .to_owned();
    }
    let by_position = if report.game.unit == "big blind" {
        table(
            report,
            outcome,
            "By position",
            |session, hand, seat| {
                let seats = session.plan.seats.len();
                let button = usize::from(schedule::button(hand.deal, seats));
                Some((seat + seats - button) % seats)
            },
            position,
        )
    } else {
        String::new()
    };
    let has_board = report.game.has_board;
    let by_street = table(
        report,
        outcome,
        "By the street in which a hand ended",
        |_, hand, _| {
            let note = hand.note?;
            Some(usize::from(note.street) + if note.has_showdown { SHOWDOWN } else { 0 })
        },
        |key, _| street(key, has_board),
    );
    by_position + &by_street
}

/// Keys of streets above this are of hands that were shown down.
const SHOWDOWN: usize = 100;

fn position(key: usize, seats: usize) -> String {
    match (key, seats) {
        (0, 2) => "button and small blind".to_owned(),
        (1, 2) => "big blind".to_owned(),
        (0, _) => "button".to_owned(),
        (1, _) => "small blind".to_owned(),
        (2, _) => "big blind".to_owned(),
        (key, seats) if key + 1 == seats && seats > 4 => "cutoff".to_owned(),
        (3, _) => "under the gun".to_owned(),
        (key, _) => format!("under the gun +{}", key - 3),
    }
}

fn street(key: usize, has_board: bool) -> String {
    if key >= SHOWDOWN {
        return "showdown".to_owned();
    }
    let named = ["before the flop", "flop", "turn", "river"].get(key).filter(|_| has_board);
    named.map_or_else(|| format!("betting round {}", key + 1), |name| (*name).to_owned())
}

/// Returns a table with a row for each key of a hand and seat, and columns for each bot.
fn table(
    report: &Report,
    outcome: &Outcome,
    title: &str,
    key_of: impl Fn(&PlayedSession, &Hand, usize) -> Option<usize>,
    name_of: impl Fn(usize, usize) -> String,
) -> String {
    let unit = 1_000.0 / report.game.unit_chips.max(1) as f64;
    // By the name of the key, so that all showdowns are one row. Rows stay in the order of keys.
    let mut rows: BTreeMap<usize, (String, BTreeMap<usize, Vec<f64>>)> = BTreeMap::new();
    for session in &outcome.sessions {
        for hand in &session.hands {
            for (seat, entrant) in session.plan.seats.iter().enumerate() {
                let Some(key) = key_of(session, hand, seat) else { continue };
                let key = key.min(SHOWDOWN);
                let name = || (name_of(key, session.plan.seats.len()), BTreeMap::new());
                let (_, by_bot) = rows.entry(key).or_insert_with(name);
                by_bot.entry(*entrant).or_default().push(hand.net[seat] as f64 * unit);
            }
        }
    }
    let mut html = format!(
        "<section>\n<h2>{}</h2>\n<div class=\"wide\"><table>\n<thead><tr><th></th><th>Bot</th>\
         <th>hands</th><th>mbb a hand</th><th>{}s in all</th></tr></thead>\n<tbody>\n",
        escape(title),
        escape(report.game.unit)
    );
    for (name, by_bot) in rows.values() {
        for (place, (entrant, scores)) in by_bot.iter().enumerate() {
            let estimate = Estimate::of(scores, 1, LEAST_FOR_INTERVAL);
            let rate = match estimate.half_width {
                Some(half) => format!("{} ± {}", signed(estimate.mean), amount(half)),
                None => signed(estimate.mean),
            };
            let first = match place {
                0 => format!(
                    "<th scope=\"rowgroup\" rowspan=\"{}\">{}</th>",
                    by_bot.len(),
                    escape(name)
                ),
                _ => String::new(),
            };
            let _ = writeln!(
                html,
                "<tr>{first}<td>{}</td><td>{}</td><td>{rate}</td><td>{}</td></tr>",
                escape(report.bots.get(*entrant).map_or("", |bot| bot.name.as_str())),
                grouped(scores.len() as u64),
                signed(scores.iter().sum::<f64>() / 1_000.0)
            );
        }
    }
    html + "</tbody>\n</table></div>\n</section>\n"
}

fn places(tournament: &TournamentReport) -> String {
    let seats = tournament.bots.first().map_or(0, |bot| bot.places.len());
    let mut html = String::from(
        "<section>\n<h2>Places</h2>\n<div class=\"wide\"><table>\n<thead><tr><th>Bot</th>",
    );
    for place in 1..=seats {
        let _ = write!(html, "<th>{place}.</th>");
    }
    html += "<th>mean</th><th>of the pool</th></tr></thead>\n<tbody>\n";
    for bot in &tournament.bots {
        let _ = write!(html, "<tr><th scope=\"row\">{}</th>", escape(&bot.bot));
        for times in &bot.places {
            let _ = write!(html, "<td>{}</td>", grouped(u64::from(*times)));
        }
        let _ =
            writeln!(html, "<td>{:.2}</td><td>{:.1} %</td></tr>", bot.mean_place, bot.pool_percent);
    }
    html + "</tbody>\n</table></div>\n</section>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_streets_have_their_names() {
        let of = |seats: usize| (0..seats).map(|key| position(key, seats)).collect::<Vec<_>>();
        assert_eq!(of(2), ["button and small blind", "big blind"]);
        assert_eq!(of(4)[3], "under the gun");
        let six = of(6);
        assert_eq!(six[2..], ["big blind", "under the gun", "under the gun +1", "cutoff"]);
        assert_eq!(street(2, true), "turn");
        assert_eq!(street(2, false), "betting round 3");
        assert_eq!(street(SHOWDOWN + 3, true), "showdown");
    }
}
