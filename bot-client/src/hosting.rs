//! A private table for bots and for others who have its code. A separate account opens it, and
//! closes it when the bots are done.

use crate::connection::{Connection, ConnectionError, Endpoint};
use crate::player::Credentials;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::client::{Login, LoginGuest, LoginToken, Register};
use cardroom_protocol::hosting::{CloseHosted, HostTable, TableTerms};
use cardroom_protocol::server::{Refused, ServerMessage};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret, TableId};
use std::time::Duration;

/// How long to wait for an answer. Checking a password takes a while.
const PATIENCE: Duration = Duration::from_secs(20);
const REQUEST: RequestId = RequestId(1);

/// An open private table.
#[derive(Debug)]
pub struct PrivateTable {
    /// The id of the table.
    pub table: TableId,
    /// The code that lets players in.
    pub code: String,
    endpoint: Endpoint,
    encoding: Encoding,
    /// The token that logs the host in again.
    token: Option<Secret>,
}

/// Why a table cannot be opened or closed.
#[derive(Debug, thiserror::Error)]
pub enum HostingError {
    /// The connection to the server failed.
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    /// The room refused the request.
    #[error("{code}: {message}")]
    Refused {
        /// The reason for programs.
        code: ErrorCode,
        /// The reason for people.
        message: String,
    },
    /// The terms are outside the room's limits.
    #[error("{0}")]
    Terms(String),
    /// No token is left for the host.
    #[error("no token is left for the host: give one more than there are bots")]
    NoToken,
    /// The room does not answer.
    #[error("the room does not answer")]
    Silent,
}

impl PrivateTable {
    /// Opens a table with these terms, for an account with this name. If bots log in with tokens,
    /// the host uses the last one.
    ///
    /// # Errors
    /// Fails if the server cannot be reached, rejects the login, or refuses the terms.
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

    /// Closes the table. The room finishes the hand in progress and pays all players out.
    ///
    /// # Errors
    /// Fails if the server cannot be reached, or if the table is closed already.
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

/// Logs the host in, and returns the token for the next login.
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
                    let login = Login { request, name: known, password, browser: None };
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

/// Sends a request, and picks its answer out of the messages that follow.
pub(crate) async fn ask<T>(
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
