//! The room's connection to a PostgreSQL server that speaks TLS, with a certificate made here.

use crate::support::postgres::{Postgres, TlsServer};
use crate::support::tls_proxy::certificates::authority;
use cardroom::config::Synchronous;
use cardroom::store::prelude::*;
use cardroom::store::{PostgresStore, StoreError, TlsError};
use rcgen::{CertificateParams, KeyPair};
use sqlx::{Connection as _, PgConnection};
use std::os::unix::fs::PermissionsExt;

/// Returns a server with a certificate for `localhost`, and a folder with its CA and an unknown CA.
fn server() -> Option<(TlsServer, tempfile::TempDir)> {
    let folder = tempfile::tempdir().unwrap();
    // The account that runs PostgreSQL must read these files.
    std::fs::set_permissions(folder.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let (ca, issuer) = authority("A league of its own");
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let own = params.signed_by(&key, &issuer).unwrap();
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).unwrap();
    write("ca.pem", ca);
    write("other.pem", authority("Another league").0);
    write("chain.pem", own.pem());
    write("key.pem", key.serialize_pem());
    Some((TlsServer::start(folder.path())?, folder))
}

async fn open(url: &str) -> Result<PostgresStore, StoreError> {
    PostgresStore::open(url, Synchronous::Full, 0).await
}

async fn refused(url: &str) -> (TlsError, String) {
    match open(url).await {
        Err(StoreError::Tls(error)) => {
            let text = StoreError::Tls(error.clone()).to_string();
            assert!(text.ends_with('.') && text.contains(". "), "whole sentences: {text}");
            (error, text)
        }
        other => panic!("{url}: {other:?}"),
    }
}

#[tokio::test]
async fn every_connection_of_the_room_is_encrypted_as_sslmode_asks() {
    let Some((server, folder)) = server() else { return };
    let ca = folder.path().join("ca.pem");
    let plain = server.url("localhost", "sslmode=disable");
    for parameters in [
        "sslmode=require".to_owned(),
        format!("sslmode=verify-ca&sslrootcert={}", ca.display()),
        format!("sslmode=verify-full&sslrootcert={}", ca.display()),
    ] {
        let store = open(&server.url("localhost", &parameters)).await.unwrap();
        store.probe().await.unwrap();
        store.load_balances().await.unwrap();
        let mut looking = PgConnection::connect(&plain).await.unwrap();
        let encrypted: Vec<bool> = sqlx::query_scalar(
            "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
             WHERE application_name = 'cardroom'",
        )
        .fetch_all(&mut looking)
        .await
        .unwrap();
        assert!(encrypted.len() >= 2, "one that writes and one that reads: {encrypted:?}");
        assert!(encrypted.iter().all(|encrypted| *encrypted), "{parameters}: {encrypted:?}");
        store.close().await.unwrap();
    }
    // With verify-ca a CA vouches for the machine, whatever its name.
    let by_address = format!("sslmode=verify-ca&sslrootcert={}", ca.display());
    open(&server.url("127.0.0.1", &by_address)).await.unwrap().close().await.unwrap();
}

#[tokio::test]
async fn a_server_that_is_not_the_one_that_was_asked_for_is_refused() {
    let Some((server, folder)) = server() else { return };
    let with = |mode: &str, ca: &str| {
        format!("sslmode={mode}&sslrootcert={}", folder.path().join(ca).display())
    };
    let (error, text) = refused(&server.url("127.0.0.1", &with("verify-full", "ca.pem"))).await;
    assert!(matches!(error, TlsError::WrongName { .. }), "{error:?}");
    assert!(text.contains("127.0.0.1"), "{text}");
    for mode in ["verify-ca", "verify-full"] {
        let (error, text) = refused(&server.url("localhost", &with(mode, "other.pem"))).await;
        assert!(matches!(error, TlsError::UnknownCa { .. }), "{error:?}");
        assert!(text.contains("sslrootcert="), "{text}");
        let (error, text) = refused(&server.url("localhost", &with(mode, "missing.pem"))).await;
        assert!(matches!(error, TlsError::File { .. }), "{error:?}");
        assert!(text.contains("sslrootcert"), "{text}");
    }
}

#[tokio::test]
async fn a_server_without_tls_is_not_used_in_the_clear() {
    let Some(database) = Postgres::database().await else { return };
    let (error, text) = refused(&format!("{}&sslmode=require", database.url())).await;
    assert!(matches!(error, TlsError::NotOffered { .. }), "{error:?}");
    assert!(text.contains("ssl = on"), "{text}");
    let preferred = open(&format!("{}&sslmode=prefer", database.url())).await.unwrap();
    preferred.close().await.unwrap();
}
