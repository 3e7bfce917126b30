//! One life of a single room after the other: its mishaps, its end and its restart.

use super::mishaps::{Life, Mishap};
use super::{READY_POLL, Run, mishaps};
use crate::scenario::ScenarioError;
use crate::scenario::told::Returns;
use crate::server_process::{Installation, ServerProcess};
use std::time::Duration;
use tokio::time::Instant;

/// The number of kills between two audits of the books on disk, or one more.
const AUDIT_EVERY: u32 = 10;
/// How many bytes a file can still grow on a disk that is nearly full.
const DISK_LEFT: u64 = 16 * 1024;

impl Run<'_> {
    /// Runs one life of the room after the other.
    pub(super) async fn kill_again_and_again(
        &mut self,
        mut server: ServerProcess,
    ) -> Result<ServerProcess, ScenarioError> {
        let has_files = self.arguments.store.starts_with("sqlite");
        let has_clock = self.arguments.clock_library.is_some();
        let mut mishaps = mishaps::of_seed(self.arguments.seed, has_files, has_clock);
        self.progress.phase("killing", None);
        while self.report.harm.kills < self.arguments.kills && self.goes_on() {
            let life = mishaps.next();
            self.jump(server.set_clock(life.clock.0), life.clock.0);
            self.live(&server, &life).await;
            server = self.restart(server, &life).await?;
            self.wait_for_everybody().await;
            let ended = self.told.take_ended();
            self.compare(ended).await;
            let Returns { same_hand, .. } = self.told.returns();
            self.progress.update(&format!(
                "{} kills, {} hands compared, {same_hand} times back in the same hand, {} faults",
                self.report.harm.kills,
                self.report.inspected.hands,
                self.told.faults().0,
            ));
        }
        Ok(server)
    }

    /// Records that the wall clock was set to this offset from the machine's, in seconds.
    fn jump(&mut self, set: std::io::Result<()>, seconds: i64) {
        if let Err(error) = set {
            self.told.fault(format!("the wall clock cannot be set: {error}"));
        }
        if self.arguments.clock_library.is_some() && self.clock != seconds {
            self.clock = seconds;
            self.report.harm.clock_jumps += 1;
        }
    }

    /// Lets the players play through the mishap until the end of the life.
    async fn live(&mut self, server: &ServerProcess, life: &Life) {
        tokio::time::sleep(life.play).await;
        match life.mishap {
            Some(Mishap::Frozen(time)) => {
                self.report.harm.freezes += 1;
                self.do_for(time, |on| server.freeze(on)).await;
            }
            Some(Mishap::DiskFull(time)) => {
                self.report.harm.full_disks += 1;
                let largest = largest_file(server.data_dir()) + DISK_LEFT;
                self.do_for(time, |on| server.limit_files(on.then_some(largest))).await;
            }
            None => {}
        }
        tokio::time::sleep(life.then).await;
    }

    async fn do_for(&self, time: Duration, mishap: impl Fn(bool) -> std::io::Result<()>) {
        for (on, time) in [(true, time), (false, Duration::ZERO)] {
            if let Err(error) = mishap(on) {
                self.told.fault(format!("a mishap cannot be brought about: {error}"));
            }
            tokio::time::sleep(time).await;
        }
    }

    /// Ends the room, audits its files now and then, and starts it again.
    async fn restart(
        &mut self,
        server: ServerProcess,
        life: &Life,
    ) -> Result<ServerProcess, ScenarioError> {
        let audits = self.report.harm.kills / AUDIT_EVERY;
        if let Some(hooks) = &mut self.hooks {
            hooks.before_kill().await;
        }
        let mut installed = self.end(server).await?;
        self.search_log(&installed);
        if let Some(after) = life.again_after.filter(|_| !self.arguments.gently) {
            let server = installed.spawn()?;
            tokio::time::sleep(after).await;
            self.report.harm.killed_while_opening += 1;
            installed = self.end(server).await?;
        }
        if self.report.harm.kills / AUDIT_EVERY > audits {
            self.audit(&installed).await;
        }
        self.jump(installed.set_clock(life.clock.1), life.clock.1);
        let begin = Instant::now();
        let mut server = installed.spawn()?;
        server.wait_until_ready(READY_POLL).await?;
        self.report.ready.record(begin.elapsed());
        if let Some(hooks) = &mut self.hooks {
            for what in hooks.after_restart().await {
                self.told.fault(format!("hooks: {what}"));
            }
        }
        Ok(server)
    }

    /// Kills the process or closes it.
    async fn end(&mut self, server: ServerProcess) -> Result<Installation, ScenarioError> {
        let begin = Instant::now();
        let ended = if self.arguments.gently { server.shut().await } else { server.kill().await };
        let installed = ended.map_err(ScenarioError::Lost)?;
        if self.arguments.gently {
            self.report.closed.record(begin.elapsed());
        }
        self.told.next_life();
        self.report.harm.kills += 1;
        Ok(installed)
    }
}

/// Returns the size of the largest file of a room.
fn largest_file(folder: &std::path::Path) -> u64 {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| Some(file.metadata().ok()?.len())).max().unwrap_or(0)
}
