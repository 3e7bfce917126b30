//! Reads hand records over a separate connection, with the rights of the floor, and compares them
//! with what players received.

use super::{HandKey, HandTold, Told, compare};
use crate::server_process::{Installation, Launch, ServerError, ServerProcess};
use cardroom_bot::Encoding;
use cardroom_bot::connection::{Connection, ConnectionError, Endpoint};
use cardroom_protocol::client::{CreateApiToken, Login};
use cardroom_protocol::history::{GetHand, HandFilter, HandPage, HandRecord, ListHands};
use cardroom_protocol::server::Scope;
use cardroom_protocol::{ClientMessage, ErrorCode, RequestId, Secret, ServerMessage};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use std::time::Duration;

const NAME: &str = "Inspector";
/// The password is worthless, because the room ends with the run.
pub(in crate::scenario) const PASSWORD: &str = "every hand is looked at";

/// How many records to request at once.
const AT_ONCE: usize = 64;
/// The minimum time between two batches. A connection under load may send a thousand messages per
/// second (`config/load.toml`). If it keeps sending more, the room closes it.
const PACE: Duration = Duration::from_millis(100);
/// How long to wait before repeating requests to a busy room.
const BUSY_PAUSE: Duration = Duration::from_millis(200);
/// How long to wait for a frame.
const PATIENCE: Duration = Duration::from_secs(20);

/// Starts a server with an account for the inspector, and waits until it is ready.
pub(in crate::scenario) async fn start_inspected(
    launch: Launch,
    poll_every: Duration,
) -> Result<ServerProcess, ServerError> {
    let installed = Installation::prepare(launch)?;
    let password = format!("{PASSWORD}\n");
    installed.run(&["admin", "create", NAME, "--password-stdin"], &password).await?;
    let mut server = installed.spawn()?;
    server.wait_until_ready(poll_every).await?;
    Ok(server)
}

/// A connection with the rights of the floor.
pub(in crate::scenario) struct Inspector(Connection);

/// Why records cannot be read.
#[derive(Debug, thiserror::Error)]
pub(in crate::scenario) enum InspectError {
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    #[error("no answer in time")]
    TimedOut,
    #[error("the inspector is refused: {0}")]
    Refused(String),
}

impl Inspector {
    pub(in crate::scenario) async fn come(endpoint: &Endpoint) -> Result<Self, InspectError> {
        let mut inspector = Self(Connection::open(endpoint, Encoding::Binary, None).await?);
        let (name, password) = (NAME.to_owned(), Secret(PASSWORD.to_owned()));
        inspector
            .0
            .send(&[Login { request: RequestId(0), name, password, browser: None }.into()])
            .await?;
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

    /// Reads the records of these hands. Hands without a record are absent.
    pub(super) async fn records(
        &mut self,
        hands: &[HandKey],
    ) -> Result<BTreeMap<HandKey, HandRecord>, InspectError> {
        let mut records = BTreeMap::new();
        for hands in hands.chunks(AT_ONCE) {
            let paced = tokio::time::sleep(PACE);
            let mut wanted = hands.to_vec();
            while !wanted.is_empty() {
                wanted = self.ask(&wanted, &mut records).await?;
                if !wanted.is_empty() {
                    tokio::time::sleep(BUSY_PAUSE).await;
                }
            }
            paced.await;
        }
        Ok(records)
    }

    /// Makes an API token.
    pub(in crate::scenario) async fn token(
        &mut self,
        scopes: &[Scope],
    ) -> Result<String, InspectError> {
        let token = CreateApiToken {
            request: RequestId(1),
            label: "inspection".to_owned(),
            scopes: scopes.iter().copied().collect(),
            ends_at: None,
            password: Some(Secret(PASSWORD.to_owned())),
            code: None,
        };
        self.0.send(&[token.into()]).await?;
        loop {
            for message in self.hear().await? {
                match message {
                    ServerMessage::ApiToken(made) => return Ok(made.token.0),
                    ServerMessage::Refused(refused) => {
                        return Err(InspectError::Refused(refused.message));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Lists all hands that are over, by table and number.
    pub(in crate::scenario) async fn hands(
        &mut self,
    ) -> Result<BTreeSet<(u64, u64)>, InspectError> {
        let (mut hands, mut from) = (BTreeSet::new(), 0);
        loop {
            let page = self.hand_page(from).await?;
            let count = u32::try_from(page.hands.len()).unwrap_or(u32::MAX);
            hands.extend(page.hands.iter().map(|hand| (hand.table.0, hand.hand.0)));
            from += count;
            if count == 0 || from >= page.total {
                return Ok(hands);
            }
        }
    }

    async fn hand_page(&mut self, from: u32) -> Result<HandPage, InspectError> {
        loop {
            let request = RequestId(from + 1);
            let filter = HandFilter::default();
            self.0.send(&[ListHands { request, filter, everybody: true, from }.into()]).await?;
            let answer = loop {
                let mut answers = self.hear().await?.into_iter().filter_map(|it| match it {
                    ServerMessage::HandPage(page) => Some(Ok(page)),
                    ServerMessage::Refused(refused) => Some(Err(refused)),
                    _ => None,
                });
                if let Some(answer) = answers.next() {
                    break answer;
                }
            };
            match answer {
                Ok(page) => return Ok(page),
                Err(refused)
                    if matches!(refused.code, ErrorCode::Busy | ErrorCode::RateLimited) =>
                {
                    tokio::time::sleep(BUSY_PAUSE).await;
                }
                Err(refused) => return Err(InspectError::Refused(refused.message)),
            }
        }
    }

    /// Requests all records at once. Returns those that the room was too busy to look up.
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

    pub(in crate::scenario) async fn leave(self) {
        self.0.close().await;
    }

    async fn hear(&mut self) -> Result<Vec<ServerMessage>, InspectError> {
        let frame = tokio::time::timeout(PATIENCE, self.0.receive()).await;
        Ok(frame.map_err(|_| InspectError::TimedOut)??.messages)
    }
}

/// Counts of the hands that were compared with their records.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(in crate::scenario) struct Inspected {
    #[serde(rename = "hands_compared")]
    pub(in crate::scenario) hands: u64,
    /// How many of these hands were interrupted.
    #[serde(rename = "interrupted_hands")]
    pub(in crate::scenario) interrupted: u64,
    /// Acknowledged actions in these hands.
    pub(in crate::scenario) acknowledged: u64,
    /// Actions that the room took for a player, before the bots were stopped.
    pub(in crate::scenario) timed_out: u64,
}

/// Compares hands with their records, and reports differences as faults.
pub(in crate::scenario) async fn compare_all(
    told: &Told,
    endpoint: &Endpoint,
    hands: Vec<(HandKey, HandTold)>,
) -> Inspected {
    let mut inspected = Inspected::default();
    if hands.is_empty() {
        return inspected;
    }
    let keys: Vec<HandKey> = hands.iter().map(|(key, _)| *key).collect();
    let read = async {
        let mut inspector = Inspector::come(endpoint).await?;
        let records = inspector.records(&keys).await?;
        inspector.leave().await;
        Ok::<_, InspectError>(records)
    };
    let records = match read.await {
        Ok(records) => records,
        Err(error) => {
            told.fault(format!("hands cannot be read: {error}"));
            return inspected;
        }
    };
    for ((table, hand), heard) in hands {
        let record = records.get(&(table, hand));
        // A tournament that is cut short leaves a hand without an end.
        if heard.ended_in.is_none() && !heard.is_ring && record.is_none() {
            continue;
        }
        inspected.hands += 1;
        inspected.interrupted += u64::from(heard.interrupted);
        inspected.acknowledged +=
            heard.answers.values().map(|answers| answers.accepted.len() as u64).sum::<u64>();
        let Some(record) = record else {
            told.fault(format!("hand {hand} of table {table} was played and is not kept"));
            continue;
        };
        if heard.played_out {
            inspected.timed_out += compare::timed_out(&heard, record) as u64;
        }
        for difference in compare::differences(&heard, record) {
            told.fault(format!("hand {hand} of table {table}: {difference}"));
        }
    }
    if inspected.timed_out > 0 {
        let times = inspected.timed_out;
        told.fault(format!("the room acted {times} times for somebody whose time was not up"));
    }
    inspected
}

impl AddAssign for Inspected {
    fn add_assign(&mut self, more: Self) {
        self.hands += more.hands;
        self.interrupted += more.interrupted;
        self.acknowledged += more.acknowledged;
        self.timed_out += more.timed_out;
    }
}

fn get(request: u32, (table, hand): HandKey) -> ClientMessage {
    GetHand { request: RequestId(request), table, hand, inspect: None }.into()
}
