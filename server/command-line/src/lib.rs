//! The common parts of all command lines: the log filter, colors, and documents generated from the
//! command line.

pub mod documents;
pub mod logging;
