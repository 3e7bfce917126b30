//! Built-in brains as players of a match.

use crate::seat::{Answer, Ask, Entrant, Fault, Opening, Question, Reply, Seat, Shown};
use cardroom_bot::brains::{Caller, DealersExample, Maniac, RandomLegal, Rollout, TightAggressive};
use cardroom_bot::model::HandResult;
use cardroom_bot::{Brain, LegalActions, Policy, Seed, Table, TableEvent};
use std::time::Instant;

/// A brain that this program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BrainKind {
    Caller,
    Random,
    TightAggressive,
    DealersExample,
    Maniac,
    Rollout,
}

impl BrainKind {
    pub const ALL: [Self; 6] = [
        Self::Caller,
        Self::DealersExample,
        Self::Maniac,
        Self::Random,
        Self::Rollout,
        Self::TightAggressive,
    ];

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
            Self::Maniac => "maniac",
            Self::Rollout => "rollout",
        }
    }

    /// Returns the name that the bots' library or its program has for it.
    #[must_use]
    pub fn other_name(self) -> &'static str {
        match self {
            Self::Random => "random-legal",
            Self::TightAggressive => "tag",
            Self::Caller | Self::DealersExample | Self::Maniac | Self::Rollout => self.name(),
        }
    }

    fn maker(self) -> Make {
        match self {
            Self::Caller => |_| Box::new(Caller),
            Self::Random => |seed| Box::new(RandomLegal::new(seed)),
            Self::TightAggressive => |seed| Box::new(TightAggressive::new(seed)),
            Self::DealersExample => |seed| Box::new(DealersExample::new(seed)),
            Self::Maniac => |seed| Box::new(Maniac::new(seed)),
            Self::Rollout => |seed| Box::new(Rollout::new(seed)),
        }
    }
}

/// Makes a brain from a seed.
type Make = fn(Seed) -> Box<dyn Brain>;

impl Entrant for BrainKind {
    fn open(&self, opening: &Opening<'_>) -> Result<Box<dyn Seat>, Fault> {
        Ok(Box::new(BrainSeat::new(self.maker(), opening)))
    }

    fn may_state_policies(&self) -> bool {
        match self {
            Self::DealersExample | Self::Maniac | Self::Random | Self::TightAggressive => true,
            Self::Caller | Self::Rollout => false,
        }
    }
}

/// A brain in its seat.
pub(crate) struct BrainSeat {
    make: Make,
    brain: Box<dyn Brain>,
}

impl BrainSeat {
    pub(crate) fn new(make: Make, opening: &Opening<'_>) -> Self {
        Self { make, brain: make(Seed::new(opening.brain_seed, 0)) }
    }
}

impl Seat for BrainSeat {
    fn begin_deal(&mut self, seed: u64) {
        self.brain = (self.make)(Seed::new(seed, 0));
    }

    fn hand_started(&mut self, view: &Table) {
        self.brain.hand_started(view);
    }

    fn saw(&mut self, view: &Table, event: &TableEvent) {
        self.brain.saw(view, event);
    }

    fn policy(&self, view: &Table, legal: &LegalActions) -> Option<Policy> {
        self.brain.policy(view, legal)
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
