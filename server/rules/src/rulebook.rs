//! A rulebook as data: each difference between sets of rules is a field.
//! [`Citations`](crate::Citations) names the rule behind each value.
//!
//! The fields follow the order of a hand: bet sizes, the meaning of words and chips, turns, showing
//! hands and awarding pots, dealing, and time limits. Tournament settings come last: entries,
//! seats, levels, places, penalties. There is no "tournament" flag: a ring game and a tournament
//! differ only by their rulebooks and terms. Rule numbers without a book are those of TDA 2024.
//! `GAPS G-11` names a decision of this room where the books are silent.

mod betting;
mod button;
mod dealing;
mod entry;
mod finish;
mod floor;
mod house;
mod level;
mod presence;
mod seating;
mod showdown;
mod told;
mod turn;
mod uses;
mod wager;

use crate::ring::Straddle;
use crate::stakes::AnteKind;
use crate::units::Millis;
pub use betting::{
    Games, IrregularFold, MinRaise, NutsCheck, PotCount, PreflopPot, Reopen, ShortAllInBase,
    SmallestWagerUnit,
};
pub use button::{
    ButtonRule, FirstButton, FromBrokenTable, HeadsUp, Newcomer, RedrawButton, ShortBlind,
};
pub use dealing::{
    CardOffTable, DealingRule, ExtraBurns, FouledDeck, FourCardFlop, MisdealDeadline,
    MisdealExposed, MisplacedButton, NoBurnFlop, NonStandardCard, OneBoxedCard, OneExposedCard,
    PrematureCard, RedealAbsent, TouchedHand, WrongCardCount, WrongSequence,
};
pub use entry::{
    BonusChips, EntryRule, LateStack, LateUntil, PointsSignOut, ReEntry, Rebuys, StartingStack,
};
pub use finish::{
    Ballot, DealClock, DealProposal, DealRule, FinishBy, FinishRule, HandForHandFrom,
    HandForHandRank, HandForHandRelease, HandForHandRule, TiedBounty,
};
pub use floor::{
    ChatInHand, ColourUp, ColourUpChoice, ColourUpRule, DisqualifiedChips, DisqualifiedPlace,
    DodgingBlinds, FloorRule, PenaltyRule, PenaltySeat, RaceErrors, RacePartial, SuitOrder,
};
pub use house::HouseRule;
pub use level::{BegunByMistake, HandStarts, LevelApplies, LevelRule, PlayStops};
pub use presence::{
    AbsenceEffect, AbsenceRule, AbsentAllIn, AbsentHand, CalledClock, ClockCaller, ClockRule,
    ExpiryFacingBet, ExpiryNoBet, LeavingTableInHand, PlayerQuits, PresentAt, Stalling,
};
pub use seating::{
    BreakAssignment, FinalTable, Mover, MoverRefuses, Redraw, SeatDraw, SeatingRule,
};
use serde::{Deserialize, Serialize};
pub use showdown::{
    AskToSee, DeadHand, DisputeAccounting, DisputeReading, MiscallSanction, OddChip, OddChips,
    Rabbit, ShowOrder, ShowdownDiscard, ShowdownRule, SidePots, SlowRoll,
};
pub use turn::{OotChanged, SkippedThreshold};
pub use uses::Use;
pub use wager::{
    AmountOnly, BareFigure, CommitMoment, CorrectedUntil, OverchipFacing, OverchipNotFacing,
    PotLimitMiscount, PotWord, PriorChips, RaiseMotions, RaiseWordThenChip, SilentMultiChip,
    TinyChip, Undercall, WordVsChips,
};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rulebook {
    /// The name of its file in `config/rulebooks`.
    pub id: String,
    /// The name shown to people.
    pub name: String,

    /// The games that the book is written for.
    pub games: Games,
    /// The minimum opening bet before the flop, in big blinds (rule 43).
    pub min_open_preflop_bb: u64,
    /// The minimum opening bet after the flop, in big blinds (rule 43).
    pub min_open_postflop_bb: u64,
    /// The minimum raise (rule 43-A).
    pub min_raise: MinRaise,
    /// The base of a raise over a short all-in (rules 43, 47; IA-43, IA-47).
    pub short_all_in_base: ShortAllInBase,
    /// The point at which a player who has acted may raise again, in no-limit
    /// and pot-limit (rule 47-A).
    pub reopen: Reopen,
    /// The part of a full bet, in percent, at which an all-in reopens
    /// fixed-limit betting (rule 47-B).
    pub reopen_limit_percent: u64,
    /// The raises allowed after the bet in fixed limit, without limit heads-up (rule 48).
    /// 0 means no cap.
    pub limit_raise_cap: u8,
    /// Whether a player who checked may raise on the same street (TFPL 3d-1).
    pub check_raise: bool,
    /// The smallest chip that may be wagered (GAPS G-20).
    pub smallest_wager_unit: SmallestWagerUnit,
    /// The treatment of a fold in turn without a bet to face (rule 58). Plain
    /// tables always accept it.
    pub fold_without_bet: IrregularFold,
    /// The pot size for a pot-limit bet before the flop (rule 54-B).
    pub pot_limit_preflop_pot: PreflopPot,
    /// The betting structures in which a player may have the pot counted (rule 54-A).
    pub pot_count: PotCount,
    /// Whether the sum of the pot is hidden if it may not be counted (GAPS G-52).
    pub strict_pot_display: bool,
    /// The consequence of checking the exclusive nuts (rule 71-B).
    pub nuts_check: NutsCheck,
    /// The kinds of ante that a table may have (RP-11).
    pub antes: Vec<AnteKind>,
    /// The straddles that a table may allow (TFPL 4a-11 forbids them).
    pub straddle: Vec<Straddle>,
    /// Whether a table may have bomb pots.
    pub bomb_pots: bool,
    /// The most boards that all-in players may agree to run.
    pub run_it: u8,
    /// Whether an open pair on fourth street allows the larger bet in stud (RP-10-F).
    pub open_pair_double_bet: bool,

    /// The moment at which pushed chips bind (rules 40-A, 50-A).
    pub commit_moment: CommitMoment,
    /// The precedence of words and chips that differ (rule 40-A).
    pub word_vs_chips: WordVsChips,
    /// The meaning of an amount without an action (rule 40-C).
    pub amount_only: AmountOnly,
    /// The number of motions in which a raise may be made (rule 42).
    pub raise_motions: RaiseMotions,
    /// The meaning of "raise" with a single chip (rule 44).
    pub raise_word_then_chip: RaiseWordThenChip,
    /// The meaning of one chip above the call when facing a bet (rule 44).
    pub overchip_facing: OverchipFacing,
    /// The meaning of one chip with nothing to call (rule 44).
    pub overchip_not_facing: OverchipNotFacing,
    /// The meaning of several chips above the call (rule 45).
    pub silent_multi_chip: SilentMultiChip,
    /// Whether a wager of at least the call and half the minimum raise is a full raise, and a
    /// smaller one a call (rule 43-A). If `false`, everything above the call is a raise.
    pub half_threshold: bool,
    /// Whether a player's last chips, if not all are needed for the call, are
    /// an all-in (rule 45-B).
    pub last_chips_all_in: bool,
    /// The counting of chips from an earlier bet that are still in front (rule 46).
    pub prior_chips: PriorChips,
    /// The meaning of a chip that is tiny compared to the bet (rule 41).
    pub tiny_chip: TinyChip,
    /// The meaning of a bare figure (rule 57).
    pub bare_figure: BareFigure,
    /// The meaning of "pot" in no-limit (rule 54-D).
    pub pot_word_in_no_limit: PotWord,
    /// The treatment of an undercall (rule 51-B).
    pub undercall: Undercall,
    /// The time limit for correcting a bet or raise below the minimum (rule 52-A).
    pub underbet_correction: CorrectedUntil,
    /// The time limit for correcting a pot-limit bet that rests on a wrong count (rule 52-B).
    pub pot_limit_miscount: PotLimitMiscount,
    /// A player who paid less than this percentage of a bet may claim to have misunderstood it
    /// (TFPL 5c-7). At 0 a call is always for the real amount (rule 49).
    pub misunderstanding_percent: u64,

    /// The treatment of an action out of turn after the action has changed (rule 53-A). If it has
    /// not changed, the action binds.
    pub oot_changed: OotChanged,
    /// Whether a call by a player in between changes the action, as a bet or
    /// raise does (TFPL 3d-7).
    pub oot_call_changes_action: bool,
    /// Whether an action out of turn can stand as a bet or raise; otherwise it is
    /// a call (TFPL 3d-5).
    pub oot_may_raise: bool,
    /// Whether a check out of turn bars a bet or raise on the next turn (TFPL 3d-7).
    pub oot_check_bars_raise: bool,
    /// The treatment of a fold out of turn (rules 53-A, 58).
    pub oot_fold: IrregularFold,
    /// The action behind a skipped player after which the floor decides about the hand (rule 53-B).
    pub skipped_threshold: SkippedThreshold,

    /// Whether hands are tabled at once when no more betting is possible (rule 16).
    pub face_up_all_in: bool,
    /// The first to show if no player is all-in (rule 17-A).
    pub show_order: ShowOrder,
    /// Whether only a hand with all cards tabled can win a contested pot (rules 13-A, 19).
    pub show_to_win_contested: bool,
    /// The treatment of a hand discarded at the showdown (rule 14).
    pub showdown_discard: ShowdownDiscard,
    /// The players who may ask to see a hand (rule 18).
    pub ask_to_see: AskToSee,
    /// Whether histories show every called hand (GAPS G-48).
    pub reveal_called_hands: bool,
    /// Whether a hand shown to one player is shown to all (rule 67).
    pub show_one_show_all: bool,
    /// The penalty for miscalling a hand on purpose (rule 12).
    pub miscall_sanction: MiscallSanction,
    /// The book's view on slow rolling.
    pub slow_roll: SlowRoll,
    /// The time limits for showing hands (rules 14, 17; GAPS G-47).
    pub showdown: ShowdownRule,
    /// The recipient of the odd chip (rule 20).
    pub odd_chip: OddChip,
    /// The distribution of several odd chips.
    pub odd_chips_more_than_one: OddChips,
    /// The way side pots are split (rule 21).
    pub side_pots: SidePots,
    /// Whether the cards that would have come may be shown (rule 28).
    pub rabbit: Rabbit,
    /// The time limit for disputing the reading of a hand (rule 22).
    pub dispute_reading: DisputeReading,
    /// The time limit for disputing the accounting of a pot (rule 22).
    pub dispute_accounting: DisputeAccounting,
    /// The time after the award in which a hand that ended in a break may be disputed (rule 22). 0
    /// if a break has no effect.
    pub dispute_break_seconds: u64,
    /// Whether a dead hand can become live again (TDA 15-B; WPTAPL 25).
    #[serde(default)]
    pub dead_hand: DeadHand,
    /// Whether the floor may hold back a pot until it has decided (TFPL 2a-6).
    pub impound_pot: bool,

    /// The treatment of dealing errors (rules 35 to 39).
    pub dealing: DealingRule,

    /// The movement of the button (rule 32).
    pub button: ButtonRule,
    /// The blinds of the last two players (rule 34-B).
    pub heads_up: HeadsUp,
    /// The amount to call after a short blind (rule 54-B).
    pub short_blind: ShortBlind,
    /// The seats at which a newcomer is not dealt in at once (rules 8-A, 10-A).
    pub newcomer: Newcomer,
    /// The way in which a player from a broken table joins (rule 10-A; TFPL 2c-9).
    #[serde(default)]
    pub from_broken_table: FromBrokenTable,
    /// The button of the first hand.
    pub first_button: FirstButton,
    /// The occasions on which the button is drawn for again.
    pub redraw_button: Vec<RedrawButton>,

    /// The time to act on a plain table (rule 29; GAPS G-11).
    pub clock: ClockRule,
    /// The clock that must be called (rule 29).
    pub called_clock: CalledClock,
    /// The treatment of a player who holds up play (RP-19; TFPL 2b-19).
    #[serde(default)]
    pub stalling: Stalling,
    /// The moment at which a player must be present to have a live hand (rule 30).
    pub present_at: PresentAt,
    /// The treatment of an absent player's hand (rule 30).
    pub absent_hand: AbsentHand,
    /// Long absence (rule 71-A).
    pub absence: AbsenceRule,
    /// The time that a player with a live hand must stay at the table (rule 31).
    pub leaving_table_in_hand: LeavingTableInHand,
    /// The treatment of the chips of a player who quits (GAPS G-14).
    pub player_quits: PlayerQuits,

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

/// The time limits before a hybrid table rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HybridRule {
    /// The time limit for an available operator to answer a question to the floor (GAPS G-02).
    pub ticket_wait_ms: Millis,
    /// The time for a skipped player to speak up (GAPS G-62).
    pub skipped_ms: Millis,
}

impl Rulebook {
    /// Checks the rulebook for contradictions.
    ///
    /// # Errors
    /// Returns a sentence that names the problem.
    pub fn validate(&self) -> Result<(), String> {
        let least_opens = [self.min_open_preflop_bb, self.min_open_postflop_bb];
        if least_opens.iter().any(|least| !(1..=100).contains(least)) {
            return Err("the least opening bet is 1 to 100 big blinds".to_owned());
        }
        if self.reopen_limit_percent == 0 || self.reopen_limit_percent > 100 {
            return Err("reopen_limit_percent is 1 to 100".to_owned());
        }
        if self.misunderstanding_percent > 100 {
            return Err("misunderstanding_percent is 0 to 100".to_owned());
        }
        if self.strict_pot_display {
            // Bets and pots are sent one by one (GAPS G-52), so hiding the sum keeps nothing
            // secret.
            return Err("strict_pot_display is false: every player can add the pot up".to_owned());
        }
        if !self.show_to_win_contested || !self.show_one_show_all {
            // The showdown of this room supports only this, and no book differs.
            let both = "show_to_win_contested and show_one_show_all";
            return Err(format!("{both} are true: a hand wins and is shown whole"));
        }
        if !(1..=3).contains(&self.run_it) {
            return Err("run_it is 1 to 3 boards".to_owned());
        }
        if self.antes.contains(&AnteKind::None) {
            return Err("antes: leave out \"none\"; a table can always go without".to_owned());
        }
        if has_twins(&self.antes) || has_twins(&self.straddle) || has_twins(&self.redraw_button) {
            return Err("antes, straddle and redraw_button name each kind once".to_owned());
        }
        let DealingRule { boxed_cards, shuffles_least, shuffles_most, .. } = self.dealing;
        if boxed_cards == 0 {
            return Err("dealing.boxed_cards is at least 1".to_owned());
        }
        if shuffles_most != 0 && shuffles_most < shuffles_least {
            return Err("dealing.shuffles_most is 0 or at least shuffles_least".to_owned());
        }
        if has_twins(&self.finish.same_hand) || has_twins(&self.deals.proposals) {
            return Err("finish.same_hand and deals.proposals name each kind once".to_owned());
        }
        self.house_rules.iter().try_for_each(HouseRule::validate)?;
        self.entry.validate()?;
        self.seating.validate()?;
        self.levels.validate()?;
        self.colour_up.validate()?;
        self.hand_for_hand.validate()?;
        self.deals.validate()?;
        self.validate_times()
    }

    fn validate_times(&self) -> Result<(), String> {
        const DAY: Millis = Millis::seconds(24 * 60 * 60);
        let Self { clock, called_clock, showdown, absence, levels, seating, hybrid, .. } = self;
        if clock.base_ms.0 < 100 {
            return Err("clock.base_ms is at least 100".to_owned());
        }
        if absence.warning_minutes > absence.minutes {
            return Err("absence.warning_minutes is at most absence.minutes".to_owned());
        }
        if called_clock.base_seconds == 0 {
            return Err("called_clock.base_seconds is at least 1".to_owned());
        }
        let minutes = |minutes: u64| Millis::seconds(minutes.saturating_mul(60).min(DAY.0));
        let seconds = |seconds: u64| Millis::seconds(seconds.min(DAY.0));
        let times = [
            ("clock", clock.base_ms),
            ("clock", clock.bank_ms),
            ("clock", clock.bank_cap_ms),
            ("clock", clock.bank_per_hand_ms),
            ("clock", clock.bank_per_level_ms),
            ("clock", clock.reconnect_ms),
            ("clock", clock.grace_ms),
            ("called_clock", seconds(called_clock.base_seconds)),
            ("called_clock", seconds(called_clock.count_seconds)),
            ("called_clock", seconds(called_clock.not_before_seconds)),
            ("called_clock", minutes(called_clock.scale_below_level_minutes)),
            ("showdown", showdown.show_ms),
            ("showdown", showdown.uncontested_show_ms),
            ("showdown", showdown.see_hand_ms),
            ("showdown", showdown.rabbit_ms),
            ("dispute_break_seconds", seconds(self.dispute_break_seconds)),
            ("absence", absence.grace_ms),
            ("absence", minutes(absence.minutes)),
            ("absence", minutes(absence.warning_minutes)),
            ("absence", absence.all_away_hand_ms),
            ("levels", seconds(levels.break_waits_seconds)),
            ("levels", seconds(levels.break_warning_seconds)),
            ("levels", seconds(levels.no_hand_before_break_seconds)),
            ("levels", seconds(levels.after_pause_seconds)),
            ("seating", minutes(seating.halt_minutes_most)),
            ("hand_for_hand", seconds(self.hand_for_hand.deduct_seconds_most)),
            ("floor", seconds(self.floor.claim_seconds)),
            ("hybrid", hybrid.ticket_wait_ms),
            ("hybrid", hybrid.skipped_ms),
        ];
        match times.iter().find(|(_, time)| *time > DAY) {
            Some((place, _)) => Err(format!("{place}: no time is longer than a day")),
            None => Ok(()),
        }
    }
}

/// Returns `true` if an entry appears twice.
fn has_twins<T: PartialEq>(kinds: &[T]) -> bool {
    kinds.iter().enumerate().any(|(index, kind)| kinds[..index].contains(kind))
}
