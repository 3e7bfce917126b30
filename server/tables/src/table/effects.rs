//! The effects of events outside of the game: wallets, lobby, metrics, and viewers who leave.

use super::audience::Audience;
use super::seats::account_at;
use super::value::At;
use super::{After, Outputs, TableCore};
use crate::night::purpose;
use crate::wire;
use cardroom_engine::{Event, ReturnedBets};
use cardroom_protocol::TableId as WireTableId;
use cardroom_protocol::server::LeftTable;
use cardroom_record::LedgerAccount;
use cardroom_record::ids::{AccountId, TableId};
use cardroom_rules::{Chips, Millis, PlayerId, RingTerms};
use std::sync::Arc;

/// Handles the effects of an event outside of the game.
pub(super) fn follow(
    core: &mut TableCore,
    now: Millis,
    index: usize,
    event: &Event,
    outputs: &mut Outputs,
) {
    core.projections.answered.note(now, event);
    core.answers.follow(event, &core.table, &core.projections.answered);
    core.average_pot.note(event);
    if matches!(event, Event::HandEnded { .. } | Event::HandVoided { .. }) {
        outputs.after.push(After::HandOver(core.chips_by_account().collect()));
        outputs.info_changed = true;
    }
    if core.projections.desk.is_some() {
        return follow_in_tournament(core.id, &mut core.audience, event, outputs);
    }
    let ring = Arc::clone(&core.table.setup().ring);
    core.projections.note_rathole(now, event, &ring);
    core.terms.note(now, event, &ring, outputs);
    let (table, seq) = (core.id, core.seq);
    let has_own_chips = core.house.description().has_own_chips();
    let at = At { now, index, table, seq, has_own_chips };
    match event {
        Event::SeatTaken { player, stack, .. } => {
            let account = AccountId(player.0);
            let who = (account, core.audience.tenure(account));
            core.money.bring(at, purpose::IN, who, *stack, outputs);
            outputs.after.push(After::Seated(account));
            outputs.info_changed = true;
        }
        Event::TopUpPending { seat, amount }
        | Event::GiftPending { seat, amount }
        | Event::ToppedUp { seat, amount, was_pending: false } => {
            if let Some(account) = account_at(&core.table, *seat) {
                let is_given = core.floor.is_giving();
                let what = if is_given { purpose::GIVEN } else { purpose::TOP_UP };
                let who = (account, core.audience.tenure(account));
                core.money.bring(at, what, who, *amount, outputs);
            }
        }
        Event::TakenBack { player, amount, .. } | Event::GiftReturned { player, amount, .. }
            if !amount.is_zero() =>
        {
            at.give_back(purpose::TAKEN, AccountId(player.0), *amount, outputs);
        }
        Event::TopUpReturned { player, amount, .. } => {
            let account = AccountId(player.0);
            at.give_back(purpose::OUT, account, *amount, outputs);
            core.money.returns(account, *amount);
        }
        Event::SeatLeft { player, cashed_out, .. } => {
            let account = AccountId(player.0);
            let paid = core.money.pay_out(at, account, *cashed_out, &core.table, outputs);
            let parts = (paid, *cashed_out - paid);
            say_goodbye(core.id, &mut core.audience, *player, parts, outputs);
            outputs.after.push(After::Unseated(account));
            outputs.info_changed = true;
        }
        Event::Floor(_) => {
            let Some(back) = event.returns_bets() else { return };
            return_bets(at, &ring, back, outputs);
        }
        Event::HouseSwept { rake, time } => {
            let rake_to = ring.rake.as_ref().map(|terms| &terms.account);
            let time_to = ring.time_charge.as_ref().map(|terms| &terms.account);
            for (place, amount, to) in [(0, *rake, rake_to), (1, *time, time_to)] {
                if let Some(to) = to.filter(|_| !amount.is_zero()) {
                    let house = LedgerAccount::House(to.clone());
                    let at = At { index: 2 * index + place, ..at };
                    let places = (LedgerAccount::Table(core.id), house);
                    at.transfer("", places, amount, outputs);
                }
            }
        }
        _ => {}
    }
}

/// Returns bets of a hand that a ruling undid: from the house what it took, and to players who have
/// left what they had put in.
fn return_bets(at: At, ring: &RingTerms, back: &ReturnedBets, outputs: &mut Outputs) {
    let table = LedgerAccount::Table(at.table);
    let rake_from = ring.rake.as_ref().filter(|_| !back.from_house.is_zero());
    if let Some(terms) = rake_from {
        let house = LedgerAccount::House(terms.account.clone());
        at.transfer("", (house, table.clone()), back.from_house, outputs);
    }
    for (player, amount) in &back.gone {
        let account = AccountId(player.0);
        let (purpose, to) = match at.has_own_chips {
            true => (format!("{}:{}", purpose::OUT, account.0), LedgerAccount::Bank),
            false => (account.0.to_string(), LedgerAccount::Wallet(account)),
        };
        at.transfer(&purpose, (table.clone(), to), *amount, outputs);
        outputs.after.push(After::Credit(account));
    }
}

/// Handles the effects of an event at a tournament table. Its chips are not money,
/// so no wallet changes.
fn follow_in_tournament(
    table: TableId,
    audience: &mut Audience,
    event: &Event,
    outputs: &mut Outputs,
) {
    match event {
        Event::Placed { player, .. } => {
            outputs.after.push(After::Seated(AccountId(player.0)));
            outputs.info_changed = true;
        }
        Event::SeatLeft { player, .. } => {
            let nothing = (Chips::ZERO, Chips::ZERO);
            say_goodbye(table, audience, *player, nothing, outputs);
            outputs.after.push(After::Unseated(AccountId(player.0)));
            outputs.info_changed = true;
        }
        _ => {}
    }
}

fn say_goodbye(
    table: TableId,
    audience: &mut Audience,
    player: PlayerId,
    (cashed_out, stayed): (Chips, Chips),
    outputs: &mut Outputs,
) {
    let account = AccountId(player.0);
    let reason = match stayed.is_zero() {
        true => "You left the table.".to_owned(),
        false => format!(
            "You left the table. {} of your chips came from guests or new accounts; they have no \
             value outside of it.",
            stayed.0
        ),
    };
    for connection in audience.connections_of(account) {
        let left = LeftTable {
            table: WireTableId(table.0),
            cashed_out: wire::chips(cashed_out),
            reason: reason.clone(),
            stayed: wire::chips(stayed),
        };
        outputs.private.push((connection, left.into()));
    }
    audience.depart(player);
}
