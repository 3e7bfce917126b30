//! Every resource and every command over HTTP and over the socket, with equal answers and records.

use super::http::{Socket, as_reply, call, expected, open, token};
use cardroom::announced::Announcement;
use cardroom::director::announce;
use cardroom::wiring::OpenRoom;
use cardroom_api::forms::Form;
use cardroom_api::operations::{In, Kind, List, Method, Operation, Sends, all};
use cardroom_protocol::Secret;
use cardroom_protocol::server::{Role, Scope};
use cardroom_rules::Millis;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Opens a room with a tournament that takes entries for an hour.
async fn with_tournament() -> OpenRoom {
    let open = open(|_| {}).await;
    let office = open.room.tournaments().unwrap();
    let structure = Arc::clone(&office.structures["test-turbo"]);
    let starts_at = Millis(open.room.clock.now().0 + 3_600_000);
    let setup = office.setup(&structure, Some(starts_at), false).unwrap();
    let announcement = Announcement::of(setup, true);
    announce(announcement, "Test".to_owned(), None, &office.services).await.unwrap();
    open
}

/// Returns a token of an administrator to everything.
async fn admin(open: &OpenRoom) -> Secret {
    token(open, "Ruth", Role::Admin, &Scope::ALL).await
}

/// Replaces what differs between two rooms or two moments.
fn settled(mut value: Value) -> Value {
    fn settle(value: &mut Value) {
        match value {
            Value::Object(parts) => {
                for (name, part) in parts {
                    match name.as_str() {
                        "at" | "result" | "remaining_ms" | "next_break_ms" | "starts_at"
                        | "expires_at" | "code" | "last_used_ms" | "created_ms" | "opened_at"
                        | "time_ms" | "online" => *part = Value::Null,
                        _ => settle(part),
                    }
                }
            }
            Value::Array(all) => all.iter_mut().for_each(settle),
            _ => {}
        }
    }
    settle(&mut value);
    value
}

/// Returns the address of a read with values for everything it names.
fn address(operation: &Operation, open: &OpenRoom) -> String {
    let table = open.room.registry.tables()[0].id.0;
    let tournament = open.room.registry.tournaments()[0].id.0;
    operation
        .path
        .replace("{table}", &table.to_string())
        .replace("{tournament}", &tournament.to_string())
        .replace("{account}", "Ruth")
        .replace("{hook}", "1")
        .replace("{league}", "house-league")
        .replace("{season}", "2026-autumn")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_resource_shows_what_the_socket_shows() {
    let open = with_tournament().await;
    let token = admin(&open).await;
    let mut socket = Socket::new(&open, Some(&token)).await;
    let mut shown = 0;
    for operation in all().filter(|one| one.method == Method::Get && one.sends != Sends::Nothing) {
        let path = address(operation, &open);
        let over_http = call(&open, Some(&token), ("GET", &path), &Value::Null).await;
        let over_socket = socket.call(("GET", &path), &Value::Null).await;
        let (status, body) = as_reply(&over_http);
        let (expected_status, expected_body) = expected(&over_socket);
        assert_eq!(status, expected_status, "{}: {}", operation.id, over_http.text);
        assert_eq!(settled(body), settled(expected_body), "{}", operation.id);
        shown += u32::from(status == 200);
    }
    // The tokens are for people, and nothing has ended yet.
    assert!(shown >= 20, "{shown}");
    let room = call(&open, None, ("GET", "/room"), &Value::Null).await;
    assert_eq!(room.json()["room"], json!("Cardroom"));
    open.close(Duration::ZERO).await;
}

/// Returns the body of a command with a value for each field, by its kind.
fn body(form: &Form, word: &str) -> Value {
    let mut body = Map::from_iter([(word.to_owned(), json!(form.name))]);
    body.insert("reason".to_owned(), json!("it was said aloud"));
    for field in form.fields() {
        let name = field["name"].as_str().unwrap().to_owned();
        let value = match field["kind"].as_str().unwrap() {
            "pick" if field["from"] == json!("leagues") => json!("house-league"),
            "pick" | "number" | "points" => json!(1),
            "time" => json!(4_000_000_000_000_u64),
            "text" if name == "role" => json!("Floor"),
            "text" | "player" | "season" => json!("Ada"),
            "check" => json!(true),
            "choice" => field["options"][0]["typed"].clone(),
            "entries" => json!([1]),
            "parts" => json!([{ "entry": 1, "chips": 2 }]),
            "lots" => json!([{ "Text": "x" }, { "Text": "y" }]),
            "levels" => json!([{ "Break": { "seconds": 60, "new_unit": null } }]),
            "option" => json!({ "RaiseTo": 400 }),
            other => panic!("{other}"),
        };
        match field["kind"].as_str() {
            Some("player") => drop(body.insert("seat".to_owned(), json!(1))),
            Some("season") => drop(body.insert("league".to_owned(), json!("house-league"))),
            _ => {}
        }
        body.insert(name, value);
    }
    Value::Object(body)
}

/// One room that is directed over HTTP, and one that is directed over the socket.
struct Twins {
    http: (OpenRoom, Secret),
    socket: (OpenRoom, Secret, Socket),
}

impl Twins {
    async fn new() -> Self {
        let (one, other) = (with_tournament().await, with_tournament().await);
        let (by_http, by_socket) = (admin(&one).await, admin(&other).await);
        for room in [&one, &other] {
            token(room, "Ada", Role::Player, &[Scope::Play]).await;
        }
        let socket = Socket::new(&other, Some(&by_socket)).await;
        Self { http: (one, by_http), socket: (other, by_socket, socket) }
    }

    /// Does the same in both rooms, and returns the status.
    async fn both(&mut self, what: (&str, &str), body: &Value) -> u16 {
        let over_http = call(&self.http.0, Some(&self.http.1), what, body).await;
        let over_socket = self.socket.2.call(what, body).await;
        let (status, found) = as_reply(&over_http);
        let (expected_status, expected_body) = expected(&over_socket);
        assert_eq!(status, expected_status, "{what:?} {body}: {}", over_http.text);
        assert_eq!(settled(found), settled(expected_body), "{what:?} {body}");
        status
    }

    async fn are_alike(&mut self, path: &str) -> Value {
        assert_eq!(self.both(("GET", path), &Value::Null).await, 200);
        let (room, token) = (&self.http.0, &self.http.1);
        call(room, Some(token), ("GET", path), &Value::Null).await.json()
    }

    async fn close(self) {
        drop(self.socket.2);
        self.http.0.close(Duration::ZERO).await;
        self.socket.0.close(Duration::ZERO).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_in_a_tournament_is_ruled_on_and_recorded_as_over_the_socket() {
    let mut twins = Twins::new().await;
    let tournament = twins.http.0.room.registry.tournaments()[0].id.0;
    let path = format!("/tournaments/{tournament}/rulings");
    // The tournament ends with it, so it is the last one.
    let forms = List::Tournament.forms().filter(|(form, _)| form.name != "cancel");
    let last = List::Tournament.forms().filter(|(form, _)| form.name == "cancel");
    let mut done = 0;
    for (form, _) in forms.chain(last) {
        let mut body = body(form, "command");
        let seq = twins.are_alike(&format!("/tournaments/{tournament}")).await["seq"].clone();
        body["seq"] = seq;
        done += u32::from(twins.both(("POST", &path), &body).await == 204);
        twins.are_alike(&path).await;
    }
    assert!(done >= 5, "{done}");
    twins.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_at_a_table_is_ruled_on_and_recorded_as_over_the_socket() {
    let mut twins = Twins::new().await;
    let table = twins.http.0.room.registry.tables()[0].id.0;
    let path = format!("/tables/{table}/commands");
    let mut done = 0;
    for (form, _) in List::Table.forms() {
        let mut body = body(form, "command");
        let seq = twins.are_alike(&format!("/tables/{table}")).await["seq"].clone();
        body["seq"] = seq;
        done += u32::from(twins.both(("POST", &path), &body).await == 204);
        twins.are_alike(&path).await;
    }
    assert!(done >= 2, "{done}");
    twins.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_command_about_leagues_and_every_order_about_an_account_is_as_over_the_socket() {
    let mut twins = Twins::new().await;
    for (form, _) in List::League.forms() {
        twins.both(("POST", "/leagues/commands"), &body(form, "command")).await;
    }
    twins.are_alike("/bans").await;
    let order = ("POST", "/accounts/Ada/orders");
    let mut done = 0;
    // The account has another name, or is gone, after these.
    let last = |form: &Form| matches!(form.name.as_str(), "rename" | "erase");
    let forms = List::Account.forms().filter(|(form, _)| !last(form));
    for (form, _) in forms.chain(List::Account.forms().filter(|(form, _)| last(form))) {
        let body = match form.name.as_str() {
            "rename" => json!({ "order": "rename", "name": "Grace", "reason": "she asked" }),
            _ => body(form, "order"),
        };
        let status = twins.both(order, &body).await;
        done += u32::from(status == 204);
    }
    assert!(done >= 6, "{done}");
    twins.are_alike("/accounts/Grace/log").await;
    let new = json!({ "accounts": [{ "name": "Zoe", "role": "Player" }], "reason": "Fridays" });
    assert_eq!(twins.both(("POST", "/accounts"), &new).await, 200);
    assert_eq!(twins.both(("POST", "/accounts"), &new).await, 422);
    twins.are_alike("/accounts").await;
    twins.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn entries_rosters_and_announcements_are_as_over_the_socket() {
    let mut twins = Twins::new().await;
    let tournament = twins.http.0.room.registry.tournaments()[0].id.0;
    let of = |rest: &str| format!("/tournaments/{tournament}{rest}");
    let seq = twins.are_alike(&of("")).await["seq"].clone();
    let roster = json!({ "players": [{ "name": "Nobody" }], "seq": seq, "reason": "they asked" });
    assert_eq!(twins.both(("POST", &of("/roster")), &roster).await, 422);
    let text = json!({
        "tournament": tournament, "text": "Dinner at eight.", "seq": seq, "reason": "hunger",
    });
    twins.both(("POST", "/announcements"), &text).await;
    let seq = twins.are_alike(&of("")).await["seq"].clone();
    let enter = json!({ "name": "Ada", "seq": seq, "reason": "she asked" });
    twins.both(("POST", &of("/entries")), &enter).await;
    twins.are_alike(&of("/entries")).await;
    let remove = of("/entries/1?seq=0&reason=late");
    twins.both(("DELETE", &remove), &Value::Null).await;
    twins.both(("POST", &of("/entries/1/check-in")), &enter_check_in(&seq)).await;
    twins.are_alike(&of("/rulings")).await;
    // A player does not rule, so this comes last.
    twins.both(("POST", &of("/entries/own")), &json!({})).await;
    twins.both(("POST", &of("/entries/own/check-in")), &json!({})).await;
    twins.both(("DELETE", &of("/entries/own")), &Value::Null).await;
    twins.are_alike(&of("/entries")).await;
    twins.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_with_a_whole_structure_is_opened_as_over_the_socket() {
    let mut twins = Twins::new().await;
    let open = ("POST", "/tournaments");
    let structure = json!({
        "id": "club-night", "name": "Club night", "rulebook": "online", "game": "holdem",
        "seats": 6, "next_day": null,
        "entry": {
            "buy_in": 0, "starting_stack": 3000, "min_entrants": 2, "max_entrants": 30,
        },
        "prizes": { "shares": "winner_takes_all" },
        "levels": {
            "betting": "no_limit", "minutes": 5,
            "rows": [{ "blinds": [25, 50] }, { "blinds": [50, 100] }, { "blinds": [100, 200] }],
        },
    });
    let with = |place: &str, value: Value| {
        let mut structure = structure.clone();
        *structure.pointer_mut(place).unwrap() = value;
        json!({ "structure": structure, "starts_at": 4_000_000_000_000_u64 })
    };
    for (place, value) in [
        ("/seats", json!(11)),
        ("/seats", json!("6")),
        ("/id", json!("test-turbo")),
        ("/next_day", json!("main-event-2")),
        ("/levels/rows/2", json!({ "blinds": [25, 50] })),
    ] {
        assert_eq!(twins.both(open, &with(place, value.clone())).await, 422, "{place} {value}");
    }
    let whole = with("/name", json!("Club night"));
    assert_eq!(twins.both(open, &whole).await, 200);
    let list = twins.are_alike("/tournaments").await;
    let opened = list["items"].as_array().unwrap();
    let opened = opened.iter().find(|one| one["structure"] == json!("club-night")).unwrap();
    twins.are_alike(&format!("/tournaments/{}/structure", opened["tournament"])).await;
    twins.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_an_administrator_opens_a_tournament_with_a_guarantee_of_its_own() {
    let open = open(|_| {}).await;
    let structure = |guarantee: u64| {
        json!({ "structure": {
            "id": "club-night", "name": "Club night", "rulebook": "online", "game": "holdem",
            "seats": 6,
            "entry": {
                "buy_in": 0, "starting_stack": 3000, "min_entrants": 2, "max_entrants": 30,
            },
            "prizes": { "shares": "winner_takes_all", "guarantee": guarantee },
            "levels": {
                "betting": "no_limit", "minutes": 5,
                "rows": [{ "blinds": [25, 50] }, { "blinds": [50, 100] }],
            },
        }, "starts_at": 4_000_000_000_000_u64 })
    };
    let floor = token(&open, "Flo", Role::Floor, &[Scope::Floor]).await;
    let admin = token(&open, "Ava", Role::Admin, &[Scope::Floor]).await;
    for (who, guarantee, status) in [(&floor, 0, 200), (&floor, 100, 403), (&admin, 100, 200)] {
        let what = ("POST", "/tournaments");
        let answer = call(&open, Some(who), what, &structure(guarantee)).await;
        assert_eq!(answer.status, status, "{guarantee}: {}", answer.text);
    }
    open.close(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn schedules_are_made_changed_and_ended_as_over_the_socket() {
    let mut twins = Twins::new().await;
    let make = ("POST", "/schedules");
    let terms = |name: &str, value: Value| {
        let mut terms = json!({
            "name": "Saturday night", "structure": "nightly-freezeout", "every": ["sat 20:00"],
            "time_zone": "Europe/Berlin", "opens_minutes_before": 1, "league": "house-league",
            "reason": "Our season.",
        });
        terms[name] = value;
        terms
    };
    for (name, value, status) in [
        ("structure", json!("no-such"), 422),
        ("league", json!("no-such"), 422),
        ("time_zone", json!("Europe/Atlantis"), 422),
        ("every", json!(["sat"]), 422),
        ("every", json!(vec!["sat 20:00"; 15]), 422),
        ("starts_in_minutes", json!(5), 422),
        ("name", json!(""), 422),
        ("reason", json!(""), 422),
        ("name", json!("Saturday night"), 200),
        ("name", json!("Saturday night"), 409),
    ] {
        let body = terms(name, value);
        assert_eq!(twins.both(make, &body).await, status, "{body}");
    }
    let list = twins.are_alike("/schedules").await;
    let all = list["items"].as_array().unwrap();
    let stored = all.iter().find(|one| one["terms"]["name"] == json!("Saturday night")).unwrap();
    assert!(stored["next"].is_u64(), "{stored}");
    let configured = all.iter().filter(|one| one["schedule"].is_null()).count();
    assert_eq!(configured + 1, all.len(), "the others are those of the configuration");
    let path = format!("/schedules/{}", stored["schedule"]);
    let change = ("POST", path.as_str());
    assert_eq!(twins.both(change, &terms("name", json!("Sunday"))).await, 422, "a name stays");
    assert_eq!(twins.both(change, &terms("every", json!(["sun 18:30"]))).await, 204);
    let list = twins.are_alike("/schedules").await;
    assert!(list["items"].to_string().contains("sun 18:30"), "{list}");
    let over = format!("{path}?reason=over");
    let end = ("DELETE", over.as_str());
    assert_eq!(twins.both(end, &Value::Null).await, 204);
    assert_eq!(twins.both(end, &Value::Null).await, 409, "it is gone");
    let list = twins.are_alike("/schedules").await;
    assert_eq!(list["items"].as_array().unwrap().len(), configured);
    twins.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leagues_and_seasons_are_made_and_ended_as_over_the_socket() {
    let mut twins = Twins::new().await;
    let explained = |more: Value| {
        let mut body = json!({ "reason": "Our season." });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let terms = |name: &str, value: Value| {
        let mut terms = json!({ "id": "club", "name": "Club", "points": "entrants - place" });
        terms[name] = value;
        explained(json!({ "terms": terms }))
    };
    let season = |from: &str, until: &str| {
        explained(json!({ "name": "Spring", "from": from, "until": until }))
    };
    let (spring, summer) = ("/leagues/club/2027-spring", "/leagues/club/2027-summer");
    for (path, body, status) in [
        ("/leagues", terms("points", json!("entrants /")), 422),
        ("/leagues", terms("colour", json!("red")), 422),
        ("/leagues", terms("rulebook", json!("no-such")), 422),
        ("/leagues", terms("id", json!("house-league")), 409),
        ("/leagues", terms("name", json!("Club")), 204),
        ("/leagues", terms("name", json!("Club")), 409),
        ("/leagues/house-league", terms("id", json!("house-league")), 409),
        ("/leagues/no-such", terms("id", json!("no-such")), 422),
        ("/leagues/club", terms("id", json!("other")), 422),
        (spring, season("2027-01-01", "2027-06-30"), 204),
        (spring, season("2028-01-01", "2028-06-30"), 422),
        (summer, season("2027-06-01", "2027-08-31"), 422),
        (summer, season("soon", "2027-08-31"), 422),
        ("/leagues/club/2027-spring/end", explained(json!({ "until": "2027-05-31" })), 204),
        ("/leagues/club/2027-autumn/end", explained(json!({ "until": "2027-05-31" })), 422),
        (summer, season("2027-06-01", "2027-08-31"), 204),
        ("/leagues/house-league/2031", season("2031-01-01", "2031-12-31"), 409),
    ] {
        assert_eq!(twins.both(("POST", path), &body).await, status, "{path} {body}");
    }
    let list = twins.are_alike("/leagues").await;
    let all = list["items"].as_array().unwrap();
    let club = all.iter().find(|one| one["league"] == json!("club")).unwrap();
    let seasons: Vec<_> = club["seasons"].as_array().unwrap().iter().collect();
    let ids: Vec<_> = seasons.iter().map(|one| one["season"].as_str().unwrap()).collect();
    assert_eq!(ids, ["2027-spring", "2027-summer"]);
    assert_eq!(seasons[0]["until"], seasons[1]["from"], "{club}");
    assert_eq!(twins.are_alike("/leagues/club/2027-spring").await["total"], json!(0));
    // A league that a schedule counts for does not end before the schedule.
    let schedule = explained(json!({
        "name": "Night", "structure": "nightly-freezeout", "every": ["sat 20:00"],
        "opens_minutes_before": 1, "league": "club",
    }));
    assert_eq!(twins.both(("POST", "/schedules"), &schedule).await, 200);
    let end = ("DELETE", "/leagues/club?reason=over");
    assert_eq!(twins.both(end, &Value::Null).await, 409);
    let list = twins.are_alike("/schedules").await;
    let number = list["items"].as_array().unwrap().iter().find_map(|one| one["schedule"].as_u64());
    let over = format!("/schedules/{}?reason=over", number.unwrap());
    assert_eq!(twins.both(("DELETE", &over), &Value::Null).await, 204);
    assert_eq!(twins.both(end, &Value::Null).await, 204);
    assert_eq!(twins.both(("GET", "/leagues/club/2027-spring"), &Value::Null).await, 404);
    twins.close().await;
}

fn enter_check_in(seq: &Value) -> Value {
    json!({ "seq": seq, "reason": "she is here" })
}

#[test]
fn every_field_of_an_address_has_a_value_here() {
    let known = ["table", "tournament", "account", "hook", "league", "season"];
    for operation in all().filter(|one| one.method == Method::Get) {
        for field in operation.fields.iter().filter(|field| field.place == In::Path) {
            assert!(known.contains(&field.name), "{}", field.name);
            assert!(matches!(field.kind, Kind::Number | Kind::Text));
        }
    }
}
