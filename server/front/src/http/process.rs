//! Resource usage of the process, from Linux's `/proc/self`. On other systems
//! the figures are absent.

use serde::Serialize;
use std::fs;

/// Linux reports process times in hundredths of a second, regardless of the kernel's own clock.
const TICKS_PER_SECOND: u64 = 100;

/// The resource usage of the process.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub(super) struct ProcessUse {
    /// CPU time in user and kernel mode, in milliseconds.
    pub(super) cpu_ms: Option<u64>,
    /// The kernel's part of it.
    pub(super) kernel_cpu_ms: Option<u64>,
    /// Resident memory, in bytes.
    pub(super) resident_bytes: Option<u64>,
    pub(super) threads: Option<u64>,
    /// Open files, including sockets.
    pub(super) open_files: Option<usize>,
}

/// Returns the current usage.
pub(super) fn now() -> ProcessUse {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let (user, kernel) = cpu_ms(&stat).unzip();
    ProcessUse {
        cpu_ms: user.zip(kernel).map(|(user, kernel)| user + kernel),
        kernel_cpu_ms: kernel,
        resident_bytes: field(&status, "VmRSS:").map(|kib| kib * 1024),
        threads: field(&status, "Threads:"),
        open_files: open_files(),
    }
}

impl ProcessUse {
    /// Formats the figures for Prometheus, under the names that its own clients use. Unknown
    /// figures are left out.
    pub(super) fn exposition(&self) -> String {
        let seconds = |ms: u64| format!("{}.{:03}", ms / 1_000, ms % 1_000);
        let figures = [
            ("process_cpu_seconds_total", "counter", self.cpu_ms.map(seconds)),
            (
                "process_resident_memory_bytes",
                "gauge",
                self.resident_bytes.map(|it| it.to_string()),
            ),
            ("process_threads", "gauge", self.threads.map(|it| it.to_string())),
            ("process_open_fds", "gauge", self.open_files.map(|it| it.to_string())),
        ];
        let line = |(name, kind, value): (&str, &str, Option<String>)| {
            value.map(|value| format!("# TYPE {name} {kind}\n{name} {value}\n"))
        };
        figures.into_iter().filter_map(line).collect()
    }
}

/// Counts the open files. Since 6.2, Linux reports their number as the size of the folder.
/// Otherwise they are counted one by one, which takes a microsecond each.
fn open_files() -> Option<usize> {
    const FOLDER: &str = "/proc/self/fd";
    let told = fs::metadata(FOLDER).ok().and_then(|folder| usize::try_from(folder.len()).ok());
    told.filter(|&count| count > 0).or_else(|| fs::read_dir(FOLDER).ok().map(Iterator::count))
}

/// Returns user and kernel time in milliseconds: the 14th and 15th field of `stat`. Fields are
/// counted after the program's name, which may contain anything.
fn cpu_ms(stat: &str) -> Option<(u64, u64)> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_ascii_whitespace().skip(11).map(str::parse::<u64>);
    let mut next = || Some(times.next()?.ok()? * 1_000 / TICKS_PER_SECOND);
    Some((next()?, next()?))
}

fn field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn open_files_are_counted() {
        let before = open_files().unwrap();
        // Other tests open and close files meanwhile.
        let _held: Vec<_> = (0..500).map(|_| fs::File::open("/dev/null").unwrap()).collect();
        let after = open_files().unwrap();
        assert!((before + 250..before + 750).contains(&after), "{before}, then {after}");
    }

    #[test]
    fn figures_have_the_names_and_units_of_prometheus() {
        let used = ProcessUse { cpu_ms: Some(12_034), threads: Some(3), ..ProcessUse::default() };
        let expected = "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total 12.034\n\
                        # TYPE process_threads gauge\nprocess_threads 3\n";
        assert_eq!(used.exposition(), expected);
    }

    #[test]
    fn a_program_name_with_brackets_and_spaces_is_passed_over() {
        let stat = "7 (a) b (c) S 1 7 7 0 -1 4194560 2 0 0 0 150 25 0 0 20 0 3 0 9 1 2";
        assert_eq!(cpu_ms(stat), Some((1_500, 250)));
        assert_eq!(cpu_ms("7 (cut"), None);
        assert_eq!(field("Name:\tx\nVmRSS:\t   12 kB\nThreads:\t3\n", "VmRSS:"), Some(12));
    }
}
