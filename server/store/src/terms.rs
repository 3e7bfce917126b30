//! Schedules and leagues that were made while the room was open, as every store keeps them. Their
//! owners know what they mean.

use crate::StoreError;
use async_trait::async_trait;

/// Schedules and leagues beside those of the configuration.
#[async_trait]
pub trait TermsStore {
    /// Stores new terms and returns their id. No id is assigned twice. No other terms of the same
    /// kind have this name.
    async fn add_terms(&self, terms: &StoredTerms) -> Result<u64, StoreError>;

    /// Returns all terms of a kind, the oldest first.
    async fn terms(&self, kind: TermsKind) -> Result<Vec<StoredTerms>, StoreError>;

    /// Replaces terms by their id. Kind and name stay. Returns `false` if there are none.
    async fn change_terms(&self, terms: &StoredTerms) -> Result<bool, StoreError>;

    /// Deletes terms. Returns `false` if there are none.
    async fn end_terms(&self, id: u64) -> Result<bool, StoreError>;
}

/// The kind of terms, by what they make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TermsKind {
    Schedule,
    League,
}

impl TermsKind {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Schedule => "schedule",
            Self::League => "league",
        }
    }
}

/// The terms of a schedule or a league, as they are stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredTerms {
    /// 0 until they are stored.
    pub id: u64,
    pub kind: TermsKind,
    /// The name of a schedule, or the id of a league.
    pub name: String,
    /// Encoded by their owner.
    pub terms: String,
    /// In milliseconds since 1970.
    pub changed_ms: u64,
}
