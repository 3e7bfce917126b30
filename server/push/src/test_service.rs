//! The other side of Web Push, for tests: a browser that decrypts, and a push service that checks
//! signatures.

use crate::encryption::{Key, SALT_BYTES, new_secret};
use data_encoding::BASE64URL_NOPAD;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::{PublicKey, SecretKey};
use ring::aead::Aad;
use serde_json::Value;

/// Decodes base64url without padding.
///
/// # Panics
/// The text is something else.
#[must_use]
pub fn base64(text: &str) -> Vec<u8> {
    BASE64URL_NOPAD.decode(text.as_bytes()).expect("it is base64url")
}

/// A browser with a subscription.
pub struct Subscriber {
    pub secret: SecretKey,
    pub auth: [u8; 16],
}

impl Subscriber {
    #[must_use]
    #[expect(clippy::new_without_default, reason = "every one is another")]
    pub fn new() -> Self {
        Self { secret: new_secret(), auth: rand::random() }
    }

    /// Returns its public key, as a page sends it to the room.
    #[must_use]
    pub fn public_key(&self) -> [u8; 65] {
        let key = self.secret.public_key().to_sec1_bytes();
        key.as_ref().try_into().expect("an uncompressed point has 65 bytes")
    }

    /// Decrypts the body of a push message (RFC 8291, section 4); `None` if it is for someone else.
    #[must_use]
    pub fn decrypt(&self, body: &[u8]) -> Option<Vec<u8>> {
        let (salt, rest) = body.split_first_chunk::<SALT_BYTES>()?;
        let (_record_size, rest) = rest.split_first_chunk::<4>()?;
        let (length, rest) = rest.split_first()?;
        let (sender, record) = rest.split_at_checked(usize::from(*length))?;
        let shared = self.secret.diffie_hellman(&PublicKey::from_sec1_bytes(sender).ok()?);
        let shared: &[u8] = shared.raw_secret_bytes();
        let key = Key::derive(shared, &self.auth, &self.public_key(), sender, salt);
        let mut record = record.to_vec();
        let plain = key.cipher().open_in_place(key.nonce(), Aad::empty(), &mut record).ok()?;
        let end = plain.iter().rposition(|byte| *byte != 0)?;
        (plain[end] == 2).then(|| plain[..end].to_vec())
    }
}

/// Checks the `Authorization` of a push message (RFC 8292) with the room's public key, and returns
/// its claims; `None` if it is not signed with that key.
#[must_use]
pub fn verified_claims(authorization: &str, room: &[u8]) -> Option<Value> {
    let (token, key) = authorization.strip_prefix("vapid t=")?.split_once(", k=")?;
    if base64(key) != room {
        return None;
    }
    let (signed, signature) = token.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    let header: Value = serde_json::from_slice(&base64(header)).ok()?;
    if header["alg"] != "ES256" || header["typ"] != "JWT" {
        return None;
    }
    let signature = Signature::from_slice(&base64(signature)).ok()?;
    let key = VerifyingKey::from_sec1_bytes(room).ok()?;
    key.verify(signed.as_bytes(), &signature).ok()?;
    serde_json::from_slice(&base64(claims)).ok()
}
