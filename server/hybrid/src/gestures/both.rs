//! Words and chips together: which of them defines the bet (TDA 40-A; TFPL 5c-5).

use super::facing::{Facing, Judged, Pushed, Question};
use super::{silent, spoken};
use cardroom_engine::{Clause, First, Matter, RulingOption, Said, Words};
use cardroom_rules::rulebook::WordVsChips;

/// Judges words and chips together.
pub(super) fn judge(
    facing: &Facing,
    first: First,
    said: Said,
    pushed: &Pushed,
    heard_by_all: bool,
) -> Judged {
    let by_chips = silent::judge(facing, pushed);
    if said.words == Words::Unclear {
        return unclear(first, by_chips);
    }
    let by_words = spoken::judge(facing, said, Some(pushed));
    let words_win = facing.book.wager.word_vs_chips == WordVsChips::Word;
    let gives_up = matches!(said.words, Words::Fold | Words::Check);
    let unreasonable = first == First::Together && gives_up && !words_win;
    if (!heard_by_all || unreasonable)
        && let Some(question) = contradiction(first, &by_words, &by_chips)
    {
        return Judged::Asks(question);
    }
    if first == First::Chips && !words_win { by_chips } else { by_words }
}

/// Judges chips with unclear words. The chips count, unless the words came first; then
/// the floor decides (40-A).
fn unclear(first: First, by_chips: Judged) -> Judged {
    let option = by_chips.as_option().filter(|_| first == First::Word);
    let Some(option) = option else { return by_chips };
    Judged::Asks(Question {
        matter: Matter::Contradiction,
        clause: Clause::WordsAndChips,
        options: vec![option, RulingOption::Return],
        default: option,
        forfeit: None,
    })
}

/// Returns the question to the floor if words and chips mean different actions. By default the
/// first of them stands, or the words if neither was first (GAPS G-02).
fn contradiction(first: First, by_words: &Judged, by_chips: &Judged) -> Option<Question> {
    let (words, chips) = (by_words.as_option()?, by_chips.as_option()?);
    if words == chips {
        return None;
    }
    Some(Question {
        matter: Matter::Contradiction,
        clause: Clause::WordsAndChips,
        options: vec![words, chips],
        default: if first == First::Chips { chips } else { words },
        forfeit: None,
    })
}
