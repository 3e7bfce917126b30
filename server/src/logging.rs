//! Where log lines go and what they look like. Cards, passwords and tokens never reach a line:
//! their types print nothing.

use crate::config::{LogFormat, LogSettings};
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::util::SubscriberInitExt;

/// Why logging cannot start.
#[derive(Debug, thiserror::Error)]
pub enum LoggingError {
    /// The filter is not one.
    #[error("log.filter: {0}")]
    Filter(#[from] tracing_subscriber::filter::ParseError),
    /// Something else logs already.
    #[error(transparent)]
    TwoLoggers(#[from] tracing_subscriber::util::TryInitError),
}

/// Sends the process's log to standard error.
///
/// # Errors
/// The filter cannot be read, or logging was started before.
pub fn start(settings: &LogSettings) -> Result<(), LoggingError> {
    let filter = EnvFilter::try_new(&settings.filter)?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    match settings.format {
        LogFormat::Text => lines.finish().try_init()?,
        LogFormat::Json => lines.json().flatten_event(true).finish().try_init()?,
    }
    Ok(())
}
