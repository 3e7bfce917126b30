//! The moments at which the room is killed, and what becomes of an order that was under way.

use super::{AGAIN_AFTER, Hooks};
use http::StatusCode;
use rand::RngExt as _;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long an event may take to its first attempt.
const ATTEMPTED_WITHIN: Duration = Duration::from_secs(10);
/// How long a room that is back may take to answer a request with a key.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);

/// The moment at which the room is killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Moment {
    /// As soon as an order is answered: its event is committed, and no attempt has begun.
    BeforeAttempt,
    /// As soon as the receiver has the event, before it answers.
    DuringAttempt,
    /// A moment after an order was sent, before its answer is read.
    DuringOrder,
}

impl Hooks {
    /// Gives an order, and returns at the moment of the kill.
    pub(in crate::scenario::chaos) async fn before_kill(&mut self) {
        let key = format!("order-{}", self.orders);
        let moment = match self.orders % 3 {
            0 => Moment::BeforeAttempt,
            1 => Moment::DuringAttempt,
            _ => Moment::DuringOrder,
        };
        self.orders += 1;
        let answer = match moment {
            Moment::BeforeAttempt => self.order(&key).await,
            Moment::DuringAttempt => {
                self.receiver.hold(&key);
                let answer = self.order(&key).await;
                let has_come = self.receiver.wait_for(&key, ATTEMPTED_WITHIN).await;
                self.figures.during_attempt += u64::from(has_come);
                answer
            }
            Moment::DuringOrder => {
                let (room, key) = (Arc::clone(&self.room), key.clone());
                // It ends with the room.
                tokio::spawn(async move { room.order(&key).await });
                tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..40))).await;
                self.figures.during_order += 1;
                None
            }
        };
        if moment == Moment::BeforeAttempt && answer.is_some() {
            self.figures.before_attempt += u64::from(!self.receiver.has(&key));
        }
        self.under_way = Some((key, answer));
    }

    /// Gives an order once. Returns how it was answered, if it was carried out. A room that cannot
    /// store anything refuses it.
    async fn order(&self, key: &str) -> Option<StatusCode> {
        let answer = self.room.order(key).await.ok();
        answer.map(|(status, _)| status).filter(StatusCode::is_success)
    }

    /// Sends the key of the last order twice to the room that is back. Returns what is wrong.
    pub(in crate::scenario::chaos) async fn after_restart(&mut self) -> Vec<String> {
        self.receiver.release();
        let Some((key, before)) = self.under_way.take() else { return Vec::new() };
        let [first, second] = [self.answer(&key).await, self.answer(&key).await];
        let mut found = Vec::new();
        if first != second {
            found.push(format!("the key {key} was answered by {first:?} and {second:?}"));
        }
        match &first {
            Some((status, _)) if status.is_success() => self.figures.orders_done += 1,
            Some((_, body)) if is_unfinished(body) => {
                self.figures.orders_unfinished += 1;
                if let Some(before) = before {
                    found.push(format!("the key {key} was answered by {before}, and is not known"));
                }
            }
            // A room whose disk was full could not store it.
            Some((status, _)) if status.is_server_error() && before.is_none() => {
                self.figures.orders_refused += 1;
            }
            answer => found.push(format!("the key {key} came again, answered by {answer:?}")),
        }
        found
    }

    /// Returns the final answer to an order; `None` if there is none in time.
    async fn answer(&self, key: &str) -> Option<(StatusCode, Value)> {
        let begin = Instant::now();
        while begin.elapsed() < ANSWERED_WITHIN {
            match self.room.order(key).await {
                Ok((status, body)) if status != StatusCode::SERVICE_UNAVAILABLE => {
                    return Some((status, body));
                }
                _ => tokio::time::sleep(AGAIN_AFTER).await,
            }
        }
        None
    }
}

fn is_unfinished(problem: &Value) -> bool {
    problem["type"].as_str().is_some_and(|code| code.ends_with("/key_unfinished"))
}
