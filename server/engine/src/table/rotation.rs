//! The next game in a table's rotation: by hands, by orbit, by level, or by the dealer's choice.

use super::{Step, lineup};
use crate::event::Event;
use crate::refusal::{Refusal, RefusalKind};
use cardroom_rules::{Forced, SeatNo, Switch};

/// Moves to the next game after a hand if it is due, or asks a player for it.
pub(super) fn rotate(step: &mut Step<'_>, players_dealt: usize) {
    let table = &*step.table;
    let hands = table.state.hands_of_play as usize;
    match table.setup.switch {
        Switch::Never | Switch::Level => {}
        Switch::Hands(most) if hands >= most as usize => change_game(step),
        Switch::Orbit if hands >= players_dealt => change_game(step),
        Switch::Hands(_) | Switch::Orbit => {}
        Switch::DealersChoice => offer_choice(step),
    }
}

/// Asks the player with the next button to choose the game. After a game without blinds the button
/// stands still, and the choice passes clockwise.
fn offer_choice(step: &mut Step<'_>) {
    let table = &*step.table;
    if table.state.positions.is_none() && table.state.frozen_button.is_none() {
        return;
    }
    let Some(lineup) = lineup::of_next_hand(table, 0) else { return };
    let passes = table.game().forced == Forced::BringIn;
    let left_of = |chooser| lineup.dealt.next_after(chooser);
    let next = table.state.chooser.filter(|_| passes).and_then(left_of);
    let seat = next.unwrap_or(lineup.positions.button);
    if !lineup.dealt.contains(seat) {
        return;
    }
    let until = step.now + table.setup.rulebook.clock.base_ms;
    step.emit(Event::ChoiceOffered { seat, until });
}

fn change_game(step: &mut Step<'_>) {
    let games = u8::try_from(step.table.setup.plays.len()).expect("a table has few games");
    let play = (step.table.state.play + 1) % games;
    step.emit(Event::GameChanged { play, by: None, at: step.now });
}

pub(super) fn next_game(step: &mut Step<'_>) -> Result<(), Refusal> {
    if step.table.setup.switch != Switch::Level {
        return Err(RefusalKind::NothingToDo.into());
    }
    if step.table.hand.is_some() {
        return Err(RefusalKind::HandInProgress.into());
    }
    change_game(step);
    Ok(())
}

pub(super) fn choose_game(step: &mut Step<'_>, seat: SeatNo, play: u8) -> Result<(), Refusal> {
    step.table.checked_seat(seat)?;
    if step.table.hand.is_some() || step.table.state.choice != Some(seat) {
        return Err(RefusalKind::NotYourChoice.into());
    }
    if usize::from(play) >= step.table.setup.plays.len() {
        return Err(RefusalKind::UnknownGame.into());
    }
    step.emit(Event::GameChanged { play, by: Some(seat), at: step.now });
    Ok(())
}
