//! Searches a server's log for secrets: hole cards and passwords.

use cardroom_bot::Card;

/// Returns `true` if a log contains a password, as text or as the bytes of a frame.
pub(super) fn has_password(log: &str, password: &str) -> bool {
    let bytes: String = password.bytes().map(|byte| format!("{byte:02x}")).collect();
    log.contains(password) || log.contains(&bytes)
}

/// Returns the first line of a log that contains two of these cards next to each other, in either
/// order. It knows all usual notations: `AsKd`, `As Kd`, `["As","Kd"]`, and the numbers on the
/// wire, `[51, 45]`. A single card could be a word or a number of seconds.
pub(super) fn line_with<'a>(log: &'a str, cards: &[Card]) -> Option<&'a str> {
    let pairs = cards.windows(2).flat_map(|pair| [[pair[0], pair[1]], [pair[1], pair[0]]]);
    let found = pairs.flat_map(spellings).find_map(|spelling| log.find(&spelling))?;
    let begin = log[..found].rfind('\n').map_or(0, |at| at + 1);
    let end = log[found..].find('\n').map_or(log.len(), |at| found + at);
    Some(&log[begin..end])
}

fn spellings([first, second]: [Card; 2]) -> Vec<String> {
    let between = ["", " ", ",", ", ", "|", "\",\"", "\", \"", "\\\",\\\"", ") Card(", "), Card("];
    let [one, other] = [first, second].map(|card| card.to_string());
    let mut spellings: Vec<String> =
        between.iter().map(|between| format!("{one}{between}{other}")).collect();
    let [one, other] = [first.index(), second.index()];
    spellings.extend([format!("[{one}, {other}]"), format!("[{one},{other}]")]);
    spellings.push(format!("\\x{one:02x}\\x{other:02x}"));
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| card.parse().unwrap()).collect()
    }

    #[test]
    fn two_cards_are_found_however_they_are_written_down() {
        let held = cards("As Kd");
        for line in [
            "deals AsKd to seat 3",
            "deals Kd As to seat 3",
            r#"{"HoleCards":{"cards":["As","Kd"]}}"#,
            r#"payload="{\"cards\":[\"As\",\"Kd\"]}""#,
            "cards: [Card(As), Card(Kd)]",
            "cards: [As, Kd]",
        ] {
            let log = format!("the room is open\n{line}\nthe room is closed\n");
            assert_eq!(line_with(&log, &held), Some(line));
        }
        let [ace, king] = [held[0].index(), held[1].index()];
        let line = format!("frame [{ace}, {king}]");
        assert_eq!(line_with(&line, &held), Some(line.as_str()));
    }

    #[test]
    fn a_password_is_found_in_words_and_in_bytes() {
        assert!(has_password("login name=Ada password=open sesame", "open sesame"));
        assert!(has_password("payload: 0x0a6f70656e20736573616d6500", "open sesame"));
        assert!(!has_password("login name=Ada", "open sesame"));
    }

    #[test]
    fn of_more_cards_any_two_that_were_dealt_one_after_the_other_are_enough() {
        assert!(line_with("holds 7c 2d", &cards("As Kd 7c 2d")).is_some());
    }

    #[test]
    fn other_cards_and_words_are_none() {
        let held = cards("As 5s");
        assert_eq!(line_with("As is usual after 5s\n7c2d\n[1, 2]", &held), None);
    }
}
