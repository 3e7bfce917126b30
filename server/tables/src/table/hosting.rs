//! The host of a private table: the terms that the host sets, the commands about the people at it,
//! and who may follow a host who is gone. Terms that change wait for the end of the hand in
//! progress.

use super::refusals::{Refused, refused};
use super::{After, Outputs, TableCore, buy_ins, floor, player_id, steps, viewers};
use crate::description::RotationName;
use crate::rounds::Rounds;
use crate::wire::RuleNumbers;
use cardroom_engine::{Input, TableSetup};
use cardroom_protocol::hosting::{HostOrder, HostedTerms, SeatChips, TableTerms, Term};
use cardroom_protocol::hybrid::{DirectTable, TableCommand};
use cardroom_protocol::requests::TableRequest;
use cardroom_protocol::{ErrorCode, RequestId, Seq, TableId as WireTableId};
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_record::{HostedBy, Player};
use cardroom_rules::{Chips, Millis, SeatNo, SeatSet};
use std::collections::BTreeSet;

/// How long a host must be gone before a player may follow.
const HOST_GONE: Millis = Millis::seconds(10 * 60);

/// The terms of a private table, and the table that they make.
#[derive(Clone, Debug)]
pub struct PrivateTerms {
    pub terms: TableTerms,
    pub setup: TableSetup,
    pub rotation: Option<RotationName>,
    pub top_up_to: Option<Chips>,
    pub rules: RuleNumbers,
}

/// What a table knows of its host.
#[derive(Debug, Default)]
pub(super) struct Hosting {
    /// The terms as the host last changed them; `None` at other tables.
    terms: Option<Box<PrivateTerms>>,
    /// Since when the host does not watch the table.
    host_gone_since: Option<Millis>,
    /// Removed players, who need the host's approval to come back.
    removed: BTreeSet<AccountId>,
    /// All seats in a random order, if the current request shuffles them.
    drawn: Vec<SeatNo>,
}

impl Hosting {
    /// Returns `true` if the host sets the terms of the table.
    pub(super) fn has_terms(&self) -> bool {
        self.terms.is_some()
    }

    /// Returns `true` if a buy-in of this account waits for the host's approval.
    pub(super) fn approves(&self, account: AccountId) -> bool {
        let approves = self.terms.as_ref().is_some_and(|terms| terms.terms.approve_buy_ins);
        approves || self.removed.contains(&account)
    }

    /// Notes the random order of the seats for the current request.
    pub(super) fn draw_seats(&mut self, drawn: Vec<SeatNo>) {
        self.drawn = drawn;
    }

    /// Notes that the host let a removed player come back.
    pub(super) fn let_back(&mut self, account: AccountId) {
        self.removed.remove(&account);
    }
}

impl TableCore {
    /// Returns `true` if a request needs the seats in a random order.
    #[must_use]
    pub fn draws_seats(request: &TableRequest) -> bool {
        let TableRequest::DirectTable(direct) = request else { return false };
        direct.command == TableCommand::Host(HostOrder::ShuffleSeats)
    }

    /// Sets the terms of a private table, which it uses from the next hand.
    #[must_use]
    pub fn on_terms(mut self, terms: PrivateTerms) -> Self {
        self.hosting.terms = Some(Box::new(terms));
        self
    }

    /// Returns the player who becomes the host: the one whom the host names, or the sender who may
    /// follow a host who is gone.
    ///
    /// # Errors
    /// The sender may not decide this, or no such player sits here.
    pub fn next_host(
        &self,
        now: Millis,
        asked_by: AccountId,
        to: Option<&str>,
    ) -> Result<Player, (ErrorCode, String)> {
        let people = self.table.players().filter_map(|(_, player)| self.audience.person(player));
        let mut people = people.filter(|player| !player.bot);
        let is_host = self.description.is_hosted_by(asked_by);
        match to {
            Some(name) if is_host => {
                let named = people.find(|player| *player.name == *name);
                named.filter(|player| player.account != asked_by).cloned().ok_or_else(|| {
                    let text =
                        format!("{name} does not sit at this table. Choose someone who does.");
                    (ErrorCode::NotSeated, text)
                })
            }
            None if is_host => Err(refused(ErrorCode::NothingToDo, "You are the host already.")),
            Some(_) => Err(refused(ErrorCode::Forbidden, "Only the host can hand the table over.")),
            None => self.follower(now, asked_by, people),
        }
    }

    /// Returns the sender if the host is gone and no connected player has been here longer.
    fn follower<'a>(
        &self,
        now: Millis,
        asked_by: AccountId,
        people: impl Iterator<Item = &'a Player>,
    ) -> Result<Player, Refused> {
        let since = self.hosting.host_gone_since;
        if since.is_none_or(|since| now < since + HOST_GONE) {
            let text =
                "The host has not been gone for ten minutes. Wait for the host to come back.";
            return Err(refused(ErrorCode::NotAllowedNow, text));
        }
        let here = people.filter(|player| self.audience.is_watching(player.account));
        let night = self.night();
        let came_at = |player: &&Player| {
            let row = night.as_ref().and_then(|night| night.rows().get(&player.account));
            row.and_then(|row| row.since_ms)
        };
        match here.min_by_key(came_at) {
            Some(longest) if longest.account == asked_by => Ok(longest.clone()),
            Some(longest) => {
                let text =
                    format!("{} has been here longest and may follow the host.", longest.name);
                Err((ErrorCode::Forbidden, text))
            }
            None => Err(refused(ErrorCode::NotSeated, "Sit down first, then follow the host.")),
        }
    }
}

/// Notes whether the host is there.
pub(super) fn tend(core: &mut TableCore, now: Millis) {
    let host = core.description.hosted_by.as_ref();
    let is_gone = host.is_some_and(|host| !core.audience.is_watching(host.account));
    let since = core.hosting.host_gone_since;
    core.hosting.host_gone_since = is_gone.then(|| since.unwrap_or(now));
}

/// Sends the terms of a private table to a connection that watches it.
pub(super) fn show(core: &TableCore, connection: ConnectionId, outputs: &mut Outputs) {
    let Some(terms) = &core.hosting.terms else { return };
    let (table, waits) = (WireTableId(core.id.0), terms.setup != *core.table.setup());
    let terms = HostedTerms { table, terms: terms.terms.clone(), waits };
    outputs.private.push((connection, terms.into()));
    buy_ins::show(core, connection, outputs);
}

/// Changes the terms of the table, from the next hand.
pub(super) fn change_terms(
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
pub(super) fn change_host(
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
pub(super) fn use_new_terms(core: &mut TableCore, now: Millis, outputs: &mut Outputs) {
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
    outputs.unit.snapshot = steps::stored_snapshot(core);
    core.snapshot_seq = core.seq;
    outputs.info_changed = true;
    let connections: Vec<_> = core.audience.connections().collect();
    for connection in connections {
        viewers::show(core, connection, now, outputs);
    }
}

/// Carries out a command of the host about the people at the table.
pub(super) fn order(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    direct: &DirectTable,
    order: &HostOrder,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    if !core.description.is_hosted_by(player.account) || !core.description.has_own_chips() {
        let text = "Only the host of a private table can do this.";
        return Err(refused(ErrorCode::Forbidden, text));
    }
    match order {
        HostOrder::ChangeTerms(_) | HostOrder::HandOver(_) => {
            let text = "This order only announces a change. Send ChangeTable or HandOver.";
            Err(refused(ErrorCode::NotAllowedNow, text))
        }
        HostOrder::SetStack(chips) => set_stack(core, now, player, direct, chips, outputs),
        HostOrder::Remove(who) => {
            let (seat, account) = floor::seat_named(core, who.seat, &who.player)?;
            let input = Input::Leave { seat };
            floor::carry_out_input(core, now, player, direct, input, outputs)?;
            core.hosting.removed.insert(account);
            Ok(())
        }
        HostOrder::SitOut(who) => {
            let (seat, _) = floor::seat_named(core, who.seat, &who.player)?;
            floor::carry_out_input(core, now, player, direct, Input::SitOut { seat }, outputs)
        }
        HostOrder::Admit(answer) => buy_ins::admit(core, now, player, direct, answer, outputs),
        HostOrder::Decline(answer) => buy_ins::decline(core, now, player, direct, answer, outputs),
        HostOrder::ShuffleSeats => shuffle_seats(core, now, player, direct, outputs),
    }
}

/// Draws new seats for all players between two hands, among the seats that are taken.
fn shuffle_seats(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    direct: &DirectTable,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    if core.table.hand_in_progress().is_some() {
        let text = "Seats can be shuffled between two hands. Pause the table after this hand, then \
                    shuffle them.";
        return Err(refused(ErrorCode::NotAllowedNow, text));
    }
    let taken: SeatSet = core.table.players().map(|(seat, _)| seat).collect();
    let mut drawn = std::mem::take(&mut core.hosting.drawn);
    drawn.retain(|seat| taken.contains(*seat));
    let moves = taken.iter().zip(drawn).collect();
    floor::carry_out_input(core, now, player, direct, Input::ShuffleSeats { moves }, outputs)
}

/// Sets a stack between two hands. The ledger notes the difference as given or taken.
fn set_stack(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    direct: &DirectTable,
    wanted: &SeatChips,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let (seat, account) = floor::seat_named(core, wanted.seat, &wanted.player)?;
    if core.table.hand_in_progress().is_some() {
        let text = "A stack can be set between two hands. Pause the table after this hand, or add \
                    chips and take them now: they move when the hand is over.";
        return Err(refused(ErrorCode::NotAllowedNow, text));
    }
    let who = player_id(account);
    let mut stacks = core.table.chips_by_player();
    let has = stacks.find(|(other, _)| *other == who).map_or(Chips::ZERO, |(_, has)| has);
    drop(stacks);
    let wanted = Chips(wanted.chips.0);
    if wanted > has {
        floor::give(core, now, player, direct, seat, wanted - has, outputs)
    } else {
        let input = Input::TakeBack { seat, amount: has - wanted };
        floor::carry_out_input(core, now, player, direct, input, outputs)
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
