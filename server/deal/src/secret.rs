//! Secrets: seeds of packs, and links that are not yet shown.

use std::fmt;
use subtle::ConstantTimeEq;
use zeroize::Zeroize;

/// A secret of 32 bytes. It is wiped from memory when it is dropped, prints as `??`, and is
/// compared in constant time.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl Secret {
    #[must_use]
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, to publish or to store them.
    #[must_use]
    pub fn open(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("??")
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_prints_as_question_marks_and_compares_by_its_bytes() {
        let secret = Secret::new([7; 32]);
        assert_eq!(format!("{secret:?}"), "??");
        assert_eq!(secret, Secret::new([7; 32]));
        let mut other = [7; 32];
        other[31] = 8;
        assert_ne!(secret, Secret::new(other));
    }
}
