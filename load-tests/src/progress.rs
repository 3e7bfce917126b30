//! The progress of a run, on stderr so that the report can be piped. It is a few changing lines on
//! a terminal, a line every few seconds elsewhere, and nothing in quiet mode.
#![expect(clippy::print_stderr, reason = "it talks to people")]

mod dashboard;
mod recently;

pub(crate) use dashboard::Glance;
pub(crate) use recently::{Point, Recently};

use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How often a line is written without a terminal.
const LINE_EVERY: Duration = Duration::from_secs(5);
/// How often a phase should call [`Progress::update`].
pub(crate) const UPDATE_EVERY: Duration = Duration::from_millis(250);

/// Whether progress is off. This is global because a program has one stderr.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Turns the display off.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Prints what comes next, in a line that stays.
pub(crate) fn announce(what: &str) {
    if !QUIET.load(Ordering::Relaxed) {
        eprintln!("{what}");
    }
}

/// Shows the progress of a run.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    is_quiet: bool,
    phase: &'static str,
    /// The length of the phase, if it is known.
    length: Option<Duration>,
    begin: Instant,
    last_line: Option<Instant>,
}

impl Progress {
    pub(crate) fn new() -> Self {
        let is_quiet = QUIET.load(Ordering::Relaxed);
        let has_terminal = !is_quiet && std::io::stderr().is_terminal();
        let bar = has_terminal.then(ProgressBar::no_length);
        Self { bar, is_quiet, phase: "", length: None, begin: Instant::now(), last_line: None }
    }

    /// Begins a new phase.
    pub(crate) fn phase(&mut self, phase: &'static str, length: Option<Duration>) {
        (self.phase, self.length, self.begin) = (phase, length, Instant::now());
        self.last_line = None;
        if let Some(bar) = &self.bar {
            bar.set_style(style(length.is_some()));
            bar.set_prefix(phase);
            bar.set_message("");
            bar.set_position(0);
            if let Some(length) = length {
                bar.set_length(millis(length));
            }
        }
    }

    /// Shows the state of the phase in words.
    pub(crate) fn update(&mut self, message: &str) {
        if self.bar.is_some() { self.draw(message) } else { self.line(message) }
    }

    /// Shows the state of a run of ring games: the dashboard, or one line of it.
    pub(crate) fn show(&mut self, glance: &Glance) {
        if self.bar.is_some() {
            let clock = dashboard::clock(self.begin.elapsed(), self.length);
            self.draw(&format!("{clock}\n{}", dashboard::lines(glance).join("\n")));
        } else if self.is_due() {
            self.line(&dashboard::line(glance));
        }
    }

    fn draw(&self, message: &str) {
        let Some(bar) = &self.bar else { return };
        bar.set_position(self.length.map_or(0, millis).min(millis(self.begin.elapsed())));
        bar.set_message(message.to_owned());
        bar.tick();
    }

    fn is_due(&self) -> bool {
        !self.is_quiet && self.last_line.is_none_or(|last| last.elapsed() >= LINE_EVERY)
    }

    fn line(&mut self, message: &str) {
        if self.is_due() {
            self.last_line = Some(Instant::now());
            let seconds = self.begin.elapsed().as_secs_f64();
            eprintln!("{:<10} {seconds:>6.1} s  {message}", self.phase);
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style(has_length: bool) -> ProgressStyle {
    let template = if has_length {
        "{spinner} {prefix:<10} [{bar:24}] {msg}"
    } else {
        "{spinner} {prefix:<10} {msg}"
    };
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("=> ")
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
