//! Resource usage of processes and the machine, read from Linux's `/proc`. On other systems every
//! figure is absent, and reports say so instead of guessing.

use procfs_core::process::{Stat, Status};
use procfs_core::{CpuInfo, FromRead as _, Meminfo};
use serde::{Deserialize, Serialize};
use std::fs;
use std::ops::{Add, Sub};
use std::path::Path;
use std::time::Duration;

/// The resource usage of a process so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct ProcessUse {
    /// CPU time of all threads, in user and kernel mode.
    pub(crate) cpu: Duration,
    /// The part of `cpu` spent in the kernel.
    pub(crate) kernel: Duration,
    /// Resident memory, in bytes.
    pub(crate) resident_bytes: u64,
}

/// Context switches of all threads of a process. Those of threads that have ended are missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Switches {
    /// Switches of a thread that waited for something.
    pub(crate) voluntary: u64,
    /// Switches of a thread that had used up its time.
    pub(crate) involuntary: u64,
}

/// The time of all CPUs of the machine so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct MachineUse {
    /// Time that was not idle.
    pub(crate) busy: Duration,
    /// All time, including idle time.
    pub(crate) total: Duration,
}

/// Returns a process's usage so far, or `None` if it is gone or the system does not report it.
pub(crate) fn process(id: u32) -> Option<ProcessUse> {
    read_process(&format!("/proc/{id}"))
}

/// Returns this process's usage so far.
pub(crate) fn own() -> Option<ProcessUse> {
    read_process("/proc/self")
}

/// Returns a process's context switches so far. Reads a file for each thread.
pub(crate) fn switches(id: u32) -> Option<Switches> {
    let mut all = Switches::default();
    for thread in fs::read_dir(format!("/proc/{id}/task")).ok()? {
        // A thread may end in the meantime.
        let Some(of_thread) = switches_of_thread(&thread.ok()?.path()) else { continue };
        all.voluntary += of_thread.voluntary;
        all.involuntary += of_thread.involuntary;
    }
    Some(all)
}

fn switches_of_thread(folder: &Path) -> Option<Switches> {
    let status = Status::from_file(folder.join("status")).ok()?;
    Some(Switches {
        voluntary: status.voluntary_ctxt_switches?,
        involuntary: status.nonvoluntary_ctxt_switches?,
    })
}

/// Returns the machine's usage so far.
pub(crate) fn machine() -> Option<MachineUse> {
    parse_machine(&fs::read_to_string("/proc/stat").ok()?, ticks_per_second())
}

/// Returns the kernel's unreclaimable memory and the memory of TCP sockets, in bytes. It contains
/// connections, which are not charged to any process.
pub(crate) fn kernel_bytes() -> Option<u64> {
    // Unreclaimable slabs hold sockets, and TCP counts the pages of their queues.
    let slabs = Meminfo::from_file("/proc/meminfo").ok()?.s_unreclaim?;
    let pages = tcp_pages(&fs::read_to_string("/proc/net/sockstat").ok()?)?;
    Some(slabs + pages * rustix::param::page_size() as u64)
}

/// Returns the number of CPUs that this process may use.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the name of the CPU model.
pub(crate) fn cpu_model() -> Option<String> {
    Some(CpuInfo::from_file("/proc/cpuinfo").ok()?.model_name(0)?.to_owned())
}

fn read_process(folder: &str) -> Option<ProcessUse> {
    let stat = Stat::from_file(format!("{folder}/stat")).ok()?;
    let status = Status::from_file(format!("{folder}/status")).ok()?;
    let [user, kernel] = [stat.utime, stat.stime].map(|count| ticks(count, ticks_per_second()));
    Some(ProcessUse { cpu: user + kernel, kernel, resident_bytes: status.vmrss? * 1024 })
}

fn ticks_per_second() -> u64 {
    rustix::param::clock_ticks_per_second().max(1)
}

/// The first line: user, nice, system, idle, iowait, irq, softirq, steal. Guest times follow, which
/// user time already includes. Stolen time counts as busy, because it is not available.
fn parse_machine(stat: &str, ticks_per_second: u64) -> Option<MachineUse> {
    let line = stat.lines().next()?.strip_prefix("cpu ")?;
    let fields: Vec<u64> =
        line.split_ascii_whitespace().take(8).map(str::parse).collect::<Result<_, _>>().ok()?;
    let total: u64 = fields.iter().sum();
    let idle = fields.get(3)? + fields.get(4).copied().unwrap_or(0);
    Some(MachineUse {
        busy: ticks(total - idle, ticks_per_second),
        total: ticks(total, ticks_per_second),
    })
}

fn tcp_pages(sockets: &str) -> Option<u64> {
    let tcp = sockets.lines().find_map(|line| line.strip_prefix("TCP:"))?;
    tcp.split_ascii_whitespace().skip_while(|word| *word != "mem").nth(1)?.parse().ok()
}

fn ticks(count: u64, per_second: u64) -> Duration {
    Duration::from_secs(count / per_second)
        + Duration::from_secs(1) * u32::try_from(count % per_second).unwrap_or(u32::MAX)
            / u32::try_from(per_second).unwrap_or(u32::MAX)
}

impl Add for ProcessUse {
    type Output = Self;

    /// Adds the usage of two processes.
    fn add(self, other: Self) -> Self {
        Self {
            cpu: self.cpu + other.cpu,
            kernel: self.kernel + other.kernel,
            resident_bytes: self.resident_bytes + other.resident_bytes,
        }
    }
}

impl Sub for ProcessUse {
    type Output = Self;

    /// Returns the CPU time between two moments, and the memory at the second.
    fn sub(self, before: Self) -> Self {
        Self {
            cpu: self.cpu.saturating_sub(before.cpu),
            kernel: self.kernel.saturating_sub(before.kernel),
            resident_bytes: self.resident_bytes,
        }
    }
}

impl Sub for Switches {
    type Output = Self;

    /// Returns the switches between two moments.
    fn sub(self, before: Self) -> Self {
        Self {
            voluntary: self.voluntary.saturating_sub(before.voluntary),
            involuntary: self.involuntary.saturating_sub(before.involuntary),
        }
    }
}

impl Switches {
    /// Returns the counts as figures, the voluntary ones first; exact up to 2^53.
    #[expect(clippy::cast_precision_loss, reason = "no run counts to 2^53")]
    pub(crate) fn counts(self) -> [f64; 2] {
        [self.voluntary as f64, self.involuntary as f64]
    }
}

impl Sub for MachineUse {
    type Output = Self;

    /// Returns the usage between two moments.
    fn sub(self, before: Self) -> Self {
        Self {
            busy: self.busy.saturating_sub(before.busy),
            total: self.total.saturating_sub(before.total),
        }
    }
}

impl MachineUse {
    /// Returns the busy share of the time, from 0 to 1, or `None` if no time has passed.
    pub(crate) fn busy_share(self) -> Option<f64> {
        (!self.total.is_zero()).then(|| self.busy.as_secs_f64() / self.total.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_what_the_system_says_they_are() {
        assert_eq!(ticks(175, 250), Duration::from_millis(700));
    }

    #[test]
    fn what_is_cut_off_is_absent_rather_than_wrong() {
        assert_eq!(parse_machine("intr 1 2 3\n", 100), None);
        assert_eq!(tcp_pages("UDP: inuse 0 mem 9\n"), None);
    }

    #[test]
    fn guests_are_not_counted_twice_and_waiting_for_a_disk_is_idle() {
        let before = parse_machine("cpu  100 0 50 800 50 0 0 0 30 0\ncpu0 1 2\n", 100).unwrap();
        let after = parse_machine("cpu  160 0 70 900 60 4 4 2 90 0\n", 100).unwrap();
        let share = (after - before).busy_share().unwrap();
        // 90 of 200 ticks.
        assert!((share - 0.45).abs() < 1e-9, "{share}");
        assert_eq!((after - after).busy_share(), None);
    }

    #[test]
    fn the_queues_of_tcp_are_counted_alone() {
        let sockets =
            "sockets: used 7\nTCP: inuse 5 orphan 0 tw 3 alloc 6 mem 25\nUDP: inuse 0 mem 9\n";
        assert_eq!(tcp_pages(sockets), Some(25));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_can_be_read() {
        let own = own().unwrap();
        assert!(own.resident_bytes > 100 * 1024, "{own:?}");
        assert_eq!(process(std::process::id()).map(|used| used.kernel <= used.cpu), Some(true));
        assert_eq!(process(u32::MAX), None);
        assert!(switches(std::process::id()).is_some());
        assert_eq!(switches(u32::MAX), None);
        assert!(machine().unwrap().total > Duration::ZERO);
    }
    // Of one thread, because other tests' threads may end in the meantime and take theirs along.
    #[test]
    #[cfg(target_os = "linux")]
    fn each_sleep_is_a_voluntary_switch() {
        let own = || switches_of_thread(Path::new("/proc/thread-self")).unwrap();
        let before = own();
        for _ in 0..10 {
            std::thread::sleep(Duration::from_millis(1));
        }
        let slept = own() - before;
        assert!(slept.voluntary >= 10, "{slept:?}");
    }
}
