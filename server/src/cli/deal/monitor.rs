//! `cardroom deal monitor`: follows the log of a room from elsewhere. Each look checks the signature
//! of the head, reads the entries since the last look, and computes the head from them. `seen.rs`
//! judges what the room shows. This module asks for it, keeps it, and prints sentences.

mod pages;
mod seen;
#[cfg(test)]
mod tests;

use super::NO_PROOF;
use anyhow::Context as _;
use cardroom_deal::Hash;
use cardroom_https::{Outgoing, Settings};
use clap::Args;
use pages::{Room, Unreachable};
use seen::{Found, Seen};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use tokio::runtime::Handle;

/// The text of `--help` after the options.
const AFTER_HELP: &str = "\
The monitor checks that the room only ever adds to its log, that no round of a table is missing, and \
how rounds ended. Run it on a machine that is not the room's. With --state it goes on where it \
stopped; without, each start believes what the room shows first.

Exit codes: 0 everything is consistent; 1 the room shows two histories, or a head that it did not \
sign; 2 the room cannot be reached. With --every the monitor goes on until it finds a fraud.";

/// The room to follow.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Monitor {
    /// Address of the room, such as https://cards.example.org
    #[arg(value_name = "URL")]
    url: String,
    /// Look again after this time, such as 10s or 5m, until a fraud is found
    #[arg(long, value_name = "TIME", value_parser = time)]
    every: Option<Duration>,
    /// Directory that keeps what was seen
    #[arg(long, value_name = "DIR")]
    state: Option<PathBuf>,
    /// Public key of the room, if you know it
    #[arg(long, value_name = "HEX", value_parser = super::hash)]
    key: Option<Hash>,
}

/// Reads a time such as `10s`, `500ms` or `5m`.
fn time(text: &str) -> Result<Duration, String> {
    let (number, unit) =
        text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let unit_ms = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => 0,
    };
    let ms = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit_ms));
    let ms = ms.filter(|ms| *ms > 0);
    ms.map(Duration::from_millis).ok_or_else(|| "expected a time such as 10s or 5m".to_owned())
}

/// The end of one look.
enum Look {
    Consistent,
    Fraud,
    Unreachable,
}

impl Monitor {
    /// Follows the room and prints what it finds. Returns the exit code.
    pub(crate) async fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let outgoing = Outgoing::new(Settings::default(), Handle::current());
        let client = outgoing.client(None)?.reaching_for_public_data(&self.url);
        let room = Room::new(client, &self.url);
        let mut seen = self.read()?;
        let mut is_reachable = true;
        loop {
            let look = self.look(&room, &mut seen, is_reachable, out).await?;
            is_reachable = !matches!(look, Look::Unreachable);
            match (look, self.every) {
                (Look::Fraud, _) => return Ok(ExitCode::FAILURE),
                (Look::Consistent, None) => {
                    seen.as_ref().map_or(Ok(()), |seen| seen.write_counts(out))?;
                    return Ok(ExitCode::SUCCESS);
                }
                (Look::Unreachable, None) => return Ok(ExitCode::from(NO_PROOF)),
                (_, Some(pause)) => tokio::time::sleep(pause).await,
            }
        }
    }

    async fn look(
        &self,
        room: &Room,
        seen: &mut Option<Seen>,
        was_reachable: bool,
        out: &mut impl Write,
    ) -> anyhow::Result<Look> {
        let found = match seen::look(room, seen.as_ref(), self.key).await {
            Ok(found) => found,
            Err(Unreachable(why)) => {
                // Only the first of several failures is news.
                if was_reachable {
                    writeln!(out, "The room cannot be read: {why}")?;
                }
                return Ok(Look::Unreachable);
            }
        };
        match found {
            Found::Consistent { seen: now, sentences } => {
                for sentence in sentences {
                    writeln!(out, "{sentence}")?;
                }
                if seen.as_ref() != Some(&now) {
                    self.keep(&now)?;
                    *seen = Some(*now);
                }
                out.flush()?;
                Ok(Look::Consistent)
            }
            Found::Fraud { sentence, evidence } => {
                writeln!(out, "FRAUD: {sentence}")?;
                if let Some((file, text)) = self
                    .state
                    .as_ref()
                    .zip(evidence)
                    .map(|(directory, it)| (directory.join("evidence.json"), it))
                {
                    write(&file, text.as_bytes())?;
                    writeln!(out, "Both heads are in {}. Show them to others.", file.display())?;
                }
                Ok(Look::Fraud)
            }
        }
    }

    fn file(&self) -> Option<PathBuf> {
        self.state.as_ref().map(|directory| directory.join("seen.json"))
    }

    /// Reads what was seen before.
    fn read(&self) -> anyhow::Result<Option<Seen>> {
        let Some(file) = self.file() else { return Ok(None) };
        let text = match fs::read(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).context(file.display().to_string()),
        };
        let seen: Seen = serde_json::from_slice(&text)
            .with_context(|| format!("{} is no state of a monitor", file.display()))?;
        anyhow::ensure!(
            seen.is_whole(),
            "{} is damaged: its hashes do not give its head. Restore it, or delete it to begin \
             anew.",
            file.display()
        );
        Ok(Some(seen))
    }

    fn keep(&self, seen: &Seen) -> anyhow::Result<()> {
        match self.file() {
            Some(file) => write(&file, &serde_json::to_vec(seen)?),
            None => Ok(()),
        }
    }
}

/// Replaces a file. After a crash it is the old one or the new one.
fn write(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let new = file.with_extension("new");
    let written = || -> std::io::Result<()> {
        if let Some(directory) = file.parent() {
            fs::create_dir_all(directory)?;
        }
        let mut written = fs::File::create(&new)?;
        written.write_all(bytes)?;
        written.sync_all()?;
        fs::rename(&new, file)
    };
    written().with_context(|| file.display().to_string())
}
