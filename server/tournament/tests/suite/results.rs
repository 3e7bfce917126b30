//! Exported results.
use cardroom_rules::{Cents, Millis, Structure};
use cardroom_tournament::prizes::Points;
use cardroom_tournament::results::{PlayerResult, Results};
use proptest::prelude::*;
use serde_json::{Value, json};

fn structure(more: &Value) -> Structure {
    let mut structure = json!({
        "id": "sunday",
        "name": "Sunday \"Special\"",
        "rulebook": "tda-2024",
        "game": "holdem",
        "seats": 6,
        "entry": {
            "buy_in": 2_000, "fee": 200, "starting_stack": 1_500, "max_entrants": 100,
            "re_entries": 1
        },
        "prizes": { "shares": "winner_takes_all" },
        "stages": []
    });
    for (key, value) in more.as_object().unwrap() {
        structure[key] = value.clone();
    }
    serde_json::from_value(structure).unwrap()
}

fn player(name: &str, place: Option<u32>) -> PlayerResult {
    PlayerResult {
        name: name.to_owned(),
        place,
        entries: 1,
        rebuys: 0,
        add_ons: 0,
        prize: Cents::ZERO,
        ticket: Cents::ZERO,
        bounties: Cents::ZERO,
        knocked_out: 0,
        points: None,
    }
}

fn results(more: &Value) -> Results {
    let winner = PlayerResult {
        prize: Cents(7_805),
        bounties: Cents(500),
        knocked_out: 2,
        points: Some(Points(2_450)),
        ..player("Ann", Some(1))
    };
    let second =
        PlayerResult { entries: 2, ticket: Cents(4_200), ..player("Bob, \"the rock\"", Some(2)) };
    Results {
        site: "Cardroom".to_owned(),
        version: "0.1.0".to_owned(),
        number: "17".to_owned(),
        structure: structure(more),
        currency: "XPM".to_owned(),
        began_at: Millis(1_514_713_526_999),
        ended_at: Some(Millis(1_514_714_126_000)),
        prize_pool: Cents(12_005),
        players: vec![second, player("=1+2", Some(2)), winner],
    }
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_table_for_spreadsheets() {
    let csv = results(&json!({})).csv();
    let lines: Vec<&str> = csv.split("\r\n").collect();
    assert_eq!(
        lines,
        [
            "place,player,entries,rebuys,add_ons,prize,ticket,bounties,knocked_out,points",
            "1,Ann,1,0,0,7805,0,500,2,24.50",
            "2,'=1+2,1,0,0,0,0,0,0,",
            "2,\"Bob, \"\"the rock\"\"\",2,0,0,0,4200,0,0,",
            "",
        ]
    );
}

#[test]
fn as_json() {
    let value = parsed(&results(&json!({})).json());
    assert_eq!(value["name"], "Sunday \"Special\"");
    assert_eq!(value["began_at"], "2017-12-31T09:45:26Z");
    assert_eq!(value["entries"], 4);
    assert_eq!(value["prize_pool"], json!(12_005));
    let players = value["players"].as_array().unwrap();
    assert_eq!(players.len(), 3);
    assert_eq!(players[0]["player"], "Ann");
    assert_eq!(players[0]["prize"], json!(7_805));
    assert_eq!(players[0]["points"], json!(24.5));
    assert_eq!(players[2]["ticket"], json!(4_200));
    assert!(players[2].get("points").is_none());
}

/// The fields match the example of the format, a sit-and-go.
#[test]
fn as_open_tournament_summary() {
    let level = json!([{ "level": { "seconds": 600, "stakes": stakes() } }]);
    let sit_and_go = json!({ "format": "sit_and_go", "stages": level });
    let text = results(&sit_and_go).open_tournament_summary(Some("Ann"));
    let mut expected = json!({
        "ots": {
            "spec_version": "1.1.5",
            "site_name": "Cardroom",
            "network_name": "Cardroom",
            "internal_version": "0.1.0",
            "tournament_number": "17",
            "tournament_name": "Sunday \"Special\"",
            "start_date_utc": "2017-12-31T09:45:26Z",
            "end_date_utc": "2017-12-31T09:55:26Z",
            "currency": "XPM",
            "buyin_amount": 2_000,
            "fee_amount": 200,
            "initial_stack": 1_500,
            "type": "STT",
            "flags": ["SNG", "Re-Entry"],
            "speed": { "type": "Normal", "round_time": 600 },
            "prize_pool": 12_005,
            "hero_player_name": "Ann",
            "player_count": 3,
            "tournament_finishes_and_winnings": [
                { "player_name": "Ann", "finish_position": 1, "still_playing": false,
                  "prize": 7_805, "ticket_value": 0 },
                { "player_name": "=1+2", "finish_position": 2, "still_playing": false,
                  "prize": 0, "ticket_value": 0 },
                { "player_name": "Bob, \"the rock\"", "finish_position": 2,
                  "still_playing": false, "prize": 0, "ticket_value": 4_200 }
            ],
            "rebuy_cost": 2_000,
            "tournament_rebuys": [
                { "player_name": "Bob, \"the rock\"", "rebuys": 1, "addons": 0 }
            ]
        }
    });
    assert_eq!(parsed(&text), expected);
    expected["ots"].as_object_mut().unwrap().remove("hero_player_name");
    assert_eq!(parsed(&results(&sit_and_go).open_tournament_summary(None)), expected);
}

#[test]
fn kinds_of_tournaments_have_their_flags() {
    let flags = |more: Value| {
        let summary = parsed(&results(&more).open_tournament_summary(None));
        let flags = summary["ots"]["flags"].as_array().unwrap().clone();
        let flags: Vec<String> =
            flags.iter().map(|flag| flag.as_str().unwrap().to_owned()).collect();
        flags.join(" ")
    };
    let tickets = json!({ "shares": { "tickets": { "structure": "main", "worth": 100 } } });
    assert_eq!(flags(json!({ "prizes": tickets })), "Re-Entry Satellite");
    let bounty = json!({ "amount": 500, "kind": "fixed" });
    assert_eq!(
        flags(json!({ "bounty": bounty, "format": "shootout" })),
        "Bounty Shootout Re-Entry"
    );
    let summary = parsed(&results(&json!({ "bounty": bounty })).open_tournament_summary(None));
    assert_eq!(summary["ots"]["bounty_value_amount"], json!(500));
}

#[test]
fn who_still_plays_has_no_place() {
    let mut running = results(&json!({}));
    running.ended_at = None;
    running.players.push(player("Cyd", None));
    running.players.extend((0..6).map(|n| player(&format!("P{n}"), Some(5 + n))));
    let summary = parsed(&running.open_tournament_summary(None));
    let first = &summary["ots"]["tournament_finishes_and_winnings"][0];
    assert_eq!(first, &json!({ "player_name": "Cyd", "still_playing": true }));
    assert!(summary["ots"].get("end_date_utc").is_none());
    assert_eq!(summary["ots"]["type"], "MTT");
}

#[test]
fn the_name_of_a_summary_file_is_plain() {
    let mut named = results(&json!({}));
    named.structure.name = "Große 5/10".to_owned();
    assert_eq!(named.summary_file_name(), "Gro-e-5-10_17.ots");
}

fn stakes() -> Value {
    json!({ "betting": "no_limit", "small_blind": 10, "big_blind": 20 })
}

proptest! {
    #[test]
    fn whatever_players_are_called_it_is_json(name in ".{0,20}", cents: u64) {
        let mut strange = results(&json!({}));
        strange.players = vec![PlayerResult { prize: Cents(cents), ..player(&name, Some(1)) }];
        for text in [strange.json(), strange.open_tournament_summary(Some(&name))] {
            prop_assert!(parsed(&text).to_string().contains(&serde_json::to_string(&name).unwrap()));
        }
    }
}
