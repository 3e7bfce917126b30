//! What the floor is shown: the command that paused the table, the use of time, and players who
//! withhold links.

use crate::table::audience::Audience;
use crate::table::house::House;
use crate::table::{Outputs, player_id};
use crate::wire;
use cardroom_engine::{Adjudicated, EtiquetteFlag, Event};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::TableId as WireTableId;
use cardroom_protocol::server::ChatLine;
use cardroom_record::ids::{AccountId, ConnectionId, TableId};
use cardroom_rules::rulebook::Stalling;

/// Sends each player's use of time to a connection whose account may rule here, if the rulebook
/// flags stalling. No other player gets it.
pub(in crate::table) fn show_time_use(
    house: &House,
    (id, table): (TableId, &HybridTable),
    audience: &Audience,
    connection: ConnectionId,
    outputs: &mut Outputs,
) {
    let is_flagged = table.setup().rulebook.stalling == Stalling::Flagged;
    if is_flagged && may_rule(house, table, audience, connection) {
        outputs.private.push((connection, wire::time_use(id, table).into()));
    }
}

/// Tells all connections that may rule here that a player withholds links from the deals. Players
/// are not told.
pub(in crate::table) fn tell_of_withheld_links(
    house: &House,
    (id, table): (TableId, &HybridTable),
    audience: &Audience,
    (account, times): (AccountId, u8),
    outputs: &mut Outputs,
) {
    let name = audience.person(player_id(account)).name;
    let text = format!(
        "{name} has withheld a link from the deal {times} times. Each time the table waits. Ask \
         why, or rule on it."
    );
    for connection in audience.connections() {
        if may_rule(house, table, audience, connection) {
            let (table, name) = (WireTableId(id.0), "The room".to_owned());
            let line = ChatLine { table, name, text: text.clone(), staff: true };
            outputs.private.push((connection, line.into()));
        }
    }
}

/// Sends each player's use of time to all connections that may rule here, after a hand and after a
/// stalling flag.
pub(in crate::table) fn show_new_time_use(
    house: &House,
    at: (TableId, &HybridTable),
    audience: &Audience,
    events: &[Event],
    outputs: &mut Outputs,
) {
    if events.iter().any(changes_time_use) {
        for connection in audience.connections() {
            show_time_use(house, at, audience, connection, outputs);
        }
    }
}

/// Returns `true` if the account of a connection may rule here.
fn may_rule(
    house: &House,
    table: &HybridTable,
    audience: &Audience,
    connection: ConnectionId,
) -> bool {
    let player = audience.player_at(connection);
    player.is_some_and(|player| house.check_may_rule(table, player).is_ok())
}

/// Returns `true` if the floor gets each player's use of time after this event.
fn changes_time_use(event: &Event) -> bool {
    match event {
        Event::HandEnded { .. } | Event::HandVoided { .. } => true,
        Event::Adjudicated(adjudicated) => {
            let stalling = EtiquetteFlag::Stalling;
            matches!(**adjudicated, Adjudicated::Flagged { flag, .. } if flag == stalling)
        }
        _ => false,
    }
}
