//! Everything else that happens: showdowns, busts, the next hand, pots that are divided.

use super::begin::Opening;
use super::keys::Keys;
use super::script::Script;
use super::{Case, Trouble, gestures};
use std::collections::BTreeMap;
use toml::Value;

/// The keys of expect that such events answer: none until they happened.
pub(super) const ANSWERS: &[&str] = &[];

/// What a case expects of its settings alone.
pub(super) fn before_the_script(
    _: &Case,
    _: &mut Opening,
) -> Result<BTreeMap<String, Value>, Trouble> {
    Ok(BTreeMap::new())
}

pub(super) fn event(script: &mut Script<'_>, mut keys: Keys) -> Result<(), Trouble> {
    let name = Keys::require(keys.text("name")?, "name")?;
    match name.as_str() {
        other if gestures::EVENTS.contains(&other) => gestures::event(script, other, keys),
        other => Err(Trouble::unknown("event", other)),
    }
}

/// A player tables a hand, gives it away, or asks for one.
pub(super) fn showdown(_: &mut Script<'_>, op: &str, _: Keys) -> Result<(), Trouble> {
    Err(Trouble::unknown("op", op))
}
