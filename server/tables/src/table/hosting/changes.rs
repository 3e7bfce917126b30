//! Terms that the host changes, and another host.

use super::{PrivateTerms, show};
use crate::rounds::Rounds;
use crate::table::{After, Outputs, TableCore, floor, viewers};
use cardroom_protocol::hosting::{HostOrder, TableTerms, Term};
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::{RequestId, Seq, TableId as WireTableId};
use cardroom_record::{HostedBy, Player};
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
    let TableTerms { name, bots_allowed, free_chat, .. } = &terms.terms;
    core.description.name.clone_from(name);
    (core.description.bots_allowed, core.description.free_chat) = (*bots_allowed, *free_chat);
    core.terms.value_chips_at(terms.terms.chip_value.clone());
    core.hosting.terms = Some(terms);
    announce(core, now, by, HostOrder::ChangeTerms(what), outputs);
    outputs.info_changed = true;
    show_all(core, outputs);
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
    core.description.hosted_by = Some(HostedBy { account: host.account, name: host.name });
    core.hosting.host_gone_since = None;
    outputs.info_changed = true;
    // The new host sees other buttons, and the buy-ins that wait.
    let connections: Vec<_> = core.audience.connections().collect();
    for connection in connections {
        viewers::show(core, connection, now, outputs);
        // The announcement is sent before the view.
        core.audience.note_view(connection, core.seq - 1);
    }
}

fn show_all(core: &TableCore, outputs: &mut Outputs) {
    for connection in core.audience.connections() {
        show(core, connection, outputs);
    }
}

/// Begins to use terms that have changed, between two hands. All viewers get a full view.
pub(in crate::table) fn use_new_terms(core: &mut TableCore, now: Millis, outputs: &mut Outputs) {
    let Some(terms) = &core.hosting.terms else { return };
    // An opening promises a hand of the terms before.
    let is_promised = core.rounds().is_some_and(Rounds::is_frozen);
    let between_hands = core.table.hand_in_progress().is_none() && !core.ending.has_begun();
    if !between_hands || is_promised || terms.setup == *core.table.setup() {
        return;
    }
    let PrivateTerms { setup, rotation, top_up_to, rules, .. } = terms.as_ref().clone();
    if outputs.unit.records.is_empty() {
        core.remember(now, outputs);
    }
    if let Err(reason) = core.table.adopt(setup) {
        outputs.after.push(After::KeptSetup(reason));
        return;
    }
    core.description.rotation = rotation;
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
    let _ = floor::carry_out(core, now, by, &direct, outputs, |core, _, outputs| {
        core.remember(now, outputs);
        Ok(())
    });
}
