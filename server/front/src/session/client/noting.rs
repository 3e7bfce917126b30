//! The security log's entries for requests about accounts.

use cardroom_protocol::client::{SecondFactorStep, SetSecondFactor};
use cardroom_protocol::requests::{AccountRequest, SignIn};
use cardroom_room::accounts::{AccountError, Login};
use cardroom_room::room::Room;
use cardroom_room::security::{self, Event, Subject};
use cardroom_store::ids::{AccountId, ConnectionId};
use std::net::IpAddr;

/// The source of a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    pub(super) address: IpAddr,
    pub(super) connection: ConnectionId,
}

/// The name and the kind of a sign-in, which outlive the secrets in it.
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
            // House bots sign in with every start of the room.
            Ok(login) if login.bot => {}
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
    pub(super) fn of(request: &SignIn) -> Self {
        let (event, name) = match request {
            SignIn::LoginGuest(body) => (Event::GuestOpened, body.nickname.clone()),
            SignIn::Register(body) => (Event::Registered, Some(body.name.clone())),
            SignIn::Login(body) => (Event::SignedIn, Some(body.name.clone())),
            SignIn::LoginWithCode(body) => (Event::SignedIn, Some(body.name.clone())),
            SignIn::UseResetCode(_) => (Event::PasswordReset, None),
            SignIn::LoginToken(_) => (Event::SignedIn, None),
            SignIn::LoginWithTicket(body) => match &body.name {
                Some(name) => (Event::Registered, Some(name.clone())),
                None => (Event::SignedIn, None),
            },
        };
        Self { event, name }
    }
}

/// Returns the event to note if a request succeeds. A new request does not compile until it is
/// handled here.
pub(super) fn event_of(request: &AccountRequest) -> Option<Event> {
    use AccountRequest as R;
    match request {
        R::ChangePassword(_) => Some(Event::PasswordChanged),
        R::UpgradeGuest(_) => Some(Event::Registered),
        R::CreateApiToken(_) => Some(Event::TokenCreated),
        R::RevokeApiToken(_) => Some(Event::TokenRevoked),
        R::SignOutEverywhere(_) => Some(Event::SignedOutEverywhere),
        R::SetSecondFactor(SetSecondFactor { step, .. }) => match step {
            SecondFactorStep::Begin(_) => None,
            SecondFactorStep::Confirm(_) => Some(Event::SecondFactorSet),
            SecondFactorStep::Remove(_) => Some(Event::SecondFactorRemoved),
        },
        R::LinkSignIn(_) => Some(Event::SignInLinked),
        R::UnlinkSignIn(_) => Some(Event::SignInUnlinked),
        R::ProveFactor(_) => Some(Event::FactorProven),
        R::Logout(_)
        | R::Refill(_)
        | R::ListApiTokens(_)
        | R::SetAppearance(_)
        | R::ReportPlayer(_)
        | R::GetPush(_)
        | R::SetPush(_)
        | R::SetVisible(_)
        | R::ListAudit(_)
        | R::SetNote(_)
        | R::ListNotes(_) => None,
    }
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
