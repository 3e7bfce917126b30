//! One value of every message about sign-in with a provider.

use crate::samples::Note;
use cardroom_protocol::sign_in::{
    LinkSignIn, LoginWithTicket, SignInOffered, SignInTicket, UnlinkSignIn,
};
use cardroom_protocol::{ClientMessage, RequestId, Secret, ServerMessage};

const REQUEST: RequestId = RequestId(17);

fn ticket() -> SignInTicket {
    SignInTicket { ticket: Secret::from("5ea1ed"), verifier: Secret::from("0f0e0d") }
}

/// Every client message about it.
pub(crate) fn client() -> Vec<(Note, ClientMessage)> {
    let password = Secret::from("difference engine");
    let (name, code) = (Some("Ada".to_owned()), Some(Secret::from("081804")));
    let login = |name, code| LoginWithTicket { request: REQUEST, ticket: ticket(), name, code };
    let link = |password, name| LinkSignIn { request: REQUEST, ticket: ticket(), password, name };
    vec![
        ("for a new account", login(name.clone(), None).into()),
        ("with a second factor", login(None, code).into()),
        ("an account", link(Some(password.clone()), None).into()),
        ("a guest", link(None, name).into()),
        ("", UnlinkSignIn { request: REQUEST, password }.into()),
    ]
}

/// Every server message about it.
pub(crate) fn server() -> Vec<(Note, ServerMessage)> {
    let offered = |linked| SignInOffered { provider: "The Club".to_owned(), linked };
    vec![("before a login", offered(false).into()), ("linked", offered(true).into())]
}
