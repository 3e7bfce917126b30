//! The security log's entries for requests about accounts.

use crate::accounts::{AccountError, Login};
use crate::ids::{AccountId, ConnectionId};
use crate::room::Room;
use crate::security::{self, Event, Subject};
use crate::session::host::{AccountChange, Credentials};
use cardroom_protocol::client::SecondFactorStep;
use std::net::IpAddr;

/// The source of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) address: IpAddr,
    pub(super) connection: ConnectionId,
}

/// The name and the kind of credentials, which outlive the secrets in them.
#[derive(Clone, Debug)]
pub(super) struct Attempt {
    event: Event,
    name: Option<String>,
}

impl Origin {
    fn subject(&self) -> Subject<'_> {
        let (address, connection) = (Some(self.address), Some(self.connection));
        Subject { address, connection, ..Subject::default() }
    }

    /// Notes that the limits of the address refused a request.
    pub(super) fn was_refused(&self, room: &Room) {
        room.limits.note_refusal(self.address, Some(self.connection));
    }

    /// Notes the outcome of a sign-in.
    pub(super) fn note_login(&self, attempt: &Attempt, result: Result<&Login, &AccountError>) {
        match result {
            Ok(login) => {
                let (account, name) = (Some(login.account), Some(&*login.name));
                security::note(attempt.event, &Subject { account, name, ..self.subject() });
            }
            Err(error) if is_wrong_secret(error) => {
                let name = attempt.name.as_deref();
                security::note(Event::SignInFailed, &Subject { name, ..self.subject() });
            }
            Err(_) => {}
        }
    }

    /// Notes a change of an account, or a wrong password on a connection that is signed in.
    pub(super) fn note_change(
        &self,
        event: Option<Event>,
        (account, name): (AccountId, &str),
        result: Result<(), &AccountError>,
    ) {
        let event = match result {
            Ok(()) => event,
            Err(error) => is_wrong_secret(error).then_some(Event::SignInFailed),
        };
        if let Some(event) = event {
            let (account, name) = (Some(account), Some(name));
            security::note(event, &Subject { account, name, ..self.subject() });
        }
    }
}

impl Attempt {
    pub(super) fn of(credentials: &Credentials) -> Self {
        let (event, name) = match credentials {
            Credentials::Guest(name) => (Event::GuestOpened, name.clone()),
            Credentials::Register(name, _) => (Event::Registered, Some(name.clone())),
            Credentials::Password(name, ..) => (Event::SignedIn, Some(name.clone())),
            Credentials::ResetCode(..) => (Event::PasswordReset, None),
            Credentials::Token(_) => (Event::SignedIn, None),
            Credentials::Ticket { name: Some(name), .. } => (Event::Registered, Some(name.clone())),
            Credentials::Ticket { name: None, .. } => (Event::SignedIn, None),
        };
        Self { event, name }
    }
}

/// Returns the event to note if a change succeeds.
pub(super) fn event_of(change: &AccountChange) -> Option<Event> {
    Some(match change {
        AccountChange::Password { .. } => Event::PasswordChanged,
        AccountChange::Upgrade { .. } => Event::Registered,
        AccountChange::CreateToken { .. } => Event::TokenCreated,
        AccountChange::RevokeToken { .. } => Event::TokenRevoked,
        AccountChange::SignOutEverywhere { .. } => Event::SignedOutEverywhere,
        AccountChange::SecondFactor(SecondFactorStep::Confirm(_)) => Event::SecondFactorSet,
        AccountChange::SecondFactor(SecondFactorStep::Remove(_)) => Event::SecondFactorRemoved,
        AccountChange::LinkSignIn { .. } => Event::SignInLinked,
        AccountChange::UnlinkSignIn { .. } => Event::SignInUnlinked,
        _ => return None,
    })
}

fn is_wrong_secret(error: &AccountError) -> bool {
    matches!(
        error,
        AccountError::BadCredentials
            | AccountError::BadToken
            | AccountError::BadTicket
            | AccountError::BadFactor
            | AccountError::BadResetCode
            | AccountError::Guessed(_)
    )
}
