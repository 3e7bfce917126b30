//! Players who are away, punished, silenced or banned.

use crate::absence::Absences;
use crate::penalties::Penalties;
use cardroom_rules::{EntryNo, PlayerId};
use std::collections::BTreeSet;

/// Attendance and conduct of the players.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Discipline {
    pub(crate) absences: Absences,
    pub(crate) penalties: Penalties,
    /// Players who left for good; their chips are blinded out.
    pub(crate) quit: BTreeSet<EntryNo>,
    pub(crate) muted: BTreeSet<EntryNo>,
    pub(crate) banned: BTreeSet<PlayerId>,
}
