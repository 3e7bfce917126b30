//! How a rulebook reads declarations and gestures: the settings that judgements go by.

use cardroom_rules::{Chips, Millis, Rulebook};

/// What several chips pushed silently are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SilentMultiChip {
    /// A call when every chip is needed, then the half-raise test (TDA 45).
    EveryChipNeeded,
    /// The half-raise test alone (TFPL 3d-11).
    HalfOnly,
    /// A raise to the total (WPTAPL 18).
    RaiseTotal,
}

/// In how many motions a declared raise may be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RaiseMotions {
    /// One (TDA 42).
    Single,
    /// The exact call, then one more (TNPL H4-C).
    ExactCallPlusOne,
    /// Any number until the hands rest (TFPL 5c-3).
    UntilRest,
}

/// What counts when words and chips differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WordVsChips {
    /// The first one (TDA 40-A).
    First,
    /// The word (TFPL 5c-5).
    Word,
}

/// What a bare figure means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BareFigure {
    /// The highest legal amount that is not above the pot (TDA 57).
    HighestUpToPot,
    /// The lowest legal amount (TNPL H13).
    Lowest,
}

/// What becomes of an undercall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UndercallRule {
    /// A full call of an opening bet or heads-up, otherwise the floor (TDA 51-B).
    OpenerOrHeadsUpFull,
    /// Made good, or taken back by who was not aware of a raise (TFPL 3d-10).
    MakeGoodOrWithdraw,
}

/// What becomes of an action out of turn when the action has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OotChanged {
    /// It goes back, all options are open (TDA 53-A).
    Released,
    /// It stays in; call or fold (TNPL H2-i).
    CommittedCallOrFold,
    /// It goes back; call or fold (TFPL 3d-5).
    CallOrFold,
}

/// When a skipped player loses the full right to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SkippedThreshold {
    /// After substantial action behind (TDA 53-B).
    SubstantialAction,
    /// After three players have acted behind (TFPL 3d-8).
    ThreePlayers,
}

/// How a rulebook reads declarations and gestures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Readings {
    pub(crate) half_threshold: bool,
    pub(crate) silent_multi_chip: SilentMultiChip,
    pub(crate) last_chips_all_in: bool,
    pub(crate) raise_motions: RaiseMotions,
    pub(crate) word_vs_chips: WordVsChips,
    pub(crate) bare_figure: BareFigure,
    pub(crate) undercall: UndercallRule,
    pub(crate) oot_changed: OotChanged,
    pub(crate) oot_call_changes_action: bool,
    pub(crate) oot_may_raise: bool,
    pub(crate) skipped_threshold: SkippedThreshold,
    /// Below which part of the amount a call is protected against a misunderstanding; 0 for never.
    pub(crate) misunderstanding_percent: u8,
    /// How long a skipped player has to speak up (GAPS G-62).
    pub(crate) reasonable: Millis,
    /// How long a ticket waits for an operator (GAPS G-02).
    pub(crate) ticket_wait: Millis,
}

impl Readings {
    /// One chip is a call whatever its size (WPTAPL 18), where several are a raise.
    pub(crate) fn single_chip_calls(&self) -> bool {
        self.silent_multi_chip == SilentMultiChip::RaiseTotal
    }

    /// Whether a call of which this much was put in is protected.
    pub(crate) fn protects(&self, paid: Chips, due: Chips) -> bool {
        paid.times(100) < due.times(u64::from(self.misunderstanding_percent))
    }

    /// How the book of a table reads them.
    pub(crate) fn of(book: &Rulebook) -> Self {
        let tda = Self {
            half_threshold: true,
            silent_multi_chip: SilentMultiChip::EveryChipNeeded,
            last_chips_all_in: true,
            raise_motions: RaiseMotions::Single,
            word_vs_chips: WordVsChips::First,
            bare_figure: BareFigure::HighestUpToPot,
            undercall: UndercallRule::OpenerOrHeadsUpFull,
            oot_changed: OotChanged::Released,
            oot_call_changes_action: false,
            oot_may_raise: true,
            skipped_threshold: SkippedThreshold::SubstantialAction,
            misunderstanding_percent: 0,
            reasonable: Millis::seconds(5),
            ticket_wait: Millis::seconds(120),
        };
        let parent = Self {
            silent_multi_chip: SilentMultiChip::HalfOnly,
            word_vs_chips: WordVsChips::Word,
            undercall: UndercallRule::MakeGoodOrWithdraw,
            oot_changed: OotChanged::CallOrFold,
            oot_call_changes_action: true,
            oot_may_raise: false,
            skipped_threshold: SkippedThreshold::ThreePlayers,
            misunderstanding_percent: 80,
            ..tda
        };
        match book.id.as_str() {
            "tnpl" => Self {
                raise_motions: RaiseMotions::ExactCallPlusOne,
                bare_figure: BareFigure::Lowest,
                oot_changed: OotChanged::CommittedCallOrFold,
                ..tda
            },
            "tfpl" => Self { raise_motions: RaiseMotions::UntilRest, ..parent },
            "spotlight" => parent,
            "wptapl" => Self {
                half_threshold: false,
                silent_multi_chip: SilentMultiChip::RaiseTotal,
                ..tda
            },
            _ => tda,
        }
    }
}
