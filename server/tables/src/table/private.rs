//! Private messages after a step: each player's own cards and turn.

use super::Outputs;
use super::audience::Audience;
use super::seats::seat_of;
use crate::faults::{Fault, is_planted};
use crate::wire;
use cardroom_engine::{Adjudicated, Event};
use cardroom_hybrid::HybridTable;
use cardroom_record::ids::TableId;
use cardroom_rules::{SeatNo, SeatSet};

/// Adds the private messages: each player's own cards and turn.
pub(super) fn add(
    (id, seq): (TableId, u64),
    table: &HybridTable,
    audience: &Audience,
    events: &[Event],
    outputs: &mut Outputs,
) {
    let dealt: SeatSet = events.iter().fold(SeatSet::EMPTY, |dealt, event| match event {
        Event::HoleDealt { .. } => table.players().map(|(seat, _)| seat).collect(),
        Event::UpDealt { cards } => {
            cards.iter().map(|(seat, _)| *seat).chain(dealt.iter()).collect()
        }
        Event::Discarded { seat, .. } | Event::Drawn { seat, .. } => {
            dealt.iter().chain([*seat]).collect()
        }
        _ => dealt,
    });
    let turn = asked_to_act(table, events);
    if dealt.is_empty() && turn.is_none() {
        return;
    }
    for (connection, player) in audience.behind(seq) {
        let Some(player) = player else { continue };
        let Some(seat) = seat_of(table, player.account) else { continue };
        if dealt.contains(seat) {
            let whose = if is_planted(Fault::CardsToNeighbour) {
                dealt.next_after(seat).unwrap_or(seat)
            } else {
                seat
            };
            let cards = wire::hole_cards(id, seq, table, whose);
            outputs.private.extend(cards.map(|cards| (connection, cards.into())));
        }
        if turn == Some(seat) {
            let turn = wire::your_turn(id, seq, table, seat);
            outputs.private.extend(turn.map(|turn| (connection, turn.into())));
        }
    }
}

/// Returns the player whose turn began or changed with these events. A ruling may
/// leave the turn to the player with other choices. While the floor has an open
/// question, no player is asked.
fn asked_to_act(table: &HybridTable, events: &[Event]) -> Option<SeatNo> {
    let (on_turn, ..) = table.turn()?;
    let asks = events.iter().any(|event| match event {
        Event::TurnBegan { seat, .. } => *seat == on_turn,
        Event::Ruled(ruling) => ruling.seat == on_turn,
        Event::Adjudicated(what) => match &**what {
            Adjudicated::SpokeUp { seat } | Adjudicated::FrontSeen { seat, .. } => *seat == on_turn,
            _ => false,
        },
        Event::TicketClosed { .. } => true,
        _ => false,
    });
    let waits = || {
        let declared = table.declarations();
        declared.is_some_and(|declared| declared.waiting_until.is_some())
    };
    (asks && !waits()).then_some(on_turn)
}
