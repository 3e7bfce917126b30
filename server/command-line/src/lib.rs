//! What the command lines of all programs share: which log lines they write, in which
//! colors, and the documents that are made from them.

pub mod documents;
pub mod logging;
