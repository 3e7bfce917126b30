//! Commands that fail say why, and what to do.

use crate::operator::cardroom;
use std::path::Path;

fn in_folder(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let data = folder.join("data");
    cardroom(&[arguments, &["--data-dir", data.to_str().unwrap()]].concat())
}

#[test]
fn the_role_of_an_account_that_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let (code, out, error) = in_folder(folder.path(), &["admin", "role", "Cleo", "floor"]);
    assert_eq!((code, &*out), (1, ""));
    assert!(error.contains("There is no account named \"Cleo\" in "), "{error}");
    assert!(error.contains("cardroom.sqlite") && error.contains("cardroom admin create Cleo"));
}

#[tokio::test]
async fn a_database_of_a_newer_version() {
    let folder = tempfile::tempdir().unwrap();
    in_folder(folder.path(), &["admin", "role", "Cleo", "floor"]);
    let file = folder.path().join("data").join("cardroom.sqlite");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let mut connection = sqlx::ConnectOptions::connect(&options).await.unwrap();
    sqlx::query(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) \
         VALUES (9999, 'tomorrow', TRUE, x'00', 1)",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    sqlx::Connection::close(connection).await.unwrap();
    for command in [&["admin", "role", "Cleo", "floor"][..], &["serve"]] {
        let (code, _, error) = in_folder(folder.path(), command);
        assert_eq!(code, 1, "{error}");
        assert!(error.contains("A newer version of Cardroom has used this database"), "{error}");
        assert!(error.contains("9999") && error.contains("Start the newer version"), "{error}");
    }
}

#[test]
fn a_reader_that_wants_no_more_lines_is_no_fault() {
    let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["rules", "show", "tda-2024"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // The pipe has no reader from here on.
    drop(process.stdout.take());
    let output = process.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), &*error), (Some(141), ""));
}

#[test]
fn the_password_of_a_database_is_no_flag() {
    let folder = tempfile::tempdir().unwrap();
    let flag = "store.url=postgres://room:hunter2@127.0.0.1:1/room";
    let (code, out, error) = in_folder(folder.path(), &["--set", flag, "--print-config"]);
    assert_eq!((code, &*out), (1, ""));
    assert!(error.contains("CARDROOM__STORE__URL") && !error.contains("hunter2"), "{error}");
    let flag = "store.url=postgres://room@127.0.0.1:1/room";
    let (code, out, error) = in_folder(folder.path(), &["--set", flag, "--print-config"]);
    assert!(code == 0 && out.contains("postgres://room@"), "{error}");
}

#[test]
fn an_administrators_password_comes_from_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_cardroom"))
        .args(["admin", "create", "Cleo", "--data-dir"])
        .arg(folder.path().join("data"))
        .env_remove("CARDROOM_CONFIG")
        .env("CARDROOM_ADMIN_PASSWORD", "seven deuce offsuit")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && text.starts_with("Cleo is an administrator"), "{text}");
}

#[test]
fn a_closed_room_opens_no_account_with_another_role_than_administrator() {
    let folder = tempfile::tempdir().unwrap();
    let create = ["admin", "create", "Cleo", "--role", "floor", "--password-stdin"];
    let (code, out, error) = in_folder(folder.path(), &create);
    assert_eq!((code, &*out), (1, ""));
    assert!(error.contains("The room is closed, so it opens accounts of administrators only"));
    assert!(!folder.path().join("data").join("cardroom.sqlite").exists());
}
