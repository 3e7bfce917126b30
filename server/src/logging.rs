//! The destination and form of log lines. Cards, passwords and tokens never reach a line. Their
//! types print nothing, and the libraries that carry frames are not allowed to log their content.

use crate::config::{LogFormat, LogSettings};
use cardroom_command_line::logging::{FilterError, filter, has_colors};
use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The reason why logging cannot start.
#[derive(Debug, thiserror::Error)]
pub enum LoggingError {
    /// `RUST_LOG` or `log.filter` cannot be parsed.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// Another logger is already installed.
    #[error(transparent)]
    TwoLoggers(#[from] tracing_subscriber::util::TryInitError),
}

/// Sends the process's log to standard error. `RUST_LOG` overrides `log.filter`.
///
/// # Errors
/// The filter cannot be parsed, or logging was already started.
pub fn start(settings: &LogSettings) -> Result<(), LoggingError> {
    let filter = filter(&settings.filter)?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(has_colors())
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

/// Returns `false` for trace lines of the WebSocket library, regardless of `log.filter`. They would
/// contain every frame, byte by byte, with the password of a sign-in and the cards of a house bot.
fn is_discreet(line: &Metadata<'_>) -> bool {
    *line.level() < Level::TRACE || !line.target().contains("tungstenite")
}
