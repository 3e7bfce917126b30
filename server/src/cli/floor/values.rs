//! Parsers of arguments that a message holds as more than a number or a text.

use crate::director::stages_out;
use cardroom_protocol::hybrid::RulingOption;
use cardroom_protocol::limits::MAX_CHANGED_STAGES;
use cardroom_protocol::tournament::{ChipOrder, Lot, Stage};
use cardroom_protocol::{Chips, EntryId, Points};

/// Parses a player's part of a pot: the number of the entry, a colon and chips.
pub(super) fn part(text: &str) -> Result<ChipOrder, &'static str> {
    let wrong = "a part is the number of an entry, a colon and chips, such as 12:600";
    let (entry, chips) = text.split_once(':').ok_or(wrong)?;
    let number = |text: &str| text.parse().map_err(|_| wrong);
    Ok(ChipOrder { entry: EntryId(number(entry)?), chips: Chips(number(chips)?) })
}

/// Parses a lot: `#12` is entry 12, and anything else is a text.
pub(super) fn lot(typed: String) -> Lot {
    let entry = typed.strip_prefix('#').and_then(|number| number.parse().ok());
    entry.map_or(Lot::Text(typed), |entry| Lot::Entry(EntryId(entry)))
}

/// Parses an option of a ticket: its protocol name in lowercase, with its amount if it has one.
pub(super) fn ruling_option(text: &str) -> Result<RulingOption, String> {
    let wrong = || {
        format!(
            "\"{text}\" is not an option. Write one like call, forfeit-and-fold or raise-to=400."
        )
    };
    let (name, amount) = match text.split_once('=') {
        Some((name, amount)) => (name, Some(amount.parse::<u64>().map_err(|_| wrong())?)),
        None => (text, None),
    };
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    let name: String = name.split('-').filter_map(capital).collect();
    let written = match amount {
        Some(amount) => serde_json::json!({ name: amount }),
        None => serde_json::Value::String(name),
    };
    serde_json::from_value(written).map_err(|_| wrong())
}

/// Parses points with at most two decimals.
pub(super) fn points(text: &str) -> Result<Points, String> {
    let wrong = || format!("\"{text}\" is not a number of points. Write it like 2.5.");
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(decimals) || decimals.len() > 2 {
        return Err(wrong());
    }
    let whole: u64 = whole.parse().map_err(|_| wrong())?;
    let hundredths: u64 = format!("{decimals:0<2}").parse().map_err(|_| wrong())?;
    let points = whole.checked_mul(100).and_then(|points| points.checked_add(hundredths));
    points.map(Points).ok_or_else(wrong)
}

/// Reads levels and breaks from a file with the table `[levels]` of a tournament's file.
pub(super) fn levels_of_file(file: &str) -> Result<Vec<Stage>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let stages = cardroom_rules::levels_of(&text)?;
    if stages.len() > MAX_CHANGED_STAGES {
        return Err(format!("levels.rows: at most {MAX_CHANGED_STAGES}"));
    }
    Ok(stages_out(&stages, 0).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_two_decimals() {
        assert_eq!(points("2.5"), Ok(Points(250)));
        assert_eq!(points("12"), Ok(Points(1_200)));
        assert_eq!(points("0.05"), Ok(Points(5)));
        for wrong in ["", "-1", "1.", ".5", "1.234", "two", "1e3"] {
            assert!(points(wrong).is_err(), "{wrong}");
        }
    }
}
