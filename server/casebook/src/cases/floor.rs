//! Commands of the floor.

use super::Trouble;
use super::expect::{chips, seat_table};
use super::gestures;
use super::keys::Keys;
use super::misdealt;
use super::script::Script;
use cardroom_engine::{Event, FloorCommand, FloorEvent, Input, Moved};
use cardroom_rules::{Chips, Millis};

/// The keys of expect that commands answer.
pub(super) const ANSWERS: &[&str] = &["returned_each", "corrected"];

pub(super) fn command(script: &mut Script<'_>, mut keys: Keys) -> Result<(), Trouble> {
    let name = Keys::require(keys.text("cmd")?, "cmd")?;
    if gestures::COMMANDS.contains(&name.as_str()) {
        return gestures::command(script, &name, keys);
    }
    if name == "deal_error" {
        return misdealt::report(script, keys);
    }
    let seat = Keys::require(keys.seat("seat")?, "seat")?;
    let reject = keys.text("reject")?;
    let to = keys.chips("to")?;
    let command = match name.as_str() {
        "force_wager" => FloorCommand::ForceWager { seat, to: Keys::require(to, "to")? },
        "correct_wager" => FloorCommand::CorrectWager { seat, to: Keys::require(to, "to")? },
        "quote_pot" => {
            FloorCommand::QuotePot { seat, amount: Keys::require(keys.chips("amount")?, "amount")? }
        }
        "kill_hand" => {
            FloorCommand::KillHand { seat, reason: keys.text("reason")?.unwrap_or_default() }
        }
        "restore_hand" => FloorCommand::RestoreHand { seat },
        "set_button" => FloorCommand::SetButton { seat },
        "call_clock" => {
            FloorCommand::CallClock { seat, asked_by: keys.seat("by")?, level: script.level }
        }
        "show_hand" => FloorCommand::ShowHand { seat },
        other => return Err(Trouble::unknown("command of the floor", other)),
    };
    keys.end(&name)?;
    let events = script.play.send_or_reject(Input::Floor(command), reject.as_deref())?;
    note_correction(script, &events);
    Ok(())
}

fn note_correction(script: &mut Script<'_>, events: &[Event]) {
    let corrections = events.iter().filter_map(|event| match event {
        Event::Floor(ruled) => Some(&ruled.what),
        _ => None,
    });
    for what in corrections {
        let FloorEvent::WagerCorrected { moved, .. } = what else { continue };
        let returned = moved.iter().filter(|moved| !moved.returned.is_zero());
        let amounts: Vec<Chips> = returned.map(|moved| moved.returned).collect();
        // One amount if every player gets the same amount returned.
        if let Some(each) =
            amounts.first().filter(|each| amounts.iter().all(|other| other == *each))
        {
            script.answers.insert("returned_each".to_owned(), chips(*each));
        }
        let added = |Moved { seat, added, .. }: &Moved| (*seat, *added);
        script.answers.insert("corrected".to_owned(), seat_table(moved.iter().map(added)));
    }
}

/// Returns how long the levels of the case last.
pub(super) fn level(minutes: Option<u64>) -> Option<Millis> {
    minutes.map(|minutes| Millis::seconds(60 * minutes))
}
