//! What the command lines of all programs share: which log lines they write, and in which colors.

pub mod logging;
