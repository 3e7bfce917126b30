//! Loading of the configuration: defaults, then a file, then the environment, then flags. Every
//! mistake is reported with its source and its key. Unknown settings are errors.

use super::mistakes::{Mistakes, in_plain_words};
use super::{BUILT_IN, Config, StoreUrl};
use cardroom_rules::LibraryError;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::de::{DeTable, DeValue};
use toml::{Table, Value};

/// The prefix of environment variables with settings: `CARDROOM__SERVER__LISTEN`.
const PREFIX: &str = "CARDROOM__";

/// The reason why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: std::io::Error },
    /// A file, variable or flag has an unknown key, or a value of the wrong kind.
    #[error("{origin}: {key}: {reason}")]
    Parse {
        /// The file with the line, the variable or the flag.
        origin: String,
        /// The key, such as `server.listen`; `.` if the text is not TOML.
        key: String,
        reason: String,
    },
    /// A value is out of range, or values do not fit together.
    #[error("{key}: {reason}")]
    Invalid { key: String, reason: String },
    #[error("{}", in_plain_words(&.0.to_string()))]
    Rules(LibraryError),
    #[error("the configuration has {} mistakes:{}", .0.len(), lines(.0))]
    Several(Vec<ConfigError>),
}

// Not the source of the error: its text is the whole text already, and would be printed twice.
impl From<LibraryError> for ConfigError {
    fn from(error: LibraryError) -> Self {
        Self::Rules(error)
    }
}

fn lines(errors: &[ConfigError]) -> String {
    errors.iter().map(|error| format!("\n  {error}")).collect()
}

/// The settings of command-line flags.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    settings: Vec<(String, String)>,
}

impl Overrides {
    /// Sets a key such as `server.listen` to a value, written as in the environment.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        self.settings.push((key.to_owned(), value.into()));
    }

    /// Applies a `key=value` assignment.
    ///
    /// # Errors
    /// There is no `=`.
    pub fn assign(&mut self, assignment: &str) -> Result<(), ConfigError> {
        let Some((key, value)) = assignment.split_once('=') else {
            return Err(ConfigError::Parse {
                origin: "flag".to_owned(),
                key: assignment.to_owned(),
                reason: "write it as section.key=value".to_owned(),
            });
        };
        let (key, value) = (key.trim(), value.trim());
        if key == "store.url" && StoreUrl::from(value).has_password() {
            return Err(ConfigError::Parse {
                origin: "flag".to_owned(),
                key: key.to_owned(),
                reason:
                    "every user of this machine can read the password of a flag; set it in the \
                         variable CARDROOM__STORE__URL or in a file that only the room may read"
                        .to_owned(),
            });
        }
        self.set(key, value);
        Ok(())
    }
}

impl Config {
    /// Loads the configuration: flags over environment over file over defaults. Without a file,
    /// uses the one built into the program. Ignores variables that do not begin with `CARDROOM__`.
    ///
    /// # Errors
    /// Every unusable setting, with its source and the reason.
    pub fn load(
        path: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: &Overrides,
    ) -> Result<Self, ConfigError> {
        let config = Self::read(path, environment, flags)?;
        config.validate()?;
        Ok(config)
    }

    /// Reads the configuration like [`Config::load`], but leaves checking
    /// the values to [`Config::opening`].
    ///
    /// # Errors
    /// Every unknown setting, and every value of the wrong kind.
    pub fn read(
        path: Option<&Path>,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: &Overrides,
    ) -> Result<Self, ConfigError> {
        let (name, text) = match path {
            Some(path) => {
                let text = std::fs::read_to_string(path);
                let text =
                    text.map_err(|error| ConfigError::Read { path: path.to_owned(), error })?;
                (path.display().to_string(), text)
            }
            None => ("built-in cardroom.toml".to_owned(), BUILT_IN.to_owned()),
        };
        Self::read_text(&name, &text, environment, flags)
    }

    /// Does the same as [`Config::load`] with the text of a file; errors use `name` for the file.
    ///
    /// # Errors
    /// The same as [`Config::load`].
    pub fn load_text(
        name: &str,
        text: &str,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: &Overrides,
    ) -> Result<Self, ConfigError> {
        let config = Self::read_text(name, text, environment, flags)?;
        config.validate()?;
        Ok(config)
    }

    pub(super) fn read_text(
        name: &str,
        text: &str,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: &Overrides,
    ) -> Result<Self, ConfigError> {
        let mut config = parse_file(name, text)?;
        let mut layers = Layers::over(text)?;
        let mut variables: Vec<_> = environment.into_iter().collect();
        variables.sort();
        let mut mistakes = Mistakes::default();
        let mut set = |origin: &str, key: &str, value: &str| {
            if let Some(changed) = mistakes.take(layers.set(origin, key, value)) {
                config = changed;
            }
        };
        for (variable, value) in &variables {
            if let Some(key) = variable.strip_prefix(PREFIX) {
                set(variable, &key.to_lowercase().replace("__", "."), value);
            }
        }
        for (key, value) in &flags.settings {
            set("flag", key, value);
        }
        mistakes.finish(config)
    }

    /// Returns the variables of this process that are Unicode. No others can be settings.
    pub fn environment() -> impl Iterator<Item = (String, String)> {
        std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
    }

    /// Returns the whole configuration as TOML, defaults included. `--print-config` prints it.
    ///
    /// # Panics
    /// Never: every part of it has a form in TOML, which a test checks.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).expect("every setting has a form in TOML")
    }
}

/// Reads only the file, so that each mistake in it has its line. An unusable value is noted and
/// removed until the rest can be read, so that all mistakes are found.
fn parse_file(name: &str, text: &str) -> Result<Config, ConfigError> {
    let fail = |span: Option<Range<usize>>, key: String, message: &str| {
        let line = span.map(|span| text[..span.start].matches('\n').count() + 1);
        let origin = line.map_or_else(|| name.to_owned(), |line| format!("{name}:{line}"));
        ConfigError::Parse { origin, key, reason: in_plain_words(message) }
    };
    let no_toml = |error: &toml::de::Error| fail(error.span(), ".".to_owned(), error.message());
    let mut remaining = Remaining::of(text.parse().map_err(|error| no_toml(&error))?);
    let spans = DeTable::parse(text).map_err(|error| no_toml(&error))?;
    let mut mistakes = Mistakes::default();
    loop {
        let error = match read(remaining.document.clone()) {
            Ok(config) => return mistakes.finish(config),
            Err(error) => error,
        };
        let path = error.path().to_string();
        let (key, message) = (remaining.in_file(&path), error.inner().message());
        if !remaining.is_missed(&key, message) {
            mistakes.push(fail(span_of(spans.get_ref(), &key), key, message));
        }
        if !remaining.leave_out(&path) {
            break;
        }
    }
    mistakes.fail()
}

/// Reads a whole configuration. An error knows the path of the value that cannot be used.
fn read(document: Table) -> Result<Config, serde_path_to_error::Error<toml::de::Error>> {
    serde_path_to_error::deserialize(Value::Table(document))
}

/// The rest of a file from which values were removed.
struct Remaining {
    document: Table,
    /// The original positions of the remaining entries of each list.
    places: BTreeMap<String, Vec<usize>>,
    /// The keys of the file whose values were removed.
    left_out: Vec<String>,
}

impl Remaining {
    fn of(document: Table) -> Self {
        let lists = document.iter().filter_map(|(key, value)| Some((key, value.as_array()?)));
        let places = lists.map(|(key, list)| (key.clone(), (0..list.len()).collect())).collect();
        Self { document, places, left_out: Vec::new() }
    }

    /// Removes the value at a path such as `tables[0].name`. Returns `false` if there is none.
    fn leave_out(&mut self, path: &str) -> bool {
        self.left_out.push(self.in_file(path));
        let (section, rest) = path.split_once('.').unwrap_or((path, ""));
        let Some((list, index)) = entry_of(section) else {
            let Some(section) = self.document.get_mut(section).filter(|_| !rest.is_empty()) else {
                return self.document.remove(section).is_some();
            };
            return section.as_table_mut().is_some_and(|table| remove(table, rest));
        };
        let Some(Value::Array(entries)) = self.document.get_mut(list) else { return false };
        if index >= entries.len() {
            return false;
        }
        if let (false, Value::Table(entry)) = (rest.is_empty(), &mut entries[index])
            && remove(entry, rest)
        {
            return true;
        }
        entries.remove(index);
        self.places.get_mut(list).is_some_and(|places| {
            places.remove(index);
            true
        })
    }

    /// Converts a path in the remaining document to the path in the file.
    fn in_file(&self, path: &str) -> String {
        let (section, rest) = path.split_once('.').unwrap_or((path, ""));
        let place = entry_of(section)
            .and_then(|(list, index)| Some((list, self.places.get(list)?.get(index)?)));
        match (place, rest) {
            (None, _) => path.to_owned(),
            (Some((list, place)), "") => format!("{list}[{place}]"),
            (Some((list, place)), rest) => format!("{list}[{place}].{rest}"),
        }
    }

    /// Returns `true` if a field is missing only because its value was removed.
    fn is_missed(&self, key: &str, message: &str) -> bool {
        self.left_out.iter().any(|gone| {
            let field = gone.strip_prefix(key).and_then(|rest| rest.strip_prefix('.'));
            field.is_some_and(|field| message.contains(&format!("missing field `{field}`")))
        })
    }
}

/// Parses an indexed path such as `tables[0]`.
fn entry_of(section: &str) -> Option<(&str, usize)> {
    let (list, index) = section.strip_suffix(']')?.split_once('[')?;
    Some((list, index.parse().ok()?))
}

/// Removes the value at a path from a table. From a list within it, removes the whole list.
fn remove(table: &mut Table, path: &str) -> bool {
    let (key, rest) = path.split_once('.').unwrap_or((path, ""));
    let key = key.split('[').next().unwrap_or(key);
    match table.get_mut(key) {
        Some(Value::Table(inner)) if !rest.is_empty() => {
            remove(inner, rest) || table.remove(key).is_some()
        }
        _ => table.remove(key).is_some(),
    }
}

/// Returns where the value at a path is in the text, or the nearest enclosing value.
fn span_of(table: &DeTable<'_>, path: &str) -> Option<Range<usize>> {
    let (mut here, mut span) = (table, None);
    for part in path.split('.') {
        let (name, index) = entry_of(part).map_or((part, None), |(name, at)| (name, Some(at)));
        let Some((key, value)) = here.get_key_value(name) else { break };
        let (mut value, mut found) = (value, key.span());
        if let (Some(index), DeValue::Array(list)) = (index, value.get_ref())
            && let Some(entry) = list.get(index)
        {
            (value, found) = (entry, entry.span());
        }
        span = Some(found);
        let DeValue::Table(inner) = value.get_ref() else { break };
        here = inner;
    }
    span
}

/// The settings so far, as a document that the next layers are merged into.
struct Layers {
    document: Table,
    /// Shows for every key of a section whether its value is text.
    defaults: Table,
}

impl Layers {
    fn over(text: &str) -> Result<Self, ConfigError> {
        let parse = |text: &str| {
            text.parse::<Table>().map_err(|error| ConfigError::Parse {
                origin: "file".to_owned(),
                key: ".".to_owned(),
                reason: error.message().to_owned(),
            })
        };
        Ok(Self { document: parse(text)?, defaults: parse(&Config::default().to_toml())? })
    }

    /// Merges one value into the document, and deserializes all of it, so that a mistake can only
    /// come from this value.
    fn set(&mut self, origin: &str, key: &str, text: &str) -> Result<Config, ConfigError> {
        let fail = |key: &str, reason: &str| ConfigError::Parse {
            origin: origin.to_owned(),
            key: key.to_owned(),
            reason: in_plain_words(reason),
        };
        let mut parts: Vec<_> = key.split('.').collect();
        let last = parts.pop().filter(|last| !last.is_empty());
        let last = last.ok_or_else(|| fail(key, "this is not the name of a setting"))?;
        let mut section = &mut self.document;
        for part in &parts {
            let entry = section.entry(*part).or_insert_with(|| Value::Table(Table::new()));
            let Value::Table(inner) = entry else {
                return Err(fail(key, &format!("\"{part}\" is not a section")));
            };
            section = inner;
        }
        let default = parts
            .iter()
            .try_fold(&self.defaults, |table, part| table.get(*part).and_then(Value::as_table));
        let is_text = default.and_then(|table| table.get(last)).is_some_and(Value::is_str);
        section.insert(last.to_owned(), parse_value(text, is_text));
        read(self.document.clone())
            .map_err(|error| fail(&error.path().to_string(), error.inner().message()))
    }
}

/// Parses a value from outside a file: as TOML if possible, otherwise as plain text. A text setting
/// needs no quotes, even if its value looks like something else.
fn parse_value(text: &str, is_text: bool) -> Value {
    let value = format!("value = {text}").parse::<Table>().ok();
    let value = value.filter(|table| table.len() == 1).and_then(|mut table| table.remove("value"));
    match value {
        Some(value) if value.is_str() || !is_text => value,
        _ => Value::String(text.to_owned()),
    }
}
