//! All other events. Each stores the engine's answer under the keys that a case expects.

use super::keys::Keys;
use super::script::Script;
use super::{Trouble, gestures};
use super::{dealt, dispute, divided, positions, rabbit, showdown};

/// The keys of expect that these events answer. Each has no value until its event happens.
pub(super) const ANSWERS: &[&[&str]] = &[
    showdown::ANSWERS,
    divided::ANSWERS,
    rabbit::ANSWERS,
    positions::ANSWERS,
    dealt::ANSWERS,
    super::floor::ANSWERS,
    dispute::ANSWERS,
];

pub(super) fn event(script: &mut Script<'_>, mut keys: Keys) -> Result<(), Trouble> {
    let name = Keys::require(keys.text("name")?, "name")?;
    let event = name.as_str();
    match event {
        "bust" | "next_hand" | "substantial_action" | "back" | "high_card" | "game_change" => {
            positions::event(script, event, keys)
        }
        "pot_awarded" | "dispute" => dispute::event(script, event, keys),
        "split" | "split_pots" | "split_stud" | "split_hilo" => divided::event(script, event, keys),
        "killed" | "ask" | "called_river" | "client_shows_one_card" => {
            showdown::event(script, event, keys)
        }
        "rabbit_request" | "rabbit_consent" => rabbit::event(script, event, keys),
        other if gestures::EVENTS.contains(&other) => gestures::event(script, other, keys),
        other => Err(Trouble::unknown("event", other)),
    }
}
