//! The most cards and boards that a hand of any game has.

/// The most hole cards in any game.
pub const MAX_HOLE: usize = 7;
/// The most cards on a board.
pub const MAX_BOARD: usize = 5;
/// The most boards in a hand.
pub const MAX_BOARDS: usize = 3;
