//! Every operation with every scope and role. What is let in is what the permissions of the
//! messages say, and nothing else.

use super::http::{call, open, token};
use cardroom::permits::{Ask, Credential, Factor, Standing, permit};
use cardroom::store::Scopes;
use cardroom_api::call::{Call, Request, find};
use cardroom_api::messages::messages;
use cardroom_api::operations::{In, Kind, Operation, ROOT, Sends, all};
use cardroom_api::problem::status_of;
use cardroom_protocol::server::{Role, Scope};
use cardroom_protocol::{ApiTokenId, ClientMessage, ErrorCode};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// A request to an operation with a value for each field, which names nothing that there is.
struct Sample {
    path: String,
    body: Value,
    message: Option<ClientMessage>,
}

fn sample(operation: &Operation) -> Sample {
    let (mut path, mut query, mut body) = (operation.path.to_owned(), Vec::new(), Map::new());
    for field in operation.fields {
        match (field.place, field.kind) {
            (In::Path, Kind::Number) => path = path.replace(&format!("{{{}}}", field.name), "999"),
            (In::Path, _) => path = path.replace(&format!("{{{}}}", field.name), "nobody"),
            (In::Query, _) if field.default.is_some() => {}
            (In::Query, _) => query.push(format!("{}=1", field.name)),
            (In::Body, _) if field.default.is_some() => {}
            (In::Body, _) => {
                let value = match field.name {
                    "accounts" => json!([{ "name": "Zoe", "role": "Player" }]),
                    "events" => json!(["tournament.ended"]),
                    "terms" => json!({}),
                    "proposal" => json!("ChipChop"),
                    "accept" => json!(true),
                    "seq" | "tournament" | "table" => json!(999),
                    _ => json!("some"),
                };
                body.insert(field.name.to_owned(), value);
            }
        }
    }
    match operation.sends {
        Sends::Command { word, list, .. } => {
            let (form, _) = list
                .forms()
                .find(|(form, _)| form.fields().count() == 0)
                .unwrap_or_else(|| list.forms().find(|(form, _)| form.name == "lift-ban").unwrap());
            body.insert(word.to_owned(), json!(form.name));
            if form.name == "lift-ban" {
                body.insert("name".to_owned(), json!("nobody"));
            }
        }
        Sends::Roster => drop(body.insert("csv".to_owned(), json!("name\nnobody\n"))),
        _ => {}
    }
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let body = Value::Object(body);
    let method = operation.method.word();
    let (whole, text) = (format!("{ROOT}{path}"), body.to_string());
    let asked = query.trim_start_matches('?');
    let request = Request { method, path: &whole, query: asked, body: text.as_bytes() };
    let read = Call::read(find(method, &whole).unwrap(), request, |text| Some(text.to_owned()));
    let message = messages(&read.unwrap(), 0).unwrap().into_iter().next();
    Sample { path: format!("{path}{query}"), body, message }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_does_what_its_scopes_and_its_role_allow_and_nothing_else() {
    let open = open(|config| config.limits.wrong_guesses_per_minute = 1_000_000).await;
    let mut senders = vec![(None, None)];
    for (name, role) in [("Pia", Role::Player), ("Flo", Role::Floor), ("Ava", Role::Admin)] {
        // The address of a calendar is no way to sign in.
        for scope in Scope::ALL.into_iter().filter(|scope| *scope != Scope::Calendar) {
            let secret = token(&open, name, role, &[scope]).await;
            let scopes: Scopes = [scope].into_iter().collect();
            let credential =
                Credential::Token { id: ApiTokenId(1), label: "a program".into(), scopes };
            senders.push((Some(secret), Some(Standing { role, credential, factor: Factor::None })));
        }
    }
    let (mut refused, mut passed) = (0, 0);
    for operation in all() {
        let Sample { path, body, message } = sample(operation);
        let ask = message.as_ref().map(Ask::of);
        for (secret, standing) in &senders {
            let what = (operation.method.word(), &*path);
            let answer = call(&open, secret.as_ref(), what, &body).await;
            let who = standing.as_ref();
            let now = open.room.clock.now().0;
            match ask.map_or(Ok(()), |ask| permit(who, ask, now)) {
                Err(why) => {
                    refused += 1;
                    let expected = (status_of(why.code()), why.code().as_str().to_owned());
                    assert_eq!((answer.status, answer.code()), expected, "{what:?} by {who:?}");
                    assert_eq!(answer.json()["detail"], json!(why.to_string()));
                }
                Ok(()) => {
                    passed += 1;
                    let code = answer.code();
                    let refusals = [ErrorCode::NotLoggedIn, ErrorCode::TokenScope];
                    let refused = refusals.iter().any(|refusal| refusal.as_str() == code);
                    assert!(!refused, "{what:?} by {who:?}: {}", answer.text);
                    assert!(answer.status < 500, "{what:?} by {who:?}: {}", answer.text);
                }
            }
        }
    }
    assert!(refused > 300 && passed > 300, "{refused} refused, {passed} passed");
    let calendar = token(&open, "Ava", Role::Admin, &[Scope::Calendar]).await;
    let answer = call(&open, Some(&calendar), ("GET", "/tokens"), &json!({})).await;
    assert_eq!((answer.status, answer.code()), (401, ErrorCode::BadToken.as_str().to_owned()));
    open.close(Duration::ZERO).await;
}
