//! `cargo counts`: the numbers by which the house is measured, counted in the sources. Tests are
//! left out.
//!
//! Where a number has a goal, it stands beside it. `tests/walls.rs` holds what may not grow.

use cardroom_everyday::reading::circles::Uses;
use cardroom_everyday::reading::sizes::Sizes;
use cardroom_everyday::reading::source::{Banned, Source};
use cardroom_everyday::reading::tree::{files, name_of, named_files, read, root};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The crates of the second ring.
const RING_2: &[&str] = &["server/record", "server/tables", "server/events", "server/sessions"];
/// What is shared between threads or sends.
const SHARED: Banned = Banned {
    names: &["Mutex", "RwLock", "Condvar", "mpsc", "oneshot", "broadcast", "Outbox"],
    why: "",
};
/// The engine's two words for tables that differ, and the files that say how.
const DIFFERENCES: (&[&str], &[&str]) =
    (&["hybrid", "ordered"], &["server/engine/src/occupancy.rs", "server/engine/src/people.rs"]);
/// What a raise is wrapped in on its way to the table and back: the file that makes the wrap, and
/// how it is written there.
const WRAPS: &[(&str, &str)] = &[
    ("server/front/src/session/client.rs", "Input::Message { message"),
    ("server/sessions/src/session/requests.rs", "Routed::TableAction(action)"),
    ("server/sessions/src/session/requests.rs", "Output::Act(stamp, action)"),
    ("server/front/src/session/client/perform.rs", "TableInput::Act { viewer"),
    ("server/room/src/table/actor.rs", "CoreInput::Act { connection"),
    ("server/tables/src/table/actions.rs", "Input::Act { seat, turn"),
    ("server/engine/src/table/turn.rs", "Event::Acted { seat"),
    ("server/tables/src/wire.rs", "wire::Acted {"),
    ("server/tables/src/wire.rs", "Step { table"),
    ("server/room/src/table/actor/delivery.rs", "ServerMessage::from"),
];
const PAGE: &str = "server/ARCHITECTURE.md";
const WAY: &str = "## The way of a raise";
const MOST_FUNCTIONS: usize = 80;
const MOST_LINES_OF_ENGINE: usize = 10_000;

/// Counts in the packages of these folders.
pub(crate) fn all(folders: &[String]) -> Result<String, String> {
    let crates: Vec<Crate> = folders.iter().map(|folder| Crate::read(folder)).collect();
    let mut out = String::new();
    let line = &mut out;
    let put = |line: &mut String, text: String| {
        let _ = writeln!(line, "{text}");
    };
    let of = |folder: &str| crates.iter().find(|found| found.folder == folder);

    let engine = of("server/engine").ok_or("server/engine is gone")?;
    let lines = engine.lines();
    put(line, format!("engine, lines outside tests: {lines} (goal: {MOST_LINES_OF_ENGINE})"));
    let places = engine.differences();
    put(line, format!("engine, `hybrid` or `ordered` outside two files: {}", places.len()));
    places.iter().for_each(|place| put(line, format!("  {place}")));

    put(line, format!("functions of one type: goal at most {MOST_FUNCTIONS}"));
    for (name, folder, count) in largest_types(&crates) {
        put(line, format!("  {count:4}  {folder} {name}"));
    }

    let page = read(PAGE);
    let (files, gone) = files_of_a_raise(&page)?;
    put(line, format!("a raise, files of this repository that carry it: {files} (goal: 30)"));
    gone.iter().for_each(|name| put(line, format!("  {name} is gone")));
    let lost: Vec<&str> = WRAPS
        .iter()
        .filter(|(file, wrap)| !read(file).contains(wrap))
        .map(|(_, wrap)| *wrap)
        .collect();
    put(line, format!("a raise, wraps: {} (goal: 6)", WRAPS.len() - lost.len()));
    lost.iter().for_each(|wrap| put(line, format!("  {wrap} is gone")));

    let ring: Vec<&Crate> = RING_2.iter().filter_map(|folder| of(folder)).collect();
    let shared: Vec<String> = ring.iter().flat_map(|part| part.names(&SHARED)).collect();
    put(line, format!("ring 2, locks, channels and outboxes: {} (goal: 0)", shared.len()));
    shared.iter().for_each(|place| put(line, format!("  {place}")));
    let passed: Vec<String> = crates
        .iter()
        .flat_map(|part| part.sources.iter().flat_map(|source| source.catch_alls_in_apply("")))
        .collect();
    put(line, format!("catch-alls in an apply: {} (goal: 0)", passed.len()));
    passed.iter().for_each(|place| put(line, format!("  {place}")));

    let circles: Vec<(usize, &str, String)> = crates.iter().flat_map(Crate::circles).collect();
    let largest = circles.iter().map(|(size, ..)| *size).max().unwrap_or(0);
    put(line, format!("modules in a circle, at most: {largest} (goal: at most 3)"));
    for (_, folder, circle) in &circles {
        put(line, format!("  {folder}: {circle}"));
    }

    put(line, "files that open a table's core:".to_owned());
    for file in crates.iter().flat_map(Crate::hosts) {
        put(line, format!("  {file}"));
    }

    put(line, "lines outside tests:".to_owned());
    for part in &crates {
        put(line, format!("  {:6}  {}", part.lines(), part.folder));
    }
    Ok(out)
}

/// A package's own sources.
struct Crate {
    folder: String,
    sources: Vec<Source>,
}

impl Crate {
    fn read(folder: &str) -> Self {
        let paths = files(&root().join(folder).join("src"));
        let names = paths.iter().map(|path| name_of(path));
        let is_code = |name: &String| {
            name.ends_with(".rs") && !name.ends_with("tests.rs") && !name.contains("/tests/")
        };
        let sources = names.filter(is_code).map(|name| Source::new(&name, &read(&name)));
        Self { folder: folder.to_owned(), sources: sources.collect() }
    }

    /// Returns the number of lines up to the files' own tests.
    fn lines(&self) -> usize {
        self.sources.iter().map(|source| code_of(&source.text).lines().count()).sum()
    }

    fn names(&self, banned: &Banned) -> Vec<String> {
        let place = |found: String| found.trim_end_matches(": ").to_owned();
        self.sources.iter().flat_map(|source| source.names(banned)).map(place).collect()
    }

    /// Returns the places of the words for tables that differ.
    fn differences(&self) -> Vec<String> {
        let (names, homes) = DIFFERENCES;
        let banned = Banned { names, why: "" };
        let others = self.sources.iter().filter(|source| !homes.contains(&&*source.path));
        let place = |found: String| found.trim_end_matches(": ").to_owned();
        others.flat_map(|source| source.names(&banned)).map(place).collect()
    }

    fn circles(&self) -> Vec<(usize, &str, String)> {
        let mut uses = Uses::default();
        let start = format!("{}/src/", self.folder);
        for source in &self.sources {
            let below = source.path.strip_prefix(&start).unwrap_or(&source.path);
            if !below.starts_with("samples") {
                uses.add(below, source);
            }
        }
        let circle = |names: Vec<String>| (names.len(), &*self.folder, names.join(", "));
        uses.circles().into_iter().map(circle).collect()
    }

    /// Returns the files that open a table's core.
    fn hosts(&self) -> impl Iterator<Item = &str> {
        let opens = |source: &&Source| {
            let code = source.code();
            code.windows(4).any(|four| four[0] == "TableCore" && four[3].starts_with("open"))
        };
        self.sources.iter().filter(opens).map(|source| &*source.path)
    }
}

/// Returns the part of a file before its own tests.
fn code_of(text: &str) -> &str {
    text.find("#[cfg(test)]\nmod tests {").map_or(text, |end| &text[..end])
}

/// Returns the types with more functions than there should be, the largest first.
fn largest_types(crates: &[Crate]) -> Vec<(String, &str, usize)> {
    let mut found = Vec::new();
    for part in crates {
        let mut sizes = Sizes::default();
        part.sources.iter().for_each(|source| sizes.add(source));
        let above: BTreeMap<&str, usize> = sizes.above(MOST_FUNCTIONS);
        let named = above.iter().map(|(name, count)| ((*name).to_owned(), &*part.folder, *count));
        found.extend(named);
    }
    found.sort_by_key(|(.., count)| std::cmp::Reverse(*count));
    found
}

/// Returns how many files a page lists below the headings of a raise, and those that are gone.
fn files_of_a_raise(page: &str) -> Result<(usize, Vec<String>), String> {
    let start = page.find(WAY).ok_or_else(|| format!("{PAGE} has no `{WAY}`"))?;
    let rest = &page[start + WAY.len()..];
    let way = &rest[..rest.find("\n## ").unwrap_or(rest.len())];
    let listed = way.find("\n#### ").map_or("", |at| &way[at..]);
    let names: Vec<String> = named_files(listed).into_iter().map(|(_, name)| name).collect();
    let gone = names.iter().filter(|name| !root().join(name).exists()).cloned().collect();
    Ok((names.len(), gone))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_up_to_the_tests() {
        assert_eq!(code_of("a\nb\n#[cfg(test)]\nmod tests {\nc\n}\n").lines().count(), 2);
        assert_eq!(code_of("a\n#[cfg(test)]\nmod tests;\n").lines().count(), 3);
    }

    #[test]
    fn the_files_of_a_raise_are_those_below_its_headings() {
        let page = "## The way of a raise\n`no.rs`\n#### In: `server/engine/src/`\n`table.rs`, \
                    `gone.rs`\n\n## The walk\n`hand.rs`\n";
        let gone = vec!["server/engine/src/gone.rs".to_owned()];
        assert_eq!(files_of_a_raise(page), Ok((2, gone)));
        assert!(files_of_a_raise("## Others").is_err());
    }

    #[test]
    fn every_wrap_of_a_raise_is_where_the_list_says() {
        for (file, wrap) in WRAPS {
            assert!(read(file).contains(wrap), "{file} has no `{wrap}`");
        }
        let (files, gone) = files_of_a_raise(&read(PAGE)).unwrap();
        assert!(files > 30 && gone.is_empty(), "{files} files, {gone:?} are gone");
    }
}
