//! Commands in a tournament, drawn from their forms in `commands.json`. A new command is drawn
//! without a line here, as far as its fields are like those of others.

use super::any_entry;
use cardroom::forms::{DECLARED, Form};
use cardroom_protocol::game::{AnteKind, Betting};
use cardroom_protocol::tournament::{LevelSheet, Stage, Stakes, TournamentCommand};
use cardroom_protocol::{Chips, TableId};
use cardroom_rules::Millis;
use chacha20::ChaCha12Rng;
use rand::RngExt as _;
use serde_json::{Map, Value, json};

/// Where a tournament is when a command is drawn.
pub(in super::super) struct Moment<'a> {
    pub(in super::super) now: Millis,
    /// The step that the tournament has reached.
    pub(in super::super) seq: u64,
    /// The tables that a command may name, of this tournament or not.
    pub(in super::super) tables: &'a [TableId],
}

/// Returns the number of commands.
#[cfg(test)]
pub(super) fn count() -> usize {
    DECLARED.tournament.len()
}

/// Draws one of the commands with these names, and what it is about.
pub(super) fn draw(
    chance: &mut ChaCha12Rng,
    at: &Moment<'_>,
    named: impl Fn(&str) -> bool,
) -> TournamentCommand {
    let forms: Vec<&Form> = DECLARED.tournament.iter().filter(|form| named(&form.name)).collect();
    let form = forms[chance.random_range(0..forms.len())];
    let mut values = Map::new();
    for field in form.fields() {
        let name = field["name"].as_str().unwrap_or_default().to_owned();
        values.insert(name, value(chance, at, &field));
    }
    serde_json::from_value(form.filled(&values)).expect("a form gives a command")
}

/// Draws the value of a field, by its kind.
fn value(chance: &mut ChaCha12Rng, at: &Moment<'_>, field: &Value) -> Value {
    let text = |key: &str| field[key].as_str().unwrap_or_default();
    if !field["optional"].is_null() && chance.random_bool(0.5) {
        return Value::Null;
    }
    match text("kind") {
        "pick" => match text("from") {
            "tables" => json!(match at.tables.len() {
                0 => TableId(0),
                count => at.tables[chance.random_range(0..count)],
            }),
            "seats" => json!(chance.random_range(0..10)),
            _ => json!(any_entry(chance)),
        },
        "number" => json!(number(chance, at, text("name"), field)),
        "check" => json!(chance.random_bool(0.5)),
        "choice" => {
            let options = field["options"].as_array().map_or(&[][..], Vec::as_slice);
            options[chance.random_range(0..options.len())]["value"].clone()
        }
        "time" => json!(at.now.0 + chance.random_range(1_000..120_000)),
        "entries" => json!([any_entry(chance)]),
        "parts" => json!([{ "entry": any_entry(chance), "chips": chips(chance) }]),
        "lots" => json!([{ "Text": "The flop stands." }, { "Entry": any_entry(chance) }]),
        "levels" => json!(levels(chance)),
        _ => json!("Shuffle up and deal."),
    }
}

/// Draws a number that the command often accepts, by the name of its field.
fn number(chance: &mut ChaCha12Rng, at: &Moment<'_>, name: &str, field: &Value) -> u64 {
    match name {
        "level" => chance.random_range(1..8),
        "seconds" | "seconds_left" => chance.random_range(1..60),
        "hands" => chance.random_range(1..4),
        "chips" => chips(chance),
        "unit" => 1 << chance.random_range(1..5),
        "tables" => chance.random_range(0..3),
        "ruling" => at.seq.saturating_sub(chance.random_range(0..12)),
        // As people leave it: one round, no days, one lot.
        _ => ["default", "initial"].iter().find_map(|key| field[*key].as_u64()).unwrap_or(1),
    }
}

fn chips(chance: &mut ChaCha12Rng) -> u64 {
    chance.random_range(1..=80) * 50
}

/// Returns levels with doubling blinds. The room rejects them if the blinds are higher already. The
/// last ones are high enough to end the tournament soon.
fn levels(chance: &mut ChaCha12Rng) -> Vec<Stage> {
    let level = |doublings: u32| {
        let small = 1_u64 << doublings;
        let stakes = Stakes {
            betting: Betting::NoLimit,
            small_blind: Chips(small),
            big_blind: Chips(2 * small),
            bring_in: Chips(0),
            ante: Chips(0),
            ante_kind: AnteKind::None,
            unit: Chips(1),
        };
        Stage::Level(LevelSheet { level: 0, seconds: 30, stakes })
    };
    (chance.random_range(0..6)..12).map(level).collect()
}
