//! Parsing of rulebook files. A file with `extends` holds only the differences, and cites its own
//! rule for every setting it contains. The library supplies the texts. This module knows no single
//! setting.

use crate::citing::{Citations, leaves};
use crate::library::{LibraryError, check_id, invalid, parse_error};
use crate::rulebook::Rulebook;
use crate::settings::{NAMES, Setting, cite, values};
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::{Table, Value};

/// A rulebook with the rule behind each of its settings.
#[derive(Clone, Debug)]
pub(crate) struct Cited {
    pub(crate) rulebook: Arc<Rulebook>,
    pub(crate) citations: Citations,
    pub(crate) settings: Vec<Setting>,
}

/// The content of one file.
struct Draft {
    table: Table,
    extends: Option<String>,
    citations: Citations,
}

/// A file combined with everything it extends.
struct Resolved {
    table: Table,
    cited: Cited,
}

/// Builds the rulebooks from files, given by name and text. A file is read after the one it
/// extends, so errors name the right file.
pub(crate) fn resolve_all<'a>(
    files: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<BTreeMap<String, Cited>, LibraryError> {
    let (mut drafts, mut texts) = (BTreeMap::new(), BTreeMap::new());
    for (file, text) in files {
        texts.insert(file, text);
        let draft = read(file, text).map_err(|error| error.with_line(|_| Some(text)))?;
        drafts.insert(file, draft);
    }
    let mut resolved = BTreeMap::new();
    for file in drafts.keys().copied() {
        let done = resolve(file, &drafts, &mut resolved, 0);
        done.map_err(|error| error.with_line(|file| texts.get(file).copied()))?;
    }
    Ok(resolved.into_iter().map(|(file, book)| (file.to_owned(), book.cited)).collect())
}

fn read(file: &str, text: &str) -> Result<Draft, LibraryError> {
    let mut table: Table = toml::from_str(text).map_err(|error| parse_error(file, &error))?;
    let extends = take_text(file, &mut table, "extends")?;
    let short = take_text(file, &mut table, "short")?;
    let citations = match table.remove("cite") {
        None => Citations::default(),
        Some(Value::Table(cites)) => {
            let parsed = Citations::parse(file, short.as_deref().unwrap_or(file), &cites);
            parsed.map_err(|error| LibraryError::Citation {
                file: file.to_owned(),
                line: None,
                error,
            })?
        }
        Some(_) => return Err(invalid(file, "cite is a table of settings".to_owned())),
    };
    Ok(Draft { table, extends, citations })
}

fn take_text(file: &str, table: &mut Table, key: &str) -> Result<Option<String>, LibraryError> {
    match table.remove(key) {
        None => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(invalid(file, format!("{key} is a text"))),
    }
}

fn resolve<'a>(
    file: &'a str,
    drafts: &BTreeMap<&'a str, Draft>,
    resolved: &mut BTreeMap<&'a str, Resolved>,
    depth: usize,
) -> Result<(), LibraryError> {
    if resolved.contains_key(file) {
        return Ok(());
    }
    if depth > drafts.len() {
        return Err(LibraryError::Circle { file: file.to_owned() });
    }
    let draft = &drafts[file];
    let (mut table, extended) = match &draft.extends {
        None => (Table::new(), Citations::default()),
        Some(parent) => {
            let Some((&parent, _)) = drafts.get_key_value(parent.as_str()) else {
                let (file, parent) = (file.to_owned(), parent.clone());
                return Err(LibraryError::UnknownParent { file, line: None, parent });
            };
            resolve(parent, drafts, resolved, depth + 1)?;
            let parent = &resolved[parent];
            (parent.table.clone(), parent.cited.citations.clone())
        }
    };
    for name in NAMES {
        table.remove(name);
    }
    overlay(&mut table, &draft.table);
    let cited = check(file, draft, &table, &extended)?;
    resolved.insert(file, Resolved { table, cited });
    Ok(())
}

/// Merges `upper` over `lower`, table by table.
fn overlay(lower: &mut Table, upper: &Table) {
    for (key, value) in upper {
        match (lower.get_mut(key), value) {
            (Some(Value::Table(below)), Value::Table(above)) => overlay(below, above),
            (_, value) => {
                lower.insert(key.clone(), value.clone());
            }
        }
    }
}

/// Returns a setting that the file names but no rulebook has. Stored rulebooks may contain settings
/// of earlier versions, but files may not.
fn unknown_setting(table: &Table, rulebook: &Rulebook) -> Option<String> {
    let known = Table::try_from(rulebook).expect("a rulebook holds nothing but data");
    let known: Vec<String> = leaves(&known).into_iter().map(|(path, _)| path).collect();
    leaves(table).into_iter().map(|(path, _)| path).find(|path| !known.contains(path))
}

/// Builds the rulebook from a complete table. Checks that its values are consistent and that each
/// setting cites a rule.
fn check(
    file: &str,
    draft: &Draft,
    table: &Table,
    extended: &Citations,
) -> Result<Cited, LibraryError> {
    let mut rulebook = Rulebook::parse(table).map_err(|error| parse_error(file, &error))?;
    rulebook.validate().map_err(|reason| invalid(file, reason))?;
    check_id(file, &rulebook.id)?;

    let values = values(&rulebook).map_err(|error| invalid(file, error.to_string()))?;
    if let Some(path) = unknown_setting(&draft.table, &rulebook) {
        return Err(invalid(file, format!("there is no setting {path}")));
    }
    let is_setting = |path: &str| values.iter().any(|(known, _)| known == path);
    if let Some(path) = draft.citations.paths().find(|path| !is_setting(path)) {
        let (file, path) = (file.to_owned(), path.to_owned());
        return Err(LibraryError::CitedForNothing { file, line: None, path });
    }
    let uncited = |path| LibraryError::Uncited { file: file.to_owned(), line: None, path };
    let mut own = leaves(&draft.table).into_iter().map(|(path, _)| path);
    let is_uncited = |path: &String| is_setting(path) && draft.citations.of(path).is_none();
    if let Some(path) = own.find(is_uncited) {
        return Err(uncited(path));
    }
    let citations = draft.citations.clone().over(extended);
    let settings = cite(values, &citations).map_err(uncited)?;
    // Sentences derived from the settings follow the book's own words.
    let told = rulebook.told(&citations);
    rulebook.house_rules.extend(told);
    Ok(Cited { rulebook: Arc::new(rulebook), citations, settings })
}
