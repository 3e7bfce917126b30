//! Settings on the meaning of spoken words and pushed chips. Only hybrid tables need them, because
//! a plain table takes exact actions.

use super::Only;
use serde::{Deserialize, Serialize};

/// The meaning of spoken words and pushed chips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WagerRule {
    /// The moment at which pushed chips bind (rules 40-A, 50-A).
    pub commit_moment: CommitMoment,
    /// The precedence of words and chips that differ (rule 40-A).
    pub word_vs_chips: WordVsChips,
    /// The meaning of an amount without an action: the same as pushing that sum silently (TDA
    /// 40-C).
    pub amount_only: Only,
    /// The number of motions in which a raise may be made (rule 42).
    pub raise_motions: RaiseMotions,
    /// The meaning of "raise" with a single chip (rule 44).
    pub raise_word_then_chip: RaiseWordThenChip,
    /// The meaning of one chip above the call when facing a bet: a call, even if it is the last
    /// chip (TDA 44).
    pub overchip_facing: Only,
    /// The meaning of one chip with nothing to call: a bet of the chip's full value (TDA 44).
    pub overchip_not_facing: Only,
    /// The meaning of several chips above the call (rule 45).
    pub silent_multi_chip: SilentMultiChip,
    /// Whether a wager of at least the call and half the minimum raise is a full raise, and a
    /// smaller one a call (rule 43-A). If `false`, everything above the call is a raise.
    pub half_threshold: bool,
    /// Whether a player's last chips, if not all are needed for the call, are
    /// an all-in (rule 45-B).
    pub last_chips_all_in: bool,
    /// The counting of chips from an earlier bet that are still in front: if they are left alone or
    /// fully pulled back, only the new chips are tested. If they are partly pulled back or cover
    /// the call, all chips in front are. Pulling back binds to call or raise (TDA 46).
    pub prior_chips: Only,
    /// The meaning of a chip that is tiny compared to the bet (rule 41).
    pub tiny_chip: TinyChip,
    /// The meaning of a bare figure (rule 57).
    pub bare_figure: BareFigure,
    /// The meaning of "pot" in no-limit: at least the minimum bet or raise, and perhaps a penalty
    /// (TDA 54-D).
    pub pot_word_in_no_limit: Only,
    /// The treatment of an undercall (rule 51-B).
    pub undercall: Undercall,
    /// The time limit for correcting a bet or raise below the minimum (rule 52-A).
    pub underbet_correction: CorrectedUntil,
    /// The time limit for correcting a pot-limit bet that rests on a wrong count (rule 52-B).
    pub pot_limit_miscount: PotLimitMiscount,
    /// A player who paid less than this percentage of a bet may claim to have misunderstood it
    /// (TFPL 5c-7). At 0 a call is always for the real amount (rule 49).
    pub misunderstanding_percent: u64,
}

impl WagerRule {
    pub(super) fn validate(&self) -> Result<(), String> {
        if self.misunderstanding_percent > 100 {
            return Err("misunderstanding_percent is 0 to 100".to_owned());
        }
        Ok(())
    }
}

/// The moment at which pushed chips bind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommitMoment {
    /// When they are pushed out. They stay in (TDA 40-A, 50-A).
    PushedOut,
    /// When the hand releases them. A forward motion alone does not bind. If a player acted on it,
    /// the floor decides (TNPL H20, TFPL 5c-4).
    Release,
    /// When they are put down in front of the player, in one motion (WPTAPL 17, 18).
    InFront,
}

/// The precedence of words and chips that differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WordVsChips {
    /// The first of them, the word if they come together, or the floor if it is unclear (TDA 40-A).
    First,
    /// The word always counts (TFPL 5c-5).
    Word,
}

/// The number of motions in which a raise may be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RaiseMotions {
    /// One, or as declared before (TDA 42).
    Single,
    /// Also "raise", the exact call, then one more motion. A first motion of any other size is a
    /// minimum raise (TNPL H4-C).
    ExactCallPlusOne,
    /// Any number after "raise", until the hands rest (TFPL 5c-3).
    UntilRest,
}

/// The meaning of "raise" with a single chip.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RaiseWordThenChip {
    /// The largest raise that the chip allows (TDA 44).
    MaximumOfChip,
    /// The chips put in when the raise is complete (TFPL 5c-3, 5c-8).
    ByChips,
}

/// The meaning of several silent chips above the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SilentMultiChip {
    /// A call if every new chip is needed for it; otherwise the half-raise test (TDA 45).
    EveryChipNeeded,
    /// The half-raise test alone (TFPL 3d-11).
    HalfOnly,
    /// A raise to the total, completed to the minimum raise if below it (WPTAPL 18).
    RaiseTotal,
}

/// The meaning of a chip that is tiny compared to the bet.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TinyChip {
    /// The floor decides, up to a full call (TDA 41).
    Floor,
    /// A call, like any single chip (WPTAPL 18).
    Call,
}

/// The meaning of a bare figure with several possible amounts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BareFigure {
    /// The highest legal amount that does not exceed the pot before the bet (TDA 57).
    HighestUpToPot,
    /// The lowest legal amount (TNPL H13).
    Lowest,
}

/// The treatment of chips or an amount short of the call.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Undercall {
    /// A full call of an opening bet or heads-up. Otherwise the floor chooses full call, or forfeit
    /// and fold (TDA 51-B).
    OpenerOrHeadsUpFull,
    /// Completed. A player who was unaware of the raise may take it back until a player
    /// behind acts (TFPL 3d-10).
    MakeGoodOrWithdraw,
}

/// The time limit for correcting a wager of the wrong size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CorrectedUntil {
    /// Until substantial action after it.
    SubstantialAction,
    /// Until the betting round is complete. It is raised to the nearest sufficient amount, which
    /// must not turn a call into a raise.
    RoundComplete,
    /// On the whole street, for all players; on the river until the showdown starts.
    WholeStreet,
}

/// The time limits for correcting a pot-limit bet that rests on a wrong count of
/// the pot (TDA 52-B).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PotLimitMiscount {
    /// After a count that was too high, which makes the bet illegal.
    pub too_high: CorrectedUntil,
    /// After a count that was too low.
    pub too_low: CorrectedUntil,
}
