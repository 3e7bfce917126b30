//! Every message and every file over HTTP with every kind of credential: what a thief of one could
//! do with it.
//!
//! [`ROWS`] says who may send which message. It is written by hand, apart from the table in the
//! protocol. A message without a row fails. `rows` does the same for every table of the database.

mod rows;

use crate::support::client::{Client, open_room};
use crate::support::house::Person;
use cardroom::accounts::NewToken;
use cardroom::permits::{Ask, Credential, Factor, NotPermitted, PROOF_LASTS_MS, Standing, permit};
use cardroom::store::Scopes;
use cardroom::wiring::OpenRoom;
use cardroom_protocol::administration::{
    AccountOrder, Administer, ChipsFor, GetAccount, NewAccount,
};
use cardroom_protocol::client::{
    ChangePassword, CreateApiToken, LoginToken, ProveFactor, RevokeApiToken, SecondFactorStep,
    SetSecondFactor,
};
use cardroom_protocol::limits::MAX_FRAME_BYTES;
use cardroom_protocol::message::Message as _;
use cardroom_protocol::server::{ApiTokenInfo, Role, Scope, ServerMessage};
use cardroom_protocol::{
    ApiTokenId, Chips, ClientMessage, Encoding, ErrorCode, RequestId, Secret, TimeMs,
};
use std::collections::BTreeSet;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const GOLDEN: &str = include_str!("../../../protocol/tests/golden/client.txt");
const PASSWORD: &str = "a long password";
const NOW_MS: u64 = 1_800_000_000_000;

/// The senders of a message: the least role of a person, the scopes of which a token needs one, and
/// whether a person with a second factor must have proved it lately.
#[derive(Clone, Copy)]
struct Row {
    least: Least,
    scopes: &'static [Scope],
    fresh: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Least {
    Visitor,
    Player,
    Host,
    Floor,
    Admin,
}

const fn row(least: Least, scopes: &'static [Scope]) -> Row {
    Row { least, scopes, fresh: false }
}

const ANYONE: Row = row(Least::Visitor, &Scope::ALL);
const SIGNED_IN: Row = row(Least::Player, &Scope::ALL);
const OWNER: Row = row(Least::Player, &[]);
const READER: Row = row(Least::Player, &[Scope::Play, Scope::Read]);
const PLAYER: Row = row(Least::Player, &[Scope::Play]);
const DIRECTOR: Row = row(Least::Player, &[Scope::Play, Scope::Floor]);
const OPENER: Row = row(Least::Host, &[Scope::Floor]);
const FLOOR: Row = row(Least::Floor, &[Scope::Floor]);
const LEAGUES: Row = row(Least::Floor, &[Scope::Leagues]);
const ACCOUNTS: Row = row(Least::Floor, &[Scope::Accounts]);
const ADMINISTRATION: Row = Row { fresh: true, ..row(Least::Admin, &[Scope::Accounts]) };
const POWER: Row = Row { fresh: true, ..row(Least::Admin, &[]) };

/// Every message, by its name. An order about an account has its own name behind the message's.
const ROWS: &[(Row, &str)] = &[
    (ANYONE, "Hello Ping LoginGuest Register Login LoginToken UseResetCode LoginWithCode"),
    (ANYONE, "LoginWithTicket ListTables WatchLobby ListTournaments Observe Unobserve"),
    (ANYONE, "GetHandSoFar WatchTournament GetStructure GetHouseRules ListPlayers"),
    (ANYONE, "ListTournamentTables ListPayouts ListRulings ListPastEvents GetResults"),
    (ANYONE, "ListLeagues GetStandings UseInvitation JoinDeal"),
    (SIGNED_IN, "Logout SetVisible ListStructures ListSchedules"),
    (OWNER, "ChangePassword CreateApiToken RevokeApiToken UpgradeGuest ListApiTokens"),
    (
        OWNER,
        "SignOutEverywhere SetSecondFactor ProveFactor LinkSignIn UnlinkSignIn GetPush SetPush",
    ),
    (READER, "ListNotes GetStatistics ListHands GetHand GetHosting GetHostedTournaments"),
    (READER, "GetTableLedger GetDealProof"),
    (PLAYER, "Refill SetAppearance ReportPlayer SetNote RevokeHandLink ShareHand Act Discard"),
    (PLAYER, "MakeGesture Emote Sit TopUp SitOut SitIn Leave SetPreferences ShowOrMuck Chat"),
    (PLAYER, "RunIt ChooseGame ShowCards AskToSee RabbitHunt RabbitConsent JoinWaitList"),
    (PLAYER, "LeaveWaitList Rebuy EnterTournament WithdrawEntry CheckIn BuyChips DeclineRebuy"),
    (PLAYER, "QuitTournament VoteOnDeal HostTable HostTournament ChangeTable HandOver LendLink"),
    (DIRECTOR, "ListAudit/table CallClock AttendTable DirectTable OfferRematch DirectTournament"),
    (DIRECTOR, "ImportRoster ListSeatCodes ProposeDeal CloseHosted"),
    (OPENER, "OpenTournament OpenTournamentWith"),
    (FLOOR, "ListAudit GetIntegrityReport GetHand/inspect ListHands/everybody DirectSchedule"),
    (LEAGUES, "DirectLeague ChangeLeague ListBans"),
    (ACCOUNTS, "FindAccounts GetAccount ListOperations ListReports SearchChat"),
    (ACCOUNTS, "Administer/Suspend Administer/Restore Administer/Mute Administer/Unmute"),
    (ACCOUNTS, "Administer/Remove Administer/SettleReport Administer/Unlock"),
    (ADMINISTRATION, "Administer/Rename Administer/SignOut Administer/RevokeToken"),
    (ADMINISTRATION, "Administer/UnlinkSignIn Administer/GrantChips Administer/TakeChips"),
    (ADMINISTRATION, "Administer/MergeGuest Administer/Erase"),
    (ADMINISTRATION, "ListHooks ListDeliveries DirectHook"),
    (ADMINISTRATION, "Administer/CreatePlayer Administer/CreatePlayers"),
    (POWER, "Administer/CreateStaff Administer/CreateAllStaff Administer/SetRole"),
    (POWER, "Administer/ResetPassword Administer/RemoveSecondFactor"),
];

/// Returns the name of a message in [`ROWS`].
fn name_of(message: &ClientMessage) -> String {
    let word = match message {
        ClientMessage::Administer(body) => match &body.order {
            AccountOrder::Create(new) if new.role == Role::Player => "CreatePlayer".to_owned(),
            AccountOrder::Create(_) => "CreateStaff".to_owned(),
            AccountOrder::CreateAll(all) if all.iter().all(|new| new.role == Role::Player) => {
                "CreatePlayers".to_owned()
            }
            AccountOrder::CreateAll(_) => "CreateAllStaff".to_owned(),
            order => format!("{order:?}").split(['(', ' ']).next().unwrap().to_owned(),
        },
        ClientMessage::GetHand(body) if body.inspect.is_some() => "inspect".to_owned(),
        ClientMessage::ListHands(body) if body.everybody => "everybody".to_owned(),
        ClientMessage::ListAudit(body) if body.table.is_some() => "table".to_owned(),
        _ => return message.name().to_owned(),
    };
    format!("{}/{word}", message.name())
}

fn row_of(message: &ClientMessage) -> Row {
    let name = name_of(message);
    let named = |(_, names): &&(Row, &str)| names.split(' ').any(|known| known == name);
    let (row, _) = ROWS.iter().find(named).unwrap_or_else(|| {
        panic!("{name} has no row: say in threats.rs who may send it");
    });
    *row
}

/// Returns every sample of every message, from the golden bytes of the protocol, and accounts to
/// open for players and for staff.
pub(crate) fn messages() -> Vec<ClientMessage> {
    let json = GOLDEN.split("\n\n").skip(1).map(|block| block.lines().nth(1).unwrap());
    let decode = |json: &str| {
        let frame = format!("[{json}]");
        Encoding::Json.decode::<ClientMessage>(frame.as_bytes(), MAX_FRAME_BYTES).unwrap().messages
    };
    let opened = [Role::Player, Role::Floor].into_iter().flat_map(|role| {
        let new = |name: &str| NewAccount { name: name.to_owned(), role, password: None };
        let all = [new("Zoe"), new("Yan")].into_iter().collect();
        let orders = [AccountOrder::Create(new("Xen")), AccountOrder::CreateAll(Box::new(all))];
        let (request, reason) = (RequestId(9), "They play on Fridays.".to_owned());
        orders.map(|order| Administer { request, reason: reason.clone(), order }.into())
    });
    json.flat_map(decode).chain(opened).collect()
}

fn standing(role: Role, credential: Credential, factor: Factor) -> Option<Standing> {
    Some(Standing { role, credential, factor })
}

fn token(scopes: &[Scope]) -> Credential {
    let scopes = scopes.iter().copied().collect();
    Credential::Token { id: ApiTokenId(1), label: "stolen".into(), scopes }
}

/// Every kind of sender.
fn senders() -> Vec<(String, Option<Standing>)> {
    let mut senders = vec![("visitor".to_owned(), None)];
    let fresh = Factor::Set { proven_ms: Some(NOW_MS - PROOF_LASTS_MS + 1) };
    let stale = Factor::Set { proven_ms: Some(NOW_MS - PROOF_LASTS_MS) };
    let never = Factor::Set { proven_ms: None };
    for role in [Role::Player, Role::Host, Role::Floor, Role::Admin] {
        for factor in [Factor::None, Factor::Missing, fresh, stale, never] {
            if role < Role::Floor && factor == Factor::Missing {
                continue;
            }
            let name = format!("{role:?} with {factor:?}");
            senders.push((name, standing(role, Credential::SignIn, factor)));
            for scope in Scope::ALL {
                let name = format!("a token to {scope:?} of {role:?} with {factor:?}");
                senders.push((name, standing(role, token(&[scope]), factor)));
            }
        }
    }
    senders
}

/// Returns `true` if the row lets the sender send its message.
fn is_let(row: Row, who: Option<&Standing>) -> bool {
    let Some(who) = who else { return row.least == Least::Visitor };
    let role = match who.role {
        Role::Player => Least::Player,
        Role::Host => Least::Host,
        Role::Floor => Least::Floor,
        Role::Admin => Least::Admin,
    };
    let held = match &who.credential {
        Credential::Token { scopes, .. } => row.scopes.iter().any(|scope| scopes.has(*scope)),
        _ => true,
    };
    let in_person = who.credential == Credential::SignIn;
    let proven = match who.factor {
        Factor::None => true,
        Factor::Missing => row.least < Least::Floor,
        Factor::Set { proven_ms } => {
            !row.fresh || !in_person || proven_ms.is_some_and(|at| at > NOW_MS - PROOF_LASTS_MS)
        }
    };
    role >= row.least && held && proven
}

#[test]
fn every_message_has_a_row_and_every_row_a_message() {
    let sent: BTreeSet<String> = messages().iter().map(name_of).collect();
    let rows: Vec<&str> = ROWS.iter().flat_map(|(_, names)| names.split(' ')).collect();
    let known: BTreeSet<String> = rows.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(known.len(), rows.len(), "no message has two rows");
    assert_eq!(sent, known);
    let messages: BTreeSet<&str> = sent.iter().filter_map(|name| name.split('/').next()).collect();
    let catalogue: BTreeSet<&str> =
        ClientMessage::CATALOGUE.iter().map(|(_, name)| *name).collect();
    assert_eq!(messages, catalogue, "every message has a sample");
}

#[test]
fn nobody_sends_more_than_credential_and_role_allow() {
    let mut refused = 0;
    for message in messages() {
        let (row, ask) = (row_of(&message), Ask::of(&message));
        for (name, who) in senders() {
            let permitted = permit(who.as_ref(), ask, NOW_MS);
            let (is_let, sent) = (is_let(row, who.as_ref()), name_of(&message));
            assert_eq!(permitted.is_ok(), is_let, "{name}: {sent}: {permitted:?}");
            refused += usize::from(!is_let);
        }
    }
    assert!(refused > 5_000, "{refused} of all are refused");
}

#[test]
fn tables_see_the_role_that_the_credential_gives() {
    let acts_as = |credential, factor| standing(Role::Admin, credential, factor).unwrap().acts_as();
    assert_eq!(acts_as(Credential::SignIn, Factor::None), Role::Admin);
    assert_eq!(acts_as(Credential::SignIn, Factor::Missing), Role::Player);
    assert_eq!(acts_as(token(&[Scope::Floor]), Factor::None), Role::Admin);
    assert_eq!(acts_as(token(&[Scope::Floor]), Factor::Missing), Role::Player);
    let others = [Scope::Play, Scope::Read, Scope::Leagues, Scope::Accounts, Scope::Stream];
    assert_eq!(acts_as(token(&others), Factor::None), Role::Player);
}

/// A room with an account of every role.
async fn open() -> OpenRoom {
    let open = open_room(|config| {
        config.limits.logins_per_minute = 100_000;
        config.limits.messages_per_second = 100_000;
        config.limits.message_burst = 100_000;
        config.limits.connections_per_address = 1_000;
        config.limits.guests_per_network_hour = 1_000;
    })
    .await;
    for role in [Role::Player, Role::Host, Role::Floor, Role::Admin] {
        let (accounts, name) = (&open.room.accounts, called(role));
        accounts.create_admin(name, &Secret::from(PASSWORD)).await.unwrap();
        accounts.set_role(name, role).await.unwrap();
    }
    open
}

fn called(role: Role) -> &'static str {
    match role {
        Role::Player => "Pam",
        Role::Host => "Hugo",
        Role::Floor => "Flo",
        Role::Admin => "Ada",
    }
}

/// Makes an API token of an account of a role.
async fn make_token(open: &OpenRoom, role: Role, scopes: &[Scope]) -> (Secret, ApiTokenId) {
    let scopes: Scopes = scopes.iter().copied().collect();
    let accounts = &open.room.accounts;
    let account = accounts.operations().named(called(role)).await.unwrap().id;
    let new = NewToken { scopes, ..NewToken::to_play(&scopes.to_string()) };
    accounts.create_api_token(account, &new).await.unwrap()
}

async fn sign_in(open: &OpenRoom, token: &Secret) -> Client {
    let mut client = Client::welcome(open, Encoding::Binary).await;
    client.send([LoginToken { request: RequestId(1), token: token.clone() }.into()]).await;
    loop {
        match client.receive().await {
            ServerMessage::LoggedIn(_) => return client,
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
}

/// Returns `true` if a sentence refuses a sender rather than what is sent.
fn is_about_the_sender(sentence: &str) -> bool {
    let scopes = Scope::ALL.map(NotPermitted::NoScope);
    let others = [
        NotPermitted::NotSignedIn,
        NotPermitted::TokenOfAProgram,
        NotPermitted::NotAHost,
        NotPermitted::NotTheFloor,
        NotPermitted::NotAnAdministrator,
        NotPermitted::NoFactor,
        NotPermitted::ProofTooOld,
        NotPermitted::TokenWithoutPower,
    ];
    scopes.iter().chain(&others).any(|reason| reason.to_string() == sentence)
}

/// Sends every message that leaves the sender as it is, and compares the refusals with the rows.
async fn send_all(client: &mut Client, name: &str, who: Option<&Standing>) {
    for message in messages() {
        let stays = [
            "Hello",
            "Ping",
            "Logout",
            "SignOutEverywhere",
            "UpgradeGuest",
            "ChangePassword",
            "LoginGuest",
            "Register",
            "Login",
            "LoginToken",
            "UseResetCode",
            "LoginWithCode",
            "LoginWithTicket",
            // No link has an answer.
            "LendLink",
        ];
        if stays.contains(&message.name()) {
            continue;
        }
        let (row, sent) = (row_of(&message), name_of(&message));
        client.send([message]).await;
        let mut refused = None;
        // A sender is refused at once, before the pong.
        for answer in client.until_pong().await {
            match answer {
                ServerMessage::Refused(body) if is_about_the_sender(&body.message) => {
                    refused = Some(body.code);
                }
                ServerMessage::ActionRefused(body) if is_about_the_sender(&body.message) => {
                    refused = Some(body.code);
                }
                _ => {}
            }
        }
        assert_eq!(refused.is_none(), is_let(row, who), "{name}: {sent}: {refused:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_refuses_every_message_that_a_credential_does_not_allow() {
    let open = open().await;
    let mut visitor = Client::welcome(&open, Encoding::Binary).await;
    send_all(&mut visitor, "visitor", None).await;
    let (mut guest, _) = Client::guest(&open, "Gus").await;
    let player = standing(Role::Player, Credential::SignIn, Factor::None);
    send_all(&mut guest, "guest", player.as_ref()).await;
    for role in [Role::Player, Role::Host, Role::Floor, Role::Admin] {
        let mut person = Person::with_password(open.address, called(role)).await;
        let who = standing(role, Credential::SignIn, Factor::None);
        send_all(&mut person.client, called(role), who.as_ref()).await;
    }
    // The address of a calendar is no way to sign in.
    for scope in Scope::ALL.into_iter().filter(|scope| *scope != Scope::Calendar) {
        let (secret, _) = make_token(&open, Role::Admin, &[scope]).await;
        let mut program = sign_in(&open, &secret).await;
        let who = standing(Role::Admin, token(&[scope]), Factor::None);
        send_all(&mut program, scope.as_str(), who.as_ref()).await;
    }
}

/// Returns the status of a file, asked for with a token.
async fn status(open: &OpenRoom, path: &str, token: &Secret) -> u16 {
    let bearer = format!("Bearer {}", token.0);
    crate::support::client::get_with(open.address, path, &[("authorization", &bearer)]).await.0
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_needs_a_scope_too() {
    let open = open().await;
    let (calendar, _) = make_token(&open, Role::Admin, &[Scope::Calendar]).await;
    for path in ["/hands.phhs", "/account.jsonl", "/accounts/Pam.jsonl?reason=Asked"] {
        assert_eq!(status(&open, path, &calendar).await, 401, "{path}");
    }
    for scope in Scope::ALL.into_iter().filter(|scope| *scope != Scope::Calendar) {
        let (token, _) = make_token(&open, Role::Admin, &[scope]).await;
        let hands = status(&open, "/hands.phhs", &token).await;
        let reads = matches!(scope, Scope::Play | Scope::Read);
        assert_eq!(hands == 200, reads, "{scope:?}: {hands}");
        let own = status(&open, "/account.jsonl", &token).await;
        assert_eq!(own == 403, scope != Scope::Read, "{scope:?}: {own}");
        let other = status(&open, "/accounts/Pam.jsonl?reason=Asked", &token).await;
        assert_eq!(other == 403, scope != Scope::Accounts, "{scope:?}: {other}");
    }
    let ada = open.room.accounts.operations().named("Ada").await.unwrap().id;
    let listed = open.room.accounts.api_tokens(ada).await.unwrap();
    let used = |token: &&ApiTokenInfo| token.last_address.as_deref() == Some("127.0.0.1");
    let used: Vec<&str> = listed.iter().filter(used).map(|token| &*token.label).collect();
    assert_eq!(used, ["accounts", "play", "read"], "a use over HTTP is noted");
    let (token, _) = make_token(&open, Role::Player, &[Scope::Accounts]).await;
    assert_eq!(status(&open, "/accounts/Ada.jsonl?reason=Asked", &token).await, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_ends_with_its_connections() {
    let open = open().await;
    for scope in [Scope::Play, Scope::Floor] {
        let (token, id) = make_token(&open, Role::Floor, &[scope]).await;
        let program = sign_in(&open, &token).await;
        let account = open.room.accounts.operations().named("Flo").await.unwrap().id;
        open.room.accounts.revoke_api_token(account, id).await.unwrap();
        let mut late = Client::welcome(&open, Encoding::Binary).await;
        late.send([LoginToken { request: RequestId(1), token }.into()]).await;
        assert_eq!(late.refused(1).await, ErrorCode::BadToken);
        // The owner's own request also closes what the token opened.
        let (token, id) = make_token(&open, Role::Floor, &[scope]).await;
        let other = sign_in(&open, &token).await;
        if scope == Scope::Play {
            assert_eq!(program.goodbye().await, ErrorCode::Replaced);
        }
        let mut flo = Person::with_password(open.address, "Flo").await;
        flo.done(|request| RevokeApiToken { request, id }.into()).await.unwrap();
        let code = other.goodbye().await;
        assert!(matches!(code, ErrorCode::BadToken | ErrorCode::Replaced), "{code:?}");
        assert_eq!(
            code == ErrorCode::BadToken,
            scope == Scope::Floor,
            "a player has one connection"
        );
    }
    let account = open.room.accounts.operations().named("Flo").await.unwrap().id;
    let ends_ms = Some(open.room.clock.now().0 + 1_500);
    let new = NewToken { ends_ms, ..NewToken::to_play("soon over") };
    let (token, _) = open.room.accounts.create_api_token(account, &new).await.unwrap();
    let bot = sign_in(&open, &token).await;
    let code = tokio::time::timeout(Duration::from_secs(10), bot.goodbye()).await.unwrap();
    assert_eq!(code, ErrorCode::BadToken);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_of_the_floor_leaves_the_operators_own_connection_alone() {
    let open = open().await;
    let mut flo = Person::with_password(open.address, "Flo").await;
    let (token, _) = make_token(&open, Role::Floor, &[Scope::Floor]).await;
    let _program = sign_in(&open, &token).await;
    flo.client.until_pong().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stolen_session_makes_no_token_without_the_password() {
    let open = open().await;
    let mut pam = Person::with_password(open.address, "Pam").await;
    let create = |password: Option<&str>, ends_at| {
        let password = password.map(Secret::from);
        move |request| {
            let (label, scopes) = ("mine".to_owned(), [Scope::Read].into_iter().collect());
            CreateApiToken { request, label, scopes, ends_at, password, code: None }.into()
        }
    };
    let made = |message| match message {
        ServerMessage::ApiToken(token) => Some(token),
        _ => None,
    };
    for password in [None, Some("not this one")] {
        let refused = pam.ask(create(password, None), made).await;
        assert_eq!(refused.unwrap_err(), ErrorCode::BadCredentials);
    }
    let over = pam.ask(create(Some(PASSWORD), Some(TimeMs(1))), made).await;
    assert_eq!(over.unwrap_err(), ErrorCode::NotAllowedNow);
    let end = Some(TimeMs(open.room.clock.now().0 + 60_000));
    pam.ask(create(Some(PASSWORD), end), made).await.unwrap();
}

/// Signs an administrator in before and after a second factor was set up, and gives an order with
/// each sign-in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_administrator_proves_the_second_factor_again_for_what_only_administrators_may() {
    let open = open().await;
    let order = |request| {
        let grant = ChipsFor { account: "Pam".to_owned(), chips: Chips(5) };
        let (reason, order) = ("A prize.".to_owned(), AccountOrder::GrantChips(grant));
        Administer { request, reason, order }.into()
    };
    let before = Person::with_password(open.address, "Ada").await;
    let mut ada = Person::with_password(open.address, "Ada").await;
    ada.done(order).await.unwrap();
    let step = |step| move |request| SetSecondFactor { request, step }.into();
    let key = |message| match message {
        ServerMessage::SecondFactorKey(made) => Some(made.key),
        _ => None,
    };
    let begin = step(SecondFactorStep::Begin(Secret::from(PASSWORD)));
    let key = ada.ask(begin, key).await.unwrap();
    let key = totp_rs::Secret::try_from_base32(&key.0).unwrap();
    let totp = totp_rs::Builder::new().with_secret(key).build().unwrap();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let confirm = step(SecondFactorStep::Confirm(Secret(totp.generate(now).to_string())));
    let codes = |message| match message {
        ServerMessage::RecoveryCodes(made) => Some(made.codes),
        _ => None,
    };
    let codes = ada.ask(confirm, codes).await.unwrap();
    ada.done(order).await.unwrap();

    // A session that was stolen before may play, and gives no order.
    let token = before.logged_in.resume_token.clone().unwrap();
    let mut thief = Person::with_token(open.address, token).await;
    assert_eq!(thief.done(order).await, Err(ErrorCode::ProveFactor));
    let export = status(&open, "/accounts/Pam.jsonl?reason=Asked", &resume(&thief)).await;
    assert_eq!(export, 403);
    let prove = |code: Secret| move |request| ProveFactor { request, code }.into();
    assert_eq!(thief.done(prove(Secret::from("123456"))).await, Err(ErrorCode::BadCode));
    thief.done(prove(codes[0].clone())).await.unwrap();
    thief.done(order).await.unwrap();
    // The proof belongs to the sign-in, not to its connection.
    let mut again = Person::with_token(open.address, resume(&thief)).await;
    again.done(order).await.unwrap();
    assert_eq!(status(&open, "/accounts/Pam.jsonl?reason=Asked", &resume(&again)).await, 200);
    let create = |request| {
        let (label, scopes) = ("mine".to_owned(), [Scope::Play].into_iter().collect());
        let password = Some(Secret::from(PASSWORD));
        CreateApiToken { request, label, scopes, ends_at: None, password, code: None }.into()
    };
    assert_eq!(again.done(create).await, Err(ErrorCode::SecondFactorNeeded));
}

fn resume(person: &Person) -> Secret {
    person.logged_in.resume_token.clone().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_that_asks_its_staff_for_a_second_factor_takes_no_order_without() {
    let open = open_room(|config| config.accounts.staff_second_factor = true).await;
    let accounts = &open.room.accounts;
    accounts.create_admin("Ada", &Secret::from(PASSWORD)).await.unwrap();
    let mut ada = Person::with_password(open.address, "Ada").await;
    let look = |request| GetAccount { request, account: "Ada".to_owned() }.into();
    assert_eq!(ada.done(look).await, Err(ErrorCode::FactorRequired));
    assert_eq!(accounts.staff_without_factor().await.unwrap(), ["Ada"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_password_ends_the_tokens_of_programs_if_asked() {
    let open = open().await;
    for end_tokens in [false, true] {
        let (token, _) = make_token(&open, Role::Floor, &[Scope::Floor]).await;
        let mut program = sign_in(&open, &token).await;
        let mut flo = Person::with_password(open.address, "Flo").await;
        let change = |request| {
            let (old, new) = (Secret::from(PASSWORD), Secret::from(PASSWORD));
            ChangePassword { request, old, new, end_tokens }.into()
        };
        flo.done(change).await.unwrap();
        assert_eq!(open.room.accounts.bearer(&token).await.is_err(), end_tokens);
        if end_tokens {
            assert_eq!(program.goodbye().await, ErrorCode::BadToken);
        } else {
            program.ping().await;
            let account = open.room.accounts.operations().named("Flo").await.unwrap().id;
            let listed = open.room.accounts.api_tokens(account).await.unwrap();
            assert_eq!(listed[0].last_address.as_deref(), Some("127.0.0.1"));
            open.room.accounts.revoke_api_token(account, listed[0].id).await.unwrap();
        }
    }
}
