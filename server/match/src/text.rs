//! A report in sentences, for a terminal.

mod tournament;

use crate::report::{
    FaultReport, ReducedReport, ReductionReport, Report, ResultReport, TableReport,
    confidence_percent,
};
use crate::stats::LEAST_FOR_INTERVAL;
use std::fmt::Write as _;

/// The width of the first column.
const FIRST: usize = 18;

/// Writes a report in sentences.
#[must_use]
pub fn text(report: &Report) -> String {
    let mut lines = vec![game(report), schedule(report), String::new()];
    match report.ended.how {
        "complete" => {}
        "early" => lines.push(row("ended", "early, because the result was clear enough")),
        _ => {
            let reason = report.ended.reason.clone().unwrap_or_default();
            lines.push(row("ended", &format!("before the last deal. {reason}")));
        }
    }
    match report.tables.as_slice() {
        _ if report.tournament.is_some() => {
            let played = report.tournament.iter();
            lines.extend(played.flat_map(|played| tournament::results(report, played)));
        }
        [table] if table.results.len() == 2 => lines.extend(heads_up(report, table)),
        [table] => lines.extend(one_table(report, table)),
        tables => lines.extend(crosstables(report, tables)),
    }
    lines.extend(report.reduction.as_ref().and_then(policies));
    for table in &report.tables {
        lines.extend(drift(table));
        lines.extend(test(table));
    }
    lines.push(faults(report));
    lines.push(timing(report));
    let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    lines.join("\n") + "\n"
}

/// Returns the first two lines: what was played, and how much of it.
pub(crate) fn headline(report: &Report) -> [String; 2] {
    [game(report), schedule(report)]
}

fn row(name: &str, what: &str) -> String {
    format!("{name:FIRST$} {what}")
}

fn game(report: &Report) -> String {
    if let Some(tournament) = &report.tournament {
        return tournament::game(report, tournament);
    }
    let seats = report.tables.first().map_or(2, |table| table.results.len());
    let seats = if seats == 2 { "heads-up".to_owned() } else { format!("with {seats} players") };
    let game = &report.game;
    let depth = grouped(game.stack / game.unit_chips.max(1));
    let stacks = match report.schedule.stacks {
        "carry" => "stacks carried on from hand to hand",
        _ => "every hand from full stacks",
    };
    format!(
        "{} {seats}, {}, {depth} {}s, {stacks}, {}seed {}",
        game.name,
        game.stakes,
        game.unit,
        if report.deck.is_some() { "decks from a file, " } else { "" },
        report.seed
    )
}

fn schedule(report: &Report) -> String {
    let (deals, times) = (u64::from(report.schedule.deals), report.schedule.times);
    let seats = report.tables.first().map_or(2, |table| table.results.len());
    let played = match (times, seats) {
        (1, _) => "each played once".to_owned(),
        (2, 2) => "each played twice with seats exchanged".to_owned(),
        (times, _) => format!("each played {times} times with other seats"),
    };
    let pairs = match report.tables.len() {
        1 => String::new(),
        pairs => format!(" by each of {pairs} pairs"),
    };
    let deals_are = if report.tournament.is_some() { "tournaments" } else { "deals" };
    format!(
        "{} {deals_are}, {played}{pairs}: {} hands, {} decisions, {:.1} s",
        grouped(deals),
        grouped(report.hands),
        grouped(report.decisions),
        report.timing.seconds
    )
}

fn heads_up(report: &Report, table: &TableReport) -> Vec<String> {
    let [first, second] = table.results.as_slice() else { return Vec::new() };
    if table.deals == 0 {
        let mut lines = vec![row(&first.bot, "no deal was played from every seat")];
        lines.extend(unpaired(first));
        return lines;
    }
    let verdict = match (first.half_width, first.verdict) {
        (None, _) => {
            format!("{} deals are too few for an interval ({LEAST_FOR_INTERVAL})", table.deals)
        }
        (_, "better") => format!("better than {}", second.bot),
        (_, "worse") => format!("worse than {}", second.bot),
        _ => format!("no difference from {} is shown", second.bot),
    };
    let rate = with_big_blinds(first);
    let mut lines = vec![row(&first.bot, &format!("{rate:50} {verdict}"))];
    lines.extend(unpaired(first));
    lines.extend(without_luck(report, first));
    lines
}

fn one_table(report: &Report, table: &TableReport) -> Vec<String> {
    let mut lines = Vec::new();
    for result in &table.results {
        let rate = with_big_blinds(result);
        let verdict = match (result.half_width, result.verdict) {
            (None, _) => "too few deals for an interval",
            (_, "better") => "wins",
            (_, "worse") => "loses",
            _ => "neither is shown",
        };
        lines.push(row(&result.bot, &format!("{rate:50} {verdict}")));
        lines.extend(unpaired(result));
        lines.extend(without_luck(report, result));
    }
    lines
}

/// Returns what the hands would have been worth without pairing.
fn unpaired(result: &ResultReport) -> Option<String> {
    let unpaired = result.unpaired.as_ref()?;
    let wide = unpaired.half_width?;
    let mut line = format!("{} ± {}", signed(unpaired.rate), amount(wide));
    match result.half_width {
        Some(narrow) if narrow > 0.0 => {
            let times = (wide / narrow).powi(2);
            let times = if times < 10.0 { format!("{times:.1}") } else { format!("{times:.0}") };
            let _ = write!(line, ": pairing was worth {times} times as many hands");
        }
        _ => {}
    }
    Some(row("unpaired", &line))
}

/// Returns the results without luck that the report has.
fn without_luck(report: &Report, result: &ResultReport) -> Vec<String> {
    let line = |name: &str, result: Option<&ReducedReport>, how: &str| {
        let result = result?;
        let (rate, wide) = (signed(result.rate), amount(result.half_width?));
        Some(row(name, &format!("{rate} ± {wide}: {how} ({})", result.value)))
    };
    let equity = "all-in hands count by what they were worth";
    let reduced = report.reduction.as_ref().map(what_is_out).unwrap_or_default();
    let lines = [
        line("equity", result.equity.as_ref(), equity),
        line("reduced", result.reduced.as_ref(), &reduced),
    ];
    lines.into_iter().flatten().collect()
}

fn what_is_out(reduction: &ReductionReport) -> String {
    let bots: Vec<&str> = reduction.policies.iter().map(|policy| policy.bot.as_str()).collect();
    match bots.as_slice() {
        [] => "without the luck of the cards".to_owned(),
        bots => format!("without the luck of the cards and of the draws of {}", bots.join(", ")),
    }
}

/// Names the bots whose decisions were used, with `--reduce aivat`.
fn policies(reduction: &ReductionReport) -> Option<String> {
    if reduction.method != "aivat" {
        return None;
    }
    let told = |policy: &crate::report::PolicyReport| {
        format!("{} of {}", grouped(policy.decisions), policy.bot)
    };
    let told: Vec<String> = reduction.policies.iter().map(told).collect();
    let what = match told.is_empty() {
        true => "no bot stated the probabilities of its decisions, so only cards count".to_owned(),
        false => format!("decisions with stated probabilities: {}", told.join(", ")),
    };
    Some(row("aivat", &what))
}

/// Returns the results of every pair, and those without luck below if the report has them.
fn crosstables(report: &Report, tables: &[TableReport]) -> Vec<String> {
    let title = format!("mbb a hand ({} %)", confidence_percent());
    let raw = |result: &ResultReport| Some((result.rate, result.half_width));
    let mut lines = crosstable(report, tables, &title, raw);
    let mut below = |title: &str, which: fn(&ResultReport) -> Option<&ReducedReport>| {
        if tables.iter().flat_map(|table| &table.results).any(|result| which(result).is_some()) {
            let rate = |result: &ResultReport| {
                which(result).map(|reduced| (reduced.rate, reduced.half_width))
            };
            lines.extend(crosstable(report, tables, title, rate));
        }
    };
    below("equity", |result| result.equity.as_ref());
    below("reduced", |result| result.reduced.as_ref());
    lines
}

/// A rate and half the width of its interval.
type Rate = (f64, Option<f64>);

/// Returns what each bot of a row wins from the bot of a column.
fn crosstable(
    report: &Report,
    tables: &[TableReport],
    title: &str,
    rate: impl Fn(&ResultReport) -> Option<Rate>,
) -> Vec<String> {
    let names: Vec<&str> = report.bots.iter().map(|bot| bot.name.as_str()).collect();
    let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(16) + 2;
    let mut head = String::new();
    for name in &names {
        let _ = write!(head, "{name:widest$}");
    }
    let mut lines = vec![row(title, &head)];
    for one in &names {
        let mut cells = String::new();
        for other in &names {
            let cell = cell(tables, one, other, &rate);
            let _ = write!(cells, "{cell:widest$}");
        }
        lines.push(row(one, &cells));
    }
    lines
}

fn cell(
    tables: &[TableReport],
    one: &str,
    other: &str,
    rate: &impl Fn(&ResultReport) -> Option<Rate>,
) -> String {
    let has = |table: &&TableReport, name: &str| table.results.iter().any(|r| r.bot == name);
    let table = tables.iter().find(|table| one != other && has(table, one) && has(table, other));
    let result = table.and_then(|table| table.results.iter().find(|result| result.bot == one));
    match result.and_then(rate) {
        Some((rate, Some(wide))) => format!("{} ± {}", signed(rate), amount(wide)),
        Some((rate, None)) => signed(rate),
        None => "-".to_owned(),
    }
}

fn drift(table: &TableReport) -> Option<String> {
    let drift = table.drift.as_ref()?;
    if !drift.lag_one_is_significant && !drift.halves_differ {
        return None;
    }
    let bot = &table.results.first()?.bot;
    let what = if drift.halves_differ {
        format!(
            "{bot} made {} mbb a hand more in the second half than in the first",
            signed(drift.halves)
        )
    } else {
        format!("a hand of {bot} goes with the one before it (correlation {:.2})", drift.lag_one)
    };
    let advice = "The interval is too narrow then: play with --sessions";
    Some(row("drift", &format!("{what}. {advice}")))
}

fn test(table: &TableReport) -> Option<String> {
    let test = table.test.as_ref()?;
    let (low, high) = (amount(test.low), amount(test.high));
    let verdict = match test.verdict {
        "at_least_high" => format!("at least {high} mbb a hand, not at most {low}"),
        "at_most_low" => format!("at most {low} mbb a hand, not at least {high}"),
        _ => format!("open between at most {low} and at least {high} mbb a hand"),
    };
    let ratio = test.log_likelihood_ratio;
    let note = "An interval after an early end is a little too narrow";
    Some(row("test", &format!("{verdict} (log-likelihood ratio {ratio:+.2}). {note}")))
}

fn faults(report: &Report) -> String {
    if report.faults.is_empty() {
        return row("faults", "none");
    }
    let told: Vec<String> = report.faults.iter().map(fault).collect();
    row("faults", &told.join("; "))
}

fn fault(fault: &FaultReport) -> String {
    let FaultReport { bot, kind, count, session, hand, deal, detail, line } = fault;
    let mut told = format!(
        "{bot}: {} {kind} (first in session {session}, hand {}, deal {}: {detail}",
        grouped(*count as u64),
        grouped(u64::from(*hand)),
        grouped(u64::from(*deal))
    );
    if !line.is_empty() {
        let _ = write!(told, ", in \"{line}\"");
    }
    told + ")"
}

fn timing(report: &Report) -> String {
    let bots = report.timing.bots.iter().map(|timing| {
        format!("{} {} (p99 {})", timing.bot, time(timing.mean_us), time(timing.p99_us))
    });
    row("decision time", &bots.collect::<Vec<_>>().join(", "))
}

fn time(micros: f64) -> String {
    match micros {
        micros if micros < 10.0 => format!("{micros:.1} µs"),
        micros if micros < 10_000.0 => format!("{micros:.0} µs"),
        micros => format!("{:.0} ms", micros / 1_000.0),
    }
}

fn with_big_blinds(result: &ResultReport) -> String {
    format!("{}, {:+.1} bb/100", rate(result), result.big_blinds_per_100.unwrap_or(0.0) + 0.0)
}

fn rate(result: &ResultReport) -> String {
    match result.half_width {
        Some(wide) => format!(
            "{} ± {} mbb a hand ({} %)",
            signed(result.rate),
            amount(wide),
            confidence_percent()
        ),
        None => format!("{} mbb a hand", signed(result.rate)),
    }
}

/// Writes an amount with its sign. Nothing is `+0`.
pub(crate) fn signed(amount_of: f64) -> String {
    let sign = if amount_of < 0.0 { "-" } else { "+" };
    format!("{sign}{}", amount(amount_of.abs()))
}

/// Writes an amount in whole thousandths, or with a place more if it is small.
pub(crate) fn amount(amount: f64) -> String {
    let magnitude = amount.abs();
    if magnitude > 0.0 && magnitude < 10.0 {
        return format!("{amount:.1}");
    }
    // At most some millions.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounded, not negative"
    )]
    let whole = magnitude.round() as u64;
    let sign = if amount < 0.0 { "-" } else { "" };
    format!("{sign}{}", grouped(whole))
}

/// Writes a number with a comma after every three digits.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_as_long_as_they_are_sure() {
        assert_eq!((signed(0.0), amount(0.0)), ("+0".to_owned(), "0".to_owned()));
        assert_eq!((signed(-4.25), signed(41.4)), ("-4.2".to_owned(), "+41".to_owned()));
        assert_eq!(signed(-1_234_567.0), "-1,234,567");
        assert_eq!([0, 999, 1_000, 81_204].map(grouped), ["0", "999", "1,000", "81,204"]);
        assert_eq!([2.04, 130.0, 2_014_000.0].map(time), ["2.0 µs", "130 µs", "2014 ms"]);
    }
}
