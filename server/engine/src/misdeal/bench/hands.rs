//! Rulings on cards dealt to players: exposed, boxed, out of order, too many, touched.

use super::{Bench, Judged, Judgement};
use crate::deal_error::{BoxedAt, DealClause, Remedy};
use crate::refusal::RefusalKind;
use crate::ruling::RulingOption;
use cardroom_cards::Card;
use cardroom_rules::rulebook::{
    CardOffTable, ExposedBurn, MisdealExposed, NonStandardCard, OneBoxedCard, OneExposedCard,
    TouchedHand, WrongCardCount, WrongSequence,
};
use cardroom_rules::{Forced, SeatNo};

impl Bench<'_> {
    pub(super) fn exposed(&self, seat: SeatNo, place: u8) -> Judgement {
        let card = self.hole_card(seat, place)?;
        let player = &self.hand.players[seat];
        if player.up.contains(usize::from(place)) || player.flashed.contains(usize::from(place)) {
            return Err(RefusalKind::NothingToDo);
        }
        if self.table.game().forced == Forced::BringIn {
            return Ok(self.exposed_in_stud(place, card));
        }
        if self.table.game().board_cards() == 0 {
            // House rules apply to draw games (TDA 35-A7).
            let misdeal: &[_] = if self.too_late { &[] } else { &[RulingOption::Misdeal] };
            return Ok(Judged::floor(DealClause::MisdealExposed, misdeal));
        }
        if self.too_late || !self.hand.street.is_first() {
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

    pub(super) fn is_misdeal(&self, seat: SeatNo, place: u8) -> bool {
        let hand = self.hand;
        let any_two = hand.deck.flashed() > 0;
        // One card at a time, clockwise from the button's left.
        let first_two = {
            let mut order = hand.players.dealt().clockwise_after(hand.positions.button());
            place == 0 && order.position(|dealt| dealt == seat).is_some_and(|nth| nth < 2)
        };
        let of_blinds =
            [hand.positions.small_blind(), hand.positions.big_blind()].contains(&Some(seat));
        let dealers_second = seat == hand.positions.button() && place == 1;
        match self.book.misdeal_exposed {
            MisdealExposed::AnyTwo => any_two,
            MisdealExposed::FirstTwoOrAnyTwo => any_two || first_two,
            MisdealExposed::FirstTwoAnyTwoOrBlinds => {
                any_two || first_two || of_blinds || dealers_second
            }
        }
    }

    /// Rules on an exposed card in stud (TDA RP-10-A, B). On the first street it becomes the
    /// up-card. On the last street it is replaced while more betting is possible.
    pub(super) fn exposed_in_stud(&self, place: u8, card: Card) -> Judged {
        let hand = self.hand;
        let last = hand.street.is_last(self.table.game());
        let of_the_last = last && usize::from(place) + 1 == self.table.game().hole_cards();
        let remedy = if hand.street.is_first() && hand.betting.tally().is_empty() && self.has_stub()
        {
            Remedy::UpCard { card }
        } else if of_the_last && hand.players.behind().len() > 1 && self.has_stub() {
            Remedy::Replaced { card }
        } else {
            Remedy::Shown { card }
        };
        Judged::new(DealClause::StudExposed, remedy)
    }

    pub(super) fn off_table(&self, seat: SeatNo, place: u8) -> Judgement {
        self.hole_card(seat, place)?;
        match self.book.card_off_table {
            CardOffTable::Exposed => self.exposed(seat, place),
            CardOffTable::NotExposed => Ok(Judged::new(DealClause::OffTable, Remedy::PlaysOn)),
            CardOffTable::Floor => {
                Ok(Judged::floor(DealClause::OffTable, &[RulingOption::AsExposed]))
            }
        }
    }

    pub(super) fn boxed(&self, cards: u8, at: BoxedAt) -> Judgement {
        if cards == 0 {
            return Err(RefusalKind::NoSuchError);
        }
        let scrap = self.scrap(at)?;
        if cards >= self.book.boxed_cards {
            return Ok(Judged::misdeal(DealClause::Boxed, self.too_late));
        }
        // A boxed burn was seen.
        if at == BoxedAt::Burn && self.book.exposed_burn == ExposedBurn::Shown {
            return self.exposed_burn();
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

    /// Returns the remedy that replaces a boxed card with the next one, unless the
    /// card was acted on.
    pub(in crate::misdeal) fn scrap(&self, at: BoxedAt) -> Result<Option<Remedy>, RefusalKind> {
        let hand = self.hand;
        let mut board = hand.boards.first().clone();
        let (card, fresh) = match at {
            BoxedAt::Hand { seat, place } => {
                let card = self.hole_card(seat, place)?;
                (Some(card), hand.street.is_first() && !hand.betting.tally().has_acted(seat))
            }
            BoxedAt::Board { place } => {
                let dealt = self.dealt_to_board().ok_or(RefusalKind::NoSuchError)?;
                if usize::from(place) >= board.len() {
                    return Err(RefusalKind::NoSuchError);
                }
                let fresh = usize::from(place) >= board.len() - dealt && !self.has_action();
                if let Some(next) = hand.deck.stub().and_then(|stub| stub.first()).filter(|_| fresh)
                {
                    board[usize::from(place)] = *next;
                }
                (None, fresh)
            }
            BoxedAt::Burn if hand.deck.burns() == 0 => return Err(RefusalKind::NoSuchError),
            BoxedAt::Burn => (None, !self.has_action()),
            BoxedAt::Stub => (None, true),
        };
        // The stub must still suffice for the later streets.
        let reaches = hand.deck.stub().map_or(0, <[Card]>::len) > self.cards_to_come();
        Ok((fresh && reaches).then_some(Remedy::Scrapped { card, board }))
    }

    pub(super) fn out_of_sequence(&self) -> Judged {
        match self.book.wrong_sequence {
            WrongSequence::Misdeal => Judged::misdeal(DealClause::Sequence, self.too_late),
        }
    }

    pub(super) fn not_entitled(&self, seat: SeatNo) -> Judgement {
        if seat.0 >= self.table.setup.seats {
            return Err(RefusalKind::UnknownSeat);
        }
        if self.hand.players.dealt().contains(seat) {
            return Err(RefusalKind::NoSuchError);
        }
        Ok(self.out_of_sequence())
    }

    pub(super) fn left_out(&self, seat: SeatNo) -> Judgement {
        self.table.checked_seat(seat)?;
        if self.too_late && self.hand.players.live().contains(seat) {
            // A hand without cards cannot continue.
            return Ok(self.dead_or_floor(DealClause::CardCount, &[seat]));
        }
        Ok(self.out_of_sequence())
    }

    pub(super) fn card_count(&self, seat: SeatNo, cards: u8) -> Judgement {
        let (hand, clause) = (self.hand, DealClause::CardCount);
        let right = self.held(seat)?;
        if cards == right {
            return Err(RefusalKind::NothingToDo);
        }
        let acted = hand.betting.tally().has_acted(seat);
        // The last card of the deal is the button's, so the next card of the deck is the missing
        // one.
        let buttons_last =
            seat == hand.positions.button() && cards + 1 == right && hand.street.is_first();
        let one_too_many =
            cards == right + 1 && hand.street.is_first() && hand.betting.tally().is_empty();
        let misdeal = Judged::new(clause, Remedy::Misdeal);
        Ok(match self.book.wrong_card_count {
            // TDA 37: also after substantial action, unless the button has acted.
            WrongCardCount::DeadAfterSubstantialAction if buttons_last && !acted => {
                Judged::new(clause, Remedy::SetRight)
            }
            _ if !self.too_late && buttons_last && !acted => Judged::new(clause, Remedy::SetRight),
            // The extra card goes back on top and is burned from there.
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

    pub(super) fn non_standard(&self, seat: Option<SeatNo>) -> Judgement {
        let (rule, clause) = (self.book.non_standard_card, DealClause::NonStandard);
        let Some(seat) = seat else {
            // Once it is too late for a misdeal, such a card in the stub counts as a scrap of
            // paper.
            let remedy = if self.too_late { Remedy::SetRight } else { Remedy::Misdeal };
            return Ok(Judged::new(clause, remedy));
        };
        self.held(seat)?;
        let acted = self.hand.betting.tally().has_acted(seat);
        Ok(match rule {
            NonStandardCard::DeadOnceActed if acted => self.dead_or_floor(clause, &[seat]),
            _ if !self.too_late => Judged::new(clause, Remedy::Misdeal),
            NonStandardCard::DeadUnlessAnnounced => self.dead_or_floor(clause, &[seat]),
            // Scrapping the card leaves the hand one card short. A player who has acted on it has a
            // dead hand (TDA 35-D, 37).
            NonStandardCard::MisdealThenScrap if acted => self.dead_or_floor(clause, &[seat]),
            NonStandardCard::MisdealThenScrap | NonStandardCard::DeadOnceActed => {
                Judged::new(clause, Remedy::SetRight)
            }
        })
    }

    pub(super) fn touched(
        &self,
        seat: SeatNo,
        other: Option<SeatNo>,
        identified: bool,
    ) -> Judgement {
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

    /// Rules on a hand that the dealer took. A player who does not protect a hand has no redress
    /// (TDA 65-A; TFPL 3c-2; WPTAPL 24).
    pub(super) fn taken(&self, seat: SeatNo, identified: bool) -> Judgement {
        self.held(seat)?;
        let clause = DealClause::Touched;
        Ok(match self.book.touched_hand {
            TouchedHand::DeadUnlessIdentified if identified => Judged::new(clause, Remedy::PlaysOn),
            _ => self.dead_or_floor(clause, &[seat]),
        })
    }

    /// Rules the hands dead. If that would leave a pot without a winner, the floor decides.
    pub(super) fn dead_or_floor(&self, clause: DealClause, seats: &[SeatNo]) -> Judged {
        if self.leaves_a_winner(seats) {
            Judged::dead(clause, seats)
        } else {
            Judged::floor(clause, &[RulingOption::Void])
        }
    }

    /// Returns `true` if every pot can still be won without these hands.
    pub(super) fn leaves_a_winner(&self, seats: &[SeatNo]) -> bool {
        let live = self.hand.players.live();
        let plays_on = |seat: SeatNo| {
            let mucked = self.hand.players[seat].mucked;
            live.contains(seat) && !mucked && !seats.contains(&seat)
        };
        let mut pots = self.hand.middle.filled_pots();
        live.iter().any(plays_on) && pots.all(|pot| pot.eligible.iter().any(plays_on))
    }
}
