//! The clauses that rulings rest on.

use crate::deal_error::DealClause;
use serde::{Deserialize, Serialize};

/// A clause of the betting rules, named by its content.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Clause {
    /// The first of words and chips defines the bet. If simultaneous, words win.
    WordsAndChips,
    /// Naming an amount is the same as pushing it.
    AmountAsChips,
    /// A chip that is tiny compared to the bet is a matter for the floor.
    TinyChip,
    /// A raise is one motion, or the declared amount.
    Motions,
    /// Half a raise or more is completed to a full raise; less is a call.
    HalfRaise,
    /// "Raise" with an amount names the total.
    RaiseTotal,
    /// One chip facing a bet is a call or, after a declared raise, a raise of what the chip allows.
    Overchip,
    /// One chip with nothing to call is a bet.
    OverchipBet,
    /// Several chips are a call if every chip is needed.
    EveryChipNeeded,
    /// Several chips that are not all needed.
    SeveralChips,
    /// Taking back a bet when facing a raise binds to call or raise.
    PulledBack,
    /// Chips of an earlier bet are still in front.
    PriorChips,
    /// A call is for the real amount.
    AcceptedAction,
    /// A raise without an amount keeps the turn.
    ClearAmount,
    /// A general declaration in turn binds to the full action.
    Declaration,
    /// Less than the call.
    Undercall,
    /// Consecutive undercalls go back to the first.
    UndercallSequence,
    /// Less than the minimum bet or raise must be completed.
    Underbet,
    OutOfTurn,
    /// A skipped player did not speak up.
    Skipped,
    /// The size of the pot.
    PotBet,
    /// A declaration that the situation does not allow.
    InvalidDeclaration,
    StringBet,
    /// A number with several possible meanings.
    UnclearAmount,
    Fold,
    /// A fold out of turn.
    FoldOutOfTurn,
    Conditional,
    /// A call before the amount is known.
    Premature,
    /// A call that rests on a gross misunderstanding.
    Misunderstanding,
    /// Chips moved forward but not released.
    Release,
    /// A token pushed as a bet.
    Token,
    /// An error of the deal, with its own clause.
    Deal(DealClause),
    /// A player discards a hand whose bet was not called.
    DiscardedBet,
    /// A player exposes a hand while players still act.
    ExposedHand,
}

impl Clause {
    /// Returns the TDA 2024 rule. For another rulebook, cite its [`setting`](Self::setting).
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::WordsAndChips => "TDA 40-A",
            Self::AmountAsChips => "TDA 40-C",
            Self::TinyChip => "TDA 41",
            Self::Motions => "TDA 42",
            Self::HalfRaise => "TDA 43-A",
            Self::RaiseTotal => "TDA 43-B",
            Self::Overchip | Self::OverchipBet => "TDA 44",
            Self::EveryChipNeeded => "TDA 45-A",
            Self::SeveralChips => "TDA 45-B",
            Self::PulledBack => "TDA 46-B",
            Self::PriorChips => "TDA 46-C",
            Self::AcceptedAction => "TDA 49",
            Self::ClearAmount => "TDA 50-B",
            Self::Declaration => "TDA 51-A",
            Self::Undercall => "TDA 51-B",
            Self::UndercallSequence => "TDA 51-C",
            Self::Underbet => "TDA 52-A",
            Self::OutOfTurn => "TDA 53-A",
            Self::Skipped => "TDA 53-B",
            Self::PotBet => "TDA 54",
            Self::InvalidDeclaration => "TDA 55",
            Self::StringBet => "TDA 56",
            Self::UnclearAmount => "TDA 57",
            Self::Fold => "TDA 58",
            Self::FoldOutOfTurn => "TDA 53-A",
            Self::Conditional => "TDA 59-A",
            Self::Premature => "TDA 59-B",
            Self::Misunderstanding => "TDA 1",
            Self::Release => "TDA 50-A",
            Self::Token => "TDA RP-22",
            Self::Deal(clause) => clause.rule(),
            Self::DiscardedBet => "TDA 15-B",
            Self::ExposedHand => "TDA 68",
        }
    }

    /// Returns the rulebook setting that decides the clause, if rulebooks differ. Each rulebook
    /// cites its own rule for the setting.
    #[must_use]
    pub fn setting(self) -> Option<&'static str> {
        Some(match self {
            Self::WordsAndChips => "word_vs_chips",
            Self::AmountAsChips => "amount_only",
            Self::TinyChip => "tiny_chip",
            Self::Motions | Self::StringBet => "raise_motions",
            Self::HalfRaise => "half_threshold",
            Self::Overchip => "overchip_facing",
            Self::OverchipBet => "overchip_not_facing",
            Self::EveryChipNeeded | Self::SeveralChips => "silent_multi_chip",
            Self::PulledBack | Self::PriorChips => "prior_chips",
            Self::AcceptedAction | Self::Misunderstanding => "misunderstanding_percent",
            Self::Undercall => "undercall",
            Self::Underbet => "underbet_correction",
            Self::OutOfTurn => "oot_changed",
            Self::FoldOutOfTurn => "oot_fold",
            Self::Fold => "fold_without_bet",
            Self::Skipped => "skipped_threshold",
            Self::PotBet => "pot_word_in_no_limit",
            Self::UnclearAmount => "bare_figure",
            Self::Release => "commit_moment",
            Self::Deal(clause) => return clause.setting(),
            Self::DiscardedBet => "dead_hand",
            Self::ExposedHand => "exposed_hand",
            Self::RaiseTotal
            | Self::ClearAmount
            | Self::Declaration
            | Self::UndercallSequence
            | Self::InvalidDeclaration
            | Self::Conditional
            | Self::Premature
            | Self::Token => return None,
        })
    }
}
