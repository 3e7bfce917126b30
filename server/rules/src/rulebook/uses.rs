//! The room's use of each setting. Most settings are enforced. Some only cite each book's rule for
//! behavior that is the same under every book, and some are for people, who see them as sentences.

use super::only;

/// The room's use of a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Another value makes the room act differently.
    Enforced,
    /// The room acts the same under every value. Rulings use the setting to cite
    /// the book's own rule.
    Fixed,
    /// People keep it: players see it as a sentence, or the floor applies it.
    Told,
}

/// The settings with several values under which the room always acts the same. Those with only one
/// value come in addition.
const FIXED: &[&str] = &[
    "strict_pot_display",
    "commit_moment",
    "show_to_win_contested",
    "show_one_show_all",
    "heads_up",
    "entry.starting_stack",
    "colour_up.suits",
    "hand_for_hand.deduct_seconds_most",
    "deals.ballot",
];

/// The settings that people keep.
const TOLD: &[&str] = &[
    "games",
    "language",
    "miscall_sanction",
    "slow_roll",
    "impound_pot",
    "present_at",
    "leaving_table_in_hand",
    "dealing.shuffles_least",
    "dealing.shuffles_most",
    "dealing.reshuffle_on_request",
    "absence.notice_extends",
    "levels.hand_starts",
    "levels.play_stops",
    "seating.mover_refuses",
    "seating.pairs_apart",
    "colour_up.race_errors",
    "penalties.dodging_blinds",
];

impl Use {
    /// Returns the room's use of the setting at `path`, such as `clock.base_ms`.
    #[must_use]
    pub fn of(path: &str) -> Self {
        match path {
            _ if FIXED.contains(&path) || only::value(path).is_some() => Self::Fixed,
            _ if TOLD.contains(&path) => Self::Told,
            _ => Self::Enforced,
        }
    }

    /// Returns a word for people; `None` for an enforced setting.
    #[must_use]
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::Enforced => None,
            Self::Fixed => Some("fixed"),
            Self::Told => Some("told"),
        }
    }

    /// Returns the path of every setting that is not enforced.
    pub fn marked() -> impl Iterator<Item = &'static str> {
        let only = only::VALUES.iter().map(|(path, _)| path);
        FIXED.iter().chain(only).chain(TOLD).copied()
    }
}
