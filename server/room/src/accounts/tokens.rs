//! Tokens: 256 bits from the operating system. Only the owner has the text. The store has its
//! SHA-256, which is enough for a secret that cannot be guessed.
//!
//! The first half of a resume token is a mark: the room can see that it gave the token to this
//! account, even after the token has ended. A browser shows the mark when it signs in by password.
//! The mark is no credential, because the other half is a secret of 128 bits.

use crate::ids::AccountId;
use crate::vault::Vault;
use cardroom_protocol::limits::BROWSER_MARK_CHARS;
use cardroom_protocol::{ApiTokenId, Secret};
use data_encoding::HEXLOWER;
use rand::TryRng as _;
use rand::rngs::SysRng;
use sha2::{Digest as _, Sha256};

/// The prefix of every token, so that people and scanners for leaked secrets recognize one.
const PREFIX: &str = "cr_";
const SECRET_BYTES: usize = 32;
/// The bytes of a mark that are drawn. As many follow, which only the room's key can make.
const DRAWN_BYTES: usize = 8;

/// Generates a new token.
///
/// # Panics
/// If the operating system has no randomness, because nothing safe can be done then.
pub(crate) fn generate() -> Secret {
    let mut bytes = [0_u8; SECRET_BYTES];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system gives randomness");
    Secret(format!("{PREFIX}{}", HEXLOWER.encode(&bytes)))
}

/// Generates a resume token of an account, which begins with a mark.
///
/// # Panics
/// If the operating system has no randomness, as in [`generate`].
pub(super) fn generate_marked(vault: &Vault, account: AccountId) -> Secret {
    let Secret(token) = generate();
    let (drawn, rest) = token[PREFIX.len()..].split_at(2 * DRAWN_BYTES);
    let own = HEXLOWER.encode(&vault.browser_mark(account, drawn.as_bytes()));
    let rest = &rest[own.len()..];
    Secret(format!("{PREFIX}{drawn}{own}{rest}"))
}

/// Returns what tells the browsers of an account apart, if this is the mark of a resume token that
/// the account got, or such a token.
pub(super) fn browser(vault: &Vault, account: AccountId, mark: &Secret) -> Option<[u8; 8]> {
    let mark = mark.0.get(..BROWSER_MARK_CHARS)?.strip_prefix(PREFIX)?;
    let (drawn, own) = mark.split_at_checked(2 * DRAWN_BYTES)?;
    let expected = HEXLOWER.encode(&vault.browser_mark(account, drawn.as_bytes()));
    // The time that comparing hashes takes tells nothing about the expected half.
    let is_own = Sha256::digest(own) == Sha256::digest(expected);
    is_own.then(|| HEXLOWER.decode(drawn.as_bytes()).ok()?.try_into().ok())?
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
    fn the_mark_of_a_resume_token_is_known_for_its_account_alone() {
        let (vault, ann, bea) = (Vault::in_memory(), AccountId(1), AccountId(2));
        let token = generate_marked(&vault, ann);
        assert!(hash(&token).is_some());
        let mark = Secret::from(&token.0[..BROWSER_MARK_CHARS]);
        let known = browser(&vault, ann, &mark).unwrap();
        assert_eq!(browser(&vault, ann, &token), Some(known));
        let other = generate_marked(&vault, ann);
        assert_ne!(browser(&vault, ann, &other), Some(known), "another browser");
        assert_eq!(browser(&vault, bea, &mark), None);
        assert_eq!(browser(&Vault::in_memory(), ann, &mark), None, "another room");
        for shown in ["", "cr_", "cr_é", &mark.0[1..], &generate().0, &mark.0[..34]] {
            assert_eq!(browser(&vault, ann, &Secret::from(shown)), None, "{shown}");
        }
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
