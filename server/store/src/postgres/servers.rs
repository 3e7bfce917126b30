//! The servers of a room, of which one has the truth: the first that answers and does not copy
//! another one.

use super::super::servers::ServerListError;
use super::super::{StoreError, failed};
use super::tls::not_connected;
use sqlx::ConnectOptions as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use std::str::FromStr as _;
use std::time::Duration;

/// How long one of several servers may take to let the room in. A vanished machine never answers.
const PATIENCE: Duration = Duration::from_secs(2);

/// The servers, in the order of `store.url`.
#[derive(Clone, Debug)]
pub(super) struct Servers(Vec<PgConnectOptions>);

impl Servers {
    /// Reads the servers of an address.
    ///
    /// # Errors
    /// The address cannot be read.
    pub(super) fn of(url: &str) -> Result<Self, StoreError> {
        let urls = super::super::servers::split(url);
        let urls = urls.map_err(|error: ServerListError| {
            StoreError::Database(format!("store.url cannot be used: {error}"))
        })?;
        let options = |url: String| PgConnectOptions::from_str(&url).map_err(failed);
        Ok(Self(urls.into_iter().map(options).collect::<Result<_, _>>()?))
    }

    /// Returns the same servers with other options.
    pub(super) fn with(&self, change: impl Fn(PgConnectOptions) -> PgConnectOptions) -> Self {
        Self(self.0.iter().cloned().map(change).collect())
    }

    /// Returns the options of a server by its place.
    pub(super) fn at(&self, place: usize) -> PgConnectOptions {
        self.0[place].clone()
    }

    /// Connects to a server by its place.
    ///
    /// # Errors
    /// It does not answer.
    pub(super) async fn connect_to(&self, place: usize) -> Result<PgConnection, StoreError> {
        let options = &self.0[place];
        options.connect().await.map_err(|error| not_connected(error, options))
    }

    /// Connects to the first server that answers and is not a replica. Returns its place, too.
    ///
    /// # Errors
    /// There is none. With one server, the error is its own.
    pub(super) async fn connect(&self) -> Result<(PgConnection, usize), StoreError> {
        let mut failures = Vec::new();
        for (place, options) in self.0.iter().enumerate() {
            let tried = async {
                let connected = options.connect().await;
                let mut connection = connected.map_err(|error| not_connected(error, options))?;
                must_be_primary(&mut connection).await.map_err(failed)?;
                Ok(connection)
            };
            let tried: Result<_, StoreError> = if self.0.len() == 1 {
                tried.await
            } else {
                let silent = || StoreError::Database("it does not answer".to_owned());
                tokio::time::timeout(PATIENCE, tried).await.unwrap_or_else(|_| Err(silent()))
            };
            match tried {
                Ok(connection) => return Ok((connection, place)),
                Err(error) => failures.push((options, error)),
            }
        }
        if failures.len() == 1
            && let Some((_, error)) = failures.pop()
        {
            return Err(error);
        }
        let named = |(options, error): (&PgConnectOptions, StoreError)| {
            format!("{}:{}: {error}", options.get_host(), options.get_port())
        };
        let failures: Vec<_> = failures.into_iter().map(named).collect();
        Err(StoreError::Database(format!("no server can be used. {}", failures.join(". "))))
    }
}

/// Checks that a server is not a replica, which a room can neither lock nor write.
///
/// # Errors
/// It is one, or it does not answer.
pub(super) async fn must_be_primary(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let is_replica = sqlx::query_scalar("SELECT pg_is_in_recovery()");
    match is_replica.fetch_one(connection).await? {
        true => Err(sqlx::Error::Protocol("it is a replica, or not yet recovered".to_owned())),
        false => Ok(()),
    }
}
