//! A hash of everything that decides whether another process would go on with this room's hands:
//! its tables, tournaments and rules.

use crate::config::{Config, Opening};
use crate::opening::setup_of;
use cardroom_engine::TableSetup;
use data_encoding::HEXLOWER;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// Returns the hash of a configuration, as text.
#[must_use]
pub fn fingerprint(config: &Config, opening: &Opening) -> String {
    let mut hash = Sha256::new();
    let mut last: Option<TableSetup> = None;
    for ring in &opening.tables {
        add(&mut hash, "table", &ring.name);
        let setup = setup_of(ring);
        // Copies of a table follow each other.
        if last.as_ref() != Some(&setup) {
            add(&mut hash, "setup", &setup);
            last = Some(setup);
        }
    }
    add(&mut hash, "tournaments", &config.tournaments);
    for structure in opening.structures.values() {
        add(&mut hash, "structure", structure.as_ref());
    }
    for rulebook in opening.library.rulebooks() {
        add(&mut hash, "rulebook", rulebook.as_ref());
    }
    for game in opening.library.games() {
        add(&mut hash, "game", game.as_ref());
    }
    HEXLOWER.encode(&hash.finalize())
}

/// Adds a value of a kind, with its length.
fn add(hash: &mut Sha256, kind: &str, value: &impl Serialize) {
    let text = serde_json::to_vec(value).expect("a configuration holds nothing but data");
    hash.update(kind);
    hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_le_bytes());
    hash.update(text);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{BUILT_IN, Overrides};

    fn of(text: &str) -> String {
        let config = Config::load_text("room.toml", text, [], &Overrides::default()).unwrap();
        fingerprint(&config, &config.opening().unwrap())
    }

    #[test]
    fn tables_and_tournaments_make_the_hash_and_addresses_do_not() {
        let built_in = of(BUILT_IN);
        assert_eq!(built_in, of(BUILT_IN));
        for (from, to, differs) in [
            ("listen = \"127.0.0.1:7777\"", "listen = \"0.0.0.0:9999\"", false),
            ("name = \"Mira\"", "name = \"Vega Nova\"", true),
            ("between_hands_ms = ", "between_hands_ms = 1", true),
        ] {
            assert!(BUILT_IN.contains(from), "{from}");
            let changed = of(&BUILT_IN.replacen(from, to, 1));
            assert_eq!(changed != built_in, differs, "{from}");
        }
        let without = Config::load_text("room.toml", BUILT_IN, [], &Overrides::default());
        let without = Config { tournaments: Vec::new(), ..without.unwrap() };
        assert_ne!(fingerprint(&without, &without.opening().unwrap()), built_in);
    }
}
