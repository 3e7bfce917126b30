//! The API tokens of an account: made, listed and revoked by its owner, who logs in with the
//! password and, if the account has one, the second factor.

use crate::connection::{Connection, Endpoint};
use crate::hosting::{HostingError, ask};
use cardroom_protocol::account::{ApiTokenInfo, Scope};
use cardroom_protocol::client::{
    CreateApiToken, ListApiTokens, Login, LoginWithCode, Logout, RevokeApiToken,
};
use cardroom_protocol::server::{ApiToken, ServerMessage};
use cardroom_protocol::{ApiTokenId, Encoding, ErrorCode, RequestId, Secret, TimeMs};

const REQUEST: RequestId = RequestId(1);

/// The use of a code of the second factor. Each code counts once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CodeFor {
    /// Proves the owner at the login.
    Login,
    /// Proves the owner once more when a token is made.
    Token,
}

/// Returns a code of the second factor, or `None` if there is none to be had.
pub type AskCode<'a> = &'a mut dyn FnMut(CodeFor) -> Option<Secret>;

/// Why tokens cannot be made, listed or revoked.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The room refused a request, or cannot be reached.
    #[error(transparent)]
    Room(#[from] HostingError),
    /// The account has a second factor, and there is no code.
    #[error("the account has a second factor, and there is no code; give it on standard input")]
    NoCode,
}

/// The owner of an account, logged in.
#[derive(Debug)]
pub struct Owner {
    connection: Connection,
    password: Secret,
    has_factor: bool,
}

/// The terms of a new token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewToken {
    /// Tells the token apart from the account's others.
    pub label: String,
    /// The permissions of the token.
    pub scopes: Vec<Scope>,
    /// When it ends, in milliseconds since 1970.
    pub ends_at: Option<TimeMs>,
}

impl Owner {
    /// Logs in. This replaces the account's other connection, if that did not log in by token.
    ///
    /// # Errors
    /// Fails if the room cannot be reached, or rejects the login.
    pub async fn log_in(
        endpoint: &Endpoint,
        name: &str,
        password: Secret,
        code: AskCode<'_>,
    ) -> Result<Self, TokenError> {
        let connection = Connection::open(endpoint, Encoding::Binary, None).await;
        let mut connection = connection.map_err(HostingError::from)?;
        let (name, login) = (name.to_owned(), password.clone());
        let login = Login { request: REQUEST, name: name.clone(), password: login, browser: None };
        let has_factor =
            match ask(&mut connection, login.into(), |message| logged_in(&message)).await {
                Ok(()) => false,
                Err(HostingError::Refused { code: ErrorCode::SecondFactorNeeded, .. }) => true,
                Err(error) => return Err(error.into()),
            };
        if has_factor {
            let code = code(CodeFor::Login).ok_or(TokenError::NoCode)?;
            let password = password.clone();
            let login = LoginWithCode { request: REQUEST, name, password, code, browser: None };
            ask(&mut connection, login.into(), |message| logged_in(&message)).await?;
        }
        Ok(Self { connection, password, has_factor })
    }

    /// Makes a token. The room shows it only now.
    ///
    /// # Errors
    /// Fails if the room refuses it.
    pub async fn create(
        &mut self,
        new: NewToken,
        code: AskCode<'_>,
    ) -> Result<ApiToken, TokenError> {
        let NewToken { label, scopes, ends_at } = new;
        let code = match self.has_factor {
            true => Some(code(CodeFor::Token).ok_or(TokenError::NoCode)?),
            false => None,
        };
        let (scopes, password) = (scopes.into_iter().collect(), Some(self.password.clone()));
        let request = CreateApiToken { request: REQUEST, label, scopes, ends_at, password, code };
        let made = ask(&mut self.connection, request.into(), |message| match message {
            ServerMessage::ApiToken(token) => Some(token),
            _ => None,
        });
        Ok(made.await?)
    }

    /// Returns the tokens of the account.
    ///
    /// # Errors
    /// Fails if the room refuses it.
    pub async fn list(&mut self) -> Result<Vec<ApiTokenInfo>, TokenError> {
        let request = ListApiTokens { request: REQUEST };
        let listed = ask(&mut self.connection, request.into(), |message| match message {
            ServerMessage::ApiTokenList(list) => Some(list.tokens.into_iter().collect()),
            _ => None,
        });
        Ok(listed.await?)
    }

    /// Ends a token, and the connection of a program that uses it.
    ///
    /// # Errors
    /// Fails if the account has no such token.
    pub async fn revoke(&mut self, id: ApiTokenId) -> Result<(), TokenError> {
        let request = RevokeApiToken { request: REQUEST, id };
        Ok(ask(&mut self.connection, request.into(), |message| done(&message)).await?)
    }

    /// Logs out and closes the connection.
    pub async fn log_out(mut self) {
        // The session ends with time if the room does not hear this.
        let _ =
            ask(&mut self.connection, Logout { request: REQUEST }.into(), |message| done(&message))
                .await;
        self.connection.close().await;
    }
}

fn logged_in(message: &ServerMessage) -> Option<()> {
    matches!(message, ServerMessage::LoggedIn(_)).then_some(())
}

fn done(message: &ServerMessage) -> Option<()> {
    matches!(message, ServerMessage::Done(_)).then_some(())
}
