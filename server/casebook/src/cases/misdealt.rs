//! Errors of the deal in a case: the report and its outcome. Seats and cards are counted from 1, as
//! everywhere in cases.

use super::Trouble;
use super::expect::chips;
use super::keys::{Keys, number_of};
use super::script::Script;
use cardroom_engine::{
    BoxedAt, DealError, DeckFault, DroppedStub, Event, FloorCommand, FloorEvent, Input, Matter,
    Remedy,
};
use cardroom_rules::SeatNo;
use toml::Value;

/// The keys of expect that a report answers. They have no value before the first report.
pub(super) const ANSWERS: &[&str] =
    &["remedy", "deal_returned", "dead_hands", "deal_options", "deal_default"];

/// Reports an error: `cmd = "deal_error"`.
pub(super) fn report(script: &mut Script<'_>, mut keys: Keys) -> Result<(), Trouble> {
    let name = Keys::require(keys.text("error")?, "error")?;
    let reject = keys.text("reject")?;
    let error = error(&name, &mut keys)?;
    keys.end(&name)?;
    let command = Input::Floor(FloorCommand::DealError(error));
    let events = script.play.send_or_reject(command, reject.as_deref())?;
    note(script, &events);
    Ok(())
}

/// Stores the ruling for the keys of expect.
pub(super) fn note(script: &mut Script<'_>, events: &[Event]) {
    for event in events {
        match event {
            Event::Floor(ruled) => {
                let FloorEvent::DealRuled(ruling) = &ruled.what else { continue };
                let remedy = Value::from(ruling.remedy.code());
                script.answers.insert("remedy".to_owned(), remedy);
                script.answers.insert("deal_returned".to_owned(), chips(ruling.returned));
                if let Remedy::Dead { seats } = &ruling.remedy {
                    let seats = seats.iter().map(|seat| number_of(*seat)).collect();
                    script.answers.insert("dead_hands".to_owned(), Value::Array(seats));
                }
            }
            Event::TicketOpened(ticket) if matches!(ticket.matter, Matter::Deal(_)) => {
                let options = ticket.options.iter().map(|option| Value::from(option.to_string()));
                let options = Value::Array(options.collect());
                script.answers.insert("deal_options".to_owned(), options);
                let default = Value::from(ticket.default.to_string());
                script.answers.insert("deal_default".to_owned(), default);
            }
            _ => {}
        }
    }
}

fn error(name: &str, keys: &mut Keys) -> Result<DealError, Trouble> {
    Ok(match name {
        "exposed_burn" => DealError::ExposedBurn,
        "exposed" if keys.text("at")?.as_deref() == Some("burn") => DealError::ExposedBurn,
        "exposed" => {
            let (seat, place) = held(keys)?;
            DealError::Exposed { seat, place }
        }
        "off_table" => {
            let (seat, place) = held(keys)?;
            DealError::OffTable { seat, place }
        }
        "boxed" => {
            let cards = Keys::require(keys.small("cards")?, "cards")?;
            DealError::Boxed { cards, at: boxed_at(keys)? }
        }
        "out_of_sequence" => DealError::OutOfSequence,
        "not_entitled" => DealError::NotEntitled { seat: seat(keys)? },
        "left_out" => DealError::LeftOut { seat: seat(keys)? },
        "card_count" => {
            let cards = Keys::require(keys.small("cards")?, "cards")?;
            DealError::CardCount { seat: seat(keys)?, cards }
        }
        "non_standard" => DealError::NonStandard { seat: keys.seat("seat")? },
        "fouled_deck" => DealError::FouledDeck { fault: fault(keys)? },
        "four_card_flop" => {
            DealError::FourCardFlop { burn_known: keys.flag("burn_known")?.unwrap_or(false) }
        }
        "no_burn" => DealError::NoBurn { exposed: exposed(keys)? },
        "burns" => {
            let burned = Keys::require(keys.small("burned")?, "burned")?;
            DealError::Burns { burned, exposed: exposed(keys)? }
        }
        "premature" => DealError::Premature { acted: keys.small("acted")?.unwrap_or(0) },
        "dropped_stub" => DealError::DroppedStub { stub: stub(keys)? },
        "touched" => DealError::Touched {
            seat: seat(keys)?,
            other: keys.seat("other")?,
            identified: keys.flag("identified")?.unwrap_or(false),
        },
        "taken_by_dealer" => DealError::TakenByDealer {
            seat: seat(keys)?,
            identified: keys.flag("identified")?.unwrap_or(false),
        },
        other => return Err(Trouble::unknown("error of the deal", other)),
    })
}

fn seat(keys: &mut Keys) -> Result<SeatNo, Trouble> {
    Keys::require(keys.seat("seat")?, "seat")
}

fn place(keys: &mut Keys) -> Result<u8, Trouble> {
    let card: u8 = Keys::require(keys.small("card")?, "card")?;
    let from_zero = card.checked_sub(1);
    Keys::require(from_zero, "card, from 1")
}

fn held(keys: &mut Keys) -> Result<(SeatNo, u8), Trouble> {
    Ok((seat(keys)?, place(keys)?))
}

fn exposed(keys: &mut Keys) -> Result<bool, Trouble> {
    Ok(keys.flag("exposed")?.unwrap_or(true))
}

fn boxed_at(keys: &mut Keys) -> Result<BoxedAt, Trouble> {
    let at = Keys::require(keys.text("at")?, "at")?;
    Ok(match at.as_str() {
        "hand" => {
            let (seat, place) = held(keys)?;
            BoxedAt::Hand { seat, place }
        }
        "board" => BoxedAt::Board { place: place(keys)? },
        "burn" => BoxedAt::Burn,
        "stub" => BoxedAt::Stub,
        other => return Err(Trouble::unknown("place of a boxed card", other)),
    })
}

fn fault(keys: &mut Keys) -> Result<DeckFault, Trouble> {
    let fault = Keys::require(keys.text("fault")?, "fault")?;
    Ok(match fault.as_str() {
        "two_equal" => DeckFault::TwoEqual,
        "other_back" => DeckFault::OtherBack,
        "other_back_in_stub" => DeckFault::OtherBackInStub,
        "missing" => DeckFault::Missing,
        other => return Err(Trouble::unknown("fault of a deck", other)),
    })
}

fn stub(keys: &mut Keys) -> Result<DroppedStub, Trouble> {
    let stub = Keys::require(keys.text("stub")?, "stub")?;
    Ok(match stub.as_str() {
        "rebuilt" => DroppedStub::Rebuilt,
        "disordered" => DroppedStub::Disordered,
        "mixed" => DroppedStub::Mixed,
        other => return Err(Trouble::unknown("state of a stub", other)),
    })
}
