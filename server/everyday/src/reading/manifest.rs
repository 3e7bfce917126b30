//! Dependencies, read from the manifests and the lock file.
//!
//! This does not use cargo's resolution for one platform: a dependency counts wherever it is named.

use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

/// The permitted dependencies of one crate of the workspace.
pub struct Rights {
    pub name: &'static str,
    pub folder: &'static str,
    /// The crates of the workspace it may name.
    pub house: &'static [&'static str],
    /// The only other crates it may ship with. `None` allows any.
    pub others: Option<&'static [&'static str]>,
}

pub struct Manifest {
    path: String,
    text: String,
    table: Table,
}

/// A dependency by the name of its package, whatever its name inside the crate.
struct Dependency {
    package: String,
    key: String,
    is_shipped: bool,
}

impl Manifest {
    /// Parses the text of a manifest.
    ///
    /// # Panics
    /// The text is not TOML.
    pub fn new(path: &str, text: &str) -> Self {
        let table = text.parse().unwrap_or_else(|error| panic!("{path}: {error}"));
        Self { path: path.to_owned(), text: text.to_owned(), table }
    }

    /// Returns the dependencies that the crate may not have. `root` is the workspace's manifest,
    /// and `tests` are the crates that any test may use.
    pub fn breaches(&self, rights: &Rights, root: &Manifest, tests: &[&str]) -> Vec<String> {
        let house = root.house();
        let mut found = Vec::new();
        for dependency in self.dependencies(root) {
            let Dependency { package, key, is_shipped } = dependency;
            let why = if house.contains(&package) {
                if rights.house.contains(&package.as_str()) {
                    continue;
                }
                "this direction is not in the plan of the house (ARCHITECTURE.md)"
            } else {
                let Some(others) = rights.others else { continue };
                let in_tests = !is_shipped && tests.contains(&package.as_str());
                if others.contains(&package.as_str()) || in_tests {
                    continue;
                }
                "this crate is pure; a crate it ships with has to be allowed by name"
            };
            let place = format!("{}:{}", self.path, self.line_of(&key));
            found.push(format!("{place}: {} depends on {package}: {why}", rights.name));
        }
        found
    }

    /// Returns what is wrong with the list of the workspace's members.
    pub fn members_are(&self, folders: &[&str]) -> Vec<String> {
        let members = self.table.get("workspace").and_then(|workspace| workspace.get("members"));
        let members = members.and_then(Value::as_array).into_iter().flatten();
        let found: BTreeSet<&str> = members.filter_map(Value::as_str).collect();
        let planned: BTreeSet<&str> = folders.iter().copied().collect();
        let differ = found.symmetric_difference(&planned);
        let line = self.line_of("members");
        let sentence = |folder: &&str| {
            let why =
                "every crate has its rights in server/everyday/tests/walls.rs, and none besides";
            format!("{}:{line}: {folder}: {why}", self.path)
        };
        differ.map(sentence).collect()
    }

    /// Returns the packages of the workspace: those to which
    /// `[workspace.dependencies]` gives a path.
    fn house(&self) -> BTreeSet<String> {
        let shared = self.shared().into_iter().flatten();
        let own = shared.filter(|(_, value)| value.get("path").is_some());
        own.map(|(key, value)| package_of(key, value).to_owned())
            .chain(["cardroom".into()])
            .collect()
    }

    fn shared(&self) -> Option<&Table> {
        self.table.get("workspace")?.get("dependencies")?.as_table()
    }

    fn dependencies(&self, root: &Manifest) -> Vec<Dependency> {
        let targets = self.table.get("target").and_then(Value::as_table);
        let targets = targets.into_iter().flatten().filter_map(|(_, target)| target.as_table());
        let mut found = Vec::new();
        for table in std::iter::once(&self.table).chain(targets) {
            for (kind, is_shipped) in
                [("dependencies", true), ("build-dependencies", true), ("dev-dependencies", false)]
            {
                let entries = table.get(kind).and_then(Value::as_table).into_iter().flatten();
                for (key, value) in entries {
                    let inherited = value.get("workspace").is_some();
                    let shared = root.shared().and_then(|shared| shared.get(key));
                    let value = shared.filter(|_| inherited).unwrap_or(value);
                    let package = package_of(key, value).to_owned();
                    found.push(Dependency { package, key: key.clone(), is_shipped });
                }
            }
        }
        found
    }

    fn line_of(&self, key: &str) -> usize {
        let mut lines = self.text.lines();
        lines.position(|line| line.trim_start().starts_with(key)).map_or(1, |index| index + 1)
    }
}

/// Returns the packages that a set of packages leads to, each with one that leads there.
pub fn reached_from(lock: &str, starts: &[&str]) -> BTreeMap<String, String> {
    let lock: Table = lock.parse().expect("the lock file is TOML");
    let mut edges: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in lock.get("package").and_then(Value::as_array).into_iter().flatten() {
        let name = package.get("name").and_then(Value::as_str).expect("a package has a name");
        let needs = package.get("dependencies").and_then(Value::as_array).into_iter().flatten();
        // `name`, or `name version` if there are several.
        let needs = needs.filter_map(Value::as_str).filter_map(|need| need.split(' ').next());
        edges.entry(name).or_default().extend(needs);
    }
    let mut reached = BTreeMap::new();
    let mut waiting: Vec<&str> = starts.to_vec();
    while let Some(package) = waiting.pop() {
        for need in edges.get(package).into_iter().flatten() {
            if !reached.contains_key(*need) {
                reached.insert((*need).to_owned(), package.to_owned());
                waiting.push(need);
            }
        }
    }
    reached
}

fn package_of<'a>(key: &'a str, value: &'a Value) -> &'a str {
    value.get("package").and_then(Value::as_str).unwrap_or(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOT: &str = r#"
        [workspace]
        members = ["server", "pots"]
        [workspace.dependencies]
        cardroom-pots = { path = "pots" }
        runtime = { package = "tokio", version = "1" }
        serde = "1"
    "#;

    fn breaches(manifest: &str, house: &'static [&'static str]) -> Vec<String> {
        let rights = Rights { name: "a", folder: "a", house, others: Some(&["serde"]) };
        let root = Manifest::new("Cargo.toml", ROOT);
        Manifest::new("a/Cargo.toml", manifest).breaches(&rights, &root, &["proptest"])
    }

    #[test]
    fn what_is_allowed_passes() {
        let manifest = "[dependencies]\nserde.workspace = true\ncardroom-pots.workspace = true\n\
                        [dev-dependencies]\nproptest = \"1\"";
        assert_eq!(breaches(manifest, &["cardroom-pots"]), Vec::<String>::new());
    }

    #[test]
    fn a_crate_of_the_house_needs_the_right_even_in_tests() {
        for kind in ["dependencies", "dev-dependencies", "target.'cfg(unix)'.dependencies"] {
            let found = breaches(&format!("[{kind}]\ncardroom-pots.workspace = true"), &[]);
            assert!(
                found[0].starts_with("a/Cargo.toml:2: a depends on cardroom-pots"),
                "{found:?}"
            );
            assert_eq!(breaches(&format!("[{kind}]\ncardroom = {{}}"), &[]).len(), 1);
        }
    }

    #[test]
    fn another_crate_is_found_under_any_name_and_of_any_kind() {
        for manifest in [
            "[dependencies]\ntokio = \"1\"",
            "[dependencies]\nclock = { package = \"tokio\", version = \"1\" }",
            "[dependencies]\nruntime.workspace = true",
            "[build-dependencies]\ncc = \"1\"",
            "[target.'cfg(windows)'.dependencies]\nwindows-sys = \"1\"",
            "[dependencies]\nproptest = \"1\"",
            "[dev-dependencies]\ntokio = \"1\"",
        ] {
            assert_eq!(breaches(manifest, &[]).len(), 1, "{manifest}");
        }
    }

    #[test]
    fn members_are_those_with_rights() {
        let root = Manifest::new("Cargo.toml", ROOT);
        assert!(root.members_are(&["pots", "server"]).is_empty());
        assert_eq!(root.members_are(&["pots"]).len(), 1);
        assert_eq!(root.members_are(&["pots", "server", "web"]).len(), 1);
    }

    #[test]
    fn the_lock_file_leads_on() {
        let lock = "[[package]]\nname = \"a\"\ndependencies = [\"b 1.0.0\"]\n\
                    [[package]]\nname = \"b\"\ndependencies = [\"c\"]\n\
                    [[package]]\nname = \"c\"\n[[package]]\nname = \"d\"";
        let reached = reached_from(lock, &["a"]);
        assert_eq!(reached.get("c").map(String::as_str), Some("b"));
        assert!(!reached.contains_key("d"));
    }
}
