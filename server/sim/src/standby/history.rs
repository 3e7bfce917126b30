//! What rooms have told, held against what is stored at the end.

use super::database::{Rows, Step, What};
use super::table::Deck;
use std::collections::{BTreeMap, BTreeSet};

/// Everything that players heard, and every deck that was dealt.
#[derive(Default)]
pub(super) struct History {
    told: BTreeMap<u64, What>,
    /// The decks that were dealt for each hand and key. A hand is dealt again if its first deal could
    /// not be stored.
    decks: BTreeMap<(u64, u64), Vec<Deck>>,
}

impl History {
    pub(super) fn dealt(&mut self, hand: u64, key: u64, deck: Deck) {
        self.decks.entry((hand, key)).or_default().push(deck);
    }

    /// Records a step that a room sends. A number never gets another content.
    pub(super) fn told(&mut self, step: &Step) -> Result<(), String> {
        let before = self.told.insert(step.seq, step.what.clone());
        match before.filter(|before| *before != step.what) {
            None => Ok(()),
            Some(before) => Err(format!(
                "step {} was sent as {before:?}, and then as {:?}",
                step.seq, step.what
            )),
        }
    }

    /// Checks everything that was told against what is stored.
    pub(super) fn check(&self, rows: &Rows) -> Result<(), String> {
        let mut acted = BTreeSet::new();
        let mut turned: Option<((u64, u64), Vec<u8>)> = None;
        for (expected, step) in (1..).zip(&rows.steps) {
            if step.seq != expected {
                let seq = step.seq;
                return Err(format!("two rooms have written: step {seq} is stored as {expected}"));
            }
            match step.what {
                What::Dealt { hand, key, .. } => turned = Some(((hand, key), Vec::new())),
                What::Acted { player, action, card, .. } => {
                    if !acted.insert((player, action)) {
                        return Err(format!("action {action} of player {player} counts twice"));
                    }
                    let Some((place, cards)) = &mut turned else {
                        return Err(format!("step {expected} is in no hand"));
                    };
                    cards.push(card);
                    let mut decks = self.decks.get(place).into_iter().flatten();
                    if !decks.any(|deck| deck.starts_with(cards)) {
                        let hand = place.0;
                        return Err(format!("hand {hand} goes on with another deck: {cards:?}"));
                    }
                }
            }
        }
        for (seq, what) in &self.told {
            let place = usize::try_from(seq - 1).unwrap_or(usize::MAX);
            let stored = rows.steps.get(place).map(|step| &step.what);
            if stored != Some(what) {
                return Err(format!(
                    "step {seq} was sent as {what:?}, and is stored as {stored:?}"
                ));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECK: Deck = [1, 2, 3, 4, 5, 6, 7, 8];

    fn dealt() -> Step {
        Step { seq: 1, what: What::Dealt { hand: 1, key: 1, sealed: [0; 8] } }
    }

    fn acted(seq: u64, action: u64, card: u8) -> Step {
        Step { seq, what: What::Acted { player: 0, action, hand: 1, card } }
    }

    fn check(told: &[Step], stored: &[Step]) -> Result<(), String> {
        let mut history = History::default();
        history.dealt(1, 1, DECK);
        told.iter().try_for_each(|step| history.told(step))?;
        history.check(&Rows { steps: stored.to_vec(), ..Rows::default() })
    }

    #[test]
    fn what_was_told_is_stored_once_and_as_it_was_told() {
        let steps = [dealt(), acted(2, 1, 1), acted(3, 2, 2)];
        assert_eq!(check(&steps, &steps), Ok(()));
        assert_eq!(check(&steps[..1], &steps), Ok(()), "nobody has to hear everything");
        assert!(check(&steps, &steps[..2]).unwrap_err().contains("step 3 was sent"));
        assert!(
            check(&[steps[1].clone(), acted(2, 1, 2)], &steps).unwrap_err().contains("then as")
        );
    }

    #[test]
    fn two_rooms_an_action_that_counts_twice_and_another_deck_are_found() {
        let two = [dealt(), acted(2, 1, 1), acted(2, 2, 1)];
        assert!(check(&[], &two).unwrap_err().contains("two rooms"));
        let twice = [dealt(), acted(2, 1, 1), acted(3, 1, 2)];
        assert!(check(&[], &twice).unwrap_err().contains("twice"));
        let other = [dealt(), acted(2, 1, 1), acted(3, 2, 9)];
        assert!(check(&[], &other).unwrap_err().contains("another deck"));
    }
}
