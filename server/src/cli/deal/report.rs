//! The output of `cardroom deal` about a file.

use super::{Failed, outcome};
use cardroom_deal::{Audit, Outcome, Verified};
use data_encoding::HEXLOWER;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::Path;

/// How much is printed of each round.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    Rounds,
    /// With the cards that were hidden.
    Audit,
}

/// The result for one file.
pub(super) struct Answer {
    file: String,
    result: Result<Vec<Verified>, Failed>,
    has_no_key: bool,
    detail: Detail,
}

impl Answer {
    pub(super) fn new(
        file: &Path,
        result: Result<Vec<Verified>, Failed>,
        has_no_key: bool,
        detail: Detail,
    ) -> Self {
        Self { file: file.display().to_string(), result, has_no_key, detail }
    }

    pub(super) fn write_text(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let rounds = match &self.result {
            Ok(rounds) => rounds,
            Err(Failed::Fraud(fraud)) => return Ok(writeln!(out, "{}: {fraud}", self.file)?),
            Err(Failed::Unreadable(fault)) => return Ok(writeln!(out, "{}: {fault}", self.file)?),
        };
        writeln!(out, "{}: verified", self.file)?;
        if let Some(round) = rounds.first().filter(|_| self.has_no_key) {
            let key = HEXLOWER.encode(&round.opening.key);
            writeln!(out, "  No --key was given. Compare this one with the room's: {key}")?;
        }
        for round in rounds {
            writeln!(out, "  {}", line(round))?;
            for note in notes(round) {
                writeln!(out, "    {note}")?;
            }
            if let Some(audit) = round.audit.as_ref().filter(|_| self.detail == Detail::Audit) {
                write_audit(audit, out)?;
            }
        }
        Ok(())
    }

    pub(super) fn write_json(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let answer = match &self.result {
            Ok(rounds) => {
                let rounds: Vec<Value> = rounds.iter().map(fields).collect();
                json!({"file": self.file, "ok": true, "rounds": rounds})
            }
            Err(Failed::Fraud(fraud)) => json!({
                "file": self.file,
                "ok": false,
                "code": fraud.code.name(),
                "message": fraud.sentence,
            }),
            Err(Failed::Unreadable(fault)) => json!({
                "file": self.file,
                "ok": false,
                "line": fault.line,
                "message": fault.sentence,
            }),
        };
        Ok(writeln!(out, "{answer}")?)
    }
}

fn contributors(round: &Verified) -> Vec<u8> {
    round.opening.roster.iter().map(|entry| entry.seat).collect()
}

fn line(round: &Verified) -> String {
    let opening = &round.opening;
    let named = format!("table {}, hand {}, round {}", opening.table, opening.hand, opening.round);
    let count = opening.roster.len();
    let end = match (round.seal.outcome, round.seal.blame) {
        (Outcome::GivenUp, Some(seat)) => format!("seat {seat} withheld its link"),
        (Outcome::GivenUp, None) => "nobody is to blame".to_owned(),
        _ => format!("code {}", round.code().unwrap_or_default()),
    };
    format!("{named}: {}; {count} contributed; {end}", outcome(round.seal.outcome))
}

/// Returns what a verified round does not show.
fn notes(round: &Verified) -> Vec<&'static str> {
    let mut notes = Vec::new();
    if round.opening.roster.is_empty() {
        notes.push("NOBODY contributed: the room could have chosen this deal");
    }
    if round.opening.packs() == 1 {
        notes.push("K = 1: decks not audited");
    }
    if !round.is_logged {
        notes.push("no tree head: the round is not shown to be in the log");
    }
    notes
}

fn fields(round: &Verified) -> Value {
    let opening = &round.opening;
    let mut fields = Map::new();
    let mut set = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
    set("table", json!(opening.table));
    set("hand", json!(opening.hand));
    set("round", json!(opening.round));
    set("outcome", json!(outcome(round.seal.outcome)));
    set("contributors", json!(contributors(round)));
    set("key", json!(HEXLOWER.encode(&opening.key)));
    set("notes", json!(notes(round)));
    match round.code() {
        Some(code) => set("compare", json!(code)),
        None => set("blame", json!(round.seal.blame)),
    }
    if let Some(audit) = &round.audit {
        let held = audit.held.iter();
        let held: Map<String, Value> =
            held.map(|(seat, cards)| (seat.to_string(), json!(cards))).collect();
        set("held", Value::Object(held));
        set("burned", json!(audit.burned));
    }
    Value::Object(fields)
}

fn write_audit(audit: &Audit, out: &mut impl Write) -> anyhow::Result<()> {
    for (seat, cards) in &audit.held {
        writeln!(out, "    seat {seat} held {}", spelled(cards))?;
    }
    writeln!(out, "    burned: {}", spelled(&audit.burned))?;
    for (seat, card) in &audit.skipped {
        writeln!(out, "    passed over: {card}, which seat {seat} held")?;
    }
    Ok(())
}

fn spelled<T: ToString>(cards: &[T]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
