//! A rulebook as data: each difference between sets of rules is a field.
//! [`Citations`](crate::Citations) names the rule behind each value.
//!
//! The fields follow the order of a hand: bet sizes, the meaning of words and chips, turns, showing
//! hands and awarding pots, dealing, and time limits. Tournament settings come last: entries,
//! seats, levels, places, penalties. There is no "tournament" flag: a ring game and a tournament
//! differ only by their rulebooks and terms.
//!
//! Each section is a struct in a module of its own. A flattened section has no table in the file.
//!
//! Rule numbers without a book are those of TDA 2024. `GAPS G-11` names a decision of this room
//! where the books are silent.

mod betting;
mod button;
mod dealing;
mod entry;
mod finish;
mod floor;
mod house;
mod level;
mod limits;
mod only;
mod presence;
mod seating;
mod showdown;
mod told;
mod turn;
mod uses;
mod wager;

use crate::units::Millis;
pub use betting::{
    BettingRule, Games, IrregularFold, MinRaise, NutsCheck, Reopen, ShortAllInBase,
    SmallestWagerUnit,
};
pub use button::{
    BlindRule, ButtonRule, FirstButton, FromBrokenTable, HeadsUp, Newcomer, RedrawButton,
};
pub use dealing::{
    CardOffTable, DealingRule, ExposedBurn, ExtraBurns, FouledDeck, FourCardFlop, MisdealDeadline,
    MisdealExposed, MisplacedButton, NoBurnFlop, NonStandardCard, OneBoxedCard, OneExposedCard,
    PrematureCard, RedealAbsent, TouchedHand, WrongCardCount, WrongSequence,
};
pub use entry::{BonusChips, EntryRule, LateStack, LateUntil, ReEntry, Rebuys, StartingStack};
pub use finish::{
    Ballot, DealClock, DealProposal, DealRule, FinishBy, FinishRule, HandForHandFrom,
    HandForHandRank, HandForHandRelease, HandForHandRule, TiedBounty,
};
pub use floor::{
    ChatInHand, ColourUp, ColourUpChoice, ColourUpRule, DodgingBlinds, FloorRule, PenaltyRule,
    PenaltySeat, RaceErrors, RacePartial, SuitOrder,
};
pub use house::HouseRule;
pub use level::{HandStarts, LevelRule, PlayStops};
use limits::at_most_a_day;
pub use only::Only;
pub use presence::{
    AbsenceEffect, AbsenceRule, AbsentAllIn, AbsentHand, CalledClock, ClockCaller, ClockRule,
    ExpiryNoBet, LeavingTableInHand, PlayerQuits, PresenceRule, PresentAt, Stalling,
};
pub use seating::{FinalTable, MoverRefuses, SeatingRule};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
pub use showdown::{
    AskToSee, DeadHand, DisputeAccounting, DisputeReading, ExposedHand, MiscallSanction, OddChip,
    Rabbit, ShowAfterHand, ShowOrder, ShowdownDiscard, ShowdownRule, ShowdownTimes, SlowRoll,
};
use toml::Table;
use toml::de::Error;
pub use turn::{OotChanged, SkippedThreshold, TurnRule};
pub use uses::Use;
pub use wager::{
    BareFigure, CommitMoment, CorrectedUntil, PotLimitMiscount, RaiseMotions, RaiseWordThenChip,
    SilentMultiChip, TinyChip, Undercall, WagerRule, WordVsChips,
};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// The name of its file in `config/rulebooks`.
    pub id: String,
    /// The name shown to people.
    pub name: String,

    /// Bet sizes and raises, and extra chips such as antes.
    #[serde(flatten)]
    pub betting: BettingRule,

    /// The meaning of spoken words and pushed chips.
    #[serde(flatten)]
    pub wager: WagerRule,

    /// Action out of turn, and skipped players.
    #[serde(flatten)]
    pub turn: TurnRule,

    /// Showing hands, awarding pots and disputing them.
    #[serde(flatten)]
    pub showdown: ShowdownRule,

    /// The treatment of dealing errors (rules 35 to 39).
    pub dealing: DealingRule,

    /// The button and the blinds.
    #[serde(flatten)]
    pub blinds: BlindRule,

    /// The time to act on a plain table (rule 29; GAPS G-11).
    pub clock: ClockRule,
    /// The clock that must be called (rule 29).
    pub called_clock: CalledClock,
    /// The treatment of a player who holds up play (RP-19; TFPL 2b-19).
    #[serde(default)]
    pub stalling: Stalling,
    /// The language that players speak at the table, such as `English`; empty if the house
    /// announces it elsewhere (rule 6).
    #[serde(default)]
    pub language: String,
    /// Absent players, and players who leave.
    #[serde(flatten)]
    pub presence: PresenceRule,

    /// Levels, breaks and the start of a hand (rule 23).
    pub levels: LevelRule,
    /// Entering a tournament (rules 8, 27).
    pub entry: EntryRule,
    /// Seat draws, and breaking and balancing tables (rules 7 to 11, RP-9).
    pub seating: SeatingRule,
    /// The exchange of chips below a new unit (rule 24).
    pub colour_up: ColourUpRule,
    /// Hand-for-hand play near the money (RP-8).
    pub hand_for_hand: HandForHandRule,
    /// The places of players eliminated in one hand.
    pub finish: FinishRule,
    /// Agreements on the remaining prizes (TNPL A8).
    pub deals: DealRule,
    /// Penalties and disqualification (rule 71).
    pub penalties: PenaltyRule,
    /// The authority of the floor.
    pub floor: FloorRule,

    /// The time limits before a hybrid table rules.
    pub hybrid: HybridRule,

    /// Rules for people that no server can check. They are shown to every entrant.
    #[serde(default)]
    pub house_rules: Vec<HouseRule>,
}

impl Rulebook {
    /// Parses a complete table.
    ///
    /// # Errors
    /// Returns the first value that cannot be used, with its key.
    pub(crate) fn parse(table: &Table) -> Result<Self, Error> {
        fn check<Section: DeserializeOwned>(table: &Table) -> Result<(), Error> {
            table.clone().try_into::<Section>().map(drop)
        }
        // An error in a flattened section has no key, but in a section parsed alone it has.
        check::<BettingRule>(table)?;
        check::<WagerRule>(table)?;
        check::<TurnRule>(table)?;
        check::<ShowdownRule>(table)?;
        check::<BlindRule>(table)?;
        check::<PresenceRule>(table)?;
        table.clone().try_into()
    }

    /// Checks the rulebook for contradictions.
    ///
    /// # Errors
    /// Returns a sentence that names the problem.
    pub fn validate(&self) -> Result<(), String> {
        self.betting.validate()?;
        self.wager.validate()?;
        self.showdown.validate()?;
        self.dealing.validate()?;
        self.blinds.validate()?;
        self.clock.validate()?;
        self.called_clock.validate()?;
        self.presence.validate()?;
        self.levels.validate()?;
        self.entry.validate()?;
        self.seating.validate()?;
        self.hand_for_hand.validate()?;
        self.finish.validate()?;
        self.deals.validate()?;
        self.floor.validate()?;
        self.hybrid.validate()?;
        house::validate_language(&self.language)?;
        only::validate(self)?;
        self.house_rules.iter().try_for_each(HouseRule::validate)
    }
}

/// The time limits before a hybrid table rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HybridRule {
    /// The time limit for an available operator to answer a question to the floor (GAPS G-02).
    pub ticket_wait_ms: Millis,
    /// The time for a skipped player to speak up (GAPS G-62).
    pub skipped_ms: Millis,
}

impl HybridRule {
    fn validate(self) -> Result<(), String> {
        at_most_a_day("hybrid", [self.ticket_wait_ms, self.skipped_ms])
    }
}
