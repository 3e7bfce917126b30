//! Checks the sources of the crate for types that bincode cannot read back, or that differ
//! between the two encodings.

use std::fs;
use std::path::{Path, PathBuf};

/// Words that the sources may not contain, and the reasons.
const REFUSED: &[(&str, &str)] = &[
    ("tag =", "bincode cannot read internally tagged enums: they ask for any value"),
    ("content =", "bincode cannot read adjacently tagged enums"),
    ("untagged", "bincode cannot read untagged enums: they ask for any value"),
    ("flatten", "bincode cannot read flattened structs: they ask for a map"),
    ("skip", "a field that is left out shifts every field after it"),
    ("default", "a field that may be left out exists in JSON only"),
    ("deserialize_any", "bincode cannot answer it"),
    ("Value", "a JSON value asks for any value, which bincode cannot answer"),
    ("HashMap", "its order differs from run to run"),
    ("HashSet", "its order differs from run to run"),
    ("f32", "amounts and times are integers"),
    ("f64", "amounts and times are integers"),
    ("i64", "wire integers are not negative"),
    ("u128", "JSON clients hold integers up to 2^53 - 1"),
    ("usize", "its size differs from machine to machine"),
];

/// Files where a refused word is not part of a message.
const ALLOWED: &[(&str, &str)] = &[
    ("limits.rs", "usize"),
    ("codec.rs", "usize"),
    ("message.rs", "usize"),
    // Lines of programs, which exist in JSON only.
    ("line.rs", "usize"),
    ("line/from_bot.rs", "default"),
    ("line/from_bot.rs", "f64"),
    ("line/to_bot.rs", "i64"),
    // A filter, whose absent parts match everything. In binary all parts are there.
    ("client.rs", "default"),
    ("lobby.rs", "default"),
    // Terms and a permission that came later. JSON of clients from before has none of them.
    ("hosting.rs", "default"),
    ("tournament/commands.rs", "default"),
    // The mark of the staff, which came later.
    ("server.rs", "default"),
    ("table.rs", "default"),
    ("table/view.rs", "default"),
    ("tournament/views.rs", "default"),
    ("codec/binary.rs", "usize"),
    ("codec/json.rs", "usize"),
    // Reads only JSON, and of a body that no type describes.
    ("codec/request.rs", "deserialize_any"),
    ("codec/request.rs", "Value"),
    ("codec/request.rs", "i64"),
    ("codec/request.rs", "f64"),
    ("codec/varint.rs", "usize"),
    // Bytes of a fixed number, and the associated types of serde's visitors.
    ("deal/bytes.rs", "usize"),
    ("deal/bytes.rs", "Value"),
    // The frame itself, array or object, which exists only in JSON.
    ("codec/json.rs", "deserialize_any"),
    // The associated types of serde's visitors and seeds.
    ("items.rs", "Value"),
    ("codec/json.rs", "Value"),
    ("error.rs", "Value"),
];

pub(crate) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// Returns the lines of code of a file, without comments and unit tests.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line));
    lines
        .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
        .map(|(at, line)| (at, line.split("//").next().unwrap_or_default()))
}

/// Returns whether a text contains a word, and not as a part of another.
fn has_word(text: &str, word: &str) -> bool {
    let joins = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(joins) && !text[at + word.len()..].starts_with(joins))
}

fn offences(name: &str, text: &str) -> Vec<String> {
    let mut offences = Vec::new();
    let mut before = "";
    for (at, line) in code(text) {
        for (word, reason) in REFUSED {
            let is_allowed = ALLOWED.contains(&(name, *word));
            // Words of serde's attributes count only inside an attribute.
            let is_attribute = word.chars().all(|c| c.is_lowercase() || " =_".contains(c))
                && !["deserialize_any", "usize"].contains(word);
            let hit = if is_attribute {
                line.trim_start().starts_with("#[serde(")
                    && (has_word(line, word) || line.contains(&format!("{word}_")))
            } else {
                has_word(line, word)
            };
            if hit && !is_allowed {
                offences.push(format!("{name}:{at}: {word}: {reason}"));
            }
        }
        let is_bare = has_word(line, "u64") && line.trim_start().starts_with("pub ");
        if is_bare && line.contains(": u64,") && !before.contains("safe_u64") {
            offences.push(format!("{name}:{at}: a bare u64 needs `with = \"…safe_u64\"`"));
        }
        before = line;
    }
    offences
}

#[test]
fn sources_keep_to_what_both_encodings_can_carry() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    assert!(files.len() > 10, "the sources are where they were");
    let offences: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
            offences(name, &fs::read_to_string(path).unwrap())
        })
        .collect();
    assert!(offences.is_empty(), "{offences:#?}");
}

/// The test above can fail.
#[test]
fn every_refused_word_is_found() {
    for line in [
        "#[serde(tag = \"type\")]",
        "    #[serde(untagged)]",
        "    #[serde(flatten)]",
        "    #[serde(skip_serializing_if = \"Option::is_none\")]",
        "    #[serde(skip)]",
        "    #[serde(default)]",
        "    pub extra: serde_json::Value,",
        "    pub seats: HashMap<u8, String>,",
        "    pub odds: f64,",
        "    pub odds: Option<f32>,",
        "    pub change: i64,",
        "    pub count: usize,",
        "    pub hands_played: u64,",
    ] {
        assert_eq!(offences("game.rs", line).len(), 1, "{line}");
    }
    for line in [
        "#[derive(Clone, Default, Serialize, Deserialize)]",
        "    // #[serde(untagged)] is what we do not do.",
        "    pub tag: u32,",
        "    #[serde(with = \"crate::ids::safe_u64\")]\n    pub hands_played: u64,",
    ] {
        assert_eq!(offences("game.rs", line), [""; 0], "{line}");
    }
}

/// Only one module names bincode, which is no longer maintained and will be replaced one day.
#[test]
fn bincode_is_named_in_one_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let naming: Vec<&str> = files
        .iter()
        .filter(|path| {
            code(&fs::read_to_string(path).unwrap()).any(|(_, l)| has_word(l, "bincode"))
        })
        .map(|path| path.strip_prefix(&root).unwrap().to_str().unwrap())
        .collect();
    assert_eq!(naming, ["codec/binary.rs"]);
}
