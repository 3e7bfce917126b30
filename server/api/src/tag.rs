//! Entity tags: a client that has an answer already learns that it has not changed.

use sha2::{Digest as _, Sha256};
use std::fmt::Write as _;

/// The bytes of the hash in a tag.
const BYTES: usize = 16;

/// Returns the tag of a body, with its quotation marks.
#[must_use]
pub fn tag_of(body: &[u8]) -> String {
    let mut tag = String::from("\"");
    for byte in &Sha256::digest(body)[..BYTES] {
        // Writing to a text cannot fail.
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    tag
}

/// Returns `true` if the header `If-None-Match` names this tag (RFC 9110, 13.1.2).
#[must_use]
pub fn is_known(if_none_match: &str, tag: &str) -> bool {
    let mut tags = if_none_match.split(',').map(str::trim);
    tags.any(|known| known == "*" || known.strip_prefix("W/").unwrap_or(known) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_follows_from_the_body_alone() {
        assert_eq!(tag_of(b"{}"), tag_of(b"{}"));
        assert_ne!(tag_of(b"{}"), tag_of(b"[]"));
        assert_eq!(tag_of(b"{}").len(), 2 + 2 * BYTES);
    }

    #[test]
    fn a_client_may_name_several_tags() {
        let tag = tag_of(b"{}");
        assert!(is_known(&format!("\"x\", W/{tag}"), &tag));
        assert!(is_known("*", &tag));
        assert!(!is_known("\"x\"", &tag));
    }
}
