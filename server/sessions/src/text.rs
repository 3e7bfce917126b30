//! Checks of text from people.

/// Returns `true` for a single line that can be shown as it is.
#[must_use]
pub fn is_line(text: &str, most_chars: usize) -> bool {
    // In addition to control characters: line and paragraph separators, and marks that change the
    // direction of the surrounding text.
    let unwanted = |c: char| {
        let breaks_lines = matches!(c, '\u{2028}' | '\u{2029}');
        let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        c.is_control() || breaks_lines || turns
    };
    !text.trim().is_empty() && text.chars().count() <= most_chars && !text.contains(unwanted)
}
