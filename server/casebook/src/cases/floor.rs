//! Commands of the floor.

use super::Trouble;
use super::keys::Keys;
use super::script::Script;

pub(super) fn command(_: &mut Script<'_>, mut keys: Keys) -> Result<(), Trouble> {
    let command = Keys::require(keys.text("cmd")?, "cmd")?;
    Err(Trouble::unknown("command of the floor", &command))
}
