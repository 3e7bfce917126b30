//! The description of the API (OpenAPI 3.1). The tests write it from the table of operations, from
//! the schemas of the protocol and from the forms of commands, and fail if the file is stale.
//!
//! `BLESS=1 cargo test -p cardroom-api --test openapi` writes the file again.

/// The description, as the room serves it.
pub const TEXT: &str = include_str!("../../../protocol/openapi.json");
