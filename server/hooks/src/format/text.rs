//! Texts of players and operators in messages, and lengths.

/// Characters that change the direction of what follows (Unicode Bidirectional Algorithm).
const DIRECTIONS: [char; 12] = [
    '\u{061c}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}',
    '\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}',
];
const ISOLATE: char = '\u{2068}';
const END_OF_ISOLATE: char = '\u{2069}';

/// Returns a text of a player or an operator that stays on its line and does not change the
/// direction of the text behind it.
pub(super) fn contained(text: &str) -> String {
    let is_end = |c: &char| *c == END_OF_ISOLATE;
    let plain = |c: char| match c {
        c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') => ' ',
        c => c,
    };
    let text: String = text.chars().filter(|c| !is_end(c)).map(plain).collect();
    match text.chars().any(turns) {
        true => format!("{ISOLATE}{text}{END_OF_ISOLATE}"),
        false => text,
    }
}

/// Returns `true` for a character that can turn the direction: a mark, or a letter of a script that
/// is written from right to left.
fn turns(c: char) -> bool {
    DIRECTIONS.contains(&c)
        || matches!(c, '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}')
        || matches!(c, '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// Returns the length as the services count it at most: in UTF-16 units.
pub(super) fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Cuts a text to a length. A backslash that escaped a lost character goes, too.
pub(super) fn cut(text: &str, most: usize) -> String {
    if length(text) <= most {
        return text.to_owned();
    }
    let (mut kept, mut units) = (String::new(), 1);
    for c in text.chars() {
        units += c.len_utf16();
        if units > most {
            break;
        }
        kept.push(c);
    }
    let backslashes = kept.len() - kept.trim_end_matches('\\').len();
    if backslashes % 2 == 1 {
        kept.pop();
    }
    kept.push('…');
    kept
}

/// Joins as many lines as fit. `more` says how many are left out.
pub(super) fn join(lines: &[String], most: usize, more: impl Fn(usize) -> String) -> String {
    let whole = lines.join("\n");
    if length(&whole) <= most {
        return whole;
    }
    // The last line needs as much room as if it named all of them.
    let most = most.saturating_sub(length(&more(lines.len())) + 1);
    let (mut text, mut kept) = (String::new(), 0);
    for line in lines {
        let with = match kept {
            0 => cut(line, most),
            _ => format!("{text}\n{line}"),
        };
        if length(&with) > most {
            break;
        }
        (text, kept) = (with, kept + 1);
    }
    match lines.len() - kept {
        0 => text,
        left => format!("{text}\n{}", more(left)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_turn_the_text_behind_it_or_begin_a_line() {
        assert_eq!(contained("Ada"), "Ada");
        assert_eq!(contained("Łukasz 🃏"), "Łukasz 🃏");
        assert_eq!(contained("a\nb\u{2028}c\u{7}"), "a b c ");
        assert_eq!(contained("a\u{202e}b"), "\u{2068}a\u{202e}b\u{2069}");
        assert_eq!(contained("מאיה"), "\u{2068}מאיה\u{2069}");
        assert_eq!(contained("a\u{2069}\u{202e}b"), "\u{2068}a\u{202e}b\u{2069}");
    }

    #[test]
    fn a_text_is_cut_between_characters_and_not_behind_a_lone_backslash() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("abcd", 3), "ab…");
        assert_eq!(cut("a🃏🃏", 4), "a🃏…", "a card has two units");
        assert_eq!(cut(r"a\*\*b", 3), "a…");
        assert_eq!(cut(r"a\\bc", 4), r"a\\…");
        for most in 1..40 {
            assert!(length(&cut(&"🃏\\*".repeat(20), most)) <= most, "{most}");
        }
    }

    #[test]
    fn lines_that_do_not_fit_are_counted() {
        let lines: Vec<String> = (1..=100).map(|number| format!("line {number}")).collect();
        let more = |left| format!("… {left} more");
        let text = join(&lines, 100, more);
        assert!(length(&text) <= 100, "{text}");
        let kept = text.lines().count() - 1;
        assert!(kept > 5 && text.ends_with(&format!("\n… {} more", 100 - kept)), "{text}");
        assert_eq!(join(&lines[..2], 100, more), "line 1\nline 2");
        let long = join(&["x".repeat(500)], 100, more);
        assert!(length(&long) <= 100 && long.starts_with("xxx") && long.ends_with('…'), "{long}");
        assert_eq!(join(&[], 100, more), "");
    }
}
