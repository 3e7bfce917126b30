//! Reading the configuration: defaults, then a file, then the environment, then flags. Every
//! mistake is named with where it was made and the key it concerns; nothing unknown is ignored.

use super::{BUILT_IN, Config};
use cardroom_rules::LibraryError;
use serde::de::IntoDeserializer as _;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The environment variables that are read begin with this: `CARDROOM__SERVER__LISTEN`.
const PREFIX: &str = "CARDROOM__";

/// Why a configuration cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file, variable or flag has an unknown key, or a value of the wrong kind.
    #[error("{origin}: {key}: {reason}")]
    Parse {
        /// The file with the line, the variable or the flag.
        origin: String,
        /// The key, such as `server.listen`; `.` where the text is not TOML.
        key: String,
        /// What is wrong.
        reason: String,
    },
    /// A value is out of range, or values do not go together.
    #[error("{key}: {reason}")]
    Invalid {
        /// The key.
        key: String,
        /// What is wrong.
        reason: String,
    },
    /// A game or a rulebook cannot be used.
    #[error(transparent)]
    Rules(#[from] LibraryError),
}

/// What flags of the command line set.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    settings: Vec<(String, String)>,
}

impl Overrides {
    /// Sets a key such as `server.listen` to a value, written as in the environment.
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        self.settings.push((key.to_owned(), value.into()));
    }

    /// Sets what `key=value` says.
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
        self.set(key.trim(), value.trim());
        Ok(())
    }
}

impl Config {
    /// Reads the configuration: flags over environment over file over defaults. Without a file
    /// the one built into the program is taken. Variables that do not begin with `CARDROOM__`
    /// are somebody else's.
    ///
    /// # Errors
    /// The first thing that cannot be used, where it stands, and why.
    pub fn load(
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
        Self::load_text(&name, &text, environment, flags)
    }

    /// [`Config::load`] with the text of the file at hand; `name` stands for it in errors.
    ///
    /// # Errors
    /// As [`Config::load`].
    pub fn load_text(
        name: &str,
        text: &str,
        environment: impl IntoIterator<Item = (String, String)>,
        flags: &Overrides,
    ) -> Result<Self, ConfigError> {
        let mut config = parse_file(name, text)?;
        let mut layers = Layers::over(text)?;
        let mut variables: Vec<_> = environment.into_iter().collect();
        variables.sort();
        for (variable, value) in &variables {
            if let Some(key) = variable.strip_prefix(PREFIX) {
                let key = key.to_lowercase().replace("__", ".");
                config = layers.set(variable, &key, value)?;
            }
        }
        for (key, value) in &flags.settings {
            config = layers.set("flag", key, value)?;
        }
        config.validate()?;
        Ok(config)
    }

    /// The variables of this process that are Unicode; nothing else can be meant for the room.
    pub fn environment() -> impl Iterator<Item = (String, String)> {
        std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
    }

    /// The whole configuration as TOML, defaults written out: what `--print-config` prints.
    ///
    /// # Panics
    /// Never: every part of it has a form in TOML, which a test checks.
    #[must_use]
    pub fn to_toml(&self) -> String {
        toml::to_string_pretty(self).expect("every setting has a form in TOML")
    }
}

/// The file alone, so that mistakes in it are told with their line.
fn parse_file(name: &str, text: &str) -> Result<Config, ConfigError> {
    let fail = |error: &toml::de::Error, key: String| {
        let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
        let origin = line.map_or_else(|| name.to_owned(), |line| format!("{name}:{line}"));
        ConfigError::Parse { origin, key, reason: error.message().to_owned() }
    };
    let source = toml::Deserializer::parse(text).map_err(|error| fail(&error, ".".to_owned()))?;
    serde_path_to_error::deserialize(source)
        .map_err(|error| fail(error.inner(), error.path().to_string()))
}

/// The settings so far, as a document that further ones are laid over.
struct Layers {
    document: Table,
    /// Says of every key of a section whether it is a text.
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

    /// Lays one value over the document, and reads the whole again, so that a mistake can only
    /// come from this value.
    fn set(&mut self, origin: &str, key: &str, text: &str) -> Result<Config, ConfigError> {
        let fail = |key: &str, reason: &str| ConfigError::Parse {
            origin: origin.to_owned(),
            key: key.to_owned(),
            reason: reason.to_owned(),
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
        let document = Value::Table(self.document.clone());
        serde_path_to_error::deserialize(document.into_deserializer())
            .map_err(|error| fail(&error.path().to_string(), error.inner().message()))
    }
}

/// A value outside a file: TOML where it can be read as that, text as it stands otherwise. A
/// setting that is a text needs no quotes, whatever it looks like.
fn parse_value(text: &str, is_text: bool) -> Value {
    let value = format!("value = {text}").parse::<Table>().ok();
    let value = value.filter(|table| table.len() == 1).and_then(|mut table| table.remove("value"));
    match value {
        Some(value) if value.is_str() || !is_text => value,
        _ => Value::String(text.to_owned()),
    }
}
