//! The log lines that a program writes, and whether it may use colors.

use std::ffi::{OsStr, OsString};
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::ParseError;

/// The variable that selects log lines, such as `debug` or `info,cardroom=trace`.
pub const FILTER_VARIABLE: &str = "RUST_LOG";

/// The variable that turns colors off: <https://no-color.org>.
pub const NO_COLOR_VARIABLE: &str = "NO_COLOR";

/// Why a log filter cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FilterError {
    #[error("RUST_LOG is not a filter such as info,cardroom=debug: {0}")]
    Environment(#[source] ParseError),
    /// The program's default filter.
    #[error(transparent)]
    Default(#[from] ParseError),
}

/// Returns the filter of `RUST_LOG`, or `default` if the variable is unset or empty.
///
/// # Errors
/// The filter cannot be read.
pub fn filter(default: &str) -> Result<EnvFilter, FilterError> {
    chosen(std::env::var_os(FILTER_VARIABLE), default)
}

fn chosen(environment: Option<OsString>, default: &str) -> Result<EnvFilter, FilterError> {
    match environment.filter(|filter| !filter.is_empty()) {
        // The parser rejects a filter that is not Unicode.
        Some(filter) => {
            EnvFilter::try_new(filter.to_string_lossy()).map_err(FilterError::Environment)
        }
        None => Ok(EnvFilter::try_new(default)?),
    }
}

/// Returns `true` if text on standard error may be colored: it is a terminal, and `NO_COLOR`
/// is unset or empty.
#[must_use]
pub fn has_colors() -> bool {
    std::io::stderr().is_terminal() && wants_colors(std::env::var_os(NO_COLOR_VARIABLE).as_deref())
}

fn wants_colors(no_color: Option<&OsStr>) -> bool {
    no_color.is_none_or(OsStr::is_empty)
}

/// Sends the log lines to standard error, for a program without a configuration.
///
/// # Errors
/// `RUST_LOG` cannot be read.
pub fn start(default: &str) -> Result<(), FilterError> {
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter(default)?)
        .with_ansi(has_colors())
        .with_writer(std::io::stderr);
    lines.init();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_wins_over_the_default_unless_it_is_empty() {
        let chosen = |environment: Option<&str>| {
            chosen(environment.map(OsString::from), "warn").map(|filter| filter.to_string())
        };
        assert_eq!(chosen(None).unwrap(), "warn");
        assert_eq!(chosen(Some("")).unwrap(), "warn");
        assert_eq!(chosen(Some("cardroom=debug")).unwrap(), "cardroom=debug");
        let error = chosen(Some("a=b=c")).unwrap_err().to_string();
        assert!(error.starts_with("RUST_LOG "), "{error}");
    }

    #[test]
    fn no_color_counts_only_if_it_says_something() {
        assert!(wants_colors(None));
        assert!(wants_colors(Some(OsStr::new(""))));
        assert!(!wants_colors(Some(OsStr::new("1"))));
        assert!(!wants_colors(Some(OsStr::new("0"))));
    }
}
