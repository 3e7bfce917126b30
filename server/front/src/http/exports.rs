//! Everything stored about an account as a file, by token: `/account.jsonl` for its owner, and
//! `/accounts/NAME.jsonl` for an administrator who says why. The file is streamed while it is read.
//! The room exports only one at a time. An export ends early if its reader takes no line for too
//! long.

use super::accept::Peer;
use super::address::client_address;
use super::hands::{Refusal, bearer};
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use cardroom_protocol::limits::MAX_REASON_CHARS;
use cardroom_room::accounts::AccountError;
use cardroom_room::administration::export;
use cardroom_room::limits::Shared;
use cardroom_room::noted::{ExportOf, Operator, note};
use cardroom_room::permits::Ask;
use cardroom_room::room::Room;
use cardroom_room::text::is_line;
use cardroom_store::ids::AccountId;
use cardroom_store::{AccountEdit, StoredAccount, StoredOperation};
use futures_util::stream::poll_fn;
use http::{HeaderMap, HeaderValue, header};
use serde::Deserialize;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};

/// How many lines wait for the reader.
const LINES: usize = 64;

/// How long an export waits for its reader to take a line.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Clone)]
struct Exports {
    room: Arc<Room>,
    /// Allows one export at a time, because each may read thousands of hands.
    place: Arc<Semaphore>,
}

pub(super) fn router(room: Arc<Room>) -> Router {
    Router::new()
        .route("/account.jsonl", get(own))
        .route("/accounts/{file}", get(of_another))
        .with_state(Exports { room, place: Arc::new(Semaphore::new(1)) })
}

async fn own(
    State(exports): State<Exports>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let (account, _) = bearer(&exports.room, &headers, Ask::OwnExport).await?;
    let address = client_address(peer.address, &headers, &exports.room.trusted_proxies);
    let stored = exports.room.accounts.stored(account).await?;
    let stored = stored.ok_or(Refusal::NoSuchFile)?;
    exports.begin((account, address), stored)
}

/// Why an administrator looks at the cards of another player.
#[derive(Deserialize)]
struct Why {
    reason: Option<String>,
}

async fn of_another(
    State(exports): State<Exports>,
    Path(file): Path<String>,
    Query(why): Query<Why>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let (asks, standing) = bearer(&exports.room, &headers, Ask::ExportOfAnother).await?;
    let name = file.strip_suffix(".jsonl").ok_or(Refusal::NoSuchFile)?;
    let reason = why.reason.filter(|reason| is_line(reason, MAX_REASON_CHARS));
    let reason = reason.ok_or(Refusal::NoReason)?;
    let stored = match exports.room.accounts.operations().named(name).await {
        Err(AccountError::NoSuchAccount) => return Err(Refusal::NoSuchFile),
        found => found?,
    };
    let name = exports.room.accounts.stored(asks).await?.map(|stored| stored.name.into());
    let address = client_address(peer.address, &headers, &exports.room.trusted_proxies);
    let operator = Operator {
        account: Some(asks),
        name,
        standing,
        user: None,
        address: Some(address),
        connection: None,
    };
    let order = note(ExportOf { account: stored.name.clone(), reason }, || Some(operator));
    let ExportOf { reason, .. } = order.take();
    let operation = StoredOperation {
        at_ms: exports.room.clock.now().0,
        operator: Some(asks),
        account: stored.id,
        done: "Exported the account".to_owned(),
        reason,
    };
    exports.room.accounts.operations().operate(&AccountEdit::Nothing, &operation).await?;
    exports.begin((asks, address), stored)
}

impl Exports {
    /// Begins the export that an account asks for from an address.
    fn begin(
        &self,
        (asks, address): (AccountId, IpAddr),
        account: StoredAccount,
    ) -> Result<Response, Refusal> {
        let place = Arc::clone(&self.place).try_acquire_owned().map_err(|_| Refusal::TooMany)?;
        if !self.room.limits.allows(Shared::Export, address, asks) {
            self.room.limits.note_refusal(address, None);
            return Err(Refusal::TooManyExports);
        }
        let (lines, written) = mpsc::channel(1);
        let (to_reader, mut taken) = mpsc::channel(LINES);
        let room = Arc::clone(&self.room);
        tracing::info!(%asks, account = %account.id, "an account is exported");
        self.room.lifecycle.spawn(async move {
            let export = export::export(&room, account, lines);
            if let (Err(error), ()) = tokio::join!(export, pass_on(written, to_reader)) {
                tracing::warn!(%error, "an export ended early");
            }
            drop(place);
        });
        let body = poll_fn(move |cx| taken.poll_recv(cx).map(|line| line.map(Ok::<_, Infallible>)));
        let mut response = Body::from_stream(body).into_response();
        let headers = response.headers_mut();
        let pairs = [
            (header::CONTENT_TYPE, "application/x-ndjson"),
            (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
            (header::CACHE_CONTROL, "no-store"),
            (header::CONTENT_DISPOSITION, "attachment; filename=\"account.jsonl\""),
        ];
        for (name, value) in pairs {
            headers.insert(name, HeaderValue::from_static(value));
        }
        Ok(response)
    }
}

/// Passes lines on to a reader until there are no more, or the reader is gone or too slow.
async fn pass_on(mut written: mpsc::Receiver<String>, to_reader: mpsc::Sender<String>) {
    while let Some(line) = written.recv().await {
        if to_reader.send_timeout(line, PATIENCE).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_reader_that_takes_no_line_for_too_long_ends_the_export() {
        let (lines, written) = mpsc::channel(1);
        let (to_reader, mut taken) = mpsc::channel(1);
        let passing = tokio::spawn(pass_on(written, to_reader));
        for number in 0..3 {
            lines.send(format!("{number}")).await.unwrap();
            tokio::time::sleep(PATIENCE / 2).await;
            assert_eq!(taken.recv().await.unwrap(), format!("{number}"), "slow, but it goes on");
        }
        for _ in 0..2 {
            lines.send(String::new()).await.unwrap();
        }
        passing.await.unwrap();
        assert!(lines.is_closed());
    }
}
