//! Sign-in with a provider: a browser's steps over HTTP, then a ticket over the protocol.

use crate::support::house::{Person, open, open_on};
use cardroom::accounts::ProviderIdentity;
use cardroom::config::Config;
use cardroom::store::{AccountEdit, MemoryStore, StoredOperation};
use cardroom::wiring::OpenRoom;
use cardroom_oidc::test_provider::{CLIENT_ID, CLIENT_SECRET, TestProvider};
use cardroom_protocol::client::Login;
use cardroom_protocol::server::{LoggedIn, ServerMessage};
use cardroom_protocol::sign_in::{
    LinkSignIn, LoginWithTicket, SignInOffered, SignInTicket, UnlinkSignIn,
};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

const PASSWORD: &str = "a long password";

/// A provider that signs Ada in, and the settings of a room that uses it.
struct Club {
    provider: TestProvider,
    folder: tempfile::TempDir,
}

impl Club {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secret"), CLIENT_SECRET).unwrap();
        Self { provider: TestProvider::start("ada-1815", Some("Ada")).await, folder }
    }

    fn set(&self, config: &mut Config) {
        let oidc = &mut config.oidc;
        oidc.issuer.clone_from(&self.provider.issuer);
        oidc.name = "The Club".to_owned();
        oidc.client_id = CLIENT_ID.to_owned();
        oidc.client_secret_file = self.folder.path().join("secret");
        oidc.address = "https://cards.example".to_owned();
    }

    async fn open(&self) -> OpenRoom {
        open(|config| self.set(config)).await
    }

    /// Signs in with the provider as a browser does. Returns the ticket, and the suggested name if
    /// no account has the sign-in.
    async fn sign_in(&self, open: &OpenRoom) -> (SignInTicket, Option<String>) {
        let (started, cookie) = start(open).await;
        let approved = self.provider.approve(started["address"].as_str().unwrap());
        let path = approved.address.strip_prefix("https://cards.example").unwrap();
        let answer = http(open, &get(path, &cookie)).await;
        let page = header(&answer, "location").unwrap();
        let page = page.strip_prefix("/#/signin/").unwrap_or_else(|| panic!("{answer}"));
        let (ticket, name) = page
            .split_once('/')
            .map_or((page, None), |(ticket, name)| (ticket, Some(name.to_owned())));
        let verifier = Secret::from(started["verifier"].as_str().unwrap());
        (SignInTicket { ticket: Secret::from(ticket), verifier }, name)
    }

    fn signs_in(&self, subject: &str, name: &str) {
        let mut answers = self.provider.answers();
        (answers.subject, answers.name) = (subject.to_owned(), Some(name.to_owned()));
    }
}

/// Begins a sign-in. Returns the response and the cookie.
async fn start(open: &OpenRoom) -> (serde_json::Value, String) {
    let answer = http(open, &post("")).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let cookie = header(&answer, "set-cookie").unwrap();
    let attributes = "; Path=/oidc; Max-Age=600; HttpOnly; SameSite=Lax; Secure";
    let cookie = cookie.strip_suffix(attributes).unwrap_or_else(|| panic!("{answer}")).to_owned();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    (serde_json::from_str(body).unwrap(), cookie)
}

fn post(more: &str) -> String {
    format!(
        "POST /oidc/start HTTP/1.1\r\nHost: localhost\r\n{more}Content-Length: 0\r\nConnection: close\r\n\r\n"
    )
}

fn get(path: &str, cookie: &str) -> String {
    let cookie = format!("Cookie: other=1; {cookie}");
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\nConnection: close\r\n\r\n")
}

async fn http(open: &OpenRoom, request: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(open.address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = answer.lines().take_while(|line| !line.is_empty());
    let found = lines.find_map(|line| line.split_once(": ").filter(|(key, _)| *key == name))?;
    Some(found.1)
}

/// Opens a visitor's connection, and reads past the room's offer.
async fn visitor(open: &OpenRoom) -> crate::support::client::Client {
    crate::support::client::Client::welcome_at(open.address, Encoding::Binary).await
}

/// Logs in with a ticket over a new connection. Returns the account, and whether it is linked.
async fn log_in(
    open: &OpenRoom,
    ticket: &SignInTicket,
    name: Option<&str>,
) -> Result<(LoggedIn, bool), ErrorCode> {
    let mut client = visitor(open).await;
    let (ticket, name) = (ticket.clone(), name.map(str::to_owned));
    client.send([LoginWithTicket { request: RequestId(1), ticket, name, code: None }.into()]).await;
    let mut logged_in = None;
    loop {
        match (client.receive().await, &logged_in) {
            (ServerMessage::Refused(refused), _) => return Err(refused.code),
            (ServerMessage::LoggedIn(message), _) => logged_in = Some(message),
            (ServerMessage::SignInOffered(SignInOffered { linked, .. }), Some(message)) => {
                return Ok((message.clone(), linked));
            }
            _ => {}
        }
    }
}

/// Links an account. `Some` if it was a guest before.
async fn link(
    person: &mut Person,
    ticket: &SignInTicket,
    password: Option<&str>,
    name: Option<&str>,
) -> Result<Option<LoggedIn>, ErrorCode> {
    let answer = |message| match message {
        ServerMessage::LoggedIn(message) => Some(Some(message)),
        ServerMessage::Done(_) => Some(None),
        _ => None,
    };
    let (ticket, name) = (ticket.clone(), name.map(str::to_owned));
    let password = password.map(Secret::from);
    person.ask(|request| LinkSignIn { request, ticket, password, name }.into(), answer).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_opens_an_account_with_a_provider_and_comes_back_with_it() {
    let club = Club::new().await;
    let open = club.open().await;
    let mut visitor = visitor(&open).await;
    let offered = loop {
        if let ServerMessage::SignInOffered(offered) = visitor.receive().await {
            break offered;
        }
    };
    assert_eq!(offered, SignInOffered { provider: "The Club".to_owned(), linked: false });

    let (ticket, name) = club.sign_in(&open).await;
    assert_eq!(name.as_deref(), Some("Ada"), "no account has it yet");
    assert_eq!(log_in(&open, &ticket, None).await, Err(ErrorCode::BadName));
    let (ada, linked) = log_in(&open, &ticket, Some("Ada")).await.unwrap();
    assert_eq!((&*ada.name, ada.guest, linked), ("Ada", false, true));

    let (ticket, name) = club.sign_in(&open).await;
    assert_eq!(name, None, "an account has it");
    let (again, _) = log_in(&open, &ticket, None).await.unwrap();
    assert_eq!(again.account, ada.account);
    // The name is only for a new account.
    let (ticket, _) = club.sign_in(&open).await;
    let (again, _) = log_in(&open, &ticket, Some("Countess")).await.unwrap();
    assert_eq!((again.account, &*again.name), (ada.account, "Ada"));

    // Another player with the same name there gets another one here.
    club.signs_in("another-ada", "Ada");
    let (ticket, name) = club.sign_in(&open).await;
    assert_eq!(name.as_deref(), Some(""), "the name is taken");
    assert_eq!(log_in(&open, &ticket, Some("Ada")).await, Err(ErrorCode::NameTaken));
    assert!(log_in(&open, &ticket, Some("Ada L")).await.is_ok());

    // No password opens such an account.
    let (request, name) = (RequestId(1), "Ada".to_owned());
    for password in ["*", PASSWORD] {
        let password = Secret::from(password);
        visitor.send([Login { request, name: name.clone(), password, browser: None }.into()]).await;
        let refused = loop {
            match visitor.receive().await {
                ServerMessage::Refused(refused) => break refused.code,
                ServerMessage::LoggedIn(_) => panic!("somebody came in"),
                _ => {}
            }
        };
        assert_eq!(refused, ErrorCode::BadCredentials);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ticket_is_worth_nothing_in_another_tab_or_a_room_without_the_provider() {
    let club = Club::new().await;
    let open = club.open().await;
    let (ticket, _) = club.sign_in(&open).await;
    let stolen = SignInTicket { verifier: Secret::from("of another tab"), ..ticket.clone() };
    assert_eq!(log_in(&open, &stolen, Some("Ada")).await, Err(ErrorCode::BadToken));
    let made_up = SignInTicket { ticket: Secret::from("00ff"), ..ticket.clone() };
    assert_eq!(log_in(&open, &made_up, Some("Ada")).await, Err(ErrorCode::BadToken));

    let without = crate::support::house::open(|_| ()).await;
    assert_eq!(log_in(&without, &ticket, Some("Ada")).await, Err(ErrorCode::Forbidden));
    let answer = http(&without, &post("")).await;
    assert!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_browser_that_comes_back_wrongly_gets_a_reason_and_no_ticket() {
    let club = Club::new().await;
    let open = club.open().await;
    let (started, cookie) = start(&open).await;
    let approved = club.provider.approve(started["address"].as_str().unwrap());
    let path = approved.address.strip_prefix("https://cards.example").unwrap();
    let (_, other) = start(&open).await;
    for (path, cookie, reason) in [
        (path, "none=1", "expired"),
        (path, &*other, "expired"),
        ("/oidc/callback", &*cookie, "expired"),
        ("/oidc/callback?code=x&state=y", &*cookie, "expired"),
        ("/oidc/callback?error=access_denied&state=y", &*cookie, "denied"),
        ("/oidc/callback?error=server_error", &*cookie, "provider"),
        (&*path.replace("code=", "code=not-"), &*cookie, "provider"),
    ] {
        let answer = http(&open, &get(path, cookie)).await;
        assert!(answer.starts_with("HTTP/1.1 303"), "{path}: {answer}");
        let page = header(&answer, "location").unwrap();
        assert_eq!(page, format!("/#/signin-failed/{reason}"), "{path}");
        assert_eq!(header(&answer, "cache-control"), Some("no-store"));
        let cleared = header(&answer, "set-cookie").unwrap();
        assert!(
            cleared.starts_with("__Secure-cardroom_sign_in=; ") && cleared.contains("Max-Age=0")
        );
    }
    // None of this cost the player the sign-in.
    let answer = http(&open, &get(path, &cookie)).await;
    assert!(header(&answer, "location").unwrap().starts_with("/#/signin/"), "{answer}");

    let foreign = http(&open, &post("Origin: https://evil.example\r\n")).await;
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
    let own = http(&open, &post("Origin: http://localhost\r\n")).await;
    assert!(own.starts_with("HTTP/1.1 200"), "{own}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_cannot_have_the_provider_asked_without_end() {
    let club = Club::new().await;
    let open = open(|config| {
        club.set(config);
        config.limits.wrong_guesses_per_minute = 3;
    })
    .await;
    let (started, cookie) = start(&open).await;
    let approved = club.provider.approve(started["address"].as_str().unwrap());
    let path = format!("/oidc/callback?code=made-up&state={}", approved.state);
    let mut reasons = Vec::new();
    let requests = club.provider.requests();
    for _ in 0..5 {
        let answer = http(&open, &get(&path, &cookie)).await;
        reasons.push(header(&answer, "location").unwrap().replace("/#/signin-failed/", ""));
    }
    assert_eq!(reasons, ["provider", "provider", "provider", "busy", "busy"]);
    assert_eq!(club.provider.requests() - requests, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_cannot_fill_the_security_log_with_answers_that_nobody_began() {
    let club = Club::new().await;
    let open = open(|config| {
        club.set(config);
        config.limits.wrong_guesses_per_minute = 3;
    })
    .await;
    let mut reasons = Vec::new();
    for path in ["/oidc/callback", "/oidc/callback?code=x&state=y"].into_iter().cycle().take(5) {
        let answer = http(&open, &get(path, "none=1")).await;
        reasons.push(header(&answer, "location").unwrap().replace("/#/signin-failed/", ""));
    }
    assert_eq!(reasons, ["expired", "expired", "expired", "busy", "busy"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_opens_without_its_provider_and_says_so_when_somebody_signs_in() {
    let club = Club::new().await;
    club.provider.answers().down = true;
    let open = club.open().await;
    let answer = http(&open, &post("")).await;
    assert!(answer.starts_with("HTTP/1.1 502"), "{answer}");
    assert!(answer.contains("does not answer"), "{answer}");
    Person::with_password(open.address, "Bea").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_becomes_an_account_with_a_provider_and_keeps_everything() {
    let club = Club::new().await;
    let open = club.open().await;
    let mut gus = Person::guest_at(open.address, "Gus").await;
    let (ticket, _) = club.sign_in(&open).await;
    assert_eq!(link(&mut gus, &ticket, None, None).await, Err(ErrorCode::BadName));
    let ada = link(&mut gus, &ticket, None, Some("Ada")).await.unwrap().unwrap();
    assert_eq!((&ada.account, &*ada.name), (&gus.logged_in.account, "Ada"));
    assert!(!ada.guest && ada.balance == gus.logged_in.balance);
    let (ticket, _) = club.sign_in(&open).await;
    let (again, _) = log_in(&open, &ticket, None).await.unwrap();
    assert_eq!(again.account, ada.account);
    // A guest cannot take a sign-in that an account has.
    let mut eve = Person::guest_at(open.address, "Eve").await;
    let (ticket, _) = club.sign_in(&open).await;
    let taken = link(&mut eve, &ticket, None, Some("Eve Two")).await;
    assert_eq!(taken, Err(ErrorCode::Conflict));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_links_a_sign_in_and_ends_the_link_with_its_password() {
    let club = Club::new().await;
    let open = club.open().await;
    let mut bea = Person::with_password(open.address, "Bea").await;
    let (ticket, _) = club.sign_in(&open).await;
    for password in [None, Some("another password")] {
        let refused = link(&mut bea, &ticket, password, None).await;
        assert_eq!(refused, Err(ErrorCode::BadCredentials), "{password:?}");
    }
    assert_eq!(link(&mut bea, &ticket, Some(PASSWORD), None).await, Ok(None));
    let (ticket, _) = club.sign_in(&open).await;
    assert_eq!(link(&mut bea, &ticket, Some(PASSWORD), None).await, Ok(None), "it is linked");
    club.signs_in("ada-at-work", "Ada");
    let (second, _) = club.sign_in(&open).await;
    let conflict = link(&mut bea, &second, Some(PASSWORD), None).await;
    assert_eq!(conflict, Err(ErrorCode::Conflict), "one sign-in an account");
    let mut cleo = Person::with_password(open.address, "Cleo").await;
    club.signs_in("ada-1815", "Ada");
    let (ticket, _) = club.sign_in(&open).await;
    let conflict = link(&mut cleo, &ticket, Some(PASSWORD), None).await;
    assert_eq!(conflict, Err(ErrorCode::Conflict), "one account a sign-in");
    let (again, linked) = log_in(&open, &ticket, None).await.unwrap();
    assert_eq!((again.account, linked), (bea.logged_in.account.clone(), true));

    let mut bea = Person::with_password(open.address, "Bea").await;
    let unlink = |password: &str| {
        let password = Secret::from(password);
        |request| UnlinkSignIn { request, password }.into()
    };
    assert_eq!(bea.done(unlink("another one")).await, Err(ErrorCode::BadCredentials));
    assert_eq!(bea.done(unlink(PASSWORD)).await, Ok(()));
    assert_eq!(bea.done(unlink(PASSWORD)).await, Err(ErrorCode::NothingToDo));
    let (ticket, _) = club.sign_in(&open).await;
    assert_eq!(log_in(&open, &ticket, None).await, Err(ErrorCode::BadName));

    // An account without a password would be locked out.
    log_in(&open, &ticket, Some("Ada")).await.unwrap();
    let (ticket, _) = club.sign_in(&open).await;
    let mut ada = Person::with_token(open.address, token_of(&open, &ticket).await).await;
    assert_eq!(ada.done(unlink(PASSWORD)).await, Err(ErrorCode::BadCredentials));
    let (ticket, _) = club.sign_in(&open).await;
    assert!(log_in(&open, &ticket, None).await.is_ok());
}

async fn token_of(open: &OpenRoom, ticket: &SignInTicket) -> Secret {
    log_in(open, ticket, None).await.unwrap().0.resume_token.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suspended_and_erased_accounts_do_not_come_in_and_closed_registration_stays_closed() {
    let (club, store) = (Club::new().await, MemoryStore::new());
    let open = open_on(&store, |config| club.set(config)).await;
    let (ticket, _) = club.sign_in(&open).await;
    let (ada, _) = log_in(&open, &ticket, Some("Ada")).await.unwrap();
    let account = cardroom::ids::AccountId(ada.account.parse().unwrap());
    let operate_on = async |account, edit: AccountEdit| {
        let (done, reason) = (String::new(), String::new());
        let operation = StoredOperation { at_ms: 1, operator: None, account, done, reason };
        open.room.accounts.operations().operate(&edit, &operation).await.unwrap();
    };
    let operate = async |edit| operate_on(account, edit).await;
    operate(AccountEdit::Suspend(Some(u64::MAX / 4))).await;
    let (ticket, _) = club.sign_in(&open).await;
    assert_eq!(log_in(&open, &ticket, None).await, Err(ErrorCode::Suspended));
    operate(AccountEdit::Suspend(None)).await;
    assert!(log_in(&open, &ticket, None).await.is_ok(), "the refusal left the ticket");
    operate(AccountEdit::EndIdentities).await;
    let (ticket, _) = club.sign_in(&open).await;
    assert_eq!(log_in(&open, &ticket, None).await, Err(ErrorCode::BadName), "it is unlinked");
    let (other, _) = log_in(&open, &ticket, Some("Ada Two")).await.unwrap();
    assert_ne!(other.account, ada.account);
    let account = cardroom::ids::AccountId(other.account.parse().unwrap());
    operate_on(account, AccountEdit::Erase { pseudonym: "Erased 1".to_owned(), at_ms: 2 }).await;
    let identity =
        ProviderIdentity { issuer: club.provider.issuer.clone(), subject: "ada-1815".to_owned() };
    assert!(!open.room.accounts.knows(&identity).await.unwrap());
    let (ticket, _) = club.sign_in(&open).await;
    assert_eq!(log_in(&open, &ticket, None).await, Err(ErrorCode::BadName));

    let closed = open_on(&MemoryStore::new(), |config| {
        club.set(config);
        config.accounts.registration = false;
    })
    .await;
    let (ticket, _) = club.sign_in(&closed).await;
    assert_eq!(log_in(&closed, &ticket, Some("Ada")).await, Err(ErrorCode::Forbidden));
}
