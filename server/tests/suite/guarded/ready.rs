//! `/readyz` on both addresses.

use crate::support::client::{Client, get, open_room};
use cardroom::config::{Config, Synchronous};
use cardroom::shutdown::Phase;
use cardroom::store::SqliteStore;
use cardroom::store::prelude::*;
use cardroom::wiring;
use cardroom_protocol::Secret;
use metrics_exporter_prometheus::PrometheusBuilder;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;

/// Returns the status, and the reasons with their sentences.
async fn reasons(admin: SocketAddr) -> (u16, Vec<(String, String)>) {
    let (status, body) = get(admin, "/readyz").await;
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(body["ready"], json!(status == 200));
    let text = |reason: &Value, key| reason[key].as_str().unwrap().to_owned();
    let reasons = body["reasons"].as_array().unwrap().iter();
    (status, reasons.map(|reason| (text(reason, "reason"), text(reason, "message"))).collect())
}

#[tokio::test]
async fn a_room_that_closes_says_so_where_it_is_asked() {
    let open = open_room(|_| {}).await;
    assert_eq!(reasons(open.admin_address).await, (200, vec![]));
    assert_eq!(get(open.address, "/readyz").await, (200, "ready\n".to_owned()));
    open.room.lifecycle.enter(Phase::Draining);
    let (status, found) = reasons(open.admin_address).await;
    assert_eq!((status, &*found[0].0, found.len()), (503, "draining", 1));
    assert!(found[0].1.ends_with('.'), "{found:?}");
    assert_eq!(get(open.address, "/readyz").await, (503, "draining\n".to_owned()));
}

#[tokio::test]
async fn a_disk_that_is_nearly_full_is_a_reason_and_the_room_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let open = open_room(|config| {
        config.server.data_dir = folder.path().to_owned();
        config.store.least_free_mib = 1 << 30;
    })
    .await;
    let (status, found) = reasons(open.admin_address).await;
    assert_eq!((status, &*found[0].0, found.len()), (503, "disk", 1));
    assert!(
        found[0].1.contains("less than the 1073741824 MiB of store.least_free_mib"),
        "{found:?}"
    );
    assert_eq!(get(open.address, "/readyz").await.0, 200, "players are welcome still");
    let (mut guest, _) = Client::guest(&open, "Ann").await;
    guest.ping().await;
}

#[tokio::test]
async fn a_database_that_is_gone_is_noticed_without_anybody_playing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("room.sqlite");
    let store = Arc::new(SqliteStore::open(&file, Synchronous::Normal, 0).await.unwrap());
    let settings = "[server]\nlisten = \"127.0.0.1:0\"\nadmin_listen = \"127.0.0.1:0\"\n\
                    [house_bots]\nenabled = false\n[store]\nleast_free_mib = 0\n";
    let config = Config::load_text("test", settings, [], &Default::default()).unwrap();
    let figures = PrometheusBuilder::new().build_recorder().handle();
    let shared = Arc::clone(&store);
    let open = wiring::open(&config, shared, figures).await.unwrap();
    assert_eq!(reasons(open.admin_address).await, (200, vec![]));
    store.close().await.unwrap();
    let (status, found) = reasons(open.admin_address).await;
    assert_eq!((status, &*found[0].0, found.len()), (503, "database", 1));
    assert!(found[0].1.starts_with("The database does not work: "), "{found:?}");
}

#[tokio::test]
async fn staff_without_the_second_factor_that_the_room_asks_for_is_a_warning() {
    let open = open_room(|config| config.accounts.staff_second_factor = true).await;
    let warnings = async || {
        let (status, body) = get(open.admin_address, "/readyz").await;
        assert_eq!(status, 200, "players are welcome still");
        let body: Value = serde_json::from_str(&body).unwrap();
        body["warnings"].clone()
    };
    assert_eq!(warnings().await, json!([]));
    open.room.accounts.create_admin("Ada", &Secret::from("a long password")).await.unwrap();
    let warned = warnings().await;
    assert_eq!(warned[0]["reason"], json!("second_factor"));
    assert!(warned[0]["message"].as_str().unwrap().contains("have none: Ada."), "{warned}");
}
