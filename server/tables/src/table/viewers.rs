//! The connections that watch a table: attaching, detaching, and the first view of each.

use super::seats::seat_of;
use super::{Outputs, TableCore, floor, player_id};
use crate::faults::{Fault, is_planted};
use crate::wire;
use cardroom_engine::{Input, Seat, Viewer};
use cardroom_protocol::server::{ChatLine, PlayerChanged, TableSnapshot};
use cardroom_protocol::{ActionId, TableId as WireTableId};
use cardroom_record::Player;
use cardroom_record::ids::ConnectionId;
use cardroom_record::tenure::Tenure;
use cardroom_rules::{Chips, Millis};

/// Shown to players who come back after a restart that voided their hand.
const HAND_IS_VOID: &str =
    "The room was restarted. The hand in progress is void: everybody has the chips it began with.";

impl TableCore {
    /// Returns `true` if a player is connected but counts as disconnected, or the other way round,
    /// or the table counts as attended by a floor that is gone.
    #[must_use]
    pub fn misjudges_presence(&self) -> bool {
        let table = &self.table;
        self.floor.correction(table).or_else(|| self.audience.correction(table)).is_some()
    }
}

/// Lets a connection watch the table. If its player has a seat, the seat is connected again.
pub(super) fn attach(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: Option<Player>,
    observing: bool,
    outputs: &mut Outputs,
) {
    // A connection that asked to watch keeps watching, even if it attaches
    // again for another reason.
    let observing = observing || core.audience.is_observing(connection);
    let account = player.as_ref().map(|player| player.account);
    let mut inputs = match account {
        Some(account) if core.audience.is_attached_as(connection, account) => Vec::new(),
        _ => forget(core, now, connection),
    };
    if let Some(seat) = account.and_then(|account| seat_of(&core.table, account)) {
        inputs.push(Input::Presence { seat, connected: true });
        outputs.info_changed |= player.as_ref().is_some_and(|player| core.audience.know(player));
    }
    core.step_all(now, inputs, outputs);
    let who = account.map(player_id);
    core.audience.attach(connection, player, observing, core.seq);
    show(core, connection, now, outputs);
    if who.is_some_and(|who| core.audience.learns_of_lost_hand(who)) {
        let (name, text) = ("The room".to_owned(), HAND_IS_VOID.to_owned());
        let line = ChatLine { table: WireTableId(core.id.0), name, text, staff: true };
        outputs.private.push((connection, line.into()));
    }
}

/// Drops a connection with everything that depended on its account. Returns the inputs that
/// follow for the table: an unattended floor, or a disconnected seat.
pub(super) fn forget(core: &mut TableCore, now: Millis, connection: ConnectionId) -> Vec<Input> {
    let Some(player) = core.audience.detach(connection) else { return Vec::new() };
    if player.is_some() {
        core.waiting.detach(now, connection);
    }
    let mut inputs = Vec::new();
    if core.floor.end_attendance(connection) && !core.floor.is_attended() {
        inputs.push(Input::AttendFloor { attended: false });
    }
    let gone = player.filter(|gone| !core.audience.is_watching(gone.account));
    if let Some(seat) = gone.and_then(|gone| seat_of(&core.table, gone.account)) {
        inputs.push(Input::Presence { seat, connected: false });
    }
    inputs
}

/// Updates the name and look of a known player. All viewers are notified of a player's change,
/// and the lobby shows a host's name. The hand continues unchanged.
pub(super) fn meet_again(core: &mut TableCore, player: &Player, outputs: &mut Outputs) {
    let account = player.account;
    if player.tenure != Tenure::GUEST && core.audience.tenure(account) == Tenure::GUEST {
        core.money.upgraded(account);
    }
    outputs.info_changed |= core.house.meet_again(player);
    if !core.audience.update(player) {
        return;
    }
    if let Some(seat) = seat_of(&core.table, account) {
        let changed = PlayerChanged {
            table: WireTableId(core.id.0),
            seat: seat.0,
            name: player.name.to_string(),
            avatar: player.look.avatar(),
            color: player.look.color(),
        };
        outputs.aside = Some(changed.into());
    }
}

/// Sends a full view of the table to a connection that watches it.
pub(super) fn show(
    core: &mut TableCore,
    connection: ConnectionId,
    now: Millis,
    outputs: &mut Outputs,
) {
    let since = core.seq - u64::from(is_planted(Fault::StepTwice) && core.seq > 0);
    if !core.audience.note_view(connection, since) {
        return;
    }
    let account = core.audience.account_at(connection);
    let seat = account.and_then(|account| seat_of(&core.table, account));
    let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
    let own = seat.zip(account).map(|(seat, account)| {
        let preferences = core.table.seat(seat).map(Seat::preferences).unwrap_or_default();
        wire::Own {
            seat,
            last_action_id: core
                .answers
                .last_of(player_id(account), &core.projections.answered)
                .unwrap_or(ActionId(0)),
            wait_for_big_blind: preferences.wait_for_big_blind,
            auto_muck: preferences.auto_muck,
            straddle: preferences.straddle,
        }
    });
    let ring = &core.table.setup().ring;
    let owed = account
        .map_or(Chips::ZERO, |account| core.terms.owed(now, account, &core.projections.ratholes));
    let buy_in = (ring.min_buy_in.max(owed), ring.max_buy_in.max(owed));
    let view = core.table.view(viewer);
    let shown = wire::Shown {
        info: core.info(),
        seq: core.seq,
        now: core.table.time(now),
        own,
        buy_in,
        rules: core.terms.rules(),
    };
    let view = wire::view(shown, &view, &core.table, |who| core.audience.person(who));
    let table = WireTableId(core.id.0);
    let message = TableSnapshot { table, view: Box::new(view) };
    outputs.private.push((connection, message.into()));
    let paused = core.floor.shown_pause(core.id).filter(|_| core.table.is_paused());
    outputs.private.extend(paused.map(|paused| (connection, paused.into())));
    let TableCore { id, table, house, audience, .. } = &*core;
    house.show((*id, table), &core.buy_ins, (connection, account), outputs);
    floor::show_time_use(house, (*id, table), audience, connection, outputs);
}
