//! Conversion of gestures from and to the protocol, which lists chips by denomination. The engine
//! lists them one by one.

use super::chips;
use cardroom_engine as engine;
use cardroom_engine::RefusalKind;
use cardroom_protocol::hybrid as wire;
use cardroom_protocol::limits::MAX_GESTURE_CHIPS;
use cardroom_rules::Chips;

/// Converts a gesture from the protocol.
///
/// # Errors
/// The gesture has more chips than one gesture can move.
pub(crate) fn gesture_in(gesture: &wire::Gesture) -> Result<engine::Gesture, RefusalKind> {
    use engine::Gesture as To;
    use wire::Gesture as From;
    Ok(match gesture {
        From::Say(said) => To::Say(said_in(*said)),
        From::Push(push) => {
            To::Push { chips: chips_in(&push.chips)?, pulled: chips_in(&push.pulled)? }
        }
        From::Gather(chips) => To::Gather { chips: chips_in(chips)? },
        From::Both(both) => To::Both {
            first: match both.first {
                wire::First::Word => engine::First::Word,
                wire::First::Chips => engine::First::Chips,
                wire::First::Together => engine::First::Together,
            },
            said: said_in(both.said),
            chips: chips_in(&both.chips)?,
            heard_by_all: both.heard_by_all,
        },
        From::Motion(chips) => To::Motion { chips: chips_in(chips)? },
        From::HandsAtRest => To::HandsAtRest,
        From::ForwardMotion(chips) => To::ForwardMotion { chips: chips_in(chips)? },
        From::PushToken(token) => To::PushToken {
            token: match token {
                wire::Token::Bounty => engine::Token::Bounty,
                wire::Token::Clock => engine::Token::Clock,
                wire::Token::Other => engine::Token::Other,
            },
        },
        From::InFront(chips) => To::InFront { chips: chips_in(chips)? },
        From::SpeakUp => To::SpeakUp,
        From::ShowHand => To::ShowHand,
        From::ClaimMisunderstanding => To::ClaimMisunderstanding,
    })
}

/// Converts a gesture to its public form.
pub(super) fn gesture_out(gesture: &engine::Gesture) -> wire::Gesture {
    use engine::Gesture as From;
    use wire::Gesture as To;
    match gesture {
        From::Say(said) => To::Say(said_out(*said)),
        From::Push { chips, pulled } => {
            let (chips, pulled) = (chips_out(chips), chips_out(pulled));
            To::Push(Box::new(wire::PushedChips { chips, pulled }))
        }
        From::Gather { chips } => To::Gather(chips_out(chips)),
        From::Both { first, said, chips, heard_by_all } => To::Both(Box::new(wire::SpokenPush {
            first: match first {
                engine::First::Word => wire::First::Word,
                engine::First::Chips => wire::First::Chips,
                engine::First::Together => wire::First::Together,
            },
            said: said_out(*said),
            chips: chips_out(chips),
            heard_by_all: *heard_by_all,
        })),
        From::Motion { chips } => To::Motion(chips_out(chips)),
        From::HandsAtRest => To::HandsAtRest,
        From::ForwardMotion { chips } => To::ForwardMotion(chips_out(chips)),
        From::PushToken { token } => To::PushToken(token_out(*token)),
        From::InFront { chips } => To::InFront(chips_out(chips)),
        From::SpeakUp => To::SpeakUp,
        From::ShowHand => To::ShowHand,
        From::ClaimMisunderstanding => To::ClaimMisunderstanding,
    }
}

pub(super) fn token_out(token: engine::Token) -> wire::Token {
    match token {
        engine::Token::Bounty => wire::Token::Bounty,
        engine::Token::Clock => wire::Token::Clock,
        engine::Token::Other => wire::Token::Other,
    }
}

fn chips_in(list: &wire::ChipList) -> Result<Vec<Chips>, RefusalKind> {
    let count: usize = list.iter().map(|chips| usize::from(chips.count)).sum();
    if count > MAX_GESTURE_CHIPS {
        return Err(RefusalKind::ChipsNotThere);
    }
    let each = list.iter().map(|chips| (Chips(chips.denomination.0), usize::from(chips.count)));
    Ok(each.flat_map(|(chip, count)| std::iter::repeat_n(chip, count)).collect())
}

/// Counts chips by denomination, in order of first appearance.
fn chips_out(list: &[Chips]) -> wire::ChipList {
    let mut counts = wire::ChipList::new();
    for chip in list {
        let denomination = chips(*chip);
        if let Some(known) = counts.iter_mut().find(|known| known.denomination == denomination) {
            known.count = known.count.saturating_add(1);
        } else if !counts.is_full() {
            // The list is never full, because the gesture arrived with at
            // most as many denominations.
            counts.push(wire::ChipCount { denomination, count: 1 });
        }
    }
    counts
}

fn said_in(said: wire::Said) -> engine::Said {
    let words = match said.words {
        wire::Words::Fold => engine::Words::Fold,
        wire::Words::Check => engine::Words::Check,
        wire::Words::Call => engine::Words::Call,
        wire::Words::Bet => engine::Words::Bet,
        wire::Words::Raise => engine::Words::Raise,
        wire::Words::AllIn => engine::Words::AllIn,
        wire::Words::Complete => engine::Words::Complete,
        wire::Words::Pot => engine::Words::Pot,
        wire::Words::Amount => engine::Words::Amount,
        wire::Words::Conditional => engine::Words::Conditional,
        wire::Words::Unclear => engine::Words::Unclear,
    };
    let amount = said.amount.map(|amount| Chips(amount.0));
    engine::Said { words, amount, figure: said.figure.map(u64::from) }
}

fn said_out(said: engine::Said) -> wire::Said {
    let words = match said.words {
        engine::Words::Fold => wire::Words::Fold,
        engine::Words::Check => wire::Words::Check,
        engine::Words::Call => wire::Words::Call,
        engine::Words::Bet => wire::Words::Bet,
        engine::Words::Raise => wire::Words::Raise,
        engine::Words::AllIn => wire::Words::AllIn,
        engine::Words::Complete => wire::Words::Complete,
        engine::Words::Pot => wire::Words::Pot,
        engine::Words::Amount => wire::Words::Amount,
        engine::Words::Conditional => wire::Words::Conditional,
        engine::Words::Unclear => wire::Words::Unclear,
    };
    // Every figure arrived as one of 32 bits.
    let figure = said.figure.map(|figure| u32::try_from(figure).unwrap_or(u32::MAX));
    wire::Said { words, amount: said.amount.map(chips), figure }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_protocol::limits::MAX_DENOMINATIONS;

    fn list(counts: &[(u64, u8)]) -> wire::ChipList {
        let count = |(denomination, count): &(u64, u8)| wire::ChipCount {
            denomination: cardroom_protocol::Chips(*denomination),
            count: *count,
        };
        counts.iter().map(count).collect()
    }

    #[test]
    fn chips_are_counted_out_and_back() {
        let three = list(&[(500, 1), (25, 2)]);
        let out = chips_in(&three).expect("few chips");
        assert_eq!(out, [Chips(500), Chips(25), Chips(25)]);
        assert_eq!(chips_out(&out), three);
        assert_eq!(chips_in(&list(&[(25, 200)])).map(|chips| chips.len()), Ok(200));
        let too_many = list(&[(25, 100), (5, 101)]);
        assert_eq!(chips_in(&too_many), Err(RefusalKind::ChipsNotThere));
        let most = list(&[(1, 255); MAX_DENOMINATIONS]);
        assert_eq!(chips_in(&most), Err(RefusalKind::ChipsNotThere));
    }

    #[test]
    fn a_gesture_comes_back_as_it_went() {
        let said = wire::Said {
            words: wire::Words::Raise,
            amount: Some(cardroom_protocol::Chips(600)),
            figure: Some(6),
        };
        let both = wire::Gesture::Both(Box::new(wire::SpokenPush {
            first: wire::First::Chips,
            said,
            chips: list(&[(100, 6)]),
            heard_by_all: false,
        }));
        let push = wire::Gesture::Push(Box::new(wire::PushedChips {
            chips: list(&[(500, 2)]),
            pulled: list(&[(25, 1)]),
        }));
        for gesture in [both, push, wire::Gesture::SpeakUp] {
            let there = gesture_in(&gesture).expect("few chips");
            assert_eq!(gesture_out(&there), gesture);
        }
    }
}
