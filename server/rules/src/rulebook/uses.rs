//! The room's use of each setting. Most settings are enforced. Some only cite each book's rule for
//! behavior that is the same under every book, and some are for people, who see them as sentences.

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

/// The settings under which the room always acts the same.
const FIXED: &[&str] = &[
    "pot_limit_preflop_pot",
    "pot_count",
    "strict_pot_display",
    "commit_moment",
    "amount_only",
    "overchip_facing",
    "overchip_not_facing",
    "prior_chips",
    "pot_word_in_no_limit",
    "show_to_win_contested",
    "show_one_show_all",
    "odd_chips_more_than_one",
    "side_pots",
    "heads_up",
    "short_blind",
    "clock.expiry_facing_bet",
    "levels.applies",
    "levels.begun_by_mistake",
    "entry.starting_stack",
    "entry.points_sign_out",
    "seating.seat_draw",
    "seating.break_assignment",
    "seating.mover",
    "seating.redraw",
    "colour_up.suits",
    "hand_for_hand.deduct_seconds_most",
    "deals.ballot",
    "penalties.disqualified_chips",
    "penalties.disqualified_place",
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
            _ if FIXED.contains(&path) => Self::Fixed,
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
        FIXED.iter().chain(TOLD).copied()
    }
}
