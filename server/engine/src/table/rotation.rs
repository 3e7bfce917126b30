//! The next game in a table's rotation: by hands, by orbit, by level, or by the dealer's choice.

use super::Step;
use crate::event::Event;
use cardroom_rules::{Forced, Switch};

/// Moves to the next game after a hand if it is due, or asks a player for it.
pub(super) fn rotate(step: &mut Step<'_>, players_dealt: usize) {
    let table = &*step.table;
    let (switch, rotation) = (table.setup.switch, &table.state.rotation);
    if switch == Switch::DealersChoice {
        offer_choice(step);
    } else if rotation.is_due(switch, players_dealt) {
        let play = rotation.next_of(table.setup.plays.len());
        step.emit(Event::GameChanged { play, by: None, at: step.now });
    }
}

/// Asks the player with the next button to choose the game. After a game without blinds the button
/// stands still, and the choice passes clockwise.
fn offer_choice(step: &mut Step<'_>) {
    let table = &*step.table;
    if !table.state.button.has_begun() {
        return;
    }
    let Some(lineup) = table.next_hand().lineup(0) else { return };
    let passes = table.game().forced == Forced::BringIn;
    let left_of = |chooser| lineup.dealt.next_after(chooser);
    let next = table.state.rotation.chooser().filter(|_| passes).and_then(left_of);
    let seat = next.unwrap_or(lineup.positions.button);
    if !lineup.dealt.contains(seat) {
        return;
    }
    let until = step.now + table.setup.rulebook.clock.base_ms;
    step.emit(Event::ChoiceOffered { seat, until });
}
