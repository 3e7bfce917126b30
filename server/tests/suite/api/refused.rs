//! Refusals: each has the status, the code and the sentence that it should have, and changes
//! nothing.

use super::http::{Answer, call, open, send, token};
use cardroom::wiring::OpenRoom;
use cardroom_protocol::Secret;
use cardroom_protocol::server::{Role, Scope};
use serde_json::{Value, json};
use std::time::Duration;

async fn post(open: &OpenRoom, token: &Secret, path: &str, body: &str) -> Answer {
    let bearer = format!("Bearer {}", token.0);
    let headers = [("authorization", &*bearer), ("content-type", "application/json")];
    send(open.address, "POST", &format!("/api/v1{path}"), &headers, body).await
}

fn of(answer: &Answer) -> (u16, String, Value) {
    (answer.status, answer.code(), answer.json()["field"].clone())
}

fn is(status: u16, code: &str, field: Option<&str>) -> (u16, String, Value) {
    (status, code.to_owned(), json!(field))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_input_gets_the_answer_of_the_table() {
    let open = open(|config| config.api.body_bytes = 20_000).await;
    let root = token(&open, "Ruth", Role::Admin, &Scope::ALL).await;
    let floor = token(&open, "Flo", Role::Floor, &[Scope::Read]).await;
    let wrong = Secret::from("no such token");
    let reports = ("GET", "/reports");

    let answer = call(&open, None, reports, &Value::Null).await;
    assert_eq!(of(&answer), is(401, "not_logged_in", None));
    assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
    let answer = call(&open, Some(&wrong), reports, &Value::Null).await;
    assert_eq!(of(&answer), is(401, "bad_token", None));
    let basic = [("authorization", "Basic YTpi")];
    let answer = send(open.address, "GET", "/api/v1/reports", &basic, "").await;
    assert_eq!(of(&answer), is(401, "bad_token", None));
    let answer = call(&open, Some(&floor), reports, &Value::Null).await;
    assert_eq!(of(&answer), is(403, "token_scope", None));
    assert!(answer.json()["detail"].as_str().unwrap().contains("\"accounts\""));
    assert_eq!(answer.header("content-type"), Some("application/problem+json"));

    let answer = call(&open, Some(&root), ("GET", "/tournaments/999"), &Value::Null).await;
    assert_eq!(of(&answer), is(404, "unknown_tournament", None));
    let answer = call(&open, Some(&root), ("GET", "/nothing"), &Value::Null).await;
    assert_eq!(of(&answer), is(404, "unknown_message", None));
    let answer = call(&open, Some(&root), ("DELETE", "/tables"), &Value::Null).await;
    assert_eq!(of(&answer), is(405, "unknown_message", None));

    for (body, expected) in [
        ("", is(400, "malformed", None)),
        ("{\"structure\": ", is(400, "malformed", None)),
        ("[]", is(422, "malformed", None)),
        ("{}", is(422, "malformed", Some("structure"))),
        ("{\"structure\": 5}", is(422, "malformed", Some("structure"))),
        ("{\"structure\": \"x\", \"color\": 1}", is(422, "malformed", Some("color"))),
        ("{\"structure\": \"x\", \"starts_at\": \"5\"}", is(422, "malformed", Some("starts_at"))),
        ("{\"structure\": \"no-such\"}", is(422, "unknown_structure", Some("structure"))),
    ] {
        let answer = post(&open, &root, "/tournaments", body).await;
        assert_eq!(of(&answer), expected, "{body}: {}", answer.text);
    }
    let answer = post(&open, &root, "/tournaments", "{\"structure\": ").await;
    assert!(answer.json()["detail"].as_str().unwrap().contains("line 1 column"));
    let large = format!("{{\"structure\": \"{}\"}}", "x".repeat(20_000));
    let answer = post(&open, &root, "/tournaments", &large).await;
    assert_eq!(of(&answer), is(413, "too_large", None));
    let bearer = format!("Bearer {}", root.0);
    let answer =
        send(open.address, "POST", "/api/v1/tournaments", &[("authorization", &bearer)], "{}")
            .await;
    assert_eq!(of(&answer), is(415, "malformed", None));
    let key = "x".repeat(65);
    let keyed = [
        ("authorization", &*bearer),
        ("content-type", "application/json"),
        ("idempotency-key", &*key),
    ];
    let new = "{\"structure\": \"test-turbo\"}";
    let answer = send(open.address, "POST", "/api/v1/tournaments", &keyed, new).await;
    assert_eq!(of(&answer), is(400, "malformed", Some("idempotency-key")));
    assert!(open.room.registry.tournaments().is_empty(), "nothing was opened");
    open.close(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_based_on_an_old_step_changes_nothing() {
    let open = open(|_| {}).await;
    let root = token(&open, "Ruth", Role::Admin, &Scope::ALL).await;
    let later = |hours: u64| open.room.clock.now().0 + hours * 3_600_000;
    let new = json!({ "structure": "test-turbo", "starts_at": later(1) }).to_string();
    let opened = post(&open, &root, "/tournaments", &new).await;
    assert_eq!(opened.status, 200, "{}", opened.text);
    let tournament = opened.json()["tournament"].as_u64().unwrap();
    let path = format!("/tournaments/{tournament}/rulings");
    let event = format!("/tournaments/{tournament}");
    let view = call(&open, Some(&root), ("GET", &event), &Value::Null).await;
    let seq = view.json()["seq"].clone();
    let start = |hours: u64, seq: &Value| {
        let time = later(hours);
        json!({ "command": "change-start", "time": time, "seq": seq, "reason": "rain" }).to_string()
    };
    let done = post(&open, &root, &path, &start(2, &seq)).await;
    assert_eq!(done.status, 204, "{}", done.text);
    let stale = post(&open, &root, &path, &start(3, &seq)).await;
    assert_eq!(of(&stale), is(409, "seq_moved", None));
    let rulings = call(&open, Some(&root), ("GET", &path), &Value::Null).await.json();
    assert_eq!(rulings["total"], json!(1));
    open.close(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accounts_are_opened_all_or_none() {
    let open = open(|_| {}).await;
    let root = token(&open, "Ruth", Role::Admin, &Scope::ALL).await;
    let new = |names: &[&str]| {
        let all: Vec<_> =
            names.iter().map(|name| json!({ "name": name, "role": "Player" })).collect();
        json!({ "accounts": all, "reason": "They play on Fridays." }).to_string()
    };
    let opened = post(&open, &root, "/accounts", &new(&["Zoe", "Yan"])).await;
    assert_eq!(opened.status, 200, "{}", opened.text);
    assert_eq!(opened.json()["codes"].as_array().unwrap().len(), 2);
    let taken = post(&open, &root, "/accounts", &new(&["Xen", "zoe"])).await;
    assert_eq!(taken.status, 422, "{}", taken.text);
    let xen = call(&open, Some(&root), ("GET", "/accounts/Xen"), &Value::Null).await;
    assert_eq!(xen.status, 404, "{}", xen.text);
    let staff = json!({ "accounts": [{ "name": "Boss", "role": "Admin" }], "reason": "x" });
    let staff = post(&open, &root, "/accounts", &staff.to_string()).await;
    assert_eq!(of(&staff), is(403, "forbidden", None));
    open.close(Duration::ZERO).await;
}
