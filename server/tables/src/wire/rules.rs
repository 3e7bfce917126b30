//! The numbers of the rules that rulings rest on, as in the table's own rulebook. The texts of the
//! rules are not known here.

use cardroom_engine::{Clause, Ground, Refusal};
use cardroom_rules::Citations;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The rulebook whose numbers the engine uses.
const FIRST_BOOK: &str = "tda-2024";

/// The rule numbers of a rulebook, which replace those of TDA 2024, and which clones share. By
/// default there are none.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RuleNumbers {
    /// By the setting that the rulebook cites them for.
    of_settings: Arc<BTreeMap<String, String>>,
}

impl RuleNumbers {
    /// Collects the rule numbers that a rulebook cites.
    #[must_use]
    pub fn of(citations: &Citations) -> Self {
        let own = citations.paths().filter_map(|path| {
            let citation = citations.of(path)?;
            let elsewhere = citation.is_inherited() || citation.book() == FIRST_BOOK;
            if elsewhere || citation.rules().is_empty() {
                return None;
            }
            // Rule numbers come first, before this room's decisions and reasons.
            let text = citation.to_string();
            let numbers = text.split("; ").next()?;
            Some((path.to_owned(), numbers.to_owned()))
        });
        Self { of_settings: Arc::new(own.collect()) }
    }

    /// Returns the rule that a ruling rests on.
    pub(crate) fn clause(&self, clause: Clause) -> String {
        self.number(clause.setting(), clause.rule())
    }

    /// Returns the rule that allows the floor to do something.
    pub(crate) fn ground(&self, ground: Ground) -> String {
        let setting = match ground {
            Ground::AcceptedBet => Some("misunderstanding_percent"),
            Ground::UnderbetCorrection => Some("underbet_correction"),
            Ground::PotMiscount => Some("pot_limit_miscount.too_low"),
            Ground::PotCount => Some("pot_count"),
            Ground::MisplacedButton => Some("dealing.misdeal_deadline"),
            Ground::CalledClock => Some("called_clock.base_seconds"),
            Ground::AskToSee => Some("ask_to_see"),
            Ground::DisputedReading => Some("dispute_reading"),
            Ground::DisputedAccounting => Some("dispute_accounting"),
            Ground::Deal(clause) => clause.setting(),
            Ground::RestoredHand => Some("dead_hand"),
            Ground::ExposedHand => Some("exposed_hand"),
            Ground::DeadHand | Ground::AddedTime => None,
        };
        self.number(setting, ground.rule())
    }

    /// Returns the sentence of a refusal, with the rule that it rests on.
    pub(crate) fn refusal(&self, refusal: &Refusal) -> String {
        let text = refusal.to_string();
        let Some((setting, first)) = refusal.kind.rule() else { return text };
        let rule = self.number(setting, first);
        format!("{} ({rule}).", text.trim_end_matches('.'))
    }

    /// Returns the rule by which the hand of an absent player is dead.
    pub(crate) fn absence(&self) -> String {
        self.number(Some("absent_hand"), "TDA 30")
    }

    /// Returns the rule by which a player misses hands.
    pub(crate) fn penalty(&self) -> String {
        self.number(Some("penalties.seat"), "TDA 71-C")
    }

    /// Returns the rule for drawing the button, the first time and later.
    pub(crate) fn button(&self) -> String {
        self.number(Some("first_button"), "GAPS G-36")
    }

    fn number(&self, setting: Option<&str>, first: &str) -> String {
        let own = setting.and_then(|setting| self.of_settings.get(setting));
        own.cloned().unwrap_or_else(|| first.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardroom_engine::{DealClause, RefusalKind};
    use cardroom_rules::Chips;

    fn numbers(book: &str) -> RuleNumbers {
        let library = crate::shipped::library();
        RuleNumbers::of(library.citations(book).expect("it is shipped"))
    }

    #[test]
    fn a_league_has_its_own_numbers_and_falls_back_on_those_of_the_directors() {
        let [directors, league] = ["tda-2024", "tfpl"].map(numbers);
        assert_eq!(directors.clause(Clause::HalfRaise), "TDA 43-A");
        assert_eq!(directors.ground(Ground::CalledClock), "TDA 29");
        assert_eq!(league.ground(Ground::CalledClock), "TFPL 5c-11");
        assert!(league.clause(Clause::Motions).starts_with("TFPL "));
        assert_eq!(league.clause(Clause::Conditional), "TDA 59-A", "no setting stands for it");
        assert_eq!(numbers("online").clause(Clause::Overchip), "TDA 44");
    }

    #[test]
    fn a_refusal_cites_the_book_that_is_played() {
        let refused = |book: &str, kind: RefusalKind| numbers(book).refusal(&kind.into());
        let below = RefusalKind::BelowMinimum { min_to: Chips(800) };
        let says = "The minimum is 800. Choose a larger amount";
        assert_eq!(refused("tda-2024", below), format!("{says} (TDA 43)."));
        assert_eq!(refused("tfpl", below), format!("{says} (TFPL 3d-3)."));
        assert_eq!(refused("tnpl", below), format!("{says} (TNPL H5-i)."));
        let says = "Under this rulebook a dead hand stays dead (WPT 25).";
        assert_eq!(refused("wptapl", RefusalKind::DeadForGood), says);
        let silent = "This rulebook has no rabbit hunting (TDA 28).";
        assert_eq!(refused("wptapl", RefusalKind::NoRabbitHunt), silent, "the book is silent");
        let none = "There is no bet to call. Check or bet.";
        assert_eq!(refused("tfpl", RefusalKind::NothingToCall), none, "no rule stands behind it");
    }

    #[test]
    fn a_ruling_on_the_deal_has_the_number_of_the_book_in_force() {
        let number = |book: &str, clause| numbers(book).ground(Ground::Deal(clause));
        for (book, touched, flop, late) in [
            ("tda-2024", "TDA 65-A, 65-B", "TDA 39-A", "TDA 35-D"),
            ("tnpl", "TNPL I2", "TNPL G3", "TNPL G1-iii, G2"),
            ("tfpl", "TFPL 3b-7, 3c-2", "TFPL 5a-4, 5a-8", "TFPL 3a-0, 3a-10"),
            ("spotlight", "SPOT 3b-4, 3c-2", "SPOT 5a-3, 5a-7", "SPOT 3a-0, 3a-10"),
            ("wptapl", "WPT 24, 25", "TDA 39-A", "TDA 35-D"),
        ] {
            assert_eq!(number(book, DealClause::Touched), touched);
            assert_eq!(number(book, DealClause::FourCardFlop), flop);
            assert_eq!(number(book, DealClause::TooLate), late);
        }
    }
}
