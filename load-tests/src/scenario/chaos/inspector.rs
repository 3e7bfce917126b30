//! Reads the records of hands over a connection of its own, as the floor may.

use super::told::HandKey;
use cardroom_bot::Encoding;
use cardroom_bot::connection::{Connection, ConnectionError, Endpoint};
use cardroom_protocol::client::Login;
use cardroom_protocol::history::{GetHand, HandRecord};
use cardroom_protocol::{ClientMessage, ErrorCode, RequestId, Secret, ServerMessage};
use std::collections::BTreeMap;
use std::time::Duration;

/// The account's name.
pub(super) const NAME: &str = "Inspector";
/// And its password: of a room that is gone with the run.
pub(super) const PASSWORD: &str = "every hand is looked at";

/// How many records are asked for at once.
const AT_ONCE: usize = 64;
/// How long to wait before a busy room is asked again.
const BUSY_PAUSE: Duration = Duration::from_millis(200);
/// How long a frame may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// Somebody on the floor.
pub(super) struct Inspector(Connection);

/// Why records cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum InspectError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error("no answer in time")]
    TimedOut,
    #[error("the inspector is not let in: {0}")]
    Refused(String),
}

impl Inspector {
    /// Logs in.
    pub(super) async fn come(endpoint: &Endpoint) -> Result<Self, InspectError> {
        let mut inspector = Self(Connection::open(endpoint, Encoding::Binary, None).await?);
        let (name, password) = (NAME.to_owned(), Secret(PASSWORD.to_owned()));
        inspector.0.send(&[Login { request: RequestId(0), name, password }.into()]).await?;
        loop {
            for message in inspector.hear().await? {
                match message {
                    ServerMessage::LoggedIn(_) => return Ok(inspector),
                    ServerMessage::Refused(refused) => {
                        return Err(InspectError::Refused(refused.message));
                    }
                    _ => {}
                }
            }
        }
    }

    /// The records of these hands; absent where the room has none.
    pub(super) async fn records(
        &mut self,
        hands: &[HandKey],
    ) -> Result<BTreeMap<HandKey, HandRecord>, InspectError> {
        let mut records = BTreeMap::new();
        for hands in hands.chunks(AT_ONCE) {
            let mut wanted = hands.to_vec();
            while !wanted.is_empty() {
                wanted = self.ask(&wanted, &mut records).await?;
                if !wanted.is_empty() {
                    tokio::time::sleep(BUSY_PAUSE).await;
                }
            }
        }
        Ok(records)
    }

    /// Asks for all of them at once; which ones the room was too busy to look for.
    async fn ask(
        &mut self,
        hands: &[HandKey],
        records: &mut BTreeMap<HandKey, HandRecord>,
    ) -> Result<Vec<HandKey>, InspectError> {
        let mut waiting: BTreeMap<u32, HandKey> = (1..).zip(hands.iter().copied()).collect();
        let asked: Vec<_> = waiting.iter().map(|(request, key)| get(*request, *key)).collect();
        self.0.send(&asked).await?;
        let mut busy = Vec::new();
        while !waiting.is_empty() {
            for message in self.hear().await? {
                match message {
                    ServerMessage::HandShown(shown) => {
                        let key = waiting.remove(&shown.request.0);
                        records.extend(key.map(|key| (key, *shown.record)));
                    }
                    ServerMessage::Refused(refused) => {
                        let key = waiting.remove(&refused.request.0);
                        if matches!(refused.code, ErrorCode::Busy | ErrorCode::RateLimited) {
                            busy.extend(key);
                        }
                    }
                    _ => {}
                }
            }
        }
        Ok(busy)
    }

    /// Goes.
    pub(super) async fn leave(self) {
        self.0.close().await;
    }

    async fn hear(&mut self) -> Result<Vec<ServerMessage>, InspectError> {
        let frame = tokio::time::timeout(PATIENCE, self.0.receive()).await;
        Ok(frame.map_err(|_| InspectError::TimedOut)??.messages)
    }
}

fn get(request: u32, (table, hand): HandKey) -> ClientMessage {
    GetHand { request: RequestId(request), table, hand, inspect: None }.into()
}
