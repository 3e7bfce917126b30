//! The walls between the crates: permitted dependencies, and the places where names may occur.
//!
//! `ARCHITECTURE.md` explains the purpose of the walls. A violation is reported with its file, line
//! and reason. `cardroom_everyday::reading` reads the files, with a proof for each check that it can
//! fail.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use cardroom_everyday::reading::manifest::{self, Manifest, Rights};
use cardroom_everyday::reading::source::{self, Banned, Home, Source};
use cardroom_everyday::reading::tree::{TOP_FOLDERS, files, name_of, named_files, read, root};
use cardroom_everyday::reading::{circles, sizes};
use std::fs;

/// The most modules of a crate that may use each other in a circle.
const MOST_IN_A_CIRCLE: usize = 3;
/// The crate whose modules use each other in no circle.
const IN_NO_CIRCLE: &str = "server/room";

/// The most functions that may work on a type as a whole: its methods, and functions beside it whose
/// first parameter is the type.
const MOST_FUNCTIONS: usize = 80;

/// The permitted dependencies. Every other dependency is a wall.
const CRATES: &[Rights] = &[
    Rights {
        name: "cardroom-cards",
        folder: "server/cards",
        house: &[],
        others: Some(&["arrayvec", "serde"]),
    },
    Rights {
        name: "cardroom-rules",
        folder: "server/rules",
        house: &["cardroom-cards"],
        others: Some(&["serde", "thiserror", "toml"]),
    },
    Rights {
        name: "cardroom-deal",
        folder: "server/deal",
        house: &["cardroom-cards"],
        others: Some(&[
            "data-encoding",
            "ed25519-dalek",
            "serde",
            "serde_json",
            "sha2",
            "subtle",
            "thiserror",
            "zeroize",
        ]),
    },
    Rights {
        name: "cardroom-randomness",
        folder: "server/randomness",
        house: &["cardroom-cards"],
        others: Some(&["statrs"]),
    },
    Rights { name: "cardroom-planted", folder: "server/planted", house: &[], others: Some(&[]) },
    Rights {
        name: "cardroom-command-line",
        folder: "server/command-line",
        house: &[],
        others: None,
    },
    Rights {
        name: "cardroom-everyday",
        folder: "server/everyday",
        house: &[],
        others: Some(&["proc-macro2", "toml"]),
    },
    Rights {
        name: "cardroom-engine",
        folder: "server/engine",
        house: &["cardroom-cards", "cardroom-planted", "cardroom-rules"],
        others: Some(&["arrayvec", "serde", "thiserror"]),
    },
    Rights {
        name: "cardroom-hybrid",
        folder: "server/hybrid",
        house: &["cardroom-cards", "cardroom-engine", "cardroom-rules"],
        others: Some(&["serde"]),
    },
    Rights {
        name: "cardroom-tournament",
        folder: "server/tournament",
        house: &["cardroom-cards", "cardroom-rules"],
        others: Some(&["arrayvec", "jiff", "serde", "serde_json", "thiserror"]),
    },
    Rights {
        name: "cardroom-tables",
        folder: "server/tables",
        house: &[
            "cardroom-cards",
            "cardroom-deal",
            "cardroom-engine",
            "cardroom-hybrid",
            "cardroom-planted",
            "cardroom-protocol",
            "cardroom-record",
            "cardroom-rules",
            "cardroom-tournament",
        ],
        others: Some(&["arrayvec", "bytes", "postcard", "serde", "serde_json", "thiserror"]),
    },
    Rights {
        name: "cardroom-events",
        folder: "server/events",
        house: &[
            "cardroom-hooks",
            "cardroom-protocol",
            "cardroom-record",
            "cardroom-rules",
            "cardroom-tournament",
        ],
        others: Some(&[
            "arrayvec",
            "bytes",
            "hmac",
            "postcard",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
        ]),
    },
    Rights {
        name: "cardroom-sessions",
        folder: "server/sessions",
        house: &["cardroom-protocol", "cardroom-record", "cardroom-rules"],
        others: Some(&["thiserror"]),
    },
    Rights {
        name: "cardroom-api",
        folder: "server/api",
        // Only the tests have the hooks: they describe the bodies of events.
        house: &["cardroom-hooks", "cardroom-protocol"],
        others: Some(&["serde", "serde_json", "serde_path_to_error", "sha2", "toml"]),
    },
    Rights {
        name: "cardroom-match",
        folder: "server/match",
        house: &[
            "cardroom-bot",
            "cardroom-cards",
            "cardroom-engine",
            "cardroom-events",
            "cardroom-history",
            "cardroom-phh",
            "cardroom-protocol",
            "cardroom-record",
            "cardroom-rules",
            "cardroom-tables",
            "cardroom-tournament",
        ],
        others: None,
    },
    Rights {
        name: "cardroom-casebook",
        folder: "server/casebook",
        house: &[
            "cardroom-cards",
            "cardroom-engine",
            "cardroom-hybrid",
            "cardroom-phh",
            "cardroom-rules",
            "cardroom-tables",
            "cardroom-tournament",
        ],
        others: Some(&["serde", "serde_json", "thiserror", "toml"]),
    },
    Rights {
        name: "cardroom-protocol",
        folder: "protocol",
        house: &["cardroom-cards"],
        others: Some(&["arrayvec", "bincode", "bytes", "serde", "serde_json", "thiserror"]),
    },
    Rights {
        name: "cardroom-history",
        folder: "server/history",
        house: &["cardroom-cards", "cardroom-phh", "cardroom-protocol"],
        others: Some(&["jiff", "serde_json", "thiserror"]),
    },
    Rights {
        name: "cardroom-phh",
        folder: "server/phh",
        house: &["cardroom-cards"],
        others: Some(&["serde", "thiserror", "toml"]),
    },
    Rights { name: "cardroom-https", folder: "server/https", house: &[], others: None },
    Rights {
        name: "cardroom-hooks",
        folder: "server/hooks",
        house: &[],
        others: Some(&[
            "data-encoding",
            "hmac",
            "jiff",
            "schemars",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
        ]),
    },
    Rights {
        name: "cardroom-calendar",
        folder: "server/calendar",
        house: &["cardroom-rules"],
        // The crate that writes calendars would draw identifiers if it got none.
        others: None,
    },
    Rights {
        name: "cardroom-oidc",
        folder: "server/oidc",
        // Its tests use its own feature for tests.
        house: &["cardroom-https", "cardroom-oidc"],
        others: None,
    },
    Rights {
        name: "cardroom-certificates",
        folder: "server/certificates",
        house: &["cardroom-https"],
        others: None,
    },
    Rights {
        name: "cardroom-push",
        folder: "server/push",
        house: &["cardroom-https"],
        others: None,
    },
    Rights {
        name: "cardroom-bot",
        folder: "bot-client",
        house: &["cardroom-cards", "cardroom-command-line", "cardroom-deal", "cardroom-protocol"],
        others: None,
    },
    Rights {
        name: "cardroom-audit",
        folder: "server/audit",
        house: &["cardroom-bot", "cardroom-cards", "cardroom-protocol"],
        others: Some(&[]),
    },
    Rights {
        name: "cardroom-load",
        folder: "load-tests",
        house: &[
            "cardroom-audit",
            "cardroom-bot",
            "cardroom-command-line",
            "cardroom-deal",
            "cardroom-protocol",
        ],
        others: None,
    },
    Rights {
        name: "cardroom-record",
        folder: "server/record",
        house: &["cardroom-protocol", "cardroom-rules"],
        others: Some(&["bytes", "serde"]),
    },
    Rights {
        name: "cardroom-store",
        folder: "server/store",
        house: &["cardroom-planted", "cardroom-protocol", "cardroom-record", "cardroom-rules"],
        others: None,
    },
    Rights {
        name: "cardroom-room",
        folder: "server/room",
        house: &[
            "cardroom-calendar",
            "cardroom-cards",
            "cardroom-certificates",
            "cardroom-deal",
            "cardroom-engine",
            "cardroom-events",
            "cardroom-history",
            "cardroom-hooks",
            "cardroom-https",
            "cardroom-oidc",
            "cardroom-planted",
            "cardroom-protocol",
            "cardroom-push",
            "cardroom-rules",
            "cardroom-sessions",
            "cardroom-store",
            "cardroom-tables",
            "cardroom-tournament",
        ],
        others: None,
    },
    Rights {
        name: "cardroom-front",
        folder: "server/front",
        // Neither the engine nor a card: what a client may see, a table has decided.
        house: &[
            "cardroom-api",
            "cardroom-certificates",
            "cardroom-history",
            "cardroom-planted",
            "cardroom-protocol",
            "cardroom-room",
            "cardroom-rules",
            "cardroom-sessions",
            "cardroom-store",
            "cardroom-tournament",
        ],
        others: None,
    },
    Rights {
        name: "cardroom",
        folder: "server",
        house: &[
            "cardroom-api",
            "cardroom-bot",
            "cardroom-cards",
            "cardroom-casebook",
            "cardroom-certificates",
            "cardroom-command-line",
            "cardroom-deal",
            "cardroom-engine",
            "cardroom-front",
            "cardroom-history",
            "cardroom-https",
            "cardroom-hybrid",
            "cardroom-match",
            "cardroom-oidc",
            "cardroom-protocol",
            "cardroom-randomness",
            "cardroom-record",
            "cardroom-room",
            "cardroom-rules",
            "cardroom-sessions",
            "cardroom-tables",
            "cardroom-tournament",
        ],
        others: None,
    },
    Rights {
        name: "cardroom-sim",
        folder: "server/sim",
        house: &[
            "cardroom",
            "cardroom-audit",
            "cardroom-bot",
            "cardroom-cards",
            "cardroom-command-line",
            "cardroom-deal",
            "cardroom-engine",
            "cardroom-hybrid",
            "cardroom-planted",
            "cardroom-protocol",
            "cardroom-rules",
            "cardroom-tables",
            "cardroom-tournament",
        ],
        others: None,
    },
];

/// Additional crates that tests of pure crates may use.
const FOR_TESTS: &[&str] = &["insta", "postcard", "proptest", "serde_json", "toml"];

/// Poker without a server around it.
const PURE: &[&str] = &[
    "server/cards/src/",
    "server/deal/src/",
    "server/rules/src/",
    "server/engine/src/",
    "server/hybrid/src/",
    "server/tournament/src/",
    "server/tables/src/",
    "server/events/src/",
    "server/sessions/src/",
    "server/record/src/",
    "server/hooks/src/",
    "server/api/src/",
];

/// State machines for which async code only carries messages, in addition to the pure crates. They
/// take inputs and the time, and a simulation runs them without a runtime.
const CORES: &[&str] = &[
    "protocol/src/",
    "server/certificates/src/keeper.rs",
    "server/certificates/src/keeper/",
    "server/certificates/src/notices.rs",
    "server/certificates/src/watch.rs",
    "server/room/src/cashier.rs",
    "server/audit/src/",
    "server/calendar/src/",
    "server/history/src/",
    "server/phh/src/",
    "server/randomness/src/",
    "bot-client/src/brain.rs",
    "bot-client/src/brains/",
    "bot-client/src/choices.rs",
    "bot-client/src/lines.rs",
    "bot-client/src/lines/",
    "bot-client/src/model.rs",
    "bot-client/src/model/",
    "bot-client/src/player.rs",
    "bot-client/src/player/",
];

/// The modules of the standard library that only compute.
const STD_THAT_COMPUTES: &[&str] = &[
    "any",
    "array",
    "borrow",
    "boxed",
    "char",
    "cmp",
    "collections",
    "convert",
    "error",
    "fmt",
    "hash",
    "hint",
    "iter",
    "marker",
    "mem",
    "num",
    "ops",
    "option",
    "result",
    "slice",
    "str",
    "string",
    "sync",
    "vec",
];

const NO_STD: &str = "this crate is pure: it opens nothing, waits for nothing and reads no clock; \
                      what it needs to know is an input";

const NOT_IN_PURE: &[Banned] = &[
    Banned {
        names: &["HashMap", "HashSet", "RandomState", "DefaultHasher"],
        why: "the order of a hash map differs from run to run, and the same inputs must give the \
              same game: take a BTreeMap, or an array by seat",
    },
    Banned {
        names: &["rand", "rand_core", "rand_chacha", "chacha20", "getrandom", "fastrand"],
        why: "randomness is an input: a deck comes shuffled, a draw comes drawn",
    },
    Banned {
        names: &["f16", "f32", "f64", "f128"],
        why: "chips and fractions are integers, so that every machine comes to the same cent",
    },
    Banned {
        names: &[
            "Mutex",
            "RwLock",
            "Condvar",
            "mpsc",
            "oneshot",
            "broadcast",
            "Sender",
            "Receiver",
            "Outbox",
            "parking_lot",
        ],
        why: "nothing here is shared between threads, and nothing sends: what is shared or sent is \
              in the outputs, and the host around it does the rest",
    },
];

const NO_FLOATS: &str = "chips and fractions are integers, so that every machine comes to the same \
                         cent";

const NOT_IN_CORES: &[Banned] = &[
    Banned {
        names: &["tokio", "tokio_util", "tokio_tungstenite", "mio", "axum", "hyper", "async"],
        why: "logic knows no runtime and no socket: inputs go in, outputs come out, and a \
              simulation does the same without a runtime",
    },
    Banned {
        names: &["Instant", "SystemTime", "UNIX_EPOCH", "TcpStream", "TcpListener", "sqlx"],
        why: "logic is told the time, and reaches nothing outside of the process",
    },
];

const PRINTS: Banned = Banned {
    names: &["print", "println", "eprint", "eprintln", "dbg"],
    why: "logic is silent; what is worth telling is in its outputs",
};

const COMPILED_IN: Banned = Banned {
    names: &["env", "option_env"],
    why: "a pure crate is the same wherever and whenever it was compiled",
};

/// Names that may occur in few places.
const HOMES: &[Home] = &[
    Home {
        names: &["bincode"],
        places: &["protocol/src/codec/binary.rs"],
        why: "bincode is no longer maintained (RUSTSEC-2025-0141); one module has to change when \
              it goes",
    },
    Home {
        names: &["DashMap", "DashSet", "dashmap"],
        places: &["server/room/src/registry.rs"],
        why: "the registry is the only concurrent map: its guards must never be held across an \
              await, so they never leave that file",
    },
    Home {
        names: &["Concealed"],
        places: &["server/cards/src/", "server/engine/src/"],
        why: "only the engine opens a concealed card; everybody else has what an event or a view \
              shows",
    },
    Home {
        names: &["sqlx"],
        places: &["server/store/src/", "load-tests/src/floor/log.rs", "load-tests/src/postgres.rs"],
        why: "databases are behind the Store trait; everything else works with any of them, and a load \
              test has a floor that commits and databases that it makes",
    },
    Home {
        names: &["argon2"],
        places: &["server/room/src/accounts/"],
        why: "a password hash takes many milliseconds and MiB, and is only made on the bounded \
              pool there",
    },
];

/// The files that open concealed cards for a viewer, with the number of places.
const OPENED: &[(&str, usize, &str)] = &[
    ("server/engine/src/hand.rs", 2, "up cards, and hands at the showdown or shown"),
    ("server/engine/src/hand/card_moves.rs", 1, "a player's own cards, for the history of a hand"),
    ("server/engine/src/table/after_hand.rs", 2, "a player's own last cards, and those shown"),
    ("server/engine/src/misdeal/bench.rs", 1, "a card that the dealer exposed"),
    ("server/engine/src/table/rabbit.rs", 1, "the cards that would have come, if all agree"),
    ("server/engine/src/view.rs", 2, "a viewer's own cards, and hands that were shown"),
];

/// Names with another meaning in some files: file, names, and the meaning there.
const MEANT_OTHERWISE: &[(&str, &[&str], &str)] = &[
    (
        "server/cards/src/serial.rs",
        &["f32", "f64"],
        "the list of everything that a test's deserializer refuses",
    ),
    (
        "server/tournament/src/seating/floor_plan.rs",
        &["std::cell"],
        "a test counts at how many tables a step looks",
    ),
    (
        "server/tournament/src/prizes/icm.rs",
        &["f64"],
        "values of stacks are sums of many tiny probabilities; the cents that come out are written \
         into the log and never computed again",
    ),
];

/// Folders whose files state their purpose in the first line.
const SAY_THEIR_JOB: &[&str] = &[
    "bot-client/src/",
    "load-tests/src/",
    "protocol/src/",
    "server/src/",
    "server/api/src/",
    "server/room/src/",
    "server/front/src/",
    "server/audit/src/",
    "server/cards/src/",
    "server/deal/src/",
    "server/rules/src/",
    "server/engine/src/",
    "server/hybrid/src/",
    "server/events/src/",
    "server/record/src/",
    "server/sessions/src/",
    "server/store/src/",
    "server/tables/src/",
    "server/tournament/src/",
    "server/certificates/src/",
    "server/everyday/src/",
    "server/https/src/",
    "server/hooks/src/",
];

#[test]
fn crates_depend_on_what_the_plan_says() {
    let root = Manifest::new("Cargo.toml", &read("Cargo.toml"));
    let folders: Vec<&str> = CRATES.iter().map(|rights| rights.folder).collect();
    let mut breaches = root.members_are(&folders);
    for rights in CRATES {
        let path = format!("{}/Cargo.toml", rights.folder);
        breaches.extend(Manifest::new(&path, &read(&path)).breaches(rights, &root, FOR_TESTS));
    }
    hold(&breaches);
}

#[test]
fn nothing_pure_reaches_a_runtime_or_a_source_of_randomness() {
    const OUTSIDE: &[&str] =
        &["tokio", "mio", "socket2", "sqlx", "rand", "rand_core", "getrandom", "chacha20"];
    /// Hashes and signatures: with other users of the workspace they share traits that can name a
    /// source of randomness, and use none themselves.
    const TRAITS_ALONE: &[&str] = &["ed25519-dalek", "hmac", "sha2"];
    let ships = CRATES.iter().filter_map(|rights| rights.others).flatten().copied();
    let ships: Vec<&str> = ships.filter(|name| !TRAITS_ALONE.contains(name)).collect();
    assert!(ships.contains(&"serde"));
    let reached = manifest::reached_from(&read("Cargo.lock"), &ships);
    let outside = OUTSIDE.iter().filter_map(|name| reached.get(*name).map(|from| (name, from)));
    let sentence = |(name, from): (&&str, &String)| {
        format!("Cargo.lock:1: {from} depends on {name}, and a pure crate ships with {from}")
    };
    hold(&outside.map(sentence).collect::<Vec<_>>());
}

#[test]
fn pure_crates_only_compute() {
    hold(&over(PURE, impurities));
}

#[test]
fn a_lock_or_a_channel_in_a_pure_crate_is_noticed() {
    for (text, times) in [
        ("use std::sync::Mutex;", 1),
        ("use std::sync::{Arc, RwLock};", 1),
        ("struct Core { outbox: Arc<Outbox> }", 1),
        ("use std::sync::mpsc::Sender;", 2),
        ("use parking_lot as locks;", 1),
        ("use std::sync::Arc; // a Mutex, or an Outbox", 0),
    ] {
        let found = impurities(&Source::new("server/tables/src/lib.rs", text));
        assert_eq!(found.len(), times, "{text}: {found:?}");
    }
}

#[test]
fn logic_knows_no_runtime_clock_or_socket() {
    let everywhere: Vec<&str> = PURE.iter().chain(CORES).copied().collect();
    hold(&over(&everywhere, |file| {
        let mut found = file.macros(&PRINTS);
        found.extend(NOT_IN_CORES.iter().flat_map(|banned| file.names(banned)));
        found
    }));
}

#[test]
fn functions_that_apply_events_name_every_event() {
    let why = "an event that is added later must not be passed over in silence: name each variant";
    let sources: Vec<String> =
        CRATES.iter().map(|rights| format!("{}/src/", rights.folder)).collect();
    let sources: Vec<&str> = sources.iter().map(String::as_str).collect();
    hold(&over(&sources, |file| file.catch_alls_in_apply(why)));
}

#[test]
fn cards_are_opened_in_the_listed_places_only() {
    let mut listed = 0;
    for path in files(&root().join("server/engine/src")) {
        let name = name_of(&path);
        let found = Source::new(&name, &read(&name)).calls("open");
        let opened = OPENED.iter().find(|(file, ..)| *file == name);
        let times = opened.map_or(0, |(_, times, _)| *times);
        listed += usize::from(opened.is_some());
        assert_eq!(found.len(), times, "{name} opens concealed values in the lines {found:?}");
    }
    assert_eq!(listed, OPENED.len(), "a file of the list is gone");
}

#[test]
fn what_is_meant_otherwise_is_still_there() {
    for (path, names, meaning) in MEANT_OTHERWISE {
        let file = Source::new(path, &read(path));
        for name in *names {
            let found = NOT_IN_PURE.iter().flat_map(|banned| file.names(banned));
            let found = found.chain(file.std_modules(STD_THAT_COMPUTES, NO_STD));
            let found = found.filter(|breach| breach.contains(&format!("`{name}`")));
            assert!(
                found.count() > 0,
                "{path} no longer names {name} ({meaning}): drop the exception"
            );
        }
    }
}

#[test]
fn no_more_than_three_modules_use_each_other_in_a_circle_and_none_of_the_room() {
    let mut breaches = Vec::new();
    for rights in CRATES {
        let source = root().join(rights.folder).join("src");
        let mut uses = circles::Uses::default();
        for path in files(&source) {
            let below = path.strip_prefix(&source).unwrap().to_str().unwrap();
            // The set-up of tests is used by all that it tests.
            let is_of_tests = below.ends_with("tests.rs") || below.starts_with("samples");
            if below.ends_with(".rs") && !is_of_tests {
                uses.add(below, &Source::new(below, &fs::read_to_string(&path).unwrap()));
            }
        }
        let most = if rights.folder == IN_NO_CIRCLE { 1 } else { MOST_IN_A_CIRCLE };
        let large = uses.circles().into_iter().filter(|circle| circle.len() > most);
        breaches.extend(large.map(|circle| {
            format!("{}/src: {} use each other in a circle", rights.folder, circle.join(", "))
        }));
    }
    hold(&breaches);
}

#[test]
fn no_type_has_too_many_functions() {
    let mut breaches = Vec::new();
    for rights in CRATES {
        let mut sizes = sizes::Sizes::default();
        for path in files(&root().join(rights.folder).join("src")) {
            let name = name_of(&path);
            if name.ends_with(".rs") && !name.ends_with("tests.rs") && !name.contains("/tests/") {
                sizes.add(&Source::new(&name, &read(&name)));
            }
        }
        breaches.extend(
            sizes
                .above(MOST_FUNCTIONS)
                .into_iter()
                .map(|(name, count)| format!("{}: {name} has {count} functions", rights.folder)),
        );
    }
    hold(&breaches);
}

#[test]
fn names_stay_where_they_live() {
    hold(&over(SAY_THEIR_JOB, |file| HOMES.iter().flat_map(|home| file.away_from(home)).collect()));
}

/// Requests to other servers have one way out, with its checks and limits.
#[test]
fn no_other_crate_of_the_server_is_an_http_client() {
    const CLIENTS: [&str; 6] = ["reqwest", "ureq", "isahc", "curl", "surf", "attohttpc"];
    let lock = read("Cargo.lock");
    for client in CLIENTS {
        assert!(!lock.contains(&format!("name = \"{client}\"\n")), "Cargo.lock:1: {client}");
    }
    let mut senders = Vec::new();
    for rights in CRATES {
        let manifest: toml::Table = read(&format!("{}/Cargo.toml", rights.folder)).parse().unwrap();
        let hyper = manifest.get("dependencies").and_then(|it| it.get("hyper"));
        let features = hyper.and_then(|it| it.get("features")?.as_array());
        if features.into_iter().flatten().any(|feature| feature.as_str() == Some("client")) {
            senders.push(rights.name);
        }
    }
    // The load test measures servers and ships with none.
    assert_eq!(senders, ["cardroom-https", "cardroom-load"]);
}

#[test]
fn pure_crates_and_the_protocol_forbid_unsafe_code() {
    for folder in PURE.iter().chain(&["protocol/src/"]) {
        let path = format!("{folder}lib.rs");
        let file = Source::new(&path, &read(&path));
        assert!(file.forbids_unsafe(), "{path}:1: #![forbid(unsafe_code)] is missing");
    }
}

#[test]
fn every_file_says_its_job() {
    hold(&over(SAY_THEIR_JOB, |file| {
        let why = "the first line says in `//!` what the file is for, and what it does not do";
        let path = &file.path;
        if file.says_its_job() { Vec::new() } else { vec![format!("{path}:1: {why}")] }
    }));
}

#[test]
fn nothing_is_left_for_later() {
    // Spelled so that this file does not find itself.
    let marks = Banned {
        names: &[concat!("FIX", "ME"), concat!("XX", "X"), concat!("TO", "DO")],
        why: "what is missing is an issue, not a comment",
    };
    let stubs = Banned { names: &["todo", "unimplemented"], why: "what is here works" };
    let mut breaches = Vec::new();
    for path in files(&root()) {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if !matches!(extension, Some("rs" | "toml" | "sql" | "md" | "py" | "js" | "ts")) {
            continue;
        }
        let name = name_of(&path);
        let text = read(&name);
        breaches.extend(source::words(&name, &text, &marks));
        if extension == Some("rs") {
            breaches.extend(Source::new(&name, &text).macros(&stubs));
        }
    }
    hold(&breaches);
}

#[test]
fn the_top_folders_are_the_design() {
    let mut found = Vec::new();
    for entry in fs::read_dir(root()).expect("the repository is there") {
        let entry = entry.expect("the repository can be listed");
        if entry.path().is_dir() {
            found.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    hold(&folder_breaches(&found));
}

#[test]
fn a_top_folder_too_many_or_too_few_is_noticed() {
    let names = |extra: &[&str], without: &str| -> Vec<String> {
        let all = TOP_FOLDERS.iter().chain(extra).filter(|name| **name != without);
        all.map(|name| (*name).to_owned()).collect()
    };
    assert!(folder_breaches(&names(&["target", ".git", ".ci"], "")).is_empty());
    assert_eq!(folder_breaches(&names(&["common"], "")).len(), 1);
    assert_eq!(folder_breaches(&names(&[], "config")).len(), 1);
}

/// A wall around a missing file guards nothing.
#[test]
fn every_place_that_is_guarded_exists() {
    let homes = HOMES.iter().flat_map(|home| home.places).copied();
    for place in PURE.iter().chain(CORES).chain(SAY_THEIR_JOB).copied().chain(homes) {
        assert!(root().join(place).exists(), "{place} is gone: the wall has to follow it");
    }
}

/// The architecture page names no missing files.
#[test]
fn the_architecture_page_names_what_exists() {
    let page = "server/ARCHITECTURE.md";
    let text = read(page);
    let names = named_files(&text);
    assert!(names.len() > 50, "the page names {} files: is it still read rightly?", names.len());
    let gone = names.iter().filter(|(_, name)| !root().join(name).exists());
    hold(
        &gone.map(|(line, name)| format!("{page}:{line}: there is no {name}")).collect::<Vec<_>>(),
    );
}

/// Runs a check on every Rust file at or below these places.
fn over(places: &[&str], check: impl Fn(&Source) -> Vec<String>) -> Vec<String> {
    let mut breaches = Vec::new();
    for place in places {
        for path in files(&root().join(place)) {
            if path.extension().is_some_and(|extension| extension == "rs") {
                let name = name_of(&path);
                breaches.extend(check(&Source::new(&name, &read(&name))));
            }
        }
    }
    breaches
}

/// Returns the places of a file in a pure crate that do more than compute.
fn impurities(file: &Source) -> Vec<String> {
    let mut found = file.std_modules(STD_THAT_COMPUTES, NO_STD);
    if !uses_floats(file) {
        found.extend(file.float_literals(NO_FLOATS));
    }
    found.extend(file.macros(&COMPILED_IN));
    found.extend(NOT_IN_PURE.iter().flat_map(|banned| file.names(banned)));
    found.retain(|breach| !is_meant_otherwise(breach));
    found
}

fn folder_breaches(found: &[String]) -> Vec<String> {
    let is_known = |name: &String| {
        TOP_FOLDERS.contains(&name.as_str()) || name.starts_with('.') || name == "target"
    };
    let extra = found.iter().filter(|name| !is_known(name));
    let extra = extra.map(|name| format!("{name}: the top folders are the design; put it in one"));
    let missing = TOP_FOLDERS.iter().filter(|name| !found.iter().any(|known| known == *name));
    extra.chain(missing.map(|name| format!("{name}: this top folder is missing"))).collect()
}

fn is_meant_otherwise(breach: &str) -> bool {
    MEANT_OTHERWISE.iter().any(|(path, names, _)| {
        let is_name = |name: &&str| breach.contains(&format!("`{name}`"));
        breach.starts_with(&format!("{path}:")) && names.iter().any(is_name)
    })
}

/// Returns `true` if a file is meant to compute with floating point numbers.
fn uses_floats(file: &Source) -> bool {
    let is_meant =
        |(path, names, _): &(&str, &[&str], &str)| *path == file.path && names.contains(&"f64");
    MEANT_OTHERWISE.iter().any(is_meant)
}

/// Fails with every violation, one a line.
#[track_caller]
fn hold(breaches: &[String]) {
    assert!(breaches.is_empty(), "the walls are breached:\n{}", breaches.join("\n"));
}
