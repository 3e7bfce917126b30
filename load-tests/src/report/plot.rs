//! Line charts as SVG to embed in a page, without scripts and external resources. Colors are
//! classes of the page's style.

use super::text;
use crate::figures::Unit;
use std::fmt::{self, Write as _};

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 26.0;
/// The approximate number of grid lines.
const TICKS: f64 = 5.0;

/// A line of a chart.
pub(crate) struct Line {
    pub(crate) name: &'static str,
    /// The points from left to right. `None` leaves a gap.
    pub(crate) points: Vec<(f64, Option<f64>)>,
}

pub(crate) struct Chart {
    pub(crate) title: &'static str,
    /// The unit of the values.
    pub(crate) unit: Unit,
    /// The labels below the chart, by position.
    pub(crate) below: Vec<(f64, String)>,
    pub(crate) lines: Vec<Line>,
}

impl Chart {
    /// Draws the chart as SVG, or returns `None` if there is nothing to draw.
    pub(crate) fn svg(&self) -> Option<String> {
        let values = || self.lines.iter().flat_map(|line| &line.points);
        let most = values().filter_map(|(_, value)| *value).reduce(f64::max)?;
        let (from, to) = values().fold((f64::INFINITY, f64::NEG_INFINITY), |(from, to), (x, _)| {
            (from.min(*x), to.max(*x))
        });
        let step = round_step(most / TICKS, self.unit);
        let top = ((most / step).ceil() * step).max(step);
        let scale = Scale { from, width: (to - from).max(f64::EPSILON), top };
        let mut svg = String::new();
        // Writing to a string does not fail.
        let _ = self.draw(&mut svg, &scale, step);
        Some(svg)
    }

    fn draw(&self, out: &mut String, scale: &Scale, step: f64) -> fmt::Result {
        let title = escape(self.title);
        write!(
            out,
            "<figure><figcaption>{title}</figcaption><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\" aria-label=\"{title}\">"
        )?;
        let right = WIDTH - RIGHT;
        let mut tick = 0.0;
        while tick <= scale.top * 1.000_001 {
            let y = scale.y(tick);
            let label = match tick {
                0.0 => "0".to_owned(),
                tick => escape(&text::quantity(tick, self.unit)),
            };
            let label_x = LEFT - 6.0;
            write!(out, "<path class=\"grid\" d=\"M{LEFT:.0} {y:.1}H{right:.0}\"/>")?;
            let y = y + 4.0;
            write!(out, "<text class=\"end\" x=\"{label_x:.0}\" y=\"{y:.1}\">{label}</text>")?;
            tick += step;
        }
        for (place, name) in &self.below {
            let (x, y) = (scale.x(*place), HEIGHT - 8.0);
            // A centered label at the right edge would be cut off.
            let (class, x) = if x > WIDTH - 2.0 * RIGHT { ("end", WIDTH) } else { ("mid", x) };
            write!(
                out,
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.0}\">{}</text>",
                escape(name)
            )?;
        }
        for (number, line) in self.lines.iter().enumerate() {
            let path = path(&line.points, scale);
            write!(out, "<path class=\"line l{number}\" d=\"{path}\"/>")?;
        }
        out.push_str("</svg><ul class=\"legend\">");
        for (number, line) in self.lines.iter().enumerate() {
            write!(out, "<li class=\"l{number}\">{}</li>", escape(line.name))?;
        }
        out.push_str("</ul></figure>\n");
        Ok(())
    }
}

/// The mapping of values to coordinates.
struct Scale {
    from: f64,
    width: f64,
    top: f64,
}

impl Scale {
    fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.from) / self.width * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - value / self.top * (HEIGHT - TOP - BOTTOM)
    }
}

/// Builds the path of a line, which restarts after each gap.
fn path(points: &[(f64, Option<f64>)], scale: &Scale) -> String {
    let mut path = String::new();
    let mut draws = false;
    for (x, value) in points {
        let Some(value) = value else {
            draws = false;
            continue;
        };
        let command = if draws { 'L' } else { 'M' };
        let _ = write!(path, "{command}{:.1} {:.1}", scale.x(*x), scale.y(*value));
        draws = true;
    }
    path
}

/// Rounds up to 1, 2 or 5 times a power of ten. For bytes this applies to KiB or a larger unit.
fn round_step(step: f64, unit: Unit) -> f64 {
    if step <= 0.0 || !step.is_finite() {
        return 1.0;
    }
    if unit == Unit::Bytes && step >= 1_024.0 {
        return 1_024.0 * round_step(step / 1_024.0, unit);
    }
    let power = 10_f64.powf(step.log10().floor());
    let factors = [1.0, 2.0, 5.0, 10.0];
    let fits = factors.into_iter().find(|factor| power * factor >= step * 0.999_999);
    power * fits.unwrap_or(10.0)
}

/// Escapes text for the page.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(f64, Option<f64>)>) -> Chart {
        let lines = vec![Line { name: "a < b", points }];
        Chart { title: "Hands & chips", unit: Unit::Count, below: vec![(1.0, "1 s".into())], lines }
    }

    #[test]
    fn a_line_goes_from_the_lowest_to_the_highest_and_has_gaps() {
        let points = vec![(0.0, Some(0.0)), (1.0, Some(10.0)), (2.0, None), (3.0, Some(5.0))];
        let svg = chart(points).svg().unwrap();
        // 0 is at the bottom left, and 10 of 10 at the top.
        assert!(svg.contains("M70.0 214.0L282.7 10.0M708.0 112.0"), "{svg}");
        assert!(svg.contains("Hands &amp; chips") && svg.contains("a &lt; b"), "{svg}");
        assert!(svg.contains("class=\"mid\" x=\"282.7\" y=\"232\">1 s</text>"), "{svg}");
    }

    #[test]
    fn the_name_at_the_right_edge_is_not_cut_off() {
        let points = vec![(0.0, Some(1.0)), (1.0, Some(1.0))];
        let svg = chart(points).svg().unwrap();
        assert!(svg.contains("class=\"end\" x=\"720.0\" y=\"232\">1 s</text>"), "{svg}");
    }

    #[test]
    fn nothing_is_drawn_of_nothing() {
        assert!(chart(Vec::new()).svg().is_none());
        assert!(chart(vec![(1.0, None)]).svg().is_none());
        assert!(chart(vec![(1.0, Some(0.0))]).svg().is_some(), "nothing but zeros is something");
    }

    #[test]
    fn steps_are_round() {
        for (step, round) in [(0.9, 1.0), (1.1, 2.0), (2.0, 2.0), (3.0, 5.0), (70.0, 100.0)] {
            assert!((round_step(step, Unit::Count) - round).abs() < 1e-9, "{step}");
        }
        assert!((round_step(0.0, Unit::Time) - 1.0).abs() < 1e-9);
        assert!((round_step(7_000.0, Unit::Bytes) - 10_240.0).abs() < 1e-9);
    }
}
