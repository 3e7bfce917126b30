//! Commands of the floor: what each one does. Whatever takes more than a few lines is in the
//! modules below, as is what each command needs and what its opposite is.
//! [`rulings`](super::rulings) asks who may rule, and keeps the record.

mod check;
mod clock;
mod inverse;
mod sanctions;
mod seats;

pub(super) use check::check;
pub(super) use inverse::{check_inverse, invert};
pub(super) use sanctions::chips_beyond;

use super::arrivals::Arrivals;
use super::money::Money;
use super::pauses::Pause;
use super::timetable::Timetable;
use super::{
    Step, absences, bonus, colour_up, dues, escrow, levels, lots, purchases, real_cards, refunds,
    registration, stages, together,
};
use crate::command::Command;
use crate::event::Event;
use crate::floor::{Ruling, Undo};
use crate::input::Purchase;
use crate::order::Entering;
use crate::refusal::Refusal;
use crate::removal::Removal;

/// Carries out the command of a ruling that has been checked.
pub(super) fn carry_out(step: &mut Step<'_>, ruling: &Ruling) -> Result<(), Refusal> {
    match &ruling.command {
        Command::Pause => step.bring_about(Pause::of(step).begin()),
        Command::Resume => step.bring_about(Pause::of(step).resume()),
        Command::SetClock { level, left } => clock::set(step, *level, *left),
        Command::AddTime(more) => {
            let (schedule, now) = (&step.state().schedule, step.now);
            step.bring_about(clock::change_time_left(schedule, now, |left| left + *more));
        }
        Command::TakeTime(less) => {
            let (schedule, now) = (&step.state().schedule, step.now);
            step.bring_about(clock::change_time_left(schedule, now, |left| left.since(*less)));
        }
        Command::ChangeStart(at) => step.emit(Event::StartChanged { at: Some(*at) }),
        Command::ChangeLevels(stages) => {
            let kept = Timetable::of(step.director).stages_begun();
            levels::change_levels(step, kept, stages.clone(), Some(ruling.seq));
        }
        Command::CloseEntry => stages::close_entry(step),
        Command::EnterPlayer(player) => registration::make_entry(step, *player)?,
        Command::RemoveEntry(entry) => {
            step.bring_about(Money::of(step.director).withdraw(*entry));
        }
        Command::CheckIn(entry) => step.emit(Event::CheckedIn { entry: *entry }),
        Command::Seat(place) => {
            if let Some(seat) = seats::seat_at(&step.state().seating, *place) {
                let (entry, table) = (place.entry, place.table);
                let arrivals = Arrivals::of(step.director);
                step.bring_about(arrivals.sit(entry, table, seat, Entering::Newcomer));
            }
        }
        Command::Move(place) => {
            step.bring_about(seats::move_player(&step.state().entries, *place));
        }
        Command::PinSeat(place) => step.emit(seats::pin(*place)),
        Command::KeepApart(one, other) => {
            step.emit(Event::KeptApart { one: *one, other: *other });
        }
        Command::ExtraPlayers(tables) => step.emit(Event::ExtraPlayersAllowed { tables: *tables }),
        Command::BalanceNow => {
            step.emit(Event::BalancingOrdered { on: true });
            step.attend_to_all();
        }
        Command::Redraw => {
            let tables = step.director.tables().filter(|(_, table)| !table.breaks);
            step.bring_about(seats::break_tables(tables.map(|(number, _)| number)));
        }
        Command::BreakTable(table) => step.bring_about(seats::break_tables([*table])),
        Command::HaltTable(table) => {
            step.emit(Event::Halted { table: *table, at: step.now, ordered: true });
        }
        Command::WaiveHalt(table) => step.bring_about(seats::resume_table(*table, true)),
        Command::ColorUp(order) => {
            let (color_ups, schedule) = (&step.state().color_ups, &step.state().schedule);
            let due = colour_up::check_color_up(color_ups, schedule, step.setup(), *order)?;
            step.bring_about(colour_up::color_up(due));
        }
        Command::HandForHand(true) => step.emit(Event::HandForHandBegan { ordered: true }),
        Command::HandForHand(false) => together::end_hand_for_hand(step),
        Command::Announce(text) | Command::AnnounceFor(text, _) => {
            step.emit(Event::Announced { text: text.clone() });
        }
        // The ruling itself is what walls and seat codes follow.
        Command::Wall(..) | Command::NewSeatCodes => {}
        Command::DrawLots(list) => lots::draw_lots(step, ruling.seq, list),
        Command::AllowDeals(allowed) => step.emit(Event::DealsAllowed { allowed: *allowed }),
        Command::Warn(entry) => step.emit(Event::Warned { entry: *entry }),
        Command::MissHands(..)
        | Command::MissRounds(..)
        | Command::LiftPenalty(_)
        | Command::Penalize(_) => {
            let penalties = step.state().discipline.penalties();
            step.bring_about(sanctions::penalize(penalties, ruling.undo));
        }
        Command::Disqualify { entry, keeps_prize } => {
            // The rulebook or the floor may leave the prize to a disqualified player (GAPS
            // G-46).
            let by_book = step.setup().rulebook.penalties.disqualified_prize;
            let why = Removal::Disqualified { keeps_prize: *keeps_prize || by_book };
            absences::remove_when_due(step, *entry, why);
        }
        Command::PickUp(entry) => absences::remove_when_due(step, *entry, Removal::PickedUp),
        Command::Forfeit(..) | Command::SetStack(..) => {
            if let Undo::Stack { entry, given, taken } = ruling.undo {
                dues::change_stack(step, entry, given, taken);
            }
        }
        Command::Mute(entry) => step.emit(Event::Muted { entry: *entry, muted: true }),
        Command::Unmute(entry) => step.emit(Event::Muted { entry: *entry, muted: false }),
        Command::Ban(entry, days) => {
            let player = step.state().entries.player(*entry);
            step.emit(Event::Banned { player, days: Some(*days) });
        }
        Command::Cancel(refund) => {
            let reason = ruling.reason.clone();
            step.bring_about(refunds::call_off_running(step.director, *refund, reason));
        }
        Command::Impound { table, parts } => {
            escrow::impound(step, *table, parts.clone(), ruling.reason.clone());
        }
        Command::ReleasePot { pot, parts } => escrow::release_pot(step, *pot, parts),
        Command::GiveBonus(entry, chips) => {
            let (bonuses, entries) = (&step.state().bonuses, &step.state().entries);
            let is_held = step.state().held.get(*entry).is_some();
            let has_stack = entries.must_be_in(*entry).is_ok() && !is_held;
            let given = bonus::give_bonus(bonuses, entries, *entry, *chips, has_stack);
            step.bring_about(given);
        }
        Command::ForfeitBonus(entry) => {
            let player = step.state().entries.player(*entry);
            step.emit(bonus::forfeit_bonus(&step.state().bonuses, *entry, player));
        }
        Command::Out { entry, by, with } => real_cards::put_out(step, ruling.seq, *entry, by, with),
        Command::Back(_) => real_cards::take_hand_back(step),
        Command::Rebuy(entry)
        | Command::AddOn(entry)
        | Command::Count(entry, _)
        | Command::Moved(entry) => {
            let (state, entry) = (step.state(), *entry);
            let player = state.entries.player(entry);
            match ruling.command {
                Command::Rebuy(_) => purchases::buy(step, player, Purchase::Rebuy)?,
                Command::AddOn(_) => purchases::buy(step, player, Purchase::AddOn)?,
                Command::Count(_, chips) => {
                    step.bring_about(real_cards::note_stack(&state.entries, entry, chips, true));
                }
                _ => step.emit(Event::MoveConfirmed { entry }),
            }
            let discipline = &step.state().discipline;
            step.bring_about(real_cards::note_who_sits(discipline, step.setup(), &[entry]));
        }
        // These are about another ruling, so `rulings` carries them out.
        Command::Undo(_) | Command::Second(_) => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests;
