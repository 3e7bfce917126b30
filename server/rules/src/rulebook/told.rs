//! Sentences for people, derived from a book's settings. They cover settings that no server can
//! check or carry out. Every entrant sees them with the rule behind each.

use super::{
    AbsentHand, DodgingBlinds, Games, HandStarts, HouseRule, LeavingTableInHand, MiscallSanction,
    MoverRefuses, NutsCheck, PresentAt, RaceErrors, Rulebook, SlowRoll,
};
use crate::citing::Citations;

impl Rulebook {
    /// Returns the sentences with the rule cited for each. A setting without a rule of a
    /// book is left out.
    pub(crate) fn told(&self, citations: &Citations) -> Vec<HouseRule> {
        let sentences = self.sentences().into_iter();
        let sentences = sentences.map(|(setting, text)| (setting, text.map(str::to_owned)));
        let told =
            sentences.chain([self.shuffles(), self.spoken()]).filter_map(|(setting, text)| {
                let citation = citations.of(setting)?;
                let rule = citation.numbers()?;
                text.map(|text| HouseRule { rule, text })
            });
        told.collect()
    }

    /// Returns the sentence on how often human dealers shuffle.
    fn shuffles(&self) -> (&'static str, Option<String>) {
        let times = match (self.dealing.shuffles_least, self.dealing.shuffles_most) {
            (0, 0) => None,
            (least, 0) => Some(format!("at least {least} times")),
            (0, most) => Some(format!("at most {most} times")),
            (least, most) => Some(format!("{least} to {most} times")),
        };
        let text = times
            .map(|times| format!("Players who deal by hand shuffle {times} before each hand."));
        ("dealing.shuffles_least", text)
    }

    /// Returns the sentence on the language at the table.
    fn spoken(&self) -> (&'static str, Option<String>) {
        let Self { language, .. } = self;
        let text = format!("Players speak {language} at the table.");
        ("language", (!language.is_empty()).then_some(text))
    }

    /// Returns the sentence on when players have to be at their seats. `absent_hand` decides about
    /// the hand of a player who is away. `present_at` only names the card of the deal.
    fn presence_sentence(&self) -> &'static str {
        match (self.presence.absent_hand, self.presence.present_at) {
            (AbsentHand::KilledAtDeal, PresentAt::FirstCard) => {
                "Be at your seat when the first card is dealt, or your hand is dead."
            }
            (AbsentHand::KilledAtDeal, _) => {
                "Be at your seat when the last card is dealt, or your hand is dead."
            }
            (AbsentHand::FoldedAtTurn, _) => {
                "Be at your seat when it is your turn, or your hand is folded."
            }
            (AbsentHand::CheckedOrFoldedAtTurn, _) => {
                "Be at your seat when it is your turn, or your hand is checked if possible, and \
                 otherwise folded."
            }
        }
    }

    fn sentences(&self) -> [(&'static str, Option<&'static str>); 18] {
        let only = |is: bool, text: &'static str| is.then_some(text);
        [
            (
                "games",
                only(
                    self.betting.games == Games::NoLimitHoldem,
                    "The book is written for no-limit hold'em.",
                ),
            ),
            (
                "colour_up.race_errors",
                only(
                    self.colour_up.race_errors == RaceErrors::StandIfWitnessed,
                    "A chip race with an error stands if players have witnessed it.",
                ),
            ),
            (
                "nuts_check",
                only(
                    self.betting.nuts_check == NutsCheck::MandatoryPenalty,
                    "A player who holds a hand that cannot be beaten or tied, is last to act on the river and neither bets nor raises is penalized.",
                ),
            ),
            (
                "show_one_show_all",
                only(
                    self.showdown.show_one_show_all,
                    "Cards that are shown to one player are shown to everybody.",
                ),
            ),
            (
                "miscall_sanction",
                Some(match self.showdown.miscall_sanction {
                    MiscallSanction::Penalty => "Deliberately miscalling a hand may be penalized.",
                    MiscallSanction::PotMayBeLost => {
                        "Deliberately miscalling a hand may cost the pot."
                    }
                }),
            ),
            (
                "slow_roll",
                match self.showdown.slow_roll {
                    SlowRoll::NoRule => None,
                    SlowRoll::Discouraged => Some("Do not slow roll: show a winning hand at once."),
                    SlowRoll::Barred => {
                        Some("Slow rolls are barred: a called hand is shown at once.")
                    }
                },
            ),
            (
                "leaving_table_in_hand",
                Some(match self.presence.leaving_table_in_hand {
                    LeavingTableInHand::BarredToShowdown => {
                        "A player with a live hand stays at the table until the showdown is over."
                    }
                    LeavingTableInHand::BarredWhileBetting => {
                        "A player with a live hand stays at the table while there is betting to come."
                    }
                }),
            ),
            ("present_at", Some(self.presence_sentence())),
            (
                "impound_pot",
                only(
                    self.showdown.impound_pot,
                    "The floor may hold a disputed pot back until it has decided.",
                ),
            ),
            (
                "dealing.reshuffle_on_request",
                only(
                    self.dealing.reshuffle_on_request,
                    "Before the deal a player may ask for the deck to be shuffled again.",
                ),
            ),
            (
                "absence.notice_extends",
                only(
                    self.presence.absence.notice_extends,
                    "Tell the floor before you are away for long: it then waits longer for you.",
                ),
            ),
            (
                "levels.hand_starts",
                Some(match self.levels.hand_starts {
                    HandStarts::RiffleShufflerOrPush => {
                        "A new level applies from the next hand. A hand begins with the first riffle, the shuffler's button or the dealer's push."
                    }
                    HandStarts::RiffleOrGreenButton => {
                        "A new level applies from the next hand. A hand begins with the first riffle or the shuffler's button."
                    }
                    HandStarts::Riffle => {
                        "A new level applies from the next hand. A hand begins with the first riffle."
                    }
                    HandStarts::DealerReceivesCards => {
                        "A new level applies from the next hand. A hand begins when its dealer receives the cards."
                    }
                }),
            ),
            (
                "levels.play_stops",
                // The threshold stops a short table, not this setting.
                Some(match self.seating.halt_threshold {
                    0 => "Play stops for breaks, and never for a table that is short of players.",
                    _ => "Play stops for breaks, and at a table that is short of players.",
                }),
            ),
            (
                "seating.mover_refuses",
                Some(match self.seating.mover_refuses {
                    MoverRefuses::Floor => {
                        "The floor deals with a player who refuses to move to another table."
                    }
                    MoverRefuses::Out => "A player who refuses to move to another table is out.",
                }),
            ),
            (
                "seating.pairs_apart",
                only(
                    self.seating.pairs_apart,
                    "The floor may keep two players at different tables in the draw.",
                ),
            ),
            (
                "penalties.dodging_blinds",
                Some(match self.penalties.dodging_blinds {
                    DodgingBlinds::Penalty => "Dodging a blind is penalized.",
                    DodgingBlinds::PenaltyFromBrokenTable => {
                        "Dodging a blind on the way from a broken table is penalized."
                    }
                    DodgingBlinds::StillOwed => "A blind that was dodged is still owed.",
                }),
            ),
            (
                "reveal_called_hands",
                only(
                    self.showdown.reveal_called_hands,
                    "The history of a hand shows every hand that was called, unless its player has \
                     discarded cards.",
                ),
            ),
            ("dealing.misplaced_button", None),
        ]
    }
}
