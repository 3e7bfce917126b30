//! A report as a file and as text.

use cardroom_protocol::integrity::{IntegrityMeasure, IntegrityPair};
use std::fmt::Write as _;

/// The columns of the file. Values, bases and errors are in thousandths, as in the protocol.
const COLUMNS: &str = "payer,receiver,hands,paid,returned,net_big_blinds,measure,player,value,base,\
                       standard_error,observations,rarity,stands_out,look_at";

/// Writes pairs as CSV (RFC 4180), one row for each measure. Spaces separate evidence hands.
#[must_use]
pub fn csv<'a>(pairs: impl IntoIterator<Item = &'a IntegrityPair>) -> String {
    let mut text = format!("{COLUMNS}\r\n");
    for pair in pairs {
        for measure in &pair.measures {
            let cells = cells(pair, measure);
            let cells: Vec<String> = cells.iter().map(|cell| quoted(cell)).collect();
            text.push_str(&cells.join(","));
            text.push_str("\r\n");
        }
    }
    text
}

fn cells(pair: &IntegrityPair, measure: &IntegrityMeasure) -> [String; 15] {
    let hands = measure.hands.iter().map(|at| format!("{}-{}", at.table.0, at.hand.0));
    [
        pair.payer.clone(),
        pair.receiver.clone(),
        pair.hands.to_string(),
        pair.paid.0.to_string(),
        pair.returned.0.to_string(),
        hundredths(pair.net),
        measure.measure.clone(),
        measure.player.clone().unwrap_or_default(),
        thousandths(measure.value),
        thousandths(measure.base),
        thousandths(measure.error),
        measure.of.to_string(),
        hundredths(measure.rarity),
        measure.stands_out.to_string(),
        hands.collect::<Vec<_>>().join(" "),
    ]
}

/// Writes a cell, in quotes if necessary. An apostrophe keeps a spreadsheet from reading a
/// text as a formula.
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t']);
    let cell = if is_formula { format!("'{cell}") } else { cell.to_owned() };
    if cell.contains(['"', ',', '\r', '\n', '\'']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell
    }
}

fn hundredths(number: u32) -> String {
    format!("{}.{:02}", number / 100, number % 100)
}

fn thousandths(number: u32) -> String {
    format!("{}.{:03}", number / 1_000, number % 1_000)
}

/// Writes pairs as text: a line for each pair, and one for each measure that stands out
/// or has a rarity.
#[must_use]
pub fn text<'a>(pairs: impl IntoIterator<Item = &'a IntegrityPair>) -> String {
    let mut text = String::new();
    for pair in pairs {
        let mark = if pair.stands_out { "  look at these hands" } else { "" };
        let IntegrityPair { payer, receiver, hands, .. } = pair;
        let net = hundredths(pair.net);
        let _ = writeln!(text, "{payer} -> {receiver}: {net} bb in {hands} hands{mark}");
        for measure in &pair.measures {
            let cells = cells(pair, measure);
            let [.., id, player, value, base, error, of, rarity, stands_out, look_at] = &cells;
            let mark = if stands_out == "true" { '*' } else { ' ' };
            let whose = if player.is_empty() { "both" } else { player };
            let _ = writeln!(
                text,
                "  {mark} {id:<22} {whose:<24} {value:>10} +-{error:>9}  base {base:>10}  of \
                 {of:>6}  rarity {rarity:>6}  {look_at}"
            );
        }
    }
    text
}
