//! Busts, the next hand, the button by draw or by command, and the next game of a rotation.

use super::Trouble;
use super::begin::somebody_in_each;
use super::keys::{Keys, cards, each_once};
use super::script::Script;
use cardroom_engine::{Action, FloorCommand, HandOrder, Input, Occupancy, high_card};
use cardroom_rules::{HandNo, MAX_SEATS, SeatNo, SeatSet};
use toml::Value;

/// The keys of expect that can be answered before any hand.
pub(super) const ANSWERS: &[&str] = &["high_card_for_button"];

pub(super) fn event(script: &mut Script<'_>, name: &str, mut keys: Keys) -> Result<(), Trouble> {
    match name {
        "bust" => {
            let seats = Keys::require(keys.seats("seats")?, "seats")?;
            keys.end(name)?;
            for seat in seats {
                script
                    .play
                    .must(Input::Leave { seat }, "the player is out when the hand is over")?;
            }
            Ok(())
        }
        "next_hand" => {
            keys.end(name)?;
            script.next_hand()
        }
        "substantial_action" => {
            keys.end(name)?;
            script.substantial_action()
        }
        "back" => {
            let seat = Keys::require(keys.seat("seat")?, "seat")?;
            keys.end(name)?;
            let back = Input::Presence { seat, connected: true };
            script.play.must(back, "the player is back").map(drop)
        }
        "high_card" => {
            let drawn = Keys::require(keys.by_seat("cards")?, "cards")?;
            keys.end(name)?;
            draw_for_button(script, &drawn)
        }
        _ => {
            let to = Keys::require(keys.text("to")?, "to")?;
            keys.end(name)?;
            change_game(script, &to)
        }
    }
}

/// Draws a card for each player. In the next hand the button is at the highest card.
fn draw_for_button(script: &mut Script<'_>, drawn: &[(SeatNo, Value)]) -> Result<(), Trouble> {
    let mut cards_drawn = Vec::new();
    for (seat, value) in drawn {
        cards_drawn.extend(cards(value)?.into_iter().map(|card| (*seat, card)));
    }
    each_once(cards_drawn.iter().map(|(_, card)| *card))?;
    let seat = high_card(&cards_drawn);
    let seat = seat.ok_or_else(|| Trouble::NotUnderstood("nobody draws a card".to_owned()))?;
    if script.opening.seats.is_empty() {
        script.opening.seats = somebody_in_each(drawn.iter().map(|(seat, _)| *seat));
        script.play.reseat(script.opening.seated()?);
    }
    script.play.must(Input::Floor(FloorCommand::SetButton { seat }), "the button is set")?;
    script.next_hand()
}

/// Makes the next hand this game of the rotation. A case can then ask for the positions before
/// the hand is dealt.
fn change_game(script: &mut Script<'_>, to: &str) -> Result<(), Trouble> {
    script.play.finish_hand()?;
    for _ in 0..script.opening.setup.plays.len() {
        script.play.must(Input::NextGame, "the next game comes")?;
        if script.play.table().play().game.id == to {
            return script.play.look_ahead();
        }
    }
    Err(Trouble::unknown("game of the rotation", to))
}

impl Script<'_> {
    /// Ends the hand in progress, if there is one, and starts the next.
    pub(super) fn next_hand(&mut self) -> Result<(), Trouble> {
        self.play.finish_hand()?;
        self.play.wait_for_deal();
        if self.opening.setup.occupancy == Occupancy::ByOrder
            && !self.play.table().awaits_ordered_hand()
        {
            let order = HandOrder {
                hand: HandNo(self.play.table().last_hand().0 + 1),
                players_left: u32::try_from(self.play.table().players().count())
                    .unwrap_or(u32::MAX),
                missing: SeatSet::EMPTY,
                hand_for_hand: false,
            };
            self.play.must(Input::OrderHand(order), "the next hand is ordered")?;
        }
        let start = self.play.start_of_next_hand();
        self.play.must(start, "the next hand starts").map(drop)
    }

    /// Plays until there is substantial action. Starts a hand if none is in progress.
    fn substantial_action(&mut self) -> Result<(), Trouble> {
        if self.play.table().hand_in_progress().is_none() {
            self.next_hand()?;
        }
        while !self.play.table().in_play().is_some_and(|hand| hand.substantial_action()) {
            let Some((seat, turn, legal)) = self.play.table().turn() else {
                return Err(Trouble::differs(
                    "substantial action",
                    "the street is over without it",
                ));
            };
            let action = if legal.call.is_some() { Action::Call } else { Action::Check };
            self.play.must(Input::Act { seat, turn, action }, "the player calls or checks")?;
        }
        Ok(())
    }
}

/// Records whether the players of a reseated table draw for the button.
pub(super) fn redraw(script: &mut Script<'_>) -> Result<(), Trouble> {
    let rest = &mut script.opening.rest;
    let most = MAX_SEATS as u64;
    let players: Option<usize> = rest.within("players", 1..=most)?;
    let new_players: Option<usize> = rest.within("new_players", 0..=most)?;
    let tables_left = rest.within("tables_left", 1..=1_000)?.unwrap_or(3);
    let (players, new_players) = match (players, new_players) {
        (Some(players), Some(new_players)) if new_players <= players => (players, new_players),
        (None, None) => return Ok(()),
        _ => {
            let which = "players and new_players go together, and these are among those";
            return Err(Trouble::NotUnderstood(which.to_owned()));
        }
    };
    let reseated = cardroom_engine::Reseated { players, new_players, tables_left };
    let draws = reseated.draws_for_button(&script.opening.setup.rulebook);
    script.answers.insert("high_card_for_button".to_owned(), Value::Boolean(draws));
    Ok(())
}
