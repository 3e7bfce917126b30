//! Private messages after a step: each player's own cards and turn.

use super::{Outputs, TableCore};
use crate::faults::{Fault, is_planted};
use crate::wire;
use cardroom_engine::{Adjudicated, Event};
use cardroom_hybrid::HybridTable;
use cardroom_rules::{SeatNo, SeatSet};

/// Adds the private messages: each player's own cards and turn.
pub(super) fn add(core: &TableCore, events: &[Event], outputs: &mut Outputs) {
    let dealt: SeatSet = events.iter().fold(SeatSet::EMPTY, |dealt, event| match event {
        Event::HoleDealt { .. } => core.table.players().map(|(seat, _)| seat).collect(),
        Event::UpDealt { cards } => {
            cards.iter().map(|(seat, _)| *seat).chain(dealt.iter()).collect()
        }
        Event::Discarded { seat, .. } | Event::Drawn { seat, .. } => {
            dealt.iter().chain([*seat]).collect()
        }
        _ => dealt,
    });
    let turn = asked_to_act(&core.table, events);
    if dealt.is_empty() && turn.is_none() {
        return;
    }
    for (connection, player) in core.audience.behind(core.seq) {
        let Some(player) = player else { continue };
        let Some(seat) = core.seat_of(player.account) else { continue };
        if dealt.contains(seat) {
            let whose = if is_planted(Fault::CardsToNeighbour) {
                dealt.next_after(seat).unwrap_or(seat)
            } else {
                seat
            };
            let cards = wire::hole_cards(core.id, core.seq, &core.table, whose);
            outputs.private.extend(cards.map(|cards| (connection, cards.into())));
        }
        if turn == Some(seat) {
            let turn = wire::your_turn(core.id, core.seq, &core.table, seat);
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
