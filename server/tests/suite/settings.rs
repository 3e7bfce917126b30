//! Every setting of a rulebook has an effect. The server reads it, or it is marked as one that
//! names what the server does anyway, or that people must follow.

use cardroom_rules::rulebook::Use;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const BOOKS: [&str; 7] =
    ["tda-2024", "tnpl", "tfpl", "spotlight", "wptapl", "online", "two-minutes"];

/// Names of variables that hold a rulebook, or a part of one, where it is read.
const HOLDERS: [&str; 28] = [
    "rulebook",
    "book",
    "rule",
    "rules",
    "betting",
    "wager",
    "turn",
    "times",
    "blinds",
    "presence",
    "deals",
    "entry",
    "seating",
    "levels",
    "absence",
    "clock",
    "dealing",
    "showdown",
    "finish",
    "floor",
    "penalties",
    "hand_for_hand",
    "colour_up",
    "final_table",
    "hybrid",
    "called_clock",
    "pot_limit_miscount",
    "miscount",
];

/// The settings behind `FinalTable::players`, by which others read them.
const BY_PLAYERS: [&str; 5] = ["of_nine", "of_eight", "of_seven", "of_six", "most"];

/// Settings whose names also occur elsewhere.
const SHARED_NAMES: [&str; 3] = ["games", "starting_stack", "ballot"];

/// Returns the sources that act on rulebooks, without their tests, with single spaces and
/// none before a dot.
fn sources() -> String {
    fn gather(folder: &Path, text: &mut String) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, text);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let source = fs::read_to_string(&path).unwrap();
                let code = source.split("#[cfg(test)]").next().unwrap();
                let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                text.extend(lines.flat_map(str::split_whitespace).flat_map(|word| [" ", word]));
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    for folder in [
        "engine/src",
        "hybrid/src",
        "tournament/src",
        "tables/src",
        "events/src",
        "room/src",
        "front/src",
        "src",
    ] {
        gather(&root.join(folder), &mut text);
    }
    text.replace(" .", ".")
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns `true` if the field is read from something named like a part of a rulebook,
/// or by a pattern.
fn is_read(sources: &str, field: &str) -> bool {
    let whole = |rest: &str| !rest.starts_with(|letter| is_word(letter) || letter == '(');
    let read = sources.match_indices(&format!(".{field}")).any(|(at, found)| {
        let holder = sources[..at].trim_end_matches("()");
        let name = holder.rsplit(|letter| !is_word(letter)).next().unwrap();
        whole(&sources[at + found.len()..]) && HOLDERS.contains(&name)
    });
    let taken = || {
        let pieces = sources.split("Rule {").skip(1).chain(sources.split("CalledClock {").skip(1));
        let patterns = pieces.filter_map(|rest| rest.split_once('}').map(|(inside, _)| inside));
        patterns
            .flat_map(|inside| inside.split(','))
            .any(|part| part.split(':').next().map(str::trim) == Some(field))
    };
    read || taken()
}

#[test]
fn every_setting_is_read_or_marked() {
    let library = cardroom::config::Config::default().library().unwrap();
    let sources = sources();
    let mut unread = Vec::new();
    for setting in library.settings("tda-2024").unwrap() {
        let field = setting.path.rsplit('.').next().unwrap();
        let by_players = setting.path.starts_with("seating.final_table.")
            && BY_PLAYERS.contains(&field)
            && sources.contains(".final_table_players(");
        let reads = by_players || is_read(&sources, field);
        match setting.used {
            Use::Enforced if !reads => unread.push(format!("{} is read by nobody", setting.path)),
            Use::Fixed | Use::Told
                if is_read(&sources, field) && !SHARED_NAMES.contains(&field) =>
            {
                unread.push(format!("{} is read, and marked all the same", setting.path));
            }
            _ => {}
        }
    }
    assert!(unread.is_empty(), "{}", unread.join("\n"));
    assert!(is_read(&sources, "min_raise") && !is_read(&sources, "no_such_setting"));
}

#[test]
fn every_mark_is_of_a_setting() {
    let library = cardroom::config::Config::default().library().unwrap();
    for book in BOOKS {
        let settings = library.settings(book).unwrap();
        let paths: BTreeSet<&str> = settings.iter().map(|setting| setting.path.as_str()).collect();
        for marked in Use::marked() {
            assert!(paths.contains(marked), "{book} has no setting {marked}");
        }
    }
}

/// Rules that people must follow are among those shown to players, if the book has
/// a rule about them.
#[test]
fn what_is_told_is_shown_to_players() {
    let library = cardroom::config::Config::default().library().unwrap();
    let shown = &library.rulebook("tnpl").unwrap().house_rules;
    for text in ["The book is written for no-limit hold'em.", "A chip race with an error stands"] {
        assert!(shown.iter().any(|rule| rule.text.starts_with(text)), "{text}");
    }
}
