//! The stored results of a tournament that has ended, read over a separate connection.

use crate::scenario::told::InspectError;
use cardroom_bot::Encoding;
use cardroom_bot::connection::{Connection, Endpoint};
use cardroom_protocol::past::{GetResults, ResultRow};
use cardroom_protocol::{Money, RequestId, ServerMessage, TournamentId};
use std::time::Duration;

/// How long to wait for a frame.
const PATIENCE: Duration = Duration::from_secs(20);

/// The results of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Results {
    /// The total of all prizes.
    pub(super) prize_pool: Money,
    /// All entries, the best place first.
    pub(super) rows: Vec<ResultRow>,
}

impl Results {
    /// Reads all pages. Returns `None` if the room has no results of this tournament (yet).
    pub(super) async fn read(
        endpoint: &Endpoint,
        tournament: TournamentId,
    ) -> Result<Option<Self>, InspectError> {
        let mut connection = Connection::open(endpoint, Encoding::Binary, None).await?;
        let mut results = Self { prize_pool: Money(0), rows: Vec::new() };
        loop {
            let from = u32::try_from(results.rows.len()).unwrap_or(u32::MAX);
            connection
                .send(&[GetResults { request: RequestId(1), tournament, from }.into()])
                .await?;
            let page = loop {
                let frame = tokio::time::timeout(PATIENCE, connection.receive()).await;
                let messages = frame.map_err(|_| InspectError::TimedOut)??.messages;
                let mut answers = messages.into_iter().filter_map(|message| match message {
                    ServerMessage::ResultPage(page) => Some(Some(page)),
                    ServerMessage::Refused(_) => Some(None),
                    _ => None,
                });
                if let Some(answer) = answers.next() {
                    break answer;
                }
            };
            let Some(page) = page else { return Ok(None) };
            results.prize_pool = page.event.prize_pool;
            let is_last =
                page.rows.is_empty() || from as usize + page.rows.len() >= page.total as usize;
            results.rows.extend(page.rows);
            if is_last {
                connection.close().await;
                return Ok(Some(results));
            }
        }
    }
}
