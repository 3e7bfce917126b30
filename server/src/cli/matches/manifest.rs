//! `cardroom-bot.toml`: how the program in a folder is built and run, so that a folder is a bot.

use super::Usage;
use super::programs::time;
use cardroom_bot::program::words;
use cardroom_match::exec::Build;
use serde::Deserialize;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

/// The name of the file in the folder of a bot.
pub(super) const FILE: &str = "cardroom-bot.toml";

/// The most that a build may take if the file says nothing.
const BUILD_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// The file, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    build: Option<String>,
    run: Option<String>,
    build_timeout: Option<String>,
}

/// How the program in a folder is built and run.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Manifest {
    pub(super) build: Option<Build>,
    pub(super) run: Option<String>,
}

impl Manifest {
    /// Reads the file of a folder. Returns `None` if there is none.
    pub(super) fn read(folder: &Path) -> Result<Option<Self>, Usage> {
        let path = folder.join(FILE);
        let shown = path.display();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(format!("{shown} cannot be read: {error}.")),
        };
        let manifest = Self::parse(&text);
        manifest.map(Some).map_err(|reason| format!("{shown} cannot be used: {reason}"))
    }

    fn parse(text: &str) -> Result<Self, String> {
        let written: Written = toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = 1 + before.matches('\n').count();
            format!("{} (line {line}).", error.message())
        })?;
        let timeout = match written.build_timeout.as_deref() {
            Some(timeout) => time(timeout).map_err(|why| format!("build_timeout: {why}"))?,
            None => BUILD_TIMEOUT,
        };
        let build = written.build.map(|command| {
            let command = words(&command).map_err(|error| format!("build: {error}"))?;
            Ok::<_, String>(Build { command, timeout })
        });
        Ok(Self { build: build.transpose()?, run: written.run })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_says_how_its_bot_is_built_and_run() {
        let text = "build = \"cargo build --release\"\nrun = 'target/release/mine'\n";
        let manifest = Manifest::parse(text).unwrap();
        let build = manifest.build.unwrap();
        assert_eq!(build.command, ["cargo", "build", "--release"]);
        assert_eq!(build.timeout, Duration::from_secs(300));
        assert_eq!(manifest.run.as_deref(), Some("target/release/mine"));
        let short = Manifest::parse("build = 'make'\nbuild_timeout = '30s'").unwrap();
        assert_eq!(short.build.unwrap().timeout, Duration::from_secs(30));
        assert_eq!(Manifest::parse("").unwrap(), Manifest::default());
    }

    #[test]
    fn a_mistake_in_the_file_is_named() {
        for (text, reason) in [
            ("run = 'a'\nruns = 'b'", "unknown field `runs`"),
            ("run = 'a'\nruns = 'b'", "(line 2)"),
            ("run = 3", "invalid type"),
            ("build = 'a \"b'", "build: A quote is not closed."),
            ("build = ''", "build: There is no command."),
            ("build = 'make'\nbuild_timeout = '30'", "build_timeout: Write a time"),
        ] {
            let error = Manifest::parse(text).unwrap_err();
            assert!(error.contains(reason) && error.lines().count() == 1, "{text}: {error}");
        }
    }
}
