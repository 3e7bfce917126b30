//! Entering a hand as it stands on a real table: positions, street, pot and players. Earlier
//! actions on the current street are entered as actions.

use crate::button::{Lineup, Positions};
use crate::event::{Event, HandStart};
use crate::hand::{Decks, Phase};
use crate::input::{Scene, SmallBlind};
use crate::refusal::{Refusal, RefusalKind};
use crate::seat::Owes;
use crate::table::{Step, Table, absent, between_streets, dealing, lineup, seating, start};
use cardroom_cards::Concealed;
use cardroom_rules::{Chips, Deal, Forced, HandNo, MAX_SEATS, SeatNo, SeatSet};
use std::sync::Arc;

pub(crate) fn enter_hand(step: &mut Step<'_>, scene: Scene) -> Result<(), Refusal> {
    check_scene(step, &scene)?;
    let lineup = lineup_of(step, &scene);
    let game = step.table.game();
    let has_blinds = game.forced == Forced::Blinds;
    let Positions { button, small, big } = lineup.positions;
    let Scene { deck, reshuffles, street, pot, front, .. } = scene;
    // On a later street an absent player already holds cards.
    let absent = if street == 0 {
        absent::at_deal(step.table, lineup.dealt, step.now)
    } else {
        SeatSet::EMPTY
    };
    step.emit(Event::HandStarted(Box::new(HandStart {
        hand: HandNo(step.table.state.last_hand.0 + 1),
        at: step.now,
        play: step.table.state.play,
        button,
        small_position: small,
        small_blind: (has_blinds && lineup.small_is_posted).then_some(small),
        big_blind: has_blinds.then_some(big),
        bomb_pot: false,
        dealt: lineup.dealt,
        absent,
        missing: absent::missing(step.table, lineup.dealt),
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

fn check_scene(step: &Step<'_>, scene: &Scene) -> Result<(), RefusalKind> {
    let table = &*step.table;
    table.setup.check_people_deal()?;
    if table.hand.is_some() {
        return Err(RefusalKind::HandInProgress);
    }
    if scene.dealt.len() < 2 || !scene.dealt.difference(lineup::ready(table)).is_empty() {
        return Err(RefusalKind::CannotStart);
    }
    if !start::decks_fit(step, &scene.deck, &scene.reshuffles) {
        return Err(RefusalKind::BadDeck);
    }
    let streets = &table.game().streets;
    let before = streets.get(1..=usize::from(scene.street));
    let draws = |deal: &Deal| matches!(deal, Deal::Draw(_) | Deal::Discard(_));
    let enterable = scene.street == 0
        || before.is_some_and(|before| !before.iter().flat_map(|street| &street.deal).any(draws));
    let seats = [Some(scene.button), scene.big_blind, scene.small_blind.seat()];
    let outside = |seat: &SeatNo| seat.0 >= table.setup.seats;
    if !enterable
        || seats.iter().flatten().any(outside)
        || scene.pot > seating::room_for_chips(table)
    {
        return Err(RefusalKind::NotEnterable);
    }
    let blinds = [scene.big_blind, scene.small_blind.seat()];
    if blinds.iter().flatten().any(|seat| !scene.dealt.contains(*seat)) {
        return Err(RefusalKind::NotEnterable);
    }
    Ok(())
}

fn lineup_of(step: &Step<'_>, scene: &Scene) -> Lineup {
    let Scene { dealt, button, .. } = *scene;
    let next = |seat: SeatNo| dealt.next_after(seat).unwrap_or(button);
    let heads_up_button = dealt.len() == 2 && dealt.contains(button);
    let left = if heads_up_button { button } else { next(button) };
    let small = scene.small_blind.seat().unwrap_or(left);
    let is_dead = scene.small_blind == SmallBlind::Dead;
    let big = scene.big_blind.unwrap_or(if is_dead { left } else { next(small) });
    let all: SeatSet = (0..step.table.setup.seats).map(SeatNo).collect();
    let position = if is_dead { all.previous_before(big).unwrap_or(button) } else { small };
    Lineup {
        positions: Positions { button, small: position, big },
        small_is_posted: !is_dead,
        dealt,
        posting: SeatSet::EMPTY,
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

pub(crate) fn apply_entered(table: &mut Table, pot: Chips) {
    table.state.total += pot;
    table.hand_mut().middle.enter(pot);
}

impl SmallBlind {
    fn seat(self) -> Option<SeatNo> {
        match self {
            Self::At(seat) => Some(seat),
            Self::LeftOfButton | Self::Dead => None,
        }
    }
}
