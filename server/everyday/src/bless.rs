//! The tests that compare a file with what the code makes of it, and write that file again if the
//! variable `BLESS` is set.

use crate::step::Step;

/// A package, and the words after it that select its tests.
const BLESSED: &[(&str, &[&str])] = &[
    // Golden bytes, PROTOCOL.md, LINES.md, the schemas, and the messages of both packages.
    ("cardroom-protocol", &[]),
    // The sessions that the packages for Python and TypeScript follow.
    ("cardroom-bot", &["--test", "suite", "sessions"]),
    // FLOOR.md, and the page's texts for the floor.
    ("cardroom", &["--lib", "cli::floor"]),
    // protocol/openapi.json, from the schemas of the protocol and the commands of the floor.
    ("cardroom-api", &["--test", "openapi"]),
    // RULEBOOKS.md.
    ("cardroom-casebook", &["--test", "suite", "page"]),
    // CONFORMANCE.md.
    ("cardroom", &["--test", "suite", "conformance"]),
];

/// Returns the commands in the order in which the files depend on each other.
pub(crate) fn steps() -> Vec<Step> {
    let step = |(package, rest): &(&str, &[&str])| {
        Step::cargo(&["test", "-p", package]).and(rest).with("BLESS", "1")
    };
    BLESSED.iter().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::path::Path;

    /// Adds the Rust files below a folder that read the variable.
    fn readers(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.')
                    && !["target", "node_modules", "everyday"].contains(&&*name)
                {
                    readers(&path, found);
                }
            } else if name.ends_with(".rs")
                && fs::read_to_string(&path).unwrap().contains("var_os(\"BLESS\")")
            {
                let below = path.strip_prefix(crate::root()).unwrap();
                found.push(below.to_string_lossy().into_owned());
            }
        }
    }

    #[test]
    fn every_test_that_blesses_a_file_is_run() {
        let packages = crate::packages(&crate::root()).unwrap();
        let mut files = Vec::new();
        readers(&crate::root(), &mut files);
        assert!(files.len() > 5, "{files:?}");
        for file in files {
            let name = &packages.of(&file).unwrap().name;
            let runs = |(package, rest): &&(&str, &[&str])| {
                let filter = rest.last().map(|filter| filter.replace("::", "/"));
                package == name && filter.is_none_or(|filter| file.contains(&filter))
            };
            assert!(BLESSED.iter().any(|step| runs(&step)), "{file} is blessed by no step");
        }
    }

    #[test]
    fn a_step_sets_the_variable() {
        let steps: Vec<String> = steps().iter().map(ToString::to_string).collect();
        assert_eq!(
            steps,
            [
                "BLESS=1 cargo test -p cardroom-protocol",
                "BLESS=1 cargo test -p cardroom-bot --test suite sessions",
                "BLESS=1 cargo test -p cardroom --lib cli::floor",
                "BLESS=1 cargo test -p cardroom-api --test openapi",
                "BLESS=1 cargo test -p cardroom-casebook --test suite page",
                "BLESS=1 cargo test -p cardroom --test suite conformance",
            ]
        );
    }
}
