//! What a book says about an error of the deal: each report is judged by the settings, and comes to
//! a remedy or to a question for the floor. How cards are put right is in `remedies`.

use super::{Step, Table};
use crate::adjudicate::RulingOption;
use crate::deal_error::{
    BoxedAt, DealClause, DealError, DeckFault, DroppedStub, NewBoard, NewStub, Remedy,
};
use crate::hand::{Hand, Phase};
use crate::refusal::RefusalKind;
use cardroom_cards::Card;
use cardroom_rules::rulebook::{
    CardOffTable, DealingRule, ExtraBurns, FouledDeck, FourCardFlop, MisdealExposed, NoBurnFlop,
    NonStandardCard, OneBoxedCard, OneExposedCard, PrematureCard, TouchedHand, WrongCardCount,
    WrongSequence,
};
use cardroom_rules::{Deal, Forced, SeatNo};

/// What a report comes to.
pub(super) struct Judged {
    pub(super) clause: DealClause,
    pub(super) verdict: Verdict,
}

pub(super) enum Verdict {
    /// The book says it.
    Remedy(Remedy),
    /// It leaves it to the floor: what can be ruled, the first of it where nobody rules.
    Floor(Vec<RulingOption>),
}

impl Judged {
    fn new(clause: DealClause, remedy: Remedy) -> Self {
        Self { clause, verdict: Verdict::Remedy(remedy) }
    }

    /// The floor decides; by default the hand goes on, and no chip moves (GAPS G-02).
    fn floor(clause: DealClause, others: &[RulingOption]) -> Self {
        let options = [&[RulingOption::PlaysOn], others].concat();
        Self { clause, verdict: Verdict::Floor(options) }
    }

    /// In time it is a misdeal; after that the hand goes on.
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

type Judgement = Result<Judged, RefusalKind>;

/// The hand, and the book it is judged by.
pub(super) struct Bench<'a> {
    pub(super) table: &'a Table,
    pub(super) hand: &'a Hand,
    book: &'a DealingRule,
    /// After substantial action there is no misdeal (TDA 35-D).
    too_late: bool,
}

impl Step<'_> {
    pub(super) fn judge_deal(&self, error: DealError) -> Judgement {
        let bench = self.table.bench().ok_or(RefusalKind::NoHand)?;
        let fouled = matches!(error, DealError::FouledDeck { .. });
        // Of a street that is over, or a hand that is shown, nothing is put right any more; but a
        // fouled deck voids the hand at any time (TDA 35-E).
        if !fouled && !matches!(bench.hand.phase, Phase::Turn(_) | Phase::Held { .. }) {
            return Err(RefusalKind::WindowClosed);
        }
        bench.judge(error)
    }
}

impl Bench<'_> {
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
            DealError::FouledDeck { fault } => Ok(self.fouled(fault)),
            DealError::FourCardFlop { burn_known } => self.four_card_flop(burn_known),
            DealError::NoBurn { exposed } => self.no_burn(exposed),
            DealError::Burns { burned, exposed } => self.burns(burned, exposed),
            DealError::Premature { .. } => self.premature(),
            DealError::DroppedStub { stub } => Ok(self.dropped(stub)),
            DealError::Touched { seat, other, identified } => self.touched(seat, other, identified),
            DealError::TakenByDealer { seat, identified } => self.taken(seat, identified),
        }
    }

    // Hole cards.

    fn exposed(&self, seat: SeatNo, place: u8) -> Judgement {
        let card = self.hole_card(seat, place)?;
        let player = &self.hand.players[seat.index()];
        if player.up.contains(usize::from(place)) || player.flashed.contains(usize::from(place)) {
            return Err(RefusalKind::NothingToDo);
        }
        if self.table.game().forced == Forced::BringIn {
            return Ok(self.exposed_in_stud(place, card));
        }
        if self.table.game().board_cards() == 0 {
            // House rules apply for draw games (TDA 35-A7).
            let misdeal: &[_] = if self.too_late { &[] } else { &[RulingOption::Misdeal] };
            return Ok(Judged::floor(DealClause::MisdealExposed, misdeal));
        }
        if self.too_late || self.hand.street > 0 {
            return Ok(Judged::new(DealClause::TooLate, Remedy::Shown { card }));
        }
        if self.is_misdeal(seat, place) {
            return Ok(Judged::new(DealClause::MisdealExposed, Remedy::Misdeal));
        }
        Ok(Judged::new(
            DealClause::OneExposed,
            match self.book.one_exposed_card {
                OneExposedCard::ReplacedBecomesBurn if self.has_stub() => Remedy::Replaced { card },
                OneExposedCard::ReplacedBecomesBurn | OneExposedCard::PlaysOn => {
                    Remedy::Shown { card }
                }
            },
        ))
    }

    fn is_misdeal(&self, seat: SeatNo, place: u8) -> bool {
        let hand = self.hand;
        let any_two = hand.flashed > 0;
        // One card at a time, clockwise from the button's left.
        let first_two = {
            let mut order = hand.dealt.clockwise_after(hand.button);
            place == 0 && order.position(|dealt| dealt == seat).is_some_and(|nth| nth < 2)
        };
        let of_blinds = [hand.small_blind, hand.big_blind].contains(&Some(seat));
        let dealers_second = seat == hand.button && place == 1;
        match self.book.misdeal_exposed {
            MisdealExposed::AnyTwo => any_two,
            MisdealExposed::FirstTwoOrAnyTwo => any_two || first_two,
            MisdealExposed::FirstTwoAnyTwoOrBlinds => {
                any_two || first_two || of_blinds || dealers_second
            }
        }
    }

    /// TDA RP-10-A, B: it is the up-card of the first street, and replaced on the last one as long as
    /// there is betting to come.
    fn exposed_in_stud(&self, place: u8, card: Card) -> Judged {
        let hand = self.hand;
        let last = usize::from(hand.street) + 1 == self.table.game().streets.len();
        let of_the_last = last && usize::from(place) + 1 == self.table.game().hole_cards();
        let remedy = if hand.street == 0 && hand.tally.is_empty() && self.has_stub() {
            Remedy::UpCard { card }
        } else if of_the_last && hand.behind().len() > 1 && self.has_stub() {
            Remedy::Replaced { card }
        } else {
            Remedy::Shown { card }
        };
        Judged::new(DealClause::StudExposed, remedy)
    }

    fn off_table(&self, seat: SeatNo, place: u8) -> Judgement {
        self.hole_card(seat, place)?;
        match self.book.card_off_table {
            CardOffTable::Exposed => self.exposed(seat, place),
            CardOffTable::NotExposed => Ok(Judged::new(DealClause::OffTable, Remedy::PlaysOn)),
            CardOffTable::Floor => {
                Ok(Judged::floor(DealClause::OffTable, &[RulingOption::AsExposed]))
            }
        }
    }

    fn boxed(&self, cards: u8, at: BoxedAt) -> Judgement {
        if cards == 0 {
            return Err(RefusalKind::NoSuchError);
        }
        let scrap = self.scrap(at)?;
        if cards >= self.book.boxed_cards {
            return Ok(Judged::misdeal(DealClause::Boxed, self.too_late));
        }
        let clause = DealClause::OneBoxed;
        let of_the_board = matches!(at, BoxedAt::Board { .. } | BoxedAt::Burn);
        Ok(match (self.book.one_boxed_card, scrap) {
            (_, None) => Judged::new(clause, Remedy::PlaysOn),
            (OneBoxedCard::Floor, Some(_)) => Judged::floor(clause, &[RulingOption::Scrap]),
            (OneBoxedCard::ScrapOffTheBoard, Some(_)) if of_the_board => {
                Judged::new(clause, Remedy::PlaysOn)
            }
            (OneBoxedCard::ScrapOffTheBoard | OneBoxedCard::Scrap, Some(scrap)) => {
                Judged::new(clause, scrap)
            }
        })
    }

    /// The next card in the place of one that lay the wrong way, unless somebody has acted on it.
    pub(super) fn scrap(&self, at: BoxedAt) -> Result<Option<Remedy>, RefusalKind> {
        let hand = self.hand;
        let mut board = hand.boards[0].clone();
        let (card, fresh) = match at {
            BoxedAt::Hand { seat, place } => {
                let card = self.hole_card(seat, place)?;
                (Some(card), hand.street == 0 && !hand.tally.has_acted(seat))
            }
            BoxedAt::Board { place } => {
                let dealt = self.dealt_to_board().ok_or(RefusalKind::NoSuchError)?;
                if usize::from(place) >= board.len() {
                    return Err(RefusalKind::NoSuchError);
                }
                let fresh = usize::from(place) >= board.len() - dealt && !self.has_action();
                if let Some(next) = hand.stub().and_then(|stub| stub.first()).filter(|_| fresh) {
                    board[usize::from(place)] = *next;
                }
                (None, fresh)
            }
            BoxedAt::Burn if hand.burned.open().is_empty() => return Err(RefusalKind::NoSuchError),
            BoxedAt::Burn => (None, !self.has_action()),
            BoxedAt::Stub => (None, true),
        };
        // A short stub must reach for what is still to come.
        let reaches = hand.stub().map_or(0, <[Card]>::len) > self.cards_to_come();
        Ok((fresh && reaches).then_some(Remedy::Scrapped { card, board }))
    }

    // Who was dealt what.

    fn out_of_sequence(&self) -> Judged {
        match self.book.wrong_sequence {
            WrongSequence::Misdeal => Judged::misdeal(DealClause::Sequence, self.too_late),
        }
    }

    fn not_entitled(&self, seat: SeatNo) -> Judgement {
        if seat.0 >= self.table.setup.seats {
            return Err(RefusalKind::UnknownSeat);
        }
        if self.hand.dealt.contains(seat) {
            return Err(RefusalKind::NoSuchError);
        }
        Ok(self.out_of_sequence())
    }

    fn left_out(&self, seat: SeatNo) -> Judgement {
        self.table.checked_seat(seat)?;
        if self.too_late && self.hand.live().contains(seat) {
            // A hand without cards cannot be played on.
            return Ok(self.dead_or_floor(DealClause::CardCount, &[seat]));
        }
        Ok(self.out_of_sequence())
    }

    fn card_count(&self, seat: SeatNo, cards: u8) -> Judgement {
        let (hand, clause) = (self.hand, DealClause::CardCount);
        let right = self.held(seat)?;
        if cards == right {
            return Err(RefusalKind::NothingToDo);
        }
        let acted = hand.tally.has_acted(seat);
        // The last card of the deal is the button's: the next of the deck is the one that is missing.
        let buttons_last = seat == hand.button && cards + 1 == right && hand.street == 0;
        let one_too_many = cards == right + 1 && hand.street == 0 && hand.tally.is_empty();
        let misdeal = Judged::new(clause, Remedy::Misdeal);
        Ok(match self.book.wrong_card_count {
            // TDA 37: also after substantial action, unless the button has acted on it.
            WrongCardCount::DeadAfterSubstantialAction if buttons_last && !acted => {
                Judged::new(clause, Remedy::SetRight)
            }
            _ if !self.too_late && buttons_last && !acted => Judged::new(clause, Remedy::SetRight),
            // The extra card goes back on top, and is burned from there.
            WrongCardCount::DeadExtraBecomesBurn | WrongCardCount::MisdealExtraBecomesBurn
                if one_too_many =>
            {
                Judged::new(clause, Remedy::SetRight)
            }
            _ if !self.too_late => misdeal,
            WrongCardCount::DeadAfterSubstantialAction
            | WrongCardCount::DeadUnlessAnnounced
            | WrongCardCount::DeadExtraBecomesBurn => self.dead_or_floor(clause, &[seat]),
            WrongCardCount::MisdealExtraBecomesBurn => Judged::floor(clause, &[RulingOption::Dead]),
        })
    }

    fn non_standard(&self, seat: Option<SeatNo>) -> Judgement {
        let (rule, clause) = (self.book.non_standard_card, DealClause::NonStandard);
        let Some(seat) = seat else {
            // In the stub it is a scrap of paper once it is too late for a misdeal.
            let remedy = if self.too_late { Remedy::SetRight } else { Remedy::Misdeal };
            return Ok(Judged::new(clause, remedy));
        };
        self.held(seat)?;
        let acted = self.hand.tally.has_acted(seat);
        Ok(match rule {
            NonStandardCard::DeadOnceActed if acted => self.dead_or_floor(clause, &[seat]),
            _ if !self.too_late => Judged::new(clause, Remedy::Misdeal),
            NonStandardCard::DeadUnlessAnnounced => self.dead_or_floor(clause, &[seat]),
            // A scrap leaves the hand a card short: who has acted on that is dead (TDA 35-D, 37).
            NonStandardCard::MisdealThenScrap if acted => self.dead_or_floor(clause, &[seat]),
            NonStandardCard::MisdealThenScrap | NonStandardCard::DeadOnceActed => {
                Judged::new(clause, Remedy::SetRight)
            }
        })
    }

    // The deck.

    fn fouled(&self, fault: DeckFault) -> Judged {
        let clause = DealClause::FouledDeck;
        let void = || Judged::new(clause, Remedy::Void);
        let stands = || Judged::new(clause, Remedy::PlaysOn);
        match (self.book.fouled_deck, fault) {
            (FouledDeck::Void | FouledDeck::VoidAlsoOtherBack, DeckFault::TwoEqual)
            | (FouledDeck::VoidAlsoOtherBack, DeckFault::OtherBack) => void(),
            (FouledDeck::VoidAlsoOtherBack, DeckFault::OtherBackInStub | DeckFault::Missing) => {
                stands()
            }
            // Every book that has a rule voids it, and no result would be a fair one.
            (FouledDeck::Floor, DeckFault::TwoEqual) => Judged {
                clause,
                verdict: Verdict::Floor(vec![RulingOption::Void, RulingOption::PlaysOn]),
            },
            // What else fouls a deck is up to the house (TDA 35-E).
            (FouledDeck::Void | FouledDeck::Floor, _) => {
                Judged::floor(clause, &[RulingOption::Void])
            }
        }
    }

    fn dropped(&self, stub: DroppedStub) -> Judged {
        let how = match stub {
            DroppedStub::Rebuilt => return Judged::new(DealClause::DroppedStub, Remedy::SetRight),
            DroppedStub::Disordered => NewStub::Shuffled,
            DroppedStub::Mixed => NewStub::ShuffledWithMuck,
        };
        let back = Default::default();
        Judged::new(DealClause::DroppedStub, Remedy::Stub { how, back })
    }

    // The board.

    fn four_card_flop(&self, burn_known: bool) -> Judgement {
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

    fn no_burn(&self, exposed: bool) -> Judgement {
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

    fn burns(&self, burned: u8, exposed: bool) -> Judgement {
        let dealt = self.dealt_to_board().ok_or(RefusalKind::NoSuchError)?;
        if burned == 1 || self.hand.boards.len() != 1 {
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

    fn premature(&self) -> Judgement {
        let next = usize::from(self.hand.street) + 1;
        let street = self.table.game().streets.get(next).ok_or(RefusalKind::NoSuchError)?;
        let burns = street.deal.iter().filter(|deal| **deal == Deal::Burn).count();
        let early = street.deal.iter().find_map(|deal| match deal {
            Deal::Board(count) => Some(usize::from(*count)),
            // The first of them: it belongs to the first player, and is not known before where it
            // comes face down.
            Deal::Up => Some(1),
            Deal::Down(_) => Some(0),
            _ => None,
        });
        let early = early.filter(|_| self.hand.drawing.is_none() && self.hand.boards.len() == 1);
        let early = early.ok_or(RefusalKind::NoSuchError)?;
        let stub = self.hand.stub().ok_or(RefusalKind::NoSuchError)?;
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

    // Hands.

    fn touched(&self, seat: SeatNo, other: Option<SeatNo>, identified: bool) -> Judgement {
        self.held(seat)?;
        if let Some(other) = other {
            self.held(other)?;
        }
        if other == Some(seat) {
            return Err(RefusalKind::NoSuchError);
        }
        let clause = DealClause::Touched;
        Ok(match (self.book.touched_hand, other) {
            (TouchedHand::BothDead, Some(other)) => self.dead_or_floor(clause, &[seat, other]),
            (TouchedHand::BothDead | TouchedHand::Dead, _) => self.dead_or_floor(clause, &[seat]),
            (TouchedHand::DeadUnlessIdentified, _) if identified => {
                Judged::new(clause, Remedy::PlaysOn)
            }
            (TouchedHand::DeadUnlessIdentified, _) => self.dead_or_floor(clause, &[seat]),
        })
    }

    /// TDA 65-A; TFPL 3c-2; WPTAPL 24: who does not protect a hand has no redress.
    fn taken(&self, seat: SeatNo, identified: bool) -> Judgement {
        self.held(seat)?;
        let clause = DealClause::Touched;
        Ok(match self.book.touched_hand {
            TouchedHand::DeadUnlessIdentified if identified => Judged::new(clause, Remedy::PlaysOn),
            _ => self.dead_or_floor(clause, &[seat]),
        })
    }

    /// Dead, unless nobody would be left to win some pot: that is for the floor.
    fn dead_or_floor(&self, clause: DealClause, seats: &[SeatNo]) -> Judged {
        if self.leaves_a_winner(seats) {
            Judged::dead(clause, seats)
        } else {
            Judged::floor(clause, &[RulingOption::Void])
        }
    }

    /// Whether every pot can still be won without these hands.
    fn leaves_a_winner(&self, seats: &[SeatNo]) -> bool {
        let live = self.hand.live();
        let plays_on = |seat: SeatNo| {
            let mucked = self.hand.players[seat.index()].mucked;
            live.contains(seat) && !mucked && !seats.contains(&seat)
        };
        let mut pots = self.hand.pots.iter().filter(|pot| !pot.amount.is_zero());
        live.iter().any(plays_on) && pots.all(|pot| pot.eligible.iter().any(plays_on))
    }

    // What is so.

    fn board(&self, how: NewBoard) -> Result<Remedy, RefusalKind> {
        let exchanged = matches!(how, NewBoard::BurnForCard | NewBoard::CardForBurn);
        if !exchanged && self.table.remedy_order(self.hand).is_none() {
            return Err(RefusalKind::NoShuffleLeft);
        }
        let put = self.table.new_board(self.hand, how).ok_or(RefusalKind::NoSuchError)?;
        Ok(Remedy::Board { how, cards: put.board })
    }

    /// How many cards a player of the hand holds, as the table has it.
    fn held(&self, seat: SeatNo) -> Result<u8, RefusalKind> {
        self.table.checked_seat(seat)?;
        if !self.hand.live().contains(seat) {
            return Err(RefusalKind::NotInHand);
        }
        Ok(self.hand.players[seat.index()].held())
    }

    fn hole_card(&self, seat: SeatNo, place: u8) -> Result<Card, RefusalKind> {
        self.held(seat)?;
        let hole = &self.hand.players[seat.index()].hole;
        hole.get(usize::from(place)).map(|card| *card.open()).ok_or(RefusalKind::NoSuchCard)
    }

    fn has_stub(&self) -> bool {
        self.hand.stub().is_some_and(|stub| stub.len() > self.cards_to_come())
    }

    /// How many cards the streets after this one take at most.
    fn cards_to_come(&self) -> usize {
        let live = self.hand.live().len();
        let streets = &self.table.game().streets[usize::from(self.hand.street) + 1..];
        let deals = streets.iter().flat_map(|street| &street.deal);
        let counts = deals.map(|deal| match deal {
            Deal::Burn => 1,
            Deal::Board(count) => usize::from(*count),
            Deal::Down(each) => usize::from(*each) * live,
            Deal::Up => live,
            Deal::Discard(_) | Deal::Draw(_) => 0,
        });
        counts.sum()
    }

    /// Somebody has acted on this street.
    fn has_action(&self) -> bool {
        self.hand.dealt.iter().any(|seat| self.hand.players[seat.index()].acted)
    }

    /// How many cards came to the board with this street.
    fn dealt_to_board(&self) -> Option<usize> {
        self.table.dealt_to_board(self.hand)
    }

    fn check_flop(&self) -> Result<(), RefusalKind> {
        let flop = self.dealt_to_board() == Some(3) && self.hand.boards.len() == 1;
        if flop && self.hand.board().len() == 3 { Ok(()) } else { Err(RefusalKind::NoSuchError) }
    }
}

impl Table {
    /// How many cards came to the board with this street.
    pub(super) fn dealt_to_board(&self, hand: &Hand) -> Option<usize> {
        let deals = &self.game().streets[usize::from(hand.street)].deal;
        deals.iter().find_map(|deal| match deal {
            Deal::Board(count) => Some(usize::from(*count)),
            _ => None,
        })
    }

    /// What would be judged of the hand in progress by its own book.
    pub(super) fn bench(&self) -> Option<Bench<'_>> {
        let hand = self.hand.as_ref()?;
        let (book, too_late) = (&self.setup.rulebook.dealing, self.substantial_action());
        Some(Bench { table: self, hand, book, too_late })
    }
}
