//! A private table for bots and whoever else has its code: opened by an account of its own, and
//! closed by it when they are done.

use crate::connection::{Connection, ConnectionError, Endpoint};
use crate::player::Credentials;
use cardroom_protocol::client::{ClientMessage, Login, LoginGuest, LoginToken, Register};
use cardroom_protocol::hosting::{CloseHosted, HostTable, TableTerms};
use cardroom_protocol::server::{Refused, ServerMessage};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret, TableId};
use std::time::Duration;

/// How long to wait for an answer: a password takes a while.
const PATIENCE: Duration = Duration::from_secs(20);
const REQUEST: RequestId = RequestId(1);

/// A private table that is open.
#[derive(Debug)]
pub struct PrivateTable {
    /// The table.
    pub table: TableId,
    /// Who has this may come in.
    pub code: String,
    endpoint: Endpoint,
    encoding: Encoding,
    /// Logs its host in again.
    token: Option<Secret>,
}

/// Why no table is opened or closed.
#[derive(Debug, thiserror::Error)]
pub enum HostingError {
    /// The connection failed.
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    /// The room refuses.
    #[error("{code}: {message}")]
    Refused {
        /// For programs.
        code: ErrorCode,
        /// For people.
        message: String,
    },
    /// The terms are outside the room's limits.
    #[error("{0}")]
    Terms(String),
    /// There is no token for a host.
    #[error("no token is left for the host: give one more than there are bots")]
    NoToken,
    /// The room does not answer.
    #[error("the room does not answer")]
    Silent,
}

impl PrivateTable {
    /// Opens a table on these terms for an account of this name; by tokens, for that of the last
    /// one.
    ///
    /// # Errors
    /// The server cannot be reached, does not let the host in, or refuses the terms.
    pub async fn open(
        endpoint: Endpoint,
        encoding: Encoding,
        (credentials, name): (&Credentials, &str),
        terms: TableTerms,
    ) -> Result<Self, HostingError> {
        let mut connection = Connection::open(&endpoint, encoding, None).await?;
        let token = log_in(&mut connection, credentials, name).await?;
        let request = ClientMessage::from(HostTable { request: REQUEST, terms });
        let hosted = ask(&mut connection, request, |message| match message {
            ServerMessage::Hosted(hosted) => Some(Ok(hosted)),
            ServerMessage::TermsRefused(refused) => Some(Err(refused.message)),
            _ => None,
        });
        let hosted = hosted.await?.map_err(HostingError::Terms)?;
        connection.close().await;
        Ok(Self { table: hosted.table, code: hosted.code, endpoint, encoding, token })
    }

    /// Closes the table: the hand in progress is played to its end, and everybody is paid out.
    ///
    /// # Errors
    /// The server cannot be reached, or the table is closed already.
    pub async fn close(self) -> Result<(), HostingError> {
        let token = self.token.ok_or(HostingError::NoToken)?;
        let mut connection = Connection::open(&self.endpoint, self.encoding, None).await?;
        let login = LoginToken { request: REQUEST, token }.into();
        ask(&mut connection, login, |message| match message {
            ServerMessage::LoggedIn(_) => Some(()),
            _ => None,
        })
        .await?;
        let close = CloseHosted { request: REQUEST, table: self.table }.into();
        ask(&mut connection, close, |message| match message {
            ServerMessage::Done(_) => Some(()),
            _ => None,
        })
        .await?;
        connection.close().await;
        Ok(())
    }
}

/// Logs the host in; answers with what logs it in again.
async fn log_in(
    connection: &mut Connection,
    credentials: &Credentials,
    name: &str,
) -> Result<Option<Secret>, HostingError> {
    let (request, name) = (REQUEST, name.to_owned());
    let logged_in = |message| match message {
        ServerMessage::LoggedIn(logged_in) => Some(logged_in.resume_token),
        _ => None,
    };
    match credentials {
        Credentials::Guest => {
            let login = LoginGuest { request, nickname: Some(name) };
            ask(connection, login.into(), logged_in).await
        }
        Credentials::Password(password) => {
            let (known, password) = (name.clone(), password.clone());
            let register = Register { request, name, password: password.clone() };
            match ask(connection, register.into(), logged_in).await {
                Err(HostingError::Refused { code: ErrorCode::NameTaken, .. }) => {
                    let login = Login { request, name: known, password };
                    ask(connection, login.into(), logged_in).await
                }
                answer => answer,
            }
        }
        Credentials::Tokens(tokens) => {
            let token = tokens.last().cloned().ok_or(HostingError::NoToken)?;
            let login = LoginToken { request, token: token.clone() };
            let resumes = ask(connection, login.into(), logged_in).await?;
            Ok(resumes.or(Some(token)))
        }
    }
}

/// Sends a request, and picks the answer out of what comes.
async fn ask<T>(
    connection: &mut Connection,
    request: ClientMessage,
    answer: impl Fn(ServerMessage) -> Option<T>,
) -> Result<T, HostingError> {
    connection.send(&[request]).await?;
    let found = async {
        loop {
            for message in connection.receive().await?.messages {
                if let ServerMessage::Refused(Refused { code, message, .. }) = message {
                    return Err(HostingError::Refused { code, message });
                }
                if let Some(found) = answer(message) {
                    return Ok(found);
                }
            }
        }
    };
    tokio::time::timeout(PATIENCE, found).await.map_err(|_| HostingError::Silent)?
}
