//! The files that are written from `commands.json`: the tables of `FLOOR.md`, and the page's
//! files of texts with the names of commands (`titles.ftl`) and their sentences for players
//! (`commands.ftl`).
//!
//! `BLESS=1 cargo test -p cardroom --lib cli::floor` writes them again.

use super::{Field, Form, Input, fields};
use serde::Deserialize;
use serde_json::Value;
use std::fmt::Write as _;

const HOME: &str = env!("CARGO_MANIFEST_DIR");

/// The parts of a declaration that pages and players read.
#[derive(Deserialize)]
struct Shown {
    #[serde(flatten)]
    form: Form,
    rule: Option<String>,
    /// All rules behind it, if there are more than the one that the form suggests.
    rules: Option<String>,
    /// Until when it can be undone, as the id of a text.
    undo: Option<String>,
    /// The effect of undoing it, or the command that is its opposite.
    back: Option<String>,
    en: Words,
    de: Words,
}

/// The words of a command in one language, in the notation of Fluent.
#[derive(Deserialize)]
struct Words {
    title: String,
    /// The sentence that players read behind a name and a colon.
    ruling: Option<Text>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    Line(String),
    /// A text with a choice: its head, a line for each variant, and a closing brace.
    Lines(Vec<String>),
}

impl Text {
    fn fluent(&self) -> String {
        let lines = match self {
            Self::Line(line) => return line.clone(),
            Self::Lines(lines) => lines.iter(),
        };
        let indented = lines.map(|line| match line.chars().next() {
            Some('[') => format!("    {line}"),
            Some('*') => format!("   {line}"),
            _ => line.clone(),
        });
        indented.collect::<Vec<_>>().join("\n")
    }
}

/// Reads one list of the declaration.
fn shown(list: &str) -> Vec<Shown> {
    let text = include_str!("../../../../web/src/floor/commands.json");
    let mut all: Value = serde_json::from_str(text).unwrap();
    serde_json::from_value(all[list].take()).unwrap()
}

impl Shown {
    /// Returns the tag of the command on the wire, as ids of texts spell it.
    fn kebab(&self) -> String {
        let mut kebab = String::new();
        for letter in self.form.tag().chars() {
            if letter.is_uppercase() && !kebab.is_empty() {
                kebab.push('-');
            }
            kebab.extend(letter.to_lowercase());
        }
        kebab
    }

    /// Writes a row of `FLOOR.md`. `first` stands between the command's name and its arguments.
    fn row(&self, first: &str, english: &str) -> String {
        let until = self.undo.as_ref().map_or("", |id| {
            let line = english.lines().find_map(|line| line.strip_prefix(&format!("{id} = ")));
            line.unwrap_or_else(|| panic!("floor.ftl has no text {id}"))
        });
        let arguments: String = fields(&self.form).map(|field| argument(&field)).collect();
        let Form { name, help, .. } = &self.form;
        let back = self.back.as_deref().unwrap_or("–");
        let rules = self.rules.as_ref().or(self.rule.as_ref()).map_or("", String::as_str);
        let row = format!("| {help} | `{name}{first}{arguments}` | {back} | {until} | {rules} |\n");
        row.replace("  ", " ")
    }
}

/// Writes an argument as a reader types it, with a space in front.
fn argument(field: &Field) -> String {
    let name = field.name.to_uppercase();
    let value = match field.kind {
        Input::Pick if field.from.as_deref() == Some("entries") => "E".to_owned(),
        Input::Parts => "E:CHIPS...".to_owned(),
        Input::Entries => "E...".to_owned(),
        Input::Lots => "LOT...".to_owned(),
        Input::Player => "SEAT NAME".to_owned(),
        Input::Check => String::new(),
        Input::Choice => {
            let typed: Vec<&str> = field.options.iter().map(|choice| &*choice.typed).collect();
            typed.join(" or ")
        }
        _ => name,
    };
    let flag = field.name.replace('_', "-");
    match field.kind {
        Input::Check => format!(" [--{flag}]"),
        _ if field.flag => format!(" [--{flag} {value}]"),
        _ if field.optional.is_some() || field.default.is_some() => format!(" [{value}]"),
        _ => format!(" {value}"),
    }
}

/// Writes the rows of a list in `FLOOR.md`.
fn rows(list: &str, first: &str) -> String {
    let english = include_str!("../../../../web/src/words/en/floor.ftl");
    shown(list).iter().map(|command| command.row(first, english)).collect()
}

/// Replaces the rows of a table of the page. They follow the mark of its list, the head of the
/// table and its rule, and end with an empty line.
fn with_rows(page: &str, list: &str, rows: &str) -> String {
    let mark = format!("<!-- WRITTEN from `{list}` in web/src/floor/commands.json");
    let (before, after) = page.split_once(&mark).expect("the page marks its tables");
    let head = after.match_indices("|\n").nth(1).map_or(after.len(), |(at, end)| at + end.len());
    let end = after[head - 1..].find("\n\n").map_or(after.len(), |at| head + at);
    format!("{before}{mark}{}{rows}{}", &after[..head], &after[end..])
}

/// Writes one of the two files of texts, with a text for each command that has one.
fn texts(
    language: &str,
    head: &str,
    text: impl Fn(&str, &Shown, &Words) -> Option<String>,
) -> String {
    let mut written = format!(
        "# {head} Written from floor/commands.json by\n\
         # `BLESS=1 cargo test -p cardroom --lib cli::floor`: do not edit.\n"
    );
    for list in ["tournament", "table", "deal-error", "league"] {
        for command in shown(list) {
            let words = if language == "en" { &command.en } else { &command.de };
            if let Some(text) = text(list, &command, words) {
                writeln!(written, "{text}").unwrap();
            }
        }
    }
    written
}

fn titles(language: &str) -> String {
    texts(language, "The names of the floor's commands.", |list, command, words| {
        Some(format!("title-{list}-{} = {}", command.form.name, words.title))
    })
}

/// Returns the sentences about commands in tournaments and at tables. An error of the deal and a
/// correction of a result have other ones.
fn sentences(language: &str) -> String {
    texts(language, "What the floor or a host does.", |list, command, words| {
        let part = match list {
            "tournament" => "event",
            "table" => "command",
            _ => return None,
        };
        let kebab = command.kebab();
        let missing = || panic!("{list} {} has no ruling in {language}", command.form.name);
        let text = words.ruling.as_ref().unwrap_or_else(missing).fluent();
        Some(format!("ruling-{part}-{kebab} = {text}"))
    })
}

#[test]
fn pages_and_texts_say_what_the_declaration_says() {
    let floor = std::fs::read_to_string(format!("{HOME}/FLOOR.md")).unwrap();
    let page = with_rows(&floor, "tournament", &rows("tournament", " T"));
    let mut written = vec![("FLOOR.md".to_owned(), with_rows(&page, "table", &rows("table", "")))];
    for language in ["en", "de"] {
        let words = format!("web/src/words/{language}");
        written.push((format!("{words}/titles.ftl"), titles(language)));
        written.push((format!("{words}/commands.ftl"), sentences(language)));
    }
    for (file, text) in written {
        let path = format!("{HOME}/{file}");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &text).unwrap();
        }
        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == text,
            "{file} is older than commands.json. Run `BLESS=1 cargo test -p cardroom --lib cli::floor`."
        );
    }
}
