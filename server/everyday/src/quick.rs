//! What to run after a change: the format, the lints of the packages that changed, and the tests
//! that need no socket.

use crate::packages::{Package, Packages};
use crate::step::Step;
use std::collections::BTreeMap;

/// Packages without a runtime. All their tests are quick.
const PURE: &[&str] = &[
    "cardroom-cards",
    "cardroom-casebook",
    "cardroom-engine",
    "cardroom-events",
    "cardroom-history",
    "cardroom-hybrid",
    "cardroom-phh",
    "cardroom-protocol",
    "cardroom-record",
    "cardroom-rules",
    "cardroom-sessions",
    "cardroom-tables",
    "cardroom-tournament",
];

/// Files that are read by the tests of packages they do not belong to: the beginning of the path,
/// and the packages.
const READ_BY: &[(&str, &[&str])] = &[
    (
        "config/",
        &[
            "cardroom-rules",
            "cardroom-engine",
            "cardroom-hybrid",
            "cardroom-tables",
            "cardroom-events",
            "cardroom-casebook",
        ],
    ),
    ("server/engine/cases/", &["cardroom-casebook"]),
    ("server/rules/src/", &["cardroom-engine", "cardroom-casebook"]),
    ("server/engine/src/", &["cardroom-casebook", "cardroom-hybrid"]),
    ("server/hybrid/src/", &["cardroom-casebook"]),
];

/// The folders that the page is built from.
const PAGE: &[&str] = &["server/web/", "bot-client/typescript/"];

/// Returns the commands for the files that changed.
pub(crate) fn steps(changed: &[String], packages: &Packages) -> Vec<Step> {
    let mut lint: BTreeMap<&str, &Package> = BTreeMap::new();
    let mut pure: Vec<&str> = Vec::new();
    for path in changed {
        if let Some(package) = packages.of(path).filter(|_| is_code(path)) {
            lint.insert(&package.name, package);
        }
        let readers = READ_BY.iter().filter(|(start, _)| path.starts_with(start));
        pure.extend(readers.flat_map(|(_, readers)| *readers));
    }
    pure.extend(lint.keys().copied().filter(|name| PURE.contains(name)));
    pure.sort_unstable();
    pure.dedup();
    let others: Vec<&Package> =
        lint.values().copied().filter(|package| !PURE.contains(&&*package.name)).collect();

    let mut steps = vec![Step::cargo(&["fmt", "--all", "--check"])];
    if !lint.is_empty() {
        let clippy = of_packages("clippy", lint.keys().copied());
        steps.push(clippy.and(&["--all-targets", "--", "-D", "warnings"]));
    }
    if !pure.is_empty() {
        steps.push(of_packages("test", pure.into_iter()).and(&["--lib", "--tests"]));
    }
    if !others.is_empty() {
        // Without a single library cargo would refuse the option.
        let library: &[&str] =
            if others.iter().any(|package| package.has_library) { &["--lib"] } else { &[] };
        let names = others.iter().map(|package| &*package.name);
        steps.push(of_packages("test", names).and(library).and(&["--bins"]));
    }
    if changed.iter().any(|path| PAGE.iter().any(|folder| path.starts_with(folder))) {
        steps.push(Step::of(&["npm", "run", "check"]).within("server/web"));
    }
    if changed.iter().any(|path| path.ends_with(".md")) {
        steps.push(Step::of(&["python3", "server/docs/links.py"]));
    }
    steps
}

/// Returns `true` if a package is compiled from the file.
fn is_code(path: &str) -> bool {
    path.ends_with(".rs") || path.ends_with("Cargo.toml") || path.ends_with(".sql")
}

fn of_packages<'a>(command: &str, names: impl Iterator<Item = &'a str>) -> Step {
    names.fold(Step::cargo(&[command]), |step, name| step.and(&["-p", name]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the commands for these paths in a small workspace.
    fn steps_of(changed: &[&str]) -> Vec<String> {
        let mut packages = Packages::default();
        for (folder, name, has_library) in [
            ("server", "cardroom", true),
            ("server/engine", "cardroom-engine", true),
            ("server/tournament", "cardroom-tournament", true),
            ("load-tests", "cardroom-load", false),
        ] {
            let manifest = format!("[package]\nname = \"{name}\"");
            packages.add(folder, &manifest, has_library).unwrap();
        }
        let changed: Vec<String> = changed.iter().map(|path| (*path).to_owned()).collect();
        steps(&changed, &packages).iter().map(ToString::to_string).collect()
    }

    const FORMAT: &str = "cargo fmt --all --check";

    #[test]
    fn only_what_changed_is_checked() {
        assert_eq!(steps_of(&[]), [FORMAT]);
        assert_eq!(
            steps_of(&["server/tournament/src/lib.rs", "server/tournament/src/command.rs"]),
            [
                FORMAT,
                "cargo clippy -p cardroom-tournament --all-targets -- -D warnings",
                "cargo test -p cardroom-tournament --lib --tests",
            ]
        );
        assert_eq!(
            steps_of(&["load-tests/src/main.rs"]),
            [
                FORMAT,
                "cargo clippy -p cardroom-load --all-targets -- -D warnings",
                "cargo test -p cardroom-load --bins",
            ]
        );
        assert_eq!(
            steps_of(&["load-tests/src/main.rs", "server/src/main.rs"])[2],
            "cargo test -p cardroom -p cardroom-load --lib --bins"
        );
    }

    #[test]
    fn a_rule_is_proved_by_the_cases() {
        let proved =
            "cargo test -p cardroom-casebook -p cardroom-engine -p cardroom-hybrid --lib --tests";
        assert_eq!(steps_of(&["server/engine/src/table.rs"])[2], proved);
        assert_eq!(
            steps_of(&["server/engine/cases/tda-2024/47.toml"]),
            [FORMAT, "cargo test -p cardroom-casebook --lib --tests"]
        );
        let book = steps_of(&["config/rulebooks/tnpl.toml"]);
        assert!(book[1].contains("-p cardroom-rules"), "{book:?}");
    }

    #[test]
    fn the_page_and_the_pages_of_text_have_checks_of_their_own() {
        assert_eq!(
            steps_of(&["server/web/src/app.tsx", "server/OPERATING.md"]),
            [FORMAT, "cd server/web && npm run check", "python3 server/docs/links.py"]
        );
    }
}
