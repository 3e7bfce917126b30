//! Rulings on dealing errors. The rulebook settings turn each report into a remedy or a question
//! for the floor. `remedies` carries the remedies out.

mod deck;
mod hands;

use super::places;
use crate::deal_error::{DealClause, DealError, Remedy};
use crate::hand::{Hand, Phase};
use crate::refusal::RefusalKind;
use crate::ruling::RulingOption;
use crate::table::{LastPots, Table};
use cardroom_cards::Card;
use cardroom_rules::rulebook::DealingRule;
use cardroom_rules::{Deal, Millis, SeatNo};

/// The ruling on a report.
pub(super) struct Judged {
    pub(super) clause: DealClause,
    pub(super) verdict: Verdict,
}

pub(super) enum Verdict {
    /// The rulebook decides on this remedy.
    Remedy(Remedy),
    /// The floor decides among these options. The first is the default.
    Floor(Vec<RulingOption>),
}

type Judgement = Result<Judged, RefusalKind>;

impl Judged {
    /// Rules on a report.
    pub(super) fn of(table: &Table, now: Millis, error: DealError) -> Judgement {
        let Some(bench) = Bench::of(table) else {
            // A finished hand is not corrected, but its deck may have been fouled.
            let DealError::FouledDeck { fault } = error else { return Err(RefusalKind::NoHand) };
            LastPots::of(table, now).ok_or(RefusalKind::NoHand)?.check_undoable()?;
            return Ok(deck::fouled(&table.setup.rulebook.dealing, fault));
        };
        let fouled = matches!(error, DealError::FouledDeck { .. });
        // Once the street is over or hands are shown, nothing is corrected. A fouled deck still
        // voids the hand at any time (TDA 35-E).
        if !fouled && !matches!(bench.hand.phase, Phase::Turn(_) | Phase::Held { .. }) {
            return Err(RefusalKind::WindowClosed);
        }
        bench.judge(error)
    }

    fn new(clause: DealClause, remedy: Remedy) -> Self {
        Self { clause, verdict: Verdict::Remedy(remedy) }
    }

    /// Leaves the decision to the floor. By default the hand continues and no
    /// chip moves (GAPS G-02).
    fn floor(clause: DealClause, others: &[RulingOption]) -> Self {
        let options = [&[RulingOption::PlaysOn], others].concat();
        Self { clause, verdict: Verdict::Floor(options) }
    }

    /// Rules a misdeal if it is not too late. Otherwise the hand continues.
    fn misdeal(clause: DealClause, too_late: bool) -> Self {
        match too_late {
            true => Self::new(DealClause::TooLate, Remedy::PlaysOn),
            false => Self::new(clause, Remedy::Misdeal),
        }
    }

    fn dead(clause: DealClause, seats: &[SeatNo]) -> Self {
        Self::new(clause, Remedy::Dead { seats: seats.iter().copied().collect() })
    }
}

/// The hand, and the rulebook it is judged by.
pub(super) struct Bench<'a> {
    pub(super) table: &'a Table,
    pub(super) hand: &'a Hand,
    book: &'a DealingRule,
    /// After substantial action there is no misdeal (TDA 35-D).
    too_late: bool,
}

impl<'a> Bench<'a> {
    /// Returns the hand in progress with the rulebook that judges it.
    pub(super) fn of(table: &'a Table) -> Option<Self> {
        let hand = table.hand.as_ref()?;
        let too_late = table.in_play().is_some_and(|hand| hand.substantial_action());
        let book = &table.setup.rulebook.dealing;
        Some(Self { table, hand, book, too_late })
    }

    fn judge(&self, error: DealError) -> Judgement {
        match error {
            DealError::Exposed { seat, place } => self.exposed(seat, place),
            DealError::OffTable { seat, place } => self.off_table(seat, place),
            DealError::Boxed { cards, at } => self.boxed(cards, at),
            DealError::OutOfSequence => Ok(self.out_of_sequence()),
            DealError::NotEntitled { seat } => self.not_entitled(seat),
            DealError::LeftOut { seat } => self.left_out(seat),
            DealError::CardCount { seat, cards } => self.card_count(seat, cards),
            DealError::NonStandard { seat } => self.non_standard(seat),
            DealError::FouledDeck { fault } => Ok(deck::fouled(self.book, fault)),
            DealError::FourCardFlop { burn_known } => self.four_card_flop(burn_known),
            DealError::NoBurn { exposed } => self.no_burn(exposed),
            DealError::Burns { burned, exposed } => self.burns(burned, exposed),
            DealError::Premature { .. } => self.premature(),
            DealError::DroppedStub { stub } => Ok(self.dropped(stub)),
            DealError::Touched { seat, other, identified } => self.touched(seat, other, identified),
            DealError::TakenByDealer { seat, identified } => self.taken(seat, identified),
            DealError::ExposedBurn => self.exposed_burn(),
        }
    }

    // Facts.

    /// Returns the number of cards that a player of the hand holds, according to the table.
    fn held(&self, seat: SeatNo) -> Result<u8, RefusalKind> {
        self.table.checked_seat(seat)?;
        if !self.hand.players.live().contains(seat) {
            return Err(RefusalKind::NotInHand);
        }
        Ok(self.hand.players[seat].held())
    }

    fn hole_card(&self, seat: SeatNo, place: u8) -> Result<Card, RefusalKind> {
        self.held(seat)?;
        let hole = &self.hand.players[seat].hole;
        hole.get(usize::from(place)).map(|card| *card.open()).ok_or(RefusalKind::NoSuchCard)
    }

    fn has_stub(&self) -> bool {
        self.hand.deck.stub().is_some_and(|stub| stub.len() > self.cards_to_come())
    }

    /// Returns the most cards that the later streets can take.
    fn cards_to_come(&self) -> usize {
        let live = self.hand.players.live().len();
        let deals = self.hand.street.later_deals(self.table.game());
        let counts = deals.map(|deal| match deal {
            Deal::Burn => 1,
            Deal::Board(count) => usize::from(*count),
            Deal::Down(each) => usize::from(*each) * live,
            Deal::Up => live,
            Deal::Discard(_) | Deal::Draw(_) => 0,
        });
        counts.sum()
    }

    /// Returns `true` if a player has acted on this street.
    fn has_action(&self) -> bool {
        !self.hand.players.acted().is_empty()
    }

    /// Returns the number of board cards dealt on this street.
    fn dealt_to_board(&self) -> Option<usize> {
        places::dealt_to_board(self.hand, self.table.game())
    }

    fn check_flop(&self) -> Result<(), RefusalKind> {
        let flop = self.dealt_to_board() == Some(3) && self.hand.boards.is_single();
        if flop && self.hand.boards.first().len() == 3 {
            Ok(())
        } else {
            Err(RefusalKind::NoSuchError)
        }
    }
}
