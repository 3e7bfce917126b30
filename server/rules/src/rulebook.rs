//! A rulebook as data: whatever differs between sets of rules is a field here. Which rule of which
//! book stands behind a value is said by [`Citations`](crate::Citations), not here.
//!
//! The fields are in the order of a hand: what may be bet, what words and chips mean, whose turn it
//! is, how hands are shown and pots awarded, who deals how, how long all of it may take, and then
//! what a tournament adds: entries, seats, levels, places, penalties. There is no "tournament"
//! flag: a ring game and a tournament differ by their rulebooks and terms alone. Rule numbers
//! without a book are those of TDA 2024; `GAPS G-11` names a decision of this room where the books
//! are silent.

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
    ExpiryFacingBet, ExpiryNoBet, LeavingTableInHand, PlayerQuits, PresentAt,
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
    /// Its id: the name of its file in `config/rulebooks`.
    pub id: String,
    /// Its name, for people.
    pub name: String,

    /// Which games it is written for.
    pub games: Games,
    /// The least opening bet before the flop, in big blinds (rule 43).
    pub min_open_preflop_bb: u64,
    /// The least opening bet after the flop, in big blinds (rule 43).
    pub min_open_postflop_bb: u64,
    /// The least raise (rule 43-A).
    pub min_raise: MinRaise,
    /// What a raise over a short all-in is built on (rules 43, 47; IA-43, IA-47).
    pub short_all_in_base: ShortAllInBase,
    /// When a player who acted already may raise again, no-limit and pot-limit (rule 47-A).
    pub reopen: Reopen,
    /// The part of a full bet, in percent, from which an all-in re-opens fixed-limit betting
    /// (rule 47-B).
    pub reopen_limit_percent: u64,
    /// Raises allowed after the bet in fixed limit; lifted heads-up (rule 48). 0 for no cap.
    pub limit_raise_cap: u8,
    /// Whether a player who checked may raise on the same street (TFPL 3d-1).
    pub check_raise: bool,
    /// The smallest chip that may be wagered (GAPS G-20).
    pub smallest_wager_unit: SmallestWagerUnit,
    /// What folding in turn is without a bet to face (rule 58). Plain tables always take it.
    pub fold_without_bet: IrregularFold,
    /// What the pot is taken to be for a pot-limit bet before the flop (rule 54-B).
    pub pot_limit_preflop_pot: PreflopPot,
    /// When a player may have the pot counted (rule 54-A).
    pub pot_count: PotCount,
    /// Whether the sum of the pot is hidden where it may not be counted (GAPS G-52).
    pub strict_pot_display: bool,
    /// What checking the exclusive nuts costs (rule 71-B).
    pub nuts_check: NutsCheck,
    /// The kinds of ante a table may have, if it has one (RP-11).
    pub antes: Vec<AnteKind>,
    /// The straddles a table may allow (TFPL 4a-11 forbids them).
    pub straddle: Vec<Straddle>,
    /// Whether a table may have bomb pots.
    pub bomb_pots: bool,
    /// The most boards that all-in players may agree to run.
    pub run_it: u8,
    /// Whether an open pair on fourth street allows the larger bet in stud (RP-10-F).
    pub open_pair_double_bet: bool,

    /// When pushed chips bind (rules 40-A, 50-A).
    pub commit_moment: CommitMoment,
    /// What counts when words and chips differ (rule 40-A).
    pub word_vs_chips: WordVsChips,
    /// What naming an amount without an action is (rule 40-C).
    pub amount_only: AmountOnly,
    /// In how many motions a raise may be made (rule 42).
    pub raise_motions: RaiseMotions,
    /// What "raise" and a single chip come to (rule 44).
    pub raise_word_then_chip: RaiseWordThenChip,
    /// What one chip above the call is when facing a bet (rule 44).
    pub overchip_facing: OverchipFacing,
    /// What one chip is with nothing to call (rule 44).
    pub overchip_not_facing: OverchipNotFacing,
    /// What several chips above the call are (rule 45).
    pub silent_multi_chip: SilentMultiChip,
    /// Whether a wager of at least the call and half the least raise is a full raise, and a smaller
    /// one a call (rule 43-A). Without it everything above the call is a raise.
    pub half_threshold: bool,
    /// Whether somebody's last chips, not all needed for the call, are an all-in (rule 45-B).
    pub last_chips_all_in: bool,
    /// How chips of an earlier bet count that still stand in front (rule 46).
    pub prior_chips: PriorChips,
    /// What a chip is that is tiny beside the bet (rule 41).
    pub tiny_chip: TinyChip,
    /// What a bare figure means (rule 57).
    pub bare_figure: BareFigure,
    /// What "pot" is in no-limit (rule 54-D).
    pub pot_word_in_no_limit: PotWord,
    /// What becomes of an undercall (rule 51-B).
    pub undercall: Undercall,
    /// How long a bet or raise below the least is set right (rule 52-A).
    pub underbet_correction: CorrectedUntil,
    /// How long a pot-limit bet is set right that rests on a wrong count (rule 52-B).
    pub pot_limit_miscount: PotLimitMiscount,
    /// Who has paid less than this part of a bet, in percent, may claim to have misunderstood it
    /// (TFPL 5c-7). At 0 a call is always a call of the real amount (rule 49).
    pub misunderstanding_percent: u64,

    /// What becomes of an action out of turn once the action has changed (rule 53-A). Where it has
    /// not changed, it binds.
    pub oot_changed: OotChanged,
    /// Whether a call by somebody between changes the action, as a bet or raise does (TFPL 3d-7).
    pub oot_call_changes_action: bool,
    /// Whether an action out of turn can stand as a bet or raise; a call otherwise (TFPL 3d-5).
    pub oot_may_raise: bool,
    /// Whether a check out of turn bars a bet or raise on the next turn (TFPL 3d-7).
    pub oot_check_bars_raise: bool,
    /// What a fold out of turn is (rules 53-A, 58).
    pub oot_fold: IrregularFold,
    /// How much happens behind a skipped player before the hand is the floor's (rule 53-B).
    pub skipped_threshold: SkippedThreshold,

    /// Whether hands are tabled at once when no more betting is possible (rule 16).
    pub face_up_all_in: bool,
    /// Who shows first where nobody is all-in (rule 17-A).
    pub show_order: ShowOrder,
    /// Whether a contested pot is won by a tabled hand only, all its cards (rules 13-A, 19).
    pub show_to_win_contested: bool,
    /// What becomes of a hand discarded at the showdown (rule 14).
    pub showdown_discard: ShowdownDiscard,
    /// Who may ask to see a hand (rule 18).
    pub ask_to_see: AskToSee,
    /// Whether histories show every called hand (GAPS G-48).
    pub reveal_called_hands: bool,
    /// Whether a hand shown to one player is shown to all (rule 67).
    pub show_one_show_all: bool,
    /// What miscalling one's hand on purpose may cost (rule 12).
    pub miscall_sanction: MiscallSanction,
    /// What the book says of slow rolling.
    pub slow_roll: SlowRoll,
    /// How hands are shown (rules 14, 17; GAPS G-47).
    pub showdown: ShowdownRule,
    /// Who gets the chip that cannot be split (rule 20).
    pub odd_chip: OddChip,
    /// How several odd chips are given out.
    pub odd_chips_more_than_one: OddChips,
    /// How side pots are split (rule 21).
    pub side_pots: SidePots,
    /// Whether cards are shown that would have come (rule 28).
    pub rabbit: Rabbit,
    /// How long the reading of a hand may be disputed (rule 22).
    pub dispute_reading: DisputeReading,
    /// How long the accounting of a pot may be disputed (rule 22).
    pub dispute_accounting: DisputeAccounting,
    /// How long after the award a hand that ended in a break may be disputed (rule 22). 0 where a
    /// break changes nothing.
    pub dispute_break_seconds: u64,
    /// Whether a hand that is dead can live again (TDA 15-B; WPTAPL 25).
    #[serde(default)]
    pub dead_hand: DeadHand,
    /// Whether the floor may hold a pot back until it has decided (TFPL 2a-6).
    pub impound_pot: bool,

    /// What becomes of errors in dealing (rules 35 to 39).
    pub dealing: DealingRule,

    /// How the button moves (rule 32).
    pub button: ButtonRule,
    /// Who has which blind when two are left (rule 34-B).
    pub heads_up: HeadsUp,
    /// What is to be called where a blind was posted short (rule 54-B).
    pub short_blind: ShortBlind,
    /// Where a newcomer is not dealt in at once (rules 8-A, 10-A).
    pub newcomer: Newcomer,
    /// How a player from a broken table comes in (rule 10-A; TFPL 2c-9).
    #[serde(default)]
    pub from_broken_table: FromBrokenTable,
    /// Who has the button in the first hand.
    pub first_button: FirstButton,
    /// When the button is drawn for again.
    pub redraw_button: Vec<RedrawButton>,

    /// Time to act on a plain table (rule 29; GAPS G-11).
    pub clock: ClockRule,
    /// The clock that somebody has to call (rule 29).
    pub called_clock: CalledClock,
    /// When a player has to be there to have a live hand (rule 30).
    pub present_at: PresentAt,
    /// What becomes of the hand of a player who is not (rule 30).
    pub absent_hand: AbsentHand,
    /// Long absence (rule 71-A).
    pub absence: AbsenceRule,
    /// How long a player with a live hand has to stay at the table (rule 31).
    pub leaving_table_in_hand: LeavingTableInHand,
    /// What becomes of the chips of a player who quits (GAPS G-14).
    pub player_quits: PlayerQuits,

    /// Levels, breaks and the start of a hand (rule 23).
    pub levels: LevelRule,
    /// Entering a tournament (rules 8, 27).
    pub entry: EntryRule,
    /// Who sits where (rules 7 to 11, RP-9).
    pub seating: SeatingRule,
    /// How chips below a new unit are exchanged (rule 24).
    pub colour_up: ColourUpRule,
    /// Playing hand-for-hand (RP-8).
    pub hand_for_hand: HandForHandRule,
    /// Places of those who are out on one hand.
    pub finish: FinishRule,
    /// Agreements about the prizes that are left (TNPL A8).
    pub deals: DealRule,
    /// Penalties (rule 71).
    pub penalties: PenaltyRule,
    /// Who may order what.
    pub floor: FloorRule,

    /// How long a hybrid table waits before it rules.
    pub hybrid: HybridRule,

    /// What the book asks of people and no server can see: shown to whoever enters.
    #[serde(default)]
    pub house_rules: Vec<HouseRule>,
}

/// How long a hybrid table waits before it rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HybridRule {
    /// How long a question to the floor waits for an operator who is there (GAPS G-02).
    pub ticket_wait_ms: Millis,
    /// How long a skipped player has to speak up (GAPS G-62).
    pub skipped_ms: Millis,
}

impl Rulebook {
    /// What is wrong with the rulebook, where something is.
    ///
    /// # Errors
    /// A sentence that says what is wrong.
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
            // Bets and pots are told one by one (GAPS G-52): a sum that is not shown is no secret.
            return Err("strict_pot_display is false: every player can add the pot up".to_owned());
        }
        if !self.show_to_win_contested || !self.show_one_show_all {
            // The showdown of this room knows no other way, and no book has one.
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

/// Whether something is named twice.
fn has_twins<T: PartialEq>(kinds: &[T]) -> bool {
    kinds.iter().enumerate().any(|(index, kind)| kinds[..index].contains(kind))
}
