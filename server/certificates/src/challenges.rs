//! The answers to a certificate authority that asks on port 80 whether a name leads to this room
//! (RFC 8555, 8.3).

use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The answers to challenges in progress, by token. Cheap to clone.
#[derive(Clone, Default, Debug)]
pub struct Challenges(Arc<Mutex<BTreeMap<String, String>>>);

impl Challenges {
    /// Returns the answer to the challenge with this token.
    #[must_use]
    pub fn answer(&self, token: &str) -> Option<String> {
        self.0.lock().get(token).cloned()
    }

    pub(crate) fn set(&self, token: &str, answer: &str) {
        self.0.lock().insert(token.to_owned(), answer.to_owned());
    }

    /// Forgets the challenges of an order that is over.
    pub(crate) fn clear(&self) {
        self.0.lock().clear();
    }
}
