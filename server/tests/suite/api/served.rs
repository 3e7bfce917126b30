//! How the API is served: its limits, its headers, and the seats of its players. It is off by
//! default.

use super::http::{call, open, send, token};
use crate::support::client::{Client, open_room, settled};
use cardroom_api::openapi::TEXT;
use cardroom_protocol::client::LoginToken;
use cardroom_protocol::server::{Role, Scope, ServerMessage};
use cardroom_protocol::{Encoding, RequestId};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_setting_nothing_of_it_is_there() {
    let open = open_room(|_| {}).await;
    for path in ["/api/v1/room", "/api/v1/openapi.json"] {
        let answer = send(open.address, "GET", path, &[], "").await;
        assert_eq!(answer.status, 404, "{}", answer.text);
        let plain = send(open.address, "GET", "/no/such/page", &[], "").await;
        assert_eq!(answer.text, plain.text);
    }
    open.close(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_description_is_served_with_a_tag() {
    let open = open(|_| {}).await;
    let path = "/api/v1/openapi.json";
    let answer = send(open.address, "GET", path, &[], "").await;
    assert!(answer.status == 200 && answer.text == TEXT);
    let tag = answer.header("etag").unwrap().to_owned();
    let again = send(open.address, "GET", path, &[("if-none-match", &tag)], "").await;
    assert_eq!((again.status, &*again.text), (304, ""));
    let head = send(open.address, "HEAD", path, &[], "").await;
    assert_eq!((head.status, &*head.text), (200, ""));
    open.close(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_leaves_no_connection_and_takes_no_seat_of_its_player() {
    let open = open(|_| {}).await;
    let secret = token(&open, "Ada", Role::Player, &[Scope::Play, Scope::Read]).await;
    let mut player = Client::welcome(&open, Encoding::Binary).await;
    player.send([LoginToken { request: RequestId(1), token: secret.clone() }.into()]).await;
    assert!(matches!(player.receive().await, ServerMessage::LoggedIn(_)));
    let before = settled(&open, 1).await;
    for _ in 0..5 {
        let answer = call(&open, Some(&secret), ("GET", "/structures"), &Value::Null).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    assert!(settled(&open, 1).await == before, "the room is as it was");
    player.ping().await;
    assert!(player.until_pong().await.is_empty(), "the player heard nothing of it");
    open.close(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_many_requests_are_refused_with_a_time_to_wait() {
    let open = open(|config| {
        config.api.request_burst = 3;
        config.api.requests_per_second = 1;
        config.api.visitor_request_burst = 2;
        config.api.visitor_requests_per_second = 1;
    })
    .await;
    let secret = token(&open, "Ada", Role::Player, &[Scope::Read]).await;
    for (token, burst) in [(None, 2), (Some(&secret), 3)] {
        let calls = (0..20).map(|_| call(&open, token, ("GET", "/games"), &Value::Null));
        let answers = join_all(calls).await;
        let passed = answers.iter().filter(|answer| answer.status == 200).count();
        assert!(passed >= burst, "{passed}");
        let refused = answers.iter().find(|answer| answer.status != 200).unwrap();
        assert_eq!((refused.status, &*refused.code()), (429, "rate_limited"));
        assert_eq!(refused.header("retry-after"), Some("1"));
    }
    open.close(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_guesses_tokens_has_to_wait() {
    let open = open(|config| config.limits.wrong_guesses_per_minute = 3).await;
    let wrong = cardroom_protocol::Secret::from("guessed");
    let mut statuses = Vec::new();
    for _ in 0..6 {
        let answer = call(&open, Some(&wrong), ("GET", "/tokens"), &Value::Null).await;
        statuses.push(answer.status);
    }
    assert_eq!((statuses[0], statuses[5]), (401, 429), "{statuses:?}");
    open.close(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_of_other_origins_read_answers_only_if_they_are_listed() {
    let club = "https://club.example";
    let open = open(|config| config.api.allowed_origins = vec![club.to_owned()]).await;
    for (origin, shown) in [(club, Some(club)), ("https://evil.example", None)] {
        for method in ["GET", "OPTIONS"] {
            let headers = [("origin", origin), ("access-control-request-method", "GET")];
            let answer = send(open.address, method, "/api/v1/games", &headers, "").await;
            assert_eq!(answer.header("access-control-allow-origin"), shown, "{method} {origin}");
            assert_eq!(answer.header("access-control-allow-credentials"), None);
        }
    }
    open.close(Duration::ZERO).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_come_in_pages_and_have_tags() {
    let open = open(|config| {
        let table = config.tables[0].clone();
        config.tables.extend((1..5).map(|number| {
            let mut table = table.clone();
            table.name = format!("Test {number}");
            table
        }));
    })
    .await;
    let (mut names, mut query) = (Vec::new(), "limit=2".to_owned());
    loop {
        let path = format!("/tables?{query}");
        let page = call(&open, None, ("GET", &path), &Value::Null).await.json();
        let items = page["items"].as_array().unwrap().clone();
        assert!(items.len() <= 2);
        names.extend(items.into_iter().map(|table| table["name"].clone()));
        let Some(after) = page["after"].as_str() else { break };
        query = format!("limit=2&after={after}");
    }
    names.sort_by_key(ToString::to_string);
    names.dedup();
    assert_eq!(names.len(), 5);
    let secret = token(&open, "Ada", Role::Player, &[Scope::Read]).await;
    let structures = call(&open, Some(&secret), ("GET", "/structures"), &json!(null)).await;
    assert!(structures.header("etag").is_some());
    open.close(Duration::ZERO).await;
}
