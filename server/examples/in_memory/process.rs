//! What the system says of this process: its memory, and the time its threads had of the processor.

use anyhow::Context as _;
use std::fs;
use std::time::Duration;

/// The resident memory, in bytes.
pub(crate) fn memory() -> anyhow::Result<u64> {
    let status = fs::read_to_string("/proc/self/status").context("only on Linux")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().next()).context("VmRSS is missing")?;
    Ok(kib.parse::<u64>()? * 1024)
}

/// The time of the processor, shared out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cpu {
    /// Threads of this name.
    pub(crate) named: Duration,
    pub(crate) others: Duration,
}

/// What the threads that live now have had, those of a name apart.
pub(crate) fn cpu(name: &str) -> anyhow::Result<Cpu> {
    let mut cpu = Cpu { named: Duration::ZERO, others: Duration::ZERO };
    for task in fs::read_dir("/proc/self/task").context("only on Linux")? {
        let task = task?.path();
        // A thread may have ended meanwhile.
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
