//! A library to write poker bots with.
