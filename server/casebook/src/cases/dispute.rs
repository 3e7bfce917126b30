//! Disputes about the pots of the last hand. While a pot may be disputed, the floor can move a chip
//! of it to another player.

use super::Trouble;
use super::begin::somebody_in_each;
use super::keys::Keys;
use super::script::Script;
use cardroom_engine::{Action, Dispute, Event, FloorCommand, Input};
use cardroom_rules::{Chips, Millis, SeatNo};
use toml::Value;

/// The keys of expect that a dispute answers.
pub(super) const ANSWERS: &[&str] = &["accepted"];

pub(super) fn event(script: &mut Script<'_>, name: &str, mut keys: Keys) -> Result<(), Trouble> {
    match name {
        "pot_awarded" => {
            // A break is time without hands, so there is nothing to do.
            match keys.text("then")?.as_deref() {
                None | Some("break") => {}
                Some(other) => return Err(Trouble::unknown("then", other)),
            }
            keys.end(name)?;
            play_to_showdown(script)
        }
        _ => {
            let about = match Keys::require(keys.text("about")?, "about")?.as_str() {
                "reading" => Dispute::Reading,
                "accounting" => Dispute::Accounting,
                other => return Err(Trouble::unknown("about", other)),
            };
            let reject = keys.text("reject")?;
            keys.end(name)?;
            dispute(script, about, reject.as_deref())
        }
    }
}

/// Plays hands on until a player has won with the hands shown down.
fn play_to_showdown(script: &mut Script<'_>) -> Result<(), Trouble> {
    const MANY: usize = 1_000;
    if script.opening.seats.is_empty() {
        script.opening.seats = somebody_in_each((0..4).map(SeatNo));
        script.play.reseat(script.opening.seated()?);
    }
    if script.play.table().hand_in_progress().is_none() {
        script.next_hand()?;
    }
    for _ in 0..MANY {
        if script.play.table().hand_in_progress().is_none() {
            return Ok(());
        }
        if let Some((seat, turn, legal)) = script.play.table().turn() {
            let action = if legal.call.is_some() { Action::Call } else { Action::Check };
            script.play.must(Input::Act { seat, turn, action }, "the player calls or checks")?;
        } else if script.play.table().in_play().is_none_or(|hand| hand.betting_is_closed()) {
            script.play.must(Input::DealStreet, "the next street is dealt")?;
        } else {
            let due = script.play.table().deadline().unwrap_or(script.play.now());
            script.play.pass(Millis(due.0.saturating_sub(script.play.now().0)))?;
        }
    }
    Err(Trouble::differs("the hand is played to its end", "it does not end"))
}

/// Moves one chip from the winner of the last hand to another player of the case, as the floor.
fn dispute(script: &mut Script<'_>, about: Dispute, reject: Option<&str>) -> Result<(), Trouble> {
    let winner = script.play.log().iter().rev().find_map(|event| match event {
        Event::PotAwarded { shares, .. } => shares.first().map(|share| share.seat),
        _ => None,
    });
    let from = Keys::require(winner, "a pot that was awarded")?;
    let others = script.opening.seats.iter().map(|player| player.seat);
    let to = Keys::require(others.into_iter().find(|seat| *seat != from), "another player")?;
    let amount = Chips(1);
    let command = Input::Floor(FloorCommand::ReawardPot { about, from, to, amount });
    script.play.send_or_reject(command, reject)?;
    let accepted = reject.is_none();
    script.answers.insert("accepted".to_owned(), Value::Boolean(accepted));
    Ok(())
}
