//! Commands of the floor in sentences: those that players read on the page
//! (`web/src/room/rulings.ts` and `web/src/floor/command-words.ts`), in English.

use super::words::{Given, Word, chips, clock, kebab, list, text, text_with};
use crate::cli::dates::when;
use crate::forms::DECLARED;
use cardroom_protocol::TimeMs;
use cardroom_protocol::tournament::{PlayerRow, TableRow, TournamentCommand};
use serde_json::Value;

/// The most levels and breaks that a sentence names.
const MOST_STAGES: usize = 4;

/// The names of a tournament's players, and the numbers of its tables.
pub(super) struct Named<'n> {
    pub(super) players: &'n [PlayerRow],
    pub(super) tables: &'n [TableRow],
}

impl Named<'_> {
    pub(super) fn player(&self, entry: u64) -> String {
        let row = self.players.iter().find(|row| row.entry.0 == entry);
        row.map_or_else(
            || text_with("ruling-event-entry", &Given::from([("entry", entry.into())])),
            |row| row.name.clone(),
        )
    }

    /// Returns the number of a table in the tournament.
    pub(super) fn table(&self, id: u64) -> u64 {
        let row = self.tables.iter().find(|row| row.table.0 == id);
        row.map_or(id, |row| u64::from(row.number))
    }
}

/// Returns the name of a choice, and its contents.
fn taken(value: &Value) -> (&str, &Value) {
    let held = value.as_object().and_then(|parts| parts.iter().next());
    match held {
        Some((name, held)) => (name, held),
        None => (value.as_str().unwrap_or_default(), &Value::Null),
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

/// Describes a command in a tournament, to follow the operator's name.
pub(super) fn in_tournament(command: &TournamentCommand, named: &Named<'_>) -> String {
    let command = serde_json::to_value(command).unwrap_or_default();
    let (name, held) = taken(&command);
    let only = number(held);
    let of = |key: &str| number(&held[key]);
    let yes = |yes: bool| Word::from(if yes { "yes" } else { "no" });
    let listed = listed(name, held, named);
    let whose = held["entry"].as_u64().or(held["one"].as_u64()).unwrap_or(only);
    let seat = held["seat"].as_u64().map_or(0, |seat| seat + 1);
    let table = match name {
        // A seat is reserved before there are tables, so this is the table's number.
        "PinSeat" => of("table"),
        _ => named.table(held["table"].as_u64().unwrap_or(only)),
    };
    let time = held["seconds_left"].as_u64().unwrap_or(only);
    let given = Given::from([
        ("hands", of("hands").into()),
        ("rounds", of("rounds").into()),
        ("days", of("days").into()),
        ("level", of("level").into()),
        ("pot", of("pot").into()),
        ("unit", of("unit").into()),
        ("more", yes(!listed.is_empty())),
        ("list", listed.into()),
        ("name", held.as_str().map_or_else(|| named.player(whose), str::to_owned).into()),
        ("other", named.player(of("other")).into()),
        ("text", held.as_str().or(held["text"].as_str()).unwrap_or_default().into()),
        ("minutes", of("minutes").into()),
        ("seconds", of("seconds").into()),
        ("scene", kebab(held["scene"].as_str().unwrap_or_default()).into()),
        ("table", table.into()),
        ("seat", seat.into()),
        ("amount", of("chips").into()),
        ("time", clock(time).into()),
        ("at", when(TimeMs(only)).into()),
        ("on", yes(held == &Value::Bool(true))),
        ("keeps", yes(held["keeps_prize"] == Value::Bool(true))),
        ("refund", kebab(held.as_str().unwrap_or_default()).into()),
        ("number", only.into()),
    ]);
    text_with(&format!("ruling-event-{}", kebab(name)), &given)
}

/// Names the lots of a draw, the coming levels, where and how small chips go, or the players of an
/// impounded pot with their chips.
fn listed(name: &str, held: &Value, named: &Named<'_>) -> String {
    match name {
        "DrawLots" => lots(held, named),
        "ChangeLevels" => {
            let all = held["stages"].as_array().map_or(&[][..], Vec::as_slice);
            let first = all.iter().take(MOST_STAGES).map(stage).collect::<Vec<_>>().join("; ");
            if all.len() > MOST_STAGES { first + "; …" } else { first }
        }
        "ColorUp" => {
            let table = held["table"].as_u64().map(|table| {
                text_with("ruling-at-table", &Given::from([("table", named.table(table).into())]))
            });
            let method = held["method"].as_str();
            let method = method.map(|method| text(&format!("ruling-color-up-{}", kebab(method))));
            table.into_iter().chain(method).collect::<Vec<_>>().join(", ")
        }
        "Out" => {
            let with = held["with"].as_array().into_iter().flatten();
            list(&with.map(|entry| named.player(number(entry))).collect::<Vec<_>>())
        }
        "Impound" | "ReleasePot" => {
            let parts = held["parts"].as_array().into_iter().flatten().map(|part| {
                let (entry, amount) = (number(&part["entry"]), number(&part["chips"]));
                format!("{} ({})", named.player(entry), chips(amount))
            });
            list(&parts.collect::<Vec<_>>())
        }
        _ => String::new(),
    }
}

/// Names the lots of a draw, and those that were drawn.
fn lots(held: &Value, named: &Named<'_>) -> String {
    let lots = held["lots"].as_array().into_iter().flatten();
    let names: Vec<String> = lots
        .map(|lot| match taken(lot) {
            ("Entry", entry) => named.player(number(entry)),
            (_, text) => text.as_str().unwrap_or_default().to_owned(),
        })
        .collect();
    let mut given = Given::from([
        ("about", held["about"].as_str().unwrap_or_default().into()),
        ("list", list(&names).into()),
    ]);
    let Some(drawn) = held["result"]["drawn"].as_array() else {
        return text_with("room-lots", &given);
    };
    let place = |lot: &Value| usize::try_from(number(lot)).ok();
    let drawn = drawn.iter().filter_map(|lot| names.get(place(lot)?).cloned());
    given.insert("drawn", list(&drawn.collect::<Vec<_>>()).into());
    text_with("room-lots-drawn", &given)
}

/// Describes a level or a break, such as "200/400 (400), 20:00".
fn stage(stage: &Value) -> String {
    let (kind, held) = taken(stage);
    let time = clock(number(&held["seconds"]));
    if kind == "Break" {
        return text_with("room-stage-break", &Given::from([("time", time.into())]));
    }
    let of = |key: &str| chips(number(&held["stakes"][key]));
    let ante = match number(&held["stakes"]["ante"]) {
        0 => String::new(),
        _ => format!(" ({})", of("ante")),
    };
    format!("{}/{}{ante}, {time}", of("small_blind"), of("big_blind"))
}

/// Names a seat as the page numbers it.
fn seat(seat: u64) -> String {
    text_with("ruling-seat", &Given::from([("value", (seat + 1).into())]))
}

/// Describes a command at a table as the audit stores it, in JSON, to follow its operator's name.
pub(super) fn at_table(stored: &str, operator: &str) -> String {
    let Ok(command) = serde_json::from_str::<Value>(stored) else { return stored.to_owned() };
    let (name, held) = taken(&command);
    if name == "Host" {
        return of_host(held, operator);
    }
    let is_reaward = name == "ReawardPot";
    let whose = if is_reaward { &held["to"] } else { &held["seat"] };
    let whose = whose.as_u64().or(held.as_u64()).map(seat).unwrap_or_default();
    let to = if is_reaward { None } else { held["to"].as_u64() };
    let amount = held["amount"].as_u64().or(to).or(held.as_u64()).unwrap_or_default();
    let error = held_error(name, held);
    let given = Given::from([
        ("name", held["player"].as_str().map_or(whose, str::to_owned).into()),
        ("other", held["from"].as_u64().map(seat).unwrap_or_default().into()),
        ("amount", amount.into()),
        ("seconds", (number(&held["time_ms"]) / 1_000).into()),
        ("option", option(&held["option"]).into()),
        ("error", error.into()),
    ]);
    let sentence = text_with(&format!("ruling-command-{}", kebab(name)), &given);
    let about = if name == "DealError" { details(held) } else { Vec::new() };
    if about.is_empty() {
        return sentence;
    }
    let about = about.join(", ");
    let given = Given::from([("command", sentence.into()), ("about", about.into())]);
    text_with("floor-command-about", &given)
}

/// Names an error of the deal.
fn held_error(name: &str, held: &Value) -> String {
    if name != "DealError" {
        return String::new();
    }
    text(&format!("ruling-error-{}", kebab(taken(held).0)))
}

/// Names an option of a ticket.
fn option(option: &Value) -> String {
    if option.is_null() {
        return String::new();
    }
    let (name, held) = taken(option);
    let given = Given::from([("amount", number(held).into())]);
    text_with(&format!("ruling-option-{}", kebab(name)), &given)
}

/// The parts of errors of the deal that a sentence names, and their texts, in its order.
const DETAILS: [(&str, &str); 8] = [
    ("seat", "ruling-seat"),
    ("other", "floor-detail-touched-by"),
    ("place", "floor-detail-card"),
    ("cards", "floor-detail-cards"),
    ("burned", "floor-detail-burned"),
    ("exposed", "floor-detail-exposed"),
    ("identified", "floor-detail-identified"),
    ("acted", "floor-detail-actions"),
];

/// Returns the details of an error of the deal: its seats, its cards and what is known of them.
fn details(error: &Value) -> Vec<String> {
    let (kind, held) = taken(error);
    let at = &held["at"];
    // The only value of an error is what its form calls it.
    let form = DECLARED.deal_error.iter().find(|form| form.tag() == kind);
    let only = form.and_then(|form| form.only_field()).filter(|_| !held.is_object());
    let part = |key: &str| match only {
        Some(field) if field == key => held,
        _ if key == "place" && !at["Board"].is_null() => &at["Board"],
        _ if !held[key].is_null() => &held[key],
        _ => &at["Hand"][key],
    };
    DETAILS.iter().filter_map(|(key, id)| detail(key, id, part(key))).collect()
}

fn detail(key: &str, id: &str, value: &Value) -> Option<String> {
    match value {
        Value::Null | Value::Bool(false) => None,
        Value::Number(_) => {
            // Seats and cards count from 0 on the wire.
            let from_one = u64::from(matches!(key, "seat" | "other" | "place"));
            Some(text_with(id, &Given::from([("value", (number(value) + from_one).into())])))
        }
        _ => Some(text(id)),
    }
}

/// Describes an order of the host of a private table, to follow the host's name.
fn of_host(order: &Value, operator: &str) -> String {
    let (name, held) = taken(order);
    let id = format!("ruling-host-{}", kebab(name));
    match name {
        "ChangeTerms" => {
            let terms = held.as_array().into_iter().flatten().filter_map(Value::as_str);
            let terms: Vec<&str> = terms.collect();
            let at_once = ["Name", "Chat", "Approval", "End", "Note"];
            let now = terms.iter().all(|term| at_once.contains(term));
            let named = terms.iter().map(|term| text(&format!("ruling-term-{}", kebab(term))));
            let terms = list(&named.collect::<Vec<_>>());
            let when = if now { "now" } else { "next" };
            text_with(&id, &Given::from([("terms", terms.into()), ("when", when.into())]))
        }
        "HandOver" => {
            let to = held.as_str().unwrap_or_default();
            let own = if to == operator { "yes" } else { "no" };
            text_with(&id, &Given::from([("name", to.into()), ("self", own.into())]))
        }
        _ => {
            let amount = held["chips"].as_u64().or(held["amount"].as_u64()).unwrap_or_default();
            let player = held["player"].as_str().unwrap_or_default();
            text_with(&id, &Given::from([("name", player.into()), ("amount", amount.into())]))
        }
    }
}

/// Returns the sentence about a command that was carried out: who, what, why, and by which rule.
pub(super) fn ruled(
    operator: Option<&str>,
    command: &str,
    reason: &str,
    rule: Option<&str>,
) -> String {
    let operator = operator.map_or_else(|| text("floor-automatic"), str::to_owned);
    let mut given = Given::from([
        ("operator", operator.into()),
        ("command", command.into()),
        ("reason", reason.into()),
    ]);
    match rule {
        Some(rule) => {
            given.insert("rule", rule.into());
            text_with("room-news-ruled-by-rule", &given)
        }
        None => text_with("room-news-ruled", &given),
    }
}

#[cfg(test)]
mod tests {
    use super::super::forms::tests::samples;
    use super::*;
    use cardroom_protocol::hybrid::{DealError, TableCommand};
    use cardroom_protocol::tournament::{ClockSetting, Refund, SeatOrder, TournamentCommand as T};
    use cardroom_protocol::{EntryId, Seq, TableId};
    use std::collections::BTreeSet;

    const NOBODY: Named<'static> = Named { players: &[], tables: &[] };

    fn said(command: &T) -> String {
        in_tournament(command, &NOBODY)
    }

    #[test]
    fn rulings_are_the_sentences_of_the_page() {
        let clock = T::SetClock(ClockSetting { level: 3, seconds_left: 90 });
        assert_eq!(said(&clock), "sets the clock to level 3 with 1:30 left");
        let place = SeatOrder { entry: EntryId(12), table: TableId(4), seat: Some(0) };
        assert_eq!(said(&T::Move(place)), "moves entry 12 to table 4, seat 1");
        let cancel = "cancels the tournament and splits the pool evenly";
        assert_eq!(said(&T::Cancel(Refund::Evenly)), cancel);
        assert_eq!(said(&T::Undo(Seq(1_200))), "undoes ruling 1,200");
        let table = |stored| at_table(stored, "Robin");
        assert_eq!(table(r#"{"KillHand":3}"#), "declares seat 4’s hand dead");
        let pot = r#"{"ReawardPot":{"about":"Reading","from":1,"to":4,"amount":600}}"#;
        assert_eq!(table(pot), "moves 600 of a pot from seat 2 to seat 5");
        let ticket = r#"{"RuleTicket":{"ticket":5,"option":{"RaiseTo":400}}}"#;
        assert_eq!(table(ticket), "rules on a question: Raise to 400");
        let exposed = r#"{"DealError":{"Exposed":{"seat":3,"place":1}}}"#;
        let sentence = "reports an error of the deal: a card was exposed";
        assert_eq!(table(exposed), format!("{sentence} (seat 4, card 2)"));
        let host = r#"{"Host":{"SetStack":{"player":"Ida","chips":500}}}"#;
        assert_eq!(table(host), "sets Ida’s stack to 500");
    }

    /// No sentence shows a value of the program, or has a gap.
    #[test]
    fn every_command_has_its_sentence() {
        let mut seen = BTreeSet::new();
        for (form, command, _) in samples::<T>() {
            let sentence = said(&command);
            assert!(!sentence.contains(['{', '}', '$']), "{}: {sentence}", form.name);
            assert!(!sentence.starts_with("ruling-"), "{}: {sentence}", form.name);
            assert!(seen.insert(sentence.clone()), "{sentence}");
        }
        let stored = |command: &TableCommand| serde_json::to_string(command).unwrap();
        for (form, command, _) in samples::<TableCommand>() {
            let sentence = at_table(&stored(&command), "Robin");
            assert!(!sentence.contains(['{', '}', '$', '"']), "{}: {sentence}", form.name);
            assert!(!sentence.starts_with("ruling-"), "{}: {sentence}", form.name);
        }
        for (form, error, _) in samples::<DealError>() {
            let sentence = at_table(&stored(&TableCommand::DealError(error)), "Robin");
            assert!(sentence.starts_with("reports an error of the deal: "), "{sentence}");
            assert!(!sentence.contains("ruling-"), "{}: {sentence}", form.name);
        }
    }
}
