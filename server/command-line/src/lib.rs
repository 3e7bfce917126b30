//! The common parts of all command lines: the log filter, colors, and documents generated from the
//! command line, and output that nobody reads any more.

pub mod documents;
pub mod logging;
pub mod reader;
