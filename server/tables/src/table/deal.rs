//! The decks of a table's hands.

use cardroom_engine::Decks;
use cardroom_record::SealedDecks;
use cardroom_rules::HandNo;

/// The decks that the table holds.
#[derive(Debug, Default)]
pub(super) struct Deal {
    /// The decks of the hand in progress, for folding after a failed append.
    decks: Option<(HandNo, Decks)>,
    /// The decks of the previous hand. If a failed step contained the end of that hand and the
    /// start of the next, it is in progress again.
    before: Option<(HandNo, Decks)>,
    /// The decks of a hand that is about to begin, as its first step stores them.
    sealed: Option<SealedDecks>,
}

impl Deal {
    /// The decks of a table that was folded with the deck of the hand in progress, if it is known.
    pub(super) fn new(decks: Option<(HandNo, Decks)>) -> Self {
        Self { decks, ..Self::default() }
    }

    /// Returns `true` if this is a hand in progress whose decks are known.
    pub(super) fn knows(&self, hand: Option<HandNo>) -> bool {
        hand.is_some() && self.decks.as_ref().map(|(hand, _)| *hand) == hand
    }

    /// Returns a copy of the decks of a hand, for folding.
    pub(super) fn decks_of(&self, hand: HandNo) -> Option<Decks> {
        let mut known = self.decks.iter().chain(&self.before);
        known.find(|(dealt, _)| *dealt == hand).map(|(_, decks)| decks.clone())
    }

    /// Takes the decks of a hand that is about to begin. Returns those of the hand before.
    pub(super) fn begin(
        &mut self,
        hand: HandNo,
        decks: Decks,
        sealed: Option<SealedDecks>,
    ) -> Option<(HandNo, Decks)> {
        self.sealed = sealed;
        self.decks.replace((hand, decks))
    }

    /// Keeps the decks of the hand before, beside those of a hand that began, or in their place.
    pub(super) fn begun(&mut self, began: bool, before: Option<(HandNo, Decks)>) {
        match began {
            true => self.before = before,
            false => self.decks = before,
        }
        self.sealed = None;
    }

    /// Returns the sealed decks for the first step of a hand.
    pub(super) fn take_sealed(&mut self) -> Option<SealedDecks> {
        self.sealed.take()
    }

    /// Continues after the table was folded again.
    pub(super) fn roll_back(&mut self, decks: Option<(HandNo, Decks)>) {
        // The next hand, which begins in the same step as this one's end, may fail
        // to be stored again.
        (self.decks, self.before) = (decks, None);
    }
}
