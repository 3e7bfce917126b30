//! Draws at random from a list (TDA RP-14), as the floor orders them.

use crate::seq::Seq;
use cardroom_rules::EntryNo;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A list to draw from, in the order in which it was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LotList {
    /// The question that the draw decides, such as "the burn card".
    pub about: String,
    pub lots: Vec<Lot>,
    /// Number of lots to draw, each at most once.
    pub count: u16,
}

/// One thing that can be drawn.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Lot {
    Text(String),
    Entry(EntryNo),
}

/// A draw from a [`LotList`] that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawnLots {
    /// The ruling that ordered it.
    pub ruling: Seq,
    /// The seed from which [`Draws::several`](crate::Draws::several) repeats the draw.
    pub seed: u64,
    /// Indexes into the list, in the order drawn.
    pub drawn: Vec<u16>,
}

impl LotList {
    /// The most lots in a list.
    pub const MOST: usize = 60;
    /// The most characters in a text, and in `about`.
    pub const MOST_CHARS: usize = 60;
    /// The most characters in all texts together, including `about`.
    pub const MOST_CHARS_TOGETHER: usize = 1_000;

    /// Checks everything except that the entries exist, which the director checks.
    ///
    /// # Errors
    /// If the list or a text is too short or too long, if a text is not a single line, if two lots
    /// are the same, or if the number to draw is 0 or more than the list has.
    pub fn check(&self) -> Result<(), LotsRefusal> {
        let texts = self.lots.iter().filter_map(|lot| match lot {
            Lot::Text(text) => Some(text),
            Lot::Entry(_) => None,
        });
        let texts: Vec<&String> = texts.chain([&self.about]).collect();
        let is_line = |text: &String| {
            let count = text.chars().count();
            (1..=Self::MOST_CHARS).contains(&count) && !text.chars().any(char::is_control)
        };
        let together: usize = texts.iter().map(|text| text.chars().count()).sum();
        let different: BTreeSet<&Lot> = self.lots.iter().collect();
        if !(2..=Self::MOST).contains(&self.lots.len()) {
            return Err(LotsRefusal::Length);
        }
        if !texts.iter().all(|text| is_line(text)) || together > Self::MOST_CHARS_TOGETHER {
            return Err(LotsRefusal::Text);
        }
        if different.len() < self.lots.len() {
            return Err(LotsRefusal::Twice);
        }
        if !(1..=self.lots.len()).contains(&usize::from(self.count)) {
            return Err(LotsRefusal::Count);
        }
        Ok(())
    }
}

/// Why nothing can be drawn from a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LotsRefusal {
    #[error("A draw needs a list of 2 to {} lots.", LotList::MOST)]
    Length,
    #[error(
        "A lot is one line of 1 to {} characters, and a list has at most {} characters in all.",
        LotList::MOST_CHARS,
        LotList::MOST_CHARS_TOGETHER
    )]
    Text,
    #[error("Two lots of the list are the same. Name each one once.")]
    Twice,
    #[error("Draw at least one lot, and no more than the list has.")]
    Count,
}
