//! Queries a room over HTTP: whether it is ready, and the data of its administration page.

use crate::chips::Ledger;
use crate::limits::{self, Reasons};
use crate::process_stats::ProcessUse;
use bytes::Bytes;
use http::{Request, StatusCode, Uri, header};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::time::Duration;
use tokio::net::TcpStream;

/// The time limit of one answer.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The largest accepted answer.
const LARGEST_ANSWER: usize = 4 << 20;

/// Why a page cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpError {
    #[error("{0:?} is not an address like http://127.0.0.1:7778")]
    Address(String),
    #[error("{address} does not answer: {error}")]
    Connect { address: String, error: std::io::Error },
    #[error("{0} does not answer in time")]
    TimedOut(String),
    #[error("{address}: {error}")]
    Http { address: String, error: Box<dyn std::error::Error + Send + Sync> },
    #[error("{address}{path} answers {status}")]
    Status { address: String, path: String, status: StatusCode },
    #[error("{address}{path} is not what it should be: {error}")]
    Body { address: String, path: String, error: serde_json::Error },
}

/// An HTTP client for a room.
#[derive(Clone, Debug)]
pub(crate) struct HttpClient {
    authority: String,
}

/// The room's state from `/admin/state`. Another server may report less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct RoomState {
    /// Chips in stacks and pots.
    pub(crate) chips_on_tables: Option<u64>,
    /// Players with a seat.
    pub(crate) seated: Option<u64>,
    process: RoomProcess,
}

/// The warnings of `/readyz`, as far as they are needed here.
#[derive(Debug, Deserialize)]
struct Readiness {
    warnings: Vec<Warning>,
}

#[derive(Debug, Deserialize)]
struct Warning {
    reason: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
struct RoomProcess {
    cpu_ms: Option<u64>,
    kernel_cpu_ms: Option<u64>,
    resident_bytes: Option<u64>,
}

impl RoomState {
    /// Returns the usage of the server's process so far.
    pub(crate) fn process(&self) -> Option<ProcessUse> {
        let RoomProcess { cpu_ms, kernel_cpu_ms, resident_bytes } = self.process;
        Some(ProcessUse {
            cpu: Duration::from_millis(cpu_ms?),
            kernel: Duration::from_millis(kernel_cpu_ms.unwrap_or(0)),
            resident_bytes: resident_bytes?,
        })
    }
}

impl HttpClient {
    /// Makes a client for an address such as `http://127.0.0.1:7778`.
    pub(crate) fn new(address: &str) -> Result<Self, HttpError> {
        let wrong = || HttpError::Address(address.to_owned());
        let uri: Uri = address.parse().map_err(|_| wrong())?;
        let host = uri.host().filter(|_| uri.scheme_str() == Some("http")).ok_or_else(wrong)?;
        Ok(Self { authority: format!("{host}:{}", uri.port_u16().unwrap_or(80)) })
    }

    /// Returns `true` if a page answers with success.
    pub(crate) async fn is_ok(&self, path: &str) -> Result<bool, HttpError> {
        Ok(self.get(path).await?.0.is_success())
    }

    /// Returns `true` if the room is ready, and another process waits for its place.
    pub(crate) async fn is_waited_for(&self) -> Result<bool, HttpError> {
        let Readiness { warnings } = self.page("/readyz").await?;
        Ok(warnings.iter().all(|warning| warning.reason != "standby"))
    }

    /// Reads the room's state.
    pub(crate) async fn state(&self) -> Result<RoomState, HttpError> {
        self.page("/admin/state").await
    }

    /// Reads the room's stored balances of all chips.
    pub(crate) async fn ledger(&self) -> Result<Ledger, HttpError> {
        self.page("/admin/ledger").await
    }

    /// Reads how often the room's limits have refused something, by reason.
    pub(crate) async fn limits(&self) -> Result<Reasons, HttpError> {
        let body = self.bytes("/metrics").await?;
        Ok(limits::parse(&String::from_utf8_lossy(&body)))
    }

    async fn page<T: DeserializeOwned>(&self, path: &str) -> Result<T, HttpError> {
        let body = self.bytes(path).await?;
        let (address, path) = (self.authority.clone(), path.to_owned());
        serde_json::from_slice(&body).map_err(|error| HttpError::Body { address, path, error })
    }

    /// Reads a page as it is.
    pub(crate) async fn bytes(&self, path: &str) -> Result<Bytes, HttpError> {
        let (status, body) = self.get(path).await?;
        if status.is_success() {
            return Ok(body);
        }
        let (address, path) = (self.authority.clone(), path.to_owned());
        Err(HttpError::Status { address, path, status })
    }

    async fn get(&self, path: &str) -> Result<(StatusCode, Bytes), HttpError> {
        tokio::time::timeout(TIMEOUT, self.get_unbounded(path))
            .await
            .map_err(|_| HttpError::TimedOut(self.authority.clone()))?
    }

    async fn get_unbounded(&self, path: &str) -> Result<(StatusCode, Bytes), HttpError> {
        self.send(Request::get(path), Bytes::new()).await
    }

    /// Sends a request over a connection of its own, and returns the status and the body of the
    /// answer. Waits for as long as the server takes.
    pub(crate) async fn send(
        &self,
        request: http::request::Builder,
        body: Bytes,
    ) -> Result<(StatusCode, Bytes), HttpError> {
        let http = |error: Box<dyn std::error::Error + Send + Sync>| HttpError::Http {
            address: self.authority.clone(),
            error,
        };
        let stream = TcpStream::connect(&self.authority).await;
        let stream = stream
            .map_err(|error| HttpError::Connect { address: self.authority.clone(), error })?;
        let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = handshake.map_err(|error| http(error.into()))?;
        // The task ends with the connection, which closes when this function returns.
        tokio::spawn(connection);
        let request = request.header(header::HOST, &self.authority);
        let request = request.body(Full::new(body)).map_err(|error| http(error.into()))?;
        let response = sender.send_request(request).await.map_err(|error| http(error.into()))?;
        let status = response.status();
        let body = Limited::new(response.into_body(), LARGEST_ANSWER).collect().await;
        Ok((status, body.map_err(http)?.to_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_http_is_spoken() {
        let authority = |address: &str| HttpClient::new(address).map(|client| client.authority);
        assert_eq!(authority("http://127.0.0.1:7778").unwrap(), "127.0.0.1:7778");
        assert_eq!(authority("http://[::1]").unwrap(), "[::1]:80");
        assert!(authority("https://127.0.0.1").is_err());
        assert!(authority("127.0.0.1:7778").is_err());
    }

    #[test]
    fn a_room_may_tell_more_or_less_than_is_asked() {
        let text = r#"{"server":"cardroom/0.1.0","seated":3,"chips_on_tables":120,
            "process":{"cpu_ms":1500,"kernel_cpu_ms":250,"resident_bytes":4096,"threads":3}}"#;
        let state: RoomState = serde_json::from_str(text).unwrap();
        assert_eq!(state.chips_on_tables, Some(120));
        assert_eq!(state.process().unwrap().cpu, Duration::from_millis(1_500));
        let bare: RoomState = serde_json::from_str("{}").unwrap();
        assert_eq!((bare.chips_on_tables, bare.process()), (None, None));
    }
}
