//! Stored codes of private tables and tournaments. A keyed hash comes first, with which the store
//! ensures that codes are unique. The sealed code follows, so that the host can see it again. Both
//! need the archive key, so a copy of the database admits no stranger.

use super::{SALT_BYTES, Vault, cipher_for};
use chacha20poly1305::Nonce;
use chacha20poly1305::aead::{Aead as _, Payload};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};
use hkdf::Hkdf;
use sha2::Sha256;

/// The purposes of the derived values. Every other use of the archive key
/// must have another purpose.
const PURPOSE_OF_HASHES: &[u8] = b"cardroom: the hash of the code of something private, v1";
const PURPOSE_OF_CODES: &[u8] = b"cardroom: the code of something private, v1";

/// The length of a stored code: two digits for each byte of the hash, of the ten letters and of the
/// 16 bytes that authenticate them.
const SEALED_DIGITS: usize = 2 * (SALT_BYTES + 10 + 16);

impl Vault {
    /// Seals a code for the store. The result is always the same, so that a store
    /// can refuse a duplicate.
    #[must_use]
    pub fn seal_code(&self, code: &str) -> String {
        // No two codes share a hash, so no derived key seals twice.
        let hash = self.hash_of_code(code);
        let cipher = cipher_for(PURPOSE_OF_CODES, &self.archive, &hash);
        let sealed = cipher.encrypt(&Nonce::default(), Payload { msg: code.as_bytes(), aad: &[] });
        let sealed = sealed.expect("ten letters are not too long to encrypt");
        HEXLOWER.encode(&hash) + &HEXLOWER.encode(&sealed)
    }

    /// Unseals a stored code; `None` if it was sealed with another key, or was changed.
    #[must_use]
    pub fn unseal_code(&self, stored: &str) -> Option<String> {
        let bytes = HEXLOWER_PERMISSIVE.decode(stored.as_bytes()).ok()?;
        let (hash, sealed) = bytes.split_first_chunk::<SALT_BYTES>()?;
        let cipher = cipher_for(PURPOSE_OF_CODES, &self.archive, hash);
        let plain = cipher.decrypt(&Nonce::default(), Payload { msg: sealed, aad: &[] }).ok()?;
        String::from_utf8(plain).ok()
    }

    fn hash_of_code(&self, code: &str) -> [u8; SALT_BYTES] {
        let mut hash = [0; SALT_BYTES];
        let derived = Hkdf::<Sha256>::new(Some(PURPOSE_OF_HASHES), &self.archive);
        derived.expand(code.as_bytes(), &mut hash).expect("16 bytes are not too many to derive");
        hash
    }
}

/// Returns `true` for a text from [`Vault::seal_code`] of any vault, and `false` for a code from
/// before codes were sealed.
#[must_use]
pub fn is_sealed_code(stored: &str) -> bool {
    stored.len() == SEALED_DIGITS && HEXLOWER_PERMISSIVE.decode(stored.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_code_opens_with_the_archive_key_alone_and_is_the_same_each_time() {
        let vault = Vault::in_memory();
        let sealed = vault.seal_code("K7QX2M9RTA");
        assert!(is_sealed_code(&sealed) && !sealed.contains("K7QX2M9RTA"), "{sealed}");
        assert_eq!(vault.seal_code("K7QX2M9RTA"), sealed);
        assert_eq!(vault.unseal_code(&sealed).as_deref(), Some("K7QX2M9RTA"));
        let other = vault.seal_code("K7QX2M9RTB");
        assert_ne!(other[..32], sealed[..32], "another code has another hash");
        assert_ne!(other[32..52], sealed[32..52], "and shares no key");
        assert_eq!(Vault::in_memory().unseal_code(&sealed), None);
        for damaged in [&sealed[1..], &sealed[2..], "", "K7QX2M9RTA", "äöüäöü"] {
            assert_eq!(vault.unseal_code(damaged), None, "{damaged}");
            assert!(!is_sealed_code(damaged), "{damaged}");
        }
        let changed = format!("{}{}", &sealed[..83], if sealed.ends_with('0') { '1' } else { '0' });
        assert_eq!(vault.unseal_code(&changed), None);
    }
}
