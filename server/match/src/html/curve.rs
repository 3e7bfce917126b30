//! The curve of winnings: a drawing of lines that scales with the page.

use super::escape;
use crate::report::{Report, TableReport};
use crate::stats::{Estimate, LEAST_FOR_INTERVAL};
use crate::text::grouped;
use std::fmt::Write as _;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 320.0;
/// Room for the labels, left and below.
const LEFT: f64 = 70.0;
const BELOW: f64 = 30.0;
/// The most points of a curve.
const POINTS: usize = 240;

/// A point of a curve: winnings after some deals, and half the width of the interval there.
struct Point {
    deals: usize,
    won: f64,
    band: Option<f64>,
}

pub(super) fn section(report: &Report) -> String {
    let (what, unit) = match report.tournament {
        Some(_) => ("tournaments", "buy-ins"),
        None => ("deals", "big blinds"),
    };
    let unit = if report.game.unit == "small bet" { "small bets" } else { unit };
    let mut section = String::from("<section>\n<h2>Winnings</h2>\n");
    for table in report.tables.iter().filter(|table| table.deals > 1) {
        // One of two players wins exactly what the other loses.
        let shown = if table.results.len() == 2 { 1 } else { table.results.len() };
        for (place, result) in table.results.iter().take(shown).enumerate() {
            let others = table.results.iter().filter(|other| other.bot != result.bot);
            let others: Vec<&str> = others.map(|other| other.bot.as_str()).collect();
            let caption = format!(
                "{} against {}: {unit} won by the number of {what}, with the 95 % band",
                result.bot,
                others.join(", ")
            );
            let _ = writeln!(
                section,
                "<figure>\n{}<figcaption>{}</figcaption>\n</figure>",
                drawing(&points(table, place), &caption),
                escape(&caption)
            );
        }
    }
    section + "</section>\n"
}

fn points(table: &TableReport, place: usize) -> Vec<Point> {
    let scores: Vec<f64> = table.scores.iter().map(|deal| deal.scores[place]).collect();
    let step = scores.len().div_ceil(POINTS).max(1);
    let ends = (step..scores.len()).step_by(step).chain([scores.len()]);
    let point = |deals: usize| {
        let estimate = Estimate::of(&scores[..deals], 1, LEAST_FOR_INTERVAL);
        let whole = deals as f64 / 1_000.0;
        let band = estimate.half_width.map(|half| half * whole);
        Point { deals, won: estimate.mean * whole, band }
    };
    let mut points = vec![Point { deals: 0, won: 0.0, band: None }];
    points.extend(ends.map(point));
    points
}

fn drawing(points: &[Point], label: &str) -> String {
    let most = points.last().map_or(1, |point| point.deals).max(1) as f64;
    let reach = |point: &Point| point.won.abs() + point.band.unwrap_or(0.0);
    let high = points.iter().map(reach).fold(0.0, f64::max);
    let step = round_step(high.max(1e-9) / 3.0);
    let high = (high / step).ceil().max(1.0) * step;
    let x = |deals: f64| LEFT + deals / most * (WIDTH - LEFT - 10.0);
    let y = |won: f64| 10.0 + (high - won) / (2.0 * high) * (HEIGHT - BELOW - 20.0);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n",
        escape(label)
    );
    for line in -3_i32..=3 {
        let won = f64::from(line) * step;
        if won.abs() > high * 1.001 {
            continue;
        }
        let class = if line == 0 { "zero" } else { "grid" };
        let (at, right) = (y(won), WIDTH - 10.0);
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            label_of(won, step)
        );
    }
    for quarter in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let deals = (most * quarter).round();
        let anchor = if quarter < 1.0 { "middle" } else { "end" };
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            x(deals),
            HEIGHT - 8.0,
            whole(deals)
        );
    }
    let banded: Vec<(f64, f64, f64)> = points
        .iter()
        .filter_map(|point| Some((point.deals as f64, point.won, point.band?)))
        .collect();
    let above = banded.iter().map(|(deals, won, band)| (x(*deals), y(won + band)));
    let under = banded.iter().rev().map(|(deals, won, band)| (x(*deals), y(won - band)));
    let _ = writeln!(svg, "<polygon class=\"band\" points=\"{}\"/>", places(above.chain(under)));
    let line = points.iter().map(|point| (x(point.deals as f64), y(point.won)));
    let _ = writeln!(svg, "<polyline class=\"curve\" points=\"{}\"/>", places(line));
    svg + "</svg>\n"
}

fn places(points: impl Iterator<Item = (f64, f64)>) -> String {
    points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

/// Returns 1, 2 or 5 times a power of ten that is at least this much.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least);
    factor.unwrap_or(10.0) * power
}

fn label_of(won: f64, step: f64) -> String {
    let sign = if won > 0.0 { "+" } else { "" };
    if step >= 1.0 {
        let minus = if won < 0.0 { "-" } else { sign };
        return format!("{minus}{}", whole(won.abs()));
    }
    format!("{sign}{won:.2}")
}

fn whole(number: f64) -> String {
    // At most some millions.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounded, not negative"
    )]
    let whole = number.round().max(0.0) as u64;
    grouped(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_at_round_numbers() {
        assert_eq!([0.7, 1.0, 13.0, 21.0, 501.0].map(round_step), [1.0, 1.0, 20.0, 50.0, 1_000.0]);
        assert_eq!(
            [(0.0, 5.0), (1_500.0, 500.0), (-20.0, 20.0)].map(|(a, b)| label_of(a, b)),
            ["0", "+1,500", "-20"]
        );
        assert_eq!(label_of(0.5, 0.5), "+0.50");
    }
}
