//! The description of the API (OpenAPI 3.1). A test writes it from the table of operations, from
//! the schemas of the protocol and from the forms of commands, and fails if the file is stale.
//!
//! `BLESS=1 cargo test -p cardroom-api openapi` writes the file again.

#[cfg(test)]
mod document;
#[cfg(test)]
mod schemas;
#[cfg(test)]
mod tests;

/// The description, as the room serves it.
pub const TEXT: &str = include_str!("../../../protocol/openapi.json");
