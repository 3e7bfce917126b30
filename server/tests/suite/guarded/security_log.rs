//! The security log, read from the lines that a room really logs.

use crate::support::client::{Client, get, hello, open_room, play_token};
use cardroom::accounts::NewToken;
use cardroom::security::Event;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::administration::{AccountOrder, Administer};
use cardroom_protocol::client::{
    ChangePassword, Login, LoginGuest, LoginToken, Register, RevokeApiToken, SignOutEverywhere,
    UpgradeGuest,
};
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::server::{Scope, ServerMessage};
use cardroom_protocol::{Encoding, ErrorCode, RequestId, Secret, Seq, TableId};
use std::io::Write;
use std::sync::{Arc, Mutex, OnceLock};
use tracing_subscriber::fmt::MakeWriter;

const OLD: &str = "kings full of sevens";
const NEW: &str = "a wheel on the river";

/// Everything that the rooms of this process have logged.
#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Lines {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Starts capturing the log. All tests of this process share it.
pub(crate) fn listen() -> impl Fn(&str) -> Vec<String> {
    static LINES: OnceLock<Lines> = OnceLock::new();
    let lines = LINES.get_or_init(|| {
        let lines = Lines::default();
        let log = tracing_subscriber::fmt().with_ansi(false).with_writer(lines.clone());
        log.init();
        lines
    });
    // The lines of one address, from the event on.
    |address| {
        let log = String::from_utf8(lines.0.lock().unwrap().clone()).unwrap();
        let of = format!("address={address} ");
        let own = log.lines().filter(|line| line.contains(" security: "));
        let own = own.filter(|line| format!("{line} ").contains(&of));
        own.map(|line| line[line.find("event=").unwrap()..].to_owned()).collect()
    }
}

/// Opens a room that gets its clients' addresses from a proxy.
async fn room(logins_per_minute: u32) -> OpenRoom {
    open_room(|config| {
        config.server.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
        config.limits.logins_per_minute = logins_per_minute;
    })
    .await
}

async fn welcome(open: &OpenRoom, address: &str) -> Client {
    let mut client = Client::connect_from(open.address, Encoding::Binary, address).await;
    client.send([hello()]).await;
    assert!(matches!(client.receive().await, ServerMessage::Welcome(_)));
    client
}

fn login(password: &str) -> ClientMessage {
    let name = "Vera".to_owned();
    Login { request: RequestId(2), name, password: Secret::from(password), browser: None }.into()
}

#[tokio::test]
async fn what_an_account_does_is_logged_with_its_address_and_name() {
    let lines = listen();
    let open = room(100).await;
    let address = "198.51.100.9";
    let mut vera = welcome(&open, address).await;
    let request = RequestId(1);
    vera.send([LoginGuest { request, nickname: Some("Visitor".to_owned()) }.into()]).await;
    let ServerMessage::LoggedIn(entered) = vera.receive().await else { panic!("no guest") };
    let (name, password) = ("Vera".to_owned(), Secret::from(OLD));
    vera.send([UpgradeGuest { request, name, password }.into()]).await;
    assert!(matches!(vera.receive().await, ServerMessage::LoggedIn(_)));
    let change = |old: &str| {
        let (old, new) = (Secret::from(old), Secret::from(NEW));
        ClientMessage::from(ChangePassword { request, old, new, end_tokens: false })
    };
    vera.send([change("not it at all")]).await;
    assert_eq!(vera.refused(1).await, ErrorCode::BadCredentials);
    vera.send([change(OLD)]).await;
    assert!(matches!(vera.receive().await, ServerMessage::Done(_)));
    vera.send([play_token(request, "bot", Some(NEW))]).await;
    let ServerMessage::ApiToken(token) = vera.receive().await else { panic!("no token") };
    vera.send([RevokeApiToken { request, id: token.id }.into()]).await;
    assert!(matches!(vera.receive().await, ServerMessage::Done(_)));
    vera.send([SignOutEverywhere { request }.into()]).await;
    assert!(matches!(vera.receive().await, ServerMessage::Done(_)));

    let words: Vec<String> =
        lines(address).iter().map(|line| line.split('"').nth(1).unwrap().to_owned()).collect();
    let expected = [
        Event::GuestOpened,
        Event::Registered,
        Event::SignInFailed,
        Event::PasswordChanged,
        Event::TokenCreated,
        Event::TokenRevoked,
        Event::SignedOutEverywhere,
    ];
    assert_eq!(words, expected.map(Event::as_str), "{:?}", lines(address));
    let account = format!("account={}", entered.account);
    assert!(lines(address).iter().all(|line| line.contains(&account)), "{:?}", lines(address));
    assert!(lines(address)[1].ends_with("name=\"Vera\""), "{:?}", lines(address));
    let all = lines(address).join("\n");
    for secret in [OLD, NEW, "not it at all", &*token.token.0] {
        assert!(!all.contains(secret), "{all}");
    }
}

#[tokio::test]
async fn a_failed_sign_in_is_logged_with_the_name_that_was_tried() {
    let lines = listen();
    let open = room(100).await;
    let (home, stranger) = ("198.51.100.10", "198.51.100.11");
    let mut client = welcome(&open, home).await;
    let (name, password) = ("Vera".to_owned(), Secret::from(OLD));
    client.send([Register { request: RequestId(1), name, password }.into()]).await;
    assert!(matches!(client.receive().await, ServerMessage::LoggedIn(_)));
    let mut client = welcome(&open, stranger).await;
    client.send([login("not it at all")]).await;
    assert_eq!(client.refused(2).await, ErrorCode::BadCredentials);
    let token = Secret::from("no token");
    client.send([LoginToken { request: RequestId(3), token }.into()]).await;
    assert_eq!(client.refused(3).await, ErrorCode::BadToken);
    client.send([login(OLD)]).await;
    assert!(matches!(client.receive().await, ServerMessage::LoggedIn(_)));
    let lines = lines(stranger);
    assert!(lines[0].starts_with("event=\"sign_in_failed\" address=198.51.100.11 "), "{lines:?}");
    assert!(lines[0].contains("name=\"Vera\"") && !lines[0].contains("account="), "{lines:?}");
    assert!(lines[1].starts_with("event=\"sign_in_failed\"") && !lines[1].contains("name="));
    assert!(lines[2].starts_with("event=\"signed_in\"") && lines.len() == 3, "{lines:?}");
}

#[tokio::test]
async fn an_address_that_is_refused_is_logged_once_a_minute() {
    let lines = listen();
    let open = room(1).await;
    let address = "198.51.100.12";
    let mut client = welcome(&open, address).await;
    client.send([login("not it at all")]).await;
    assert_eq!(client.refused(2).await, ErrorCode::BadCredentials);
    for _ in 0..3 {
        client.send([login("not it at all")]).await;
        assert_eq!(client.refused(2).await, ErrorCode::RateLimited);
    }
    let refusals = lines(address);
    let refusals = refusals.iter().filter(|line| line.contains("\"address_refused\""));
    assert_eq!(refusals.count(), 1);
    // A page does not count as a sign-in.
    assert_eq!(get(open.address, "/healthz").await.0, 200);
}

/// Returns the lines of orders from an address, from the credential on.
fn orders(lines: &[String]) -> Vec<&str> {
    let orders = lines.iter().filter(|line| line.starts_with("event=\"order_given\""));
    orders.map(|line| &line[line.find("credential=").unwrap()..]).collect()
}

/// Signs in an administrator at a room that trusts the addresses of a proxy.
async fn administrator(open: &OpenRoom, name: &str, address: &str) -> Client {
    open.room.accounts.create_admin(name, &Secret::from(OLD)).await.unwrap();
    let mut client = welcome(open, address).await;
    let (request, name) = (RequestId(2), name.to_owned());
    client.send([Login { request, name, password: Secret::from(OLD), browser: None }.into()]).await;
    assert!(matches!(client.receive().await, ServerMessage::LoggedIn(_)));
    client
}

#[tokio::test]
async fn every_order_leaves_a_line_with_who_where_how_whom_and_why() {
    let lines = listen();
    let open = room(1_000).await;
    let address = "198.51.100.13";
    let mut ada = administrator(&open, "Ada", address).await;
    let mut sent = Vec::new();
    let mut ask = |message: ClientMessage| {
        sent.push(message.clone());
        message
    };
    let messages = crate::threats::messages().into_iter();
    let messages = messages.filter(|message| {
        use ClientMessage as M;
        matches!(
            message,
            M::Administer(_) | M::DirectLeague(_) | M::ChangeLeague(_) | M::DirectSchedule(_)
        )
    });
    for message in messages {
        ada.send([ask(message)]).await;
        while matches!(ada.receive().await, ServerMessage::Balance(_)) {}
    }
    let (account, table) = (open.room.accounts.operations().named("Ada").await.unwrap().id, 1);
    let command = TableCommand::Pause;
    let direct = DirectTable {
        request: RequestId(7),
        table: TableId(table),
        seq: Seq(0),
        reason: "A spill.".to_owned(),
        rule: None,
        command,
    };
    ada.send([ask(direct.into())]).await;
    ada.until_pong().await;
    let lines = lines(address);
    let given = orders(&lines);
    assert_eq!(given.len(), sent.len(), "{given:#?}");
    for (line, message) in given.iter().zip(&sent) {
        let (kind, order, reason) = match message {
            ClientMessage::Administer(body) => {
                ("accounts", format!("{:?}", body.order), &body.reason)
            }
            ClientMessage::DirectLeague(body) => {
                ("league", format!("{:?}", body.command), &body.reason)
            }
            ClientMessage::ChangeLeague(body) => {
                ("league", format!("{:?}", body.change), &body.reason)
            }
            ClientMessage::DirectSchedule(body) => {
                ("schedules", format!("{:?}", body.order), &body.reason)
            }
            ClientMessage::DirectTable(body) => {
                ("table", format!("{:?}", body.command), &body.reason)
            }
            other => panic!("{other:?}"),
        };
        let word = order.split(['(', ' ', '{']).next().unwrap();
        let begins = format!("credential=\"sign_in\" kind=\"{kind}\" order=\"{word}");
        assert!(line.starts_with(&begins), "{begins}: {line}");
        assert!(line.contains(&format!(" reason={reason:?} name=\"Ada\"")), "{line}");
        assert!(line.contains(" on=\""), "{line}");
    }
    let who = format!("event=\"order_given\" address={address} account={account} connection=");
    let all = lines.iter().filter(|line| line.starts_with(&who));
    assert_eq!(all.count(), sent.len(), "who and from where: {lines:#?}");
    let secrets = ["bernoulli", OLD];
    assert!(secrets.iter().all(|secret| !lines.join(" ").contains(secret)), "{lines:#?}");
}

#[tokio::test]
async fn an_order_by_token_names_the_token_and_one_that_is_not_permitted_leaves_no_line() {
    let lines = listen();
    let open = room(1_000).await;
    let (address, other) = ("198.51.100.14", "198.51.100.15");
    let _ada = administrator(&open, "Ada", other).await;
    let account = open.room.accounts.operations().named("Ada").await.unwrap().id;
    let new = NewToken {
        scopes: [Scope::Accounts].into_iter().collect(),
        ..NewToken::to_play("members")
    };
    let (token, _) = open.room.accounts.create_api_token(account, &new).await.unwrap();
    let mut program = welcome(&open, address).await;
    program.send([LoginToken { request: RequestId(1), token }.into()]).await;
    assert!(matches!(program.receive().await, ServerMessage::LoggedIn(_)));
    let order = |order| {
        let reason = "The club's list.".to_owned();
        ClientMessage::from(Administer { request: RequestId(3), reason, order })
    };
    program.send([order(AccountOrder::SignOut("Nobody".to_owned()))]).await;
    assert_eq!(program.refused(3).await, ErrorCode::NothingToDo);
    program.send([order(AccountOrder::ResetPassword("Ada".to_owned()))]).await;
    assert_eq!(program.refused(3).await, ErrorCode::Forbidden);
    let lines = lines(address);
    let expected = "credential=\"token members\" kind=\"accounts\" order=\"SignOut(\\\"Nobody\\\")\" \
                    on=\"Nobody\" reason=\"The club's list.\" name=\"Ada\"";
    assert_eq!(orders(&lines), [expected]);
}
