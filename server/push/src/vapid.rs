//! The signature by which push services know the room (RFC 8292).

use crate::encryption::new_secret;
use data_encoding::BASE64URL_NOPAD;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use std::fmt;

/// How long a signature holds. RFC 8292 allows a day.
const VALID_SECONDS: u64 = 12 * 60 * 60;

/// The bytes are no key.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a VAPID key has 32 bytes")]
pub struct BadKey;

/// The key that signs all push messages of a room. Every subscription is bound to it, so it must
/// never change.
#[derive(Clone)]
pub struct VapidKey {
    key: SigningKey,
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VapidKey")
    }
}

impl VapidKey {
    /// Makes a new key.
    #[must_use]
    pub fn generate() -> Self {
        Self { key: SigningKey::from(new_secret()) }
    }

    /// Reads a key from its file.
    ///
    /// # Errors
    /// The bytes are no key.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadKey> {
        let bytes = <[u8; 32]>::try_from(bytes).map_err(|_| BadKey)?;
        SigningKey::from_slice(&bytes).map(|key| Self { key }).map_err(|_| BadKey)
    }

    /// Returns the secret key, for its file.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; 32] {
        self.key.to_bytes().into()
    }

    /// Returns the public key, which a page subscribes with: an uncompressed point in base64url.
    #[must_use]
    pub fn public_key(&self) -> String {
        BASE64URL_NOPAD.encode(&self.key.verifying_key().to_sec1_bytes())
    }

    /// Returns the `Authorization` for a message to a push service with this origin. The contact is
    /// a `mailto:` or `https:` address, where the service reaches the operator.
    #[must_use]
    pub fn authorization(&self, origin: &str, now_ms: u64, contact: Option<&str>) -> String {
        let mut claims = json!({ "aud": origin, "exp": now_ms / 1_000 + VALID_SECONDS });
        if let Some(contact) = contact {
            claims["sub"] = contact.into();
        }
        let [header, claims] = [json!({ "typ": "JWT", "alg": "ES256" }), claims]
            .map(|part| BASE64URL_NOPAD.encode(part.to_string().as_bytes()));
        let signed = format!("{header}.{claims}");
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = BASE64URL_NOPAD.encode(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public_key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_service::{base64, verified_claims};

    #[test]
    fn a_signature_names_the_service_its_end_and_the_contact() {
        let key = VapidKey::generate();
        let read = VapidKey::from_bytes(&key.to_bytes()).unwrap();
        assert_eq!(read.public_key(), key.public_key());
        let public = base64(&key.public_key());
        assert_eq!((public.len(), public[0]), (65, 4));
        let service = "https://push.example:8443";
        let signed = read.authorization(service, 1_000_500, Some("mailto:floor@room.example"));
        let claims = verified_claims(&signed, &public).unwrap();
        assert_eq!(claims["aud"], service);
        assert_eq!(claims["exp"], 1_000 + 12 * 60 * 60);
        assert_eq!(claims["sub"], "mailto:floor@room.example");
        let other = base64(&VapidKey::generate().public_key());
        assert!(verified_claims(&signed, &other).is_none());
        let unnamed = verified_claims(&key.authorization(service, 0, None), &public).unwrap();
        assert!(unnamed.get("sub").is_none());
    }

    #[test]
    fn a_file_that_was_cut_off_is_no_key() {
        for bytes in [&[][..], &[7; 31], &[7; 33], &[0; 32], &[255; 32]] {
            assert_eq!(VapidKey::from_bytes(bytes).unwrap_err(), BadKey);
        }
    }
}
