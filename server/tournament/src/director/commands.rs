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

use super::{
    Step, absences, bonus, colour_up, escrow, levels, lots, pauses, real_cards, refunds,
    registration, stages, together,
};
use crate::command::Command;
use crate::event::Event;
use crate::floor::Ruling;
use crate::input::Purchase;
use crate::refusal::Refusal;
use crate::removal::Removal;

/// Carries out the command of a ruling that has been checked.
pub(super) fn carry_out(step: &mut Step<'_>, ruling: &Ruling) -> Result<(), Refusal> {
    match &ruling.command {
        Command::Pause => pauses::pause(step),
        Command::Resume => pauses::resume(step),
        Command::SetClock { level, left } => clock::set(step, *level, *left),
        Command::AddTime(more) => clock::change_time_left(step, |left| left + *more),
        Command::TakeTime(less) => clock::change_time_left(step, |left| left.since(*less)),
        Command::ChangeStart(at) => step.emit(Event::StartChanged { at: Some(*at) }),
        Command::ChangeLevels(stages) => levels::change_levels(step, ruling.seq, stages),
        Command::CloseEntry => stages::close_entry(step),
        Command::EnterPlayer(player) => registration::make_entry(step, *player)?,
        Command::RemoveEntry(entry) => registration::withdraw_entry(step, *entry),
        Command::CheckIn(entry) => step.emit(Event::CheckedIn { entry: *entry }),
        Command::Seat(place) => seats::seat(step, *place),
        Command::Move(place) => seats::move_player(step, *place),
        Command::PinSeat(place) => seats::pin(step, *place),
        Command::KeepApart(one, other) => {
            step.emit(Event::KeptApart { one: *one, other: *other });
        }
        Command::ExtraPlayers(tables) => step.emit(Event::ExtraPlayersAllowed { tables: *tables }),
        Command::BalanceNow => {
            step.emit(Event::BalancingOrdered { on: true });
            step.attend_to_all();
        }
        Command::Redraw => seats::redraw(step),
        Command::BreakTable(table) => seats::break_table(step, *table),
        Command::HaltTable(table) => {
            step.emit(Event::Halted { table: *table, at: step.now, ordered: true });
        }
        Command::WaiveHalt(table) => seats::resume_table(step, *table, true),
        Command::ColorUp(order) => colour_up::color_up(step, *order)?,
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
        | Command::Penalize(_) => sanctions::penalize(step, ruling),
        Command::Disqualify { entry, keeps_prize } => {
            // The rulebook or the floor may leave the prize to a disqualified player (GAPS
            // G-46).
            let by_book = step.setup().rulebook.penalties.disqualified_prize;
            let why = Removal::Disqualified { keeps_prize: *keeps_prize || by_book };
            absences::remove_when_due(step, *entry, why);
        }
        Command::PickUp(entry) => absences::remove_when_due(step, *entry, Removal::PickedUp),
        Command::Forfeit(..) | Command::SetStack(..) => sanctions::change_stack(step, ruling),
        Command::Mute(entry) => step.emit(Event::Muted { entry: *entry, muted: true }),
        Command::Unmute(entry) => step.emit(Event::Muted { entry: *entry, muted: false }),
        Command::Ban(entry, days) => {
            let player = step.state().entries.player(*entry);
            step.emit(Event::Banned { player, days: Some(*days) });
        }
        Command::Cancel(refund) => refunds::call_off_running(step, *refund, ruling.reason.clone()),
        Command::Impound { table, parts } => {
            escrow::impound(step, *table, parts.clone(), ruling.reason.clone());
        }
        Command::ReleasePot { pot, parts } => escrow::release_pot(step, *pot, parts),
        Command::GiveBonus(entry, chips) => bonus::give_bonus(step, *entry, *chips),
        Command::ForfeitBonus(entry) => bonus::forfeit_bonus(step, *entry),
        Command::Out { entry, by, with } => real_cards::put_out(step, ruling.seq, *entry, by, with),
        Command::Back(_) => real_cards::take_hand_back(step),
        Command::Rebuy(entry) => real_cards::sell(step, *entry, Purchase::Rebuy)?,
        Command::AddOn(entry) => real_cards::sell(step, *entry, Purchase::AddOn)?,
        Command::Count(entry, chips) => real_cards::count(step, *entry, *chips),
        Command::Moved(entry) => real_cards::confirm_move(step, *entry),
        // These are about another ruling, so `rulings` carries them out.
        Command::Undo(_) | Command::Second(_) => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests;
