//! Lines made from the table as a seat sees it.

use super::{TimeLimits, milliseconds};
use crate::model::{Hand, Seat, Table};
use cardroom_cards::Card;
use cardroom_protocol::ids::AskId;
use cardroom_protocol::items::Items;
use cardroom_protocol::line::{
    ActLine, HandLine, HelloLine, LinePlayer, LineSeat, OfferLine, PROTOCOL, Question,
};
use cardroom_protocol::table::{LegalActions, TableEvent};
use std::time::Duration;

/// Introduces the table to the player in a seat.
pub(super) fn hello(table: &Table, seat: u8, limits: TimeLimits) -> HelloLine {
    let info = &table.info;
    HelloLine {
        protocol: PROTOCOL.to_owned(),
        seat,
        seats: info.seats,
        players: players(table),
        game: info.game.clone(),
        games: info.games.clone(),
        switch: info.switch,
        rulebook: info.rulebook.clone(),
        betting: info.betting,
        small_blind: info.small_blind,
        big_blind: info.big_blind,
        ante: info.ante,
        ante_kind: info.ante_kind,
        unit: info.unit,
        turn_ms: limits.turn.map(milliseconds),
        bank_ms: limits.bank.map(milliseconds),
    }
}

fn players(table: &Table) -> Vec<LinePlayer> {
    let player =
        |seat: &Seat| LinePlayer { seat: seat.seat, name: seat.name.clone(), stack: seat.stack };
    table.seats.iter().map(player).collect()
}

/// Returns the line that announces a hand.
pub(super) fn hand(table: &Table, hand: &Hand) -> HandLine {
    HandLine {
        hand: hand.number,
        game: hand.game.clone(),
        bomb_pot: hand.bomb_pot,
        button: hand.button,
        small_blind: hand.small_blind,
        big_blind: hand.big_blind,
        dealt: hand.dealt.clone(),
        players: players(table),
    }
}

/// Returns the line that asks for a decision.
pub(super) fn act(
    table: &Table,
    id: AskId,
    legal: &LegalActions,
    events: Vec<TableEvent>,
    time: Option<Duration>,
) -> ActLine {
    let hand = table.hand.as_ref();
    ActLine {
        id,
        hand: hand.map(|hand| hand.number).unwrap_or_default(),
        game: hand.map_or(&table.info.game, |hand| &hand.game.id).clone(),
        seat: table.hero_seat.unwrap_or_default(),
        button: hand.map(|hand| hand.button).unwrap_or_default(),
        street: hand.map(|hand| hand.street).unwrap_or_default(),
        cards: table.cards.clone(),
        boards: boards(table),
        pots: hand.map(|hand| hand.pots.clone()).unwrap_or_default(),
        pot: table.pot_total(),
        to_call: legal.call.unwrap_or_default(),
        seats: table.seats.iter().map(line_seat).collect(),
        legal: *legal,
        events: Items(events),
        time_ms: time.map(milliseconds),
    }
}

fn line_seat(seat: &Seat) -> LineSeat {
    let part = seat.in_hand.as_ref();
    LineSeat {
        seat: seat.seat,
        stack: seat.stack,
        bet: seat.bet,
        dealt: part.is_some(),
        folded: part.is_some_and(|part| part.folded),
        all_in: part.is_some_and(|part| part.all_in),
        card_count: part.map(|part| part.card_count).unwrap_or_default(),
        open: part.map(|part| part.tabled.as_ref().unwrap_or(&part.up).clone()).unwrap_or_default(),
        discarded: part.and_then(|part| part.gave_away),
    }
}

/// Returns the line that makes an offer.
pub(super) fn offer(table: &Table, id: AskId, question: Question, time: Duration) -> OfferLine {
    let last = table.last_result.map(|result| result.hand);
    OfferLine {
        id,
        question,
        hand: table.hand.as_ref().map(|hand| hand.number).or(last).unwrap_or_default(),
        cards: table.cards.clone(),
        boards: boards(table),
        pot: table.pot_total(),
        time_ms: milliseconds(time),
    }
}

/// Returns the boards so far. There are none between hands.
pub(super) fn boards(table: &Table) -> Vec<Vec<Card>> {
    table.hand.as_ref().map(|hand| hand.boards.clone()).unwrap_or_default()
}
