//! How `PROTOCOL.md` and the types are kept together.
