//! `cardroom rng-audit` and `cardroom rng-raw`: statistics of what the room shuffles with.
//! `cardroom-randomness` has the tests. This module shuffles and prints. It needs no configuration
//! and no room.

#[cfg(test)]
mod tests;

use crate::entropy::Dealer;
use cardroom_deal::{JointSeed, Secret, lay, pack_seed, sha256};
use cardroom_randomness::{Audit, Control, Deck, Finding, LEAST_DECKS, MOST_DECKS, unshuffled};
use clap::Args;
use serde_json::{Value, json};
use std::io::Write;
use std::process::ExitCode;

/// The text of `--help` after the options.
const AFTER_HELP: &str = "\
A test fails if a fair shuffle gives its result less than once in a million times, or fits less than \
once in a million times as well. The shuffles under test are seeded by the operating system, so every \
run has other decks. A run of 10,000,000 decks takes about a minute.

No number of decks shows that one particular deal was not chosen. Verifiable deals do: `cardroom deal`.

Exit codes: 0 every test passed, and every control failed; 1 otherwise.";

/// Statistical tests of the shuffles.
#[derive(Debug, Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct RngAudit {
    /// How many decks to test of each shuffle
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(LEAST_DECKS..=MOST_DECKS)
    )]
    decks: u64,
    /// Test shuffles that are bad on purpose, too; each must fail
    #[arg(long)]
    controls: bool,
    /// Print one line of JSON for each shuffle
    #[arg(long)]
    json: bool,
}

/// The raw numbers below the shuffle.
#[derive(Debug, Args)]
pub(crate) struct RngRaw {
    /// How many bytes to write; without it, until the reader has enough
    #[arg(long, value_name = "N")]
    bytes: Option<u64>,
}

/// A shuffle under test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    /// The shuffle of every deck of a table whose deals are not verifiable.
    Room,
    /// The secret order of a pack.
    Pack,
    /// The public permutation that links and opening give.
    Players,
}

impl Source {
    const ALL: [Self; 3] = [Self::Room, Self::Pack, Self::Players];

    fn name(self) -> &'static str {
        match self {
            Self::Room => "the room's shuffle",
            Self::Pack => "the secret order of a verifiable deal",
            Self::Players => "the order that the links of a verifiable deal give",
        }
    }

    /// Returns the shuffle, as rooms make it.
    fn shuffle(self, mut dealer: Dealer) -> Box<dyn FnMut(&mut Deck)> {
        let secret = Secret::new(dealer.bytes());
        let mut hand = 0_u64;
        Box::new(move |deck| {
            *deck = unshuffled();
            hand += 1;
            match self {
                Self::Room => dealer.shuffle(deck),
                Self::Pack => {
                    let random = Secret::new(dealer.bytes());
                    lay(&pack_seed(&secret, 1, hand, 0, 0, &random), 0, deck);
                }
                Self::Players => {
                    let opening = sha256(&hand.to_be_bytes());
                    JointSeed::new(&opening, &[(0, dealer.bytes())]).permute(0, deck);
                }
            }
        })
    }
}

impl RngAudit {
    /// Runs the tests and prints the results.
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut is_well = true;
        for source in Source::ALL {
            let findings = Audit::run(self.decks, source.shuffle(Dealer::from_entropy()));
            let passes = findings.iter().all(Finding::passes);
            is_well &= passes;
            if self.json {
                write_json(out, source.name(), self.decks, &findings, "source", passes)?;
            } else {
                write_text(out, source.name(), self.decks, &findings)?;
            }
        }
        let controls = if self.controls { Control::ALL } else { &[] };
        for control in controls {
            let decks = control.decks();
            let findings = Audit::run(decks, control.shuffle());
            let fails = findings.iter().any(|finding| !finding.passes());
            is_well &= fails;
            if self.json {
                write_json(out, control.name(), decks, &findings, "control", fails)?;
            } else {
                write_control(out, control.name(), decks, &findings)?;
            }
        }
        Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn write_text(
    out: &mut impl Write,
    name: &str,
    decks: u64,
    findings: &[Finding],
) -> anyhow::Result<()> {
    writeln!(out, "{name}: {decks} decks")?;
    writeln!(out, "  {:<42} {:>12} {:>7}  p", "test", "statistic", "of")?;
    for finding in findings {
        let of = finding.freedom.map_or_else(|| "-".to_owned(), |freedom| freedom.to_string());
        let p = finding.p.map_or_else(|| "-".to_owned(), chance);
        let verdict = if finding.passes() { "" } else { "  FAILED" };
        let (test, statistic) = (finding.test, finding.statistic);
        writeln!(out, "  {test:<42} {statistic:>12.2} {of:>7}  {p}{verdict}")?;
    }
    Ok(())
}

/// Writes a probability so that tiny ones stay apart.
fn chance(p: f64) -> String {
    if p < 0.001 { format!("{p:.1e}") } else { format!("{p:.3}") }
}

fn write_control(
    out: &mut impl Write,
    name: &str,
    decks: u64,
    findings: &[Finding],
) -> anyhow::Result<()> {
    let failed: Vec<&str> =
        findings.iter().filter(|finding| !finding.passes()).map(|finding| finding.test).collect();
    let verdict = match failed.as_slice() {
        [] => "PASSED, and must not".to_owned(),
        [one] => format!("fails: {one}"),
        [one, others @ ..] => format!("fails: {one}, and {} more", others.len()),
    };
    Ok(writeln!(out, "control: {name}; {decks} decks; {verdict}")?)
}

fn write_json(
    out: &mut impl Write,
    name: &str,
    decks: u64,
    findings: &[Finding],
    kind: &str,
    is_well: bool,
) -> anyhow::Result<()> {
    let tests: Vec<Value> = findings
        .iter()
        .map(|finding| {
            json!({
                "test": finding.test,
                "statistic": finding.statistic,
                "of": finding.freedom,
                "p": finding.p,
                "passes": finding.passes(),
            })
        })
        .collect();
    let line = json!({kind: name, "decks": decks, "ok": is_well, "tests": tests});
    Ok(writeln!(out, "{line}")?)
}

impl RngRaw {
    /// Writes numbers of the generator as raw bytes.
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let mut dealer = Dealer::from_entropy();
        let mut left = self.bytes.unwrap_or(u64::MAX);
        let mut block = [0; 4_096];
        while left > 0 {
            for bytes in block.chunks_mut(32) {
                bytes.copy_from_slice(&dealer.bytes());
            }
            let now = usize::try_from(left).map_or(block.len(), |left| left.min(block.len()));
            out.write_all(&block[..now])?;
            left -= now as u64;
        }
        Ok(out.flush()?)
    }
}
