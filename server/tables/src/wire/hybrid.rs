//! Messages for events of a hybrid table other than exact actions, of floor commands, and of a
//! showdown where players show their own hands. They contain only face-up cards.

use super::dealing::{deal_error_out, deal_ruled};
use super::gestures::{gesture_out, token_out};
use super::{RuleNumbers, chips, left, span};
use cardroom_engine::{
    Adjudicated, Commitment, EtiquetteFlag, Event, FloorEvent, FloorRuled, Ground, Matter, RuledBy,
    Ruling, RulingKind, RulingOption, SeeRight, Table, Ticket, TicketNo,
};
use cardroom_hybrid::HybridTable;
use cardroom_protocol::TicketNo as WireTicketNo;
use cardroom_protocol::hybrid as wire;
use cardroom_protocol::table::{TableEvent, Turn};
use cardroom_rules::Millis;

/// Converts such an event to its public message.
pub(super) fn of_hybrid(event: &Event, now: Millis, rules: &RuleNumbers) -> Option<TableEvent> {
    Some(match event {
        Event::Ruled(ruling) => ruled(ruling, rules).into(),
        Event::Adjudicated(adjudicated) => return self::adjudicated(adjudicated, now),
        Event::TicketOpened(ticket) => ticket_out(ticket, now, rules).into(),
        Event::TicketClosed { ticket, option, by, .. } => wire::TicketClosed {
            ticket: number(*ticket),
            option: option_out(*option),
            by: match by {
                RuledBy::Floor => wire::RuledBy::Floor,
                RuledBy::Claim => wire::RuledBy::Claim,
                RuledBy::WaitOver => wire::RuledBy::WaitOver,
                RuledBy::Unattended => wire::RuledBy::Unattended,
            },
        }
        .into(),
        Event::Floor(ruled) => return floor(ruled, now, rules),
        Event::ShowdownOpened { until } => {
            wire::ShowdownOpened { time_ms: left(*until, now) }.into()
        }
        Event::AwardHeld { until } => wire::AwardHeld { time_ms: left(*until, now) }.into(),
        Event::ShowdownClosed => wire::ShowdownClosed {}.into(),
        Event::SeeHandAsked { by, target, right } => wire::SeeHandAsked {
            seat: by.0,
            target: target.0,
            right: match right {
                SeeRight::Inalienable => wire::SeeRight::Inalienable,
                // A request without a right is refused, and causes no event.
                SeeRight::Discretion | SeeRight::None => wire::SeeRight::Discretion,
            },
        }
        .into(),
        Event::HandExposed { seat, cards, live, ground } => wire::HandExposed {
            seat: seat.0,
            cards: cards.to_vec(),
            live: *live,
            rule: rules.ground(*ground),
        }
        .into(),
        Event::RabbitAsked { seat, until } => {
            wire::RabbitAsked { seat: seat.0, time_ms: left(*until, now) }.into()
        }
        Event::RabbitAnswered { seat, agrees } => {
            wire::RabbitAnswered { seat: seat.0, agrees: *agrees }.into()
        }
        Event::RabbitShown { cards } => wire::RabbitShown { cards: cards.to_vec() }.into(),
        Event::StreetHeld { until } => wire::StreetHeld { time_ms: left(*until, now) }.into(),
        _ => return None,
    })
}

/// Returns the pending declarations; `None` at plain tables.
pub(super) fn view(
    table: &HybridTable,
    now: Millis,
    rules: &RuleNumbers,
) -> Option<wire::HybridView> {
    let declared = table.declarations()?;
    let seats = |seats: &[cardroom_rules::SeatNo]| seats.iter().map(|seat| seat.0).collect();
    let limited = declared.limited.iter().map(|(seat, limit, options)| wire::LimitedSeat {
        seat: seat.0,
        limit: limit_out(*limit),
        options: options_out(options),
    });
    Some(wire::HybridView {
        attended: table.is_attended(),
        held: seats(&declared.held),
        bound: seats(&declared.bound),
        limited: limited.collect(),
        ticket: declared.ticket.as_ref().map(|ticket| ticket_out(ticket, now, rules)),
        waiting_ms: declared.waiting_until.map(|until| left(until, now)),
        clock_ms: called_clock(table).map(|(_, until)| left(until, now)),
    })
}

fn ruled(ruling: &Ruling, rules: &RuleNumbers) -> wire::Ruled {
    wire::Ruled {
        seat: ruling.seat.0,
        kind: match ruling.kind {
            RulingKind::Check => wire::RulingKind::Check,
            RulingKind::Call => wire::RulingKind::Call,
            RulingKind::Bet => wire::RulingKind::Bet,
            RulingKind::Raise => wire::RulingKind::Raise,
            RulingKind::AllIn => wire::RulingKind::AllIn,
            RulingKind::Fold => wire::RulingKind::Fold,
            RulingKind::Dead => wire::RulingKind::Dead,
            RulingKind::Floor => wire::RulingKind::Floor,
            RulingKind::Held => wire::RulingKind::Held,
            RulingKind::Bound => wire::RulingKind::Bound,
            RulingKind::Released => wire::RulingKind::Released,
            RulingKind::Commit => wire::RulingKind::Commit,
            RulingKind::None => wire::RulingKind::Nothing,
        },
        rule: rules.clause(ruling.clause),
        wager_to: ruling.wager_to.map(chips),
        returned: chips(ruling.returned),
        adds: chips(ruling.adds),
        options: options_out(&ruling.options),
        default: ruling.default.map(option_out),
        call_to: ruling.call_to.map(chips),
        forfeit: ruling.forfeit.map(chips),
        paid_percent: ruling.paid_percent,
        ticket: ruling.ticket.map(number),
    }
}

fn ticket_out(ticket: &Ticket, now: Millis, rules: &RuleNumbers) -> wire::TicketOpened {
    wire::TicketOpened {
        ticket: number(ticket.ticket),
        seat: ticket.seat.0,
        matter: match &ticket.matter {
            Matter::Contradiction => wire::Matter::Contradiction,
            Matter::Undercall => wire::Matter::Undercall,
            Matter::UndercallBehindUndercall { first } => {
                wire::Matter::UndercallBehindUndercall(first.0)
            }
            Matter::Conditional => wire::Matter::Conditional,
            Matter::PrematureCall => wire::Matter::PrematureCall,
            Matter::Skipped => wire::Matter::Skipped,
            Matter::Misunderstanding { protected_below_percent } => wire::Matter::Misunderstanding(
                u8::try_from(*protected_below_percent).unwrap_or(100),
            ),
            Matter::Token { token } => wire::Matter::Token(token_out(*token)),
            Matter::ForwardMotion => wire::Matter::ForwardMotion,
            Matter::Deal(error) => wire::Matter::Deal(deal_error_out(*error)),
            Matter::DiscardedBet => wire::Matter::DiscardedBet,
            Matter::ExposedHand => wire::Matter::ExposedHand,
        },
        rule: rules.clause(ticket.clause),
        options: options_out(&ticket.options),
        default: option_out(ticket.default),
        call_to: ticket.call_to.map(chips),
        forfeit: ticket.forfeit.map(chips),
        shown: chips(ticket.shown),
        pushed: chips(ticket.pushed),
        time_ms: left(ticket.deadline, now),
    }
}

fn adjudicated(adjudicated: &Adjudicated, now: Millis) -> Option<TableEvent> {
    let each = |list: &[cardroom_rules::Chips]| list.iter().copied().map(chips).collect();
    Some(match adjudicated {
        Adjudicated::Held { seat, gesture, to, stake, .. } => wire::ActionHeld {
            seat: seat.0,
            gesture: Box::new(gesture_out(gesture)),
            to: chips(*to),
            stake: chips(*stake),
        }
        .into(),
        Adjudicated::HeldBound { seat } => wire::HeldBinds { seat: seat.0 }.into(),
        Adjudicated::HeldSettled { seat } => wire::HeldSettled { seat: seat.0 }.into(),
        Adjudicated::FoldedOutOfTurn { seat, .. } => wire::FoldedOutOfTurn { seat: seat.0 }.into(),
        Adjudicated::Committed { seat, commitment, chips: added } => {
            let limit = limit_out(*commitment);
            wire::Limited { seat: seat.0, limit, added: chips(*added) }.into()
        }
        Adjudicated::Moved { seat, total, motions_left, .. } => {
            let motions_left = *motions_left;
            wire::ChipsMoved { seat: seat.0, total: chips(*total), motions_left }.into()
        }
        Adjudicated::FrontSeen { seat, chips } => {
            wire::FrontSeen { seat: seat.0, chips: each(chips) }.into()
        }
        Adjudicated::PulledBack { seat, value, .. } => {
            wire::PulledBack { seat: seat.0, value: chips(*value) }.into()
        }
        Adjudicated::MovedForward { seat, chips } => {
            wire::MovedForward { seat: seat.0, chips: each(chips) }.into()
        }
        Adjudicated::SpokeUp { seat } => wire::SpokeUp { seat: seat.0 }.into(),
        Adjudicated::Misquoted { amount } => wire::Misquoted { amount: chips(*amount) }.into(),
        Adjudicated::CalledShort { seat, paid, due, until, .. } => wire::CalledShort {
            seat: seat.0,
            paid: chips(*paid),
            due: chips(*due),
            time_ms: until.map(|until| left(until, now)),
        }
        .into(),
        Adjudicated::CallAccepted { seat } => wire::CallAccepted { seat: seat.0 }.into(),
        Adjudicated::CallRetracted { seat, amount } => {
            wire::CallRetracted { seat: seat.0, amount: chips(*amount) }.into()
        }
        Adjudicated::Forfeited { seat, amount } => {
            wire::Forfeited { seat: seat.0, amount: chips(*amount) }.into()
        }
        Adjudicated::Attended { attended } => wire::FloorAttended { attended: *attended }.into(),
        Adjudicated::Flagged { seat, flag } => wire::Flagged {
            seat: seat.0,
            flag: match flag {
                EtiquetteFlag::NonstandardFold => wire::EtiquetteFlag::NonstandardFold,
                EtiquetteFlag::OutOfTurn => wire::EtiquetteFlag::OutOfTurn,
                EtiquetteFlag::ConditionalStatement => wire::EtiquetteFlag::ConditionalStatement,
                EtiquetteFlag::PotInNoLimit => wire::EtiquetteFlag::PotInNoLimit,
                EtiquetteFlag::TinyChip => wire::EtiquetteFlag::TinyChip,
                EtiquetteFlag::ExclusiveNuts => wire::EtiquetteFlag::ExclusiveNuts,
                EtiquetteFlag::NutsPenalty => wire::EtiquetteFlag::NutsPenalty,
                EtiquetteFlag::ExposedCards => wire::EtiquetteFlag::ExposedCards,
                EtiquetteFlag::Stalling => wire::EtiquetteFlag::Stalling,
            },
        }
        .into(),
        // The ruling already contains it.
        Adjudicated::UndercallMadeGood { .. } => return None,
    })
}

fn floor(
    FloorRuled { ground, what }: &FloorRuled,
    now: Millis,
    rules: &RuleNumbers,
) -> Option<TableEvent> {
    let rule = rules.ground(*ground);
    Some(match what {
        FloorEvent::WagerForced { seat, to, added } => {
            wire::WagerForced { seat: seat.0, to: chips(*to), added: chips(*added), rule }.into()
        }
        FloorEvent::WagerCorrected { seat, to, moved } => {
            let moved = moved.iter().map(|moved| wire::MovedBet {
                seat: moved.seat.0,
                returned: chips(moved.returned),
                added: chips(moved.added),
            });
            let moved = moved.collect();
            wire::WagerCorrected { seat: seat.0, to: chips(*to), moved, rule }.into()
        }
        FloorEvent::PotQuoted { seat, amount } => {
            wire::PotQuoted { seat: seat.0, amount: chips(*amount), rule }.into()
        }
        FloorEvent::HandKilled { seat, reason } => {
            wire::HandKilled { seat: seat.0, reason: reason.clone(), rule }.into()
        }
        FloorEvent::ButtonSet { seat } => wire::ButtonSet { seat: seat.0, rule }.into(),
        FloorEvent::ClockCalled { seat, counts_from, until } => wire::ClockCalled {
            seat: seat.0,
            time_ms: left(*until, now),
            count_ms: span(until.since(*counts_from)),
            rule,
        }
        .into(),
        FloorEvent::DealRuled(ruling) => deal_ruled(ruling, *ground, rules),
        FloorEvent::ActionsRescinded { actions, returned, back, current_bet } => {
            let returned = returned
                .iter()
                .map(|(seat, amount)| wire::ReturnedBet { seat: seat.0, amount: chips(*amount) });
            wire::ActionsRescinded {
                actions: *actions,
                returned: returned.collect(),
                back: back.iter().map(|seat| seat.0).collect(),
                current_bet: chips(*current_bet),
                rule,
            }
            .into()
        }
        // The command or the ruling shows what was corrected, and all viewers get a full view. More
        // time is sent as the turn it is for.
        FloorEvent::HandRestored { .. }
        | FloorEvent::UncalledPutBack { .. }
        | FloorEvent::StreetReopened
        | FloorEvent::PotReawarded { .. }
        | FloorEvent::BetsReturned(_)
        | FloorEvent::TimeAdded { .. } => return None,
    })
}

fn called_clock(table: &Table) -> Option<(Millis, Millis)> {
    table.in_play()?.called_clock()
}

/// Builds the message for more time for the player on turn: on a called clock, or on the turn.
pub(super) fn more_time(table: &Table, now: Millis, rules: &RuleNumbers) -> Option<TableEvent> {
    let turn = table.turn_view()?;
    let Some((counts_from, until)) = called_clock(table) else {
        let (time_ms, bank_ms) = (left(turn.deadline, now), span(turn.bank));
        return Some(Turn { seat: turn.seat.0, time_ms, bank_ms }.into());
    };
    let called = wire::ClockCalled {
        seat: turn.seat.0,
        time_ms: left(until, now),
        count_ms: span(until.since(counts_from)),
        rule: rules.ground(Ground::AddedTime),
    };
    Some(called.into())
}

fn limit_out(commitment: Commitment) -> wire::Limit {
    match commitment {
        Commitment::Wager => wire::Limit::Wager,
        Commitment::CallOrRaise => wire::Limit::CallOrRaise,
        Commitment::CallOrFold => wire::Limit::CallOrFold,
    }
}

fn options_out(options: &[RulingOption]) -> Vec<wire::RulingOption> {
    options.iter().copied().map(option_out).collect()
}

fn option_out(option: RulingOption) -> wire::RulingOption {
    match option {
        RulingOption::Fold => wire::RulingOption::Fold,
        RulingOption::Check => wire::RulingOption::Check,
        RulingOption::Call => wire::RulingOption::Call,
        RulingOption::BringIn => wire::RulingOption::BringIn,
        RulingOption::Complete => wire::RulingOption::Complete,
        RulingOption::Bet => wire::RulingOption::Bet,
        RulingOption::Raise => wire::RulingOption::Raise,
        RulingOption::AllIn => wire::RulingOption::AllIn,
        RulingOption::BetTo(to) => wire::RulingOption::BetTo(chips(to)),
        RulingOption::RaiseTo(to) => wire::RulingOption::RaiseTo(chips(to)),
        RulingOption::FullCall => wire::RulingOption::FullCall,
        RulingOption::ForfeitAndFold => wire::RulingOption::ForfeitAndFold,
        RulingOption::WithdrawAndReconsider => wire::RulingOption::WithdrawAndReconsider,
        RulingOption::Binding => wire::RulingOption::Binding,
        RulingOption::NotBinding => wire::RulingOption::NotBinding,
        RulingOption::Retract => wire::RulingOption::Retract,
        RulingOption::Return => wire::RulingOption::Return,
        RulingOption::Dead => wire::RulingOption::Dead,
        RulingOption::NonAggressive => wire::RulingOption::NonAggressive,
        RulingOption::PlaysOn => wire::RulingOption::PlaysOn,
        RulingOption::Misdeal => wire::RulingOption::Misdeal,
        RulingOption::Void => wire::RulingOption::Void,
        RulingOption::AsExposed => wire::RulingOption::AsExposed,
        RulingOption::Scrap => wire::RulingOption::Scrap,
        RulingOption::Scramble => wire::RulingOption::Scramble,
    }
}

/// Converts a choice of the floor from the protocol.
pub(crate) fn option_in(option: wire::RulingOption) -> RulingOption {
    let amount = |to: cardroom_protocol::Chips| cardroom_rules::Chips(to.0);
    match option {
        wire::RulingOption::Fold => RulingOption::Fold,
        wire::RulingOption::Check => RulingOption::Check,
        wire::RulingOption::Call => RulingOption::Call,
        wire::RulingOption::BringIn => RulingOption::BringIn,
        wire::RulingOption::Complete => RulingOption::Complete,
        wire::RulingOption::Bet => RulingOption::Bet,
        wire::RulingOption::Raise => RulingOption::Raise,
        wire::RulingOption::AllIn => RulingOption::AllIn,
        wire::RulingOption::BetTo(to) => RulingOption::BetTo(amount(to)),
        wire::RulingOption::RaiseTo(to) => RulingOption::RaiseTo(amount(to)),
        wire::RulingOption::FullCall => RulingOption::FullCall,
        wire::RulingOption::ForfeitAndFold => RulingOption::ForfeitAndFold,
        wire::RulingOption::WithdrawAndReconsider => RulingOption::WithdrawAndReconsider,
        wire::RulingOption::Binding => RulingOption::Binding,
        wire::RulingOption::NotBinding => RulingOption::NotBinding,
        wire::RulingOption::Retract => RulingOption::Retract,
        wire::RulingOption::Return => RulingOption::Return,
        wire::RulingOption::Dead => RulingOption::Dead,
        wire::RulingOption::NonAggressive => RulingOption::NonAggressive,
        wire::RulingOption::PlaysOn => RulingOption::PlaysOn,
        wire::RulingOption::Misdeal => RulingOption::Misdeal,
        wire::RulingOption::Void => RulingOption::Void,
        wire::RulingOption::AsExposed => RulingOption::AsExposed,
        wire::RulingOption::Scrap => RulingOption::Scrap,
        wire::RulingOption::Scramble => RulingOption::Scramble,
    }
}

fn number(ticket: TicketNo) -> WireTicketNo {
    WireTicketNo(ticket.0)
}
