//! `cardroom integrity`: compares pairs of players by the stored hands of this room. It reads a
//! copy of one moment, so the room may be running.

use super::dates;
use super::export::{Eyes, Shelf, account};
use crate::config::Config;
use crate::integrity::count;
use anyhow::Context as _;
use cardroom_history::integrity::{ReportedPair, csv, text};
use cardroom_protocol::TimeMs;
use clap::Args;
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

/// How many pairs are printed.
const PRINTED: usize = 10;

/// The hands to compare, and the file for the report.
#[derive(Debug, Args)]
pub(crate) struct Integrity {
    /// Only hands that ended on this day (in UTC) or later: 2026-11-01, or 2026-11-01T18:00Z
    #[arg(long, value_name = "DATE", value_parser = dates::time)]
    since: Option<TimeMs>,
    /// Only hands that ended on this day (in UTC) or earlier, or before this time
    #[arg(long, value_name = "DATE", value_parser = dates::end)]
    until: Option<TimeMs>,
    /// Only pairs with this account
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Write every pair as CSV into a new file, or to standard output with `-`; otherwise the ten
    /// pairs to look at first are printed
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Compare hidden cards, too; the room must be closed
    #[arg(long, requires = "user", requires = "reason")]
    all_cards: bool,
    /// Your account, with the role floor or admin; needed for --all-cards
    #[arg(long, value_name = "NAME")]
    user: Option<String>,
    /// Why you compare hidden cards; stored in the audit trail
    #[arg(long)]
    reason: Option<String>,
}

impl Integrity {
    /// Counts the hands, and prints or writes the report.
    pub(crate) async fn run(&self, config: &Config, out: &mut impl Write) -> anyhow::Result<()> {
        let eyes = Eyes::of_operator(self.all_cards, self.user.clone(), self.reason.clone());
        let what = "{\"CompareHands\":\"all cards\"}";
        let shelf = Shelf::open(config, &eyes, None, what).await?;
        let player = match &self.player {
            None => None,
            Some(name) => Some(account(shelf.store.as_ref(), name).await?.id.0),
        };
        let shelf = Arc::new(shelf);
        let reader = Arc::clone(&shelf);
        let read = Arc::new(move |hand: &_| reader.see(hand));
        let counted = count(Arc::clone(&shelf.store), self.since, self.until, read).await?;
        shelf.store.close().await?;
        let report = &counted.report;
        let is_asked = |pair: &&ReportedPair| {
            player.is_none_or(|player| [pair.payer, pair.receiver].contains(&player))
        };
        let pairs: Vec<_> = report.pairs.iter().filter(is_asked).map(|pair| &pair.pair).collect();
        match &self.csv {
            Some(path) if path.as_os_str() == "-" => {
                return Ok(out.write_all(csv(pairs).as_bytes())?);
            }
            Some(path) => {
                let name = || path.display().to_string();
                let mut file = File::create_new(path).with_context(name)?;
                file.write_all(csv(pairs.iter().copied()).as_bytes())?;
                file.sync_all()?;
                writeln!(out, "Wrote {} pairs to {}.", pairs.len(), name())?;
            }
            None => out.write_all(text(pairs.iter().copied().take(PRINTED)).as_bytes())?,
        }
        writeln!(
            out,
            "{} hands of {} players, {} pairs. A measure is no verdict: look at the hands.",
            report.hands,
            report.players,
            report.pairs.len()
        )?;
        if counted.partial {
            writeln!(
                out,
                "There are more hands or pairs. Use --since and --until to choose among them."
            )?;
        }
        Ok(())
    }
}
