//! Signatures of requests by Standard Webhooks: HMAC-SHA-256 over id, timestamp and body. The crate
//! `standardwebhooks` is not used: it signs with one secret, and a hook may have two.

use data_encoding::BASE64;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use std::fmt;

/// How long the former secret signs along with a new one, in milliseconds.
pub const OVERLAP_MS: u64 = 24 * 60 * 60 * 1_000;

const PREFIX: &str = "whsec_";

/// The key of a hook.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Vec<u8>);

/// Why a text is no secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("A secret is \"whsec_\" and 24 to 64 bytes in base64.")]
pub struct BadSecret;

impl Secret {
    /// Makes a secret from 32 random bytes.
    #[must_use]
    pub fn new(random: [u8; 32]) -> Self {
        Self(random.to_vec())
    }

    /// Reads a secret as receivers have it.
    ///
    /// # Errors
    /// The text is no secret.
    pub fn parse(text: &str) -> Result<Self, BadSecret> {
        let encoded = text.strip_prefix(PREFIX).ok_or(BadSecret)?;
        let key = BASE64.decode(encoded.as_bytes()).map_err(|_| BadSecret)?;
        (24..=64).contains(&key.len()).then_some(Self(key)).ok_or(BadSecret)
    }

    /// Returns the secret as receivers have it.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{PREFIX}{}", BASE64.encode(&self.0))
    }

    fn sign(&self, id: &str, timestamp: &str, body: &[u8]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0)
            .expect("HMAC takes a key of any length, so this cannot fail");
        for part in [id.as_bytes(), b".", timestamp.as_bytes(), b".", body] {
            mac.update(part);
        }
        format!("v1,{}", BASE64.encode(&mac.finalize().into_bytes()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// The secrets that sign for a hook: one, or two while one is being replaced.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Secrets {
    pub current: Secret,
    /// The secret before, with the end of its time in milliseconds since 1970.
    pub former: Option<(Secret, u64)>,
}

/// The headers that sign a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Signed {
    /// `webhook-id`
    pub id: String,
    /// `webhook-timestamp`, in seconds since 1970
    pub timestamp: String,
    /// `webhook-signature`
    pub signature: String,
}

impl Secrets {
    #[must_use]
    pub fn new(current: Secret) -> Self {
        Self { current, former: None }
    }

    /// Replaces the secret. The one before signs along for a day, so that a receiver has time to
    /// learn the new one. A secret before that one ends.
    #[must_use]
    pub fn replaced(self, now_ms: u64, next: Secret) -> Self {
        let former = Some((self.current, now_ms.saturating_add(OVERLAP_MS)));
        Self { current: next, former }
    }

    /// Signs one attempt to send a body. The id is the same at every attempt.
    #[must_use]
    pub fn sign(&self, now_ms: u64, id: String, body: &[u8]) -> Signed {
        let timestamp = (now_ms / 1_000).to_string();
        let mut signature = self.current.sign(&id, &timestamp, body);
        if let Some((former, until_ms)) = &self.former
            && now_ms < *until_ms
        {
            signature.push(' ');
            signature.push_str(&former.sign(&id, &timestamp, body));
        }
        Signed { id, timestamp, signature }
    }
}

/// Returns the id of an event's message. A receiver recognizes an event by it that it has already.
/// `room` is a random name of the room's database.
#[must_use]
pub fn message_id(room: &str, sequence: u64) -> String {
    format!("msg_{room}_{sequence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The vector in the tests of the specification's own libraries.
    const SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const ID: &str = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const AT_MS: u64 = 1_614_265_330_000;
    const BODY: &[u8] = br#"{"test": 2432232314}"#;
    const SIGNATURE: &str = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";

    fn specified() -> Secrets {
        Secrets::new(Secret::parse(SECRET).unwrap())
    }

    #[test]
    fn a_request_is_signed_as_the_specification_says() {
        let signed = specified().sign(AT_MS + 999, ID.to_owned(), BODY);
        let expected = Signed {
            id: ID.to_owned(),
            timestamp: "1614265330".to_owned(),
            signature: SIGNATURE.to_owned(),
        };
        assert_eq!(signed, expected);
    }

    /// The signature is that of the specification's library for Python, version 1.1.0.
    #[test]
    fn a_body_beyond_ascii_is_signed_as_its_bytes() {
        let secrets = Secrets::new(Secret::new([7; 32]));
        let body =
            r#"{"type":"hook.test","timestamp":"2026-12-31T18:30:00Z","data":{"text":"Größe 🃏"}}"#;
        let signed = secrets.sign(1_798_741_800_000, message_id("a", 42), body.as_bytes());
        assert_eq!(signed.id, "msg_a_42");
        assert_eq!(signed.signature, "v1,P4VFQzxwRCgPhJVJYG14oggdXEbbPCJQbH7Kc08uPJo=");
    }

    #[test]
    fn another_id_time_body_or_secret_has_another_signature() {
        let signature =
            |secrets: &Secrets, at, id: &str, body| secrets.sign(at, id.to_owned(), body).signature;
        assert_ne!(signature(&specified(), AT_MS + 1_000, ID, BODY), SIGNATURE);
        assert_ne!(signature(&specified(), AT_MS, "msg_other", BODY), SIGNATURE);
        assert_ne!(signature(&specified(), AT_MS, ID, b"{\"test\": 2432232315}"), SIGNATURE);
        let other = Secrets::new(Secret::new([7; 32]));
        assert_ne!(signature(&other, AT_MS, ID, BODY), SIGNATURE);
    }

    #[test]
    fn both_secrets_sign_for_a_day_while_one_is_replaced() {
        let next = Secret::new([7; 32]);
        let alone = Secrets::new(next.clone()).sign(AT_MS, ID.to_owned(), BODY).signature;
        let replaced = specified().replaced(AT_MS - OVERLAP_MS + 1, next.clone());
        let signed = replaced.sign(AT_MS, ID.to_owned(), BODY);
        assert_eq!(signed.signature, format!("{alone} {SIGNATURE}"));
        let replaced = specified().replaced(AT_MS - OVERLAP_MS, next.clone());
        let signed = replaced.sign(AT_MS, ID.to_owned(), BODY);
        assert_eq!(signed.signature, alone, "the day is over");
        let twice = specified().replaced(AT_MS, Secret::new([8; 32])).replaced(AT_MS, next);
        let signed = twice.sign(AT_MS, ID.to_owned(), BODY).signature;
        assert_eq!(signed.split(' ').count(), 2);
        assert!(!signed.contains(SIGNATURE), "the first of three signs no more");
    }

    #[test]
    fn a_secret_is_read_as_it_is_written_and_never_logged() {
        let secret = Secret::new([0xfb; 32]);
        let text = secret.text();
        assert_eq!(text.len(), "whsec_".len() + 44);
        assert_eq!(Secret::parse(&text), Ok(secret.clone()));
        assert_eq!(format!("{secret:?}"), "Secret");
        for bad in ["", "whsec_", "whsec_AAAA", "whsec_not base64", &text["whsec_".len()..]] {
            assert_eq!(Secret::parse(bad), Err(BadSecret), "{bad}");
        }
    }
}
