//! Statistics of this process from the system: its memory, and the CPU time of its threads.

use anyhow::Context as _;
use std::fs;
use std::time::Duration;

/// Returns the resident memory, in bytes.
pub(crate) fn memory() -> anyhow::Result<u64> {
    let status = fs::read_to_string("/proc/self/status").context("only on Linux")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()).context("VmRSS is missing")?;
    Ok(kib.parse::<u64>()? * 1024)
}

/// CPU time, split by thread name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    /// The CPU time of the threads with the given name.
    pub(crate) named: Duration,
    pub(crate) others: Duration,
}

/// Returns the CPU time of all live threads. Threads with this name count separately.
pub(crate) fn cpu(name: &str) -> anyhow::Result<Cpu> {
    let mut cpu = Cpu { named: Duration::ZERO, others: Duration::ZERO };
    for task in fs::read_dir("/proc/self/task").context("only on Linux")? {
        let task = task?.path();
        // A thread may have ended in the meantime.
        let Ok(comm) = fs::read_to_string(task.join("comm")) else { continue };
        let Ok(schedule) = fs::read_to_string(task.join("schedstat")) else { continue };
        let spent = schedule.split_whitespace().next().context("schedstat is empty")?;
        let spent = Duration::from_nanos(spent.parse()?);
        if comm.trim_end() == name {
            cpu.named += spent;
        } else {
            cpu.others += spent;
        }
    }
    Ok(cpu)
}
