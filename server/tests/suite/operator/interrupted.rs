//! Ctrl-C: a command other than `serve` ends with status 130 and leaves nothing behind. A room
//! closes in order.

use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader, ErrorKind};
use std::net::{TcpListener, TcpStream};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn start(folder: &Path, arguments: &[&str]) -> Child {
    start_on(folder, arguments, "sqlite")
}

fn start_on(folder: &Path, arguments: &[&str], store: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(arguments)
        .arg("--data-dir")
        .arg(folder.join("data"))
        .env_remove("CARDROOM_CONFIG")
        .env("TMPDIR", folder)
        .env("CARDROOM_FLOOR_PASSWORD", "seven deuce offsuit")
        .env("CARDROOM__STORE__URL", store)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Sends SIGINT, and returns the exit status.
fn interrupt(process: Child) -> Option<i32> {
    end_with(Signal::INT, process)
}

fn end_with(signal: Signal, mut process: Child) -> Option<i32> {
    let id = i32::try_from(process.id()).unwrap();
    kill_process(Pid::from_raw(id).unwrap(), signal).unwrap();
    let started = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return status.code();
        }
        if started.elapsed() > Duration::from_secs(20) {
            process.kill().unwrap();
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Accepts a program's connection. Fails if the program ends before it connects.
fn accept(listener: &TcpListener, process: &mut Child) -> TcpStream {
    listener.set_nonblocking(true).unwrap();
    loop {
        match listener.accept() {
            Ok((connection, _)) => return connection,
            Err(error) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
        assert_eq!(process.try_wait().unwrap(), None, "the program ended");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns a server that accepts a connection and never answers.
fn silent() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

#[test]
fn a_command_of_the_floor() {
    let folder = tempfile::tempdir().unwrap();
    let (listener, address) = silent();
    let url = format!("ws://{address}/ws");
    let floor = ["floor", "--url", &url, "--user", "Ada", "tournaments"];
    let mut process = start(folder.path(), &floor);
    let _connection = accept(&listener, &mut process);
    assert_eq!(interrupt(process), Some(130));
}

#[test]
fn an_order_to_an_open_room() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    std::fs::create_dir(&data).unwrap();
    let listener = UnixListener::bind(cardroom::administration::socket::path(&data)).unwrap();
    let process = start(folder.path(), &["admin", "list"]);
    let (connection, _) = listener.accept().unwrap();
    // The command handles signals before it sends its request.
    BufReader::new(&connection).read_line(&mut String::new()).unwrap();
    assert_eq!(interrupt(process), Some(130));
}

#[test]
fn a_look_at_the_journal_leaves_no_copy_behind() {
    for command in [&["journal", "verify"][..], &["backup", "made.sqlite"]] {
        let folder = tempfile::tempdir().unwrap();
        let (listener, address) = silent();
        let database = format!("postgres://cardroom:secret@{address}/cardroom");
        let mut process = start_on(folder.path(), command, &database);
        let _connection = accept(&listener, &mut process);
        assert_eq!(interrupt(process), Some(130), "{command:?}");
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert!(left.is_empty(), "{command:?}: {left:?}");
    }
}

#[test]
fn a_room_closes_in_order() {
    // SIGHUP comes when the terminal of the room closes.
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = tempfile::tempdir().unwrap();
        let ports = ["--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0"];
        let mut process = start(folder.path(), &[&["serve"], &ports[..]].concat());
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap().starts_with("Players ")), "the room opens");
        assert_eq!(end_with(signal, process), Some(0), "{signal:?}");
    }
}
