//! Cards shown after a hand. From the end of a hand until the next one begins, its players may turn
//! over any of their own cards, to the whole table. The rulebook says whether that includes hands
//! that were folded or mucked. It decides nothing, and it is no showdown.

use super::Table;
use crate::action::Picks;
use crate::bounds::MAX_HOLE;
use crate::event::Event;
use crate::hand::{Hand, HandPlayer, Hole};
use crate::refusal::RefusalKind;
use arrayvec::ArrayVec;
use cardroom_cards::{Card, Concealed};
use cardroom_rules::rulebook::ShowAfterHand;
use cardroom_rules::{HandNo, MAX_SEATS, SeatNo};

/// The cards of the last hand until the next one begins. All values compare equal, because a
/// snapshot must not contain hidden cards: a table restored from one is the same table, where
/// nothing of the last hand can be shown any more.
#[derive(Clone, Default, Debug)]
pub(crate) struct LastCards {
    hand: HandNo,
    seats: ArrayVec<LastHole, MAX_SEATS>,
}

/// The cards of one player at the end of the hand.
#[derive(Clone, Debug)]
struct LastHole {
    seat: SeatNo,
    cards: ArrayVec<Concealed<Card>, MAX_HOLE>,
    /// The cards that lie face up, those shown since the end included.
    open: Picks,
    /// The cards shown since the end, in the order in which they were shown.
    shown: Hole,
    /// The hand was folded or mucked.
    is_given_up: bool,
}

impl LastHole {
    fn of(seat: SeatNo, player: &HandPlayer, is_folded: bool) -> Self {
        let is_open = player.tabled || player.exposed;
        Self {
            seat,
            cards: player.hole.clone(),
            open: if is_open { Picks::first(player.held()) } else { player.up },
            shown: Hole::new(),
            is_given_up: is_folded || player.is_discarded(),
        }
    }

    /// Returns the cards at these places.
    fn at(&self, picks: Picks) -> Hole {
        let cards = self.cards.iter().enumerate();
        cards.filter(|(place, _)| picks.contains(*place)).map(|(_, card)| *card.open()).collect()
    }

    fn hidden(&self) -> Picks {
        Picks::first(u8::try_from(self.cards.len()).unwrap_or(u8::MAX)).without(self.open)
    }
}

impl LastCards {
    /// Returns what every player held at the end of the hand.
    pub(super) fn of(hand: &Hand) -> Self {
        let folded = hand.players.folded();
        let seats = hand.players.dealt().iter().map(|seat| {
            let player = &hand.players[seat];
            LastHole::of(seat, player, folded.contains(seat))
        });
        Self { hand: hand.number, seats: seats.collect() }
    }

    /// Forgets the cards of a player who left the table.
    pub(super) fn forget(&mut self, seat: SeatNo) {
        self.seats.retain(|hole| hole.seat != seat);
    }

    /// Notes cards that were shown.
    pub(super) fn note_shown(&mut self, seat: SeatNo, cards: &[Card]) {
        if !self.seats.iter().any(|hole| hole.seat == seat) {
            // The table was restored since, and knows no other cards of the hand.
            let (hidden, shown, open) = (ArrayVec::new(), Hole::new(), Picks::NONE);
            self.seats.push(LastHole { seat, cards: hidden, open, shown, is_given_up: true });
        }
        let Some(hole) = self.seats.iter_mut().find(|hole| hole.seat == seat) else { return };
        hole.shown.extend(cards.iter().copied());
        for (place, card) in hole.cards.iter().enumerate() {
            if cards.contains(card.open()) {
                hole.open = hole.open.with(place);
            }
        }
    }

    /// Turns over cards of a player.
    pub(super) fn show(
        &self,
        seat: SeatNo,
        picks: Picks,
        rule: ShowAfterHand,
    ) -> Result<Event, RefusalKind> {
        let hole = self.get(seat).ok_or(RefusalKind::NothingToShow)?;
        if hole.is_given_up && rule == ShowAfterHand::HeldHands {
            return Err(RefusalKind::GivenUpStaysDown);
        }
        let all = hole.hidden().with_all(hole.open);
        if !picks.without(all).is_empty() {
            return Err(RefusalKind::NoSuchCard);
        }
        let picks = picks.without(hole.open);
        if picks.is_empty() {
            return Err(RefusalKind::NothingToDo);
        }
        Ok(Event::CardsShown { hand: self.hand, seat, cards: hole.at(picks) })
    }

    fn get(&self, seat: SeatNo) -> Option<&LastHole> {
        self.seats.iter().find(|hole| hole.seat == seat)
    }
}

impl PartialEq for LastCards {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for LastCards {}

impl Table {
    /// Returns the cards that a player held at the end of the last hand, in the order of the deal,
    /// until the next one begins. They are private to that player.
    #[must_use]
    pub fn last_cards(&self, seat: SeatNo) -> Hole {
        let hole = self.last_cards.get(seat).filter(|_| self.hand.is_none());
        hole.map_or_else(Hole::new, |hole| hole.at(Picks::first(u8::MAX)))
    }

    /// Returns those of a player's last cards that the player may still show. They are private to
    /// that player.
    #[must_use]
    pub fn cards_to_show(&self, seat: SeatNo) -> Hole {
        let may_show_all = self.setup.rulebook.showdown.show_after_hand == ShowAfterHand::AnyHand;
        let hole = self.last_cards.get(seat).filter(|_| self.hand.is_none());
        let hole = hole.filter(|hole| may_show_all || !hole.is_given_up);
        hole.map_or_else(Hole::new, |hole| hole.at(hole.hidden()))
    }

    /// Returns the cards that a player has shown since the end of the last hand.
    #[must_use]
    pub fn shown_cards(&self, seat: SeatNo) -> &[Card] {
        self.last_cards.get(seat).map_or(&[], |hole| &hole.shown)
    }
}
