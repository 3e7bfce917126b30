//! A table for a script: its players with their chips, the positions, and the blinds that newcomers
//! owe.

use super::parting::Parting;
use super::replay::House;
use super::script::{Blinds, Player, Script};
use cardroom_engine::{Input, Occupancy, Refusal, TableSetup};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{
    Chips, MAX_SEATS, Millis, Play, PlayerId, Rake, RingTerms, SeatNo, Straddle, Switch,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// A table in the state after the hand before.
pub(super) struct Seating {
    pub(super) table: HybridTable,
    pub(super) seats: Vec<SeatNo>,
    /// The seat of the button, which may be empty.
    pub(super) button: SeatNo,
}

impl Seating {
    /// Seats the players side by side from the button's left, with an empty seat
    /// for each dead position.
    pub(super) fn of(script: &Script, house: &House) -> Result<Self, Parting> {
        let count = script.players.len();
        let shift = usize::from(script.blinds == Blinds::DeadSmall && count > 2);
        let dead_button = script.dead_button || script.blinds == Blinds::OfButton;
        let taken = count + shift + usize::from(dead_button);
        if taken > MAX_SEATS {
            return Err(Parting::Table(format!("{taken} seats with the empty ones")));
        }
        let seats: Vec<SeatNo> =
            (0..count).map(|place| SeatNo::from_index(place + shift)).collect();
        let button = SeatNo::from_index(taken - 1);
        let setup = setup(script, house);
        let mut table = HybridTable::new(setup.clone()).map_err(Parting::Table)?;
        for (player, seat) in script.players.iter().zip(&seats) {
            sit(&mut table, player, *seat)
                .map_err(|refusal| Parting::Table(refusal.to_string()))?;
        }
        let state = after_last_hand(script, &table, &seats, button)?;
        let table = HybridTable::restore(setup, state).map_err(Parting::Table)?;
        Ok(Self { table, seats, button })
    }
}

fn sit(table: &mut HybridTable, player: &Player, seat: SeatNo) -> Result<(), Refusal> {
    let id = PlayerId(1 + u64::from(seat.0));
    let (buy_in, owed) = (Chips(player.stack), Chips::ZERO);
    let sit = Input::Sit { seat, player: id, buy_in, owed, wait_for_big_blind: false };
    table.step(Millis(0), sit)?;
    if player.straddles {
        let prefer =
            Input::Prefer { seat, wait_for_big_blind: false, auto_muck: true, straddle: true };
        table.step(Millis(0), prefer)?;
    }
    Ok(())
}

fn setup(script: &Script, house: &House) -> TableSetup {
    let rake = (house.rake && script.rake > 0).then(|| Rake {
        // The record gives the amount. The engine's rule decides which pot it comes from.
        basis_points: 10_000,
        cap: Chips(script.rake),
        no_flop_no_drop: false,
        account: "house:rake".to_owned(),
    });
    let ring = RingTerms {
        sit_out_ms: Millis::seconds(600),
        straddle: straddle(script),
        run_it: u8::try_from(script.boards.len()).unwrap_or(u8::MAX),
        run_it_ms: Millis::seconds(5),
        rake,
        ..RingTerms::bare(Chips(1), Chips(1 << 45))
    };
    let play = Play { game: house.game.clone(), stakes: script.stakes };
    TableSetup {
        plays: Arc::from([play]),
        switch: Switch::Never,
        rulebook: house.rulebook.clone(),
        ring: Arc::new(ring),
        seats: house.game.max_players,
        hybrid: house.is_hybrid(script),
        auto_show: true,
        players_left: None,
        occupancy: Occupancy::Ring,
    }
}

/// Returns the position from which a player of the script straddles.
fn straddle(script: &Script) -> Option<Straddle> {
    let place = script.players.iter().position(|player| player.straddles)?;
    Some(match place {
        _ if place + 1 == script.players.len() && !script.dead_button => Straddle::Button,
        2 => Straddle::Utg,
        _ => Straddle::Mississippi,
    })
}

/// Returns the snapshot of the table between hands. Button and blinds are where they must have been
/// for the script's positions to follow. Only newcomers owe blinds.
fn after_last_hand(
    script: &Script,
    table: &HybridTable,
    seats: &[SeatNo],
    button: SeatNo,
) -> Result<Value, Parting> {
    let broken = |error: serde_json::Error| Parting::Table(error.to_string());
    let snapshot = table.snapshot().ok_or_else(|| Parting::Table("a hand is on".to_owned()))?;
    let mut state = serde_json::to_value(snapshot).map_err(broken)?;
    for (player, seat) in script.players.iter().zip(seats) {
        state["seats"][seat.index()]["owes"] =
            json!({ "small": player.owes_small, "big": player.owes_big });
    }
    // With a dead button, the big blind was one seat before its present player, and the button
    // moves to the last small blind.
    let last = seats.len() - 1;
    let big_before = match script.blinds {
        Blinds::Both | Blinds::SmallFirst if seats.len() == 2 => seats[1],
        Blinds::Both | Blinds::SmallFirst => seats[0],
        Blinds::DeadSmall => SeatNo(0),
        Blinds::OfButton => seats[last - 1],
        Blinds::None => seats[0],
    };
    state["positions"] = json!({ "button": button, "small": button, "big": big_before });
    if script.blinds == Blinds::None {
        state["frozen_button"] = json!(button);
    }
    Ok(state)
}
