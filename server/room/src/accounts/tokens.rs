//! Tokens: 256 bits from the operating system. Only the owner has the text. The store has its
//! SHA-256, which is enough for a secret that cannot be guessed.

use cardroom_protocol::{ApiTokenId, Secret};
use data_encoding::HEXLOWER;
use rand::TryRng as _;
use rand::rngs::SysRng;
use sha2::{Digest as _, Sha256};

/// The prefix of every token, so that people and scanners for leaked secrets recognize one.
const PREFIX: &str = "cr_";
const SECRET_BYTES: usize = 32;

/// Generates a new token.
///
/// # Panics
/// If the operating system has no randomness, because nothing safe can be done then.
pub(crate) fn generate() -> Secret {
    let mut bytes = [0_u8; SECRET_BYTES];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system gives randomness");
    Secret(format!("{PREFIX}{}", HEXLOWER.encode(&bytes)))
}

/// Returns the stored hash of a token; `None` for a text that cannot be one.
pub(super) fn hash(token: &Secret) -> Option<[u8; 32]> {
    let digits = token.0.strip_prefix(PREFIX)?;
    let is_token =
        digits.len() == 2 * SECRET_BYTES && digits.bytes().all(|b| b.is_ascii_hexdigit());
    is_token.then(|| Sha256::digest(token.0.as_bytes()).into())
}

/// Returns the id by which the account sees a token: the first 48 bits of its hash. They reveal
/// nothing about a secret of 256 bits, and a clash among sixteen tokens is practically impossible.
pub(super) fn id(hash: &[u8; 32]) -> ApiTokenId {
    let bits = hash[..6].iter().fold(0, |bits, byte| (bits << 8) | u64::from(*byte));
    ApiTokenId(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_id_of_a_token_is_the_beginning_of_its_hash() {
        let mut hash = [0; 32];
        hash[..7].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(id(&hash), ApiTokenId(0x0102_0304_0506));
        assert!(id(&[0xff; 32]).0 < cardroom_protocol::ids::MAX_SAFE);
    }

    #[test]
    fn tokens_differ_and_only_tokens_are_looked_up() {
        let (one, two) = (generate(), generate());
        assert_ne!(one, two);
        assert_eq!(one.0.len(), 67);
        assert_ne!(hash(&one).unwrap(), hash(&two).unwrap());
        for text in ["", "cr_", "hunter2", &one.0[..66], &format!("{}0", one.0)] {
            assert_eq!(hash(&Secret::from(text)), None, "{text}");
        }
    }
}
