//! The authoritative hand and table state machines.
