//! The configuration of a server under test: `config/load.toml` with the tables or the tournament
//! of a scenario.

use cardroom_protocol::game::Betting;
use serde::Serialize;
use std::net::SocketAddr;
use std::path::Path;
use toml::{Table, Value};

/// Settings that are raised for measuring, with the reasons. All others are as in production.
const BASE: &str = include_str!("../../../config/load.toml");

/// Enough for any run. No bot goes broke, and a refill would make the books inconclusive.
const SIGNUP_GRANT: i64 = 1_000_000_000;
/// A room without players has nothing to wait for.
const DRAIN_SECONDS: i64 = 5;

/// Identical ring tables, without house bots.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct RingTables {
    pub(crate) tables: u32,
    pub(crate) seats: u8,
    pub(crate) betting: Betting,
    /// The largest buy-in, in big blinds.
    pub(crate) most_big_blinds: u32,
    /// The pause between two hands.
    pub(crate) between_hands_ms: u32,
}

/// The big blind of ring tables, which is the small bet in fixed limit.
const BIG_BLIND: i64 = 10;
/// The smallest buy-in in big blinds, unless the largest one is below it.
const LEAST_BIG_BLINDS: i64 = 40;

impl RingTables {
    /// Makes no-limit tables with buy-ins up to a hundred big blinds.
    pub(crate) fn new(tables: u32, seats: u8) -> Self {
        Self { tables, seats, betting: Betting::NoLimit, most_big_blinds: 100, between_hands_ms: 0 }
    }

    /// Sets the pause between two hands.
    pub(crate) fn pausing(self, between_hands_ms: u32) -> Self {
        Self { between_hands_ms, ..self }
    }
}

/// A tournament that is announced when the server has started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Announced {
    /// The name in the lobby.
    pub(crate) name: String,
    /// The id of the structure.
    pub(crate) structure: String,
    /// The structure, as a file of `tournaments`.
    pub(crate) text: String,
    /// How long after the announcement the tournament starts. If it is absent, the tournament
    /// starts when it is full, and the next one is announced then.
    pub(crate) starts_in_minutes: Option<u32>,
}

/// The games that a server under test offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Offer {
    Ring(RingTables),
    Tournament(Announced),
    Both(RingTables, Announced),
}

impl Offer {
    fn ring(&self) -> Option<&RingTables> {
        match self {
            Self::Ring(tables) | Self::Both(tables, _) => Some(tables),
            Self::Tournament(_) => None,
        }
    }

    fn announced(&self) -> Option<&Announced> {
        match self {
            Self::Tournament(announced) | Self::Both(_, announced) => Some(announced),
            Self::Ring(_) => None,
        }
    }
}

/// Writes the whole file. `rules_dir` contains the structure of a tournament.
pub(super) fn text(
    offer: &Offer,
    rules_dir: &Path,
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
    // The players are guests, and every chip must return to a wallet.
    set("accounts", "free_chips", "everywhere".into());
    set("house_bots", "enabled", false.into());
    if let Some(announced) = offer.announced() {
        set("server", "rules_dir", rules_dir.to_string_lossy().into_owned().into());
        let mut tournament = Table::new();
        tournament.insert("name".to_owned(), announced.name.clone().into());
        tournament.insert("structure".to_owned(), announced.structure.clone().into());
        if let Some(minutes) = announced.starts_in_minutes {
            tournament.insert("starts_in_minutes".to_owned(), i64::from(minutes).into());
        }
        config.insert("tournaments".to_owned(), Value::Array(vec![tournament.into()]));
    }
    config.remove("tables");
    if let Some(tables) = offer.ring() {
        config.insert("tables".to_owned(), Value::Array(vec![ring(tables).into()]));
    }
    toml::to_string(&config)
}

fn ring(tables: &RingTables) -> Table {
    let mut ring = Table::new();
    let most = i64::from(tables.most_big_blinds);
    let betting = match tables.betting {
        Betting::NoLimit => "no_limit",
        Betting::PotLimit => "pot_limit",
        Betting::FixedLimit => "fixed_limit",
    };
    let numbers = [
        ("copies", i64::from(tables.tables)),
        ("seats", i64::from(tables.seats)),
        ("small_blind", BIG_BLIND / 2),
        ("big_blind", BIG_BLIND),
        ("min_buy_in", BIG_BLIND * LEAST_BIG_BLINDS.min(most)),
        ("max_buy_in", BIG_BLIND * most),
        ("between_hands_ms", tables.between_hands_ms.into()),
        ("run_out_ms", 0),
        ("house_bots", 0),
    ];
    ring.insert("name".to_owned(), "Load".into());
    ring.insert("betting".to_owned(), betting.into());
    ring.extend(numbers.map(|(key, number)| (key.to_owned(), number.into())));
    ring
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(offer: &Offer) -> Table {
        let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let (rules, data) = (Path::new("/tmp/rules"), Path::new("/tmp/a \"b\""));
        text(offer, rules, address(4001), address(4002), data).unwrap().parse().unwrap()
    }

    #[test]
    fn a_tournament_is_announced_by_its_structure() {
        let announced = Announced {
            name: "Thousand".to_owned(),
            structure: "thousand".to_owned(),
            text: String::new(),
            starts_in_minutes: Some(2),
        };
        let config = read(&Offer::Tournament(announced));
        assert_eq!(config["server"]["rules_dir"].as_str(), Some("/tmp/rules"));
        assert_eq!(config["tournaments"][0]["structure"].as_str(), Some("thousand"));
        assert_eq!(config["tournaments"][0]["starts_in_minutes"].as_integer(), Some(2));
        assert!(config.get("tables").is_none());
    }

    #[test]
    fn the_file_is_the_one_for_measuring_with_the_tables_in_it() {
        let config = read(&Offer::Ring(RingTables::new(200, 9)));
        assert_eq!(config["server"]["listen"].as_str(), Some("127.0.0.1:4001"));
        assert_eq!(config["server"]["data_dir"].as_str(), Some("/tmp/a \"b\""));
        assert_eq!(config["tables"][0]["copies"].as_integer(), Some(200));
        assert_eq!(config["tables"][0]["seats"].as_integer(), Some(9));
        assert_eq!(config["tables"][0]["betting"].as_str(), Some("no_limit"));
        assert_eq!(config["tables"][0]["max_buy_in"].as_integer(), Some(1_000));
        assert_eq!(config["tables"][0]["between_hands_ms"].as_integer(), Some(0));
        assert_eq!(config["house_bots"]["enabled"].as_bool(), Some(false));
        // Taken from the file, because a load test uses one address.
        let base: Table = BASE.parse().unwrap();
        assert_eq!(config["limits"], base["limits"]);
        assert!(config["limits"]["connections_per_address"].as_integer() > Some(10_000));
    }

    #[test]
    fn tables_have_their_betting_and_their_stacks() {
        let tables = RingTables {
            betting: Betting::FixedLimit,
            most_big_blinds: 20,
            ..RingTables::new(1, 2)
        };
        let table = &read(&Offer::Ring(tables))["tables"][0];
        assert_eq!(table["betting"].as_str(), Some("fixed_limit"));
        assert_eq!(table["min_buy_in"].as_integer(), Some(200), "no more than the most");
        assert_eq!(table["max_buy_in"].as_integer(), Some(200));
        let pausing = read(&Offer::Ring(tables.pausing(3_000)));
        assert_eq!(pausing["tables"][0]["between_hands_ms"].as_integer(), Some(3_000));
        assert_eq!(pausing["deal"]["verifiable"].as_bool(), Some(false), "measured on its own");
    }
}
