//! A command line as words.

/// The text cannot be split into words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WordsError {
    /// A quote is not closed.
    #[error("A quote is not closed.")]
    OpenQuote,
    /// There is no command.
    #[error("There is no command.")]
    Empty,
}

/// Splits a command into words as a shell does: at spaces, except within quotes or after a
/// backslash. Nothing else is special.
///
/// # Errors
/// Fails if a quote is not closed, or if there is no word.
///
/// ```
/// use cardroom_bot::program::words;
///
/// assert_eq!(words("python3 'my bot.py' --deep")?, ["python3", "my bot.py", "--deep"]);
/// # Ok::<(), cardroom_bot::program::WordsError>(())
/// ```
pub fn words(text: &str) -> Result<Vec<String>, WordsError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => {
                word.get_or_insert_default().extend(letters.next());
            }
            (letter, Some(open)) if letter == open => quote = None,
            (letter, Some(_)) => word.get_or_insert_default().push(letter),
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, None) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(_), _) => Err(WordsError::OpenQuote),
        (None, true) => Err(WordsError::Empty),
        (None, false) => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_in_a_shell() {
        let split = |text: &str| words(text).unwrap();
        assert_eq!(split("  ./bot  -x\t1 "), ["./bot", "-x", "1"]);
        assert_eq!(split(r#"a "b c" 'd "e"' f\ g"#), ["a", "b c", "d \"e\"", "f g"]);
        assert_eq!(split(r#"a"b"c '' "\"""#), ["abc", "", "\""]);
        assert_eq!(words(" "), Err(WordsError::Empty));
        assert_eq!(words("a 'b"), Err(WordsError::OpenQuote));
    }
}
