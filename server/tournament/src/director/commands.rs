//! Commands of the floor: permission, validity and effect. Each is stored with operator, reason and
//! rule before its consequences (GAPS G-03).

use super::{
    Director, Step, absences, bonus, colour_up, dues, escrow, levels, lots, moves, pauses, refunds,
    registration, stages, surplus, together, undo,
};
use crate::entry::Whereabouts;
use crate::event::Event;
use crate::floor::{BookPenalty, Command, FloorOrder, Operator, Place, Ruling, RulingState, Undo};
use crate::order::{Entering, Order};
use crate::penalties::rounds_in_hands;
use crate::refusal::Refusal;
use crate::removal::Removal;
use crate::seating::Reserved;
use crate::seq::Seq;
use cardroom_rules::{Chips, EntryNo, Millis, TableNo};

/// Handles a command of the floor.
pub(super) fn rule(step: &mut Step<'_>, order: FloorOrder) -> Result<(), Refusal> {
    let FloorOrder { operator, seen, reason, rule, command } = order;
    let plays = check_operator(step.director, operator)?;
    let moved = moved_last(step.director, &command);
    if moved > seen || seen > step.director.seq() {
        return Err(Refusal::Moved { moved });
    }
    let undo = match &command {
        Command::Undo(ruling) => {
            undo::check_undo(step.director, *ruling)?;
            Undo::Never
        }
        Command::Second(ruling) => {
            check_second(step.director, *ruling, operator)?;
            let second = step.state().rulings.get(*ruling)?.command.clone();
            check_ruling(step, &second)?;
            Undo::Never
        }
        other => check_ruling(step, other)?,
    };
    let two = step.setup().needs_two_operators() && command.is_weighty() && !operator.owner;
    let state = if two { RulingState::NeedsSecond } else { RulingState::Made };
    let (seq, at) = (step.ruling_seq(), step.now);
    let ruling = Ruling { seq, at, operator, plays, command, reason, rule, state, undo };
    step.emit(Event::Ruled(Box::new(ruling.clone())));
    if !two {
        carry_out(step, &ruling)?;
    }
    Ok(())
}

/// Carries out a ruling that has been checked.
pub(super) fn carry_out(step: &mut Step<'_>, ruling: &Ruling) -> Result<(), Refusal> {
    match &ruling.command {
        Command::Undo(seq) => undo::undo(step, *seq)?,
        Command::Second(seq) => {
            let seconded = step.state().rulings.get(*seq)?.clone();
            step.emit(Event::RulingChanged { ruling: *seq, state: RulingState::Made });
            carry_out(step, &seconded)?;
        }
        Command::Pause
        | Command::Resume
        | Command::SetClock { .. }
        | Command::AddTime(_)
        | Command::TakeTime(_)
        | Command::ChangeStart(_)
        | Command::HandForHand(_) => rule_on_clock(step, &ruling.command),
        Command::ChangeLevels(stages) => levels::change_levels(step, ruling.seq, stages),
        Command::ColorUp(order) => colour_up::color_up(step, *order)?,
        Command::ExtraPlayers(tables) => {
            step.emit(Event::ExtraPlayersAllowed { tables: *tables });
        }
        Command::Seat(_)
        | Command::Move(_)
        | Command::PinSeat(_)
        | Command::KeepApart(..)
        | Command::BalanceNow
        | Command::BreakTable(_)
        | Command::HaltTable(_)
        | Command::WaiveHalt(_)
        | Command::Redraw => rule_on_seats(step, &ruling.command),
        _ => rule_on_players(step, ruling)?,
    }
    Ok(())
}

fn rule_on_clock(step: &mut Step<'_>, command: &Command) {
    // During a pause, the time left counts from the start of the pause.
    let from = step.state().schedule.counts_from(step.now);
    match command {
        Command::Pause => {
            step.emit(Event::Paused { at: step.now });
            step.order_all(&Order::Pause);
        }
        Command::Resume => pauses::resume(step),
        Command::SetClock { level, left } => {
            let Some(stage) = step.setup().stage_of_level(*level) else { return };
            step.emit(Event::LevelBegan { stage, ends_at: Some(from + *left) });
            if step.state().together.is_on() {
                let clock = step.state().schedule.clock().by_hand(from);
                step.emit(Event::ClockSet { clock });
            }
            stages::close_entry_if_due(step);
            step.attend_to_all();
        }
        Command::AddTime(more) => change_time_left(step, from, |left| left + *more),
        Command::TakeTime(less) => change_time_left(step, from, |left| left.since(*less)),
        Command::ChangeStart(at) => step.emit(Event::StartChanged { at: Some(*at) }),
        Command::HandForHand(true) => step.emit(Event::HandForHandBegan { ordered: true }),
        Command::HandForHand(false) => together::end_hand_for_hand(step),
        _ => {}
    }
}

fn change_time_left(step: &mut Step<'_>, from: Millis, change: impl FnOnce(Millis) -> Millis) {
    let clock = step.state().schedule.clock();
    if let Some(left) = clock.left(from) {
        step.emit(Event::ClockSet { clock: clock.with_left(change(left), from) });
    }
}

fn rule_on_seats(step: &mut Step<'_>, command: &Command) {
    match command {
        Command::Seat(place) => seat_by_order(step, *place),
        Command::Move(place) => {
            step.emit(Event::MoveDue(*place));
            if let Some(Whereabouts::Seated { table, .. }) =
                step.state().entries.whereabouts(place.entry)
            {
                step.attention.insert(table);
            }
        }
        Command::PinSeat(Place { entry, table, seat }) => {
            let place = Reserved { table: Some(table.0.saturating_sub(1)), seat: *seat };
            step.emit(Event::Reserved { entry: *entry, place });
        }
        Command::KeepApart(one, other) => {
            step.emit(Event::KeptApart { one: *one, other: *other });
        }
        Command::BalanceNow => {
            step.emit(Event::BalancingOrdered { on: true });
            step.attend_to_all();
        }
        Command::BreakTable(table) => {
            step.emit(Event::TableBreaks { table: *table });
            step.attention.insert(*table);
        }
        Command::HaltTable(table) => {
            step.emit(Event::Halted { table: *table, at: step.now, ordered: true });
        }
        Command::WaiveHalt(table) => {
            step.emit(Event::PlaysOn { table: *table, waived: true });
            step.attention.insert(*table);
        }
        Command::Redraw => {
            let staying = step.director.tables().filter(|(_, table)| !table.breaks);
            for table in staying.map(|(number, _)| number).collect::<Vec<_>>() {
                step.emit(Event::TableBreaks { table });
                step.attention.insert(table);
            }
        }
        _ => {}
    }
}

fn seat_by_order(step: &mut Step<'_>, place: Place) {
    let Place { entry, table, seat } = place;
    let free = step.director.table(table).and_then(|table| table.free_seats().next());
    if let Some(seat) = seat.or(free) {
        step.emit(Event::Seated { entry, table, seat });
        moves::order_to_sit(step, entry, table, seat, Entering::Newcomer);
    }
}

fn rule_on_players(step: &mut Step<'_>, ruling: &Ruling) -> Result<(), Refusal> {
    match &ruling.command {
        Command::CloseEntry => stages::close_entry(step),
        Command::EnterPlayer(player) => registration::make_entry(step, *player)?,
        Command::RemoveEntry(entry) => registration::withdraw_entry(step, *entry),
        Command::Announce(text) => step.emit(Event::Announced { text: text.clone() }),
        Command::Warn(entry) => step.emit(Event::Warned { entry: *entry }),
        Command::MissHands(entry, _)
        | Command::MissRounds(entry, _)
        | Command::LiftPenalty(entry)
        | Command::Penalize(BookPenalty { entry, .. }) => {
            if let Undo::Penalty { added, lifted, .. } = ruling.undo {
                let hands = step.state().discipline.penalties().hands(*entry);
                let hands = (hands + added).saturating_sub(lifted);
                step.emit(Event::PenaltySet { entry: *entry, hands });
            }
        }
        Command::Disqualify { entry, keeps_prize } => {
            // The rulebook or the floor may leave the prize to a disqualified player (GAPS
            // G-46).
            let by_book = step.setup().rulebook.penalties.disqualified_prize;
            let why = Removal::Disqualified { keeps_prize: *keeps_prize || by_book };
            absences::remove_when_due(step, *entry, why);
        }
        Command::PickUp(entry) => absences::remove_when_due(step, *entry, Removal::PickedUp),
        Command::Forfeit(entry, _) | Command::SetStack(entry, _) => {
            if let Undo::Stack { given, taken, .. } = ruling.undo {
                dues::change_stack(step, *entry, given, taken);
            }
        }
        Command::Impound { table, parts } => {
            escrow::impound(step, *table, parts.clone(), ruling.reason.clone());
        }
        Command::ReleasePot { pot, parts } => escrow::release_pot(step, *pot, parts),
        Command::GiveBonus(entry, chips) => bonus::give_bonus(step, *entry, *chips),
        Command::ForfeitBonus(entry) => bonus::forfeit_bonus(step, *entry),
        Command::AllowDeals(allowed) => step.emit(Event::DealsAllowed { allowed: *allowed }),
        Command::Mute(entry) => step.emit(Event::Muted { entry: *entry, muted: true }),
        Command::Unmute(entry) => step.emit(Event::Muted { entry: *entry, muted: false }),
        Command::Ban(entry, days) => {
            let player = step.state().entries.player(*entry);
            step.emit(Event::Banned { player, days: Some(*days) });
        }
        Command::Cancel(refund) => refunds::call_off_running(step, *refund, ruling.reason.clone()),
        Command::DrawLots(list) => lots::draw_lots(step, ruling.seq, list),
        _ => {}
    }
    Ok(())
}

/// Checks whether a command is possible now, and returns the information needed to undo it.
fn check_ruling(step: &Step<'_>, command: &Command) -> Result<Undo, Refusal> {
    let director = &*step.director;
    match command {
        Command::EnterPlayer(player) => {
            registration::may_be_entered_by_floor(step, *player)?;
            Ok(Undo::Inverse)
        }
        Command::ChangeStart(at) if *at <= step.now => {
            Err(Refusal::NotNow("The start has to be in the future. Choose a later time."))
        }
        Command::Cancel(refund) => refunds::check_refund(step, *refund).map(|()| Undo::Never),
        Command::SetClock { .. } | Command::AddTime(_) | Command::TakeTime(_) => {
            check_clock(director, command)
        }
        Command::Seat(place) | Command::Move(place) | Command::PinSeat(place) => {
            check_seat_order(director, command, *place)
        }
        _ => check_command(director, command),
    }
}

/// Checks that operators do not rule where they play, unless the tournament is self-run.
/// Returns `true` if the operator plays.
fn check_operator(director: &Director, operator: Operator) -> Result<bool, Refusal> {
    let plays = director.state.entries.of_player_in(operator.account).is_ok();
    if plays && !director.setup.self_run {
        return Err(Refusal::OperatorPlays);
    }
    director.state.course.must_not_be_over().map(|()| plays)
}

/// Returns the last step that changed the subject of a command.
fn moved_last(director: &Director, command: &Command) -> Seq {
    let entry = |entry: &EntryNo| director.entry(*entry).map_or(Seq(0), |known| known.touched);
    let table = |table: &TableNo| director.table(*table).map_or(Seq(0), |known| known.touched);
    match command {
        Command::Pause
        | Command::Resume
        | Command::SetClock { .. }
        | Command::AddTime(_)
        | Command::TakeTime(_)
        | Command::ChangeStart(_)
        | Command::ChangeLevels(_)
        | Command::HandForHand(_) => director.state.schedule.touched(),
        Command::Seat(place) | Command::Move(place) | Command::PinSeat(place) => {
            let seat = place.seat.map_or(Seq(0), |_| table(&place.table));
            entry(&place.entry).max(seat)
        }
        Command::KeepApart(one, other) => entry(one).max(entry(other)),
        Command::ColorUp(order) => {
            order.table.as_ref().map_or(director.state.schedule.touched(), table)
        }
        Command::BreakTable(number) | Command::HaltTable(number) | Command::WaiveHalt(number) => {
            table(number)
        }
        Command::RemoveEntry(number)
        | Command::Warn(number)
        | Command::MissHands(number, _)
        | Command::MissRounds(number, _)
        | Command::LiftPenalty(number)
        | Command::Disqualify { entry: number, .. }
        | Command::PickUp(number)
        | Command::Forfeit(number, _)
        | Command::SetStack(number, _)
        | Command::Mute(number)
        | Command::Unmute(number)
        | Command::Ban(number, _)
        | Command::GiveBonus(number, _)
        | Command::ForfeitBonus(number)
        | Command::Penalize(BookPenalty { entry: number, .. }) => entry(number),
        Command::CloseEntry
        | Command::EnterPlayer(_)
        | Command::BalanceNow
        | Command::Redraw
        | Command::Announce(_)
        | Command::AllowDeals(_)
        | Command::Cancel(_)
        | Command::Undo(_)
        | Command::Second(_)
        | Command::DrawLots(_)
        | Command::ExtraPlayers(_) => Seq(0),
        Command::Impound { parts, .. } | Command::ReleasePot { parts, .. } => {
            parts.iter().map(|(number, _)| entry(number)).max().unwrap_or_default()
        }
    }
}

fn check_clock(director: &Director, command: &Command) -> Result<Undo, Refusal> {
    director.state.course.must_run()?;
    let from = director.state.schedule.counts_from(director.state.now);
    let (stage, clock) = (director.state.schedule.stage(), director.state.schedule.clock());
    let now = match command {
        Command::SetClock { level, .. } => {
            let stage = director.setup.stage_of_level(*level);
            stage.ok_or(Refusal::NotNow("The structure has no such level. Choose another one."))?
        }
        _ if clock.left(from).is_none() => {
            return Err(Refusal::NotNow("No clock is running now."));
        }
        _ => stage,
    };
    Ok(Undo::Clock { stage, clock, now })
}

fn check_seat_order(director: &Director, command: &Command, place: Place) -> Result<Undo, Refusal> {
    director.state.entries.must_be_in(place.entry)?;
    let whereabouts = director.state.entries.whereabouts(place.entry);
    if matches!(command, Command::PinSeat(_)) {
        return match whereabouts {
            Some(Whereabouts::Registered) => check_pin(director, place).map(|()| Undo::Inverse),
            _ => Err(Refusal::HasBegun),
        };
    }
    director.state.course.must_run()?;
    let waits = matches!(command, Command::Seat(_));
    let is_suspended = director.state.escrow.is_suspended(place.entry);
    match whereabouts {
        Some(Whereabouts::Waiting) if waits && !is_suspended => {}
        Some(Whereabouts::Seated { .. }) if !waits => {}
        _ if waits => return Err(Refusal::NotNow("This player is not waiting for a seat.")),
        _ => return Err(Refusal::NotNow("This player has no seat to leave.")),
    }
    dues::check_place(director, place).map(|()| Undo::Never)
}

/// Checks that the seat can exist and is not reserved for another player.
fn check_pin(director: &Director, place: Place) -> Result<(), Refusal> {
    let Place { entry, table, seat } = place;
    if table.0 == 0 {
        return Err(Refusal::UnknownTable(table));
    }
    let Some(seat) = seat else { return Ok(()) };
    let holder = director.state.seating.wishes().reserved_for(table.0 - 1, seat);
    // A withdrawn player no longer needs a reservation.
    let is_in = |holder| director.state.entries.must_be_in(holder).is_ok();
    let taken = holder.is_some_and(|holder| holder != entry && is_in(holder));
    if seat.0 >= director.setup.table_size() || taken {
        return Err(Refusal::SeatTaken { table, seat });
    }
    Ok(())
}

fn check_command(director: &Director, command: &Command) -> Result<Undo, Refusal> {
    let state = &director.state;
    let when = |holds: bool, otherwise: &'static str| {
        if holds { Ok(()) } else { Err(Refusal::NotNow(otherwise)) }
    };
    match command {
        Command::ChangeStart(_) => {
            when(state.course.is_registering(), "it has begun")?;
            let starts_at = state.schedule.starts_at();
            when(!director.setup.begins_full(starts_at), "it starts when it is full")?;
            return Ok(Undo::Start(starts_at));
        }
        Command::RemoveEntry(entry) => {
            state.entries.must_be_in(*entry)?;
            let known = state.entries.whereabouts(*entry);
            when(known == Some(Whereabouts::Registered), "the entry is played already")?;
            return Ok(Undo::Never);
        }
        Command::KeepApart(one, other) => {
            state.entries.must_be_in(*one)?;
            state.entries.must_be_in(*other)?;
            when(one != other, "nobody is kept apart from himself")?;
            return Ok(Undo::Inverse);
        }
        // Before the start, if players do not all begin with the same stack (Spotlight 6-26).
        Command::SetStack(..) if state.course.is_registering() => {}
        Command::Announce(_) => return Ok(Undo::Never),
        Command::DrawLots(list) => return lots::check_lots(director, list).map(|()| Undo::Never),
        Command::ChangeLevels(stages) => return levels::check_levels(director, stages),
        Command::ExtraPlayers(_) => return surplus::check_extra_players(director),
        Command::ColorUp(order) => {
            return colour_up::check_color_up(director, *order).map(|_| Undo::Never);
        }
        Command::AllowDeals(_) => return Ok(Undo::Inverse),
        Command::Warn(entry) => {
            return state.entries.must_be_in(*entry).map(|()| Undo::Never);
        }
        Command::Mute(entry) | Command::Unmute(entry) | Command::Ban(entry, _) => {
            return director.entry(*entry).map(|_| Undo::Inverse).ok_or(Refusal::NotIn(*entry));
        }
        _ => state.course.must_run()?,
    }
    match command {
        Command::Pause => when(!state.schedule.is_paused(), "it is paused already")?,
        Command::Resume => when(state.schedule.is_paused(), "it is not paused")?,
        Command::CloseEntry => when(!state.entries.are_closed(), "entries are closed already")?,
        Command::HandForHand(true) => {
            when(!state.together.is_on(), "it is on already")?;
            return Ok(Undo::Inverse);
        }
        Command::HandForHand(false) => {
            when(state.together.is_on(), "it is not on")?;
        }
        Command::BalanceNow | Command::Redraw => {
            when(
                !director.setup.is_played_in_rounds(),
                "Tables are not balanced any more at this stage.",
            )?;
        }
        Command::BreakTable(table) => check_breaking(director, *table)?,
        Command::HaltTable(table) => {
            let known = director.table(*table).ok_or(Refusal::UnknownTable(*table))?;
            when(known.halted.is_none(), "the table is halted already")?;
            return Ok(Undo::Inverse);
        }
        Command::WaiveHalt(table) => {
            let known = director.table(*table).ok_or(Refusal::UnknownTable(*table))?;
            when(known.halted.is_some(), "the table is not halted")?;
        }
        Command::Impound { table, parts } => escrow::check_impound(director, *table, parts)?,
        Command::ReleasePot { pot, parts } => escrow::check_release(director, *pot, parts)?,
        Command::GiveBonus(entry, chips) => bonus::check_bonus(director, *entry, *chips)?,
        Command::ForfeitBonus(entry) => bonus::check_forfeited_bonus(director, *entry)?,
        _ => return check_sanction(director, command),
    }
    Ok(Undo::Never)
}

fn check_breaking(director: &Director, number: TableNo) -> Result<(), Refusal> {
    let table = director.table(number).filter(|table| !table.breaks);
    let table = table.ok_or(Refusal::UnknownTable(number))?;
    let floor = director.state.seating.floor();
    let others = floor.seats() - usize::from(table.seats);
    if floor.staying() < 2 || floor.players() > others || director.setup.is_played_in_rounds() {
        return Err(Refusal::NotNow("The other tables have no room for the players of this one."));
    }
    Ok(())
}

/// Checks penalties and changes of stacks (TDA 71).
fn check_sanction(director: &Director, command: &Command) -> Result<Undo, Refusal> {
    let entries = &director.state.entries;
    match *command {
        Command::MissHands(entry, hands) => {
            entries.must_be_in(entry)?;
            if hands == 0 {
                return Err(Refusal::NotNow("A penalty lasts at least one hand."));
            }
            Ok(Undo::Penalty { entry, added: hands, lifted: 0 })
        }
        Command::MissRounds(entry, rounds) => {
            entries.must_be_in(entry)?;
            let most = director.setup.most_penalty_rounds();
            if most > 0 && rounds > most {
                return Err(Refusal::TooManyRounds(most));
            }
            let table = match entries.whereabouts(entry) {
                Some(Whereabouts::Seated { table, .. } | Whereabouts::Moving { to: table }) => {
                    director.table(table)
                }
                _ => None,
            };
            let table = table.ok_or(Refusal::NotNow(
                "This player has no table, so a round has no length. Count the penalty in hands.",
            ))?;
            let added = rounds_in_hands(rounds, table.size());
            if added == 0 {
                return Err(Refusal::NotNow("A penalty lasts at least one round."));
            }
            Ok(Undo::Penalty { entry, added, lifted: 0 })
        }
        Command::LiftPenalty(entry) => {
            let lifted = director.state.discipline.penalties().hands(entry);
            if lifted == 0 {
                return Err(Refusal::NotNow("This player has no penalty."));
            }
            Ok(Undo::Penalty { entry, added: 0, lifted })
        }
        Command::Disqualify { entry, .. } => {
            entries.must_be_in(entry).map(|()| Undo::Removal(entry))
        }
        Command::PickUp(entry) => {
            entries.must_be_in(entry)?;
            if !director.may_be_picked_up(entry) {
                return Err(Refusal::NotNow("This player has not been away for long enough."));
            }
            Ok(Undo::Removal(entry))
        }
        Command::Forfeit(entry, chips) => {
            entries.must_be_in(entry)?;
            if chips.is_zero() || chips >= director.state.stack_due(entry) {
                return Err(Refusal::NotNow("Take some of the chips, and leave some."));
            }
            Ok(Undo::Stack { entry, given: Chips::ZERO, taken: chips })
        }
        Command::SetStack(entry, chips) => {
            entries.must_be_in(entry)?;
            let stack = director.state.stack_due(entry);
            if chips.is_zero() || chips == stack {
                return Err(Refusal::NotNow(
                    "Choose a new stack above 0 that differs from the old one.",
                ));
            }
            let given = chips.saturating_sub(stack);
            Ok(Undo::Stack { entry, given, taken: stack.saturating_sub(chips) })
        }
        _ => Err(Refusal::NotNow("This cannot be ordered.")),
    }
}

fn check_second(director: &Director, seq: Seq, operator: Operator) -> Result<(), Refusal> {
    let ruling = director.state.rulings.get(seq)?;
    if ruling.state != RulingState::NeedsSecond {
        return Err(Refusal::NotNow("This ruling does not wait for a second operator."));
    }
    if ruling.operator.account == operator.account {
        return Err(Refusal::NeedsAnother);
    }
    Ok(())
}
