//! Scenarios as files: what is played, which visitors come, and which thresholds must hold. This
//! module reads a file. The scenario that its sections name plays it. An unknown key is an error
//! that names its line.

use super::ring::RingArguments;
use super::storm::StormArguments;
use super::tournament::TournamentArguments;
use crate::crowd::Plan;
use crate::target::TargetArguments;
use crate::thresholds::Threshold;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// A file as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    about: String,
    #[serde(default)]
    thresholds: Vec<Threshold>,
    ring: Option<RingArguments>,
    tournament: Option<TournamentArguments>,
    storm: Option<StormArguments>,
    #[serde(default)]
    crowd: Vec<Plan>,
}

/// A scenario from a file.
#[derive(Clone, Debug)]
pub(crate) struct ScenarioFile {
    /// The scenario's name: the name of its file.
    pub(crate) name: String,
    /// A sentence about what the scenario shows.
    pub(crate) about: String,
    pub(crate) thresholds: Vec<Threshold>,
    pub(crate) plays: Plays,
}

/// The game of a scenario.
#[derive(Clone, Debug)]
pub(crate) enum Plays {
    /// Ring games, with crowds of visitors.
    Ring(RingArguments, Vec<Plan>),
    Tournament(TournamentArguments),
    /// A storm that cuts all connections at once.
    Storm(StormArguments),
}

/// Why a file is not a valid scenario.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FileError {
    #[error("cannot read {}: {error}", path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("{}: {error}", path.display())]
    Toml { path: PathBuf, error: Box<toml::de::Error> },
    #[error("{}: the file needs one of [ring], [tournament] and [storm]", .0.display())]
    Plays(PathBuf),
    #[error("{}: crowds and thresholds need [ring]", .0.display())]
    Beside(PathBuf),
}

/// How to scale a scenario.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Scale {
    /// Factor for tables, players and visitors: 0.1 for a tenth of them
    #[arg(long, default_value_t = 1.0, value_parser = factor, value_name = "X")]
    pub(crate) scale: f64,
    /// Factor for the seconds of warm-up, measurement and stages
    #[arg(long, default_value_t = 1.0, value_parser = factor, value_name = "X")]
    pub(crate) time_scale: f64,
}

fn factor(text: &str) -> Result<f64, String> {
    let factor: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    (factor > 0.0 && factor <= 1_000.0).then_some(factor).ok_or("above 0, at most 1000".to_owned())
}

impl ScenarioFile {
    /// Reads the scenario of a file.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is invalid.
    pub(crate) fn read(path: &Path) -> Result<Self, FileError> {
        let path = || path.to_owned();
        let text = std::fs::read_to_string(path());
        let text = text.map_err(|error| FileError::Read { path: path(), error })?;
        Self::parse(&path(), &text)
    }

    /// Parses the text of a scenario file with this path.
    ///
    /// # Errors
    /// Fails if the text is invalid.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Self, FileError> {
        let wrong = |error| FileError::Toml { path: path.to_owned(), error: Box::new(error) };
        let Written { about, thresholds, ring, tournament, storm, crowd } =
            toml::from_str(text).map_err(wrong)?;
        let has_beside = !crowd.is_empty() || !thresholds.is_empty();
        let plays = match (ring, tournament, storm) {
            (Some(ring), None, None) => Plays::Ring(ring, crowd),
            (None, Some(_), None) | (None, None, Some(_)) if has_beside => {
                return Err(FileError::Beside(path.to_owned()));
            }
            (None, Some(tournament), None) => Plays::Tournament(tournament),
            (None, None, Some(storm)) => Plays::Storm(storm),
            _ => return Err(FileError::Plays(path.to_owned())),
        };
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        Ok(Self { name: name.unwrap_or_default(), about, thresholds, plays })
    }

    /// Sets the server, and scales the size and the time.
    pub(crate) fn for_target(self, target: &TargetArguments, scale: Scale) -> Self {
        let Scale { scale: size, time_scale: time } = scale;
        let plays = match self.plays {
            Plays::Ring(ring, crowds) => Plays::Ring(
                ring.scaled(size, time).at(target),
                crowds.iter().map(|plan| plan.scaled(size, time)).collect(),
            ),
            Plays::Tournament(tournament) => Plays::Tournament(tournament.scaled(size).at(target)),
            Plays::Storm(storm) => Plays::Storm(storm.scaled(size, time).at(target)),
        };
        Self { plays, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ScenarioFile, String> {
        ScenarioFile::parse(Path::new("scenarios/it.toml"), text).map_err(|it| it.to_string())
    }

    #[test]
    fn a_file_is_read_with_what_it_leaves_out() {
        let file = parse(
            "about = \"It.\"\nthresholds = [\"hands>=1\"]\n[ring]\ntables = 7\nthink = \"human\"\n\
             [[crowd]]\ndoes = \"waits\"\nsize = 90",
        );
        let file = file
            .unwrap()
            .for_target(&TargetArguments::default(), Scale { scale: 0.1, time_scale: 0.5 });
        assert_eq!((file.name.as_str(), file.about.as_str()), ("it", "It."));
        let Plays::Ring(ring, crowds) = &file.plays else { panic!("{file:?}") };
        assert_eq!(crowds[0].most(), 9);
        let headline = ring.headline();
        assert!(
            headline.starts_with("1 no-limit tables of 6 seats; tag brains, think time human"),
            "{headline}"
        );
        assert!(headline.ends_with("15 s after 1.5 s of warm-up"), "{headline}");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, why) in [
            ("about = \"\"\n[ring]\ntabels = 7", "line 3"),
            ("about = \"\"\n[ring]\ntabels = 7", "unknown field `tabels`"),
            ("about = \"\"\n[ring]\n[[crowd]]\ndoes = \"waits\"\nsise = 1", "line 5"),
            ("about = \"\"\n[ring]\nseats = 1", "2 to 10"),
            ("about = \"\"\nthresholds = [\"hnads>=1\"]\n[ring]", "there is no figure"),
            ("about = \"\"", "needs one of"),
            ("about = \"\"\n[ring]\n[storm]", "needs one of"),
            ("about = \"\"\nthresholds = [\"hands>=1\"]\n[storm]", "need [ring]"),
            ("[ring]", "missing field `about`"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn every_scenario_here_can_be_read() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files: Vec<_> = files.map(|path| ScenarioFile::read(&path)).collect();
        assert!(files.len() >= 10, "{}", files.len());
        for file in files {
            let file = file.unwrap_or_else(|error| panic!("{error}"));
            assert!(file.about.ends_with('.'), "{}", file.about);
        }
    }
}
