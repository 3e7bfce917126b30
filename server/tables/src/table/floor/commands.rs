//! The commands of the floor and of hosts, from the request to the engine: first what a command
//! does, if it is allowed, and then the step that it makes.

use super::{Claim, Floor};
use crate::table::audience::Audience;
use crate::table::buy_ins::{self, Ask};
use crate::table::house::House;
use crate::table::refusals::{Refused, refused};
use crate::table::seats::account_at;
use crate::table::{Outputs, TableCore, Terms};
use crate::wire;
use cardroom_engine::{Dispute, FloorCommand, Input, RefusalKind, TicketNo};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::hosting::HostOrder;
use cardroom_protocol::hybrid::{
    DirectTable, Dispute as DisputeAbout, FloorOrdered, TableCommand, TicketRuling,
};
use cardroom_record::ids::{AccountId, ConnectionId};
use cardroom_record::{AuditRecord, Player};
use cardroom_rules::{Chips, Millis, SeatNo};

/// The effect of an allowed command on the table.
pub(in crate::table) enum Deed {
    /// An input of the engine.
    Play(Input),
    /// The host gives chips, as the ledger of the night notes.
    Give { seat: SeatNo, amount: Chips },
    /// A player leaves, and needs the host's approval to come back.
    Remove { seat: SeatNo, account: AccountId },
    /// The host approves a buy-in.
    Admit(Ask),
    /// The host declines a buy-in.
    Decline(Ask),
    /// An operator claims the open ticket.
    Claim(Claim),
    /// A player may not chat any more, or may chat again.
    Mute { account: AccountId, muted: bool },
    /// A change that was stored elsewhere is announced.
    Announce,
}

/// Carries out a command of the floor or of the host.
pub(in crate::table) fn command(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: &Player,
    order: &DirectTable,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let TableCore { id, seq, house, floor, buy_ins, terms, ending, table, audience, .. } = core;
    let (table, audience) = (&*table, &*audience);
    let deed = match &order.command {
        TableCommand::GiveChips(chips) => {
            let seat = house.seat_for_chips((table, audience), player, chips)?;
            if ending.has_begun() {
                return Err(refused(ErrorCode::TableClosed, "The table is closing."));
            }
            Deed::Give { seat, amount: Chips(chips.amount.0) }
        }
        TableCommand::TakeBackChips(chips) => {
            let seat = house.seat_for_chips((table, audience), player, chips)?;
            Deed::Play(Input::TakeBack { seat, amount: Chips(chips.amount.0) })
        }
        TableCommand::Host(host) => {
            house.check_is_host(player)?;
            match host {
                HostOrder::Admit(answer) => {
                    Deed::Admit(buy_ins.find(house.desk(*id), answer, outputs)?)
                }
                HostOrder::Decline(answer) => {
                    Deed::Decline(buy_ins.find(house.desk(*id), answer, outputs)?)
                }
                host => house.deed((table, audience), host)?,
            }
        }
        _ => {
            check_operator(house, floor, (table, *seq), player, order)?;
            floor.deed(now, connection, (table, audience), terms, order)?
        }
    };
    carry_out(core, now, player, order, deed, outputs)
}

/// Checks that an operator may rule here, and has seen the current state of play.
fn check_operator(
    house: &House,
    floor: &Floor,
    (table, seq): (&HybridTable, u64),
    player: &Player,
    order: &DirectTable,
) -> Result<(), Refused> {
    house.check_may_rule(table, player)?;
    if order.seq.0 < floor.played_at || order.seq.0 > seq {
        return Err(refused(
            ErrorCode::SeqMoved,
            "The table moved on since you looked. Check it, then give the order again.",
        ));
    }
    Ok(())
}

/// Carries out a command, announces it with the operator's name, and stores it.
pub(in crate::table) fn carry_out(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    order: &DirectTable,
    deed: Deed,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let operator = player.name.to_string();
    let DirectTable { reason, rule, command, .. } = order.clone();
    let (said, cited) = (reason.clone(), rule.clone());
    let ordered = FloorOrdered { operator, command: command.clone(), reason: said, rule: cited };
    core.floor.begin(ordered, matches!(deed, Deed::Give { .. }));
    let carried_out = perform(core, now, deed, outputs);
    core.floor.end();
    carried_out?;
    outputs.unit.audit.push(AuditRecord {
        at_ms: now.0,
        operator: player.account,
        table: core.id,
        seq: core.seq,
        command: serde_json::to_string(&command).expect("a command holds nothing but data"),
        reason,
        rule,
    });
    Ok(())
}

/// Makes the step of a command.
fn perform(
    core: &mut TableCore,
    now: Millis,
    deed: Deed,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    match deed {
        Deed::Play(input) => return core.ask(now, input, outputs),
        Deed::Give { seat, amount } => return core.ask(now, Input::Give { seat, amount }, outputs),
        Deed::Remove { seat, account } => {
            core.ask(now, Input::Leave { seat }, outputs)?;
            core.house.remove(account);
            return Ok(());
        }
        Deed::Admit(ask) => return buy_ins::admit(core, now, ask, outputs),
        Deed::Decline(ask) => {
            ask.refuse("The host has declined your buy-in. Talk to the host.", outputs);
        }
        Deed::Claim(claim) => core.floor.claim = Some(claim),
        Deed::Mute { account, muted } => core.audience.mute(account, muted),
        Deed::Announce => {}
    }
    // Nothing changes in the game.
    core.remember(now, outputs);
    Ok(())
}

impl Floor {
    /// Returns what a command of an operator does.
    fn deed(
        &self,
        now: Millis,
        connection: ConnectionId,
        (table, audience): (&HybridTable, &Audience),
        terms: &Terms,
        order: &DirectTable,
    ) -> Result<Deed, Refused> {
        if let TableCommand::RuleTicket(TicketRuling { ticket, .. })
        | TableCommand::ClaimTicket(ticket) = order.command
        {
            self.check_free_for(now, connection, TicketNo(ticket.0))?;
        }
        match order.command {
            TableCommand::ClaimTicket(number) => {
                let ticket = TicketNo(number.0);
                if table.ticket().is_none_or(|open| open.ticket != ticket) {
                    return Err(terms.explain(&RefusalKind::NoTicket.into()));
                }
                // A claim ends after a while (GAPS G-03), and changes nothing at the table.
                let until = now + Millis::seconds(table.setup().rulebook.floor.claim_seconds);
                Ok(Deed::Claim(Claim { ticket, by: connection, until }))
            }
            TableCommand::Mute(seat) => mute((table, audience), SeatNo(seat), true),
            TableCommand::Unmute(seat) => mute((table, audience), SeatNo(seat), false),
            _ => Ok(input_of(order).map_or(Deed::Announce, Deed::Play)),
        }
    }

    /// Checks that this operator attends, and that no other one has claimed the ticket.
    fn check_free_for(
        &self,
        now: Millis,
        connection: ConnectionId,
        ticket: TicketNo,
    ) -> Result<(), Refused> {
        if !self.is_attended_by(connection) {
            return Err(refused(
                ErrorCode::NotAllowedNow,
                "Attend the table first, then rule on its tickets.",
            ));
        }
        if self.is_claimed(now, ticket, connection) {
            return Err(refused(
                ErrorCode::TicketClaimed,
                "Another operator has taken this ticket. Leave it to them, or wait.",
            ));
        }
        Ok(())
    }
}

/// Mutes the player at a seat, or lets the player chat again.
fn mute(
    (table, audience): (&HybridTable, &Audience),
    seat: SeatNo,
    muted: bool,
) -> Result<Deed, Refused> {
    let Some(account) = account_at(table, seat) else {
        let text = format!("Nobody sits at seat {}. Choose a seat with a player.", seat.from_one());
        return Err((ErrorCode::NoSeat, text));
    };
    if audience.is_muted(account) == muted {
        let text = match muted {
            true => "This player is muted already.",
            false => "This player is not muted.",
        };
        return Err(refused(ErrorCode::NothingToDo, text));
    }
    Ok(Deed::Mute { account, muted })
}

/// Converts a command to an input of the engine; `None` for one that only concerns operators.
fn input_of(order: &DirectTable) -> Option<Input> {
    let reason = || order.reason.clone();
    let amount = |chips: cardroom_protocol::Chips| Chips(chips.0);
    let command = match &order.command {
        // `GiveChips` and `TakeBackChips` have functions of their own. The others change nothing in
        // the engine.
        TableCommand::ClaimTicket(_)
        | TableCommand::Mute(_)
        | TableCommand::Unmute(_)
        | TableCommand::GiveChips(_)
        | TableCommand::TakeBackChips(_)
        | TableCommand::Host(_) => return None,
        TableCommand::RuleTicket(ruling) => {
            let (ticket, option) = (TicketNo(ruling.ticket.0), wire::option_in(ruling.option));
            return Some(Input::RuleTicket { ticket, option });
        }
        TableCommand::Misquote(said) => return Some(Input::Misquote { amount: amount(*said) }),
        TableCommand::DealStreet => return Some(Input::DealStreet),
        TableCommand::VoidHand => return Some(Input::VoidHand { reason: reason() }),
        TableCommand::Pause => return Some(Input::Pause),
        TableCommand::Resume => return Some(Input::Resume),
        TableCommand::ForceWager(wager) => {
            FloorCommand::ForceWager { seat: SeatNo(wager.seat), to: amount(wager.to) }
        }
        TableCommand::CorrectWager(wager) => {
            FloorCommand::CorrectWager { seat: SeatNo(wager.seat), to: amount(wager.to) }
        }
        TableCommand::QuotePot(quote) => {
            FloorCommand::QuotePot { seat: SeatNo(quote.seat), amount: amount(quote.amount) }
        }
        TableCommand::KillHand(seat) => {
            FloorCommand::KillHand { seat: SeatNo(*seat), reason: reason() }
        }
        TableCommand::SetButton(seat) => FloorCommand::SetButton { seat: SeatNo(*seat) },
        TableCommand::CallClock(seat) => {
            FloorCommand::CallClock { seat: SeatNo(*seat), asked_by: None, level: None }
        }
        TableCommand::RestoreHand(seat) => FloorCommand::RestoreHand { seat: SeatNo(*seat) },
        TableCommand::ReawardPot(pot) => FloorCommand::ReawardPot {
            about: match pot.about {
                DisputeAbout::Reading => Dispute::Reading,
                DisputeAbout::Accounting => Dispute::Accounting,
            },
            from: SeatNo(pot.from),
            to: SeatNo(pot.to),
            amount: amount(pot.amount),
        },
        TableCommand::AddTime(more) => {
            FloorCommand::AddTime { seat: SeatNo(more.seat), time: Millis(u64::from(more.time_ms)) }
        }
        TableCommand::DealError(error) => FloorCommand::DealError(wire::deal_error_in(*error)),
        TableCommand::ShowHand(seat) => FloorCommand::ShowHand { seat: SeatNo(*seat) },
    };
    Some(Input::Floor(command))
}
