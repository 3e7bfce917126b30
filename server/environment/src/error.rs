//! Why something cannot be done.

/// Why a hand cannot be set up, or an action cannot be taken. Nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EnvError {
    /// The game, its stakes or the given cards do not fit.
    #[error("{0}")]
    Setup(String),
    /// The action is not legal, with the engine's reason.
    #[error("{0}")]
    Illegal(String),
    #[error("The hand is over. Start another one.")]
    Over,
    #[error("A card is due, and nobody is on turn. Apply one of the chance outcomes.")]
    CardDue,
    #[error("No card is due. Apply an action of the player on turn.")]
    NoCardDue,
    /// The engine did something that cannot be. It is a fault of this program.
    #[error("The table is broken: {0}.")]
    Broken(String),
}

impl EnvError {
    pub(crate) fn setup(reason: impl Into<String>) -> Self {
        Self::Setup(reason.into())
    }
}
