//! `cardroom-load run`: plays scenarios from files, one after the other.

use super::file::{Plays, Scale, ScenarioFile};
use crate::target::TargetArguments;
use std::path::{Path, PathBuf};

/// Which scenarios to play.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RunArguments {
    /// Scenario files, such as load-tests/scenarios/soak.toml
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    scale: Scale,
    #[command(flatten)]
    target: TargetArguments,
}

impl RunArguments {
    /// Returns `true` if there is more than one scenario.
    pub(crate) fn is_several(&self) -> bool {
        self.files.len() > 1
    }

    /// Reads all scenarios before the first one is played.
    pub(crate) fn scenarios(&self) -> Result<Vec<ScenarioFile>, super::ScenarioError> {
        self.target.check()?;
        let read = |file: &PathBuf| ScenarioFile::read(file);
        let files: Vec<_> = self.files.iter().map(read).collect::<Result<_, _>>()?;
        Ok(files.into_iter().map(|file| file.for_target(&self.target, self.scale)).collect())
    }
}

/// Lists the scenarios in a folder, one per line.
pub(crate) fn list(folder: &Path) -> Result<String, super::ScenarioError> {
    let unreadable = |error| super::file::FileError::Read { path: folder.to_owned(), error };
    let entries = std::fs::read_dir(folder).map_err(unreadable)?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<_> = paths.collect::<Result<_, _>>().map_err(unreadable)?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    let mut text = String::new();
    for path in paths {
        let file = ScenarioFile::read(&path)?;
        let plays = match file.plays {
            Plays::Ring(..) => "ring",
            Plays::Tournament(_) => "tournament",
            Plays::Storm(_) => "storm",
        };
        text += &format!("{:<20}{plays:<12}{}\n", file.name, file.about);
    }
    Ok(text)
}
