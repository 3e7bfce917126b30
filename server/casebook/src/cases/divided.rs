//! Pots divided among winners, by the functions that award them.

use super::Trouble;
use super::expect::seat_table;
use super::keys::{Keys, cards, each_once};
use super::script::Script;
use cardroom_engine::{Share, divide_high_low, divide_pot, divide_stud_pot};
use cardroom_rules::{Chips, SeatNo, SeatSet};

/// The keys of expect that divided pots answer.
pub(super) const ANSWERS: &[&str] = &["shares", "won"];

pub(super) fn event(script: &mut Script<'_>, name: &str, mut keys: Keys) -> Result<(), Trouble> {
    let button = script.opening.button;
    let unit = script.opening.setup.plays[0].stakes.unit;
    let shares = match name {
        "split" => one_pot(&mut keys, button, unit)?,
        "split_pots" => {
            let mut shares = Vec::new();
            for pot in Keys::require(keys.tables("pots")?, "pots")? {
                let mut pot = Keys::of(&pot);
                shares.extend(one_pot(&mut pot, button, unit)?);
                pot.end("pots")?;
            }
            shares
        }
        "split_stud" => {
            let pot = Keys::require(keys.chips("pot")?, "pot")?;
            let hands = Keys::require(keys.by_seat("hands")?, "hands")?;
            let hands: Result<Vec<_>, Trouble> =
                hands.iter().map(|(seat, value)| Ok((*seat, cards(value)?))).collect();
            let hands = hands?;
            some(&hands, "hands")?;
            if hands.iter().any(|(_, cards)| cards.is_empty()) {
                return Err(Trouble::NotUnderstood("a hand has no cards".to_owned()));
            }
            each_once(hands.iter().flat_map(|(_, cards)| cards.iter().copied()))?;
            divide_stud_pot(pot, &hands, unit)
        }
        _ => {
            let pot = Keys::require(keys.chips("pot")?, "pot")?;
            let high = set(some(&Keys::require(keys.seats("high")?, "high")?, "high")?);
            let low = set(&keys.seats("low")?.unwrap_or_default());
            divide_high_low(pot, high, low, button, unit)
        }
    };
    keys.end(name)?;
    let won = seat_table(shares.into_iter().map(|share| (share.seat, share.amount)));
    script.answers.insert("shares".to_owned(), won.clone());
    script.answers.insert("won".to_owned(), won);
    Ok(())
}

fn one_pot(keys: &mut Keys, button: SeatNo, unit: Chips) -> Result<Vec<Share>, Trouble> {
    let amount = match keys.chips("pot")? {
        Some(pot) => pot,
        None => Keys::require(keys.chips("amount")?, "pot")?,
    };
    let winners = Keys::require(keys.seats("winners")?, "winners")?;
    Ok(divide_pot(amount, set(some(&winners, "winners")?), button, unit))
}

/// Rejects an empty list: every pot has a winner.
fn some<'a, T>(list: &'a [T], key: &str) -> Result<&'a [T], Trouble> {
    if list.is_empty() {
        return Err(Trouble::NotUnderstood(format!("{key} = []: a pot has a winner")));
    }
    Ok(list)
}

fn set(seats: &[SeatNo]) -> SeatSet {
    seats.iter().copied().collect()
}
