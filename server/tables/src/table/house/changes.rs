//! Terms that the host changes, and another host.

use super::PrivateTerms;
use crate::rounds::Rounds;
use crate::table::floor::{self, Deed};
use crate::table::{After, Outputs, TableCore, viewers};
use cardroom_protocol::hosting::{HostOrder, Term};
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::{RequestId, Seq, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_rules::Millis;

/// Changes the terms of the table, from the next hand.
pub(in crate::table) fn change_terms(
    core: &mut TableCore,
    now: Millis,
    by: &Player,
    terms: Box<PrivateTerms>,
    what: Vec<Term>,
    outputs: &mut Outputs,
) {
    core.terms.value_chips_at(terms.terms.chip_value.clone());
    core.house.change_terms(terms);
    announce(core, now, by, HostOrder::ChangeTerms(what), outputs);
    outputs.info_changed = true;
    for connection in core.audience.connections() {
        let viewer = (connection, core.audience.account_at(connection));
        core.house.show((core.id, &core.table), &core.buy_ins, viewer, outputs);
    }
}

/// Makes a player the host.
pub(in crate::table) fn change_host(
    core: &mut TableCore,
    now: Millis,
    by: &Player,
    host: Player,
    outputs: &mut Outputs,
) {
    announce(core, now, by, HostOrder::HandOver(host.name.to_string()), outputs);
    core.house.hand_over(host);
    outputs.info_changed = true;
    // The new host sees other buttons, and the buy-ins that wait.
    let connections: Vec<_> = core.audience.connections().collect();
    for connection in connections {
        viewers::show(core, connection, now, outputs);
        // The announcement is sent before the view.
        core.audience.note_view(connection, core.seq - 1);
    }
}

/// Begins to use terms that have changed, between two hands. All viewers get a full view.
pub(in crate::table) fn use_new_terms(core: &mut TableCore, now: Millis, outputs: &mut Outputs) {
    // An opening promises a hand of the terms before.
    let is_promised = core.rounds().is_some_and(Rounds::is_frozen);
    let between_hands = core.table.hand_in_progress().is_none() && !core.ending.has_begun();
    if !between_hands || is_promised {
        return;
    }
    let Some(terms) = core.house.waiting_terms(core.table.setup()) else { return };
    let PrivateTerms { setup, rotation, top_up_to, rules, .. } = terms.clone();
    if outputs.unit.records.is_empty() {
        core.remember(now, outputs);
    }
    if let Err(reason) = core.table.adopt(setup) {
        outputs.after.push(After::KeptSetup(reason));
        return;
    }
    core.house.set_rotation(rotation);
    core.terms.renew(top_up_to, rules);
    // The stream continues under the new setup, which its snapshot contains.
    outputs.unit.snapshot = core.storing.first_snapshot(core.seq, &core.table, &core.projections);
    outputs.info_changed = true;
    let connections: Vec<_> = core.audience.connections().collect();
    for connection in connections {
        viewers::show(core, connection, now, outputs);
    }
}

/// Announces a change that the host's office has stored.
fn announce(
    core: &mut TableCore,
    now: Millis,
    by: &Player,
    order: HostOrder,
    outputs: &mut Outputs,
) {
    let (request, table, seq) = (RequestId(0), WireTableId(core.id.0), Seq(core.seq));
    let command = TableCommand::Host(order);
    let reason = "The host decides.".to_owned();
    let direct = DirectTable { request, table, seq, reason, rule: None, command };
    // It changes nothing that the table could refuse.
    let _ = floor::carry_out(core, now, by, &direct, Deed::Announce, outputs);
}
