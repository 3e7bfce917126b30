//! The connections that watch a table: attaching, detaching, and the first view of each.

use super::{Attached, Outputs, TableHost, player_id};
use crate::ids::ConnectionId;
use crate::inbox::Player;
use crate::store::{AuditRecord, AuditTrail};
use crate::table::wire;
use crate::tenure::Tenure;
use cardroom_engine::{Input, Viewer};
use cardroom_planted::{Fault, is_planted};
use cardroom_protocol::hybrid::{FloorOrdered, TableCommand};
use cardroom_protocol::server::{ChatLine, PlayerChanged, TablePaused, TableSnapshot};
use cardroom_protocol::{ActionId, TableId as WireTableId};
use cardroom_rules::{Chips, Millis, SeatNo};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Shown to players who come back after a restart that voided their hand.
const HAND_IS_VOID: &str =
    "The room was restarted. The hand in progress is void: everybody has the chips it began with.";

impl TableHost {
    pub(super) fn attach(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: Option<Player>,
        observing: bool,
        outputs: &mut Outputs,
    ) {
        // A connection that asked to watch keeps watching, even if it attaches
        // again for another reason.
        let observing =
            observing || self.audience.attached.get(&connection).is_some_and(|was| was.observing);
        let account = player.as_ref().map(|player| player.account);
        let mut inputs = match account {
            Some(account) if self.is_attached_as(connection, account) => Vec::new(),
            _ => self.forget(now, connection),
        };
        if let Some(seat) = account.and_then(|account| self.seat_of(account)) {
            inputs.push(Input::Presence { seat, connected: true });
            outputs.info_changed |= self.know(player.as_ref());
        }
        self.step_all(now, inputs, outputs);
        let who = account.map(player_id);
        let since = self.seq;
        self.audience.attached.insert(connection, Attached { player, observing, since });
        self.snapshot_for(connection, now, outputs);
        if who.is_some_and(|who| self.audience.untold.remove(&who)) {
            let (name, text) = ("The room".to_owned(), HAND_IS_VOID.to_owned());
            let line = ChatLine { table: WireTableId(self.id.0), name, text };
            outputs.private.push((connection, line.into()));
        }
    }

    /// Notes how a seated player signed in this time. Returns `true` if that switched between a
    /// person and a program.
    fn know(&mut self, player: Option<&Player>) -> bool {
        let Some(player) = player else { return false };
        let before = self.audience.people.insert(player_id(player.account), player.clone());
        before.is_none_or(|before| before.bot != player.bot)
    }

    /// Sends a new view of the table to a connection that watches it, as its account may see it.
    pub(super) fn recognize(
        &mut self,
        now: Millis,
        connection: ConnectionId,
        player: Player,
        outputs: &mut Outputs,
    ) {
        if self.is_attached(connection) && !self.is_attached_as(connection, player.account) {
            self.attach(now, connection, Some(player), false, outputs);
        }
    }

    pub(super) fn detach(&mut self, now: Millis, connection: ConnectionId, outputs: &mut Outputs) {
        let inputs = self.forget(now, connection);
        self.step_all(now, inputs, outputs);
    }

    /// Drops a connection with everything that depended on its account. Returns the inputs that
    /// follow for the table: an unattended floor, or a disconnected seat.
    fn forget(&mut self, now: Millis, connection: ConnectionId) -> Vec<Input> {
        let Some(attached) = self.audience.attached.remove(&connection) else { return Vec::new() };
        if attached.player.is_some() {
            self.line.detach(now, connection);
        }
        let mut inputs = Vec::new();
        if self.floor.attending.remove(&connection) && self.floor.attending.is_empty() {
            inputs.push(Input::AttendFloor { attended: false });
        }
        let mut others = self.audience.attached.values().filter_map(|other| other.player.as_ref());
        let player = attached.player;
        let gone = player.filter(|gone| !others.any(|other| other.account == gone.account));
        if let Some(seat) = gone.and_then(|gone| self.seat_of(gone.account)) {
            inputs.push(Input::Presence { seat, connected: false });
        }
        inputs
    }

    /// Updates the name and look of a known player. All viewers are notified of a player's change,
    /// and the lobby shows a host's name. The hand continues unchanged.
    pub(super) fn meet_again(&mut self, player: &Player, outputs: &mut Outputs) {
        let name = Arc::clone(&player.name);
        let here =
            self.audience.attached.values_mut().filter_map(|attached| attached.player.as_mut());
        for other in here.filter(|other| other.account == player.account) {
            (other.name, other.look) = (Arc::clone(&name), player.look);
            other.tenure = player.tenure;
        }
        if player.tenure != Tenure::GUEST && self.tenure(player.account) == Tenure::GUEST {
            self.became_account(player.account);
        }
        let host = self.description.hosted_by.as_mut();
        if let Some(host) = host.filter(|host| host.account == player.account && host.name != name)
        {
            (host.name, host.tenure) = (Arc::clone(&name), player.tenure);
            outputs.info_changed = true;
        }
        let Some(known) = self.audience.people.get_mut(&player_id(player.account)) else { return };
        known.tenure = player.tenure;
        if known.name == name && known.look == player.look {
            return;
        }
        (known.name, known.look) = (name, player.look);
        if let Some(seat) = self.seat_of(player.account) {
            let changed = PlayerChanged {
                table: WireTableId(self.id.0),
                seat: seat.0,
                name: player.name.to_string(),
                avatar: player.look.avatar(),
                color: player.look.color(),
            };
            outputs.aside = Some(changed.into());
        }
    }

    /// Returns a seat that wrongly counts as connected or disconnected, and its real state, because
    /// the step that recorded the change could not be stored.
    fn misjudged(&self) -> Option<(SeatNo, bool)> {
        let players =
            self.audience.attached.values().filter_map(|attached| attached.player.as_ref());
        let here: BTreeSet<_> = players.map(|player| player_id(player.account)).collect();
        let mut seats = self.table.players();
        let wrong = seats.find(|(seat, who)| self.table.is_connected(*seat) != here.contains(who));
        wrong.map(|(seat, who)| (seat, here.contains(&who)))
    }

    /// Returns `true` if a player is connected but counts as disconnected, or the other way round.
    #[must_use]
    pub fn misjudges_presence(&self) -> bool {
        self.misjudged().is_some()
    }

    /// Corrects the presence of one such player.
    pub(super) fn see_presence(&mut self, now: Millis, outputs: &mut Outputs) {
        if let Some((seat, connected)) = self.misjudged() {
            let _ = self.step(now, Input::Presence { seat, connected }, outputs);
        }
    }

    pub(super) fn snapshot_for(
        &mut self,
        connection: ConnectionId,
        now: Millis,
        outputs: &mut Outputs,
    ) {
        let Some(attached) = self.audience.attached.get_mut(&connection) else { return };
        attached.since = self.seq - u64::from(is_planted(Fault::StepTwice) && self.seq > 0);
        let account = attached.player.as_ref().map(|player| player.account);
        let seat = account.and_then(|account| self.seat_of(account));
        let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
        let own = seat.zip(account).map(|(seat, account)| {
            let preferences = self.table.preferences(seat).unwrap_or_default();
            wire::Own {
                seat,
                last_action_id: self.last_action_of(player_id(account)).unwrap_or(ActionId(0)),
                wait_for_big_blind: preferences.wait_for_big_blind,
                auto_muck: preferences.auto_muck,
                straddle: preferences.straddle,
            }
        });
        let ring = &self.table.setup().ring;
        let owed = account.map_or(Chips::ZERO, |account| self.owed(now, account));
        let buy_in = (ring.min_buy_in.max(owed), ring.max_buy_in.max(owed));
        let view = self.table.view(viewer);
        let shown = wire::Shown {
            info: self.info(),
            seq: self.seq,
            now,
            own,
            buy_in,
            rules: &self.terms.rules,
        };
        let view = wire::view(shown, &view, &self.table, |who| self.person(who));
        let table = WireTableId(self.id.0);
        let message = TableSnapshot { table, view: Box::new(view) };
        outputs.private.push((connection, message.into()));
        if let Some(ordered) = self.floor.paused_by.as_deref().filter(|_| self.table.is_paused()) {
            let FloorOrdered { operator, reason, rule, .. } = ordered.clone();
            let paused = TablePaused { table, operator, reason, rule };
            outputs.private.push((connection, paused.into()));
        }
        self.show_time_use(connection, outputs);
    }

    /// Returns `true` if the table was paused by a command that this process has not seen.
    pub(in crate::table) fn lacks_pause_order(&self) -> bool {
        self.table.is_paused() && self.floor.paused_by.is_none()
    }

    /// Takes the command that paused the table from its audit trail, which begins
    /// with the latest command.
    pub(in crate::table) fn recall_pause(&mut self, trail: AuditTrail) {
        let orders = trail.entries.into_iter().filter_map(|(record, operator)| {
            let command = serde_json::from_str(&record.command).ok()?;
            let AuditRecord { reason, rule, .. } = record;
            Some(FloorOrdered { operator, command, reason, rule })
        });
        let mut of_pauses = orders
            .filter(|order| matches!(order.command, TableCommand::Pause | TableCommand::Resume));
        let last = of_pauses.next().filter(|order| order.command == TableCommand::Pause);
        self.floor.paused_by = last.map(Box::new);
    }
}
