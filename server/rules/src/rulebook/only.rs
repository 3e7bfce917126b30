//! Settings with one value. No code reads them. Each is there because books have a rule for it,
//! which rulings, `cardroom rules show` and `RULEBOOKS.md` cite. A file with another value is
//! refused, because the room could not play by it.

use super::Rulebook;
use crate::settings::values;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// The path of each such setting, and its value.
pub(super) const VALUES: &[(&str, &str)] = &[
    ("pot_limit_preflop_pot", "full_blinds"),
    ("pot_count", "pot_limit_only"),
    ("amount_only", "as_chips"),
    ("overchip_facing", "call"),
    ("overchip_not_facing", "bet"),
    ("prior_chips", "combined_when_partly_back"),
    ("pot_word_in_no_limit", "minimum"),
    ("odd_chips_more_than_one", "one_each"),
    ("side_pots", "split_separately"),
    ("short_blind", "full_blind"),
    ("clock.expiry_facing_bet", "dead"),
    ("levels.applies", "next_hand"),
    ("levels.begun_by_mistake", "stays_after_substantial_action"),
    ("entry.points_sign_out", "automatic"),
    ("seating.seat_draw", "random"),
    ("seating.break_assignment", "two_step_random"),
    ("seating.mover", "next_big_blind_to_worst_seat"),
    ("seating.redraw", "floor"),
    ("penalties.disqualified_chips", "removed"),
    ("penalties.disqualified_place", "last_of_remaining"),
];

/// The value of a setting that has no other one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Only(&'static str);

impl<'de> Deserialize<'de> for Only {
    /// Reads a value that any of these settings has. `validate` knows which setting it is.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let known = VALUES.iter().find(|(_, value)| *value == text);
        let unknown = || D::Error::custom(format!("the room does not know the value `{text}`"));
        known.map(|(_, value)| Self(value)).ok_or_else(unknown)
    }
}

/// Returns the value of a setting that has only one.
pub(super) fn value(path: &str) -> Option<&'static str> {
    VALUES.iter().find(|(known, _)| *known == path).map(|(_, value)| *value)
}

/// Checks that each setting has its own value.
pub(super) fn validate(rulebook: &Rulebook) -> Result<(), String> {
    let settings = values(rulebook).map_err(|error| error.to_string())?;
    let wrong = settings.iter().find_map(|(path, found)| {
        let only = value(path).filter(|only| only != found)?;
        Some(format!("{path}: the room only knows \"{only}\", not \"{found}\""))
    });
    wrong.map_or(Ok(()), Err)
}
