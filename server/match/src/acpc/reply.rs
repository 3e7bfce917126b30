//! The lines of a player: a state that it was sent, and its action.

/// An action as a player writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Said {
    Fold,
    /// A check or a call.
    Call,
    /// A raise. In no-limit it has the chips that the player will have put in during the hand.
    Raise(Option<u64>),
}

/// Splits a line into the state and the action. Returns the reason if it is no such line.
pub(super) fn read(line: &str) -> Result<(&str, Said), &'static str> {
    if !line.starts_with("MATCHSTATE:") {
        return Err("the line does not begin with MATCHSTATE:");
    }
    let (state, action) = line.rsplit_once(':').ok_or("the line has no action")?;
    let said = match action {
        "f" => Said::Fold,
        "c" => Said::Call,
        "r" => Said::Raise(None),
        _ => {
            let size = action.strip_prefix('r').filter(|size| size.len() <= 12);
            let size = size.filter(|size| size.bytes().all(|byte| byte.is_ascii_digit()));
            Said::Raise(Some(
                size.and_then(|size| size.parse().ok()).ok_or("it ends with no action")?,
            ))
        }
    };
    Ok((state, said))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_state_and_an_action() {
        let state = "MATCHSTATE:1:3:cc/r250:|AhKd/8c8d5c";
        for (action, said) in [
            ("f", Said::Fold),
            ("c", Said::Call),
            ("r", Said::Raise(None)),
            ("r500", Said::Raise(Some(500))),
        ] {
            assert_eq!(read(&format!("{state}:{action}")), Ok((state, said)));
        }
        for wrong in
            ["", "call", "MATCHSTATE:1:3:cc/:|AhKd", "MATCHSTATE:x:r+5", "MATCHSTATE:x:r5x"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
