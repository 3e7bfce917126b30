//! The body that a program receives: `type`, `timestamp`, and `data` with the sequence and links. A
//! body that would be too long leaves rows out and says how many.

use crate::{Event, Subject};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

/// The most bytes of a body.
pub const MAX_BODY_BYTES: usize = 20_000;

#[derive(Serialize)]
struct Body<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    timestamp: String,
    data: &'a Map<String, Value>,
}

/// The fields of `data` that every event has.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Common {
    /// It rises with every event of the room.
    sequence: u64,
    links: Links,
    /// How many rows a body that was too long lost: rows of a list, or the record of a hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u64>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Links {
    /// The address of the room.
    room: String,
    /// The page with more about the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<String>,
}

/// Writes an event. `address` is where the room's links begin, without a slash at the end.
#[must_use]
pub fn body(event: &Event, address: &str) -> String {
    let mut data = data(&event.subject);
    let mut common =
        Common { sequence: event.sequence, links: links(event, address), left_out: None };
    data.extend(fields(&common));
    let (kind, timestamp) = (event.subject.kind().name(), timestamp(event.at_ms));
    loop {
        let body = Body { kind, timestamp: timestamp.clone(), data: &data };
        // A map with text keys and plain values is always JSON.
        let text = serde_json::to_string(&body).unwrap_or_default();
        if text.len() <= MAX_BODY_BYTES {
            return text;
        }
        let left_out = common.left_out.unwrap_or_default() + shorten(&mut data);
        common.left_out = Some(left_out);
        data.insert("left_out".to_owned(), left_out.into());
    }
}

fn links(event: &Event, address: &str) -> Links {
    let page = event.subject.page().map(|page| format!("{address}{page}"));
    Links { room: format!("{address}/"), page }
}

fn data(subject: &Subject) -> Map<String, Value> {
    match fields(subject).remove("data") {
        Some(Value::Object(data)) => data,
        _ => Map::new(),
    }
}

fn fields(value: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Makes a body shorter, and returns how many rows it lost. The record of a hand goes as a whole,
/// because half of one would say something else. Then the longest list loses its second half, and
/// at last the longest text does.
fn shorten(data: &mut Map<String, Value>) -> u64 {
    if let Some(record) = data.get_mut("record").filter(|record| !record.is_null()) {
        *record = Value::Null;
        return 1;
    }
    let lists = data.values_mut().filter_map(Value::as_array_mut);
    if let Some(list) = lists.max_by_key(|list| list.len()).filter(|list| !list.is_empty()) {
        let rows = list.len();
        list.truncate(rows / 2);
        return (rows - rows / 2) as u64;
    }
    let mut longest = None;
    for value in data.values_mut() {
        find_longest(value, &mut longest);
    }
    if let Some(text) = longest {
        let half = text.floor_char_boundary(text.len() / 2);
        text.truncate(half);
    }
    0
}

fn find_longest<'a>(value: &'a mut Value, longest: &mut Option<&'a mut String>) {
    match value {
        Value::String(text) => {
            if longest.as_ref().is_none_or(|longest| text.len() > longest.len()) {
                *longest = Some(text);
            }
        }
        Value::Object(fields) => fields.values_mut().for_each(|it| find_longest(it, longest)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => {}
    }
}

/// Returns a time by RFC 3339, in UTC.
fn timestamp(at_ms: u64) -> String {
    let at_ms = i64::try_from(at_ms).unwrap_or(i64::MAX);
    Timestamp::from_millisecond(at_ms).unwrap_or(Timestamp::MAX).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{each, event, friday, place};
    use crate::{Player, Table};
    use proptest::prelude::*;
    use serde_json::json;

    const ROOM: &str = "https://poker.example";

    fn read(subject: Subject) -> Value {
        let text = body(&event(subject), ROOM);
        assert!(text.len() <= MAX_BODY_BYTES, "{} bytes", text.len());
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn a_body_has_the_type_the_time_and_the_data() {
        let out = Subject::PlayerOut {
            tournament: friday(),
            name: "Bo \"the Rock\"".to_owned(),
            place: 9,
            players: 8,
        };
        let expected = json!({
            "type": "tournament.player_out",
            "timestamp": "2026-12-31T18:30:00Z",
            "data": {
                "tournament": {"id": 7, "name": "Friday", "league": "club"},
                "name": "Bo \"the Rock\"",
                "place": 9,
                "players": 8,
                "sequence": 42,
                "links": {
                    "room": "https://poker.example/",
                    "page": "https://poker.example/#/tournament/7",
                },
            },
        });
        assert_eq!(read(out), expected);
    }

    #[test]
    fn every_body_has_its_sequence_and_a_link() {
        for subject in each() {
            let kind = subject.kind().name();
            let read = read(subject);
            assert_eq!(read["type"], kind);
            assert_eq!(read["data"]["sequence"], 42, "{kind}");
            assert!(read["data"]["links"]["room"].is_string(), "{kind}");
            assert!(read["data"].get("left_out").is_none(), "{kind}");
        }
    }

    #[test]
    fn a_long_list_loses_its_end_and_says_how_many_rows() {
        let places: Vec<_> = (1..=1_000).map(|number| place(number, "somebody")).collect();
        let read = read(Subject::TournamentEnded { tournament: friday(), places });
        let kept = read["data"]["places"].as_array().unwrap();
        assert!(kept.len() >= 100, "{}", kept.len());
        assert_eq!(kept[0]["place"], 1);
        assert_eq!(read["data"]["left_out"], 1_000 - kept.len());
    }

    #[test]
    fn half_a_record_of_a_hand_is_never_sent() {
        let table = Table { id: 3, name: "Sirius".to_owned() };
        let record = Some(json!({"actions": vec!["call"; 5_000]}));
        let read = read(Subject::HandEnded { tournament: None, table, hand: 99, record });
        assert!(read["data"]["record"].is_null());
        assert_eq!(read["data"]["left_out"], 1);
        assert_eq!(read["data"]["links"]["page"], "https://poker.example/#/hand/3-99");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn no_body_is_too_long(name in "\\PC{0,400}", rows in 0_usize..300) {
            let players = vec![Player { name: name.clone(), chips: u64::MAX }; rows];
            read(Subject::FinalTable { tournament: friday(), players });
            let mut tournament = friday();
            tournament.name = name.repeat(50);
            let text = name.repeat(50);
            read(Subject::Announcement { tournament: Some(tournament), text });
        }
    }
}
