//! What the floor is shown: the command that paused the table, the use of time, and players who
//! withhold links.

use super::check_operator;
use crate::table::{Outputs, TableCore, player_id};
use crate::wire;
use cardroom_engine::{Adjudicated, EtiquetteFlag, Event};
use cardroom_protocol::TableId as WireTableId;
use cardroom_protocol::server::ChatLine;
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_rules::rulebook::Stalling;

/// Sends each player's use of time to a connection whose account may rule here, if the rulebook
/// flags stalling. No other player gets it.
pub(in crate::table) fn show_time_use(
    core: &TableCore,
    connection: ConnectionId,
    outputs: &mut Outputs,
) {
    let player = core.audience.player_at(connection);
    let may_rule =
        player.is_some_and(|player| check_operator(&core.description, &core.table, player).is_ok());
    if may_rule && core.table.setup().rulebook.stalling == Stalling::Flagged {
        outputs.private.push((connection, wire::time_use(core.id, &core.table).into()));
    }
}

/// Tells all connections that may rule here that a player withholds links from the deals. Players
/// are not told.
pub(in crate::table) fn tell_of_withheld_links(
    core: &TableCore,
    account: AccountId,
    times: u8,
    outputs: &mut Outputs,
) {
    let name = core.audience.person(player_id(account)).name;
    let text = format!(
        "{name} has withheld a link from the deal {times} times. Each time the table waits. Ask \
         why, or rule on it."
    );
    for connection in core.audience.connections() {
        let player = core.audience.player_at(connection);
        if player
            .is_some_and(|player| check_operator(&core.description, &core.table, player).is_ok())
        {
            let (table, name) = (WireTableId(core.id.0), "The room".to_owned());
            let line = ChatLine { table, name, text: text.clone(), staff: true };
            outputs.private.push((connection, line.into()));
        }
    }
}

/// Sends each player's use of time to all connections that may rule here, after a hand and after a
/// stalling flag.
pub(in crate::table) fn show_new_time_use(
    core: &TableCore,
    events: &[Event],
    outputs: &mut Outputs,
) {
    if events.iter().any(changes_time_use) {
        for connection in core.audience.connections() {
            show_time_use(core, connection, outputs);
        }
    }
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
