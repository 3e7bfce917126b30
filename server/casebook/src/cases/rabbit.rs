//! Rabbit hunting: the cards that would have come.

use super::Trouble;
use super::begin::somebody_in_each;
use super::keys::Keys;
use super::script::Script;
use cardroom_engine::{Action, Input};
use cardroom_rules::{SeatNo, SeatSet};

/// The keys of expect that a rabbit hunt answers.
pub(super) const ANSWERS: &[&str] = &["revealed"];

pub(super) fn event(script: &mut Script<'_>, name: &str, mut keys: Keys) -> Result<(), Trouble> {
    let seat = Keys::require(keys.seat("seat")?, "seat")?;
    let reject = keys.text("reject")?;
    let input = if name == "rabbit_request" {
        Input::RabbitRequest { seat }
    } else {
        Input::RabbitConsent { seat, agrees: keys.flag("yes")?.unwrap_or(true) }
    };
    keys.end(name)?;
    script.play.send_or_reject(input, reject.as_deref()).map(drop)
}

/// Plays the hand that the settings of a case describe: the callers of the first bet, and the
/// winner and the street on which the hand ended.
pub(super) fn play(script: &mut Script<'_>) -> Result<(), Trouble> {
    let rest = &mut script.opening.rest;
    let Some(ended_on) = rest.text("ended_on")? else { return Ok(()) };
    let winner = Keys::require(rest.seat("winner")?, "winner")?;
    let callers = rest.seats("callers_of_initial_bet")?.unwrap_or_default();
    let mut seats: Vec<SeatNo> = callers.iter().copied().chain([winner]).collect();
    // A hand needs a loser.
    if callers.is_empty() {
        let all = (0..script.opening.setup.seats).map(SeatNo);
        seats.extend(all.filter(|seat| *seat != winner).take(1));
    }
    script.opening.seats = somebody_in_each(seats);
    script.play.reseat(script.opening.seated()?);
    script.next_hand()?;
    let callers: SeatSet = callers.into_iter().collect();
    let on = |script: &Script<'_>| script.play.street_name().as_deref() == Some(ended_on.as_str());
    let mut opened = false;
    while script.play.table().hand_in_progress().is_some() {
        let Some((seat, turn, legal)) = script.play.table().turn() else {
            script.play.must(Input::DealStreet, "the next street is dealt")?;
            continue;
        };
        let ends = on(script);
        let action = match legal.wager {
            Some(wager) if seat == winner && (ends || !opened) => {
                opened = true;
                if wager.raise { Action::RaiseTo(wager.min_to) } else { Action::Bet(wager.min_to) }
            }
            _ if ends && seat != winner && legal.call.is_some() => Action::Fold,
            _ if legal.check => Action::Check,
            // If no player calls the winner's bet, everyone else folds.
            _ if seat != winner && (!opened || !callers.contains(seat)) && callers.is_empty() => {
                Action::Fold
            }
            _ => Action::Call,
        };
        script.play.must(Input::Act { seat, turn, action }, "the hand is played")?;
    }
    Ok(())
}
