//! Compares what a receiver got with the room's records: every event at least once, none that the
//! records have not, and the same id for the same event.

use super::receiver::Arrived;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// A row of results: place, name and prize.
pub(super) type Row = (u64, String, u64);

/// The records of the room, and the deliveries that it lists. The tables of hooks are not asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Records {
    /// The hands that are over, by table and number.
    pub(super) hands: BTreeSet<(u64, u64)>,
    /// The results of tournaments that were played, by number.
    pub(super) results: BTreeMap<u64, Vec<Row>>,
    /// The reasons of orders about accounts.
    pub(super) orders: Vec<String>,
    /// The sequences of the events that each hook got, by the deliveries that the room lists.
    pub(super) delivered: BTreeMap<String, BTreeSet<u64>>,
}

/// Counts of what arrived.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct Counts {
    /// Events with different ids.
    pub(super) events: u64,
    /// Requests, to all hooks together.
    pub(super) requests: u64,
    /// Requests that a hook had got before.
    pub(super) repeated: u64,
}

pub(super) fn counts(arrived: &[Arrived]) -> Counts {
    let events: BTreeSet<&str> = arrived.iter().map(|it| it.id.as_str()).collect();
    let kinds: BTreeSet<(&str, &str)> = arrived.iter().map(|it| (&*it.hook, &*it.id)).collect();
    Counts {
        events: events.len() as u64,
        requests: arrived.len() as u64,
        repeated: (arrived.len() - kinds.len()) as u64,
    }
}

/// Lists what is lost, invented or told in two ways.
pub(super) fn differences(arrived: &[Arrived], records: &Records) -> Vec<String> {
    let mut found = Vec::new();
    let mut events: BTreeMap<&str, &Value> = BTreeMap::new();
    for Arrived { id, body, .. } in arrived {
        let known = events.entry(id).or_insert(body);
        if *known != body {
            found.push(format!("{id} had two bodies: {known} and {body}"));
        }
        let sequence = &body["data"]["sequence"];
        if !id.ends_with(&format!("_{sequence}")) {
            found.push(format!(
                "the id {id:?} is not that of the event with the sequence {sequence}"
            ));
        }
    }
    let of_kind = |kind: &'static str| {
        events.values().filter(move |body| body["type"] == kind).map(|body| &body["data"])
    };
    let hand = |data: &Value| Some((data["table"]["id"].as_u64()?, data["hand"].as_u64()?));
    once("hand", of_kind("hand.ended").map(hand), records.hands.iter().copied(), &mut found);
    let reason = |data: &Value| data["reason"].as_str().map(str::to_owned);
    once("order", of_kind("account.order").map(reason), records.orders.iter().cloned(), &mut found);
    let results = records.results.clone().into_iter();
    once("result", of_kind("tournament.ended").map(ended), results, &mut found);
    // A tournament that is cut short has no results.
    let is_over = |out: &Option<(u64, String)>| {
        out.as_ref().is_none_or(|(tournament, _)| records.results.contains_key(tournament))
    };
    let told = of_kind("tournament.player_out").map(out).filter(is_over);
    once("player out", told, busts(records), &mut found);
    hooks_agree(arrived, records, &mut found);
    found
}

fn ended(data: &Value) -> Option<(u64, Vec<Row>)> {
    let rows = data["places"].as_array()?.iter().map(|row| {
        Some((row["place"].as_u64()?, row["name"].as_str()?.to_owned(), row["prize"].as_u64()?))
    });
    Some((data["tournament"]["id"].as_u64()?, rows.collect::<Option<_>>()?))
}

fn out(data: &Value) -> Option<(u64, String)> {
    Some((data["tournament"]["id"].as_u64()?, data["name"].as_str()?.to_owned()))
}

/// Returns the players of all results but the winners.
fn busts(records: &Records) -> impl Iterator<Item = (u64, String)> {
    records.results.iter().flat_map(|(tournament, rows)| {
        let out = rows.iter().filter(|(place, ..)| *place > 1);
        out.map(|(_, name, _)| (*tournament, name.clone()))
    })
}

/// Checks that each record has one event, and each event a record.
fn once<T: Ord + Debug>(
    what: &str,
    told: impl Iterator<Item = Option<T>>,
    kept: impl Iterator<Item = T>,
    found: &mut Vec<String>,
) {
    let mut counts: BTreeMap<T, (u32, u32)> = BTreeMap::new();
    for told in told {
        match told {
            Some(told) => counts.entry(told).or_default().0 += 1,
            None => found.push(format!("an event of a {what} cannot be read")),
        }
    }
    kept.for_each(|kept| counts.entry(kept).or_default().1 += 1);
    for (one, (told, kept)) in counts {
        match (told, kept) {
            (1, 1) => {}
            (0, _) => found.push(format!("the {what} {one:?} is kept, and no event came")),
            (_, 0) => found.push(format!("an event came of the {what} {one:?}, which is not kept")),
            _ => found.push(format!("the {what} {one:?} is kept {kept} times and has {told} ids")),
        }
    }
}

/// Checks that all hooks got the same events, and that the room lists what they got.
fn hooks_agree(arrived: &[Arrived], records: &Records, found: &mut Vec<String>) {
    let mut got: BTreeMap<&str, BTreeSet<u64>> = BTreeMap::new();
    for Arrived { hook, body, .. } in arrived {
        got.entry(hook).or_default().extend(body["data"]["sequence"].as_u64());
    }
    let all: BTreeSet<u64> = got.values().flatten().copied().collect();
    for (hook, listed) in &records.delivered {
        let got = got.remove(hook.as_str()).unwrap_or_default();
        for sequence in all.difference(&got) {
            found.push(format!("{hook} did not get event {sequence}, which another hook got"));
        }
        for sequence in got.symmetric_difference(listed) {
            let is_listed = listed.contains(sequence);
            found.push(format!(
                "event {sequence} of {hook} is {}",
                if is_listed { "listed as sent and did not come" } else { "not listed as sent" }
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn event(hook: &str, sequence: u64, kind: &str, mut data: Value) -> Arrived {
        data["sequence"] = sequence.into();
        let body = json!({ "type": kind, "data": data });
        Arrived { hook: hook.to_owned(), id: format!("msg_room_{sequence}"), body }
    }

    fn night(hook: &str) -> Vec<Arrived> {
        let out = json!({ "tournament": { "id": 7 }, "name": "Bob" });
        let places = json!([
            { "place": 1, "name": "Ada", "prize": 20 }, { "place": 2, "name": "Bob", "prize": 0 }
        ]);
        vec![
            event(hook, 1, "hand.ended", json!({ "table": { "id": 3 }, "hand": 1 })),
            event(hook, 2, "account.order", json!({ "reason": "order-1" })),
            event(hook, 3, "tournament.player_out", out),
            event(
                hook,
                4,
                "tournament.ended",
                json!({ "tournament": { "id": 7 }, "places": places }),
            ),
        ]
    }

    fn both() -> Vec<Arrived> {
        [night("/one"), night("/two")].concat()
    }

    fn records() -> Records {
        let rows = vec![(1, "Ada".to_owned(), 20), (2, "Bob".to_owned(), 0)];
        let sequences: BTreeSet<u64> = (1..=4).collect();
        Records {
            hands: BTreeSet::from([(3, 1)]),
            results: BTreeMap::from([(7, rows)]),
            orders: vec!["order-1".to_owned()],
            delivered: ["/one", "/two"].map(|hook| (hook.to_owned(), sequences.clone())).into(),
        }
    }

    #[test]
    fn an_event_may_come_again_with_its_id() {
        let mut arrived = both();
        assert_eq!(differences(&arrived, &records()), Vec::<String>::new());
        arrived.extend(night("/two"));
        assert_eq!(differences(&arrived, &records()), Vec::<String>::new());
        assert_eq!(counts(&arrived), Counts { events: 4, requests: 12, repeated: 4 });
    }

    #[test]
    fn an_event_that_does_not_come_is_found_at_either_hook() {
        for lost in 0..4 {
            let mut arrived = both();
            arrived.remove(lost);
            let found = differences(&arrived, &records());
            assert!(found.iter().any(|it| it.contains("/one did not get")), "{found:?}");
            assert!(found.iter().any(|it| it.contains("listed as sent and did not come")));
            arrived.remove(lost + 3);
            let found = differences(&arrived, &records());
            assert!(found.iter().any(|it| it.contains("no event came")), "{found:?}");
        }
    }

    #[test]
    fn an_event_without_a_record_is_found() {
        let without: [fn(&mut Records); 4] = [
            |it| it.hands.clear(),
            |it| it.orders.clear(),
            |it| it.results.values_mut().for_each(|rows| rows.truncate(1)),
            |it| it.results.values_mut().for_each(|rows| rows[1].2 = 5),
        ];
        for change in without {
            let mut records = records();
            change(&mut records);
            let found = differences(&both(), &records);
            assert!(found.iter().any(|it| it.contains("which is not kept")), "{found:?}");
        }
    }

    #[test]
    fn the_same_event_under_another_id_is_found_and_so_is_another_body() {
        let mut arrived = both();
        let hand = json!({ "table": { "id": 3 }, "hand": 1 });
        arrived.push(event("/one", 5, "hand.ended", hand));
        let found = differences(&arrived, &records());
        assert!(found.iter().any(|it| it.contains("has 2 ids")), "{found:?}");
        let mut arrived = both();
        arrived.push(event("/one", 1, "hand.ended", json!({ "table": { "id": 3 }, "hand": 2 })));
        let found = differences(&arrived, &records());
        assert!(found.iter().any(|it| it.contains("had two bodies")), "{found:?}");
        let mut arrived = both();
        arrived[0].id = "msg_room_9".to_owned();
        let found = differences(&arrived, &records());
        assert!(found.iter().any(|it| it.contains("is not that of the event")), "{found:?}");
    }

    #[test]
    fn an_order_that_was_carried_out_twice_is_found() {
        let mut records = records();
        records.orders.push("order-1".to_owned());
        let found = differences(&both(), &records);
        assert!(found.iter().any(|it| it.contains("kept 2 times and has 1 ids")), "{found:?}");
    }
}
