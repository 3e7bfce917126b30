//! The commands of the floor and of hosts, from the request to the engine.

use super::{Claim, carry_out, carry_out_input, check_operator, give, seat_named};
use crate::description::TableDescription;
use crate::table::audience::Audience;
use crate::table::refusals::{Refused, refused};
use crate::table::{Floor, Outputs, TableCore, chat, hosting};
use crate::wire;
use cardroom_engine::{Dispute, FloorCommand, Input, RefusalKind, TicketNo};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::ErrorCode;
use cardroom_protocol::hybrid::{
    DirectTable, Dispute as DisputeAbout, HostChips, TableCommand, TicketRuling,
};
use cardroom_record::Player;
use cardroom_record::ids::ConnectionId;
use cardroom_rules::{Chips, Millis, SeatNo};

/// Carries out a command of the floor, announces it with the operator's name, and stores it.
pub(in crate::table) fn command(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    player: &Player,
    order: &DirectTable,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    match &order.command {
        TableCommand::GiveChips(chips) => {
            return give_chips(core, now, player, order, chips, outputs);
        }
        TableCommand::TakeBackChips(chips) => {
            return take_chips(core, now, player, order, chips, outputs);
        }
        TableCommand::Host(host) => {
            return hosting::order(core, now, player, order, host, outputs);
        }
        _ => {}
    }
    check_operator(&core.description, &core.table, player)?;
    if order.seq.0 < core.floor.played_at || order.seq.0 > core.seq {
        return Err(refused(
            ErrorCode::SeqMoved,
            "The table moved on since you looked. Check it, then give the order again.",
        ));
    }
    if let TableCommand::RuleTicket(TicketRuling { ticket, .. })
    | TableCommand::ClaimTicket(ticket) = order.command
    {
        check_free_for(&core.floor, now, connection, TicketNo(ticket.0))?;
    }
    let input = input_of(order);
    carry_out(core, now, player, order, outputs, |core, order, outputs| {
        match (input, &order.command) {
            (None, TableCommand::ClaimTicket(ticket)) => {
                claim(core, now, connection, TicketNo(ticket.0), outputs)
            }
            (None, TableCommand::Mute(seat)) => chat::mute(core, now, SeatNo(*seat), true, outputs),
            (None, TableCommand::Unmute(seat)) => {
                chat::mute(core, now, SeatNo(*seat), false, outputs)
            }
            (None, _) => Ok(()),
            (Some(input), _) => {
                let stepped = core.step(now, input, outputs);
                stepped.map_err(|refusal| core.terms.explain(&refusal))
            }
        }
    })
}

/// Adds chips to a player's stack. The ledger of the night notes that the host gave them.
fn give_chips(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    order: &DirectTable,
    chips: &HostChips,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let seat = named_by(&core.description, (&core.table, &core.audience), player, chips)?;
    if core.ending.has_begun() {
        return Err(refused(ErrorCode::TableClosed, "The table is closing."));
    }
    give(core, now, player, order, seat, Chips(chips.amount.0), outputs)
}

/// Takes chips off a player's stack. The ledger of the night notes that the host took them.
fn take_chips(
    core: &mut TableCore,
    now: Millis,
    player: &Player,
    order: &DirectTable,
    chips: &HostChips,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    let seat = named_by(&core.description, (&core.table, &core.audience), player, chips)?;
    let input = Input::TakeBack { seat, amount: Chips(chips.amount.0) };
    carry_out_input(core, now, player, order, input, outputs)
}

/// Returns the seat that a host's command about chips names.
fn named_by(
    description: &TableDescription,
    (table, audience): (&HybridTable, &Audience),
    by: &Player,
    chips: &HostChips,
) -> Result<SeatNo, Refused> {
    if !description.is_hosted_by(by.account) || !description.has_own_chips() {
        let text = "Only the host of a private table can change a stack there.";
        return Err(refused(ErrorCode::Forbidden, text));
    }
    seat_named(table, audience, chips.seat, &chips.player).map(|(seat, _)| seat)
}

/// Checks that this operator attends, and that no other one has claimed the ticket.
fn check_free_for(
    floor: &Floor,
    now: Millis,
    connection: ConnectionId,
    ticket: TicketNo,
) -> Result<(), Refused> {
    if !floor.is_attended_by(connection) {
        return Err(refused(
            ErrorCode::NotAllowedNow,
            "Attend the table first, then rule on its tickets.",
        ));
    }
    if floor.is_claimed(now, ticket, connection) {
        return Err(refused(
            ErrorCode::TicketClaimed,
            "Another operator has taken this ticket. Leave it to them, or wait.",
        ));
    }
    Ok(())
}

/// Claims the open ticket for one operator for a while (GAPS G-03). This changes
/// nothing at the table.
fn claim(
    core: &mut TableCore,
    now: Millis,
    connection: ConnectionId,
    number: TicketNo,
    outputs: &mut Outputs,
) -> Result<(), Refused> {
    if core.table.ticket().is_none_or(|ticket| ticket.ticket != number) {
        return Err(core.terms.explain(&RefusalKind::NoTicket.into()));
    }
    let until = now + Millis::seconds(core.table.setup().rulebook.floor.claim_seconds);
    core.floor.claim = Some(Claim { ticket: number, by: connection, until });
    core.remember(now, outputs);
    Ok(())
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
