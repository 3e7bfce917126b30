//! Operators who manage the accounts of an open room: permissions, effects on players during play,
//! and the remains of an erased account.

use crate::hosting::evening::{Seen, Style, play};
use crate::support::house::{Person, open, terms, wallet};
use cardroom::administration::{self, socket};
use cardroom::history::Viewer;
use cardroom::ids::{AccountId, TableId as ServerTableId};
use cardroom::noted::Operator;
use cardroom::permits::{Credential, Factor, Standing};
use cardroom::wiring::OpenRoom;
use cardroom_protocol::ClientMessage;
use cardroom_protocol::administration::{
    AccountKind, AccountOrder, AccountPage, AccountShown, Administer, ChipsFor, FindAccounts,
    GetAccount, ListOperations, ListReports, Merge, NewName, NewRole, OperationPage, RemoveFrom,
    ReportPlayer, SearchChat, Until, UseResetCode,
};
use cardroom_protocol::client::{Act, Chat, Login};
use cardroom_protocol::history::HandFilter;
use cardroom_protocol::requests::AdministrationRequest;
use cardroom_protocol::server::{Role, ServerMessage};
use cardroom_protocol::table::{Action, TableEvent};
use cardroom_protocol::{ActionId, Chips, ErrorCode, HandNo, RequestId, Secret, TimeMs};
use std::net::IpAddr;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};

const PASSWORD: &str = "a long password";

/// Signs in a person with a role.
async fn with_role(open: &OpenRoom, name: &str, role: Role) -> Person {
    let accounts = &open.room.accounts;
    accounts.create_admin(name, &Secret::from(PASSWORD)).await.unwrap();
    accounts.set_role(name, role).await.unwrap();
    Person::with_password(open.address, name).await
}

async fn order(operator: &mut Person, order: AccountOrder) -> Result<(), ErrorCode> {
    let reason = "It was needed.".to_owned();
    operator.done(|request| Administer { request, reason, order }.into()).await
}

async fn show(operator: &mut Person, name: &str) -> Result<AccountShown, ErrorCode> {
    let account = name.to_owned();
    let answer = |message| match message {
        ServerMessage::AccountShown(shown) => Some(shown),
        _ => None,
    };
    operator.ask(|request| GetAccount { request, account }.into(), answer).await
}

async fn log(operator: &mut Person, name: &str) -> OperationPage {
    let account = Some(name.to_owned());
    let answer = |message| match message {
        ServerMessage::OperationPage(page) => Some(page),
        _ => None,
    };
    let ask = |request| ListOperations { request, account, from: 0 }.into();
    operator.ask(ask, answer).await.unwrap()
}

fn id(person: &Person) -> AccountId {
    AccountId(person.logged_in.account.parse().unwrap())
}

fn until_never(name: &str) -> Until {
    Until { account: name.to_owned(), until: None }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn orders_are_for_those_who_may_give_them_and_never_about_oneself() {
    let open = open(|_| ()).await;
    let mut ann = Person::with_password(open.address, "Ann").await;
    let mut judge = with_role(&open, "Judge", Role::Floor).await;
    let mut root = with_role(&open, "Root", Role::Admin).await;
    let name = |name: &str| name.to_owned();
    let all = |who: &str| {
        vec![
            AccountOrder::Rename(NewName { account: name(who), name: name("Zed") }),
            AccountOrder::SetRole(NewRole { account: name(who), role: Role::Admin }),
            AccountOrder::ResetPassword(name(who)),
            AccountOrder::SignOut(name(who)),
            AccountOrder::RemoveSecondFactor(name(who)),
            AccountOrder::UnlinkSignIn(name(who)),
            AccountOrder::GrantChips(ChipsFor { account: name(who), chips: Chips(1) }),
            AccountOrder::TakeChips(ChipsFor { account: name(who), chips: Chips(1) }),
            AccountOrder::MergeGuest(Merge { guest: name(who), into: name("Root"), chips: true }),
            AccountOrder::Erase(name(who)),
            AccountOrder::Suspend(until_never(who)),
            AccountOrder::Mute(until_never(who)),
        ]
    };
    for each in all("Judge") {
        assert_eq!(order(&mut ann, each).await, Err(ErrorCode::Forbidden));
    }
    assert_eq!(show(&mut ann, "Ann").await.unwrap_err(), ErrorCode::Forbidden);
    for each in &all("Ann")[..9] {
        assert_eq!(order(&mut judge, each.clone()).await, Err(ErrorCode::Forbidden), "{each:?}");
    }
    for each in &all("Root")[9..] {
        assert_eq!(order(&mut judge, each.clone()).await, Err(ErrorCode::Forbidden), "{each:?}");
    }
    for each in all("Root") {
        assert_eq!(order(&mut root, each.clone()).await, Err(ErrorCode::Forbidden), "{each:?}");
    }
    let no_reason = |request| {
        let order = AccountOrder::Mute(until_never("Ann"));
        Administer { request, reason: String::new(), order }.into()
    };
    assert_eq!(root.done(no_reason).await, Err(ErrorCode::BadText));
    let past = Until { account: name("Ann"), until: Some(TimeMs(1)) };
    let late = order(&mut root, AccountOrder::Suspend(past)).await;
    assert_eq!(late, Err(ErrorCode::NotAllowedNow));
    assert_eq!(log(&mut root, "Ann").await.total, 0, "what is refused is no operation");
    let unknown = order(&mut root, AccountOrder::Restore(name("Nobody"))).await;
    assert_eq!(unknown, Err(ErrorCode::NothingToDo));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_suspended_while_playing_leaves_when_the_hand_is_over() {
    let open = open(|_| ()).await;
    let mut judge = with_role(&open, "Judge", Role::Floor).await;
    let mut ann = Person::with_password(open.address, "Ann").await;
    let mut bea = Person::with_password(open.address, "Bea").await;
    let hosted = ann.host(terms()).await.unwrap();
    bea.use_code(&hosted.code).await.unwrap();
    ann.sit(hosted.table, 1_000).await.unwrap();
    bea.sit(hosted.table, 1_000).await.unwrap();
    let begun = |message| match message {
        ServerMessage::Step(step) => {
            let mut events = step.events.0.iter();
            events.any(|event| matches!(event, TableEvent::HandStarted(_))).then_some(())
        }
        _ => None,
    };
    bea.until("a hand", begun).await;
    order(&mut judge, AccountOrder::Suspend(until_never("Ann"))).await.unwrap();
    // Bea plays on, and Ann folds when her turn comes.
    let (mut ended, mut left, mut last_action) = (false, false, 0);
    while !(ended && left) {
        let message = bea.client.receive().await;
        if let ServerMessage::YourTurn(asked) = &message {
            last_action += 1;
            let (table, turn, action_id) = (hosted.table, asked.turn, ActionId(last_action));
            let action = if asked.legal.check { Action::Check } else { Action::Call };
            bea.client.send([Act { table, turn, action_id, action }.into()]).await;
        }
        if let ServerMessage::Step(step) = message {
            for event in &step.events.0 {
                match event {
                    TableEvent::HandEnded(_) => ended = true,
                    TableEvent::HandVoided(_) => panic!("the hand counts"),
                    TableEvent::SeatLeft(_) => {
                        assert!(ended, "nobody leaves in the middle of a hand");
                        left = true;
                    }
                    _ => {}
                }
            }
        }
    }
    gone(&open, &ann).await;
    assert_eq!(ann.client.goodbye().await, ErrorCode::Suspended);
    // Nothing was lost: the chips are back in the wallet, except for the blind that Bea won.
    let both = open.room.accounts.purse(AccountId(ann.logged_in.account.parse().unwrap())).await;
    assert!(both.unwrap().available().0 >= 9_990);

    let shown = show(&mut judge, "Ann").await.unwrap();
    assert!(shown.account.suspended_until.is_some() && shown.tables.is_empty());
    let token = ann.logged_in.resume_token.clone().unwrap();
    assert!(open.room.accounts.bearer(&token).await.is_err());
    order(&mut judge, AccountOrder::Restore("Ann".to_owned())).await.unwrap();
    Person::with_token(open.address, token).await;
    let told: Vec<String> =
        log(&mut judge, "Ann").await.operations.into_iter().map(|each| each.done).collect();
    assert_eq!(told, ["Ended the suspension", "Suspended without an end"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_muted_player_does_not_chat_anywhere_and_comes_back_muted() {
    let open = open(|_| ()).await;
    let mut judge = with_role(&open, "Judge", Role::Floor).await;
    let mut ann = Person::with_password(open.address, "Ann").await;
    let hosted = ann.host(terms()).await.unwrap();
    let table = hosted.table;
    ann.sit(table, 1_000).await.unwrap();
    let say = |request| Chat { request, table, text: "Hello".to_owned() }.into();
    ann.done(say).await.unwrap();
    order(&mut judge, AccountOrder::Mute(until_never("Ann"))).await.unwrap();
    assert_eq!(ann.done(say).await, Err(ErrorCode::Forbidden));
    let token = ann.logged_in.resume_token.clone().unwrap();
    let mut back = Person::with_token(open.address, token).await;
    assert_eq!(back.done(say).await, Err(ErrorCode::Forbidden));
    order(&mut judge, AccountOrder::Unmute("Ann".to_owned())).await.unwrap();
    back.done(say).await.unwrap();

    // Removed from the table, and free to return.
    let remove = RemoveFrom { account: "Ann".to_owned(), table };
    order(&mut judge, AccountOrder::Remove(remove.clone())).await.unwrap();
    let left = |message| matches!(message, ServerMessage::LeftTable(_)).then_some(());
    back.until("the end", left).await;
    gone(&open, &back).await;
    let gone = order(&mut judge, AccountOrder::Remove(remove)).await;
    assert_eq!(gone, Err(ErrorCode::NotSeated));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chips_names_and_codes_change_hands_with_a_record() {
    let open = open(|_| ()).await;
    let mut root = with_role(&open, "Root", Role::Admin).await;
    let ann = Person::with_password(open.address, "Ann").await;
    let chips = |chips| ChipsFor { account: "Ann".to_owned(), chips: Chips(chips) };
    let before = wallet(&open, &ann);
    order(&mut root, AccountOrder::GrantChips(chips(2_500))).await.unwrap();
    assert_eq!(wallet(&open, &ann), before + 2_500);
    order(&mut root, AccountOrder::TakeChips(chips(500))).await.unwrap();
    assert_eq!(wallet(&open, &ann), before + 2_000);
    let too_many = order(&mut root, AccountOrder::TakeChips(chips(1_000_000))).await;
    assert_eq!(too_many, Err(ErrorCode::InsufficientFunds));
    assert_eq!(wallet(&open, &ann), before + 2_000);
    // No grant makes a balance that a browser cannot count, or that nobody can look at any more.
    for large in [(1 << 53) - 1, 1 << 41, (1 << 40) - before - 1_999] {
        let refused = order(&mut root, AccountOrder::GrantChips(chips(large))).await;
        assert_eq!(refused, Err(ErrorCode::AboveMaximum), "{large}");
    }
    order(&mut root, AccountOrder::GrantChips(chips((1 << 40) - before - 2_000))).await.unwrap();
    assert_eq!(wallet(&open, &ann), 1 << 40);
    assert_eq!(show(&mut root, "Ann").await.unwrap().wallet, Chips(1 << 40));
    order(&mut root, AccountOrder::TakeChips(chips((1 << 40) - before - 2_000))).await.unwrap();

    let rename = NewName { account: "Ann".to_owned(), name: "Anna".to_owned() };
    order(&mut root, AccountOrder::Rename(rename)).await.unwrap();
    let account = show(&mut root, "Anna").await.unwrap().account;
    assert_eq!(account.id, ann.logged_in.account);
    let reset = |request| {
        let reason = "She forgot it.".to_owned();
        Administer { request, reason, order: AccountOrder::ResetPassword("Anna".to_owned()) }.into()
    };
    let code = |message| match message {
        ServerMessage::ResetCode(made) => Some(made.code),
        _ => None,
    };
    let code = root.ask(reset, code).await.unwrap();
    let mut back = Person::guest_at(open.address, "Somebody").await;
    let password = Secret::from("another long password");
    let denied = back
        .ask(
            |request| {
                UseResetCode { request, code: code.clone(), password: password.clone() }.into()
            },
            |_| None::<()>,
        )
        .await;
    assert_eq!(denied, Err(ErrorCode::AlreadyLoggedIn));
    let mut fresh = crate::support::client::Client::welcome_at(
        open.address,
        cardroom_protocol::Encoding::Binary,
    )
    .await;
    let request = RequestId(1);
    fresh.send([UseResetCode { request, code, password }.into()]).await;
    loop {
        match fresh.receive().await {
            ServerMessage::LoggedIn(login) => {
                assert_eq!(login.account, ann.logged_in.account);
                break;
            }
            ServerMessage::Refused(refused) => panic!("{refused:?}"),
            _ => {}
        }
    }
    let done: Vec<String> =
        log(&mut root, "Anna").await.operations.into_iter().map(|each| each.done).collect();
    let wanted = [
        "Made a code for a new password",
        "Renamed Ann to Anna",
        &format!("Took {} chips", (1 << 40) - before - 2_000),
        &format!("Granted {} chips", (1 << 40) - before - 2_000),
        "Took 500 chips",
        "Granted 2500 chips",
    ];
    assert_eq!(done, wanted);
    let last = order(&mut root, AccountOrder::Erase("Root".to_owned())).await;
    assert_eq!(last, Err(ErrorCode::Forbidden));
}

/// Opens a table where an account and a guest have played a hand. Returns the account first.
async fn played(open: &OpenRoom) -> (Person, Person, cardroom_protocol::TableId) {
    let mut ann = Person::with_password(open.address, "Ann").await;
    let mut gus = Person::guest_at(open.address, "Gus").await;
    // Long enough to leave before the next hand, also on a busy machine.
    let terms = cardroom_protocol::hosting::TableTerms { between_hands_ms: 5_000, ..terms() };
    let hosted = ann.host(terms).await.unwrap();
    gus.use_code(&hosted.code).await.unwrap();
    ann.sit(hosted.table, 1_000).await.unwrap();
    gus.sit(hosted.table, 1_000).await.unwrap();
    let (mut first, mut second) = (Seen::default(), Seen::default());
    tokio::join!(
        play(&mut ann, hosted.table, Style::Waits, &mut first, HandNo(1)),
        play(&mut gus, hosted.table, Style::Waits, &mut second, HandNo(1)),
    );
    (ann, gus, hosted.table)
}

async fn leave(open: &OpenRoom, person: &mut Person, table: cardroom_protocol::TableId) {
    let leave = cardroom_protocol::client::Leave { request: RequestId(1), table };
    person.client.send([leave.into()]).await;
    let left = |message| matches!(message, ServerMessage::LeftTable(_)).then_some(());
    person.until("the end", left).await;
    gone(open, person).await;
}

/// Waits until the room knows that a person has left. Players hear of it first.
async fn gone(open: &OpenRoom, person: &Person) {
    while open.room.registry.is_playing(id(person)) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_erased_account_leaves_hands_under_a_pseudonym_and_no_chips() {
    let open = open(|_| ()).await;
    let mut root = with_role(&open, "Root", Role::Admin).await;
    let (mut ann, mut gus, table) = played(&open).await;
    let plays = order(&mut root, AccountOrder::Erase("Gus".to_owned())).await;
    assert_eq!(plays, Err(ErrorCode::NotAllowedNow));
    leave(&open, &mut gus, table).await;
    leave(&open, &mut ann, table).await;
    let gone = id(&gus);
    // A player cannot keep an account from being erased by taking the name that it gets.
    let squatter = Person::guest_at(open.address, &format!("Erased {gone}")).await;
    assert_eq!(squatter.logged_in.name, format!("Erased {gone}"));
    order(&mut root, AccountOrder::Erase("Gus".to_owned())).await.unwrap();

    let histories = open.room.histories().unwrap();
    let viewer = Viewer { account: id(&ann), role: Role::Player };
    let table = ServerTableId(table.0);
    let record = histories.read(viewer, table, 1, None, 0).await.unwrap();
    let mut names: Vec<&str> = record.seats.iter().map(|seat| &*seat.name).collect();
    names.sort_unstable();
    assert_eq!(names, ["Ann", &format!("Erased #{gone}")]);
    let found = |text: &'static str| {
        move |request| {
            let which = AccountKind::Any;
            FindAccounts { request, text: text.to_owned(), which, from: 0 }.into()
        }
    };
    let page = |message| match message {
        ServerMessage::AccountPage(page) => Some(page),
        _ => None,
    };
    let page: AccountPage = root.ask(found("gus"), page).await.unwrap();
    assert_eq!(page.total, 0);
    let shown = show(&mut root, &format!("Erased #{gone}")).await.unwrap();
    assert_eq!(shown.wallet, Chips(0));
    assert!(shown.account.erased_at.is_some());
    let token = gus.logged_in.resume_token.clone().unwrap();
    assert!(
        open.room.accounts.login_token(&token, std::net::Ipv4Addr::LOCALHOST.into()).await.is_err()
    );
    let again = order(&mut root, AccountOrder::Erase(format!("Erased #{gone}"))).await;
    assert_eq!(again, Err(ErrorCode::NothingToDo));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_hands_of_a_guest_move_to_an_account_and_the_chips_only_if_they_are_wanted() {
    let open = open(|_| ()).await;
    let mut root = with_role(&open, "Root", Role::Admin).await;
    let bea = Person::with_password(open.address, "Bea").await;
    let (_, mut gus, table) = played(&open).await;
    leave(&open, &mut gus, table).await;
    let merge = |into: &str| Merge { guest: "Gus".to_owned(), into: into.to_owned(), chips: false };
    let wrong = Merge { guest: "Bea".to_owned(), ..merge("Ann") };
    let wrong = order(&mut root, AccountOrder::MergeGuest(wrong)).await;
    assert_eq!(wrong, Err(ErrorCode::NotAllowedNow));
    // An operator gives nothing to their own account, and the guest can play on.
    let own = order(&mut root, AccountOrder::MergeGuest(merge("Root"))).await;
    assert_eq!(own, Err(ErrorCode::Forbidden));
    assert_eq!(show(&mut root, "Gus").await.unwrap().account.suspended_until, None);
    let histories = open.room.histories().unwrap();
    let own = |account| Viewer { account, role: Role::Player };
    let table = ServerTableId(table.0);
    let seen = histories.read(own(id(&gus)), table, 1, None, 0).await.unwrap();
    assert!(!seen.cards.is_empty());
    let all = HandFilter::default();
    let played = histories.page(own(id(&gus)), &all, false, 0).await.unwrap().total;
    let before = wallet(&open, &bea);
    order(&mut root, AccountOrder::MergeGuest(merge("Bea"))).await.unwrap();
    assert_eq!(wallet(&open, &bea), before);
    assert_eq!(histories.page(own(id(&bea)), &all, false, 0).await.unwrap().total, played);
    assert_eq!(histories.page(own(id(&gus)), &all, false, 0).await.unwrap().total, 0);
    // Bea sees the hands that she saw as a guest.
    assert_eq!(histories.read(own(id(&bea)), table, 1, None, 0).await.unwrap(), seen);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_command_line_of_the_machine_gives_orders_over_a_private_socket() {
    use std::os::unix::fs::PermissionsExt as _;
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().to_owned();
    let open = open(move |config| config.server.data_dir = data_dir).await;
    let ann = Person::with_password(open.address, "Ann").await;
    let path = socket::path(directory.path());
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    let stream = tokio::net::UnixStream::connect(&path).await.unwrap();
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    let mut ask = async |line: &str| {
        writer.write_all(format!("{line}\n").as_bytes()).await.unwrap();
        lines.next_line().await.unwrap().unwrap()
    };
    let shown = ask(r#"[{"GetAccount":{"request":1,"account":"Ann"}}]"#).await;
    assert!(shown.contains("AccountShown") && shown.contains("\"online\":true"), "{shown}");
    let refused = ask(r#"[{"Login":{"request":2,"name":"Ann","password":"x"}}]"#).await;
    assert!(refused.contains("forbidden"), "{refused}");
    let malformed = ask("what is this").await;
    assert!(malformed.contains("malformed"), "{malformed}");
    let order = r#"[{"Administer":{"request":3,"reason":"Stolen.","order":{"SignOut":"Ann"}}}]"#;
    let done = ask(order).await;
    assert!(done.contains("Done"), "{done}");
    let ended = tokio::time::timeout(Duration::from_secs(10), ann.client.goodbye()).await;
    assert_eq!(ended.unwrap(), ErrorCode::BadToken);
    let told = ask(r#"[{"ListOperations":{"request":4,"account":null,"from":0}}]"#).await;
    assert!(told.contains("Ended all tokens") && told.contains("\"operator\":null"), "{told}");
    open.close(Duration::from_secs(1)).await;
    assert!(!path.exists());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_without_a_role_is_told_nothing_about_accounts() {
    let open = open(|_| ()).await;
    let mut gus = Person::guest_at(open.address, "Gus").await;
    let messages: [fn(RequestId) -> ClientMessage; 2] = [
        |request| ListOperations { request, account: None, from: 0 }.into(),
        |request| {
            let text = String::new();
            FindAccounts { request, text, which: AccountKind::Any, from: 0 }.into()
        },
    ];
    for message in messages {
        assert_eq!(gus.done(message).await, Err(ErrorCode::Forbidden));
    }
    let login = |request| {
        let password = Secret::from(PASSWORD);
        Login { request, name: "Gus".to_owned(), password, browser: None }.into()
    };
    assert_eq!(gus.done(login).await, Err(ErrorCode::AlreadyLoggedIn));
}

/// Runs `cardroom admin` for the room of this data directory. Returns whether it
/// succeeded, and its output.
async fn admin(data_dir: &std::path::Path, arguments: &[&str]) -> (bool, String) {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.arg("admin").args(arguments).arg("--data-dir").arg(data_dir);
    let output = command.env_remove("CARDROOM_CONFIG").output().await.unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_club_gets_its_accounts_from_a_file_all_or_none_with_links() {
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().to_owned();
    let open = open(move |config| config.server.data_dir = data_dir).await;
    let _ann = Person::with_password(open.address, "Ann").await;
    let file = directory.path().join("club.csv");
    let page = "server.address=https://poker.example";
    let path = file.to_str().unwrap();
    let import = ["import", path, "--reason", "The club's list", "--set", page];
    let run = async |arguments: &[&str]| admin(directory.path(), arguments).await;

    std::fs::write(&file, "name;role\nBea;\nann;\nbea;floor\nA;\n").unwrap();
    let (well, text) = run(&import).await;
    assert!(!well && text.contains("No account was opened"), "{text}");
    for mistake in ["\n2: ann: ", "\n3: bea: Another account of this list", "\n4: A: "] {
        assert!(text.contains(mistake), "{mistake}: {text}");
    }
    let (_, list) = run(&["list"]).await;
    assert!(!list.to_lowercase().contains("bea"), "none is opened: {list}");

    std::fs::write(&file, "name;role\nBea;\nCem;floor\n").unwrap();
    let (well, text) = run(&import).await;
    let rows: Vec<&str> = text.lines().collect();
    assert!(well && rows.len() == 3 && rows[0] == "name,link,until", "{text}");
    assert!(rows[1].starts_with("Bea,https://poker.example/#/reset/cr_"), "{text}");
    let (_, list) = run(&["list", "cem"]).await;
    assert!(list.contains("floor"), "{list}");
    // The log names the user of this machine.
    let (_, log) = run(&["log", "Bea"]).await;
    let user = std::env::var("USER").unwrap_or_else(|_| "root".to_owned());
    assert!(log.contains(&format!("(user {user} of the machine)  (The club's list)")), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_on_standard_input_is_that_of_the_new_account() {
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().to_owned();
    let open = open(move |config| config.server.data_dir = data_dir).await;
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_cardroom"));
    command.args(["admin", "create", "Dora", "--role", "floor", "--reason", "Fridays"]);
    command.args(["--password-stdin", "--data-dir"]).arg(directory.path());
    command.env_remove("CARDROOM_CONFIG").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut input = process.stdin.take().unwrap();
    input.write_all(format!("{PASSWORD}\n").as_bytes()).await.unwrap();
    drop(input);
    let output = process.wait_with_output().await.unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "Done.\n");
    let (password, here) = (Secret::from(PASSWORD), IpAddr::from([127, 0, 0, 1]));
    let login = open.room.accounts.login("Dora", &password, None, here).await;
    assert!(login.is_ok(), "the password is not thrown away");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cardroom_admin_reaches_the_room_that_is_open() {
    let directory = tempfile::tempdir().unwrap();
    let data_dir = directory.path().to_owned();
    let open = open(move |config| config.server.data_dir = data_dir).await;
    let ann = Person::with_password(open.address, "Ann").await;
    let run = async |arguments: &[&str]| admin(directory.path(), arguments).await;
    let (well, list) = run(&["list", "an"]).await;
    assert!(well && list.starts_with("Ann ") && list.contains("online"), "{list}");
    let (well, text) = run(&["grant", "Ann", "70"]).await;
    assert!(!well && text.contains("--reason"), "{text}");
    let before = wallet(&open, &ann);
    let (well, text) = run(&["grant", "Ann", "70", "--reason", "A prize."]).await;
    assert!(well, "{text}");
    assert_eq!(wallet(&open, &ann), before + 70);
    let (well, text) = run(&["suspend", "Ann", "--days", "2", "--reason", "Abuse."]).await;
    assert!(well, "{text}");
    assert_eq!(ann.client.goodbye().await, ErrorCode::Suspended);
    let (_, shown) = run(&["show", "Ann"]).await;
    assert!(shown.contains("suspended until 2"), "{shown}");
    let (well, text) =
        run(&["create", "Cleo", "--role", "floor", "--reason", "Rules tonight."]).await;
    assert!(well && text.contains("/#/reset/cr_"), "{text}");
    let (_, log) = run(&["log"]).await;
    let lines: Vec<&str> = log.lines().collect();
    assert!(lines.len() == 3 && lines[0].contains("Cleo: Opened the account"), "{log}");
    let (well, text) = run(&["erase", "Ann", "--confirm", "Eve", "--reason", "x"]).await;
    assert!(!well && text.contains("--confirm"), "{text}");
    let (well, text) = run(&["role", "Nobody", "floor", "--reason", "x"]).await;
    assert!(!well && text.contains("no account with this name"), "{text}");
    let (well, text) = run(&["unlock", "Cleo", "--reason", "Three typos"]).await;
    assert!(!well && text.contains("has to wait"), "nobody guessed: {text}");
    open.close(Duration::from_secs(1)).await;
    let (well, text) = run(&["list"]).await;
    assert!(!well && text.contains("No room is open"), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_comes_with_its_hand_and_the_operator_reads_what_was_said() {
    let open = open(|config| config.moderation.words = vec!["fish".to_owned()]).await;
    let mut judge = with_role(&open, "Judge", Role::Floor).await;
    let (mut ann, mut gus, table) = played(&open).await;
    let say =
        |text: &'static str| move |request| Chat { request, table, text: text.to_owned() }.into();
    gus.done(say("Sorry")).await.unwrap();
    assert_eq!(gus.done(say("You FISH!")).await, Err(ErrorCode::BadText));
    let report = |player: &'static str, hand| {
        move |request| {
            let (player, text) = (player.to_owned(), "He called me names.".to_owned());
            ReportPlayer { request, table, player, hand, text }.into()
        }
    };
    ann.done(report("Gus", Some(HandNo(1)))).await.unwrap();
    assert_eq!(ann.done(report("Gus", Some(HandNo(99)))).await, Err(ErrorCode::UnknownHand));
    assert_eq!(ann.done(report("Ann", None)).await, Err(ErrorCode::NotAllowedNow));
    assert_eq!(ann.done(report("Nobody", None)).await, Err(ErrorCode::NotAllowedNow));
    let list = |request| ListReports { request, open: true, from: 0 }.into();
    assert_eq!(gus.done(list).await, Err(ErrorCode::Forbidden));
    let page = |message| match message {
        ServerMessage::ReportPage(page) => Some(page),
        _ => None,
    };
    let reports = judge.ask(list, page).await.unwrap().reports;
    let [report] = &reports[..] else { panic!("{reports:?}") };
    let of = (&*report.reporter, &*report.player, report.hand);
    assert_eq!(of, ("Ann", "Gus", Some(HandNo(1))));

    let search = |request| {
        let (text, account) = ("sorry".to_owned(), Some("Gus".to_owned()));
        SearchChat { request, text, account, table: Some(table), from: 0 }.into()
    };
    let chat = |message| match message {
        ServerMessage::ChatPage(page) => Some(page),
        _ => None,
    };
    assert_eq!(ann.done(search).await, Err(ErrorCode::Forbidden));
    // It is stored right after everyone has received it.
    let lines = loop {
        let lines = judge.ask(search, chat).await.unwrap().lines;
        if !lines.is_empty() {
            break lines;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!((lines.len(), &*lines[0].text, &*lines[0].name), (1, "Sorry", "Gus"));
    order(&mut judge, AccountOrder::SettleReport(report.number)).await.unwrap();
    let again = order(&mut judge, AccountOrder::SettleReport(report.number)).await;
    assert_eq!(again, Err(ErrorCode::NothingToDo));
    assert!(judge.ask(list, page).await.unwrap().reports.is_empty());
    assert_eq!(log(&mut judge, "Gus").await.operations[0].done, "Settled report 1");
}

/// Returns the room's complete response to a request with a token.
async fn get(open: &OpenRoom, path: &str, token: &Secret) -> String {
    use tokio::io::AsyncReadExt as _;
    let mut stream = tokio::net::TcpStream::connect(open.address).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
        token.0
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_is_exported_for_its_owner_and_for_administrators_without_a_secret() {
    let open = open(|_| ()).await;
    let mut operator = with_role(&open, "Root", Role::Admin).await;
    let (ann, gus, _) = played(&open).await;
    let [ann, gus, root] =
        [&ann, &gus, &operator].map(|one| one.logged_in.resume_token.clone().unwrap());
    let own = get(&open, "/account.jsonl", &ann).await;
    assert!(own.starts_with("HTTP/1.1 200"), "{own}");
    for part in ["\"account\":{", "\"name\":\"Ann\"", "\"transfer\":{", "signup:", "\"hand\":{"] {
        assert!(own.contains(part), "{part} is missing: {own}");
    }
    assert!(own.contains("{\"end\":{\"hands\":1}}"), "nothing is missing: {own}");
    for secret in ["argon2", "password_hash", "cr_"] {
        assert!(!own.contains(secret), "{secret}: {own}");
    }
    let other = get(&open, "/accounts/Ann.jsonl?reason=Asked", &gus).await;
    assert!(other.starts_with("HTTP/1.1 403"), "{other}");
    let admin = get(&open, "/accounts/Gus.jsonl?reason=Asked", &root).await;
    assert!(admin.starts_with("HTTP/1.1 200") && admin.contains("\"guest\":true"), "{admin}");
    let recorded = log(&mut operator, "Gus").await.operations;
    let told = recorded.first().map(|one| (&*one.done, &*one.reason));
    assert_eq!(told, Some(("Exported the account", "Asked")));
    for path in
        ["/accounts/Gus.jsonl", "/accounts/Gus.jsonl?reason=", "/accounts/Gus.jsonl?reason=a%0Ab"]
    {
        let unexplained = get(&open, path, &root).await;
        assert!(unexplained.starts_with("HTTP/1.1 400"), "{path}: {unexplained}");
    }
    let nobody = get(&open, "/accounts/Nobody.jsonl?reason=Asked", &root).await;
    assert!(nobody.starts_with("HTTP/1.1 404"), "{nobody}");
    let stranger = get(&open, "/account.jsonl", &Secret::from("cr_nothing")).await;
    assert!(stranger.starts_with("HTTP/1.1 401"), "{stranger}");
}

/// Each of two administrators takes the role from the other, or suspends the other, at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_always_keeps_an_administrator_who_can_sign_in() {
    for round in 0..8 {
        let open = open(|_| ()).await;
        let (ann, bob) =
            (with_role(&open, "Ann", Role::Admin), with_role(&open, "Bob", Role::Admin));
        let (ann, bob) = (id(&ann.await), id(&bob.await));
        let give = async |by: AccountId, against: &str| {
            let order = match round % 2 {
                0 => {
                    AccountOrder::SetRole(NewRole { account: against.to_owned(), role: Role::Host })
                }
                _ => AccountOrder::Suspend(until_never(against)),
            };
            let standing = Standing {
                role: Role::Admin,
                credential: Credential::SignIn,
                factor: Factor::None,
            };
            let operator = Operator { account: Some(by), standing, ..Operator::AT_THE_MACHINE };
            let (request, reason) = (RequestId(1), "It was needed.".to_owned());
            let order = Administer { request, reason, order };
            let order = AdministrationRequest::Administer(order);
            administration::answer(&open.room, operator, order).await.is_ok()
        };
        let (first, second) = tokio::join!(give(ann, "Bob"), give(bob, "Ann"));
        assert!(first != second, "round {round}: {first} {second}");
    }
}
