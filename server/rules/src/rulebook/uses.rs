//! What the room does with each setting. Most are enforced. Some name each book's rule for what the
//! room does under every book, and some are for people, who are told.

/// What the room does with a setting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    /// Another value makes the room act differently.
    Enforced,
    /// The room does the same under every value. Rulings cite the book's own rule by it.
    Fixed,
    /// People keep it: players are told what it says, or the floor applies it.
    Told,
}

/// The settings under which the room always does the same.
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
    /// What the room does with the setting at `path`, such as `clock.base_ms`.
    #[must_use]
    pub fn of(path: &str) -> Self {
        match path {
            _ if FIXED.contains(&path) => Self::Fixed,
            _ if TOLD.contains(&path) => Self::Told,
            _ => Self::Enforced,
        }
    }

    /// A word for people; `None` for what is enforced.
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
