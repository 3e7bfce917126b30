//! Limits that settings of several sections share.

use crate::units::Millis;

const DAY: Millis = Millis::seconds(24 * 60 * 60);

/// Rejects times longer than a day. The error names `place`, the setting or its table.
pub(super) fn at_most_a_day(
    place: &str,
    times: impl IntoIterator<Item = Millis>,
) -> Result<(), String> {
    if times.into_iter().any(|time| time > DAY) {
        return Err(format!("{place}: no time is longer than a day"));
    }
    Ok(())
}

/// Returns a time to compare with a day. No number of seconds overflows.
pub(super) fn seconds(seconds: u64) -> Millis {
    Millis::seconds(seconds.min(DAY.0))
}

/// Returns a time to compare with a day. No number of minutes overflows.
pub(super) fn minutes(minutes: u64) -> Millis {
    seconds(minutes.saturating_mul(60))
}

/// Returns `true` if an entry appears twice.
pub(super) fn has_twins<T: PartialEq>(kinds: &[T]) -> bool {
    kinds.iter().enumerate().any(|(index, kind)| kinds[..index].contains(kind))
}
