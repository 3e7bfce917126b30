//! Where log lines go and what they look like. Cards, passwords and tokens never reach a line:
//! their types print nothing, and the libraries that carry frames are not asked what is in them.

use crate::config::{LogFormat, LogSettings};
use cardroom_command_line::logging::{FilterError, filter, has_colors};
use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Why logging cannot start.
#[derive(Debug, thiserror::Error)]
pub enum LoggingError {
    /// `RUST_LOG` or `log.filter` cannot be read.
    #[error(transparent)]
    Filter(#[from] FilterError),
    /// Something else logs already.
    #[error(transparent)]
    TwoLoggers(#[from] tracing_subscriber::util::TryInitError),
}

/// Sends the process's log to standard error. `RUST_LOG` wins over `log.filter`.
///
/// # Errors
/// The filter cannot be read, or logging was started before.
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

/// Whatever `log.filter` asks for: at its most verbose, the WebSocket library writes down every
/// frame, byte by byte, with the password of a login and the cards of a house bot.
fn is_discreet(line: &Metadata<'_>) -> bool {
    *line.level() < Level::TRACE || !line.target().contains("tungstenite")
}
