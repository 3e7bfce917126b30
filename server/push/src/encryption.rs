//! Encryption of a message for one browser (RFC 8291), as a single record of `aes128gcm` (RFC 8188).

use hkdf::Hkdf;
use p256::{PublicKey, SecretKey};
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use sha2::Sha256;

pub(crate) const SALT_BYTES: usize = 16;
/// The size of a record: all of a message fits into one. Push services accept 4,096 bytes.
const RECORD_BYTES: u32 = 4_096;
/// Ends the content of the last record. Zeros may follow it (RFC 8188, section 2).
const LAST_RECORD: u8 = 2;
/// Every message is filled up to a multiple of this, so that its length says nothing.
const BLOCK_BYTES: usize = 256;

/// Encrypts a message for the browser with this public key and authentication secret, with a key of
/// its own. Returns `None` if the message is too long for one record.
#[must_use]
pub fn encrypt(browser: &PublicKey, auth: &[u8; 16], message: &[u8]) -> Option<Vec<u8>> {
    let filled = (message.len() + 1).next_multiple_of(BLOCK_BYTES);
    encrypt_with(&new_secret(), rand::random(), browser, auth, message, filled)
}

/// Returns a new secret key. Nearly every number of 32 bytes is one.
pub(crate) fn new_secret() -> SecretKey {
    loop {
        if let Ok(secret) = SecretKey::from_slice(&rand::random::<[u8; 32]>()) {
            return secret;
        }
    }
}

/// Encrypts a message, which has `filled` bytes together with its delimiter and its padding.
pub(crate) fn encrypt_with(
    own: &SecretKey,
    salt: [u8; SALT_BYTES],
    browser: &PublicKey,
    auth: &[u8; 16],
    message: &[u8],
    filled: usize,
) -> Option<Vec<u8>> {
    let own_public = own.public_key().to_sec1_bytes();
    let shared = own.diffie_hellman(browser);
    let shared: &[u8] = shared.raw_secret_bytes();
    let key = Key::derive(shared, auth, &browser.to_sec1_bytes(), &own_public, &salt);
    let mut record = message.to_vec();
    record.push(LAST_RECORD);
    record.resize(filled.max(record.len()), 0);
    key.cipher()
        .seal_in_place_append_tag(key.nonce(), Aad::empty(), &mut record)
        .ok()
        .filter(|()| record.len() <= RECORD_BYTES as usize)?;
    let id_length = u8::try_from(own_public.len()).ok()?;
    let head = [&salt[..], &RECORD_BYTES.to_be_bytes(), &[id_length], &own_public];
    Some([head.concat(), record].concat())
}

/// The key and the nonce of the one record.
pub(crate) struct Key {
    key: [u8; 16],
    nonce: [u8; 12],
}

impl Key {
    /// Derives them from the shared secret (RFC 8291, section 3.4).
    pub(crate) fn derive(
        shared: &[u8],
        auth: &[u8; 16],
        browser_public: &[u8],
        own_public: &[u8],
        salt: &[u8; SALT_BYTES],
    ) -> Self {
        let info = [b"WebPush: info\0", browser_public, own_public].concat();
        let input: [u8; 32] = expand(auth, shared, &info);
        Self {
            key: expand(salt, &input, b"Content-Encoding: aes128gcm\0"),
            nonce: expand(salt, &input, b"Content-Encoding: nonce\0"),
        }
    }

    pub(crate) fn cipher(&self) -> LessSafeKey {
        let key = UnboundKey::new(&AES_128_GCM, &self.key);
        LessSafeKey::new(key.expect("16 bytes are a key"))
    }

    /// Returns the nonce. Each key encrypts one record, so it is used once.
    pub(crate) fn nonce(&self) -> Nonce {
        Nonce::assume_unique_for_key(self.nonce)
    }
}

fn expand<const LENGTH: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> [u8; LENGTH] {
    let mut output = [0; LENGTH];
    let derived = Hkdf::<Sha256>::new(Some(salt), input).expand(info, &mut output);
    derived.expect("at most 32 bytes are not too many to derive");
    output
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_service::{Subscriber, base64};

    const TEXT: &[u8] = b"When I grow up, I want to be a watermelon";
    const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";
    const BODY: &str = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3\
                        vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuw\
                        XPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

    fn secret(text: &str) -> SecretKey {
        SecretKey::from_slice(&base64(text)).unwrap()
    }

    fn auth() -> [u8; 16] {
        base64(AUTH).try_into().unwrap()
    }

    #[test]
    fn the_example_of_rfc_8291_is_encrypted_to_the_byte() {
        let own = secret("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw");
        let browser = secret("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94");
        let salt = base64("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let body = encrypt_with(&own, salt, &browser.public_key(), &auth(), TEXT, 0).unwrap();
        assert_eq!(body, base64(BODY));
        let subscriber = Subscriber { secret: browser, auth: auth() };
        assert_eq!(subscriber.decrypt(&body).unwrap(), TEXT);
    }

    #[test]
    fn a_message_is_for_one_browser_and_its_length_says_nothing() {
        let (one, other) = (Subscriber::new(), Subscriber::new());
        let [short, long] = [&b"turn"[..], &[b'x'; 200]].map(|text| {
            let body = encrypt(&one.secret.public_key(), &one.auth, text).unwrap();
            assert_eq!(one.decrypt(&body).unwrap(), text);
            assert!(other.decrypt(&body).is_none());
            let mut changed = body.clone();
            *changed.last_mut().unwrap() ^= 1;
            assert!(one.decrypt(&changed).is_none());
            body
        });
        assert_eq!(short.len(), long.len());
        assert_ne!(short[..16], long[..16], "each has a salt of its own");
        assert!(encrypt(&one.secret.public_key(), &one.auth, &[0; 4_096]).is_none());
    }
}
