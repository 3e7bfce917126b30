//! Entering a hand as it stands on a real table: positions, street, pot and players. Earlier
//! actions on the current street are entered as actions.

use crate::button::{Lineup, Positions};
use crate::event::{Event, HandStart};
use crate::hand::{Decks, Phase};
use crate::input::{Scene, SmallBlind};
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::Owes;
use crate::table::absent::Absence;
use crate::table::{Step, Table, between_streets, dealing, start};
use cardroom_cards::Concealed;
use cardroom_rules::{Deal, Forced, MAX_SEATS, SeatNo, SeatSet};
use std::sync::Arc;

pub(crate) fn enter_hand(step: &mut Step<'_>, scene: Scene) -> Result<(), Refusal> {
    scene.check(step.table)?;
    let lineup = scene.lineup(step.table.setup.seats);
    let game = step.table.game();
    let has_blinds = game.forced == Forced::Blinds;
    let Positions { button, small, big } = lineup.positions;
    let Scene { deck, reshuffles, street, pot, front, .. } = scene;
    // On a later street an absent player already holds cards.
    let absent = if street == 0 {
        Absence::at(step.table, step.now).at_deal(lineup.dealt)
    } else {
        SeatSet::EMPTY
    };
    step.emit(Event::HandStarted(Box::new(HandStart {
        hand: step.table.state.schedule.next_hand(),
        at: step.now,
        play: step.table.state.rotation.play(),
        button,
        small_position: small,
        small_blind: (has_blinds && lineup.small_is_posted).then_some(small),
        big_blind: has_blinds.then_some(big),
        bomb_pot: false,
        dealt: lineup.dealt,
        absent,
        missing: step.table.state.schedule.missing(lineup.dealt),
        deck: Some(Concealed::new(Arc::new(Decks { deck, reshuffles }))),
    })));
    step.emit(Event::HandEntered { pot, front });
    if street == 0 {
        start::post_all(step, &lineup, &[Owes::default(); MAX_SEATS], has_blinds);
    } else {
        deal_without_betting(step, street);
    }
    step.advance();
    Ok(())
}

impl Scene {
    fn check(&self, table: &Table) -> Result<(), RefusalKind> {
        table.setup.check_people_deal()?;
        if table.hand.is_some() {
            return Err(RefusalKind::HandInProgress);
        }
        if self.dealt.len() < 2 || !self.dealt.difference(table.next_hand().ready()).is_empty() {
            return Err(RefusalKind::CannotStart);
        }
        if !start::decks_fit(table.game(), &self.deck, &self.reshuffles) {
            return Err(RefusalKind::BadDeck);
        }
        let streets = &table.game().streets;
        let before = streets.get(1..=usize::from(self.street));
        let draws = |deal: &Deal| matches!(deal, Deal::Draw(_) | Deal::Discard(_));
        let enterable = self.street == 0
            || before
                .is_some_and(|before| !before.iter().flat_map(|street| &street.deal).any(draws));
        let seats = [Some(self.button), self.big_blind, self.small_blind.seat()];
        let outside = |seat: &SeatNo| seat.0 >= table.setup.seats;
        if !enterable || seats.iter().flatten().any(outside) || self.pot > table.state.till.room() {
            return Err(RefusalKind::NotEnterable);
        }
        let blinds = [self.big_blind, self.small_blind.seat()];
        if blinds.iter().flatten().any(|seat| !self.dealt.contains(*seat)) {
            return Err(RefusalKind::NotEnterable);
        }
        Ok(())
    }

    /// Returns the lineup, at a table with this number of seats.
    fn lineup(&self, seats: u8) -> Lineup {
        let Scene { dealt, button, .. } = *self;
        let next = |seat: SeatNo| dealt.next_after(seat).unwrap_or(button);
        let heads_up_button = dealt.len() == 2 && dealt.contains(button);
        let left = if heads_up_button { button } else { next(button) };
        let small = self.small_blind.seat().unwrap_or(left);
        let is_dead = self.small_blind == SmallBlind::Dead;
        let big = self.big_blind.unwrap_or(if is_dead { left } else { next(small) });
        let all: SeatSet = (0..seats).map(SeatNo).collect();
        let position = if is_dead { all.previous_before(big).unwrap_or(button) } else { small };
        Lineup {
            positions: Positions { button, small: position, big },
            small_is_posted: !is_dead,
            dealt,
            posting: SeatSet::EMPTY,
        }
    }
}

/// Deals the streets up to and including this one.
fn deal_without_betting(step: &mut Step<'_>, street: u8) {
    loop {
        while step.hand().phase == Phase::Dealing {
            dealing::deal_next(step);
        }
        if step.hand().street.number() == street {
            return;
        }
        between_streets::begin_next_street(step);
    }
}

impl SmallBlind {
    fn seat(self) -> Option<SeatNo> {
        match self {
            Self::At(seat) => Some(seat),
            Self::LeftOfButton | Self::Dead => None,
        }
    }
}
