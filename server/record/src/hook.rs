//! Events for other programs.

/// An event that hooks asked for, as it is stored with the step that it is of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HookEvent {
    /// In milliseconds since 1970.
    pub at_ms: u64,
    /// The name of its kind.
    pub kind: String,
    /// Its type and data as JSON, encoded by its owner.
    pub subject: String,
    /// The hooks that asked for it.
    pub hooks: Vec<u64>,
}
