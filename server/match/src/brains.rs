//! Built-in brains as players of a match.

use crate::seat::{Answer, Ask, Entrant, Fault, Opening, Question, Reply, Seat, Shown};
use cardroom_bot::brains::{Caller, DealersExample, RandomLegal, TightAggressive};
use cardroom_bot::model::HandResult;
use cardroom_bot::{Brain, Seed, Table, TableEvent};
use std::time::Instant;

/// A brain that this program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BrainKind {
    Caller,
    Random,
    TightAggressive,
    DealersExample,
}

impl BrainKind {
    pub const ALL: [Self; 4] =
        [Self::Caller, Self::DealersExample, Self::Random, Self::TightAggressive];

    /// Returns the brain with one of its two names, such as `tag` and `tight-aggressive`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let is_called = |kind: &Self| kind.name() == name || kind.other_name() == name;
        Self::ALL.into_iter().find(is_called)
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Caller => "caller",
            Self::Random => "random",
            Self::TightAggressive => "tight-aggressive",
            Self::DealersExample => "dealers-example",
        }
    }

    /// Returns the name that the bots' library or its program has for it.
    #[must_use]
    pub fn other_name(self) -> &'static str {
        match self {
            Self::Random => "random-legal",
            Self::TightAggressive => "tag",
            Self::Caller | Self::DealersExample => self.name(),
        }
    }

    fn make(self, seed: u64) -> Box<dyn Brain> {
        let seed = Seed::new(seed, 0);
        match self {
            Self::Caller => Box::new(Caller),
            Self::Random => Box::new(RandomLegal::new(seed)),
            Self::TightAggressive => Box::new(TightAggressive::new(seed)),
            Self::DealersExample => Box::new(DealersExample::new(seed)),
        }
    }
}

impl Entrant for BrainKind {
    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        Ok(Box::new(BrainSeat { kind: *self, brain: self.make(opening.brain_seed) }))
    }
}

/// A brain in its seat.
struct BrainSeat {
    kind: BrainKind,
    brain: Box<dyn Brain>,
}

impl Seat for BrainSeat {
    fn begin_deal(&mut self, seed: u64) {
        self.brain = self.kind.make(seed);
    }

    fn hand_started(&mut self, view: &Table) {
        self.brain.hand_started(view);
    }

    fn saw(&mut self, view: &Table, event: &TableEvent) {
        self.brain.saw(view, event);
    }

    fn ask(&mut self, ask: &Ask<'_>) -> Reply {
        let (began, view) = (Instant::now(), ask.view);
        let answer = match ask.question {
            Question::Act(legal) => Answer::Act(self.brain.act(view, &legal)),
            Question::Discard(range) => Answer::Discard(self.brain.discard(view, range)),
            Question::RunIt { most } => {
                Answer::RunIt(self.brain.run_it(view, most).clamp(1, most.max(1)))
            }
            Question::Show => Answer::Show(self.brain.show(view)),
            Question::ChooseGame => Answer::ChooseGame(self.brain.choose_game(view)),
        };
        Reply { answer: Ok(answer), took: began.elapsed(), raw: Vec::new() }
    }

    fn hand_ended(&mut self, view: &Table, result: &HandResult, _shown: &[Shown]) {
        self.brain.hand_ended(view, result);
    }
}

#[cfg(test)]
mod tests {
    use super::BrainKind;

    #[test]
    fn a_brain_has_one_or_two_names() {
        for kind in BrainKind::ALL {
            assert_eq!(BrainKind::named(kind.name()), Some(kind));
            assert_eq!(BrainKind::named(kind.other_name()), Some(kind));
        }
        assert_eq!(BrainKind::named("tag"), Some(BrainKind::TightAggressive));
        assert_eq!(BrainKind::named("genius"), None);
    }
}
