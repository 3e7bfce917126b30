//! `cardroom deal`: verifies proofs of deals. `cardroom-deal` reads and verifies them. This module
//! checks the command line and prints what was found. It needs no configuration. Only `monitor.rs`
//! needs a room.

mod monitor;
mod report;
#[cfg(test)]
mod tests;

use cardroom_deal::{
    Document, Fraud, Hash, Known, MOST_FILE_BYTES, Outcome, Proof, Unreadable, Verified,
    verify_history, verify_session,
};
use clap::{Args, Subcommand};
pub(crate) use monitor::Monitor;
use report::{Answer, Detail};
use std::fs::File;
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The exit code for a file that is no proof, the same as for an unknown command.
const NO_PROOF: u8 = 2;

/// The text of `--help` after the options.
const AFTER_HELP: &str = "\
A proof shows how the cards were dealt. The room sees the cards while they are played. The proof covers \
cards, not bets, chips or names. This program can come from the room that you check: verify_deal.py \
shares no code with it.

Exit codes: 0 everything is verified; 1 a fraud was found, and its code and a sentence are printed; \
2 a file is no proof, and its line is printed.";

/// A command about verifiable deals.
#[derive(Debug, Subcommand)]
pub(crate) enum Deal {
    #[command(flatten)]
    Proofs(Proofs),
    /// Follow the log of a room from elsewhere, and report if the room rewrites it or leaves rounds
    /// out
    Monitor(Monitor),
}

/// A command about proofs of deals.
#[derive(Debug, Subcommand)]
pub(crate) enum Proofs {
    /// Verify proofs: files with one proof, with all rounds of a table in a row, or with two tree
    /// heads of the log
    #[command(after_help = AFTER_HELP)]
    Verify(Verify),
    /// Verify all rounds of a table in a row, and that none is left out
    #[command(after_help = AFTER_HELP)]
    Session(One),
    /// Replay a hand with the seed in its proof, and print what was hidden
    #[command(after_help = AFTER_HELP)]
    Audit(One),
}

/// The proofs to verify, and what is known about them.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Files with proofs
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    how: How,
    /// Digest of the opening that you answered
    #[arg(long, value_name = "HEX", value_parser = hash)]
    receipt: Option<Hash>,
    /// A seat that must have contributed, counted from 0 as in the file
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
}

/// One file to verify.
#[derive(Debug, Args)]
pub(crate) struct One {
    /// File with proofs
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    how: How,
}

#[derive(Debug, Args)]
struct How {
    /// Public key of the room; repeat it for former keys
    #[arg(long = "key", value_name = "HEX", value_parser = hash)]
    keys: Vec<Hash>,
    /// Print one line of JSON for each file
    #[arg(long)]
    json: bool,
}

/// Reads 32 bytes in hex.
fn hash(hex: &str) -> Result<Hash, String> {
    let bytes = data_encoding::HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).ok();
    bytes.and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| "expected 64 hex digits".to_owned())
}

/// Why a file is not verified.
enum Failed {
    Unreadable(Unreadable),
    Fraud(Fraud),
}

impl From<Unreadable> for Failed {
    fn from(unreadable: Unreadable) -> Self {
        Self::Unreadable(unreadable)
    }
}

impl From<Fraud> for Failed {
    fn from(fraud: Fraud) -> Self {
        Self::Fraud(fraud)
    }
}

impl Proofs {
    /// Verifies the files and prints the results. Returns the exit code: a fraud in any file wins
    /// over a file that is no proof.
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let (files, how, known, detail) = match self {
            Self::Verify(verify) => {
                let keys = verify.how.keys.clone();
                let known = Known { keys, receipt: verify.receipt, seat: verify.seat };
                (&verify.files[..], &verify.how, known, Detail::Rounds)
            }
            Self::Session(one) => {
                (std::slice::from_ref(&one.file), &one.how, one.known(), Detail::Rounds)
            }
            Self::Audit(one) => {
                (std::slice::from_ref(&one.file), &one.how, one.known(), Detail::Audit)
            }
        };
        let (mut is_fraud, mut is_unreadable) = (false, false);
        for file in files {
            let result = verify_file(file, &known, detail);
            is_fraud |= matches!(result, Err(Failed::Fraud(_)));
            is_unreadable |= matches!(result, Err(Failed::Unreadable(_)));
            let answer = Answer::new(file, result, known.keys.is_empty(), detail);
            if how.json { answer.write_json(out)? } else { answer.write_text(out)? }
        }
        Ok(match (is_fraud, is_unreadable) {
            (true, _) => ExitCode::FAILURE,
            (false, true) => ExitCode::from(NO_PROOF),
            (false, false) => ExitCode::SUCCESS,
        })
    }
}

impl One {
    fn known(&self) -> Known {
        Known { keys: self.how.keys.clone(), ..Known::default() }
    }
}

fn verify_file(path: &Path, known: &Known, detail: Detail) -> Result<Vec<Verified>, Failed> {
    let (document, asked) = Document::read(&read(path)?)?;
    let known = Known { seat: known.seat.or(asked.seat), ..known.clone() };
    match document {
        Document::Proofs(proofs) => {
            if detail == Detail::Audit {
                has_seeds(&proofs)?;
            }
            Ok(verify_session(&proofs, &known)?)
        }
        Document::History(history) => {
            verify_history(&history, &known.keys)?;
            Ok(Vec::new())
        }
    }
}

/// Returns an error unless every hand has a seed to audit it with.
fn has_seeds(proofs: &[Proof]) -> Result<(), Unreadable> {
    let is_missing = |proof: &Proof| proof.record.is_some() && proof.deal.seed.is_none();
    if proofs.iter().any(is_missing) {
        let sentence = "A hand has no seed to audit it with. `deal verify` needs none.";
        return Err(Unreadable { line: 1, sentence: sentence.to_owned() });
    }
    Ok(())
}

/// Reads a file, but no more of it than the longest proof.
fn read(path: &Path) -> Result<Vec<u8>, Unreadable> {
    let mut bytes = Vec::new();
    let most = MOST_FILE_BYTES as u64 + 1;
    File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes)).map_err(|error| {
        Unreadable { line: 0, sentence: format!("The file cannot be read: {error}.") }
    })?;
    Ok(bytes)
}

/// Returns the name of an outcome.
fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Played => "played",
        Outcome::Void => "void",
        Outcome::GivenUp => "given up",
    }
}
