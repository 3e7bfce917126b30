//! The rooms that the cases run against.

use crate::conformance::case::On;
use cardroom::config::Config;
use cardroom::store::MemoryStore;
use cardroom::wiring::{self, OpenRoom};
use metrics_exporter_prometheus::PrometheusBuilder;
use std::net::SocketAddr;
use std::sync::Arc;

const SETTINGS: &str = r#"
    [server]
    listen = "127.0.0.1:0"
    admin_listen = "127.0.0.1:0"
    drain_seconds = 1
    [house_bots]
    enabled = false
    [limits]
    connections_per_address = 1000
    messages_per_second = 100000
    message_burst = 100000
    [deal]
    verifiable = false
    [[tables]]
    name = "Test"
    small_blind = 1
    big_blind = 2
    min_buy_in = 40
    max_buy_in = 200
"#;

/// The rooms of one run.
pub(crate) struct Rooms {
    usual: OpenRoom,
    slow: OpenRoom,
    listed: OpenRoom,
}

/// Opens a room with `change` applied to its configuration, on addresses that the system chose.
pub(crate) async fn open(change: impl FnOnce(&mut Config)) -> OpenRoom {
    let mut config = Config::load_text("test", SETTINGS, [], &Default::default()).unwrap();
    change(&mut config);
    let figures = PrometheusBuilder::new().build_recorder().handle();
    wiring::open(&config, Arc::new(MemoryStore::new()), figures).await.unwrap()
}

impl Rooms {
    pub(crate) async fn open() -> Self {
        let slow = |config: &mut Config| {
            config.limits.messages_per_second = 1;
            config.limits.message_burst = 10;
        };
        let listed = |config: &mut Config| config.server.hosts = vec!["poker.example".to_owned()];
        Self { usual: open(|_| {}).await, slow: open(slow).await, listed: open(listed).await }
    }

    pub(crate) fn address(&self, on: On) -> SocketAddr {
        match on {
            On::Usual => self.usual.address,
            On::Slow => self.slow.address,
            On::Listed => self.listed.address,
            On::Admin => self.usual.admin_address,
        }
    }
}
