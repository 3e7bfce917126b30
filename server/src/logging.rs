//! Where log lines go and what they look like. Cards, passwords and tokens never reach a line:
//! their types print nothing, and the libraries that carry frames are not asked what is in them.

use crate::config::{LogFormat, LogSettings};
use std::io::IsTerminal;
use tracing::{Level, Metadata};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
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
        LogFormat::Text => lines.finish().with(filter_fn(is_discreet)).try_init()?,
        LogFormat::Json => {
            let lines = lines.json().flatten_event(true).finish();
            lines.with(filter_fn(is_discreet)).try_init()?;
        }
    }
    Ok(())
}

/// Whatever `log.filter` asks for: at its most verbose, the WebSocket library writes down every frame, byte
/// by byte, with the password of a login and the cards of a house bot.
fn is_discreet(line: &Metadata<'_>) -> bool {
    *line.level() < Level::TRACE || !line.target().contains("tungstenite")
}
