//! The room's key: signatures of openings and tree heads, and the change to a new key.

use crate::Hash;
use crate::hash::Tag;
use crate::opening::signed_bytes;
use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use std::fmt;

/// The bytes of an Ed25519 signature.
pub type SignatureBytes = [u8; 64];

/// The secret key of a room. It is wiped from memory when it is dropped, and prints as `??`.
#[derive(Clone)]
pub struct RoomKey(SigningKey);

impl RoomKey {
    /// Makes the key of this secret.
    #[must_use]
    pub fn new(secret: &crate::Secret) -> Self {
        Self(SigningKey::from_bytes(secret.open()))
    }

    /// Returns the public key.
    #[must_use]
    pub fn public(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }

    /// Signs an opening, given its digest.
    #[must_use]
    pub fn sign_opening(&self, digest: &Hash) -> SignatureBytes {
        self.sign(&signed_bytes(digest))
    }

    /// Signs the key that follows this one.
    #[must_use]
    pub fn sign_successor(&self, new: &[u8; 32]) -> SignatureBytes {
        self.sign(&successor(new))
    }

    pub(crate) fn sign(&self, message: &[u8]) -> SignatureBytes {
        self.0.sign(message).to_bytes()
    }
}

impl fmt::Debug for RoomKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("??")
    }
}

fn successor(new: &[u8; 32]) -> Vec<u8> {
    [&Tag::NewKey.prefix()[..], new].concat()
}

/// Returns `true` if the old key signed the new one as its successor.
#[must_use]
pub fn is_successor(old: &[u8; 32], new: &[u8; 32], signature: &SignatureBytes) -> bool {
    is_signed(old, &successor(new), signature)
}

/// Returns `true` if the key signed the message, by the cofactorless equation. Points that do not
/// decode by RFC 8032 and scalars beyond the order of the group are refused.
#[must_use]
pub fn is_signed(key: &[u8; 32], message: &[u8], signature: &SignatureBytes) -> bool {
    let Ok(verifying) = VerifyingKey::from_bytes(key) else { return false };
    is_canonical(key) && verifying.verify(message, &Signature::from_bytes(signature)).is_ok()
}

/// Returns `false` for encodings of a point that RFC 8032 refuses and the library decodes: a
/// y-coordinate beyond the prime, and a negative zero.
fn is_canonical(point: &[u8; 32]) -> bool {
    let mut y = *point;
    let is_negative = y[31] & 0x80 != 0;
    y[31] &= 0x7F;
    let is_high = y[1..31].iter().all(|byte| *byte == 0xFF) && y[31] == 0x7F;
    let one = y[0] == 1 && y[1..].iter().all(|byte| *byte == 0);
    let minus_one = is_high && y[0] == 0xEC;
    !(is_high && y[0] >= 0xED) && !(is_negative && (one || minus_one))
}

#[cfg(test)]
mod tests {
    use super::{RoomKey, is_canonical, is_signed, is_successor};
    use crate::Secret;

    #[test]
    fn a_signature_holds_for_its_key_and_message_alone() {
        let (key, other) =
            (RoomKey::new(&Secret::new([1; 32])), RoomKey::new(&Secret::new([2; 32])));
        let signature = key.sign(b"a message");
        assert!(is_signed(&key.public(), b"a message", &signature));
        assert!(!is_signed(&key.public(), b"another message", &signature));
        assert!(!is_signed(&other.public(), b"a message", &signature));
        assert_eq!(format!("{key:?}"), "??");
    }

    #[test]
    fn a_scalar_beyond_the_order_is_refused() {
        let key = RoomKey::new(&Secret::new([1; 32]));
        let mut signature = key.sign(b"a message");
        // The order of the group, little-endian, is added to the scalar.
        let order: [u8; 32] = [
            0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9,
            0xDE, 0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
        ];
        let mut carry = 0_u16;
        for (byte, add) in signature[32..].iter_mut().zip(order) {
            let [low, high] = (u16::from(*byte) + u16::from(add) + carry).to_le_bytes();
            (*byte, carry) = (low, u16::from(high));
        }
        assert!(!is_signed(&key.public(), b"a message", &signature));
    }

    #[test]
    fn a_signature_that_holds_only_times_the_cofactor_is_refused() {
        let bytes = |hex: &str| data_encoding::HEXLOWER.decode(hex.as_bytes()).unwrap();
        let key: [u8; 32] =
            bytes("ef4f62f8479733ad879cfaced3c89a9c39dd4fc795ef2efa1c3eafe4d729a081")
                .try_into()
                .unwrap();
        let is_signed =
            |hex: [&str; 2]| is_signed(&key, b"m", &bytes(&hex.concat()).try_into().unwrap());
        assert!(is_signed([
            "9902023927de8e064113e230b3a755ef8ed5b28275852d11fb717f431a6d570d",
            "b9d3ab6f7d6dd4571e4c39525c100b2a5a1f99c67304697fb322e92babc9900e",
        ]));
        // The same with a point of order 8 added to the first half.
        assert!(!is_signed([
            "3f35ac6094a0dfbf1ef9fd20480584369d9da48e347dce84bd22e3307717b0e1",
            "82732e9de222fc59026f920dc4cafbaf4552d394061279b359b5cd2bc049d601",
        ]));
    }

    #[test]
    fn a_second_encoding_of_a_point_is_refused() {
        let mut one = [0; 32];
        one[0] = 1;
        assert!(is_canonical(&one));
        one[31] = 0x80;
        assert!(!is_canonical(&one));
        let mut prime = [0xFF; 32];
        (prime[0], prime[31]) = (0xED, 0x7F);
        assert!(!is_canonical(&prime));
        prime[0] = 0xEC;
        assert!(is_canonical(&prime));
        prime[31] = 0xFF;
        assert!(!is_canonical(&prime));
    }

    #[test]
    fn an_old_key_signs_its_successor() {
        let (old, new) = (RoomKey::new(&Secret::new([1; 32])), RoomKey::new(&Secret::new([2; 32])));
        let signature = old.sign_successor(&new.public());
        assert!(is_successor(&old.public(), &new.public(), &signature));
        assert!(!is_successor(&new.public(), &old.public(), &signature));
    }
}
