//! `cardroom floor`: the same commands from a terminal, with their output and exit status.

use crate::floor::event::Event;
use cardroom::accounts::NewToken;
use cardroom_protocol::server::{Role, Scope};
use cardroom_protocol::tournament::{RulingState, TournamentState};
use std::process::{Output, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::io::AsyncWriteExt as _;
use tokio::process::Command;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_roster_is_entered_from_a_terminal() {
    let event = Event::registering().await;
    for name in ["Ada", "Bea", "Cem"] {
        event.operator(name, Role::Player).await;
    }
    let _dora = event.operator("Dora", Role::Floor).await;
    let tournament = event.tournament.0.to_string();
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("club.csv");
    let path = file.to_str().unwrap().to_owned();
    let roster = ["--reason", "the club's list", "roster", &tournament, &path];

    let (code, _, error) = types(&event, "Dora", &roster).await;
    assert!(code == 1 && error.contains("club.csv"), "there is no such file: {error}");
    // Longer than a message.
    let nobody = (0..200).map(|number| format!("Nobody number {number}\n"));
    std::fs::write(&file, format!("name\nAda\n{}", nobody.collect::<String>())).unwrap();
    let (code, out, error) = types(&event, "Dora", &roster).await;
    assert_eq!((code, out.as_str()), (1, ""));
    let mut lines = error.lines();
    assert_eq!(lines.next(), Some("cardroom: nobody was entered"));
    assert_eq!(lines.next(), Some("line 3, name: there is no account with this name"));
    assert_eq!(lines.last(), Some("and 100 problems more"));

    std::fs::write(&file, "name,seat,table\nAda,0,1\n").unwrap();
    let (code, _, error) = types(&event, "Dora", &roster).await;
    assert!(code == 1 && error.contains("line 2, seat: \"0\" is not a seat number"), "{error}");
    let list = "name,table,seat,apart,stack\nAda,1,2,Bea,\nBea\n\"Cem\",,,,700\n";
    std::fs::write(&file, list).unwrap();
    let (code, out, error) = types(&event, "Dora", &roster).await;
    assert_eq!((code, out.as_str(), error.as_str()), (0, "done: 3 entered\n", ""));
    let (code, _, error) = types(&event, "Dora", &roster).await;
    assert!(code == 1 && error.contains("line 2, name: A player has only one entry"), "{error}");
    let (code, out, _) = types(&event, "Dora", &["roster", &tournament]).await;
    let rows: Vec<&str> = out.lines().collect();
    let heading = "name,table,seat,apart,check_in,stack";
    assert_eq!((code, rows[0], rows.len()), (0, heading, 4), "{out}");
    for row in ["Ada,1,2,Bea,,", "Bea,,,,,", "Cem,,,,,700"] {
        assert!(rows.contains(&row), "what the floor asked for is in it: {out}");
    }
    let (code, out, _) = types(&event, "Dora", &["rulings", &tournament]).await;
    assert_eq!(code, 0);
    let pin = "Dora: reserves a place for Ada at table 1, seat 2. the club's list";
    assert!(out.lines().any(|line| line.ends_with(pin)), "{out}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_is_opened_from_a_terminal() {
    let event = Event::registering().await;
    let _dora = event.operator("Dora", Role::Floor).await;
    let (code, out, _) = types(&event, "Dora", &["structures"]).await;
    assert!(code == 0 && out.starts_with("Structures:\n"), "{out}");
    for row in ["\nnightly-freezeout  ", "\nsit-and-go  ", "\nLeagues:\nhouse-league  "] {
        assert!(out.contains(row), "{row}: {out}");
    }
    let open = ["open", "nightly-freezeout", "--name", "Tuesday", "--at", "2099-12-01T18:00Z"];
    let (code, out, error) = types(&event, "Dora", &open).await;
    assert_eq!((code, error.as_str()), (0, ""), "{out}");
    let number = out.trim().strip_prefix("done: tournament ").unwrap();
    let number = number.strip_suffix(" is open").unwrap();
    let (_, out, _) = types(&event, "Dora", &["tournaments"]).await;
    let opened = out.lines().find(|line| line.trim_start().starts_with(number)).unwrap();
    assert!(opened.contains("  Tuesday  Registering  "), "{out}");
    let (code, _, error) = types(&event, "Dora", &["open", "no-such-structure"]).await;
    assert!(code == 1 && error.contains("nightly-freezeout, "), "it lists them: {error}");
    let league = ["open", "nightly-freezeout", "--league", "no-such-league"];
    let (code, _, error) = types(&event, "Dora", &league).await;
    assert!(code == 1 && error.contains("It has: house-league"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stack_beyond_what_entries_brought_takes_a_second_look_in_a_terminal() {
    let event = Event::registering().await;
    event.operator("Ada", Role::Player).await;
    let _dora = event.operator("Dora", Role::Floor).await;
    let tournament = event.tournament.0.to_string();
    let why = ["--reason", "The quarterly final"];
    let (code, _, error) =
        types(&event, "Dora", &[&why[..], &["enter", &tournament, "Ada"]].concat()).await;
    assert_eq!((code, error.as_str()), (0, ""));
    let set = [&why[..], &["set-stack", &tournament, "1", "90000000"]].concat();
    let (code, _, error) = types(&event, "Dora", &set).await;
    assert!(code == 1 && error.contains("beyond_entries") && error.contains("--beyond"), "{error}");
    let (code, out, _) = types(&event, "Dora", &[&set[..], &["--beyond"]].concat()).await;
    assert!(code == 0 && out.contains("\"undo "), "{out}");
    let warn = [&why[..], &["warn", &tournament, "1"]].concat();
    let (code, out, _) = types(&event, "Dora", &warn).await;
    assert!(code == 0 && !out.contains("undo"), "a warning cannot be undone: {out}");
    let (_, out, _) = types(&event, "Dora", &["rulings", &tournament]).await;
    assert!(out.contains("Dora: sets the stack of Ada to 90,000,000. The quarterly"), "{out}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_of_the_floor_takes_the_place_of_name_password_and_code() {
    let event = Event::registering().await;
    let mut dora = event.operator("Dora", Role::Floor).await;
    let accounts = &event.room.room.accounts;
    let account = accounts.operations().named("Dora").await.unwrap().id;
    let token = async |scope: Scope| {
        let scopes = [scope].into_iter().collect();
        let new = NewToken { scopes, ..NewToken::to_play(scope.as_str()) };
        accounts.create_api_token(account, &new).await.unwrap().0.0
    };
    let tournament = event.tournament.0.to_string();
    let pause = ["--reason", "fire alarm", "warn", &tournament, "1"];
    let run = async |token: &str, arguments: &[&str]| {
        let url = format!("ws://{}/ws", event.room.address);
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardroom"));
        command.args(["floor", "--url", &url]).args(arguments);
        command.env_remove("CARDROOM_FLOOR_PASSWORD").env("CARDROOM_FLOOR_TOKEN", token);
        let output = command.output().await.unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(text).unwrap())
    };
    let floor = token(Scope::Floor).await;
    let (code, out) = run(&floor, &["tables", &tournament]).await;
    assert_eq!(code, 0, "{out}");
    let (code, out) = run(&floor, &pause).await;
    assert!(code == 1 && out.contains("unknown_entry"), "the director decides: {out}");
    let (code, out) = run(&floor, &["bans"]).await;
    assert!(code == 1 && out.contains("token_scope"), "{out}");
    let (code, out) = run(&floor, &["--user", "Ada", "tables", &tournament]).await;
    assert!(code == 3 && out.contains("This is the account Dora"), "{out}");
    let (code, out) = run(&token(Scope::Read).await, &pause).await;
    assert!(code == 1 && out.contains("token_scope"), "{out}");
    // None of them replaced Dora's own connection, as a sign-in with her password would.
    assert!(dora.rulings().await.is_empty());
    let (code, out) = run(&token(Scope::Play).await, &pause).await;
    assert!(code == 1 && out.contains("forbidden"), "a stolen bot is no operator: {out}");
    let (code, out) = run("", &["tournaments"]).await;
    assert!(code == 1 && out.contains("CARDROOM_FLOOR_TOKEN"), "{out}");
}

/// Runs the command with this line.
async fn types(event: &Event, user: &str, line: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["floor", "--url", &format!("ws://{}/ws", event.room.address), "--user", user])
        .args(line)
        .env("CARDROOM_FLOOR_PASSWORD", "eight or more")
        .output()
        .await
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (status.code().unwrap(), text(stdout), text(stderr))
}

/// Runs the command without a terminal, with a password from some source and perhaps a code.
#[cfg(target_os = "linux")]
async fn types_without_a_terminal(
    (event, user): (&Event, &str),
    arguments: &[&str],
    password: Option<&str>,
    input: &str,
) -> (i32, String) {
    let mut command = Command::new("setsid");
    command.args(["--wait", env!("CARGO_BIN_EXE_cardroom"), "floor", "--user", user]);
    command.args(["--url", &format!("ws://{}/ws", event.room.address)]);
    command.args(arguments).arg("tournaments").env_remove("CARDROOM_FLOOR_PASSWORD");
    if let Some(password) = password {
        command.env("CARDROOM_FLOOR_PASSWORD", password);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().unwrap();
    let mut to_it = process.stdin.take().unwrap();
    // A command that does not read its input may have ended.
    let _ = to_it.write_all(input.as_bytes()).await;
    drop(to_it);
    let output = process.wait_with_output().await.unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_comes_from_standard_input_or_the_environment_but_not_from_an_argument() {
    let event = Event::registering().await;
    let _ada = event.operator("Ada", Role::Floor).await;
    let ada = (&event, "Ada");
    let right = Some("eight or more");
    let (code, out) =
        types_without_a_terminal(ada, &["--password-stdin"], None, "eight or more\n").await;
    assert_eq!(code, 0, "{out}");
    let (code, out) = types_without_a_terminal(ada, &["--password-stdin"], right, "wrong\n").await;
    assert!(code == 3 && out.contains("bad_credentials"), "standard input wins: {out}");
    let (code, out) = types_without_a_terminal(ada, &[], right, "").await;
    assert_eq!(code, 0, "{out}");
    let (code, out) = types_without_a_terminal(ada, &[], None, "eight or more\n").await;
    assert!(code == 1 && out.contains("--password-stdin"), "{out}");
    assert!(out.contains("CARDROOM_FLOOR_PASSWORD"), "{out}");
    let argument = ["--password", "eight or more"];
    let (code, out) = types_without_a_terminal(ada, &argument, None, "").await;
    assert!(code == 2 && !out.contains("eight or more"), "{out}");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_with_a_second_factor_needs_its_code() {
    let event = Event::registering().await;
    let mut operator = event.operator("Ada", Role::Floor).await;
    let ada = (&event, "Ada");
    let right = Some("eight or more");
    let key = operator.begins_a_second_factor("eight or more").await;
    let key = totp_rs::Secret::try_from_base32(&key.0).unwrap();
    let totp = totp_rs::Builder::new().with_secret(key).build().unwrap();
    let digits = |steps: u64| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        totp.generate(now + 30 * steps).to_string()
    };
    operator.confirms_a_second_factor(&digits(0)).await;
    let (code, out) = types_without_a_terminal(ada, &[], right, "").await;
    assert!(code == 3 && out.contains("Give its code with --code"), "{out}");
    let (code, out) = types_without_a_terminal(ada, &["--code", &digits(1)], right, "").await;
    assert_eq!(code, 0, "{out}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_is_run_from_a_terminal() {
    let event = Event::running().await;
    let mut cleo = event.cleo().await;
    event.has_begun(&mut cleo).await;
    // An account may be logged in only once, so this uses another one.
    let _ada = event.operator("Ada", Role::Floor).await;
    let _ida = event.operator("Ida", Role::Player).await;
    let tournament = event.tournament.0.to_string();
    let why = ["--reason", "fire alarm", "--rule", "TDA 1"];

    let (code, out, error) = types(&event, "Ada", &["tournaments"]).await;
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(out.contains("Test") && out.contains("8 of 8 left"), "{out}");

    let pause = [&why[..], &["pause", &tournament]].concat();
    let (code, out, error) = types(&event, "Ada", &pause).await;
    assert_eq!((code, error.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("done: ruling "), "{out}");
    assert_eq!(cleo.look().await.info.state, TournamentState::Paused);
    let kept = cleo.rulings().await.remove(0);
    assert_eq!((kept.operator.as_deref(), &*kept.reason), (Some("Ada"), "fire alarm"));
    assert!(out == format!("done: ruling {}\n", kept.seq), "a pause has no undo: {out}");

    let (code, out, error) = types(&event, "Ada", &pause).await;
    assert_eq!((code, out.as_str()), (1, ""), "it is paused already");
    assert!(error.starts_with("cardroom: refused: not_allowed_now: "), "{error}");
    let stale = [&why[..], &["--seq", "1", "resume", &tournament]].concat();
    let (code, _, error) = types(&event, "Ada", &stale).await;
    assert!(code == 1 && error.contains("seq_moved"), "{error}");
    let resume = [&why[..], &["resume", &tournament]].concat();
    let (code, _, error) = types(&event, "Ida", &resume).await;
    assert!(code == 1 && error.contains("forbidden"), "{error}");
    assert_eq!(types(&event, "Ada", &resume).await.0, 0);
    let (code, _, error) = types(&event, "Ada", &["resume", &tournament]).await;
    assert!(code == 1 && error.contains("bad_text"), "a command has a reason: {error}");

    let (code, out, _) = types(&event, "Ada", &["players", &tournament]).await;
    assert_eq!((code, out.lines().count()), (0, 8), "{out}");
    assert!(out.lines().all(|line| line.contains("  Playing  ")), "{out}");
    let seats = out.lines().filter_map(|line| line.split_once(", seat ")?.1.trim().parse().ok());
    assert!(seats.clone().count() == 8 && seats.min() >= Some(1_u8), "{out}");
    assert!(out.contains("Table 1, seat ") && out.contains("Table 2, seat "), "{out}");
    let entry = out.split_whitespace().next().unwrap().to_owned();
    let miss = [&why[..], &["miss-hands", &tournament, &entry, "900"]].concat();
    let (code, out, error) = types(&event, "Ada", &miss).await;
    assert_eq!((code, error.as_str()), (0, ""));
    let ruling = out.split_whitespace().nth(2).unwrap().trim_end_matches(';').to_owned();
    let undo = [&why[..], &["undo", &tournament, &ruling]].concat();
    assert_eq!(types(&event, "Ada", &undo).await.0, 0);
    let undone =
        |ruling: &cardroom_protocol::tournament::Ruling| ruling.state == RulingState::Undone;
    assert!(cleo.rulings().await.iter().any(undone));

    let (code, out, _) = types(&event, "Ada", &["tables", &tournament]).await;
    assert_eq!((code, out.lines().count()), (0, 2), "{out}");
    let numbers = out.lines().filter_map(|line| line.split_whitespace().next());
    assert_eq!(numbers.collect::<Vec<_>>(), ["1", "2"], "{out}");
    let table = format!("{tournament}/2");
    let (code, _, error) = types(&event, "Ada", &["times", &format!("{tournament}/3")]).await;
    assert!(code == 1 && error.contains("has no table of this number"), "{error}");
    let (code, _, error) = types(&event, "Ada", &["times", "Nowhere"]).await;
    assert!(code == 1 && error.contains("No table is called \"Nowhere\""), "{error}");
    let void = [&why[..], &["table", &table, "void"]].concat();
    let (code, _, error) = types(&event, "Ida", &void).await;
    assert!(code == 1 && error.contains("forbidden"), "{error}");

    let pause = [&why[..], &["table", &table, "pause"]].concat();
    // Hands are quick: the table may have moved on between the view and the command.
    loop {
        let (code, _, error) = types(&event, "Ada", &pause).await;
        if !error.contains("seq_moved") {
            assert_eq!((code, error.as_str()), (0, ""));
            break;
        }
    }
    let (code, out, _) = types(&event, "Ada", &["audit", &table]).await;
    let row = "Test · table 2  Ada: pauses the table. fire alarm (TDA 1)\n";
    assert!(code == 0 && out.ends_with(row), "{out}");
    let year = cleo.rulings().await[0].at.0 / 31_556_952_000 + 1_970;
    assert!(out.contains(&format!("  {year}-")) && out.contains(" UTC  "), "{out}");
    let (code, _, error) = types(&event, "Ida", &["audit"]).await;
    assert!(code == 1 && error.contains("forbidden"), "{error}");

    let (code, out, _) = types(&event, "Ada", &["times", &table]).await;
    assert!(code == 0 && out.starts_with("No times: the rulebook"), "{out}");

    let ban = [&why[..], &["league", "ban", "Ida", "3"]].concat();
    assert_eq!(types(&event, "Ada", &ban).await.0, 0);
    let (code, out, _) = types(&event, "Ada", &["bans"]).await;
    assert!(code == 0 && out.starts_with("Ida  every tournament  until "), "{out}");
    assert!(out.ends_with(": fire alarm (Ada)\n"), "{out}");

    let (code, out, _) = types(&event, "Ada", &["rulings", &tournament]).await;
    assert_eq!(code, 0);
    let last = out.lines().last().unwrap();
    assert!(last.ends_with("Ada: pauses the tournament. fire alarm (TDA 1)"), "{out}");
    assert!(out.contains(" miss 900 hands. fire alarm (TDA 1)  [undone]\n"), "{out}");
    assert!(out.contains("Ada: undoes ruling "), "{out}");
    assert!(!out.contains(['{', '}']) && !out.contains("EntryId"), "{out}");
    assert_eq!(types(&event, "Nobody", &["tournaments"]).await.0, 3, "no such account");
    assert_eq!(types(&event, "Ada", &["shuffle"]).await.0, 2, "no such command");
}
