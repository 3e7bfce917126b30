//! Output whose reader is gone, as after `cardroom rules coverage | head`.

use crate::documents::DocumentError;
use std::error::Error;
use std::io::ErrorKind;

/// The exit status of a program whose reader is gone: 128 plus the number of SIGPIPE.
pub const STATUS: u8 = 141;

/// Returns `true` if an error is nothing but a reader that wants no more lines. An error with an
/// explanation of its own, such as a lost connection, is not.
#[must_use]
pub fn is_gone(error: &(dyn Error + 'static)) -> bool {
    let io = match error.downcast_ref() {
        Some(DocumentError::Script(error)) => Some(error),
        Some(DocumentError::Pages { .. }) | None => error.downcast_ref::<std::io::Error>(),
    };
    io.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Error;

    #[test]
    fn only_a_closed_pipe_is_a_reader_that_is_gone() {
        assert!(is_gone(&Error::from(ErrorKind::BrokenPipe)));
        assert!(is_gone(&DocumentError::Script(Error::from(ErrorKind::BrokenPipe))));
        assert!(!is_gone(&Error::from(ErrorKind::StorageFull)));
        assert!(!is_gone(&std::fmt::Error));
    }
}
