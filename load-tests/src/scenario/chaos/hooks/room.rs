//! The room as an administrator's program knows it: orders and hooks over the API, and its records.

use super::compare::{Records, Row};
use crate::admin::{HttpClient, HttpError};
use crate::scenario::told::{InspectError, Inspector};
use bytes::Bytes;
use cardroom_bot::connection::{Endpoint, EndpointError};
use cardroom_protocol::server::Scope;
use http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::time::Duration;

/// The account that the orders are about.
const ACCOUNT: &str = "Hooked";
/// The events of the hooks.
const EVENTS: [&str; 6] = [
    "hand.ended",
    "tournament.started",
    "tournament.player_out",
    "tournament.ended",
    "account.order",
    "room.ready",
];
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Why the room did not do something.
#[derive(Debug, thiserror::Error)]
pub(super) enum RoomError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
    #[error(transparent)]
    Inspect(#[from] InspectError),
    #[error("no answer in time")]
    TimedOut,
    #[error("{path} is answered by {status}: {body}")]
    Refused { path: String, status: StatusCode, body: Value },
    #[error("{path} is answered by something else: {body}")]
    Unreadable { path: String, body: Value },
}

/// The room, with the token of an administrator.
pub(super) struct RoomApi {
    http: HttpClient,
    endpoint: Endpoint,
    token: String,
}

impl RoomApi {
    /// Makes a token, the account of the orders, and a hook for each of these addresses.
    pub(super) async fn open(url: &str, hooks: &[String]) -> Result<Self, RoomError> {
        let endpoint = Endpoint::resolve(url).await?;
        let mut inspector = Inspector::come(&endpoint).await?;
        let token = inspector.token(&[Scope::Read, Scope::Floor, Scope::Accounts]).await?;
        inspector.leave().await;
        let http = HttpClient::new(&url.replacen("ws", "http", 1))?;
        let room = Self { http, endpoint, token };
        let account = json!({ "name": ACCOUNT, "role": "Player" });
        room.post("/accounts", json!({ "accounts": [account], "reason": "For orders." })).await?;
        for address in hooks {
            let reason = "For the receiver.";
            let hook = json!({ "address": address, "events": EVENTS, "reason": reason });
            room.post("/hooks", hook).await?;
        }
        Ok(room)
    }

    /// Gives the account a chip, once for each key. Returns how the room answered.
    pub(super) async fn order(&self, key: &str) -> Result<(StatusCode, Value), RoomError> {
        let path = format!("/accounts/{ACCOUNT}/orders");
        let order = json!({ "order": "grant-chips", "chips": 1, "reason": key });
        self.send(Method::POST, &path, Some(order), Some(key)).await
    }

    /// Returns the number of events that wait. A hook that is off, or that lost an event, is an
    /// error.
    pub(super) async fn waiting(&self) -> Result<u64, RoomError> {
        let mut waiting = 0;
        for hook in self.list("/hooks").await? {
            let (waits, dropped) = (hook["waiting"].as_u64(), hook["dropped"].as_u64());
            let (Some(waits), Some(0), true) = (waits, dropped, hook["off"].is_null()) else {
                return Err(RoomError::Unreadable { path: "/hooks".to_owned(), body: hook });
            };
            waiting += waits;
        }
        Ok(waiting)
    }

    /// Reads the records that events are of. `hooks` are the paths of the hooks, in their order.
    pub(super) async fn records(&self, hooks: &[&str]) -> Result<Records, RoomError> {
        let mut inspector = Inspector::come(&self.endpoint).await?;
        let hands = inspector.hands().await?;
        inspector.leave().await;
        let mut records = Records { hands, ..Records::default() };
        for event in self.list("/results").await? {
            let number = event["tournament"].as_u64().unwrap_or_default();
            if event["cancelled"] == false {
                let rows = self.list(&format!("/results/{number}")).await?;
                records.results.insert(number, rows.iter().filter_map(row).collect());
            }
        }
        let log = self.list(&format!("/accounts/{ACCOUNT}/log")).await?;
        let reasons = log.iter().filter_map(|order| order["reason"].as_str());
        let orders = reasons.filter(|reason| reason.starts_with("order-"));
        records.orders = orders.map(str::to_owned).collect();
        for (hook, number) in hooks.iter().zip(1..) {
            let sent = self.list(&format!("/hooks/{number}/deliveries")).await?;
            let good = sent.iter().filter(|it| it["status"].as_u64().is_some_and(|it| it < 300));
            let sequences: BTreeSet<u64> = good.filter_map(|it| it["event"].as_u64()).collect();
            records.delivered.insert((*hook).to_owned(), sequences);
        }
        Ok(records)
    }

    /// Returns the chips in the account's wallet.
    pub(super) async fn wallet(&self) -> Result<u64, RoomError> {
        let path = format!("/accounts/{ACCOUNT}");
        let shown = self.get(&path).await?;
        shown["wallet"].as_u64().ok_or(RoomError::Unreadable { path, body: shown })
    }

    /// Reads all pages of a list.
    async fn list(&self, path: &str) -> Result<Vec<Value>, RoomError> {
        let (mut items, mut after) = (Vec::new(), String::new());
        loop {
            let mut page = self.get(&format!("{path}?limit=200{after}")).await?;
            match page["items"].take() {
                Value::Array(more) => items.extend(more),
                _ => return Err(RoomError::Unreadable { path: path.to_owned(), body: page }),
            }
            let Some(next) = page["after"].as_str() else { return Ok(items) };
            after = format!("&after={next}");
        }
    }

    async fn get(&self, path: &str) -> Result<Value, RoomError> {
        good(path, self.send(Method::GET, path, None, None).await?)
    }

    async fn post(&self, path: &str, body: Value) -> Result<Value, RoomError> {
        good(path, self.send(Method::POST, path, Some(body), None).await?)
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        key: Option<&str>,
    ) -> Result<(StatusCode, Value), RoomError> {
        let request = Request::builder().method(method).uri(format!("/api/v1{path}"));
        let mut request = request.header(header::AUTHORIZATION, format!("Bearer {}", self.token));
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let body = match body {
            Some(body) => {
                request = request.header(header::CONTENT_TYPE, "application/json");
                Bytes::from(body.to_string())
            }
            None => Bytes::new(),
        };
        let sent = tokio::time::timeout(PATIENCE, self.http.send(request, body)).await;
        let (status, body) = sent.map_err(|_| RoomError::TimedOut)??;
        Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
    }
}

fn good(path: &str, (status, body): (StatusCode, Value)) -> Result<Value, RoomError> {
    match status.is_success() {
        true => Ok(body),
        false => Err(RoomError::Refused { path: path.to_owned(), status, body }),
    }
}

fn row(row: &Value) -> Option<Row> {
    let (place, prize) = (row["place"].as_u64()?, row["prize"].as_u64()?);
    Some((place, row["name"].as_str()?.to_owned(), prize))
}
