//! Short sealed texts that leave the room and come back later, such as a cookie. Only the room can
//! read or change them. They use the archive key, so they survive a restart of the room.

use super::{SALT_BYTES, Vault, cipher_for};
use chacha20poly1305::Nonce;
use chacha20poly1305::aead::{Aead as _, Payload};
use data_encoding::{HEXLOWER, HEXLOWER_PERMISSIVE};

/// The purpose of a sealed text. A text that was sealed for one purpose cannot
/// be opened for another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextPurpose {
    /// A sign-in in progress, as a cookie of the browser that began it.
    SignInFlow,
    /// A sign-in that the provider confirmed, as a ticket for the page.
    SignInTicket,
}

impl TextPurpose {
    /// Returns the purpose of the derived key. Every other use of the archive key
    /// must have another purpose.
    fn of_key(self) -> &'static [u8] {
        match self {
            Self::SignInFlow => b"cardroom: a sign-in in progress, v1",
            Self::SignInTicket => b"cardroom: a sign-in that was confirmed, v1",
        }
    }
}

impl Vault {
    /// Seals a text. The result consists of hexadecimal digits, so it fits into a cookie and a URL.
    #[must_use]
    pub fn seal_text(&self, purpose: TextPurpose, plain: &[u8]) -> String {
        let salt: [u8; SALT_BYTES] = rand::random();
        let cipher = cipher_for(purpose.of_key(), &self.archive, &salt);
        let sealed = cipher.encrypt(&Nonce::default(), Payload { msg: plain, aad: &[] });
        let sealed = sealed.expect("a short text is not too long to encrypt");
        HEXLOWER.encode(&salt) + &HEXLOWER.encode(&sealed)
    }

    /// Opens a text. Returns `None` if it was sealed with another key or for another
    /// purpose, or was changed.
    #[must_use]
    pub fn unseal_text(&self, purpose: TextPurpose, sealed: &str) -> Option<Vec<u8>> {
        let bytes = HEXLOWER_PERMISSIVE.decode(sealed.as_bytes()).ok()?;
        let (salt, sealed) = bytes.split_first_chunk::<SALT_BYTES>()?;
        let cipher = cipher_for(purpose.of_key(), &self.archive, salt);
        cipher.decrypt(&Nonce::default(), Payload { msg: sealed, aad: &[] }).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_opens_for_its_purpose_alone() {
        let (vault, purpose) = (Vault::in_memory(), TextPurpose::SignInFlow);
        let sealed = vault.seal_text(purpose, b"state");
        assert_ne!(vault.seal_text(purpose, b"state"), sealed, "it looks different each time");
        assert_eq!(vault.unseal_text(purpose, &sealed).as_deref(), Some(&b"state"[..]));
        assert_eq!(vault.unseal_text(TextPurpose::SignInTicket, &sealed), None);
        assert_eq!(Vault::in_memory().unseal_text(purpose, &sealed), None, "another room's key");
        let last = if sealed.ends_with('0') { "1" } else { "0" };
        let changed = format!("{}{last}", &sealed[..sealed.len() - 1]);
        for damaged in [&*changed, &sealed[2..], "", "xyz", "ä"] {
            assert_eq!(vault.unseal_text(purpose, damaged), None, "{damaged}");
        }
    }
}
