//! Tests: the shipped files agree with the defaults, layers have their order, and every mistake is
//! reported with its place.

use super::*;
use cardroom_rules::{Betting, Chips, Millis};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

const LOAD: &str = include_str!("../../../../config/load.toml");

fn load(text: &str, environment: &[(&str, &str)], flags: &[&str]) -> Result<Config, String> {
    let environment = environment.iter().map(|(name, value)| ((*name).into(), (*value).into()));
    let mut overrides = Overrides::default();
    for flag in flags {
        overrides.assign(flag).map_err(|error| error.to_string())?;
    }
    Config::load_text("room.toml", text, environment, &overrides).map_err(|error| error.to_string())
}

/// Returns the message for a configuration that must be refused.
fn refusal(text: &str, environment: &[(&str, &str)], flags: &[&str]) -> String {
    load(text, environment, flags).expect_err("this must be refused")
}

fn table(text: &str) -> Table {
    text.parse().unwrap()
}

const SMALL_TABLE: &str = "[[tables]]\nname = \"Mira\"\nsmall_blind = 1\nbig_blind = 2\n\
                           min_buy_in = 40\nmax_buy_in = 200\n";

#[test]
fn the_built_in_file_says_every_setting_and_says_what_the_code_does() {
    let built_in = load(BUILT_IN, &[], &[]).unwrap();
    let without_tables = Config { tables: Vec::new(), tournaments: Vec::new(), ..built_in };
    assert_eq!(without_tables, Config::default());
    let file = table(BUILT_IN);
    for (section, defaults) in table(&Config::default().to_toml()) {
        let Value::Table(defaults) = defaults else { continue };
        let said = file[&section].as_table().unwrap();
        for key in defaults.keys() {
            assert!(said.contains_key(key), "{section}.{key} is not explained in cardroom.toml");
        }
    }
}

#[test]
fn the_first_table_of_the_built_in_file_says_every_key_with_its_default() {
    let file = table(BUILT_IN);
    let said = file["tables"][0].as_table().unwrap();
    let small = load(SMALL_TABLE, &[], &[]).unwrap();
    let defaults = table(&small.to_toml());
    let defaults = defaults["tables"][0].as_table().unwrap();
    let must_be_said =
        ["name", "small_blind", "big_blind", "min_buy_in", "max_buy_in", "house_bots"];
    for (key, default) in defaults {
        let value = said.get(key).unwrap_or_else(|| panic!("{key} is not explained"));
        assert!(must_be_said.contains(&key.as_str()) || value == default, "{key} = {value}");
    }
    for key in ["rake = {", "time_charge = {", "straddle = ", "bomb_pot = {"] {
        let line = BUILT_IN.lines().find_map(|line| line.strip_prefix("#   ")?.strip_prefix(key));
        let line = line.unwrap_or_else(|| panic!("{key} is not explained"));
        load(&format!("{SMALL_TABLE}{key}{line}\n"), &[], &[]).expect("the example can be used");
    }
}

#[test]
fn the_built_in_room_has_a_table_for_everybody_with_seats_for_people() {
    let config = load(BUILT_IN, &[], &[]).unwrap();
    let tables = config.ring_tables(&config.library().unwrap()).unwrap();
    assert_eq!(tables.len(), 16);
    for game in ["omaha", "stud", "deuce-seven-triple"] {
        assert!(tables.iter().any(|table| table.plays[0].game.id == game), "{game}");
    }
    let rotations = tables.iter().filter_map(|table| table.rotation.as_ref());
    let rotations: Vec<&str> = rotations.map(|rotation| rotation.id.as_str()).collect();
    assert_eq!(rotations, ["horse", "dealers-choice"]);
    for betting in [Betting::NoLimit, Betting::PotLimit, Betting::FixedLimit] {
        assert!(tables.iter().any(|table| table.plays[0].stakes.betting == betting), "{betting:?}");
    }
    for seats in [2, 6, 9] {
        assert!(tables.iter().any(|table| table.seats == seats), "{seats} seats");
    }
    assert!(tables.iter().any(|table| table.rulebook.id == "tda-2024"));
    let slow = tables.iter().find(|table| table.rulebook.clock.base_ms == Millis(120_000));
    let slow = slow.expect("a table for language models");
    assert_eq!((&*slow.name, slow.house_bots), ("Two Minutes", 3), "they find company there");
    let hybrid: Vec<_> = tables.iter().filter(|table| table.hybrid).collect();
    assert_eq!(hybrid.len(), 1, "one table shows what words and chips mean");
    assert_eq!((&*hybrid[0].name, &*hybrid[0].rulebook.id), ("Canopus", "tda-2024"));
    let settings = &config.accounts;
    for table in &tables {
        assert!(table.house_bots < table.seats, "{} is full of bots", table.name);
        assert!(table.terms.min_buy_in <= settings.signup_grant, "{} is too dear", table.name);
        assert!(table.terms.min_buy_in <= settings.refill_amount, "{} is too dear", table.name);
    }
    let cheapest = tables.iter().map(|table| table.terms.min_buy_in).min().unwrap();
    assert!(
        cheapest <= settings.refill_threshold,
        "somebody is too rich for a refill and too poor to play"
    );
}

#[test]
fn a_load_test_raises_limits_and_opens_tables_for_two() {
    let config = load(LOAD, &[], &[]).unwrap();
    assert_eq!(config.ring_tables(&config.library().unwrap()).unwrap().len(), 4);
    assert_eq!((config.accounts.refill_wait_minutes, config.house_bots.enabled), (0, false));
    assert!(config.limits.connections_per_address >= 100_000);
    assert_eq!(config.store, StoreSettings::default(), "what is stored is stored as in play");
    let example: String = LOAD
        .lines()
        .skip_while(|line| !line.contains("CARDROOM__TABLES='"))
        .take_while(|line| line.starts_with("#  "))
        .map(|line| line.trim_start_matches('#').trim())
        .collect();
    let value = example.trim_start_matches("CARDROOM__TABLES='").trim_end_matches('\'');
    let config = load(LOAD, &[("CARDROOM__TABLES", value)], &[]).unwrap();
    assert_eq!(config.ring_tables(&config.library().unwrap()).unwrap().len(), 500);
}

#[test]
fn a_flag_wins_over_the_environment_and_that_over_the_file() {
    let text = "[server]\nname = \"File\"\ndrain_seconds = 1\nlisten = \"127.0.0.1:1\"\n";
    let environment = [
        ("CARDROOM__SERVER__NAME", "Environment"),
        ("CARDROOM__SERVER__DRAIN_SECONDS", "2"),
        ("HOME", "/root"),
        ("CARDROOM_UNRELATED", "x"),
    ];
    let config = load(text, &environment, &["server.name=Flag"]).unwrap();
    assert_eq!(config.server.name, "Flag");
    assert_eq!(config.server.drain_seconds, 2);
    assert_eq!(config.server.listen.port(), 1);
    assert_eq!(config.server.admin_listen.port(), 7778, "and a default where nobody says a word");
}

#[test]
fn values_outside_a_file_are_toml_and_texts_need_no_quotes() {
    let environment = [
        ("CARDROOM__SERVER__NAME", "2024"),
        ("CARDROOM__SERVER__DATA_DIR", "/srv/card room"),
        ("CARDROOM__LOG__FILTER", "\"info,cardroom=debug\""),
        ("CARDROOM__SERVER__ALLOWED_ORIGINS", "[\"https://a.example\"]"),
        ("CARDROOM__SERVER__HOSTS", "[\"cards.example\", \"192.0.2.1\", \"[::1]\", \"::1\"]"),
        ("CARDROOM__SERVER__TRUSTED_PROXIES", "[\"10.0.0.0/8\", \"::1\"]"),
        ("CARDROOM__STORE__SYNCHRONOUS", "normal"),
        ("CARDROOM__ACCOUNTS__GUESTS", "false"),
    ];
    let config = load("", &environment, &["server.listen=[::1]:9"]).unwrap();
    assert_eq!(config.server.name, "2024");
    assert_eq!(config.server.data_dir, PathBuf::from("/srv/card room"));
    assert_eq!(config.log.filter, "info,cardroom=debug");
    assert_eq!(config.server.allowed_origins, ["https://a.example"]);
    assert_eq!(config.server.hosts.len(), 4);
    assert!(config.server.trusted_proxies[0].contains([10, 9, 9, 9].into()));
    assert_eq!(config.store.synchronous, Synchronous::Normal);
    assert!(!config.accounts.guests);
    assert!(config.server.listen.is_ipv6());
}

#[test]
fn push_services_get_the_contact_of_the_operator_or_the_name_of_the_room() {
    let contact = |text: &str| {
        let config = load(text, &[], &[]).unwrap();
        config.push.contact_or(&config.server)
    };
    assert_eq!(contact(""), None);
    let listed = "[server]\nhosts = [\"a.example\", \"b.example\"]\n";
    assert_eq!(contact(listed).unwrap(), "https://a.example");
    let named = format!("{listed}domain = \"c.example\"\n");
    assert_eq!(contact(&named).unwrap(), "https://c.example");
    let told = format!("{named}[push]\ncontact = \"mailto:me@d.example\"\n");
    assert_eq!(contact(&told).unwrap(), "mailto:me@d.example");
}

#[test]
fn an_unknown_key_is_refused_with_its_place_and_path() {
    let message = refusal("[server]\nname = \"x\"\nlisen = 1\n", &[], &[]);
    assert!(message.starts_with("room.toml:3: server.lisen: unknown field"), "{message}");
    let message = refusal(&format!("{SMALL_TABLE}smal_blind = 3\n"), &[], &[]);
    assert!(message.starts_with("room.toml:7: tables[0].smal_blind: unknown"), "{message}");
    let message = refusal("[sever]\n", &[], &[]);
    assert!(message.contains("sever: unknown field"), "{message}");
    let message = refusal("", &[("CARDROOM__SERVER__LISEN", "x")], &[]);
    assert!(message.starts_with("CARDROOM__SERVER__LISEN: server.lisen: unknown"), "{message}");
    let message = refusal("", &[("CARDROOM__NOWHERE__AT__ALL", "x")], &[]);
    assert!(message.contains("nowhere"), "{message}");
    let message = refusal("", &[("CARDROOM__", "x")], &[]);
    assert!(message.contains("not the name of a setting"), "{message}");
    let message = refusal("", &[], &["limits.speed=9"]);
    assert!(message.starts_with("flag: limits.speed: unknown"), "{message}");
    let message = refusal("", &[], &["limits.speed"]);
    assert!(message.contains("section.key=value"), "{message}");
    let message = refusal(SMALL_TABLE, &[("CARDROOM__TABLES__0__NAME", "x")], &[]);
    assert!(message.contains("\"tables\" is not a section"), "{message}");
}

#[test]
fn a_value_of_the_wrong_kind_or_out_of_range_is_refused_with_its_key() {
    for (text, told) in [
        ("[server]\nlisten = \"here\"", "room.toml:2: server.listen:"),
        ("[server]\ntrusted_proxies = [\"10.0.0.0/99\"]", "server.trusted_proxies[0]"),
        ("[limits]\nconnections = -1", "limits.connections"),
        ("[log]\nformat = \"xml\"", "log.format"),
        ("[server]\nname = ", "room.toml:2: .:"),
        ("[server]\nname = \" \"", "server.name"),
        ("[server]\nadmin_listen = \"127.0.0.1:7777\"", "server.admin_listen"),
        ("[server]\nallowed_origins = [\"example.org\"]", "server.allowed_origins"),
        ("[api]\nallowed_origins = [\"example.org\"]", "api.allowed_origins"),
        ("[api]\nrequest_burst = 0", "api.request_burst"),
        ("[api]\nat_once = 0", "api.at_once"),
        ("[api]\nbody_bytes = 100", "api.body_bytes"),
        ("[server]\ndomain = \"https://poker.example\"", "server.domain"),
        ("[server]\ndomain = \"poker\"", "server.domain"),
        ("[server]\ndomain = \"192.0.2.1\"", "server.domain"),
        ("[server]\ndomain = \"*.poker.example\"", "server.domain"),
        ("[server]\ntls_cert = \"chain.pem\"", "server.tls_key: is missing"),
        ("[server]\ntls_key = \"key.pem\"", "server.tls_cert: is missing"),
        ("[server]\nacme_contact = \"a@b.example\"", "server.acme_contact: is for"),
        ("[server]\ndomain = \"a.example\"\nacme_contact = \"me\"", "server.acme_contact"),
        (
            "[server]\ndomain = \"a.example\"\nacme_root = \"ca.pem\"\ntls_cert = \"c\"\ntls_key = \"k\"",
            "server.acme_root: is for",
        ),
        ("[server]\ndomain = \"a.example\"\nacme_directory = \"x\"", "server.acme_directory"),
        ("[server]\ndomain = \"a.example\"\ntls_listen = \"127.0.0.1:7778\"", "server.tls_listen"),
        (
            "[server]\ndomain = \"a.example\"\nredirect_listen = \"127.0.0.1:7777\"",
            "server.redirect_listen: must differ from server.listen",
        ),
        ("[server]\ndomain = \"a.example\"\ntls_listen = \"[::]:80\"", "server.tls_listen"),
        ("[server]\nhosts = [\"https://example.org\"]", "server.hosts"),
        ("[server]\nhosts = [\"example.org:7777\"]", "server.hosts"),
        ("[server]\nhosts = [\"*.example.org\"]", "server.hosts"),
        ("[server]\nhosts = [\"\"]", "server.hosts"),
        ("[server]\nadmin_hosts = [\"cards.example:7778\"]", "server.admin_hosts"),
        ("[push]\ncontact = \"me@example.org\"", "push.contact"),
        ("[limits]\nframe_bytes = 100000", "limits.frame_bytes"),
        ("[limits]\nidle_timeout_ms = 20000", "limits.idle_timeout_ms"),
        ("[limits]\nmessage_burst = 0", "limits.message_burst"),
        ("[limits]\npending_bytes = 100", "limits.pending_bytes"),
        ("[accounts]\nhash_permits = 0", "accounts.hash_permits"),
        ("[accounts]\nsignup_grant = 9000000000000000", "accounts.signup_grant"),
        ("[accounts]\ntoken_days = 0", "accounts.token_days"),
        ("[accounts]\nnew_account_hours = 9000", "accounts.new_account_hours"),
        ("[store]\nurl = \"mysql://x\"", "store.url"),
        ("[store]\nurl = \"postgres://room@db/x?sslmode=verify\"", "store.url"),
        ("[store]\nurl = \"postgres://db/x?host=/run&ssl-mode=on\"", "store.url"),
        ("[store]\nurl = \"postgres://a,b,a/x\"", "store.url"),
        ("[store]\nurl = \"postgres://a,,b/x\"", "store.url"),
        ("[store]\nurl = \"postgres://1,2,3,4,5,6,7,8,9/x\"", "store.url"),
        ("[store]\nrequire_replica = true", "store.require_replica"),
        ("[standby]\nkey_file = \"room.key\"", "standby.key_file: needs a PostgreSQL server"),
        ("[store]\ngroup = 0", "store.group"),
        ("[server]\nstandby = true", "server.standby: needs a PostgreSQL server"),
        ("[standby]\nttl_ms = 500", "standby.ttl_ms"),
        ("[log]\nfilter = \"a=b=c\"", "log.filter"),
        ("[house_bots]\nthink_min_ms = 9999", "house_bots.think_min_ms"),
    ] {
        let message = refusal(text, &[], &[]);
        assert!(message.contains(told), "{text}: {message}");
    }
    let message = refusal("", &[("CARDROOM__LIMITS__CONNECTIONS", "many")], &[]);
    assert!(message.starts_with("CARDROOM__LIMITS__CONNECTIONS: limits.connections:"), "{message}");
}

#[test]
fn a_process_that_waits_needs_a_shared_database_with_a_journal() {
    let text = "[server]\nstandby = true\n[store]\njournal = \"off\"";
    let message = refusal(text, &[], &[]);
    let keys = [
        "server.standby: needs a PostgreSQL",
        "store.journal: must be \"on\"",
        "standby.key_file: must name a key file",
    ];
    assert!(keys.iter().all(|key| message.contains(key)), "{message}");
    let text = "[server]\nstandby = true\n[store]\nurl = \"postgres://room@db/x\"\n\
                [standby]\nkey_file = \"/etc/cardroom/room.key\"";
    assert!(load(text, &[], &[]).unwrap().server.standby);
    // The key that signs deals is in the database too.
    let text = format!("{text}\n[deal]\nverifiable = true");
    assert!(load(&text, &[], &[]).unwrap().deals_verifiably());
}

#[test]
fn a_table_that_cannot_be_opened_is_named() {
    for (change, told) in [
        ("game = \"bridge\"", "there is no \"bridge\""),
        ("rulebook = \"hoyle\"", "there is no \"hoyle\""),
        ("seats = 11", "2 to 10"),
        ("copies = 0", "copies"),
        ("players_show = true", "only on a hybrid table"),
        ("hybrid = true\nverifiable = true", "verifiable: cannot be true at a hybrid table"),
        ("unit = 5", "multiples of the unit"),
        ("ante = 3", "payer"),
        ("time_charge = { amount = 1, every_ms = 60000, account = \"wallet:1\" }", "house:NAME"),
        (
            "rake = { basis_points = 20000, cap = 1, no_flop_no_drop = true, account = \"house:r\" }",
            "10000",
        ),
    ] {
        let config = load(&format!("{SMALL_TABLE}{change}\n"), &[], &[]).unwrap();
        let error = config.ring_tables(&config.library().unwrap()).unwrap_err().to_string();
        assert!(error.contains("tables[0] \"Mira\"") && error.contains(told), "{change}: {error}");
    }
    let twice = load(&format!("{SMALL_TABLE}{}", SMALL_TABLE.replace("Mira", "mira")), &[], &[]);
    let twice = twice.unwrap();
    let error = twice.ring_tables(&twice.library().unwrap()).unwrap_err().to_string();
    assert!(error.contains("two tables"), "{error}");
}

#[test]
fn each_setting_that_asks_for_verifiable_deals_is_named_with_what_it_needs() {
    let asks = format!(
        "{SMALL_TABLE}verifiable = true\n[[tournaments]]\nname = \"Late\"\n\
         structure = \"sit-and-go\"\nverifiable = true\n[deal]\nverifiable = true\n"
    );
    let lacks = "[store]\nsynchronous = \"normal\"\njournal = \"off\"\n[history]\nkeep = false\n";
    let message = refusal(&format!("{asks}{lacks}"), &[], &[]);
    for key in ["tables[0] \"Mira\": verifiable", "tournaments[0].verifiable", "deal.verifiable"] {
        for need in
            ["store.synchronous = \"full\"", "store.journal = \"on\"", "history.keep = true"]
        {
            assert!(message.contains(&format!("{key}: needs {need}")), "{key} {need}: {message}");
        }
    }
    let config = load(&asks, &[], &[]).unwrap();
    assert!(config.deals_verifiably());
    config.opening().unwrap();
    let none = load(&format!("{}{lacks}", asks.replace("= true", "= false")), &[], &[]).unwrap();
    assert!(!none.deals_verifiably());
    assert_eq!(none.why_deals_are_not_verifiable(), None, "it was turned off");
    // No shipped game comes near the limit.
    let many = Config { deal: DealSettings { packs: 200, ..config.deal.clone() }, ..config };
    let error = many.opening().unwrap_err().to_string();
    let long = "deal.packs: must be lower: with 200 packs an opening of \"deuce-seven-triple\"";
    assert!(error.contains(long), "{error}");
}

#[test]
fn a_room_deals_verifiably_unless_it_is_told_otherwise_or_cannot() {
    for text in [BUILT_IN, "", SMALL_TABLE] {
        let config = load(text, &[], &[]).unwrap();
        assert!(config.deals_verifiably() && config.deals_verifiably_by_default());
        assert_eq!(config.why_deals_are_not_verifiable(), None);
    }
    let off = load(BUILT_IN, &[("CARDROOM__DEAL__VERIFIABLE", "false")], &[]).unwrap();
    assert!(!off.deals_verifiably() && off.why_deals_are_not_verifiable().is_none());
    let one = format!("{SMALL_TABLE}verifiable = true\n[deal]\nverifiable = false\n");
    let one = load(&one, &[], &[]).unwrap();
    assert!(one.deals_verifiably() && !one.deals_verifiably_by_default());
    assert!(!load(LOAD, &[], &[]).unwrap().deals_verifiably(), "load tests measure without");

    // A configuration that does not mention deals stays valid.
    for (lacks, need) in [
        ("store.synchronous=normal", "store.synchronous = \"full\""),
        ("store.journal=off", "store.journal = \"on\""),
        ("history.keep=false", "history.keep = true"),
    ] {
        let config = load(BUILT_IN, &[], &[lacks]).unwrap();
        config.opening().unwrap();
        assert!(!config.deals_verifiably(), "{lacks}");
        let reason = config.why_deals_are_not_verifiable().unwrap();
        assert!(reason.contains(&format!("needs {need}. Set that")), "{reason}");
        let message = refusal(BUILT_IN, &[], &[lacks, "deal.verifiable=true"]);
        assert!(message.contains(&format!("deal.verifiable: needs {need}")), "{message}");
    }
}

#[test]
fn house_bots_leave_seats_free() {
    let bots = |settings: &str, change: &str| {
        let text = format!("{SMALL_TABLE}{change}\n[house_bots]\n{settings}\n");
        let config = load(&text, &[], &[]).unwrap();
        config.ring_tables(&config.library().unwrap()).unwrap()[0].house_bots
    };
    assert_eq!(bots("", ""), 3);
    assert_eq!(bots("per_table = 9", ""), 5, "one of six seats stays free");
    assert_eq!(bots("free_seats = 4", ""), 2);
    assert_eq!(bots("free_seats = 9", ""), 0);
    assert_eq!(bots("", "house_bots = 1"), 1);
    assert_eq!(bots("", "bots_allowed = false"), 0);
    assert_eq!(bots("enabled = false", "house_bots = 2"), 0);
}

#[test]
fn settings_of_a_table_become_stakes_and_terms() {
    let text = format!(
        "{SMALL_TABLE}copies = 2\nante = 2\nante_kind = \"big_blind\"\nsit_out_minutes = 3\n"
    );
    let config = load(&text, &[], &[]).unwrap();
    let tables = config.ring_tables(&config.library().unwrap()).unwrap();
    assert_eq!(tables.iter().map(|table| &*table.name).collect::<Vec<_>>(), ["Mira 1", "Mira 2"]);
    assert_eq!(tables[0].plays[0].stakes.ante, Chips(2));
    assert_eq!(tables[0].terms.sit_out_ms.0, 180_000);
    assert_eq!(tables[0].terms.rathole_ms.0, 3_600_000);
    assert_eq!((tables[0].terms.min_buy_in, tables[0].terms.max_buy_in), (Chips(40), Chips(200)));
}

#[test]
fn what_is_printed_can_be_read_again() {
    for text in [BUILT_IN, LOAD, ""] {
        let config = load(text, &[], &[]).unwrap();
        assert_eq!(load(&config.to_toml(), &[], &[]).unwrap(), config);
    }
}

#[test]
fn a_mistake_in_a_rulebook_is_printed_once() {
    let text = "extends = \"house\"";
    let mistake = cardroom_rules::Library::parse([], [("house", text)]).unwrap_err();
    let error = ConfigError::from(mistake);
    assert!(error.to_string().contains("house"), "{error}");
    assert!(std::error::Error::source(&error).is_none(), "its source has the same text");
}

#[test]
fn every_shipped_game_and_rulebook_is_built_in() {
    let library = Config::default().library().unwrap();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config");
    let names = |folder: &str| -> Vec<String> {
        let files = std::fs::read_dir(shipped.join(folder)).unwrap();
        let paths = files.map(|file| file.unwrap().path());
        paths.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
    };
    let (games, rulebooks) = (names("games"), names("rulebooks"));
    let known = |name: &String| library.game(name).is_some() || library.rotation(name).is_some();
    assert!(!games.is_empty() && games.iter().all(known));
    assert!(rulebooks.iter().all(|rulebook| library.rulebook(rulebook).is_some()));
}

#[test]
fn rules_of_the_operator_join_and_replace_the_built_in_ones() {
    let folder = tempfile::tempdir().unwrap();
    let rulebooks = folder.path().join("rulebooks");
    std::fs::create_dir(&rulebooks).unwrap();
    let ours = r#"
        extends = "tda-2024"
        id = "friday"
        name = "Friday night"
        limit_raise_cap = 4
        cite.limit_raise_cap = "spec: as we like it"
    "#;
    std::fs::write(rulebooks.join("friday.toml"), ours).unwrap();
    std::fs::write(rulebooks.join("notes.txt"), "not a rulebook").unwrap();
    let text = format!("[server]\nrules_dir = {:?}\n", folder.path());
    let library = load(&text, &[], &[]).unwrap().library().unwrap();
    assert_eq!(library.rulebook("friday").unwrap().betting.limit_raise_cap, 4);
    assert!(library.rulebook("online").is_some() && library.game("holdem").is_some());
    std::fs::write(rulebooks.join("friday.toml"), "extends = 3").unwrap();
    let error = load(&text, &[], &[]).unwrap().library().unwrap_err().to_string();
    assert!(error.contains("friday"), "{error}");
    let missing = load("[server]\nrules_dir = \"/nowhere/at/all\"\n", &[], &[]).unwrap();
    assert!(missing.library().unwrap_err().to_string().contains("/nowhere/at/all"));
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let path = Path::new("/nowhere/room.toml");
    let error = Config::load(Some(path), [], &Overrides::default()).unwrap_err().to_string();
    assert!(error.contains("/nowhere/room.toml"), "{error}");
    assert_eq!(Config::load(None, [], &Overrides::default()).unwrap().tables.len(), 16);
}

#[test]
fn the_database_is_where_the_url_says() {
    let place = |url: &str| {
        let store = StoreSettings { url: url.into(), ..StoreSettings::default() };
        store.place(Path::new("data"))
    };
    let file = |path: &str| Some(StorePlace::Sqlite(PathBuf::from(path)));
    assert_eq!(place("sqlite"), file("data/cardroom.sqlite"));
    assert_eq!(place("sqlite:/srv/room.db"), file("/srv/room.db"));
    for url in ["postgres://room@db/cardroom", "postgresql:///cardroom?host=/run/postgresql"] {
        assert_eq!(place(url), Some(StorePlace::Postgres(url.into())));
    }
    for url in ["sqlite:", "mysql://x", "postgres", ""] {
        assert_eq!(place(url), None, "{url}");
    }
    let measuring = StoreSettings { journal: JournalMode::Off, ..StoreSettings::default() };
    assert_ne!(measuring.place(Path::new("data")), place("sqlite"));
}

#[test]
fn what_recurs_has_dates_and_a_time_zone() {
    let entry = "[[tournaments]]\nname = \"N\"\nstructure = \"nightly-freezeout\"\n";
    let structures = |rest: &str| {
        let config = load(&format!("{entry}{rest}"), &[], &[]).unwrap();
        config.structures(&config.library().unwrap()).map(|_| ())
    };
    let dates = "every = [\"sun 18:30\", \"daily 20:00\"]\n";
    structures(&format!("{dates}time_zone = \"America/New_York\"")).unwrap();
    for (wrong, key) in [
        ("every = [\"sunday 18:30\"]", "every"),
        ("every = [\"sun 18:30\"]\ntime_zone = \"Europe/Atlantis\"", "time_zone"),
        ("every = [\"sun 18:30\"]\nstarts_in_minutes = 60", "starts_in_minutes"),
        ("house_bots = 3\nbots_allowed = false", "house_bots"),
    ] {
        let error = structures(wrong).unwrap_err().to_string();
        assert!(error.contains(&format!("tournaments[0].{key}")), "{error}");
    }
}

#[test]
fn a_schedule_asks_for_no_bots_and_no_proofs_where_people_deal_real_cards() {
    let structures = |structure: &str, rest: &str| {
        let entry = format!("[[tournaments]]\nname = \"N\"\nstructure = \"{structure}\"\n{rest}");
        let config = load(&entry, &[], &[]).unwrap();
        config.structures(&config.library().unwrap()).map(|_| ())
    };
    for (wrong, key) in [("house_bots = 1", "house_bots"), ("verifiable = true", "verifiable")] {
        structures("tnpl-league-night", wrong).unwrap();
        let error = structures("tnpl-pub-night", wrong).unwrap_err().to_string();
        assert!(error.contains(&format!("tournaments[0].{key}")), "{error}");
        assert!(error.contains("cards = \"real\""), "{error}");
    }
    structures("tnpl-pub-night", "house_bots = 0\nverifiable = false").unwrap();
}

#[test]
fn every_mistake_of_a_file_is_named_with_its_line() {
    let text = "[server]\nlisten = \"here\"\nname = 5\n[limits]\nconnections = -1\nspeed = 9\n\
                [hosting]\ngames = \"holdem\"\n[hosting.tournaments]\nmax_stack = \"many\"\n\
                [[tables]]\nname = \"A\"\nsmall_blind = 1\nbig_blind = true\nmin_buy_in = 40\n\
                max_buy_in = 200\n[[tables]]\nname = \"B\"\n[[tables]]\nname = \"C\"\n\
                small_blind = 1\nbig_blind = 2\nmin_buy_in = 4\nmax_buy_in = 9\nseats = 700\n\
                straddle = \"luck\"\n[[tournaments]]\nname = 3\nstructure = []\n";
    let message = refusal(text, &[], &[]);
    for told in [
        "room.toml:2: server.listen: ",
        "room.toml:3: server.name: ",
        "room.toml:5: limits.connections: ",
        "room.toml:6: limits.speed: unknown",
        "room.toml:8: hosting.games: ",
        "room.toml:10: hosting.tournaments.max_stack: ",
        "room.toml:14: tables[0].big_blind: ",
        "tables[1]: missing field `small_blind`",
        "room.toml:25: tables[2].seats: ",
        "room.toml:26: tables[2].straddle",
        "room.toml:28: tournaments[0].name: ",
        "room.toml:29: tournaments[0].structure: ",
    ] {
        assert!(message.contains(told), "{told} is not in {message}");
    }
    assert!(message.starts_with("the configuration has 12 mistakes:\n"), "{message}");
    let types =
        ["u8", "u16", "u32", "u64", "usize", "struct", "enum", "sequence", "a map", "Chips"];
    for word in message.split(|c: char| !c.is_ascii_alphanumeric()) {
        assert!(!types.contains(&word), "{word} is a type of the program: {message}");
    }
    let variables = [("CARDROOM__SERVER__LISEN", "x"), ("CARDROOM__LIMITS__CONNECTIONS", "many")];
    let message = refusal("", &variables, &["limits.speed=9"]);
    assert!(message.starts_with("the configuration has 3 mistakes:\n"), "{message}");
}

#[test]
fn every_value_that_cannot_be_used_is_named_with_its_key() {
    let text = format!(
        "[server]\nname = \" \"\ngather_ms = 1001\n[store]\ngroup = 0\n{SMALL_TABLE}seats = 11\n{SMALL_TABLE}{}\
         [[tournaments]]\nname = \"N\"\nstructure = \"nightly\"\nleague = \"nobody\"\n\
         every = [\"sun 18:30\", \"sunday 18:30\"]\ntime_zone = \"Europe/Atlantis\"\n\
         [[tournaments]]\nname = \"\"\nstructure = \"sit-and-go\"\nstarts_in_minutes = 9999999\n",
        SMALL_TABLE.replace("Mira", "Vega").replace("big_blind = 2", "big_blind = 0"),
    );
    let keys = [
        "server.name",
        "server.gather_ms",
        "store.group",
        "tournaments[0].structure",
        "tournaments[0].time_zone",
        "tournaments[0].every[1]",
        "tournaments[1].name",
        "tournaments[1].starts_in_minutes",
        "tournaments[0].league",
        "tables[0] \"Mira\"",
        "tables[2] \"Vega\"",
    ];
    let config = Config::read_text("room.toml", &text, [], &Overrides::default()).unwrap();
    let Err(ConfigError::Several(errors)) = config.opening() else { panic!("it has mistakes") };
    let named: Vec<&str> = errors
        .iter()
        .map(|error| match error {
            ConfigError::Invalid { key, .. } => key.as_str(),
            other => panic!("{other}"),
        })
        .collect();
    assert_eq!(named, keys);
}
