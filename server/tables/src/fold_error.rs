//! Streams of a table that cannot be folded.

/// The reason why a stream cannot be folded.
#[derive(Debug, thiserror::Error)]
pub enum FoldError {
    /// The table's setup is inconsistent, or a snapshot is of another table.
    #[error("the table cannot be opened: {0}")]
    Table(String),
    #[error("record {seq} does not decode: {reason}")]
    Decode {
        seq: u64,
        /// The message of the decoder.
        reason: String,
    },
}
