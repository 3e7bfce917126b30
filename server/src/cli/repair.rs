//! `cardroom journal repair`: finds out how a room in SQLite goes on from damaged files, counts
//! what that drops, and asks. It works on copies until then, and keeps the damaged files.

use super::keep::{Depth, Source, Temporary, look, place};
use crate::config::{Config, StorePlace};
use crate::store::repair::{Dropped, DroppedTransfer, Examined, Way, examine};
use crate::verify::Findings;
use anyhow::Context as _;
use clap::Args;
use std::io::{BufRead as _, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// How many transfers are listed one by one.
const LISTED: usize = 50;

/// Whether to ask first.
#[derive(Debug, Args)]
pub(crate) struct Repair {
    /// Carry the repair out without asking
    #[arg(long)]
    yes: bool,
}

impl Repair {
    /// Repairs the room's store. Returns `true` if everything is well in the end.
    pub(crate) async fn run(&self, config: &Config, out: &mut impl Write) -> anyhow::Result<bool> {
        let StorePlace::Sqlite(database) = place(config)? else {
            anyhow::bail!(
                "This command repairs the files of SQLite. For PostgreSQL, use the tools of the \
                 database, or restore a backup."
            );
        };
        let data_dir = database.parent().map_or_else(PathBuf::new, Path::to_owned);
        if !database.exists() {
            let file = database.display();
            anyhow::bail!("There is no {file}. \"cardroom restore\" brings a backup there.");
        }
        let scratch = Temporary::in_directory(&data_dir)?;
        let mut examined = examine(&database, scratch.path()).await?;
        for found in &examined.found {
            writeln!(out, "DAMAGED: {found}.")?;
        }
        let (way, findings) = match choose(&mut examined, config).await? {
            Chosen::Way(way, findings) => (way, findings),
            Chosen::None(findings) => {
                write!(out, "{findings}")?;
                writeln!(
                    out,
                    "This cannot be repaired, and nothing was changed. Move the files of the \
                     database away, and restore the last backup with \"cardroom restore\"."
                )?;
                return Ok(false);
            }
        };
        for wrong in &findings.wrong {
            writeln!(out, "DAMAGED: {}: {wrong}.", database.display())?;
        }
        if examined.found.is_empty() && findings.wrong.is_empty() {
            writeln!(out, "Nothing is damaged, and nothing was changed.")?;
            return Ok(true);
        }
        describe(&way, out)?;
        let aside = folder_for_damaged(&data_dir)?;
        writeln!(out, "The damaged files are kept in {}.", aside.display())?;
        if !self.yes && !is_confirmed(out)? {
            writeln!(out, "Nothing was changed.")?;
            return Ok(false);
        }
        examined.carry_out(&way, &aside).context("The repair was not finished")?;
        drop(examined);
        writeln!(out, "Repaired. This is what \"cardroom journal verify\" says now:")?;
        Source::default().check(config, Depth::Everything, out).await
    }
}

/// The outcome of checking all ways.
enum Chosen {
    /// The first way that holds, and what is wrong with it: hands alone.
    Way(Way, Findings),
    /// No way holds. This is what is wrong with the best one.
    None(Findings),
}

/// Verifies one way after another, and takes the first that holds.
async fn choose(examined: &mut Examined, config: &Config) -> anyhow::Result<Chosen> {
    let mut best = None;
    for mut way in std::mem::take(&mut examined.ways) {
        let findings = match look(&way.file, config, Depth::Everything).await {
            Ok(findings) => findings,
            Err(error) => Findings { wrong: vec![error.to_string()], ..Findings::default() },
        };
        if findings.is_well_but_for_hands() {
            if !findings.wrong.is_empty() {
                way.drop_hands(&findings.hands.changed).await?;
            }
            return Ok(Chosen::Way(way, findings));
        }
        best = best.or(Some(findings));
    }
    Ok(Chosen::None(best.unwrap_or_default()))
}

/// Writes what a repair does, and what it drops.
fn describe(Way { how, dropped, .. }: &Way, out: &mut impl Write) -> anyhow::Result<()> {
    for how in how {
        writeln!(out, "{how}")?;
    }
    if dropped.is_nothing() {
        return Ok(writeln!(out, "The repair drops nothing.")?);
    }
    writeln!(out, "The repair drops:")?;
    let Dropped { transfers, steps, hands, rows, unreadable, may_hold_transfers } = dropped;
    if !transfers.is_empty() {
        let (count, chips) = (transfers.len(), dropped.chips());
        let these = match count {
            1 => "1 transfer, which moves".to_owned(),
            _ => format!("{count} transfers, which move"),
        };
        writeln!(out, "  {these} {chips} chips:")?;
        for transfer in transfers.iter().take(LISTED) {
            let DroppedTransfer { id, from, to, chips } = transfer;
            writeln!(out, "    {chips} from {from} to {to} ({id})")?;
        }
        if count > LISTED {
            writeln!(out, "    and {} more", count - LISTED)?;
        }
    } else {
        writeln!(out, "  no transfer")?;
    }
    if *steps > 0 {
        let steps = counted(*steps, "step", "steps");
        writeln!(out, "  {steps} at tables and in tournaments")?;
    }
    if !hands.is_empty() {
        let hands = counted(hands.len() as u64, "completed hand", "completed hands");
        writeln!(out, "  {hands}")?;
    }
    for (table, count) in rows {
        writeln!(out, "  {} of \"{table}\"", counted(*count, "row", "rows"))?;
    }
    if *unreadable > 0 {
        let commits = counted(*unreadable, "commit", "commits");
        let held = match may_hold_transfers {
            true => "which may hold transfers",
            false => "which held play and no transfer",
        };
        writeln!(out, "  {commits} that cannot be read, {held}")?;
    }
    Ok(())
}

fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

/// Asks on the terminal.
fn is_confirmed(out: &mut impl Write) -> anyhow::Result<bool> {
    write!(out, "Carry it out? Type yes: ")?;
    out.flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(answer.trim() == "yes")
}

/// Returns a folder that does not exist yet.
fn folder_for_damaged(data_dir: &Path) -> anyhow::Result<PathBuf> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let mut folders = (now..).map(|time| data_dir.join(format!("damaged-{time}")));
    folders.find(|folder| !folder.exists()).context("There is no name for a folder")
}
