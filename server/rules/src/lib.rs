//! Units, games and rulebooks as data, parsed from text.
