//! The owner of an account makes, lists and revokes API tokens.

use crate::fake_server::{Client, FakeServer};
use cardroom_bot::connection::Endpoint;
use cardroom_bot::hosting::HostingError;
use cardroom_bot::tokens::{CodeFor, NewToken, Owner, TokenError};
use cardroom_protocol::account::Scope;
use cardroom_protocol::server::{ApiToken, Done, LoggedIn, Refused, Role};
use cardroom_protocol::{ApiTokenId, Chips, ClientMessage, ErrorCode, RequestId, Secret};

fn logged_in(request: RequestId) -> LoggedIn {
    LoggedIn {
        request,
        account: "7".to_owned(),
        name: "Ada".to_owned(),
        role: Role::Player,
        balance: Chips(0),
        resume_token: None,
        tables: Vec::new(),
        tournaments: Vec::new(),
        guest: false,
        avatar: 0,
        color: 0,
    }
}

async fn refuse(client: &mut Client, request: RequestId, code: ErrorCode) {
    let message = "No.".to_owned();
    client.say(&[Refused { request, code, message }.into()]).await;
}

/// Serves an account with a second factor, until the owner logs out.
async fn serve(client: &mut Client) {
    let ClientMessage::Login(login) = client.hear().await else { panic!("no login") };
    assert_eq!((&*login.name, &*login.password.0), ("Ada", "difference engine"));
    refuse(client, login.request, ErrorCode::SecondFactorNeeded).await;
    let ClientMessage::LoginWithCode(login) = client.hear().await else { panic!("no code") };
    assert_eq!((&*login.password.0, &*login.code.0), ("difference engine", "111111"));
    client.say(&[logged_in(login.request).into()]).await;
    let ClientMessage::CreateApiToken(new) = client.hear().await else { panic!("no token") };
    assert_eq!((new.scopes.as_slice(), new.ends_at), (&[Scope::Read][..], None));
    assert_eq!(new.password, Some(Secret("difference engine".to_owned())));
    assert_eq!(new.code, Some(Secret("222222".to_owned())), "a code counts once");
    let (token, id) = (Secret("cr_1".to_owned()), ApiTokenId(9));
    client.say(&[ApiToken { request: new.request, label: new.label, token, id }.into()]).await;
    let ClientMessage::RevokeApiToken(revoke) = client.hear().await else { panic!("no revoke") };
    assert_eq!(revoke.id, ApiTokenId(9));
    refuse(client, revoke.request, ErrorCode::NothingToDo).await;
    let ClientMessage::Logout(logout) = client.hear().await else { panic!("no logout") };
    client.say(&[Done { request: logout.request }.into()]).await;
}

#[tokio::test]
async fn an_owner_with_a_second_factor_makes_a_token_with_two_codes() {
    let server = FakeServer::start().await;
    let endpoint = Endpoint::resolve(&server.url()).await.unwrap();
    let serving = async { serve(&mut server.accept().await).await };
    let owning = async {
        let mut asked = Vec::new();
        let mut code = |what| {
            asked.push(what);
            let code = if what == CodeFor::Login { "111111" } else { "222222" };
            Some(Secret(code.to_owned()))
        };
        let password = Secret("difference engine".to_owned());
        let mut owner = Owner::log_in(&endpoint, "Ada", password, &mut code).await.unwrap();
        let label = "night bot".to_owned();
        let new = NewToken { label, scopes: vec![Scope::Read], ends_at: None };
        assert_eq!(owner.create(new, &mut code).await.unwrap().token.0, "cr_1");
        let refused = owner.revoke(ApiTokenId(9)).await;
        let Err(TokenError::Room(HostingError::Refused { code, .. })) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(code, ErrorCode::NothingToDo);
        owner.log_out().await;
        assert_eq!(asked, [CodeFor::Login, CodeFor::Token]);
    };
    tokio::join!(serving, owning);
}

#[tokio::test]
async fn without_a_code_the_login_is_given_up() {
    let server = FakeServer::start().await;
    let endpoint = Endpoint::resolve(&server.url()).await.unwrap();
    let serving = async {
        let mut client = server.accept().await;
        let ClientMessage::Login(login) = client.hear().await else { panic!("no login") };
        refuse(&mut client, login.request, ErrorCode::SecondFactorNeeded).await;
    };
    let owning = async {
        let password = Secret("difference engine".to_owned());
        let refused = Owner::log_in(&endpoint, "Ada", password, &mut |_| None).await;
        assert!(matches!(refused, Err(TokenError::NoCode)), "{refused:?}");
    };
    tokio::join!(serving, owning);
}
