//! The configuration of a server under test: `config/load.toml` with the tables of a scenario.

use serde::Serialize;
use std::net::SocketAddr;
use std::path::Path;
use toml::{Table, Value};

/// What is raised for measuring, with the reasons; everything else is as in play.
const BASE: &str = include_str!("../../../config/load.toml");

/// Enough for any run: nobody goes broke, and a refill would make the books unknown.
const SIGNUP_GRANT: i64 = 1_000_000_000;
/// A room without players has nothing to wait for.
const DRAIN_SECONDS: i64 = 5;

/// Identical ring tables, without pauses and without house bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct RingTables {
    /// How many.
    pub(crate) tables: u32,
    /// Seats of each.
    pub(crate) seats: u8,
}

/// The whole file.
pub(super) fn text(
    tables: &RingTables,
    listen: SocketAddr,
    admin_listen: SocketAddr,
    data_dir: &Path,
) -> Result<String, toml::ser::Error> {
    let mut config: Table = BASE.parse().expect("a test reads it");
    let mut set = |section: &str, key: &str, value: Value| {
        let section = config.entry(section).or_insert_with(|| Table::new().into());
        if let Value::Table(section) = section {
            section.insert(key.to_owned(), value);
        }
    };
    set("server", "listen", listen.to_string().into());
    set("server", "admin_listen", admin_listen.to_string().into());
    set("server", "data_dir", data_dir.to_string_lossy().into_owned().into());
    set("server", "drain_seconds", DRAIN_SECONDS.into());
    set("accounts", "signup_grant", SIGNUP_GRANT.into());
    set("house_bots", "enabled", false.into());
    let mut ring = Table::new();
    let numbers = [
        ("copies", i64::from(tables.tables)),
        ("seats", i64::from(tables.seats)),
        ("small_blind", 5),
        ("big_blind", 10),
        ("min_buy_in", 400),
        ("max_buy_in", 1_000),
        ("between_hands_ms", 0),
        ("run_out_ms", 0),
        ("house_bots", 0),
    ];
    ring.insert("name".to_owned(), "Load".into());
    ring.extend(numbers.map(|(key, number)| (key.to_owned(), number.into())));
    config.insert("tables".to_owned(), Value::Array(vec![ring.into()]));
    toml::to_string(&config)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_the_one_for_measuring_with_the_tables_in_it() {
        let tables = RingTables { tables: 200, seats: 9 };
        let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let text = text(&tables, address(4001), address(4002), Path::new("/tmp/a \"b\"")).unwrap();
        let config: Table = text.parse().unwrap();
        assert_eq!(config["server"]["listen"].as_str(), Some("127.0.0.1:4001"));
        assert_eq!(config["server"]["data_dir"].as_str(), Some("/tmp/a \"b\""));
        assert_eq!(config["tables"][0]["copies"].as_integer(), Some(200));
        assert_eq!(config["tables"][0]["seats"].as_integer(), Some(9));
        assert_eq!(config["tables"][0]["between_hands_ms"].as_integer(), Some(0));
        assert_eq!(config["house_bots"]["enabled"].as_bool(), Some(false));
        // From the file: a load test is one address.
        let base: Table = BASE.parse().unwrap();
        assert_eq!(config["limits"], base["limits"]);
        assert!(config["limits"]["connections_per_address"].as_integer() > Some(10_000));
    }
}
