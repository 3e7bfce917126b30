//! Rulings on the deck, the stub and the board: a fouled deck, a four-card flop, burns, premature
//! cards.

use super::{Bench, Judged, Judgement, Verdict, places};
use crate::deal_error::{DealClause, DeckFault, DroppedStub, NewBoard, NewStub, Remedy};
use crate::refusal::RefusalKind;
use crate::ruling::RulingOption;
use cardroom_rules::Deal;
use cardroom_rules::rulebook::{
    DealingRule, ExposedBurn, ExtraBurns, FouledDeck, FourCardFlop, NoBurnFlop, PrematureCard,
};

/// Rules on a faulty deck.
pub(super) fn fouled(book: &DealingRule, fault: DeckFault) -> Judged {
    let clause = DealClause::FouledDeck;
    let void = || Judged::new(clause, Remedy::Void);
    let stands = || Judged::new(clause, Remedy::PlaysOn);
    match (book.fouled_deck, fault) {
        (FouledDeck::Void | FouledDeck::VoidAlsoOtherBack, DeckFault::TwoEqual)
        | (FouledDeck::VoidAlsoOtherBack, DeckFault::OtherBack) => void(),
        (FouledDeck::VoidAlsoOtherBack, DeckFault::OtherBackInStub | DeckFault::Missing) => {
            stands()
        }
        // Every book with a rule for this voids the hand, and no result would be fair.
        (FouledDeck::Floor, DeckFault::TwoEqual) => Judged {
            clause,
            verdict: Verdict::Floor(vec![RulingOption::Void, RulingOption::PlaysOn]),
        },
        // Other faults are left to the house (TDA 35-E).
        (FouledDeck::Void | FouledDeck::Floor, _) => Judged::floor(clause, &[RulingOption::Void]),
    }
}

impl Bench<'_> {
    pub(super) fn dropped(&self, stub: DroppedStub) -> Judged {
        let how = match stub {
            DroppedStub::Rebuilt => return Judged::new(DealClause::DroppedStub, Remedy::SetRight),
            DroppedStub::Disordered => NewStub::Shuffled,
            DroppedStub::Mixed => NewStub::ShuffledWithMuck,
        };
        let back = Default::default();
        Judged::new(DealClause::DroppedStub, Remedy::Stub { how, back })
    }

    /// Rules on an exposed burn card. Every book leaves it the burn, and only some say who sees it.
    pub(super) fn exposed_burn(&self) -> Judgement {
        let card = self.hand.deck.last_burn().ok_or(RefusalKind::NoSuchError)?;
        let clause = DealClause::ExposedBurn;
        Ok(match self.book.exposed_burn {
            ExposedBurn::Shown => Judged::new(clause, Remedy::Shown { card }),
            ExposedBurn::Floor => Judged::floor(clause, &[RulingOption::AsExposed]),
        })
    }

    pub(super) fn four_card_flop(&self, burn_known: bool) -> Judgement {
        self.check_flop()?;
        let clause = DealClause::FourCardFlop;
        Ok(match self.book.four_card_flop {
            FourCardFlop::ScrambleOneIsNextBurn if self.has_action() => {
                Judged::floor(clause, &[RulingOption::Scramble])
            }
            FourCardFlop::ScrambleOneIsNextBurn => {
                Judged::new(clause, self.board(NewBoard::FourScrambled)?)
            }
            // A board card that was bet on stands (TFPL 5a-6).
            FourCardFlop::RedealUnlessBurnKnown if self.has_action() => {
                Judged::new(DealClause::Burns, Remedy::PlaysOn)
            }
            FourCardFlop::RedealUnlessBurnKnown if burn_known => {
                Judged::new(clause, Remedy::SetRight)
            }
            FourCardFlop::RedealUnlessBurnKnown => {
                Judged::new(clause, self.board(NewBoard::Redealt)?)
            }
        })
    }

    pub(super) fn no_burn(&self, exposed: bool) -> Judgement {
        self.check_flop()?;
        let clause = DealClause::NoBurn;
        if self.has_action() {
            return Ok(Judged::new(clause, Remedy::PlaysOn));
        }
        Ok(Judged::new(
            clause,
            match self.book.no_burn_flop {
                NoBurnFlop::ScrambleAndAddNext => self.board(NewBoard::BurnTakenFrom)?,
                NoBurnFlop::RectifyOrReshuffle if exposed => self.board(NewBoard::Redealt)?,
                NoBurnFlop::RectifyOrReshuffle => Remedy::SetRight,
            },
        ))
    }

    pub(super) fn burns(&self, burned: u8, exposed: bool) -> Judgement {
        let dealt = self.dealt_to_board().ok_or(RefusalKind::NoSuchError)?;
        if burned == 1 || !self.hand.boards.is_single() {
            return Err(RefusalKind::NoSuchError);
        }
        if burned == 0 && self.check_flop().is_ok() {
            return self.no_burn(exposed);
        }
        let clause = DealClause::Burns;
        Ok(Judged::new(
            clause,
            match self.book.extra_burns {
                ExtraBurns::OnePerStreet => Remedy::PlaysOn,
                ExtraBurns::RestoreOrder if self.has_action() => Remedy::PlaysOn,
                ExtraBurns::RestoreOrder if !exposed => Remedy::SetRight,
                ExtraBurns::RestoreOrder if dealt > 1 => self.board(NewBoard::Redealt)?,
                ExtraBurns::RestoreOrder if burned == 0 => self.board(NewBoard::BurnForCard)?,
                ExtraBurns::RestoreOrder => self.board(NewBoard::CardForBurn)?,
            },
        ))
    }

    pub(super) fn premature(&self) -> Judgement {
        let next = usize::from(self.hand.street.number()) + 1;
        let street = self.table.game().streets.get(next).ok_or(RefusalKind::NoSuchError)?;
        let burns = street.deal.iter().filter(|deal| **deal == Deal::Burn).count();
        let early = street.deal.iter().find_map(|deal| match deal {
            Deal::Board(count) => Some(usize::from(*count)),
            // Only the first card, which belongs to the first player. A card dealt face down was
            // never seen.
            Deal::Up => Some(1),
            Deal::Down(_) => Some(0),
            _ => None,
        });
        let early =
            early.filter(|_| self.hand.street.drawing().is_none() && self.hand.boards.is_single());
        let early = early.ok_or(RefusalKind::NoSuchError)?;
        let stub = self.hand.deck.stub().ok_or(RefusalKind::NoSuchError)?;
        let back = stub.get(burns..burns + early).ok_or(RefusalKind::NoSuchError)?;
        let streets = &self.table.game().streets;
        let is_turn =
            early == 1 && street.deal.contains(&Deal::Board(1)) && next + 2 == streets.len();
        let of_board = self.table.game().board_cards() > 0;
        let how = match self.book.premature_card {
            PrematureCard::BurnGoesBack => NewStub::BurnGoesBack,
            PrematureCard::KeepBoard if of_board => NewStub::BoardKept,
            PrematureCard::FifthForFourth if is_turn => NewStub::LastForEarly,
            PrematureCard::BurnStays | PrematureCard::KeepBoard | PrematureCard::FifthForFourth => {
                NewStub::BurnStays
            }
        };
        let remedy = Remedy::Stub { how, back: back.iter().copied().collect() };
        Ok(Judged::new(DealClause::Premature, remedy))
    }

    pub(super) fn board(&self, how: NewBoard) -> Result<Remedy, RefusalKind> {
        let exchanged = matches!(how, NewBoard::BurnForCard | NewBoard::CardForBurn);
        if !exchanged && places::remedy_order(self.hand, self.table.game()).is_none() {
            return Err(RefusalKind::NoShuffleLeft);
        }
        let put =
            places::new_board(self.hand, self.table.game(), how).ok_or(RefusalKind::NoSuchError)?;
        Ok(Remedy::Board { how, cards: put.board })
    }
}
