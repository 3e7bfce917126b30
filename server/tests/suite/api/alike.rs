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
