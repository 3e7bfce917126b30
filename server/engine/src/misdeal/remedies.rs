//! Correction of dealing errors: the ruling, its consequences, and the cards that move. `bench`
//! decides the remedy.
//!
//! Nothing random happens here. Orders for scrambles and shuffles were drawn with the deck, and no
//! event contains a card that stays hidden.

use super::bench::{Bench, Judged, Verdict};
use super::{places, rescind};
use crate::action::Picks;
use crate::deal_error::{
    BoxedAt, DealClause, DealError, DealRuling, DeckFault, NewBoard, NewStub, Remedy,
};
use crate::event::Event;
use crate::floor::{FloorEvent, Ground};
use crate::hand::{Hand, Phase, in_order};
use crate::refusal::RefusalKind;
use crate::ruling::{Clause, Matter, RulingOption, Ticket, TicketNo};
use crate::table::{Step, Table, seating, undone};
use cardroom_cards::Card;
use cardroom_rules::{Chips, Game, Millis, SeatNo};

/// The number of extra card orders drawn with each deck of a hybrid table, for the scrambles and
/// shuffles that its rulebook demands. If a hand needs more, it can be voided.
pub const REMEDY_ORDERS: usize = 4;

impl Step<'_> {
    pub(crate) fn announce_deal(
        &mut self,
        error: DealError,
        clause: DealClause,
        remedy: Remedy,
        returned: Chips,
    ) {
        let ruling = Box::new(DealRuling { error, remedy, returned });
        self.rule(Ground::Deal(clause), FloorEvent::DealRuled(ruling));
    }

    /// Applies the floor's ruling on an error, or the default after its time limit.
    pub(crate) fn rule_deal_as_chosen(
        &mut self,
        error: DealError,
        clause: DealClause,
        option: RulingOption,
    ) {
        let chosen = match (option, error) {
            (RulingOption::AsExposed, DealError::OffTable { seat, place }) => {
                // The rulebook decides about an exposed card, or asks the floor again.
                if deal_error(self, DealError::Exposed { seat, place }).is_ok() {
                    return;
                }
                None
            }
            (RulingOption::AsExposed, DealError::ExposedBurn) => {
                self.hand().deck.last_burn().map(|card| Remedy::Shown { card })
            }
            (RulingOption::Misdeal, _) => Some(Remedy::Misdeal),
            (RulingOption::Void, _) => Some(Remedy::Void),
            (RulingOption::Dead, error) => {
                error.seat().map(|seat| Remedy::Dead { seats: [seat].into_iter().collect() })
            }
            (RulingOption::Scrap, DealError::Boxed { at, .. }) => {
                Bench::of(self.table).and_then(|bench| bench.scrap(at).ok().flatten())
            }
            (RulingOption::Scramble, _) => {
                let put =
                    places::new_board(self.hand(), self.table.game(), NewBoard::FourScrambled);
                put.map(|put| Remedy::Board { how: NewBoard::FourScrambled, cards: put.board })
            }
            _ => None,
        };
        let done = chosen.is_some_and(|remedy| put_right(self, error, clause, remedy).is_ok());
        if !done {
            self.announce_deal(error, clause, Remedy::PlaysOn, Chips::ZERO);
        }
    }
}

/// Rules on a reported dealing error.
pub(crate) fn deal_error(step: &mut Step<'_>, error: DealError) -> Result<(), RefusalKind> {
    // On a plain table the room deals, so an operator can find only a deck with two equal
    // cards.
    let in_any_deck = error == DealError::FouledDeck { fault: DeckFault::TwoEqual };
    if !in_any_deck {
        step.table.setup.check_people_deal()?;
    }
    let Judged { clause, verdict } = Judged::of(step.table, step.now, error)?;
    match verdict {
        Verdict::Remedy(remedy) => put_right(step, error, clause, remedy),
        // On a plain table the floor itself makes the report, so no question is asked.
        Verdict::Floor(options) if !step.table.setup.asks_floor_about_deal() => {
            let default = options.first().copied().unwrap_or(RulingOption::PlaysOn);
            step.rule_deal_as_chosen(error, clause, default);
            Ok(())
        }
        Verdict::Floor(options) => {
            step.announce_deal(error, clause, Remedy::Floor, Chips::ZERO);
            let button = step.table.hand.as_ref().map(|hand| hand.positions.button());
            let button = button.or_else(|| step.table.state.award.as_ref()?.button());
            let seat = error.seat().or(button).unwrap_or(SeatNo(0));
            let ticket = error.ticket(step.next_ticket(), seat, clause, options, step.now);
            step.open_ticket(ticket, None);
            Ok(())
        }
    }
}

fn put_right(
    step: &mut Step<'_>,
    error: DealError,
    clause: DealClause,
    remedy: Remedy,
) -> Result<(), RefusalKind> {
    if step.table.hand.is_none() {
        return undone::put_right_after(step, error, clause, remedy);
    }
    if remedy.shuffles() && places::remedy_order(step.hand(), step.table.game()).is_none() {
        return Err(RefusalKind::NoShuffleLeft);
    }
    let rescinded = rescind::rescinded_by(step.hand(), error, &remedy)?;
    let hand = step.hand();
    let returned = match &remedy {
        Remedy::Misdeal | Remedy::Void => hand.chips().saturating_sub(hand.middle.entered()),
        Remedy::Dead { seats } => seats.iter().map(|seat| hand.uncalled_wager_of(*seat)).sum(),
        _ => rescinded.iter().map(|(_, chips)| *chips).sum(),
    };
    step.announce_deal(error, clause, remedy.clone(), returned);
    match remedy {
        Remedy::Misdeal | Remedy::Void => {
            let hand = step.hand().number;
            let reason = match remedy {
                Remedy::Misdeal => "a misdeal: the same hand is dealt again",
                _ => "the deck is fouled",
            };
            let reason = reason.to_owned();
            step.emit(Event::HandVoided { hand, at: step.now, reason });
            seating::between_hands(step);
        }
        Remedy::Dead { seats } => {
            for seat in seats {
                let reason = "an error of the deal".to_owned();
                step.kill_with_refund(seat, Ground::Deal(clause), reason);
            }
        }
        Remedy::Stub { how: NewStub::BurnGoesBack, .. } => {
            if let Some(undone) = rescind::undone(step.hand(), error, rescinded) {
                step.rule(Ground::Deal(clause), undone);
            }
        }
        _ => {}
    }
    Ok(())
}

impl DealError {
    /// Returns the question for the floor. The first option is the default.
    fn ticket(
        self,
        number: TicketNo,
        seat: SeatNo,
        clause: DealClause,
        options: Vec<RulingOption>,
        now: Millis,
    ) -> Ticket {
        Ticket {
            ticket: number,
            seat,
            matter: Matter::Deal(self),
            clause: Clause::Deal(clause),
            default: options.first().copied().unwrap_or(RulingOption::PlaysOn),
            options,
            call_to: None,
            forfeit: None,
            shown: Chips::ZERO,
            pushed: Chips::ZERO,
            at: now,
            deadline: now,
        }
    }

    /// Returns the seat whose cards the error concerns.
    pub(crate) fn seat(self) -> Option<SeatNo> {
        match self {
            Self::Exposed { seat, .. }
            | Self::OffTable { seat, .. }
            | Self::Boxed { at: BoxedAt::Hand { seat, .. }, .. }
            | Self::NotEntitled { seat }
            | Self::LeftOut { seat }
            | Self::CardCount { seat, .. }
            | Self::Touched { seat, .. }
            | Self::TakenByDealer { seat, .. } => Some(seat),
            Self::NonStandard { seat } => seat,
            Self::Boxed { .. }
            | Self::OutOfSequence
            | Self::FouledDeck { .. }
            | Self::FourCardFlop { .. }
            | Self::NoBurn { .. }
            | Self::Burns { .. }
            | Self::Premature { .. }
            | Self::DroppedStub { .. }
            | Self::ExposedBurn => None,
        }
    }
}

pub(crate) fn apply_deal_ruling(table: &mut Table, ruling: &DealRuling) {
    let DealRuling { error, remedy, .. } = ruling;
    match remedy {
        // Separate events carry the consequences, even if the hand is over.
        Remedy::PlaysOn | Remedy::Void | Remedy::SetRight | Remedy::Floor | Remedy::Dead { .. } => {
        }
        Remedy::Misdeal => {
            let dealt = table.hand.as_ref().map(|hand| hand.players.dealt());
            table.state.schedule.deal_again(dealt);
        }
        Remedy::Board { how, cards } => {
            let (hand, game) = table.hand_and_game();
            let taken = matches!(how, NewBoard::BurnTakenFrom | NewBoard::BurnForCard);
            let dealt = places::dealt_to_board(hand, game).filter(|_| taken);
            let burn = dealt.and_then(|dealt| hand.burn_before(dealt));
            if let Some(put) = places::new_board(hand, game, *how) {
                hand.deck.put(&put.from, &put.to);
                hand.deck.exchange_burn(burn, &put.from, &put.to);
            }
            hand.boards.replace_first(cards.clone());
        }
        Remedy::Stub { how, .. } => {
            let (hand, game) = table.hand_and_game();
            if *how == NewStub::ShuffledWithMuck {
                shuffle_with_muck(hand, game);
            } else if let Some(put) = places::new_stub(hand, game, *how) {
                hand.deck.put(&put.from, &put.to);
            }
        }
        Remedy::Shown { .. } => {
            let (hand, game) = table.hand_and_game();
            show_card(hand, game, *error);
        }
        Remedy::Replaced { .. } => {
            let (hand, game) = table.hand_and_game();
            replace_card(hand, game, *error);
        }
        Remedy::UpCard { .. } => turn_up_card(table.hand_mut(), *error),
        Remedy::Scrapped { board, .. } => table.hand_mut().scrap(*error, board),
    }
    if remedy.shuffles() {
        table.hand_mut().deck.use_remedy_order();
    }
}

/// Shows an exposed card, which plays.
fn show_card(hand: &mut Hand, game: &Game, error: DealError) {
    // The burn belongs to no hand.
    if matches!(error, DealError::ExposedBurn | DealError::Boxed { at: BoxedAt::Burn, .. }) {
        return;
    }
    let (seat, place) = place_of(hand, error);
    hand.deck.flash();
    let player = &mut hand.players[seat];
    player.flashed = player.flashed.with(place);
    // In stud the up-cards decide who opens, and this card is not one of them.
    if game.board_cards() > 0 {
        player.up = player.up.with(place);
    }
}

/// Exchanges a card for the next card of the deck.
fn replace_card(hand: &mut Hand, game: &Game, error: DealError) {
    let (seat, place) = place_of(hand, error);
    hand.deck.flash();
    hand.exchange_with_next(seat, place);
    if hand.street.is_last(game) {
        // On the last street there is no next burn, and no player may receive the card
        // (TDA RP-10-B).
        hand.deck.burn();
    }
}

/// Makes an exposed card the up-card of its player.
fn turn_up_card(hand: &mut Hand, error: DealError) {
    let (seat, place) = place_of(hand, error);
    hand.deck.flash();
    let up = hand.players[seat].up;
    let before = (0..8).find(|place| up.contains(*place));
    if let Some(before) = before {
        hand.exchange_with_next(seat, before);
    }
    hand.players[seat].up = Picks::NONE.with(place);
    // A different player may now have to open.
    hand.phase = Phase::Open;
}

/// Returns the seat and the place of the card that an error is about.
fn place_of(hand: &Hand, error: DealError) -> (SeatNo, usize) {
    match error {
        DealError::Exposed { seat, place } | DealError::OffTable { seat, place } => {
            (seat, usize::from(place))
        }
        _ => (hand.positions.button(), 0),
    }
}

/// Makes one deck of the stub, the muck and the burns (TDA RP-4).
fn shuffle_with_muck(hand: &mut Hand, game: &Game) {
    let (Some(order), Some(stub)) = (places::remedy_order(hand, game), hand.deck.stub()) else {
        return;
    };
    let cards: Vec<Card> = hand.out_of_play(None).iter().chain(stub.iter().copied()).collect();
    let cards = in_order(order, &cards);
    hand.deck.lay_all(cards);
    // The muck is in the deck now, and with it every hand that was folded.
    hand.players.mix_given_up();
}
